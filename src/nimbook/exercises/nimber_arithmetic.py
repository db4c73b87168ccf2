"""The exercises of the chapter on nimber arithmetic."""

from __future__ import annotations

from nimbook.exercises import Exercises, number, numbers
from nimtwist import nimber

EXERCISES = Exercises("nimber_arithmetic")
"""The exercises, in the chapter's order."""

EXERCISES.add(
    "below-fermat",
    1,
    "<p>What is 16 ⊗ 15?</p>",
    number(nimber.mul(16, 15), mistakes={16 ^ 15: "That is the nim-sum."}),
    [
        "Is one of the two a Fermat 2-power?",
        "By a larger Fermat 2-power one multiplies as at school.",
    ],
    "<p>{right}, the ordinary product, because 16 is a Fermat 2-power and 15 is smaller.</p>",
)
EXERCISES.add(
    "fermat-squared",
    1,
    "<p>What is 16 ⊗ 16?</p>",
    number(
        nimber.mul(16, 16),
        mistakes={
            16
            * 16: "That is the ordinary product; it is the nim-product only with smaller numbers.",
            0: "That is 16 ⊕ 16.",
        },
    ),
    ["The square of a Fermat 2-power F is F ⊕ F/2."],
    "<p>{right}, which is 3/2 of 16.</p>",
)
EXERCISES.add(
    "square-root",
    2,
    "<p>5 ⊗ 5 = 7. Which number has the square 6?</p>",
    number(
        nimber.sqrt(6),
        mistakes={
            x: f"No: {x} ⊗ {x} = {nimber.mul(x, x)}." for x in range(16) if x != nimber.sqrt(6)
        },
    ),
    [
        "Squares add: (a ⊕ b) ⊗ (a ⊕ b) = a ⊗ a ⊕ b ⊗ b.",
        "6 = 7 ⊕ 1. Which numbers have the squares 7 and 1?",
    ],
    "<p>{right}: as 5 and 1 have the squares 7 and 1, 5 ⊕ 1 = 4 has the square 7 ⊕ 1 = 6.</p>",
)
EXERCISES.add(
    "quadratic",
    2,
    "<p>Which numbers x solve x ⊗ x ⊕ x = 6?</p>",
    numbers(nimber.solve(6)),
    [
        "6 is below 8, so both solutions are below 16.",
        "If x is one of them, x ⊕ 1 is the other.",
        "2 ⊗ 2 ⊕ 2 = 1 and 4 ⊗ 4 ⊕ 4 = 2; and 8 ⊗ 8 ⊕ 8 = "
        f"{nimber.mul(8, 8) ^ 8}. The left side is additive in x.",
    ],
    "<p>{right}. x ⊗ x ⊕ x is additive, so add up the values for 2, 4 and 8 to 6.</p>",
)
EXERCISES.add(
    "inverse",
    2,
    "<p>What is 1 ⊘ 4, the number whose product with 4 is 1?</p>",
    number(
        nimber.inv(4),
        mistakes={x: f"No: 4 ⊗ {x} = {nimber.mul(4, x)}." for x in range(16) if x != nimber.inv(4)},
    ),
    [
        "It is below 16, as the numbers below 16 are a field. Write it as 4a ⊕ b with a and b "
        "below 4.",
        "4 ⊗ (4a ⊕ b) = 6 ⊗ a ⊕ 4 ⊗ b = 4(a ⊕ b) ⊕ 2 ⊗ a.",
        "So a = b and 2 ⊗ a = 1.",
    ],
    "<p>{right}: a = b and 2 ⊗ a = 1 give a = 3, and 4 · 3 ⊕ 3 = 15.</p>",
)
EXERCISES.add(
    "fifth-roots",
    3,
    "<p>How many finite nimbers x have x ⊗ x ⊗ x ⊗ x ⊗ x = 1?</p>",
    number(
        sum(nimber.pow(x, 5) == 1 for x in range(256)),
        mistakes={
            1: "Not only 1: in the field of 16 there are 15 elements other than 0, a cyclic group.",
            4: "1 is one of them, too.",
        },
    ),
    [
        "In a field, an equation of degree 5 has at most five solutions.",
        "The numbers below 16 are a field. So those from 1 to 15 are a cyclic group.",
    ],
    "<p>{right}: "
    + ", ".join(str(x) for x in range(256) if nimber.pow(x, 5) == 1)
    + ". They are the elements of the cyclic group of 15 whose order divides 5, and an equation of "
    "degree 5 has no more.</p>",
)
EXERCISES.add(
    "seventh-roots",
    3,
    "<p>How many finite nimbers have the seventh nim-power 1?</p>",
    number(
        sum(nimber.pow(x, 7) == 1 for x in range(1 << 10)),
        mistakes={7: "So many would need an element of order 7 in a field of 2^(2ⁿ) elements."},
    ),
    [
        "An element of order 7 would be in a field of 2^(2ⁿ) elements, so 7 would divide 2^(2ⁿ) − "
        "1.",
        "Modulo 7 the powers of 2 are 2, 4, 1, 2, 4, 1, … When is 2 to the power 2ⁿ equal to 1?",
    ],
    "<p>{right}, the number 1 itself. 7 divides 2<sup>k</sup> − 1 only if 3 divides k, and 3 "
    "divides no "
    "power of two.</p>",
)


def _roots(polynomial: int) -> str:
    return ", ".join(map(str, nimber.roots(polynomial))) or "none"


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        f"<p>x<sup>4</sup> + x + 1 has the roots {_roots(0b10011)}, a number and its conjugates. "
        "A polynomial of degree 3 has a root only if 0 or 1 is one: "
        + "; ".join(f"{p:04b} has {_roots(p)}" for p in range(8, 16))
        + ". Every one of degree 2 has a root: "
        + "; ".join(f"{p:03b} has {_roots(p)}" for p in range(4, 8))
        + f". And the 15th nim-powers of 4 and 6 are {nimber.pow(4, 15)} and {nimber.pow(6, 15)}, "
        "since the group of the field of 16 has 15 elements.</p>"
    )
