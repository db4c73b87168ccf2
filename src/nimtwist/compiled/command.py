"""`nimtwist cram`: the Grundy value of an empty Cram board (extra `[fast]`)."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from nimtwist._commands import Parser, parse_integer, parse_seconds, run_command
from nimtwist._processes import progress_bar
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games.cram import Cram

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status: 2 for invalid input, 130 if interrupted."""
    parser = Parser(prog="nimtwist cram", description=__doc__)
    parser.add_argument("rows", type=parse_integer)
    parser.add_argument("columns", type=parse_integer)
    parser.add_argument(
        "--file",
        metavar="FILE",
        type=Path,
        help="save results to a file and resume from it; other boards can use the same file",
    )
    parser.add_argument(
        "--every",
        type=parse_seconds,
        default=60,
        metavar="SECONDS",
        help="interval between saves (%(default)s)",
    )
    parser.add_argument(
        "--memory",
        type=parse_integer,
        default=1024,
        metavar="MIB",
        help="maximum size of the table in mebibytes (%(default)s)",
    )
    options = parser.parse_args(arguments)
    note = f"; the results so far are saved in {options.file}" if options.file else ""
    return run_command(lambda: _solve(options), note)


def _solve(options: argparse.Namespace) -> int:
    """Solve the board and print the result."""
    board, started = Cram.rectangle(options.rows, options.columns), time.perf_counter()
    with progress_bar(" regions", unit_scale=True) as show_progress:
        last_save = started

        def show(searched: int) -> None:
            nonlocal last_save
            show_progress(searched)
            if options.file and time.perf_counter() - last_save > options.every:
                solver.save(options.file)
                last_save = time.perf_counter()

        solver = CompiledCram(show, options.memory)
        if options.file and options.file.exists():
            solver.load(options.file)
        try:
            value = solver.grundy(board)
        finally:
            if options.file:
                solver.save(options.file)
    seconds = time.perf_counter() - started
    print(
        f"{options.rows} × {options.columns} has Grundy value {value}: searched {solver.searched} "
        f"regions in {seconds:.1f} s, stored {solver.stored} in {solver.bytes_used >> 20} MiB"
    )
    return 0
