"""`nimtwist cram`: what an empty board of Cram is worth, compiled (extra `[fast]`)."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from nimtwist._commands import Parser, ended, number, seconds
from nimtwist._processes import progress_bar
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games.cram import Cram

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return 2 for bad input, 130 if it was interrupted."""
    parser = Parser(prog="nimtwist cram", description=__doc__)
    parser.add_argument("rows", type=number)
    parser.add_argument("columns", type=number)
    parser.add_argument(
        "--file",
        metavar="FILE",
        type=Path,
        help="keep what is found out in a file, and go on from there; other boards can use it, too",
    )
    parser.add_argument(
        "--every",
        type=seconds,
        default=60,
        metavar="SECONDS",
        help="how often to write the file (%(default)s)",
    )
    parser.add_argument(
        "--memory",
        type=number,
        default=1024,
        metavar="MIB",
        help="how large the table may become, in mebibytes (%(default)s)",
    )
    options = parser.parse_args(arguments)
    kept = f"; {options.file} has what was found out" if options.file else ""
    return ended(lambda: _solve(options), kept)


def _solve(options: argparse.Namespace) -> int:
    """Say the answer in a sentence."""
    board, started = Cram.rectangle(options.rows, options.columns), time.perf_counter()
    with progress_bar(" regions", unit_scale=True) as show_progress:
        written = started

        def show(looked: int) -> None:
            nonlocal written
            show_progress(looked)
            if options.file and time.perf_counter() - written > options.every:
                solver.save(options.file)
                written = time.perf_counter()

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
        f"{options.rows} × {options.columns} has the value {value}: {solver.looked} regions looked "
        f"into in {seconds:.1f} s, {solver.known} of them known, in {solver.taken >> 20} MiB"
    )
    return 0
