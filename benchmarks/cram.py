"""Time Cram solvers: a generic search, a search by regions, a compiled search and a C++ program."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Growth, Row, growth, once, side_by_side
from nimbook.claims.gallery import published_cram_values
from nimtwist import Solver
from nimtwist.game import ValueOracle
from nimtwist.games import Cram
from nimtwist.games.cram import CramPosition, CramSolver

BOARDS = ((4, 9), (5, 7), (6, 6))
TARGET = 10.0  # seconds per board

Make = Callable[[], CramSolver | ValueOracle[CramPosition]]

# A straightforward program that memoises the Grundy values of regions. If regions in different
# places on the board have the same shape, it evaluates each of them separately.
CPP_SOURCE = r"""
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
using Cells = uint64_t;
static int rows, columns, step;
static std::unordered_map<Cells, int> memo;
static int value(Cells region);
static int sum(Cells cells) {
    int total = 0;
    while (cells) {
        Cells grown = cells & -cells, part = 0;
        while (part != grown) {
            part = grown;
            grown |= (part << 1 | part >> 1 | part << step | part >> step) & cells;
        }
        cells ^= part;
        if (part & (part - 1)) total ^= value(part);
    }
    return total;
}
static int value(Cells region) {
    auto entry = memo.find(region);
    if (entry != memo.end()) return entry->second;
    uint64_t options = 0;
    for (int by : {1, step})
        for (Cells first = region & region >> by; first; first &= first - 1) {
            Cells cell = first & -first;
            options |= 1ull << sum(region ^ cell ^ cell << by);
        }
    int mex = 0;
    while (options >> mex & 1) mex++;
    return memo[region] = mex;
}
int main(int, char **sides) {
    rows = atoi(sides[1]), columns = atoi(sides[2]), step = columns + 1;
    Cells board = 0;
    for (int row = 0; row < rows; row++) board |= ((1ull << columns) - 1) << row * step;
    printf("%d\n", value(board));
}
"""


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows that compare solvers, then rows that compare large boards with a target time."""
    sides, repeat = ((3, 4), 1) if quick else ((4, 5), 3)
    board = Cram.rectangle(*sides)
    seconds, slower = side_by_side(
        partial(_solve, CramSolver, sides), lambda: Solver(Cram()).grundy(board), repeat
    )
    yield Row("CramSolver", _board_name(sides), seconds, "Solver, all positions", slower)
    if not find_spec("numba"):
        return
    fast = _compiled()
    sides = (3, 4) if quick else (5, 6)
    run = partial(_solve, fast, sides)
    seconds, slower = side_by_side(run, partial(_solve, CramSolver, sides), 1)
    yield Row("CompiledCram", _board_name(sides), seconds, "CramSolver", slower)
    with TemporaryDirectory() as folder:
        program = None if quick else _program(Path(folder))
        peer = None if program is None else once(partial(_run_program, program, sides))
        seconds = min(once(run) for _ in range(1 if quick else 3))
        yield Row("CompiledCram", _board_name(sides), seconds, "memoised C++", peer)
    for sides in ((3, 5),) if quick else BOARDS:
        seconds = once(partial(_solve, fast, sides))
        value = published_cram_values()[sides]
        note = f"value {value}, as published"
        yield Row("CompiledCram", _board_name(sides), seconds, "target", TARGET, 1, note)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how each solver's time grows with the size of a four-row board."""
    small, large = ((2, 4), (3, 6)) if quick else ((3, 4, 5, 6, 7), (3, 4, 5, 6, 7, 8, 9))
    solvers: list[tuple[str, Make, tuple[int, ...]]] = [("CramSolver", CramSolver, small)]
    if find_spec("numba"):
        solvers.append(("CompiledCram", _compiled(), large))
    for name, solver, columns in solvers:

        def run(squares: int, solver: Make = solver) -> int:
            return _solve(solver, (4, squares // 4))

        squares = tuple(4 * n for n in columns)
        yield growth(f"{name}, boards of 4 × n", "number of squares", squares, run, repeat=1)


def _compiled() -> Make:
    """Trigger the compilation of the compiled solver before timing starts, and return its class."""
    from nimtwist.compiled.cram import CompiledCram

    _solve(CompiledCram, (1, 2))
    return CompiledCram


def _solve(make: Make, sides: tuple[int, int]) -> int:
    """Compute the value of a board with a new solver, and compare it with the published value."""
    value = make().grundy(Cram.rectangle(*sides))
    assert published_cram_values().get(sides, value) == value
    return value


def _board_name(sides: tuple[int, int]) -> str:
    return f"{sides[0]} × {sides[1]}"


def _program(folder: Path) -> Path | None:
    """Compile `CPP_SOURCE` and return the program's path, or None if there is no C++ compiler."""
    if not (compiler := shutil.which("g++")):
        return None
    source, program = folder / "cram.cpp", folder / "cram"
    source.write_text(CPP_SOURCE, "utf8")
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", program], check=True)
    return program


def _run_program(program: Path, sides: tuple[int, int]) -> None:
    output = subprocess.check_output([program, *map(str, sides)])
    assert int(output) == published_cram_values()[sides]
