"""The engine's command-line interface: `nimtwist COMMAND …` or `python -m nimtwist COMMAND …`."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from typing import Any

from nimtwist import games
from nimtwist._commands import Parser, parse_integer
from nimtwist.game import Ruleset
from nimtwist.sums import SumSolver

GAMES: Mapping[str, tuple[Callable[..., Ruleset[Any]], str]] = {
    "blocking": (games.BlockingNim.exactly, "blocking:MODULUS:RESIDUES"),
    "cram": (games.Cram, "cram"),
    "hackenbush": (games.Hackenbush, "hackenbush"),
    "kayles": (games.Kayles, "kayles"),
    "moore": (games.Moore, "moore:HEAPS"),
    "mum": (games.MuM, "mum:MODULUS"),
    "nim": (games.Nim, "nim"),
    "octal": (games.Octal, "octal:CODE"),
    "stones": (games.Stones, "stones"),
}
"""The games that `nimtwist solve` knows: for each name, a constructor and the syntax."""


def run() -> None:
    """Run the command given on the command line and exit with its status."""
    parser = Parser(prog="nimtwist", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    solve = commands.add_parser("solve", help="outcome, Grundy value and winning moves")
    solve.add_argument("game", help=", ".join(form for _, form in GAMES.values()))
    solve.add_argument("position", help="for example '3, 4, 5'")
    for name, use in [("atlas", "make or check an atlas of blocking Nim (extra [atlas])"),
                      ("cram", "solve an empty board of Cram (extra [fast])")]:  # fmt: skip
        commands.add_parser(name, help=use, add_help=False)
    # The other commands have their own parsers, in modules that need more dependencies.
    options, rest = parser.parse_known_args()
    if options.command == "solve":
        options = parser.parse_args()
        try:
            print(solution(options.game, options.position))
        except ValueError as error:
            solve.error(str(error))
        except KeyboardInterrupt:
            sys.exit(130)
        return
    try:
        if options.command == "atlas":
            from nimtwist.atlas.command import main
        else:
            from nimtwist.compiled.command import main
    except ModuleNotFoundError as missing:
        extra = "atlas" if options.command == "atlas" else "fast"
        sys.exit(
            f"nimtwist {options.command} needs {missing.name}, which is not installed: "
            f"pip install 'nimtwist[{extra}]'"
        )
    sys.exit(main(rest))


def solution(game: str, position: str) -> str:
    """Return the outcome, Grundy value and winning options of a position as three lines of text.

    Raises:
        ValueError: if the game or the position is invalid, or if the search exceeds its limit.

    >>> print(solution("nim", "3, 4, 5"))
    outcome          N
    Grundy value     2
    winning options  (5, 4, 1)
    """
    name, *args = game.split(":")
    make, form = GAMES.get(name, (None, ""))
    if make is None:
        raise ValueError(f"game must be one of {', '.join(GAMES)}, not {name!r}")
    if form.count(":") != len(args):
        raise ValueError(f"expected {form}, got {game!r}")
    try:
        rules: Any = make(*args) if name == "octal" else make(*map(parse_integer, args))
    except ArgumentTypeError as error:
        raise ValueError(str(error)) from None
    start, solver = rules.read(position), SumSolver(rules, show_progress)
    winning = "; ".join(map(rules.show, solver.winning_options(start))) or "none"
    return (
        f"outcome          {solver.outcome(start)}\n"
        f"Grundy value     {solver.grundy(start)}\n"
        f"winning options  {winning}"
    )


def show_progress(positions: int) -> None:
    """Show how many positions have been visited, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{positions:,} positions", end="\r", file=sys.stderr)


if __name__ == "__main__":
    run()
