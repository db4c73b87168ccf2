"""The exercises of the chapter on nimbers beyond infinity."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, number, numbers
from nimtwist import nimber
from nimtwist.ordinal import Ordinal, kappa, roots

EXERCISES = Exercises("beyond_infinity")
"""The exercises, in the chapter's order."""

_w = Ordinal.parse("w")


def _whole(ordinal: Ordinal) -> int:
    return int(str(ordinal))


EXERCISES.add(
    "sum",
    1,
    "<p>(ω · 6 + 5) ⊕ (ω · 3 + 5) is ω · n for a whole number n. Which one?</p>",
    number(
        next(
            n
            for n in range(1, 16)
            if Ordinal.parse(str(n)) * _w == Ordinal.parse("w*6+5") + Ordinal.parse("w*3+5")
        ),
        mistakes={9: "The coefficients are added without carry."},
    ),
    ["The coefficients of each power of ω are added separately, without carry.", "6 ⊕ 3 = 5."],
    "<p>{right}: 6 ⊕ 3 = 5, and 5 ⊕ 5 = 0.</p>",
)
EXERCISES.add(
    "sixth-power",
    1,
    "<p>What is the sixth nim-power of ω?</p>",
    number(
        _whole(_w**6),
        mistakes={4: "That is the ordinary square of 2.", 2: "That is the third power."},
    ),
    ["ω ⊗ ω ⊗ ω = 2.", "The sixth power is 2 ⊗ 2."],
    "<p>{right} = 2 ⊗ 2.</p>",
)
_inverse = {"ω² · 2": "w^2*2", "ω² · 3": "w^2*3", "ω · 2": "w*2", "ω²": "w^2"}
EXERCISES.add(
    "inverse",
    2,
    "<p>Which number is 1 ⊘ ω?</p>",
    choice(
        next(
            name
            for name, text in _inverse.items()
            if Ordinal.parse(text) * _w == Ordinal.parse("1")
        ),
        {
            name: f"No: ω ⊗ ({name}) = {Ordinal.parse(text) * _w}."
            for name, text in _inverse.items()
            if Ordinal.parse(text) * _w != Ordinal.parse("1")
        },
    ),
    ["ω ⊗ ω² = 2.", "So ω ⊗ ω² ⊗ n = 2 ⊗ n. For which n is this 1?"],
    "<p>{right}, since 2 ⊗ 3 = 1.</p>",
)
EXERCISES.add(
    "cubes",
    2,
    "<p>Which numbers from 1 to 15 are the nim-cube of a finite number?</p>",
    numbers(a for a in range(1, 16) if a in {nimber.pow(x, 3) for x in range(1, 256)}),
    [
        "The 15 numbers are a cyclic group, so a third of them are cubes of numbers below 16. A "
        "larger field adds none: a number that is no cube in the field of 16 is none in that of "
        "256.",
        "1 is the cube of 1, 2 and 3; 4 ⊗ 4 ⊗ 4 = 6 ⊗ 4 = 14.",
        "The cubes are the numbers with the fifth power 1: the powers of 14.",
    ],
    "<p>{right}: those with the fifth nim-power 1. In a larger field no other number below 16 "
    "becomes a cube: its cubes are the numbers whose nim-power (2<sup>2ⁿ</sup> − 1)/3 is 1, and "
    "below 16 these are the same.</p>",
)
EXERCISES.add(
    "tenth-power",
    2,
    "<p>What is the tenth nim-power of ω<sup>ω</sup>?</p>",
    number(_whole(kappa(5) ** 10), mistakes={16: "That is the ordinary square of 4."}),
    ["Its fifth nim-power is 4.", "The tenth is 4 ⊗ 4."],
    "<p>{right} = 4 ⊗ 4.</p>",
)
EXERCISES.add(
    "degree",
    3,
    "<p>ω has the degree 6, and 16 has the degree 8. What is the degree of ω ⊕ 16?</p>",
    number(
        (_w + Ordinal.parse("16")).degree(),
        mistakes={48: "6 and 8 have a factor in common.", 14: "Degrees are not added."},
    ),
    [
        "Both lie in a field whose degree is a common multiple of 6 and 8.",
        "The sum is raised to the powers 2, 4, 8, … part by part, and the part of 16 stays "
        "finite. So when does the sum come back to itself?",
    ],
    "<p>{right}, here the least common multiple. It need not always be so: ω ⊕ ω has the degree "
    "1.</p>",
)
EXERCISES.add(
    "seventh-roots",
    3,
    "<p>How many nimbers below ω<sup>ω<sup>ω</sup></sup> have the seventh nim-power 1?</p>",
    number(
        len({*roots(1, 7)}),
        mistakes={1: "Among the finite numbers it is only 1. But now there is GF(8)."},
    ),
    ["The numbers are an algebraically closed field.", "Which field has seven elements besides 0?"],
    "<p>{right}: the elements of GF(8) other than 0, which the finite nimbers do not have.</p>",
)


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    sums = [_w * a + b for a in range(1, 8) for b in range(8)]
    cubic = [str(x) for x in sums if x.degree() == 3]
    w_w = Ordinal.parse("w^w")
    return (
        f"<p><code>w^w</code> has {w_w.degree()} conjugates, <code>w+4</code> has "
        f"{(_w + 4).degree()}. The "
        f"degree of a sum need not be the least common multiple: {_w + 1 / _w} is the sum of ω "
        "and its "
        f"inverse, both of the degree {_w.degree()}, and has the degree {(_w + 1 / _w).degree()}. "
        "Of the form "
        f"<code>w*a + b</code> with a and b below 8, {', '.join(cubic) or 'no number'} has the "
        "degree 3. The "
        "numbers whose nim-cube is <code>w+1</code> are "
        f"{', '.join(map(str, roots(_w + 1, 3)))}.</p>"
    )
