"""Blocking Nim drawn: the labels of its trees, the grids of a family."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from nimbook.draw._base import MOST_ROWS, Drawing, wrap
from nimbook.draw.tables import grid, panels
from nimbook.draw.trees import levels
from nimtwist._checks import check_text, quoted, whole
from nimtwist.game import Tree
from nimtwist.games._heaps import check_heaps, read_heaps
from nimtwist.games.blocking import (
    BlockingNim,
    BlockingPosition,
    Boxes,
    PileGrid,
    Restriction,
    show_restriction,
)

__all__ = ["family_grids", "in_place", "read_family", "read_game"]


def in_place(
    root: Tree[BlockingPosition], piles: tuple[int, ...], unnamed: bool = False
) -> Callable[[Tree[BlockingPosition]], str]:
    """Return labels for a tree of blocking Nim in which each pile keeps its place.

    Positions have their piles sorted; the source writes them in the order in which they lie on
    the table, which is `piles` at the root. `unnamed` puts a question mark for the restrictions
    below the root. The end of play has a dagger.

    Raises:
        ValueError: if the tree is too large to draw, or not one of blocking Nim that begins with
            these piles.
    """
    levels(root)
    order = tuple(filter(None, check_heaps(piles)))
    if Counter(order) != Counter(_piles(root.position)):
        raise ValueError(f"piles of {piles} are not those of {quoted(root.position)}")
    labels: dict[int, str] = {}
    unfinished = [(root, order)]
    while unfinished:
        node, order = unfinished.pop()
        named = show_restriction(node.position[1])
        end = "" if node.children or unnamed else " †"
        shown = "?" if unnamed and node is not root else f" {named}{end}"
        labels[id(node)] = f"({', '.join(map(str, order))}){shown}"
        unfinished += [(child, _follow(order, child.position)) for child in node.children]
    return lambda node: labels[id(node)]


def _follow(order: tuple[int, ...], position: object) -> tuple[int, ...]:
    """Return the piles after a move to a position, each in its place."""
    piles = Counter(_piles(position))
    gone, left = Counter(order) - piles, piles - Counter(order)
    if gone.total() != 1 or left.total() > 1:
        raise ValueError(f"no move leads from piles of {order} to {quoted(position)}")
    [pile] = gone
    place = order.index(pile)
    return (*order[:place], *left, *order[place + 1 :])


def _piles(position: object) -> tuple[int, ...]:
    if not isinstance(position, tuple) or len(position) != 2:
        raise ValueError(f"position {quoted(position)} is not a pair (piles, forbidden)")
    return tuple(filter(None, check_heaps(position[0])))


def family_grids(modulus: int, family: str, size: int) -> Drawing:
    """Return the outcomes for two piles under each restriction of a family, as a reader types it.

    Boxes are of the smallest unavoidable number; cells in which they are wrong are framed.

    Raises:
        ValueError: if `family` is not as for `read_family`, or has more than 12 restrictions, or
            `size` is not a whole number from 1 to 64.

    >>> "no cell is wrong" in family_grids(4, "1, 3; 2, 4", 6)
    True
    """
    rules = BlockingNim(modulus, read_family(family))
    size = whole(size, "the size of a grid", 1, MOST_ROWS)
    if len(rules.family) > 12:
        raise ValueError(f"{len(rules.family)} restrictions are too many to draw: at most 12")
    cells, box = PileGrid(rules, size), rules.smallest_unavoidable
    boxes = Boxes(rules, box)
    grids, all_wrong = [], 0
    for forbidden in rules.family:
        rows = cells.rows(forbidden)
        wrong = {
            (i, j): "wrong"
            for i, row in enumerate(rows)
            for j, outcome in enumerate(row)
            if outcome != boxes.outcome(((i, j), forbidden))
        }
        all_wrong += len(wrong)
        named = show_restriction(forbidden) or "nothing forbidden"
        grids.append(grid(rows, named, box if isinstance(box, int) else None, wrong))
    said = (
        "Some restriction forbids every number. With one box for everything,"
        if box == math.inf
        else f"The smallest unavoidable number is {box}. With boxes of that size,"
    )
    found = f"{all_wrong or 'no'} cell{'s are' if all_wrong > 1 else ' is'} wrong"
    return wrap(f"<p>{said} {found}.</p>{panels(*grids)}", "nt-family")


# --- What a reader types -------------------------------------------------------------------------


def read_family(text: str) -> list[Restriction]:
    """Return the restrictions in `text`: residues separated by commas, restrictions by semicolons.

    >>> [sorted(restriction) for restriction in read_family("1, 3; 2, 4")]
    [[1, 3], [2, 4]]
    """
    return [frozenset(read_heaps(part, "residue")) for part in check_text(text).split(";")]


def read_game(piles: str, modulus: int, forbid: str) -> tuple[BlockingNim, BlockingPosition]:
    """Return the k-blocking game that texts mean, and a position in it.

    `forbid` is what the player to move must not take, residues separated by commas; the game lets
    every player forbid as many.

    >>> game, position = read_game("4, 2, 1", modulus=3, forbid="1")
    >>> game, game.show(position)
    (BlockingNim(3, [[1], [2], [3]]), '(4, 2, 1) not 1')
    """
    heaps, residues = tuple(sorted(read_heaps(piles))), read_heaps(forbid, "residue")
    modulus = whole(modulus, "the modulus", least=1)
    forbidden = frozenset(whole(r, "a forbidden residue", 1, modulus) for r in residues)
    return BlockingNim.exactly(modulus, len(forbidden)), (heaps, forbidden)
