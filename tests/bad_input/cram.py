"""What Cram and its solver may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist._checks import quoted
from nimtwist.games import Cram
from nimtwist.games.cram import CramSolver, free_regions
from tests.bad_input import Call, Sentence

BOARD = Cram.rectangle(2, 3)
BIG = Cram.rectangle(100, 100)

CALLS: dict[str, Call] = {
    "Cram": (Cram, ()),
    "Cram.options": (Cram().options, (BOARD,)),
    "Cram.count_options": (Cram().count_options, (BOARD,)),
    "Cram.rectangle": (Cram.rectangle, (2, 3)),
    "Cram.read": (Cram().read, ("..#/...",)),
    "Cram.canonical": (Cram().canonical, (BOARD,)),
    "Cram.components": (Cram().components, (BOARD,)),
    "Cram.describe_move": (Cram().describe_move, (BOARD, Cram.rectangle(2, 2))),
    "Cram.why_illegal": (Cram().why_illegal, (BOARD, Cram.rectangle(2, 2))),
    "Cram.show": (Cram().show, (BOARD,)),
    "CramSolver": (CramSolver, (print,)),
    "CramSolver.grundy": (CramSolver().grundy, (BOARD,)),
    "CramSolver.outcome": (CramSolver().outcome, (BOARD,)),
    "free_regions": (free_regions, (BOARD,)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Cram.rectangle(0, 3),
        "the number of rows must be a whole number, from 1 to 1000, not 0",
    ),
    (
        lambda: Cram.rectangle(2, 10**30),
        f"the number of columns must be a whole number, from 1 to 1000, not {10**30}",
    ),
    (
        lambda: Cram().options({(0, 0)}),  # type: ignore[arg-type]
        "position {(0, 0)} is not a frozenset of free cells (row, column)",
    ),
    (
        lambda: Cram().options(frozenset({(0, 1, 2)})),  # type: ignore[arg-type]
        "a free cell is a pair (row, column), not (0, 1, 2)",
    ),
    (
        lambda: Cram().show(frozenset({(0, 1000)})),
        "a row or column must be a whole number, from 0 to 999, not 1000",
    ),
    (
        lambda: Cram().read("..x/..."),
        "'x' in '..x/...' is not a cell: a row is written with dots for free cells and # for "
        "others, and rows are separated by slashes, as in ..#/...",
    ),
    (
        lambda: Cram().read("..//.."),
        "'..//..' has a row that is empty or has a gap: write rows as in ..#/...",
    ),
    (
        lambda: Cram().read("." * 1001),
        f"'{'.' * 60}'… (1001 characters) has 1001 cells side by side: a board has at most 1000 "
        "rows and columns",
    ),
    (
        lambda: CramSolver("tqdm"),  # type: ignore[arg-type]
        "progress must be a function of one number, not 'tqdm'",
    ),
    (
        lambda: CramSolver().grundy(Cram.rectangle(1, 401)),
        "a region of 401 connected free cells is too large to search: at most 400",
    ),
    (
        lambda: CramSolver().winning_options(Cram.rectangle(21, 20)),
        "a region of 418 connected free cells is too large to search: at most 400",
    ),
    (
        lambda: Cram().options(frozenset({(0, True)})),
        "a row or column must be a whole number, from 0 to 999, not True",
    ),
    (
        lambda: Cram().options(BIG),
        f"{quoted(BIG)} has up to 19800 options of 10000 parts, too many to list: at most "
        "10000000 parts in all",
    ),
    (
        lambda: Cram().read("X"),
        "'X' in 'X' is not a cell: a row is written with dots for free cells and # for others, and "
        "rows are separated by slashes, as in ..#/...",
    ),
]
