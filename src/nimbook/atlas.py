"""The data files of the atlas: two-heap games with moduli up to 5, and results for modulus 6."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["ATLAS", "SIX", "modulo_6"]

ATLAS = Path(__file__).parent / "data/atlas.parquet"
"""The table of all two-heap games with moduli up to 5; see `nimtwist.atlas.table`."""

SIX = Path(__file__).parent / "data/six.json"
"""A census, a random sample and a certification run for modulus 6; see `tools/six.py`."""


@cache
def modulo_6() -> dict[str, Any]:
    """Return the results for modulus 6: a dictionary with the keys `census`, `sample` and `run`."""
    results: dict[str, Any] = json.loads(SIX.read_text("utf8"))
    return results
