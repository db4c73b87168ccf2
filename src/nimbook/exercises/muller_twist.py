"""Exercises for the chapter on Nim with a Muller twist."""

from __future__ import annotations

from nimbook.claims.twist import FIGURE_4
from nimbook.exercises import Exercises, choice, move, number, numbers, outcome
from nimtwist import BlockingNim, Solver
from nimtwist.games.blocking import Boxes

EXERCISES = Exercises("muller_twist")

_four, _five = BlockingNim.exactly(4, 2), BlockingNim.exactly(5, 1)
EXERCISES.add(
    "what-may-be-taken",
    numbers({9 - sum(heaps) for heaps, _ in _four.options(_four.read("9 not 1, 3"))}),
)
EXERCISES.add("all-even", outcome(_five, _five.read("6, 4, 2 not 3")))
_three = BlockingNim.exactly(3, 1)
EXERCISES.add("take-and-say", move(_three, _three.read("5, 4, 2 not 2")))
_solver = Solver(BlockingNim.exactly(5, 2))
EXERCISES.add(
    "second-heap",
    numbers(
        heap
        for heap in range(1, 13)
        if _solver.outcome((tuple(sorted((7, heap))), frozenset({1, 3}))) == "P"
    ),
)
_family = BlockingNim(5, [{1, 3}, {3, 4}])
_boxes, _solver = Boxes(_family, _family.smallest_unavoidable), Solver(_family)
_heaps = [((heap,), frozenset({3, 4})) for heap in range(20)]
_failing = [heaps for heaps in _heaps if _boxes.outcome(heaps) != _solver.outcome(heaps)]
EXERCISES.add("boxes-fail", number(sum(_failing[0][0])))
EXERCISES.add("no-theorem", move(FIGURE_4, FIGURE_4.read("4, 3 not 2, 3")))
EXERCISES.add("strictest", choice("not 1, 2, 3"))
EXERCISES.add("win-a-game", move(FIGURE_4, FIGURE_4.read("7, 4 not 2, 3")))

_added = BlockingNim(4, [{1, 3}, {2, 4}, {1, 2}])

EXERCISES.set_try_it(size=_added.smallest_unavoidable)
