"""The exercises of the chapter on multiplying heaps."""

from __future__ import annotations

from math import gcd

from nimbook.exercises import Exercises, in_lab, move, numbers, outcome
from nimtwist import MuM, Solver

EXERCISES = Exercises("multiplying_heaps")
"""The exercises, in the chapter's order."""

_five, _seven = MuM(5), MuM(7)

EXERCISES.add(
    "product-of-three",
    1,
    "<p>Modulo 5, there are heaps of 9, 6 and 4. Is this P or N?</p>",
    outcome(_five, (4, 6, 9)),
    ["Multiply remainders: 9 and 4 leave 4, and 6 leaves 1.", "4 · 4 = 16."],
    "<p>{right}: the product is 216, which leaves 1.</p>",
)
EXERCISES.add(
    "divide",
    1,
    "<p>Modulo 5, you are given (8, 3). What do you leave?</p>",
    move(_five, (3, 8)),
    [
        "The product is 24, which leaves 4. It must become 1.",
        "4 · 4 leaves 1, so one heap has to be multiplied by 4: 8 and 3 both leave 3, and 3 · 4 "
        "leaves 2.",
    ],
    "<p>Either of these wins: {right}. The heap of 8, or that of 3, must become one that leaves "
    "2.</p>",
)
EXERCISES.add(
    "larger-heaps",
    2,
    "<p>Modulo 7, you are given (13, 9). What do you leave?</p>",
    move(_seven, (9, 13)),
    [
        "The remainders are 6 and 2, and the product leaves 5.",
        "Beside 9, which leaves 2, the other heap must leave 4; beside 13, which leaves 6, it must "
        "leave 6.",
        "You may take 6 at most.",
    ],
    "<p>Either of these wins: {right}. Both heaps are larger than 7, so both can become what they "
    "should.</p>",
)
EXERCISES.add(
    "stranded-beside",
    2,
    "<p>Modulo 7, one heap is 3. Which heaps from 1 to 6 beside it make a position that is "
    "winning and "
    "stranded?</p>",
    numbers(heap for heap in range(1, 7) if _seven.is_stranded(tuple(sorted((3, heap))))),
    [
        "The heap beside the 3 would have to become 5, as 3 · 5 leaves 1. So it is below 5.",
        "And the 3 would have to become the inverse of the other heap. 2 and 4 are inverse to "
        "each other, and so are 3 and 5; 1 and 6 are their own inverses.",
    ],
    "<p>{right}. Beside either of them, each heap would have to become a larger one. Beside a "
    "heap of 1 or 4, the 3 can become 1 or 2.</p>",
)
EXERCISES.add(
    "consolidate",
    3,
    "<p>Modulo 5, you are given (3, 3, 3), and it is stranded: you consolidate and move in the "
    "same turn. "
    "What do you leave?</p>",
    move(_five, (3, 3, 3)),
    [
        "The heaps become one heap, their plain product.",
        "From 27 you may take 1, 2, 3 or 4. What must be left modulo 5?",
    ],
    "<p>{right}: the one heap is 27, which leaves 2, so you take 1. Without consolidation you "
    "would have to leave (3, 3, 2) or (3, 3, 1), of the products 18 and 9.</p>",
)
EXERCISES.add(
    "own-turn",
    3,
    "<p>Now let consolidation take a turn. Modulo 5, there are heaps of 3 and 2, whose product "
    "leaves 1. Is this P or N?</p>",
    outcome(MuM(5, "own-turn"), (2, 3)),
    [
        "Whoever consolidates gives the one heap to the opponent, who makes it 1.",
        "So a stranded position is lost. Can you leave one?",
    ],
    "<p>{right}: leave (2, 2). It is stranded, the opponent has to make it a heap of 4, and you "
    "leave 1 of "
    "that. So under this reading the product does not decide.</p>",
)

EXERCISES.add(
    "win-a-game",
    2,
    f"<p>Win a game modulo 7 {in_lab('mum', heaps='16,13,4', modulus=7)}: heaps of 16, 13 and 4, "
    "and you begin. What do you leave? Three of 13 moves win.</p>",
    move(_seven, (4, 13, 16)),
    [
        "The heaps leave 2, 6 and 4 when divided by 7. What does the product leave?",
        "It leaves 6, which is its own inverse: one heap has to be multiplied by 6.",
    ],
    "<p>Any of these wins: {right}. In each one heap is multiplied by 6 modulo 7, by taking less "
    "than 7 from it.</p>",
)


def _failing(modulus: int, most: int = 12) -> int:
    rules = MuM(modulus, "own-turn")
    solver = Solver(rules)
    heaps = [heap for heap in range(1, most + 1) if gcd(heap, modulus) == 1]
    return sum(
        (solver.outcome((a, b)) == "P") != (rules.product((a, b)) == 1)
        for b in heaps
        for a in heaps
        if a <= b
    )


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        "<p>The frames come from the stranded positions, which are lost if consolidation takes a "
        "turn. So "
        "many pairs of heaps to 12 are framed: "
        + ", ".join(f"{_failing(n)} modulo {n}" for n in range(3, 13))
        + (
            ". The divisors of 24 have no frames, because modulo these no position is stranded; "
            'chapter 9 proves it. With <code>heaps="any"</code> the product still decides if '
            "consolidation is on the same turn.</p>"
        )
    )
