"""The claims of "Multiplicative Modular Nim (MuM)" on outcomes: propositions, examples, tables.

S. Tyagi, arXiv:2507.08830 (2025). Our text is that of a copy which has lost many symbols; how they
were found again is said in `nimtwist.games.mum`. Composite moduli are in `nimtwist.claims.moduli`,
mumbers in `nimtwist.claims.mumbers`, polynomials in `nimtwist.claims.polymum`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from nimtwist.claims.ledger import Source

__all__ = ["MUM", "PRINTED", "WORKED"]

MUM = Source("mum", "Multiplicative Modular Nim (MuM)")

PRINTED: dict[str, list[list[Any]]] = json.loads(
    (files("nimtwist.claims") / "printed" / "mum.json").read_text("utf-8")
)
"""The tables as they are printed; the multiples in table A.1 by the least and the greatest."""

WORKED = ((7, 8), (4, 7), (3, 7), (3, 4), (2, 3), (2, 2), (4,), (1,))
"""A play modulo 5 that fits every word of Example 3.5, whose numbers our text has lost."""
