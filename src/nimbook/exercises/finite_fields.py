"""The exercises of the chapter on finite fields."""

from __future__ import annotations

from nimbook import aes
from nimbook.claims import mum_fields as claims
from nimbook.exercises import Exercises, in_lab, move, number, numbers, outcome
from nimtwist import PolyMuM, nimber

EXERCISES = Exercises("finite_fields")
"""The exercises, in the chapter's order."""

_eight = PolyMuM(0b1011)

EXERCISES.add(
    "square",
    1,
    "<p>Modulo x<sup>3</sup> + x + 1, what is 3 times 3?</p>",
    number(
        _eight.mul(3, 3),
        mistakes={9: "That is the ordinary product.", nimber.mul(3, 3): "That is the nim-product."},
    ),
    ["3 stands for x + 1.", "(x + 1)(x + 1) = x² + 1, because x + x = 0."],
    "<p>{right}, which stands for x² + 1.</p>",
)
EXERCISES.add(
    "inverse",
    1,
    "<p>Modulo x<sup>3</sup> + x + 1, what is the inverse of 3?</p>",
    number(
        _eight.inv(3),
        mistakes={
            a: f"No: 3 times {a} is {_eight.mul(3, a)}." for a in range(1, 8) if a != _eight.inv(3)
        },
    ),
    ["3 stands for x + 1, and x + 1 = x³.", "x⁷ = 1, so the inverse of x³ is x⁴ = x · (x + 1)."],
    "<p>{right}, which stands for x² + x.</p>",
)
EXERCISES.add(
    "divide",
    2,
    "<p>Modulo x<sup>3</sup> + x + 1, you are given (6, 5). What do you leave?</p>",
    move(_eight, (5, 6)),
    [
        "A heap beside another one must become its inverse, if that is smaller.",
        "6 is the inverse of 3, and 5 is the inverse of 2.",
    ],
    "<p>Either of these wins: {right}.</p>",
)
EXERCISES.add(
    "stranded",
    2,
    "<p>Modulo x<sup>3</sup> + x + 1, one heap is 2. Which heaps from 1 to 7 beside it make a "
    "position that is "
    "stranded?</p>",
    numbers(heap for heap in range(1, 8) if _eight.is_stranded(tuple(sorted((2, heap))))),
    [
        "The inverse of 2 is 5. A heap above 5 can become 5, and with a heap of 5 the product is "
        "1 already.",
        "The 2 could only become 1, and the inverse of 1 is 1.",
    ],
    "<p>{right}: all that are smaller than 5, the inverse of 2, and not 1.</p>",
)
EXERCISES.add(
    "no-consolidation",
    2,
    "<p>Modulo x<sup>3</sup> + x + 1, and without consolidation, there are heaps of 7, 6 and 2. "
    "Is this P or N?</p>",
    outcome(PolyMuM(0b1011, "never"), (2, 6, 7)),
    [
        "No heap may become 0: it goes down to 1.",
        "It is Nim with heaps that are smaller by 1.",
        "6 ⊕ 5 ⊕ 1 = 2.",
    ],
    "<p>{right}. Without consolidation the game is Nim with heaps of 6, 5 and 1.</p>",
)
EXERCISES.add(
    "byte",
    3,
    "<p>In the field of AES, modulo x<sup>8</sup> + x<sup>4</sup> + x<sup>3</sup> + x + 1, you "
    "are given "
    "(255, 2). One move wins. What does the 255 become?</p>",
    number(
        aes.FIELD.inv(2),
        mistakes={
            n: f"No: {n} times 2 is {aes.FIELD.mul(n, 2)}." for n in (1, 2, 28, 127, 128, 142)
        },
    ),
    [
        "It must become the inverse of 2, which stands for x.",
        "x⁸ + x⁴ + x³ + x = 1. Divide by x.",
        "The inverse of x is x⁷ + x³ + x² + 1, in binary 10001101.",
    ],
    "<p>{right}: x · (x⁷ + x³ + x² + 1) = x⁸ + x⁴ + x³ + x = 1.</p>",
)

EXERCISES.add(
    "win-a-game",
    3,
    f"<p>Win a game modulo x<sup>3</sup> + x + 1 {in_lab('polymum', heaps='7,6,5')}: heaps of 7, 6 "
    "and 5, and you begin. What do you leave? Two of 15 moves win.</p>",
    move(_eight, (5, 6, 7)),
    [
        f"7 times 6 is {_eight.mul(7, 6)}, 7 times 5 is {_eight.mul(7, 5)}, and 6 times 5 is "
        f"{_eight.mul(6, 5)}.",
        "The third heap must become the inverse of that, if it is smaller.",
        "2 and 5 are inverse to each other, and so are 3 and 6, and 4 and 7.",
    ],
    "<p>Either of these wins: {right}. In both, one heap has become the inverse of the product of "
    "the other two.</p>",
)


def _kept(polynomial: int) -> int:
    other = claims.box_by_moves(PolyMuM(polynomial))
    return sum(a == b for a, b in zip(other, aes.s_box(), strict=True))


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        "<p>These numbers of the 256 entries stay as they are: "
        + ", ".join(
            f"{_kept(p)} with <code>{p:#b}</code>" for p in (0b100011101, 0b101001101, 0b111111001)
        )
        + ". They are those of 0 and 1, which are their own inverses in every field (0 by "
        "agreement). Nothing is special about the polynomial: any of the thirty makes an S-box.</p>"
    )
