"""P-positions from afar, and how many families of restrictions there are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd

from nimbook.figures import Picture, flag_map
from nimbook.samples import families
from nimtwist.games.blocking import BlockingNim, strictest


def outcome_maps(grids: Mapping[str, Sequence[str]]) -> Picture:
    """Return grids of P and N from afar, side by side: a square for each P.

    `grids` is {title: rows of P and N}, as from `PairGrid.rows`.
    """
    return flag_map(
        {title: [[cell == "P" for cell in row] for row in rows] for title, rows in grids.items()},
        "P-positions: " + "; ".join(grids),
        "Maps of two heaps side by side, with a dot for each P-position: a regular lattice with "
        "the same period in both directions, and exceptions only along the upper and left edges.",
    )


def family_census(moduli: int) -> pd.DataFrame:
    """Return how many families of restrictions there are for each modulus, and what settles them.

    The columns count the families that can forbid every number; of the others, those with the
    strictest restriction of their largest size (Observation 1), those that the box theorem
    settles besides, and those left open. (twist.open)
    """
    kinds = ["can forbid everything", "Observation 1", "box theorem besides", "open"]

    def kind(rules: BlockingNim) -> str:
        if rules.smallest_unavoidable == math.inf:
            return kinds[0]
        if strictest(max(map(len, rules.family))) in rules.restrictions:
            return kinds[1]
        return kinds[2] if rules.is_box_game else kinds[3]

    counts = {
        modulus: Counter(
            kind(BlockingNim(modulus, family))
            for family in families(list(BlockingNim.up_to(modulus, modulus).family))
        )
        for modulus in range(1, moduli + 1)
    }
    table = pd.DataFrame.from_dict(counts, orient="index").reindex(columns=kinds)
    table = table.fillna(0).astype(int)
    table.insert(0, "families", table.sum(axis="columns"))
    return table.rename_axis("modulus")
