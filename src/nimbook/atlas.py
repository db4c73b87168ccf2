"""The atlas of games with two heaps, and what is known of the games modulo 6."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["ATLAS", "SIX", "modulo_6"]

ATLAS = Path(__file__).parent / "data/atlas.parquet"
"""The table of all games with two heaps and a modulus up to 5 (`nimtwist.atlas.table`)."""

SIX = Path(__file__).parent / "data/six.json"
"""A census, a random sample and a run over the games modulo 6, as `python -m tools.six` writes."""


@cache
def modulo_6() -> dict[str, Any]:
    """Return what is known of modulus 6: `census`, `sample` and `run`."""
    known: dict[str, Any] = json.loads(SIX.read_text("utf8"))
    return known
