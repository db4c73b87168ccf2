"""`nimtwist atlas`: make an atlas, or check the certificates of one (extra `[atlas]`)."""

from __future__ import annotations

import argparse
import re
import sys
from concurrent.futures import Executor

from nimtwist._checks import short_repr
from nimtwist._commands import Parser, ended, number
from nimtwist._processes import pool, progress_bar
from nimtwist.atlas import driver, verify

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return 1 if a certificate is false, 2 for bad input."""
    parser = Parser(prog="nimtwist atlas", description=__doc__)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--modulus", metavar="N", help="make an atlas: such as 4, or 1-5 in one")
    asked.add_argument("--check", metavar="FILE", help="check every certificate of a file")
    asked.add_argument(
        "--again", metavar="FILE", help="search the unexplained games of a file for other proofs"
    )
    parser.add_argument("--out", metavar="FILE", help="where to write the atlas")
    parser.add_argument(
        "--size",
        type=number,
        default=64,
        help="patterns are those of the pairs of heaps below this number (%(default)s)",
    )
    parser.add_argument("--certify", action="store_true", help="look for certificates")
    parser.add_argument(
        "--limit",
        type=number,
        default=driver.LIMIT,
        metavar="ROWS",
        help="how many rows of a game to search (%(default)s)",
    )
    parser.add_argument(
        "--most",
        type=number,
        metavar="PATTERNS",
        help="take the patterns of the most games, and of each its first game",
    )
    parser.add_argument("--jobs", type=number, help="how many processes to use on this machine")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="use a Dask cluster instead")
    options = parser.parse_args(arguments)
    if options.modulus is not None and options.out is None:
        parser.error("--modulus needs --out FILE")

    def work() -> int:
        with pool(options.scheduler, options.jobs) as executor:
            if options.again:
                return _again(options)
            return _check(options, executor) if options.check else _make(options, executor)

    kept = "; what is done is kept, and a second start goes on from there"
    return ended(work, kept if options.certify else "")


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
        checked = verify.check(options.check, executor, show)
    for fault in checked.faults:
        print(fault, file=sys.stderr)
    print(f"{options.check}: {checked}")
    return int(bool(checked.faults))


def _moduli(text: str) -> range:
    if not (found := re.fullmatch("([0-9]{1,3})(?:-([0-9]{1,3}))?", text)):
        raise ValueError(
            f"the modulus is a number or a range, as in 4 or 1-5, not {short_repr(text)}"
        )
    first, last = found[1], found[2] or found[1]
    return range(int(first), int(last) + 1)
