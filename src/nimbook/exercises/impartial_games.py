"""The exercises of the chapter on impartial games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt

from nimbook.exercises import Exercises, move, number, numbers, outcome
from nimtwist import Nim, Octal, Solver, SumSolver, mex

EXERCISES = Exercises("impartial_games")


def _lost(taken: Callable[[int], Iterable[int]], most: int) -> list[int]:
    """Return the heaps to `most` that are P, if a move takes a number in `taken(heap)`."""
    lost = list[int]()
    for heap in range(most + 1):
        if not any(heap - number in lost for number in taken(heap)):
            lost.append(heap)
    return lost[1:]


_nim = Solver(Nim())

EXERCISES.add("balanced", outcome(Nim(), (1, 2, 3)), total=_nim.grundy((1, 2, 3)))
EXERCISES.add("first-move", move(Nim(), (2, 4, 5)))
_wins = _nim.winning_options((5, 6, 7))
EXERCISES.add("how-many", number(len(_wins)), moves=", ".join(map(Nim().show, _wins)))
EXERCISES.add("one-three-four", numbers(_lost(lambda heap: (1, 3, 4), 14)))
_up_to_three = SumSolver(Octal("0.333"))
EXERCISES.add(
    "three-heaps",
    outcome(Octal("0.333"), (6, 7, 9), _up_to_three),
    values=", ".join(str(_up_to_three.grundy((heap,))) for heap in (6, 7, 9)),
    total=_up_to_three.grundy((6, 7, 9)),
)
_worth, _heap = (0, 1, 3, 6), 6
EXERCISES.add(
    "unknown-game",
    number(_worth.count(_heap) + sum(heap == mex(_worth) for heap in range(_heap))),
    value=mex(_worth),
)

EXERCISES.add("win-a-game", move(Nim(), (2, 5, 9)))


def _heaps(taken: Callable[[int], Iterable[int]]) -> str:
    return ", ".join(map(str, _lost(taken, 24)))


EXERCISES.last(
    at_most_half=_heaps(lambda heap: range(1, heap // 2 + 1)),
    squares=_heaps(lambda heap: [n * n for n in range(1, isqrt(heap) + 1)]),
    powers=_heaps(lambda heap: [1 << k for k in range(heap.bit_length())]),
    divisors=_heaps(lambda heap: [d for d in range(1, heap) if heap % d == 0]),
)
