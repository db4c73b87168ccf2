"""Blocking Nim drawn: the labels of its trees, the grids of a family."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache

from nimbook.show._base import Drawing, wrap
from nimbook.show.answers import Answers, Cell, Formula, answers, square
from nimbook.show.grids import cell_table, compared_cells, panels
from nimtwist._checks import check_text, whole
from nimtwist.game import Solver, Tree
from nimtwist.games._heaps import read_heaps
from nimtwist.games.blocking import (
    BlockingNim,
    BlockingPosition,
    Boxes,
    PairGrid,
    Restriction,
    show_restriction,
    smallest_allowed,
)
from nimtwist.games.nim import Nim, nim_sum

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


def pair_grid(
    cells: PairGrid,
    forbidden: Restriction,
    caption: str = "",
    box: int | None = None,
    marks: Mapping[Cell, str] | None = None,
    name: str = "",
) -> Drawing:
    """Return the outcomes of two heaps under a restriction as a grid; see `draw.grid`."""
    named = caption or show_restriction(forbidden) or "nothing forbidden"
    told = pair_answers(cells, forbidden, name)
    return cell_table(cells.rows(forbidden), named, box, marks, answers=told)


def printed_grid(
    cells: PairGrid,
    forbidden: Restriction,
    printed: Sequence[str],
    caption: str,
    box: int | None = None,
    name: str = "",
) -> Drawing:
    """Return such a grid beside a printed one; see `draw.compared`."""
    told = pair_answers(cells, forbidden, name)
    return compared_cells(cells.rows(forbidden), printed, caption, box, told)


def pair_answers(cells: PairGrid, forbidden: Restriction, name: str = "") -> Answers:
    """Return what the cells of such a grid answer: the moves, and what to forbid to win.

    It is what `_answers` says, without asking the rules about each cell.
    """
    rules, pairs = cells.rules, square(cells.size)
    return Answers(
        "outcome",
        steps=[
            taken
            for taken in range(1, cells.size)
            if (taken - 1) % rules.modulus + 1 not in forbidden
        ],
        worth=_to_say(cells),
        name=name,
        called=_called(forbidden),
        formula=_box_formula(rules, forbidden, {pair: pair for pair in pairs}),
    )


@lru_cache(maxsize=1)  # for all grids of a family
def _to_say(cells: PairGrid) -> Mapping[Cell, str]:
    """Return whether it may win to leave a pair of heaps, and what is to be forbidden then."""
    said = dict.fromkeys(square(cells.size), "N")
    for restriction in reversed(cells.rules.family):
        wins = f"P {show_restriction(restriction)}".rstrip()
        for i, row in enumerate(cells.rows(restriction)):
            said.update(((i, j), wins) for j, outcome in enumerate(row) if outcome == "P")
    return said


def _called(forbidden: Restriction, beside: str = "") -> str:
    return f"({{row}}, {{column}}) {beside}{show_restriction(forbidden)}".rstrip()


def grid_beside(rules: BlockingNim, forbidden: Restriction, heap: int, size: int) -> Drawing:
    """Return the outcomes of two heaps below `size` that lie beside a third one, as a grid.

    The boxes that are drawn have the smallest unavoidable number of the rules as their size.

    >>> "Beside a heap of 1, not 2" in grid_beside(BlockingNim.exactly(3, 1), {2}, 1, 4)
    True
    """
    solver, box = Solver(rules), rules.smallest_unavoidable
    forbidden = frozenset(forbidden)
    restricted = show_restriction(forbidden)

    def outcome(heaps: tuple[int, ...], restriction: Restriction) -> str:
        return solver.outcome(rules.canonical((heaps, restriction)))

    return cell_table(
        [[outcome((i, j, heap), forbidden) for j in range(size)] for i in range(size)],
        f"Beside a heap of {heap}, {restricted}",
        box if isinstance(box, int) else None,
        answers=_answers(
            rules,
            forbidden,
            {(i, j): (i, j, heap) for i, j in square(size)},
            outcome,
            _called(forbidden, f"beside {heap}, "),
            "beside",
        ),
    )


def _answers(
    rules: BlockingNim,
    forbidden: Restriction,
    heaps: Mapping[Cell, tuple[int, ...]],
    outcome: Callable[[tuple[int, ...], Restriction], str],
    called: str,
    name: str,
) -> Answers:
    """Return what a grid of heaps answers: the moves, and what to forbid to win."""
    # Where a move leads does not depend on what it forbids.
    alone = BlockingNim(rules.modulus, [forbidden])

    @cache
    def to_say(left: tuple[int, ...]) -> str:
        """Return whether it may win to leave these heaps, and what is to be forbidden then."""
        for restriction in rules.family:
            if outcome(left, restriction) == "P":
                return f"P {show_restriction(restriction)}".rstrip()
        return "N"

    return answers(
        "outcome",
        alone,
        {cell: alone.canonical((there, forbidden)) for cell, there in heaps.items()},
        lambda position: to_say(position[0]),
        lambda position: Nim().show(position[0]),
        name=name,
        called=called,
        formula=_box_formula(rules, forbidden, heaps),
    )


def _box_formula(
    rules: BlockingNim, forbidden: Restriction, heaps: Mapping[Cell, tuple[int, ...]]
) -> Formula:
    """Return what the theorem of boxes says of each cell, or why it says nothing."""
    size, least = rules.smallest_unavoidable, smallest_allowed(rules.modulus, forbidden)
    law, label = "The theorem of boxes", "box-theorem"
    if not isinstance(size, int):
        why = "some restriction forbids every number, so P means that no move is left"
        return Formula(why, {}, law, label)
    if not rules.is_box_game:
        boxes = Boxes(rules, size)
        said = {cell: boxes.outcome((there, forbidden)) for cell, there in heaps.items()}
        return Formula(f"it fails in this family; boxes of {size} would say {{}}", said, law, label)
    if size <= rules.modulus and rules == BlockingNim.exactly(rules.modulus, size - 1):
        law, label = ("Theorem 1", "thm-1r") if size == 2 else ("Theorem 2", "thm-2")
    total = cache(lambda *boxes: nim_sum(boxes))
    sums = {cell: total(*(heap // size for heap in there)) for cell, there in heaps.items()}
    beside = next(iter(heaps.values()))[2:]
    names = ["{row}", "{column}", *map(str, beside)]
    quotients = [f"{{row/{size}}}", f"{{column/{size}}}", *(str(heap // size) for heap in beside)]
    remainders = [f"{{row%{size}}}", f"{{column%{size}}}", *(str(heap % size) for heap in beside)]
    floors = " ⊕ ".join(f"⌊{heap}/{size}⌋" for heap in names)
    return Formula(
        f"{floors} = {' ⊕ '.join(quotients)} = {{}}; remainders "
        f"{', '.join(remainders[:-1])} and {remainders[-1]}, to be less than {least}",
        sums,
        law,
        label,
    )


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
        rows, claimed = cells.rows(forbidden), boxes.rows(forbidden, size)
        wrong = {
            (i, j): "wrong"
            for i, (row, said) in enumerate(zip(rows, claimed, strict=True))
            for j, (outcome, other) in enumerate(zip(row, said, strict=True))
            if outcome != other
        }
        all_wrong += len(wrong)
        lines = box if isinstance(box, int) else None
        grids.append(pair_grid(cells, forbidden, box=lines, marks=wrong))
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
