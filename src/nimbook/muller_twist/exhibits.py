"""Blocking Nim drawn: the labels of its trees, the grids of a family."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from nimbook.draw._base import Drawing, wrap
from nimbook.draw.tables import grid, panels
from nimtwist.game import Tree
from nimtwist.games.blocking import (
    BlockingNim,
    BlockingPosition,
    PileGrid,
    box_outcome,
    read_family,
    show_restriction,
    smallest_allowed,
)

_MOST_GRIDS = 12


def in_place(
    root: Tree[BlockingPosition], heaps: tuple[int, ...], unnamed: bool = False
) -> Callable[[Tree[BlockingPosition]], str]:
    """Return labels for a tree of blocking Nim in which each heap keeps its place.

    Positions have their heaps sorted; the source writes them in the order in which they lie on
    the table, which is `heaps` at the root. `unnamed` puts a question mark for the restrictions
    below the root. The end of play has a dagger.
    """
    labels: dict[int, str] = {}

    def note(node: Tree[BlockingPosition], order: tuple[int, ...]) -> None:
        end = "" if node.children or unnamed else " †"
        named = f" {show_restriction(node.position[1])}{end}"
        shown = "?" if unnamed and node is not root else named
        labels[id(node)] = f"({', '.join(map(str, order))}){shown}"
        for child in node.children:
            note(child, _after(order, child.position[0]))

    note(root, heaps)
    return lambda node: labels[id(node)]


def _after(order: tuple[int, ...], heaps: tuple[int, ...]) -> tuple[int, ...]:
    """Return the heaps that a move leaves, each in its place."""
    before, after = Counter(order), Counter(heaps)
    [heap] = before - after
    place = order.index(heap)
    return (*order[:place], *(after - before), *order[place + 1 :])


def family_grids(modulus: int, family: str, size: int) -> Drawing:
    """Return the outcomes for two heaps under each restriction of a family, as a reader types it.

    Boxes are of the smallest unavoidable number; cells in which they are wrong are framed.

    Raises:
        ValueError: if `family` is not as for `read_family`, or has more than 12 restrictions.
    """
    rules = BlockingNim(modulus, read_family(family))
    if len(rules.family) > _MOST_GRIDS:
        raise ValueError(
            f"{len(rules.family)} restrictions are too many to draw: at most {_MOST_GRIDS}"
        )
    cells, box = PileGrid(rules, size), rules.smallest_unavoidable
    grids, all_wrong = [], 0
    for forbidden in rules.family:
        rows, least = cells.rows(forbidden), smallest_allowed(modulus, forbidden)
        wrong = {
            (i, j): "wrong"
            for i, row in enumerate(rows)
            for j, outcome in enumerate(row)
            if outcome != box_outcome((i, j), box, least)
        }
        all_wrong += len(wrong)
        named = show_restriction(forbidden) or "nothing forbidden"
        grids.append(grid(rows, named, box if isinstance(box, int) else None, wrong))
    boxes = (
        "Some restriction forbids every number. With one box for everything,"
        if box == math.inf
        else f"The smallest unavoidable number is {box}. With boxes of that size,"
    )
    found = f"{all_wrong or 'no'} cell{'s are' if all_wrong > 1 else ' is'} wrong"
    return wrap(f"<p>{boxes} {found}.</p>{panels(*grids)}", "nt-family")
