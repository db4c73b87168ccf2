"""What is known of the games modulo 6: a census, a random sample, and a run over all games.

The numbers are in a file beside this one, which `python -m tools.six` writes.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

__all__ = ["SIX", "classes", "facts", "known"]

SIX = Path(__file__).with_name("six.json")


@cache
def known() -> dict[str, Any]:
    """Return what the file says: `census`, `sample` and `run`, as `tools.six` has them."""
    said: dict[str, Any] = json.loads(SIX.read_text("utf8"))
    return said


def classes() -> pd.DataFrame:
    """Return how many games have a certificate, by class: of the sample, and of all games.

    All games have not been searched; those of the sample have.
    """
    sample, run = known()["sample"], known()["run"]
    columns = {"sample": (sample["settled"], sample["searched"])}
    columns["all games"] = (run["settled"], known()["census"]["games"])
    found = pd.DataFrame(index=[*sample["settled"], "no certificate yet"])
    for name, (settled, games) in columns.items():
        left = games - sum(settled.values())
        found[name] = [*settled.values(), left]
        found[f"{name}, %"] = (found[name] / games * 100).round(1)
    return found.rename_axis("class")


def facts() -> pd.DataFrame:
    """Return what there is to count of all games: patterns, searches, certificates, the longest."""
    census, sample, run = (known()[part] for part in ("census", "sample", "run"))
    low, high = (f"{share:.1%}" for share in sample["share"])
    (period, of_period), (row, of_row) = (
        max(sample[name], run[name], key=lambda most: int(most[0])) for name in ("period", "row")
    )
    said = {
        "games": f"{census['games']:,}",
        "different patterns on 32 × 32": f"{census['patterns']['32']:,}",
        "different patterns on 64 × 64": f"{census['patterns']['64']:,}",
        "different states on 64 × 64": f"{census['states']['64']:,}",
        "games of boxes": f"{census['boxes']:,}",
        "games searched": f"{run['searched']:,}",
        "certificates found": f"{run['certificates']:,}",
        "games that they settle": f"{sum(run['settled'].values()):,}",
        "patterns tried": f"{run['patterns']['tried']:,}",
        "patterns with a game that is settled": f"{run['patterns']['met']:,}",
        "patterns with all games settled": f"{run['patterns']['settled']:,}",
        "seconds of a processor, as measured": f"{run['seconds']:,.0f}",
        "share with a certificate, by the sample (95 %)": f"{low} to {high}",
        "longest period": f"{period:,}: {of_period}",
        "latest first row": f"{row:,}: {of_row}",
    }
    return pd.DataFrame({"known": said}).rename_axis("modulo 6")
