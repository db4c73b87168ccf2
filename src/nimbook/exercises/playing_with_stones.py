"""Exercises for the chapter on playing with stones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from nimbook.exercises import Exercises, move, number, numbers
from nimbook.show.pictures import stone_board
from nimtwist import Solver, Stones, mex, nim_sum, nimber

EXERCISES = Exercises("playing_with_stones")

_stones, _search = Stones(), Solver(Stones())


def _single(x: int, y: int) -> frozenset[tuple[int, int]]:
    return frozenset({(x, y)})


EXERCISES.add("one-stone", number(_search.grundy(_single(2, 3))))
EXERCISES.add("how-many-moves", number(len(_search.rules.options(_single(4, 3)))))
_two_stones = frozenset({(2, 2), (3, 3)})
EXERCISES.add("two-stones", move(_stones, _two_stones), board=stone_board(_two_stones, 4))
_pair = frozenset({(2, 3), (1, 4)})
EXERCISES.add(
    "diagonal",
    number(*(d for d in range(1, 16) if _stones.closed_form.grundy(_pair | {(d, d)}) == 0)),
)
_corners = [corner for _, corner in _stones.closed_form.winning_moves(_single(6, 4))]
EXERCISES.add("winning-corners", number(len(_corners)), corners=", ".join(map(str, _corners)))
EXERCISES.add("own-square", numbers(d for d in range(1, 16) if nimber.mul(d, d) < 4))

EXERCISES.add("win-a-game", move(_stones, frozenset({(1, 2), (3, 4)})))


def _values_by_shape(is_legal: Callable[[int, int], bool]) -> str:
    """Return the Grundy values of single stones, row by row, when only some rectangles are legal.

    `is_legal` takes the width and the height of a rectangle and returns whether it is legal.
    """
    values: dict[tuple[int, int], int] = {}
    for y, x in product(range(1, 4), range(1, 6)):
        values[x, y] = mex(
            nim_sum(values.get(spot, 0) for spot in ((left, below), (left, y), (x, below)))
            for left, below in product(range(x), range(y))
            if is_legal(x - left, y - below)
        )
    return "; ".join(", ".join(str(values[x, y]) for x in range(1, 6)) for y in range(1, 4))


def _slides(limit: int) -> str:
    """Return the formula for the Grundy values if every move slides or removes one stone.

    The function checks the formula for coordinates up to `limit` first; if it does not hold, the
    function returns "something else".
    """
    values, places = dict[tuple[int, int], int](), range(1, limit + 1)
    for x, y in product(places, places):
        row, column = [(left, y) for left in range(1, x)], [(x, below) for below in range(1, y)]
        values[x, y] = mex([0, *(values[place] for place in row + column)])
    if all(value == 1 + ((x - 1) ^ (y - 1)) for (x, y), value in values.items()):
        return "1 + ((x − 1) ⊕ (y − 1))"
    return "something else"


EXERCISES.set_try_it(
    squares=_values_by_shape(lambda wide, high: wide == high),
    double_squares=_values_by_shape(lambda wide, high: wide == 2 * high),
    formula=_slides(12),
)
