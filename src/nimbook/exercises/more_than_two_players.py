"""Exercises for the chapter on more than two players."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, move, number
from nimtwist import Moore, Nim, Solver
from nimtwist.podium import PodiumSolver

EXERCISES = Exercises("more_than_two_players")

_search, _names = Solver(Nim()), ("Alice", "Bob", "Charlie")


def _rank(players: int, *heaps: int) -> int:
    return _search.rank(tuple(sorted(heaps)), players=players)


def _winner(*heaps: int) -> str:
    # At rank 0 the previous player, Charlie, wins.
    return _names[_rank(3, *heaps) - 1]


EXERCISES.add("two-heaps", choice(_winner(5, 7)))
EXERCISES.add("who-is-second", choice("Ann"))
EXERCISES.add("fourth-heap", number(*(heap for heap in range(16) if _rank(3, 3, 5, 6, heap) == 0)))
EXERCISES.add("as-many-heaps", number(_rank(4, 2, 5, 5, 7)))
EXERCISES.add("moore", move(Moore(2), (2, 3, 5)))
_single = next(n for n in range(1, 40) if Solver(Moore(3)).rank((1,) * n, players=4) == 0)
EXERCISES.add("single-sticks", number(_single))
EXERCISES.add("one-move", number(*(heap for heap in range(3) if _rank(3, 2, 2, 2, heap) == 0)))


def _winners(heaps: tuple[int, ...], players: int = 3) -> str:
    seats = PodiumSolver(Nim()).winners(heaps, players, podium=False)
    names = [("Alice", "Bob", "Charlie", "Dora")[seat] for seat in sorted(seats)]
    return " or ".join(names)


_three = [(2, 2), (1, 3), (1, 1, 1), (1, 1, 2)]
EXERCISES.set_try_it(
    winners="; ".join(f"at {Nim().show(heaps)} {_winners(heaps)}" for heaps in _three),
    two_and_two=_winners((2, 2), 2),
    three_and_one=_winners((1, 3), 4),
)
