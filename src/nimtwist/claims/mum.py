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

__all__ = ["MUM", "PRINTED"]

MUM = Source("mum", "Multiplicative Modular Nim (MuM)")

PRINTED: dict[str, list[list[Any]]] = json.loads(
    (files("nimtwist.claims") / "printed" / "mum.json").read_text("utf-8")
)
"""The tables as they are printed; the multiples in table A.1 by the least and the greatest."""
