"""What the podium rule and its theory may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import Solver
from nimtwist.games import Nim
from nimtwist.podium import (
    PodiumSolver,
    Standings,
    delta,
    is_zero,
    nearest,
    rank,
    reduction,
)
from tests.bad_input import Call, Sentence

PILES = (4, 2, 1)
SOLVER = PodiumSolver(Nim())
LONG = 10**100_000

CALLS: dict[str, Call] = {
    "Standings": (Standings, (3, False)),
    "PodiumSolver": (PodiumSolver, (Nim(), print)),
    "PodiumSolver.possible_standings": (SOLVER.possible_standings, ((2, 1), 3, False)),
    "PodiumSolver.standings": (SOLVER.standings, ((2, 1), 3)),
    "PodiumSolver.winners": (SOLVER.winners, ((2, 1), 3, False)),
    "delta": (delta, (PILES, 3)),
    "is_zero": (is_zero, (PILES, 3)),
    "nearest": (nearest, (PILES, 3)),
    "rank": (rank, (PILES, 3)),
    "reduction": (reduction, (PILES, 3, lambda rows, count: rows[-count:], "leftmost")),
}

# Games that are searched, standings of so many players, and the nearest of so many positions.
TAKES_LONG = {
    *("PodiumSolver.possible_standings", "PodiumSolver.standings", "PodiumSolver.winners"),
    "nearest",
}

SENTENCES: list[Sentence] = [
    (
        lambda: delta((1, 2), 1),
        "the number of players must be a whole number, at least 2, not 1",
    ),
    (
        lambda: delta([1, 2], 3),  # type: ignore[arg-type]
        "heaps must be a tuple of whole numbers, not [1, 2]",
    ),
    (
        lambda: is_zero((1, -LONG), 3),
        "a heap must be a whole number, at least 0, not (a number of 332193 bits)",
    ),
    (
        lambda: rank((1, True), 3),
        "a heap must be a whole number, at least 0, not True",
    ),
    (
        lambda: reduction((1, 2), 3, lambda rows, count: []),
        "the chooser must choose 1 of the rows [1], not set()",
    ),
    (
        lambda: reduction((1, 2), 3, "first"),  # type: ignore[arg-type]
        "the chooser must be a function of rows and how many to choose, not 'first'",
    ),
    (
        lambda: reduction((1, 2), 3, start="right"),  # type: ignore[arg-type]
        "the start must be 'leftmost' or 'not n - 1', not 'right'",
    ),
    (
        lambda: SOLVER.winners((1,), 3, podium=1),  # type: ignore[arg-type]
        "podium must be True or False, not 1",
    ),
    (
        lambda: SOLVER.standings((1,), 0),
        "the number of players must be a whole number, from 2 to 1000, not 0",
    ),
    (
        lambda: PodiumSolver(Solver),  # type: ignore[arg-type]
        "a solver takes a ruleset, a value with options(), not <class 'nimtwist.game.Solver'>",
    ),
]
