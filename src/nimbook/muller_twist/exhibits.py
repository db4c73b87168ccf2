"""Blocking Nim drawn: the labels of its trees, the grids of a family."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from nimbook.draw._base import Drawing, wrap
from nimbook.draw.tables import grid, panels
from nimtwist._checks import check_text, whole
from nimtwist.game import Tree
from nimtwist.games._heaps import read_heaps
from nimtwist.games.blocking import (
    BlockingNim,
    BlockingPosition,
    Boxes,
    PairGrid,
    Restriction,
    show_restriction,
)

_MOST_GRIDS = 12


def in_place(
    root: Tree[BlockingPosition], heaps: tuple[int, ...], unnamed: bool = False
) -> Callable[[Tree[BlockingPosition]], str]:
    """Return labels for a tree of blocking Nim in which each heap keeps its place.

    Positions have their heaps sorted; the source writes them in the order in which they lie on the
    table, which is `heaps` at the root. `unnamed` puts question marks in place of the restrictions
    below the root. A dagger marks the end of play.
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

    The size of the boxes is the smallest unavoidable number; cells where they are wrong are framed.

    Raises:
        ValueError: if `family` is not as for `read_family`, or has more than 12 restrictions.
    """
    rules = BlockingNim(modulus, read_family(family))
    if len(rules.family) > _MOST_GRIDS:
        raise ValueError(
            f"{len(rules.family)} restrictions are too many to draw: at most {_MOST_GRIDS}"
        )
    cells, box = PairGrid(rules, size), rules.smallest_unavoidable
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

    `piles` are the heaps; links to the lab call them so. `forbid` is what the player to move must
    not take, residues separated by commas; the game lets every player forbid as many residues. If
    both are empty, the position is one that fits.

    >>> game, position = read_game("4, 2, 1", modulus=3, forbid="1")
    >>> game, game.show(position)
    (BlockingNim(3, [[1], [2], [3]]), '(4, 2, 1) not 1')
    """
    heaps, residues = tuple(sorted(read_heaps(piles))), read_heaps(forbid, "residue")
    modulus = whole(modulus, "the modulus", least=1)
    if not heaps and not residues:
        heaps, residues = (2, 4, 5), (1,) if modulus > 1 else ()
    forbidden = frozenset(whole(r, "a forbidden residue", 1, modulus) for r in residues)
    return BlockingNim.exactly(modulus, len(forbidden)), (heaps, forbidden)


def game_texts(position: BlockingPosition) -> dict[str, str]:
    """Return the texts from which `read_game` reads a position.

    >>> game_texts(((1, 2, 4), frozenset({1, 3})))
    {'piles': '4, 2, 1', 'forbid': '1, 3'}
    """
    heaps, forbidden = position
    return {
        "piles": ", ".join(map(str, reversed(heaps))),
        "forbid": ", ".join(map(str, sorted(forbidden))),
    }
