"""Exercises for the chapter on impartial games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt

from nimbook.exercises import Exercises, move, number, numbers, outcome
from nimtwist import Nim, Octal, Rules, Solver, mex, p_positions
from nimtwist.solve import BestSolver

EXERCISES = Exercises("impartial_games")


def _p_positions(amounts: Callable[[int], Iterable[int]], limit: int) -> list[int]:
    """Return the P-positions from 1 to `limit` if one of `amounts(heap)` is taken from a heap."""
    rules = Rules(lambda heap: [heap - amount for amount in amounts(heap) if amount <= heap])
    return p_positions(rules, [range(1, limit + 1)], int)


_nim = Solver(Nim())

EXERCISES.add("balanced", outcome(Nim(), (1, 2, 3)), total=_nim.grundy((1, 2, 3)))
EXERCISES.add("first-move", move(Nim(), (2, 4, 5)))
_wins = _nim.winning_options((5, 6, 7))
EXERCISES.add("how-many", number(len(_wins)), moves=", ".join(map(Nim().show, _wins)))
EXERCISES.add("one-three-four", numbers(_p_positions(lambda heap: (1, 3, 4), 14)))
_up_to_three = BestSolver(Octal("0.333"))
EXERCISES.add(
    "three-heaps",
    outcome(Octal("0.333"), (6, 7, 9)),
    values=", ".join(str(_up_to_three.grundy((heap,))) for heap in (6, 7, 9)),
    total=_up_to_three.grundy((6, 7, 9)),
)
_option_values, _heap = (0, 1, 3, 6), 6
EXERCISES.add(
    "unknown-game",
    number(_option_values.count(_heap) + sum(heap == mex(_option_values) for heap in range(_heap))),
    value=mex(_option_values),
)

EXERCISES.add("win-a-game", move(Nim(), (2, 5, 9)))


def _listed(amounts: Callable[[int], Iterable[int]]) -> str:
    return ", ".join(map(str, _p_positions(amounts, 24)))


EXERCISES.set_try_it(
    at_most_half=_listed(lambda heap: range(1, heap // 2 + 1)),
    squares=_listed(lambda heap: [n * n for n in range(1, isqrt(heap) + 1)]),
    powers=_listed(lambda heap: [1 << k for k in range(heap.bit_length())]),
    divisors=_listed(lambda heap: [d for d in range(1, heap) if heap % d == 0]),
)
