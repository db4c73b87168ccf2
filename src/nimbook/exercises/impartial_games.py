"""The exercises of the chapter on impartial games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isqrt

from nimbook.exercises import Exercises, in_lab, move, number, numbers, outcome
from nimtwist import Nim, Solver, SumSolver, mex
from nimtwist.games.octal import Octal

EXERCISES = Exercises("impartial_games")
"""The exercises, in the chapter's order."""


@dataclass(frozen=True)
class Taking:
    """One heap, from which a move takes a number that a rule allows: those of `taken(heap)`."""

    taken: Callable[[int], Iterable[int]]

    def options(self, heap: int, /) -> list[int]:
        """Return what may be left."""
        return [heap - number for number in self.taken(heap)]

    def lost(self, most: int) -> list[int]:
        """Return the heaps from 1 to `most` that are P.

        >>> Taking(lambda heap: range(1, heap // 2 + 1)).lost(16)
        [1, 3, 7, 15]
        """
        solver = Solver(self)
        return [heap for heap in range(1, most + 1) if solver.outcome(heap) == "P"]


_nim = Solver(Nim())

EXERCISES.add(
    "balanced",
    1,
    "<p>There are heaps of 1, 2 and 3. Does the next player win (N), or the previous one (P)?</p>",
    outcome(Nim(), (1, 2, 3)),
    ["Two equal heaps are P. After which moves can the next player leave those?", "1 ⊕ 2 = 3."],
    f"<p>{{right}}: 1 ⊕ 2 ⊕ 3 = {_nim.grundy((1, 2, 3))}. Each move breaks this "
    "balance, and an answer restores it.</p>",
)
EXERCISES.add(
    "first-move",
    1,
    "<p>Heaps of 5, 4 and 2, and it is your move. What do you leave?</p>",
    move(Nim(), (2, 4, 5)),
    [
        "Write the heaps in binary, one below the other. Which columns have an odd number of ones?",
        "The nim-sum of 5, 4 and 2 is 3. Which heap becomes smaller when you add 3 to it without "
        "carry?",
    ],
    "<p>Leave {right}. The nim-sum is 3, and 2 ⊕ 3 = 1 is smaller than 2. The other two heaps "
    "would "
    "have to grow.</p>",
)
EXERCISES.add(
    "how-many",
    2,
    "<p>From heaps of 7, 6 and 5, how many moves win?</p>",
    number(
        len(_nim.winning_options((5, 6, 7))),
        mistakes={1: "One is easily found; now look at the other heaps."},
    ),
    [
        "In each heap at most one move wins: the one that makes it the nim-sum of the others.",
        "The nim-sum is 4. Which heaps have a 1 in the column of 4?",
    ],
    "<p>{right}: "
    + ", ".join(map(Nim().show, _nim.winning_options((5, 6, 7))))
    + ". All three heaps have a 1 in the leading column of the nim-sum, so each can be "
    "lowered.</p>",
)
EXERCISES.add(
    "one-three-four",
    2,
    "<p>There is one heap, and a move takes 1, 3 or 4 sticks. Which heaps from 1 to 14 are P?</p>",
    numbers(Taking(lambda heap: [n for n in (1, 3, 4) if n <= heap]).lost(14)),
    [
        "Begin with 0, which is P. So 1, 3 and 4 are N.",
        "A heap is P if none of the heaps 1, 3 and 4 below it is.",
        "The pattern repeats itself after 7.",
    ],
    "<p>{right}: those that leave 0 or 2 when divided by 7.</p>",
)
_up_to_three = SumSolver(Octal("0.333"))
EXERCISES.add(
    "three-heaps",
    2,
    "<p>There are three heaps, of 6, 7 and 9. A move takes 1, 2 or 3 sticks from one of them. Is "
    "this P or N?</p>",
    outcome(Octal("0.333"), (6, 7, 9), _up_to_three),
    [
        "What is a single heap worth? Work out the heaps of 0 to 5.",
        "A heap is worth its remainder when divided by 4.",
    ],
    "<p>{right}: the heaps are worth "
    + ", ".join(str(_up_to_three.grundy((heap,))) for heap in (6, 7, 9))
    + f", with the nim-sum {_up_to_three.grundy((6, 7, 9))}.</p>",
)
_worth, _heap = (0, 1, 3, 6), 6
EXERCISES.add(
    "unknown-game",
    3,
    "<p>You know only one thing about a game: it has four options, and they are worth 0, 1, 3 and "
    "6. Beside it lies a heap of 6. How many moves win?</p>",
    number(
        _worth.count(_heap) + sum(heap == mex(_worth) for heap in range(_heap)),
        mistakes={
            1: "There is one in the heap and one in the game: an option may be worth more than its "
            "position.",
            0: "The game is worth 2 and the heap 6, so the sum is N.",
        },
    ),
    [
        "What is the game worth? Take the mex.",
        "A move wins if it makes the two parts equal.",
        "The game can go up, too.",
    ],
    f"<p>{{right}}. The game is worth mex {{0, 1, 3, 6}} = {mex(_worth)}. Lower the heap to that; "
    "or move in the game to the option that is worth 6. That option is worth more than the game, "
    "but this does no harm: if the opponent makes its value 2 again, you still have the other "
    "winning move.</p>",
)

EXERCISES.add(
    "win-a-game",
    2,
    f"<p>Win a game {in_lab('nim', start='9,5,2')}: heaps of 9, 5 and 2, and you begin. Which "
    "heaps does your first move leave? Of 16 moves only one wins.</p>",
    move(Nim(), (2, 5, 9)),
    [
        "The nim-sum of the heaps is 14. Which of them has a 1 in the column of 8?",
        "The other two have the nim-sum 5 ⊕ 2.",
    ],
    "<p>Leave {right}: only 9 has a 1 in the leading column of the nim-sum, and must become "
    "5 ⊕ 2 = 7. Then answer each move by the one that makes the nim-sum 0 again.</p>",
)


def _heaps(taken: Callable[[int], Iterable[int]]) -> str:
    return ", ".join(map(str, Taking(taken).lost(24)))


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        "<p>These heaps are P up to 24. If a move takes at most half: "
        f"{_heaps(lambda heap: range(1, heap // 2 + 1))}, the numbers one below a power of two. If "
        "it takes a square number: "
        f"{_heaps(lambda heap: [n * n for n in range(1, isqrt(heap) + 1)])}, for which nobody "
        "knows a formula. If it takes a power of two: "
        f"{_heaps(lambda heap: [1 << k for k in range(heap.bit_length())])}, the multiples of 3, "
        "as no power of two is one. If it takes a divisor other than the heap itself: "
        f"{_heaps(lambda heap: [d for d in range(1, heap) if heap % d == 0])}, the odd numbers, "
        "because an odd number has only odd divisors, and from an even one you may take 1.</p>"
    )
