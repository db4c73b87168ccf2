"""The exercises of the chapter on impartial games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isqrt

from nimbook.exercises import Exercises, move, number, numbers, outcome
from nimtwist import Nim, Octal, Solver, SumSolver, mex

EXERCISES = Exercises("impartial_games")


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

EXERCISES.add("balanced", outcome(Nim(), (1, 2, 3)), total=_nim.grundy((1, 2, 3)))
EXERCISES.add("first-move", move(Nim(), (2, 4, 5)))
_wins = _nim.winning_options((5, 6, 7))
EXERCISES.add("how-many", number(len(_wins)), moves=", ".join(map(Nim().show, _wins)))
EXERCISES.add(
    "one-three-four", numbers(Taking(lambda heap: [n for n in (1, 3, 4) if n <= heap]).lost(14))
)
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
    return ", ".join(map(str, Taking(taken).lost(24)))


EXERCISES.last(
    at_most_half=_heaps(lambda heap: range(1, heap // 2 + 1)),
    squares=_heaps(lambda heap: [n * n for n in range(1, isqrt(heap) + 1)]),
    powers=_heaps(lambda heap: [1 << k for k in range(heap.bit_length())]),
    divisors=_heaps(lambda heap: [d for d in range(1, heap) if heap % d == 0]),
)
