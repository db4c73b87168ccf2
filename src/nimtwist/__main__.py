"""The engine's command-line interface: `nimtwist COMMAND …` or `python -m nimtwist COMMAND …`."""

from __future__ import annotations

import argparse
import csv
import io
import os
import runpy
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from nimtwist import games
from nimtwist.checks import check_integer, short_repr, shorten
from nimtwist.commands import Parser, parse_integer, run_command
from nimtwist.game import read_position
from nimtwist.protocol import Ruleset, canonical, show
from nimtwist.rules import check_options, defined_rules
from nimtwist.sequences import period
from nimtwist.solve import Play, solver_for
from nimtwist.solver import MAX_POSITIONS
from nimtwist.tables import sequence, table


def _subtraction(amounts: str) -> games.Subtraction:
    return games.Subtraction(map(parse_integer, amounts.split(",")))


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
    "subtract": (_subtraction, "subtract:AMOUNT,AMOUNT,…"),
}
"""The games that the commands know by name: for each name, a constructor and the syntax."""

_MAX_SIZE = 1000  # a larger grid takes too long to solve and is too large to read


def run() -> None:
    """Run the command given on the command line and exit with its status."""
    parser = Parser(prog="nimtwist", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    solve = commands.add_parser("solve", help="outcome, Grundy value and winning moves")
    grid = commands.add_parser("grid", help="outcomes or Grundy values of all pairs (x, y)")
    period = commands.add_parser("period", help="period of the Grundy values of single heaps")
    for command in (solve, grid, period):
        command.add_argument(
            "game",
            metavar="GAME",
            help=f"{', '.join(form for _, form in GAMES.values())}; or a Python file that defines "
            "`rules`, a ruleset, or a function `options`",
        )
    solve.add_argument("position", metavar="POSITION", help="for example '3, 4, 5'")
    grid.add_argument("size", metavar="SIZE", type=parse_integer, help="x and y are less than this")
    grid.add_argument("--grundy", action="store_true", help="show Grundy values, not outcomes")
    for command in (solve, grid):
        command.add_argument(
            "--misere", action="store_true", help="the player who moves last loses"
        )
    solve.add_argument(
        "--limit",
        metavar="N",
        type=parse_integer,
        default=MAX_POSITIONS,
        help="stop the search after this many positions (%(default)s)",
    )
    grid.add_argument("--csv", action="store_true", help="write comma-separated values")
    period.add_argument("count", metavar="COUNT", type=parse_integer, help="the number of values")
    period.add_argument(
        "--additive", action="store_true", help="values grow by a constant in each period"
    )
    solve.set_defaults(answer=lambda o: solution(o.game, o.position, o.misere, o.limit))
    grid.set_defaults(answer=lambda o: grid_text(o.game, o.size, o.grundy, o.misere, o.csv))
    period.set_defaults(answer=lambda o: period_text(o.game, o.count, o.additive))
    for name, use in [("atlas", "make or check an atlas of blocking Nim (extra [atlas])"),
                      ("cram", "solve an empty board of Cram (extra [fast])")]:  # fmt: skip
        commands.add_parser(name, help=use, add_help=False)
    # These two commands have their own parsers, in modules that need more dependencies.
    options, rest = parser.parse_known_args()
    if options.command not in ("atlas", "cram"):
        options = parser.parse_args()
        sys.exit(run_command(lambda: _print_answer(options)))
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


def _print_answer(options: argparse.Namespace) -> int:
    try:
        answer = options.answer(options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the rules in a file may raise anything, even SystemExit
        raise ValueError(_explain(error, options.game)) from error
    finally:
        if sys.stderr.isatty():
            print(" " * 40, end="\r", file=sys.stderr)  # clear the progress
    print(answer)
    return 0


def _explain(error: BaseException, path: str) -> str:
    """Return the message of an error and its notes, on lines of their own.

    If the error comes from the file `path`, the message begins with the line and the type.
    """
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == path]
    parts = [f"{path}, line {lines[-1]}"] if lines else []
    if lines or not isinstance(error, ValueError):
        parts.append(type(error).__name__)
    message = ": ".join(filter(None, [*parts, shorten(str(error))]))
    return "\n".join([message, *getattr(error, "__notes__", [])])


# --- Games and positions -------------------------------------------------------------------------


def read_game(game: str) -> Ruleset[Any]:
    """Return the ruleset of a game given by its name or by the path of a Python file.

    A path ends in ".py" or contains a slash. The file defines either `rules`, a ruleset, or a
    function `options` and perhaps `canonical` and `components`: the arguments of `Rules`.

    Raises:
        ValueError: if there is no such game or file, or if the file does not define the game. An
            exception raised by the file is propagated.

    >>> read_game("subtract:1,2,3")
    Subtraction(amounts=(1, 2, 3))
    """
    if game.endswith(".py") or os.sep in game or "/" in game:
        return _read_file(game)
    name, *args = game.split(":")
    make, form = GAMES.get(name, (None, ""))
    if make is None:
        raise ValueError(
            f"game must be one of {', '.join(GAMES)}, or a Python file such as game.py, not "
            f"{short_repr(name)}"
        )
    if form.count(":") != len(args):
        raise ValueError(f"expected {form}, got {short_repr(game)}")
    try:
        return make(*args) if name in ("octal", "subtract") else make(*map(parse_integer, args))
    except argparse.ArgumentTypeError as error:
        raise ValueError(str(error)) from None


def _read_file(path: str) -> Ruleset[Any]:
    if not os.path.exists(path):
        raise ValueError(f"there is no file {short_repr(path)}")
    return defined_rules(runpy.run_path(path), os.path.basename(path))


# --- Answers -------------------------------------------------------------------------------------


def solution(game: str, position: str, misere: bool = False, limit: int = MAX_POSITIONS) -> str:
    """Return the outcome, Grundy value and winning options of a position as lines of text.

    In misère play, there is no line for the Grundy value.

    Raises:
        ValueError: if the game or the position is invalid, or if the search exceeds its limit. An
            exception raised by the rules is propagated.

    >>> print(solution("nim", "3, 4, 5"))
    outcome          N
    Grundy value     2
    winning options  (5, 4, 1)
    """
    rules: Any = read_game(game)
    start = read_position(rules, position)
    play: Play = "misère" if misere else "normal"
    solver = solver_for(rules, play, progress=show_progress, limit=limit)
    check_options(rules, canonical(rules, start))
    lines = [f"outcome          {solver.outcome(start)}"]
    if not misere:
        lines.append(f"Grundy value     {solver.grundy(start)}")
    winning = "; ".join(show(rules, option) for option in solver.winning_options(start)) or "none"
    return "\n".join([*lines, f"winning options  {winning}"])


def grid_text(
    game: str, size: int, grundy: bool = False, misere: bool = False, as_csv: bool = False
) -> str:
    """Return the outcomes or Grundy values of all pairs (x, y) below `size` as text.

    There is a row for each x and a column for each y. The columns are aligned or, if `as_csv` is
    true, separated by commas.

    Raises:
        ValueError: if the game is invalid or its positions are not pairs of integers, if `size` is
            not an integer from 1 to 1,000, or if Grundy values are requested for misère play. An
            exception raised by the rules is propagated.

    >>> print(grid_text("nim", 3, grundy=True))
      0 1 2
    0 0 1 2
    1 1 0 3
    2 2 3 0
    """
    axis = range(check_integer(size, "SIZE", 1, _MAX_SIZE))
    value: Any = "grundy" if grundy else "outcome"
    cells = table(read_game(game), (axis, axis), value, misere=misere, progress=show_progress)
    rows = [["", *axis], *([x, *row] for x, row in zip(axis, cells))]
    if as_csv:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue().removesuffix("\n")
    width = max(len(str(cell)) for row in rows for cell in row)
    return "\n".join(" ".join(str(cell).rjust(width) for cell in row) for row in rows)


def period_text(game: str, count: int, additive: bool = False) -> str:
    """Return a phrase about the period of the Grundy values of the first `count` single heaps.

    If `additive` is true, it is about an arithmetic period; see `nimtwist.tables.period`.

    Raises:
        ValueError: if the game is invalid or its positions are not heaps. An exception raised by
            the rules is propagated.

    >>> period_text("octal:0.07", 1000)
    'preperiod 53, period 34: proved (theorem of Guy and Smith)'
    >>> period_text("nim", 1000)
    'no period in the first 1,000 values'
    """
    rules = read_game(game)
    found = period(sequence(rules, count, progress=show_progress), rules, additive=additive)
    if found is None:
        return f"no period in the first {count:,} values"
    saltus = f", saltus {found.saltus}" if additive else ""
    proof = f"observed in {count:,} values, not proved"
    if found.theorem:
        proof = f"proved ({found.theorem})"
    return f"preperiod {found.start}, period {found.length}{saltus}: {proof}"


def show_progress(done: int) -> None:
    """Show how many positions or values are done, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done:,} done", end="\r", file=sys.stderr)


if __name__ == "__main__":
    run()
