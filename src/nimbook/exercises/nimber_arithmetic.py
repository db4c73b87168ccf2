"""Exercises for the chapter on nimber arithmetic."""

from __future__ import annotations

from nimbook.exercises import Exercises, number, numbers
from nimtwist import nimber

EXERCISES = Exercises("nimber_arithmetic")

EXERCISES.add("below-fermat", number(nimber.mul(16, 15)))
EXERCISES.add("fermat-squared", number(nimber.mul(16, 16)))
EXERCISES.add(
    "square-root",
    number(
        nimber.sqrt(6),
        mistakes={x: f"No: {x} ⊗ {x} = {nimber.mul(x, x)}." for x in range(16)},
    ),
)
EXERCISES.add("quadratic", numbers(nimber.solve(6)), term=nimber.mul(8, 8) ^ 8)
EXERCISES.add(
    "inverse",
    number(nimber.inv(4), mistakes={x: f"No: 4 ⊗ {x} = {nimber.mul(4, x)}." for x in range(16)}),
)
_fifth_roots = [x for x in range(256) if nimber.pow(x, 5) == 1]
EXERCISES.add("fifth-roots", number(len(_fifth_roots)), all=", ".join(map(str, _fifth_roots)))
EXERCISES.add("seventh-roots", number(sum(nimber.pow(x, 7) == 1 for x in range(1 << 10))))


def _roots(polynomial: int) -> str:
    return ", ".join(map(str, nimber.roots(polynomial))) or "none"


EXERCISES.set_try_it(
    roots=_roots(0b10011),
    degree_3="; ".join(f"{p:04b} has {_roots(p)}" for p in range(8, 16)),
    degree_2="; ".join(f"{p:03b} has {_roots(p)}" for p in range(4, 8)),
    power_of_4=nimber.pow(4, 15),
    power_of_6=nimber.pow(6, 15),
)
