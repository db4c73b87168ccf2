"""The exercises of the chapter on playing with stones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nimbook.exercises import Exercises, in_lab, move, number, numbers
from nimbook.show.stones import stone_board
from nimtwist import Solver, nimber
from nimtwist.games import Stones

EXERCISES = Exercises("playing_with_stones")
"""The exercises, in the chapter's order."""

_stones, _search = Stones(), Solver(Stones())


def _one(x: int, y: int) -> frozenset[tuple[int, int]]:
    return frozenset({(x, y)})


EXERCISES.add(
    "one-stone",
    1,
    "<p>What is a single stone at (2, 3) worth?</p>",
    number(
        _search.grundy(_one(2, 3)),
        mistakes={6: "That is the ordinary product."},
    ),
    ["It is worth 2 ⊗ 3.", "2 ⊗ 3 = 2 ⊗ 2 ⊕ 2, and 2 ⊗ 2 = 3."],
    "<p>{right}: 2 ⊗ 3 = 3 ⊕ 2.</p>",
)
EXERCISES.add(
    "how-many-moves",
    1,
    "<p>How many moves does a single stone at (4, 3) have?</p>",
    number(
        len(_search.rules.options(_one(4, 3))),
        mistakes={
            6: "Those are the rectangles. It may also slide, or go.",
            11: "It may also be removed.",
        },
    ),
    [
        "With the dead axes, every move is a rectangle.",
        "How many far corners are there to choose from?",
    ],
    "<p>{right}: the far corner is one of 4 columns and 3 rows, the axes among them.</p>",
)
_two = frozenset({(2, 2), (3, 3)})
EXERCISES.add(
    "two-stones",
    2,
    "<p>Stones lie at (2, 2) and (3, 3). What do you leave? Write the places of all stones that "
    "are "
    f"left.</p>{stone_board(_two, 4)}",
    move(_stones, _two),
    [
        "2 ⊗ 2 = 3 and 3 ⊗ 3 = 2. The move has to change the value by 1.",
        "The far corner (x, y) of the stone at (3, 3) needs (3 ⊕ x) ⊗ (3 ⊕ y) = 1: so 3 ⊕ x and 3 "
        "⊕ y are "
        "1 and 1, or 2 and 3.",
    ],
    "<p>Any of these wins: {right}. The stones are worth 3 and 2, so the move has to change the "
    "value "
    "by 1.</p>",
)
_pair = frozenset({(2, 3), (1, 4)})
EXERCISES.add(
    "diagonal",
    2,
    "<p>Stones lie at (2, 3) and (1, 4), and your opponent begins. You may add one stone on the "
    "diagonal, at (d, d). Which d?</p>",
    number(
        *(d for d in range(1, 16) if _stones.closed_form.grundy(_pair | {(d, d)}) == 0),
        mistakes={5: "The two stones are worth 5, but a stone at (5, 5) is worth 5 ⊗ 5."},
    ),
    [
        "What are the two stones worth together?",
        "You need d ⊗ d = 5. Squares add: 2 ⊗ 2 = 3, 4 ⊗ 4 = 6.",
        "5 = 6 ⊕ 3.",
    ],
    "<p>{right}, the square root of 1 ⊕ 4 = 5. Squares add, and 4 ⊗ 4 ⊕ 2 ⊗ 2 = 6 ⊕ 3 = 5.</p>",
)
_corners = [corner for _, corner in _stones.closed_form.winning_moves(_one(6, 4))]
EXERCISES.add(
    "winning-corners",
    3,
    "<p>A single stone lies at (6, 4), with 24 moves. How many of them win?</p>",
    number(
        len(_corners),
        mistakes={1: "To remove it is one of them. There are more."},
    ),
    [
        "Removing the stone wins. In general, (6 ⊕ x) ⊗ (4 ⊕ y) must be 6 ⊗ 4 for the far corner "
        "(x, y).",
        "If y = 0, then x = 0, too. So let y be 1, 2 or 3; and x must be below 6.",
        "6 ⊗ 4 = 14. For each x divide that by 6 ⊕ x; then y is the quotient plus 4, without "
        "carry.",
    ],
    f"<p>{{right}}. The far corners are {', '.join(map(str, _corners))}.</p>",
)
EXERCISES.add(
    "own-square",
    2,
    "<p>Which stones (d, d) on the diagonal with d below 16 are worth less than 4?</p>",
    numbers(d for d in range(1, 16) if nimber.mul(d, d) < 4),
    ["The numbers below 4 are a field.", "Different numbers have different squares."],
    "<p>{right}. Squares of the numbers below 4 are below 4, and no other number has such a "
    "square.</p>",
)

_far = frozenset({(1, 2), (3, 4)})
EXERCISES.add(
    "win-a-game",
    3,
    f"<p>Win a game {in_lab('stones', start='1,2,3,4')}: stones lie at (1, 2) and (3, 4), and you "
    "begin. Which stones does your first move leave? Of 14 moves only one wins.</p>",
    move(_stones, _far),
    [
        "1 ⊗ 2 = 2 and 3 ⊗ 4 = 12. The move has to change the value by 14.",
        "Only the stone at (3, 4) can do that: its far corner (x, y) needs (3 ⊕ x) ⊗ (4 ⊕ y) = 14.",
        "3 ⊗ 7 = 3 ⊗ 4 ⊕ 3 ⊗ 3 = 12 ⊕ 2 = 14.",
    ],
    "<p>Leave {right}: the far corner is (0, 3), so the stone slides down by one. 3 ⊗ 3 = 2 is "
    "what the other stone is worth.</p>",
)


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


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    formula = "1 + ((x − 1) ⊕ (y − 1))" if Slides().follows_formula(12) else "something else"
    return (
        "<p>If only squares are allowed, the stones of columns 1 to 5 are worth, in rows 1, 2 and "
        f"3: {Shaped(lambda wide, high: wide == high).values()}. No multiplication has such a "
        "table: the stone at (1, 1) is worth 1 and that at (1, 2) nothing, so all of row 2 would "
        "be worth nothing. If only rectangles twice as wide as high are allowed, they are worth: "
        f"{Shaped(lambda wide, high: wide == 2 * high).values()}. With slides and removals only, a "
        f"stone at (x, y) is worth {formula}: that is two heaps of Nim, and at any time one may "
        "end it all.</p>"
    )
