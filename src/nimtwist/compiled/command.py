"""`nimtwist cram`: the Grundy value of an empty Cram board (extra `[fast]`)."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from nimtwist.checks import short_repr
from nimtwist.commands import Parser, explain, parse_integer, parse_seconds, run_command
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games.cram import Cram
from nimtwist.processes import progress_bar

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
        help="save results to a file and resume from it; other searches can share the file, even "
        "while they run",
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
    """Solve the board and print the result, then save it."""
    board, started = Cram.rectangle(options.rows, options.columns), time.perf_counter()
    if options.file and not options.file.absolute().parent.is_dir():
        raise ValueError(f"no such folder: {short_repr(str(options.file.parent))}")
    with progress_bar(" regions", unit_scale=True) as show_progress:
        last_save, warning = started, ""

        def show(searched: int) -> None:
            nonlocal last_save, warning
            show_progress(searched)
            if options.file and time.perf_counter() - last_save > options.every:
                # A search of many hours need not end if the disk is full for some minutes.
                try:
                    solver.save(options.file)
                except (OSError, ValueError) as error:
                    if warning != (warning := explain(error)):
                        print(f"not saved: {warning}", file=sys.stderr)
                last_save = time.perf_counter()

        solver = CompiledCram(show, options.memory)
        if options.file and options.file.exists():
            solver.load(options.file)
        try:
            value = solver.grundy(board)
            seconds = time.perf_counter() - started
            print(
                f"{options.rows} × {options.columns} has Grundy value {value}: searched "
                f"{solver.searched} regions in {seconds:.1f} s, stored {solver.stored} in "
                f"{solver.bytes_used >> 20} MiB",
                flush=True,
            )
        finally:
            if options.file:
                solver.save(options.file)
    return 0
