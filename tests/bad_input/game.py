"""What the definitions and the solver may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import LoopySolver, Solver, Sum, Tree, Turns, mex
from nimtwist.games import BlockingNim, Nim
from tests.bad_input import Call, Sentence

GAME = BlockingNim.exactly(3, 1)
PLACE = ((1, 2), frozenset({1}))

CALLS: dict[str, Call] = {
    "mex": (mex, ([0, 1], 0)),
    "Sum": (Sum, ((Nim(),),)),
    "Sum.options": (Sum((Nim(), GAME)).options, (((1,), PLACE),)),
    "Turns": (Turns, (Nim(), 2)),
    "Turns.options": (Turns(Nim(), 2).options, ((1, 2),)),
    "Tree.of": (Tree.of, (Nim(), (2,), 1)),
    "Solver": (Solver, (Nim(), print)),
    "Solver.outcome": (Solver(GAME).outcome, (PLACE,)),
    "Solver.grundy": (Solver(Nim()).grundy, ((1, 2),)),
    "Solver.rank": (Solver(Nim()).rank, ((1, 2), 3)),
    "Solver.winning_options": (Solver(Nim()).winning_options, ((1, 2),)),
    "Solver.strategy": (Solver(Nim()).strategy, ((1, 1), bool)),
    "LoopySolver": (LoopySolver, (Nim(), print)),
    "LoopySolver.outcome": (LoopySolver(GAME).outcome, (PLACE,)),
    "LoopySolver.remoteness": (LoopySolver(Nim()).remoteness, ((1, 2),)),
    "LoopySolver.winning_options": (LoopySolver(Nim()).winning_options, ((1, 2),)),
}

TAKES_LONG = {
    *("Sum.options", "Turns.options", "Tree.of", "Solver.outcome", "Solver.grundy", "Solver.rank"),
    *("Solver.winning_options", "Solver.strategy", "LoopySolver.outcome"),
    *("LoopySolver.remoteness", "LoopySolver.winning_options"),
}

SENTENCES: list[Sentence] = [
    (
        lambda: mex([1, "2"]),  # type: ignore[list-item]
        "a value of mex must be a whole number, at least 0, not '2'",
    ),
    (
        lambda: Solver(Nim()).rank((1,), players=1),
        "the number of players must be a whole number, at least 2, not 1",
    ),
    (
        lambda: Solver(Nim).outcome((1,)),  # type: ignore[arg-type]
        "a solver takes a ruleset, a value with options(), not <class 'nimtwist.games.nim.Nim'>",
    ),
    (
        lambda: Solver(Nim(), progress=3),  # type: ignore[arg-type]
        "progress must be a function of one number, not 3",
    ),
    (
        lambda: Solver(Nim()).strategy((1,), keep=None),  # type: ignore[arg-type]
        "keep must be a function of one position, not None",
    ),
    (
        lambda: LoopySolver(3),  # type: ignore[arg-type]
        "a solver takes a ruleset, a value with options(), not 3",
    ),
    (
        lambda: LoopySolver(Nim(), progress="%"),  # type: ignore[arg-type]
        "progress must be a function of one number, not '%'",
    ),
    (
        lambda: LoopySolver(Nim()).outcome([1]),  # type: ignore[arg-type]
        "position [1] is not hashable: it must be immutable",
    ),
    (
        lambda: Solver(Sum((Nim(),))).outcome([1]),  # type: ignore[arg-type]
        "position [1] is not hashable: it must be immutable",
    ),
    (
        lambda: Sum((Nim(), Nim())).options(((1,),)),
        "position ((1,),) does not fit a sum of 2 games: "
        "it must be a tuple with one position for each",
    ),
    (
        lambda: Sum([Nim()]),  # type: ignore[arg-type]
        "a sum is of a tuple of rulesets, not [Nim()]",
    ),
    (
        lambda: Turns(Nim, 2),  # type: ignore[arg-type]
        "turns take a ruleset, a value with options(), not <class 'nimtwist.games.nim.Nim'>",
    ),
    (
        lambda: Turns(Nim(), 0),
        "the most moves of a turn must be a whole number, at least 1, not 0",
    ),
]
