"""What blocking Nim may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import Solver
from nimtwist.games import BlockingNim, Nim
from nimtwist.games.blocking import (
    Boxes,
    PairGrid,
    longest_run,
    show_restriction,
    smallest_allowed,
    strictest,
)
from tests.bad_input import Call, Sentence

GAME = BlockingNim.exactly(3, 1)
PLACE = ((1, 2), frozenset({1}))
ONE = frozenset({1})

CALLS: dict[str, Call] = {
    "BlockingNim": (BlockingNim, (3, [[1], [2]])),
    "BlockingNim.exactly": (BlockingNim.exactly, (3, 1)),
    "BlockingNim.up_to": (BlockingNim.up_to, (3, 1)),
    "BlockingNim.count_options": (GAME.count_options, (PLACE,)),
    "BlockingNim.options": (GAME.options, (PLACE,)),
    "BlockingNim.show": (GAME.show, (PLACE,)),
    "BlockingNim.read": (GAME.read, ("1, 2 not 1",)),
    "BlockingNim.canonical": (GAME.canonical, (PLACE,)),
    "BlockingNim.describe_move": (GAME.describe_move, (PLACE, ((1,), frozenset({2})))),
    "BlockingNim.why_illegal": (GAME.why_illegal, (PLACE, ((1,), frozenset({2})))),
    "Boxes": (Boxes, (GAME, 2)),
    "Boxes.winning_options": (Boxes(GAME, 2).winning_options, (PLACE,)),
    "Boxes.outcome": (Boxes(GAME, 2).outcome, (PLACE,)),
    "Boxes.rows": (Boxes(GAME, 2).rows, (frozenset({1}), 3)),
    "PairGrid": (PairGrid, (GAME, 3, abs)),
    "PairGrid.outcome": (PairGrid(GAME, 3).outcome, (1, 2, frozenset({1}))),
    "PairGrid.rows": (PairGrid(GAME, 3).rows, (frozenset({1}),)),
    "longest_run": (longest_run, (3, [1, 2])),
    "show_restriction": (show_restriction, ([2, 1],)),
    "smallest_allowed": (smallest_allowed, (3, [1, 2])),
    "strictest": (strictest, (2,)),
}

TAKES_LONG = {"PairGrid", "strictest"}

SENTENCES: list[Sentence] = [
    (
        lambda: BlockingNim.exactly(3, 1).read("4, 2"),
        "'4, 2' does not say what is forbidden: write it after the heaps, as in 4, 2, 1 not 1",
    ),
    (
        lambda: BlockingNim.exactly(3, 1).options(((10**9,), frozenset({1}))),
        "((1000000000,), frozenset({1})) has up to 3000000000 options, too many to list: "
        "at most 1000000",
    ),
    (
        lambda: Solver(GAME).outcome(((-2,), ONE)),
        "a heap must be a whole number, at least 0, not -2",
    ),
    (
        lambda: BlockingNim(0, [[1]]),
        "the modulus must be a whole number, at least 1, not 0",
    ),
    (
        lambda: BlockingNim(True, [[1]]),
        "the modulus must be a whole number, at least 1, not True",
    ),
    (
        lambda: BlockingNim(3, []),
        "the family of restrictions [] is empty: give at least one",
    ),
    (
        lambda: BlockingNim(3, [[1], [4]]),
        "a forbidden residue must be a whole number, from 1 to 3, not 4",
    ),
    (
        lambda: BlockingNim(3, [[0]]),
        "a forbidden residue must be a whole number, from 1 to 3, not 0",
    ),
    (
        lambda: BlockingNim(3, [[True]]),
        "a forbidden residue must be a whole number, from 1 to 3, not True",
    ),
    (
        lambda: BlockingNim(3, [1, 2]),  # type: ignore[list-item]
        "restrictions must be a collection of sets of residues, not [1, 2]",
    ),
    (
        lambda: BlockingNim.exactly(3, 4),
        "k, the number of blocked residues, must be a whole number, from 0 to 3, not 4",
    ),
    (
        lambda: BlockingNim.up_to(0, 0),
        "the modulus must be a whole number, from 1 to 65536, not 0",
    ),
    (
        lambda: BlockingNim.exactly(40, 20),
        "blocking 20 residues modulo 40 makes too large a family: at most 65536 restrictions "
        "with 1048576 residues are listed",
    ),
    (
        lambda: BlockingNim.exactly(60_000, 59_999),
        "blocking 59999 residues modulo 60000 makes too large a family: at most 65536 "
        "restrictions with 1048576 residues are listed",
    ),
    (
        lambda: smallest_allowed(3, [1, 5]),
        "a forbidden residue must be a whole number, from 1 to 3, not 5",
    ),
    (
        lambda: longest_run(0, []),
        "the modulus must be a whole number, at least 1, not 0",
    ),
    (
        lambda: GAME.options(((1,), frozenset({1, 2}))),
        "the restriction [1, 2] is not in the family of BlockingNim(3, [[1], [2], [3]])",
    ),
    (
        lambda: GAME.options(((1,), frozenset({True}))),
        "the restriction [True] is not in the family of BlockingNim(3, [[1], [2], [3]])",
    ),
    (
        lambda: GAME.options(((1,), {1})),  # type: ignore[arg-type]
        "the restriction {1} is not a frozenset of residues",
    ),
    (
        lambda: GAME.options((1, 2)),  # type: ignore[arg-type]
        "heaps must be a tuple of whole numbers, not 1",
    ),
    (
        lambda: GAME.options(((1,),)),  # type: ignore[arg-type]
        "position ((1,),) is not a pair (heaps, forbidden)",
    ),
    (
        lambda: GAME.read("2 1 not 4"),
        "the restriction [4] is not in the family of BlockingNim(3, [[1], [2], [3]])",
    ),
    (
        lambda: GAME.read("2 1 not x"),
        "'x' is not a residue: residues are whole numbers from 0 to 1000000, "
        "separated by commas, as in 4, 2, 1",
    ),
    (
        lambda: PairGrid(Nim(), 3),  # type: ignore[arg-type]
        "a grid of pairs takes a BlockingNim, not Nim()",
    ),
    (
        lambda: PairGrid(GAME, 0),
        "the size of a grid must be a whole number, from 1 to 10000, not 0",
    ),
    (
        lambda: PairGrid(GAME, 3).outcome(1, 3, ONE),
        "a heap of the grid must be a whole number, from 0 to 2, not 3",
    ),
    (
        lambda: PairGrid(GAME, 10001),
        "the size of a grid must be a whole number, from 1 to 10000, not 10001",
    ),
    (
        lambda: PairGrid(GAME, 3, progress=1),  # type: ignore[arg-type]
        "progress must be a function of one number, not 1",
    ),
    (lambda: strictest(-1), "k must be a whole number, from 0 to 1048576, not -1"),
    (lambda: smallest_allowed(0, []), "the modulus must be a whole number, at least 1, not 0"),
    (
        lambda: longest_run(2, 3),  # type: ignore[arg-type]
        "forbidden must be a set of residues, not 3",
    ),
]
