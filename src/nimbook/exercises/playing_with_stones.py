"""The exercises of the chapter on playing with stones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from nimbook.exercises import Exercises, move, number, numbers
from nimbook.show.pictures import stone_board
from nimtwist import Solver, Stones, mex, nimber

EXERCISES = Exercises("playing_with_stones")

_stones, _search = Stones(), Solver(Stones())


def _one(x: int, y: int) -> frozenset[tuple[int, int]]:
    return frozenset({(x, y)})


EXERCISES.add("one-stone", number(_search.grundy(_one(2, 3))))
EXERCISES.add("how-many-moves", number(len(_search.rules.options(_one(4, 3)))))
_two = frozenset({(2, 2), (3, 3)})
EXERCISES.add("two-stones", move(_stones, _two), board=stone_board(_two, 4))
_pair = frozenset({(2, 3), (1, 4)})
EXERCISES.add(
    "diagonal",
    number(*(d for d in range(1, 16) if _stones.closed_form.grundy(_pair | {(d, d)}) == 0)),
)
_corners = [corner for _, corner in _stones.closed_form.winning_moves(_one(6, 4))]
EXERCISES.add("winning-corners", number(len(_corners)), corners=", ".join(map(str, _corners)))
EXERCISES.add("own-square", numbers(d for d in range(1, 16) if nimber.mul(d, d) < 4))

EXERCISES.add("win-a-game", move(_stones, frozenset({(1, 2), (3, 4)})))


@dataclass(frozen=True)
class Shaped:
    """Stones with some of the rectangles only: those with a far corner that a rule allows."""

    allowed: Callable[[int, int], bool]

    def options(self, stones: frozenset[tuple[int, int]], /) -> list[frozenset[tuple[int, int]]]:
        """Return what a move with such a rectangle leaves."""
        return [
            _stones.after(stones, (x, y), (left, below))
            for x, y in stones
            for left in range(x)
            for below in range(y)
            if self.allowed(x - left, y - below)
        ]

    def values(self, columns: int = 5, rows: int = 3) -> str:
        """Return what single stones are worth, row by row.

        >>> Shaped(lambda wide, high: wide == high).values()
        '1, 0, 1, 0, 1; 0, 2, 1, 1, 2; 1, 1, 3, 0, 0'
        """
        solver = Solver(self)
        return "; ".join(
            ", ".join(str(solver.grundy(_one(x, y))) for x in range(1, columns + 1))
            for y in range(1, rows + 1)
        )


def _slides(most: int) -> str:
    """Return the formula for a stone that slides or goes, if it is right up to (most, most)."""
    values, places = dict[tuple[int, int], int](), range(1, most + 1)
    for x, y in product(places, places):
        row, column = [(left, y) for left in range(1, x)], [(x, below) for below in range(1, y)]
        values[x, y] = mex([0, *(values[place] for place in row + column)])
    if all(value == 1 + ((x - 1) ^ (y - 1)) for (x, y), value in values.items()):
        return "1 + ((x − 1) ⊕ (y − 1))"
    return "something else"


EXERCISES.last(
    squares=Shaped(lambda wide, high: wide == high).values(),
    double_squares=Shaped(lambda wide, high: wide == 2 * high).values(),
    formula=_slides(12),
)
