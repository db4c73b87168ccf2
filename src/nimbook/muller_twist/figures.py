"""P-positions from afar, what a restriction leaves of a box, and tables of the chapter."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd
from matplotlib.colors import ListedColormap

from nimbook.claims.twist import FIGURE_4, Sizes, caption_of_figure_1, period_break
from nimbook.samples import families
from nimbook.show import MARK, Picture, colour, flag_map
from nimtwist._checks import whole
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.search import find
from nimtwist.game import Solver
from nimtwist.games.blocking import (
    BlockingNim,
    PairGrid,
    show_restriction,
    smallest_allowed,
    strictest,
)


def outcome_maps(grids: Mapping[str, Sequence[str]]) -> Picture:
    """Return grids of P and N from afar, side by side: a square for each P.

    `grids` is {title: rows of P and N}, as from `PairGrid.rows`.
    """
    return flag_map(
        {title: [[cell == "P" for cell in row] for row in rows] for title, rows in grids.items()},
        "P-positions: " + "; ".join(grids),
        "Maps of two heaps side by side, with a dot for each P-position: a regular lattice with "
        "the same period in both directions, and exceptions near the upper and left edges.",
    )


def beside_a_heap(
    games: Mapping[str, tuple[BlockingNim, Iterable[int]]], third: int, size: int
) -> Picture:
    """Return where two heaps below `size` that lie beside a third one are P, game by game.

    `games` is {title: (rules, restriction)}.
    """
    grids: dict[str, Sequence[Sequence[bool]]] = {}
    for title, (rules, restriction) in games.items():
        solver, forbidden = Solver(rules), frozenset(restriction)
        grids[title] = [
            [solver.outcome((tuple(sorted((i, j, third))), forbidden)) == "P" for j in range(size)]
            for i in range(size)
        ]
    shares = [sum(map(sum, rows)) / size**2 for rows in grids.values()]
    told = "; ".join(f"{t}: {share:.1%} are P" for t, share in zip(grids, shares, strict=True))
    return flag_map(
        grids,
        f"P-positions beside a third heap of {third}",
        f"Maps of two heaps below {size}, with a dot where they and a heap of {third} are a "
        f"P-position. {told}. Where boxes decide, the dots make squares of one size, arranged as "
        "in a table of nim-sums.",
    )


def room_in_boxes(rules: BlockingNim, largest: int) -> Picture:
    """Return, for each restriction, the heaps whose remainder is smaller than what may be taken.

    A box has as many sizes as the smallest unavoidable number of the rules. The restrictions are
    sorted by the smallest number that they allow, the strictest first.

    Raises:
        ValueError: if some restriction forbids every number.
    """
    box = rules.smallest_unavoidable
    if not isinstance(box, int):
        raise ValueError(f"some restriction of {rules} forbids every number; there are no boxes")
    least = {forbidden: smallest_allowed(rules.modulus, forbidden) for forbidden in rules.family}
    order = sorted(least, key=lambda forbidden: (-least[forbidden], sorted(forbidden)))
    title = f"The remainders that fit, for boxes of {box}"
    picture = Picture(
        title,
        f"A row for each of {len(order)} restrictions modulo {rules.modulus}, and a mark for each "
        f"heap up to {largest} whose remainder by {box} is below the smallest number that may be "
        f"taken. {show_restriction(order[0]).capitalize()} fills the whole box; the last rows, "
        f"under which 1 may be taken, have nothing but the multiples of {box}.",
        (5.4, 0.9 + 0.3 * len(order)),
    )
    axes = picture.subplots()
    rows = [[heap % box < least[forbidden] for heap in range(largest + 1)] for forbidden in order]
    gap = [False] * (largest + 1)
    lines = [line for row in rows for line in (gap, row, row, row, row, gap)]
    ends = (-0.5, largest + 0.5, len(order) - 0.5, -0.5)
    marks = ListedColormap(["none", MARK])
    axes.imshow(lines, cmap=marks, vmin=0, vmax=1, aspect="auto", extent=ends)
    for left in range(0, largest + 2, box):
        axes.axvline(left - 0.5, color=colour("line"), lw=1)
    axes.set_yticks(range(len(order)), map(show_restriction, order))
    axes.set_xticks(range(largest + 1))
    axes.set(xlabel="heap", xlim=(-0.6, largest + 0.6))
    for row, forbidden in enumerate(order):
        axes.text(largest + 1, row, f"at least {least[forbidden]}", va="center", size=9.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return picture


def told_residues(modulus: int) -> BlockingNim:
    """Return the game in which one is told which residue to take, but never 0 modulo `modulus`.

    So each restriction forbids all residues but one, and the strictest is left out. Modulo 3 it is
    the game of Figure 4.

    >>> told_residues(3)
    BlockingNim(3, [[1, 3], [2, 3]])
    """
    modulus = whole(modulus, "the modulus", least=2)
    every = BlockingNim.exactly(modulus, modulus - 1).family
    return BlockingNim(modulus, [r for r in every if r != strictest(modulus - 1)])


def period_of_pairs(grids: Sequence[Sequence[str]], period: int) -> int | None:
    """Return from which heap on a pair of heaps may be exchanged for one that is a period smaller.

    `grids` has the outcomes of pairs under each restriction; a period that is not seen twice is
    none. The result is `None` if there is none.

    >>> period_of_pairs([["PNN", "NPP", "NPP"]], 1), period_of_pairs([["PN", "NP"]], 1)
    (1, None)
    """
    size = len(grids[0])
    begins = size - period
    while begins and all(row[begins - 1] == row[begins - 1 + period] for g in grids for row in g):
        begins -= 1
    return begins if begins <= size - 2 * period else None


def periods_by_modulus(moduli: Iterable[int], multiple: int = 12) -> pd.DataFrame:
    """Return with which period, and from where, the games of `told_residues` repeat themselves.

    Heaps below `multiple` times the modulus are computed. For moduli up to 6 a certificate of the
    atlas, which is checked, makes it a proof for all sizes.
    """
    rows = {}
    for modulus in moduli:
        rules, size = told_residues(modulus), multiple * modulus
        cells = PairGrid(rules, size)
        grids = [cells.rows(forbidden) for forbidden in rules.family]
        period = next(p for p in range(1, size) if period_of_pairs(grids, p) is not None)
        known = "all sizes" if _is_lattice(rules, period) else f"heaps below {size}"
        begins = period_of_pairs(grids, period)
        rows[modulus] = {"period": period, "begins at": begins, "known for": known}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("modulus")


def _is_lattice(rules: BlockingNim, period: int) -> bool:
    """Whether a certificate proves the period of two heaps: its rows return, and nothing grows."""
    found = find(rules) if rules.modulus <= 6 else None
    if found is None or found.powers or found.period != period:
        return False
    return flaw(rules, found) is None


def statements_of_figure_1() -> pd.DataFrame:
    """Return each statement of the caption of Figure 1 (twist.fig-1), and what the game says."""
    rows = [
        {"the caption says": said, "the game says": f"{found} {'✓' if agrees else '✗'}"}
        for said, found, agrees in caption_of_figure_1()
    ]
    return pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1))


def periods_by_heaps(sizes: Mapping[int, int]) -> pd.DataFrame:
    """Return where the period 3 of the family of Figure 4 begins, for so many heaps.

    `sizes` is {number of heaps: largest heap}. A period that begins later than 6 below the largest
    heap is not seen.
    """
    rows = {}
    for heaps, largest in sizes.items():
        boards, starts = Sizes({heaps: largest}), range(largest - 5)  # two periods are in range
        unbroken = (q for q in starts if not period_break(FIGURE_4, 3, q, boards))
        begins = next(unbroken, f"nowhere up to {starts[-1]}")
        rows[heaps] = {"sizes to": largest, "the period begins at": begins}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("heaps")


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
