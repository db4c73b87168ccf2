"""Exercises for the chapter on finite fields."""

from __future__ import annotations

from nimbook import aes
from nimbook.claims import mum_fields as claims
from nimbook.exercises import Exercises, move, number, numbers, outcome
from nimtwist import PolyMuM

EXERCISES = Exercises("finite_fields")

_eight = PolyMuM(0b1011)

EXERCISES.add("square", number(_eight.mul(3, 3)))
EXERCISES.add(
    "inverse",
    number(
        _eight.inv(3),
        mistakes={a: f"No: 3 times {a} is {_eight.mul(3, a)}." for a in range(1, 8)},
    ),
)
EXERCISES.add("divide", move(_eight, (5, 6)))
EXERCISES.add(
    "stranded",
    numbers(heap for heap in range(1, 8) if _eight.is_stranded(tuple(sorted((2, heap))))),
)
EXERCISES.add("no-consolidation", outcome(PolyMuM(0b1011, "never"), (2, 6, 7)))
EXERCISES.add(
    "byte",
    number(
        aes.FIELD.inv(2),
        mistakes={
            n: f"No: {n} times 2 is {aes.FIELD.mul(n, 2)}." for n in (1, 2, 28, 127, 128, 142)
        },
    ),
)

EXERCISES.add(
    "win-a-game",
    move(_eight, (5, 6, 7)),
    seven_six=_eight.mul(7, 6),
    seven_five=_eight.mul(7, 5),
    six_five=_eight.mul(6, 5),
)


def _unchanged(polynomial: int) -> int:
    other = claims.box_by_moves(PolyMuM(polynomial))
    return sum(a == b for a, b in zip(other, aes.s_box(), strict=True))


_polynomials = (0b100011101, 0b101001101, 0b111111001)
EXERCISES.set_try_it(unchanged=", ".join(f"{_unchanged(p)} with `{p:#b}`" for p in _polynomials))
