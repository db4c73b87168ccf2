"""Exercises for the chapter on multiplying heaps."""

from __future__ import annotations

from nimbook.exercises import Exercises, move, numbers, outcome
from nimbook.samples import coprime_heaps
from nimtwist import MuM, Solver

EXERCISES = Exercises("multiplying_heaps")

_five, _seven = MuM(5), MuM(7)

EXERCISES.add("product-of-three", outcome(_five, (4, 6, 9)))
EXERCISES.add("divide", move(_five, (3, 8)))
EXERCISES.add("larger-heaps", move(_seven, (9, 13)))
EXERCISES.add(
    "stranded-beside",
    numbers(heap for heap in range(1, 7) if _seven.is_stranded(tuple(sorted((3, heap))))),
)
EXERCISES.add("consolidate", move(_five, (3, 3, 3)))
EXERCISES.add("own-turn", outcome(MuM(5, "own-turn"), (2, 3)))

EXERCISES.add("win-a-game", move(_seven, (4, 13, 16)))


def _failing(modulus: int) -> int:
    rules = MuM(modulus, "own-turn")
    solver = Solver(rules)
    pairs = [heaps for heaps in coprime_heaps(modulus, 2, 12) if len(heaps) == 2]
    return sum((solver.outcome(pair) == "P") != (rules.product(pair) == 1) for pair in pairs)


EXERCISES.set_try_it(pairs=", ".join(f"{_failing(n)} modulo {n}" for n in range(3, 13)))
