"""`nimtwist atlas`: make an atlas or check its certificates (extra `[atlas]`)."""

from __future__ import annotations

import argparse
import re
import sys
from concurrent.futures import Executor

from nimtwist.atlas import driver, verify
from nimtwist.checks import short_repr
from nimtwist.commands import Parser, parse_integer, run_command
from nimtwist.processes import pool, progress_bar

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status: 1 if a certificate is wrong, 2 for bad input."""
    parser = Parser(prog="nimtwist atlas", description=__doc__)
    actions = parser.add_mutually_exclusive_group(required=True)
    actions.add_argument(
        "--modulus", metavar="N", help="make an atlas of a modulus (4) or of a range (1-5)"
    )
    actions.add_argument("--check", metavar="FILE", help="check all certificates in a file")
    actions.add_argument(
        "--again", metavar="FILE", help="search the unexplained games of a file for other proofs"
    )
    parser.add_argument("--out", metavar="FILE", help="the file to write the atlas to")
    parser.add_argument(
        "--size",
        type=parse_integer,
        default=64,
        help="compare patterns on pairs of heaps below this number (%(default)s)",
    )
    parser.add_argument("--certify", action="store_true", help="search for certificates")
    parser.add_argument(
        "--limit",
        type=parse_integer,
        default=driver.LIMIT,
        metavar="ROWS",
        help="the number of rows of a game to search (%(default)s)",
    )
    parser.add_argument(
        "--most",
        type=parse_integer,
        metavar="PATTERNS",
        help="take only the patterns of the most games, and only the first game of each",
    )
    parser.add_argument("--jobs", type=parse_integer, help="number of processes on this machine")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="use a Dask cluster instead")
    options = parser.parse_args(arguments)
    if options.modulus is not None and options.out is None:
        parser.error("--modulus needs --out FILE")

    def work() -> int:
        with pool(options.scheduler, options.jobs) as executor:
            if options.again:
                return _again(options)
            return _check(options, executor) if options.check else _make(options, executor)

    resumable = "; progress is saved, run the command again to resume"
    return run_command(work, resumable if options.certify else "")


def _make(options: argparse.Namespace, executor: Executor) -> int:
    with progress_bar("pattern") as show:
        atlas = driver.run(
            _moduli(options.modulus),
            options.size,
            options.out,
            certify=options.certify,
            executor=executor,
            limit=options.limit,
            most=options.most,
            progress=show,
        )
    print(f"{options.out}: {verify.summary(atlas)}")
    return 0


def _again(options: argparse.Namespace) -> int:
    with progress_bar("game") as show:
        atlas = driver.search_again(options.again, options.limit, show)
    print(f"{options.again}: {verify.summary(atlas)}")
    return 0


def _check(options: argparse.Namespace, executor: Executor) -> int:
    with progress_bar("game") as show:
        result = verify.check(options.check, executor, show)
    for fault in result.faults:
        print(fault, file=sys.stderr)
    print(f"{options.check}: {result}")
    return int(bool(result.faults))


def _moduli(text: str) -> range:
    if not (match := re.fullmatch("([0-9]{1,3})(?:-([0-9]{1,3}))?", text)):
        raise ValueError(
            f"the modulus must be a number such as 4 or a range such as 1-5, not {short_repr(text)}"
        )
    first, last = match[1], match[2] or match[1]
    return range(int(first), int(last) + 1)
