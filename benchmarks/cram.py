"""Cram: all positions, by regions, compiled, and what one would write in C++."""

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
MOST = 10.0  # seconds that each of them may take

Make = Callable[[], CramSolver | ValueOracle[CramPosition]]

# What one would write first: the Grundy value of each region where it lies, memoised.
PLAIN = r"""
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
using Cells = uint64_t;
static int rows, columns, step;
static std::unordered_map<Cells, int> known;
static int value(Cells region);
static int sum(Cells left) {
    int total = 0;
    while (left) {
        Cells grown = left & -left, part = 0;
        while (part != grown) {
            part = grown;
            grown |= (part << 1 | part >> 1 | part << step | part >> step) & left;
        }
        left ^= part;
        if (part & (part - 1)) total ^= value(part);
    }
    return total;
}
static int value(Cells region) {
    auto found = known.find(region);
    if (found != known.end()) return found->second;
    uint64_t reached = 0;
    for (int by : {1, step})
        for (Cells first = region & region >> by; first; first &= first - 1) {
            Cells cell = first & -first;
            reached |= 1ull << sum(region ^ cell ^ cell << by);
        }
    int least = 0;
    while (reached >> least & 1) least++;
    return known[region] = least;
}
int main(int, char **sides) {
    rows = atoi(sides[1]), columns = atoi(sides[2]), step = columns + 1;
    Cells board = 0;
    for (int row = 0; row < rows; row++) board |= ((1ull << columns) - 1) << row * step;
    printf("%d\n", value(board));
}
"""


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for each search beside a slower one, and one for each large board."""
    sides, repeat = ((3, 4), 1) if quick else ((4, 5), 3)
    board = Cram.rectangle(*sides)
    seconds, slower = side_by_side(
        partial(_solved, CramSolver, sides), lambda: Solver(Cram()).grundy(board), repeat
    )
    yield Row("CramSolver", _named(sides), seconds, "Solver, all positions", slower)
    if not find_spec("numba"):
        return
    fast = _compiled()
    sides = (3, 4) if quick else (5, 6)
    run = partial(_solved, fast, sides)
    seconds, slower = side_by_side(run, partial(_solved, CramSolver, sides), 1)
    yield Row("CompiledCram", _named(sides), seconds, "CramSolver", slower)
    with TemporaryDirectory() as folder:
        program = None if quick else _program(Path(folder))
        peer = None if program is None else once(partial(_answer, program, sides))
        seconds = min(once(run) for _ in range(1 if quick else 3))
        yield Row("CompiledCram", _named(sides), seconds, "memoised, in C++", peer)
    for sides in ((3, 5),) if quick else BOARDS:
        seconds = once(partial(_solved, fast, sides))
        value = published_cram_values()[sides]
        note = f"value {value}, as published"
        yield Row("CompiledCram", _named(sides), seconds, "what it may take", MOST, 1, note)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield how both searches grow with the number of squares of boards of four rows."""
    plain, far = ((2, 4), (3, 6)) if quick else ((3, 4, 5, 6, 7), (3, 4, 5, 6, 7, 8, 9))
    solvers: list[tuple[str, Make, tuple[int, ...]]] = [("CramSolver", CramSolver, plain)]
    if find_spec("numba"):
        solvers.append(("CompiledCram", _compiled(), far))
    for name, solver, columns in solvers:

        def run(squares: int, solver: Make = solver) -> int:
            return _solved(solver, (4, squares // 4))

        squares = tuple(4 * n for n in columns)
        yield growth(f"{name}, boards of 4 × n", "squares", squares, run, repeat=1)


def _compiled() -> Make:
    """Return what makes the compiled solver; what it compiles is compiled, or read, before."""
    from nimtwist.compiled.cram import CompiledCram

    _solved(CompiledCram, (1, 2))
    return CompiledCram


def _solved(make: Make, sides: tuple[int, int]) -> int:
    """Return the value of a board, found with nothing known before; it is the published one."""
    value = make().grundy(Cram.rectangle(*sides))
    assert published_cram_values().get(sides, value) == value
    return value


def _named(sides: tuple[int, int]) -> str:
    return f"{sides[0]} × {sides[1]}"


def _program(folder: Path) -> Path | None:
    """Compile `PLAIN`; return nothing where there is no compiler."""
    if not (compiler := shutil.which("g++")):
        return None
    source, program = folder / "cram.cpp", folder / "cram"
    source.write_text(PLAIN, "utf8")
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", program], check=True)
    return program


def _answer(program: Path, sides: tuple[int, int]) -> None:
    found = subprocess.check_output([program, *map(str, sides)])
    assert int(found) == published_cram_values()[sides]
