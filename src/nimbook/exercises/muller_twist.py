"""The exercises of the chapter on Nim with a Muller twist."""

from __future__ import annotations

from nimbook.claims.twist import FIGURE_4
from nimbook.exercises import Exercises, choice, move, number, numbers, outcome
from nimtwist import BlockingNim, Solver
from nimtwist.games.blocking import Boxes

EXERCISES = Exercises("muller_twist")
"""The exercises, in the chapter's order."""

_one, _two = BlockingNim.exactly(3, 1), BlockingNim.exactly(5, 2)

_four = BlockingNim.exactly(4, 2)
EXERCISES.add(
    "what-may-be-taken",
    numbers({9 - sum(heaps) for heaps, _ in _four.options(_four.read("9 not 1, 3"))}),
)
EXERCISES.add(
    "all-even", outcome(BlockingNim.exactly(5, 1), BlockingNim.exactly(5, 1).read("6, 4, 2 not 3"))
)
EXERCISES.add("take-and-say", move(_one, _one.read("5, 4, 2 not 2")))
_solver = Solver(_two)
EXERCISES.add(
    "second-heap",
    numbers(
        heap
        for heap in range(1, 13)
        if _solver.outcome((tuple(sorted((7, heap))), frozenset({1, 3}))) == "P"
    ),
)
_family = BlockingNim(5, [{1, 3}, {3, 4}])
_boxes = Boxes(_family, _family.smallest_unavoidable)
_wrong = next(
    heap
    for heap in range(20)
    if _boxes.outcome(((heap,), frozenset({3, 4})))
    != Solver(_family).outcome(((heap,), frozenset({3, 4})))
)
EXERCISES.add(
    "boxes-fail",
    number(_wrong, mistakes={3: "From 3 one may take 2 and leave 1, which is in the first box."}),
)
EXERCISES.add("no-theorem", move(FIGURE_4, FIGURE_4.read("4, 3 not 2, 3")))
EXERCISES.add(
    "strictest",
    choice(
        "not 1, 2, 3",
        {
            "not 5, 6, 7": "No: that lets your opponent take a single stick.",
            "not 1, 3, 5": "No: after that your opponent may take 2, and remainders of 2 are too "
            "big.",
        },
    ),
)
EXERCISES.add("win-a-game", move(FIGURE_4, FIGURE_4.read("7, 4 not 2, 3")))

_added = BlockingNim(4, [{1, 3}, {2, 4}, {1, 2}])


@EXERCISES.last
def last_section() -> dict[str, object]:
    """Return the values in the solution of the last section."""
    return {"size": _added.smallest_unavoidable}
