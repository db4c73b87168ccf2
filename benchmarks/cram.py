"""Time Cram solvers: a search by regions and a compiled search against others.

The others are the generic solver, and pycgt, which is written in Python and computes canonical
forms, more than the Sprague–Grundy theorem requires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from benchmarks.measure import Growth, Row, compare, growth, once, package
from nimbook.claims.gallery import published_cram_values
from nimtwist import Solver
from nimtwist.compiled.cram import CompiledCram
from nimtwist.game import ValueOracle
from nimtwist.games import Cram
from nimtwist.games.cram import CramPosition, CramSolver

Make = Callable[[], CramSolver | ValueOracle[CramPosition]]


def measure() -> Iterator[Row | Growth]:
    """Yield rows that compare solvers, then the times of larger boards, and their growth."""
    by_regions, fast = partial(solve, CramSolver), partial(solve, CompiledCram)

    def every_position(sides: tuple[int, int]) -> int:
        return Solver(Cram()).grundy(Cram.rectangle(*sides))

    sides = (4, 5)
    peer, slower = "Solver, all positions", partial(every_position, sides)
    yield compare("CramSolver", board(sides), partial(by_regions, sides), peer, slower)
    yield with_pycgt((4, 4))
    sides = (5, 6)
    run, slower = partial(fast, sides), partial(by_regions, sides)
    yield compare("CompiledCram", board(sides), run, "CramSolver", slower, repeat=1)
    for sides in ((4, 9), (5, 7), (6, 6)):
        seconds = once(partial(fast, sides))
        note = f"value {published_cram_values()[sides]}, as published"
        yield Row("CompiledCram", board(sides), seconds, note=note)
    for name, make, longest in (("CramSolver", CramSolver, 7), ("CompiledCram", CompiledCram, 9)):
        squares, label = [4 * n for n in range(3, longest + 1)], f"{name}, boards of 4 × n"

        def run_squares(squares: int, make: Make = make) -> int:
            return solve(make, (4, squares // 4))

        yield growth(label, "number of squares", squares, run_squares, repeat=1)


def solve(make: Make, sides: tuple[int, int]) -> int:
    """Compute the value of a board with a new solver, and compare it with the published value."""
    value = make().grundy(Cram.rectangle(*sides))
    if published_cram_values().get(sides, value) != value:
        raise ValueError(f"Cram on {board(sides)} has value {value}, which is wrong")
    return value


def with_pycgt(sides: tuple[int, int]) -> Row:
    """Return the row that compares with pycgt. It caches results, so only its first run counts."""
    seconds, what, peer = once(partial(solve, CramSolver, sides)), "CramSolver", "pycgt"
    if not (pycgt := package("pycgt")):
        return Row(what, board(sides), seconds, peer)
    cram = import_module("pycgt.rulesets.cram")
    theirs = once(lambda: cram.rectangle(*sides))
    if cram.rectangle(*sides) != pycgt.nimber(solve(CramSolver, sides)):
        raise ValueError(f"pycgt has another value for {board(sides)}")
    return Row(what, board(sides), seconds, peer, theirs)


def board(sides: tuple[int, int]) -> str:
    """Return the size of a board as text."""
    return f"{sides[0]} × {sides[1]}"
