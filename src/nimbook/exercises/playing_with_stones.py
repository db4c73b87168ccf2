"""The exercises of the chapter on playing with stones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nimbook.exercises import Exercises, move, number, numbers
from nimbook.show.pictures import stone_board
from nimtwist import Solver, Stones, nimber

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

_far = frozenset({(1, 2), (3, 4)})
EXERCISES.add("win-a-game", move(_stones, _far))


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


@dataclass(frozen=True)
class Slides:
    """One stone that slides or goes; a position is its place, or nothing."""

    def options(self, place: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the places to the left and below, and that without a stone."""
        if not place:
            return []
        x, y = place
        return [(), *((left, y) for left in range(1, x)), *((x, below) for below in range(1, y))]

    def follows_formula(self, most: int) -> bool:
        """Return whether a stone at (x, y) is worth 1 + ((x - 1) ⊕ (y - 1)), for all up to `most`.

        >>> Slides().follows_formula(8)
        True
        """
        solver, places = Solver(self), range(1, most + 1)
        return all(solver.grundy((x, y)) == 1 + ((x - 1) ^ (y - 1)) for x in places for y in places)


EXERCISES.last(
    squares=Shaped(lambda wide, high: wide == high).values(),
    double_squares=Shaped(lambda wide, high: wide == 2 * high).values(),
    formula="1 + ((x − 1) ⊕ (y − 1))" if Slides().follows_formula(12) else "something else",
)
