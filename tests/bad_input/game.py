"""What the definitions and the solver may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import (
    LoopySolver,
    MultiMove,
    Rank,
    Solver,
    Sum,
    SumSolver,
    Tree,
    canonical,
    mex,
    normal_outcome,
)
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Nim
from tests.bad_input import Call, Sentence
from tests.strategies import Path

GAME = BlockingNim.exactly(3, 1)
PLACE = ((1, 2), frozenset({1}))

CALLS: dict[str, Call] = {
    "mex": (mex, ([0, 1], 0)),
    "Sum": (Sum, ((Nim(),),)),
    "Sum.options": (Sum((Nim(), GAME)).options, (((1,), PLACE),)),
    "Sum.read": (Sum((Nim(), GAME)).read, ("1 + 1, 2 not 1",)),
    "Sum.show": (Sum((Nim(), GAME)).show, (((1,), PLACE),)),
    "Sum.describe_move": (Sum((Nim(), GAME)).describe_move, (((1,), PLACE), ((), PLACE))),
    "Sum.why_illegal": (Sum((Nim(), GAME)).why_illegal, (((1,), PLACE), ((), PLACE))),
    "Sum.canonical": (Sum((Nim(), GAME)).canonical, (((1,), PLACE),)),
    "MultiMove.canonical": (MultiMove(Nim(), 2).canonical, ((1, 2),)),
    "MultiMove": (MultiMove, (Nim(), 2)),
    "MultiMove.options": (MultiMove(Nim(), 2).options, ((1, 2),)),
    "Tree.of": (Tree.of, (Nim(), (2,), 1)),
    "describe_move": (describe_move, (Nim(), (2, 1), (1, 1))),
    "canonical": (canonical, (Nim(), (2, 1))),
    "Rank": (Rank, (3,)),
    "Solver.evaluate": (Solver(Nim()).evaluate, ((1, 2), normal_outcome)),
    "SumSolver": (SumSolver, (Nim(), print)),
    "SumSolver.grundy": (SumSolver(Nim()).grundy, ((1, 2),)),
    "Oracle.outcome": (Solver(GAME).outcome, (PLACE,)),
    "Oracle.winning_options": (Solver(Nim()).winning_options, ((1, 2),)),
    "ValueOracle.grundy": (Nim().closed_form.grundy, ((1, 2),)),
    "ValueOracle.outcome": (Nim().closed_form.outcome, ((1, 2),)),
    "Solver": (Solver, (Nim(), print)),
    "Solver.outcome": (Solver(GAME).outcome, (PLACE,)),
    "Solver.grundy": (Solver(Nim()).grundy, ((1, 2),)),
    "Solver.rank": (Solver(Nim()).rank, ((1, 2), 3)),
    "Solver.strategy": (Solver(Nim()).strategy, ((1, 1), bool)),
    "LoopySolver": (LoopySolver, (Nim(), print)),
    "LoopySolver.outcome": (LoopySolver(GAME).outcome, (PLACE,)),
    "LoopySolver.remoteness": (LoopySolver(Nim()).remoteness, ((1, 2),)),
    "LoopySolver.winning_options": (LoopySolver(Nim()).winning_options, ((1, 2),)),
}

TAKES_LONG = {
    *("Sum.options", "MultiMove.options", "Tree.of", "Oracle.outcome", "Oracle.winning_options"),
    *("Solver.outcome", "Solver.grundy", "Solver.rank", "Solver.evaluate", "Solver.strategy"),
    *("SumSolver.grundy", "SumSolver.outcome"),
    *("LoopySolver.outcome", "LoopySolver.remoteness", "LoopySolver.winning_options"),
}

SENTENCES: list[Sentence] = [
    (
        lambda: mex([1, "2"]),  # type: ignore[list-item]
        "a value of mex must be a whole number, at least 0, not '2'",
    ),
    (
        lambda: mex([1], start=-1),
        "start must be a whole number, at least 0, not -1",
    ),
    (
        lambda: Tree.of(Nim(), (1,), -1),
        "the depth of a tree must be a whole number, at least 0, not -1",
    ),
    (
        lambda: Tree.of(3, (1,), 1),  # type: ignore[arg-type]
        "a game tree takes a ruleset, a value with options(), not 3",
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
        lambda: LoopySolver(Path()).outcome([1]),  # type: ignore[arg-type]
        "position [1] is not hashable: it must be immutable",
    ),
    (
        lambda: Solver(Sum((Nim(),))).outcome([1]),  # type: ignore[arg-type]
        "position [1] does not fit a sum of 1 games: it must be a tuple with one position for each",
    ),
    (
        lambda: Solver(Nim()).evaluate((1,), 3),  # type: ignore[arg-type]
        "a rule must be a function of the list of the options' values, not 3",
    ),
    (
        lambda: Sum((Nim(), Nim())).options(((1,),)),
        "position ((1,),) does not fit a sum of 2 games: "
        "it must be a tuple with one position for each",
    ),
    (
        lambda: Sum((Nim(), Nim())).read("1 + 2 + 3"),
        "'1 + 2 + 3' is not a sum of 2 games: their positions are separated by plus signs",
    ),
    (
        lambda: Sum([Nim()]),  # type: ignore[arg-type]
        "a sum takes a tuple of rulesets, not [Nim()]",
    ),
    (
        lambda: MultiMove(Nim, 2),  # type: ignore[arg-type]
        "a multi-move takes a ruleset, a value with options(), "
        "not <class 'nimtwist.games.nim.Nim'>",
    ),
    (
        lambda: MultiMove(Nim(), 0),
        "the most moves in a turn must be a whole number, at least 1, not 0",
    ),
]
