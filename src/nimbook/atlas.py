"""The atlas of games with two heaps, and what is known of the games modulo 6."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ATLAS", "SIX", "atlas", "modulo_6"]

ATLAS = Path(__file__).parent / "data/atlas.parquet"
"""The table of all games with two heaps and a modulus up to 5 (`nimtwist.atlas.table`)."""

SIX = Path(__file__).parent / "data/six.json"
"""A census, a random sample and a run over the games modulo 6, as `python -m tools.six` writes."""


def atlas(path: str | os.PathLike[str] = ATLAS) -> pd.DataFrame:
    """Return the atlas as a table: a line for each game, with the columns that the file describes.

    Raises:
        ValueError: if the file is not an atlas, or was truncated or altered.
        OSError: if it cannot be read.
    """
    import pandas as pd

    from nimtwist.atlas.table import COLUMNS, read

    whole_numbers = dict.fromkeys(("period", "row"), "Int64")
    return pd.DataFrame(read(path).lines, columns=[*COLUMNS]).astype(whole_numbers)


@cache
def modulo_6() -> dict[str, Any]:
    """Return what is known of modulus 6: `census`, `sample` and `run`."""
    known: dict[str, Any] = json.loads(SIX.read_text("utf8"))
    return known
