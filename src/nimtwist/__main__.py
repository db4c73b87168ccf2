"""The engine's command-line interface: `nimtwist COMMAND …` or `python -m nimtwist COMMAND …`."""

from __future__ import annotations

import argparse
import csv
import io
import sys
import traceback
from collections.abc import Sequence
from typing import Any, Literal

import nimtwist
from nimtwist.algebra.calculator import calculate
from nimtwist.checks import MAX_MESSAGE_LENGTH, check_integer, short_repr, shorten
from nimtwist.commands import Parser, parse_integer, run_command
from nimtwist.game import heap_position, read_position
from nimtwist.misere import misere_quotient
from nimtwist.notation import GAMES, read_game
from nimtwist.protocol import canonical, show
from nimtwist.rules import check_sample, is_built_in
from nimtwist.sequences import HEAPS, HeapSequence, Period, period, proved_period
from nimtwist.solve import BestSolver, Play
from nimtwist.solver import MAX_POSITIONS
from nimtwist.tables import sequence, table

_MAX_SIZE = 1000  # a larger grid takes too long to solve and is too large to read
_MAX_WINNING = 20  # winning options listed
_OBSERVED = 1000  # values in which a period is looked for if it cannot be proved
_MAX_VALUES = 10**7  # computed in search of a period
_SAMPLE = 9  # the heap at which a reader's rules are checked

GAME_HELP = (
    "a game: "
    + ", ".join(f"{name}:{game.syntax}" if game.syntax else name for name, game in GAMES.items())
    + "; games joined by ' + '; or a Python file that defines `rules`, a ruleset, or a function "
    "`options`"
)


def run() -> None:
    """Run the command given on the command line and exit with its status."""
    parser = Parser(prog="nimtwist", description=__doc__)
    parser.add_argument("--version", action="version", version=f"nimtwist {nimtwist.__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    solve = commands.add_parser("solve", help="outcome, value and winning moves, with the reason")
    values = commands.add_parser("sequence", help="Grundy values of single heaps")
    period = commands.add_parser("period", help="period of the Grundy values of single heaps")
    grid = commands.add_parser("grid", help="outcomes or values of all pairs (x, y)")
    quotient = commands.add_parser("quotient", help="misère quotient of the heaps up to a size")
    nim = commands.add_parser("nim", help="nim arithmetic with finite and infinite nimbers")
    for command in (solve, values, period, grid, quotient):
        command.add_argument("game", metavar="GAME", help=GAME_HELP)
    solve.add_argument("position", metavar="POSITION", help="for example '3, 4, 5'")
    grid.add_argument("size", metavar="SIZE", type=parse_integer, help="x and y are less than this")
    grid.add_argument("--grundy", action="store_true", help="show Grundy values, not outcomes")
    grid.add_argument("--csv", action="store_true", help="write comma-separated values")
    for command in (solve, values, grid):
        command.add_argument(
            "--misere", action="store_true", help="the player who moves last loses"
        )
    for command in (solve, grid):
        command.add_argument(
            "--players",
            metavar="N",
            type=parse_integer,
            help="the podium rule for N players: ranks instead of outcomes",
        )
    solve.add_argument(
        "--limit",
        metavar="N",
        type=parse_integer,
        default=MAX_POSITIONS,
        help="stop the search after this many positions (%(default)s)",
    )
    for command in (values, period):
        command.add_argument(
            "--file", metavar="FILE", help="save the values and resume from them (extra [fast])"
        )
    values.add_argument("--count", metavar="N", type=parse_integer, default=100)
    period.add_argument(
        "count",
        metavar="COUNT",
        type=parse_integer,
        nargs="?",
        help=f"the number of values; by default, until the period is proved, but at most "
        f"{_MAX_VALUES:,}",
    )
    period.add_argument(
        "--additive", action="store_true", help="values grow by a constant in each period"
    )
    quotient.add_argument("heap", metavar="HEAP", type=parse_integer, help="the largest heap")
    quotient.add_argument(
        "--limit", metavar="N", type=parse_integer, default=60, help="elements (%(default)s)"
    )
    nim.add_argument(
        "expression",
        metavar="EXPRESSION",
        help="such as '14 * 8 + 3', '1 / 5', '2 ** 10', 'sqrt(7)', 'log(12, 4)', 'w^w * (w + 1)'",
    )
    solve.set_defaults(answer=lambda o: solution(o.game, o.position, play_of(o), o.limit))
    values.set_defaults(answer=lambda o: sequence_text(o.game, o.count, o.file, o.misere))
    period.set_defaults(answer=lambda o: period_text(o.game, o.count, o.additive, o.file))
    grid.set_defaults(answer=lambda o: grid_text(o.game, o.size, o.grundy, play_of(o), o.csv))
    quotient.set_defaults(answer=lambda o: quotient_text(o.game, o.heap, o.limit))
    nim.set_defaults(answer=lambda o: nim_text(o.expression))
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


def play_of(options: argparse.Namespace) -> Play:
    """Return the kind of play that the options choose."""
    if options.misere and options.players is not None:
        raise ValueError("choose either --misere or --players: the podium rule is for normal play")
    if options.players is not None:
        return int(options.players)
    return "misère" if options.misere else "normal"


def _print_answer(options: argparse.Namespace) -> int:
    try:
        answer = options.answer(options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the rules in a file may raise anything, even SystemExit
        game = getattr(options, "game", "")
        if isinstance(error, OSError) and error.filename == getattr(options, "file", None):
            raise
        raise ValueError(_explain(error, game)) from error
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
    message = ": ".join(filter(None, [*parts, shorten(str(error), MAX_MESSAGE_LENGTH)]))
    return "\n".join([message, *getattr(error, "__notes__", [])])


# --- Answers -------------------------------------------------------------------------------------


def _read_heaps(game: str, play: Play = "normal", number: int = 1) -> Any:
    """Return a game whose positions are heaps, after checking some if its rules are a reader's.

    Raises:
        ValueError: if a position of the game is not a `number` of heaps.
    """
    rules = read_game(game)

    def place(heap: int) -> Any:
        return (heap,) * number if number > 1 else heap_position(rules)(heap)

    if not is_built_in(rules):
        check_sample(rules, place(_SAMPLE), play)
        return rules
    try:
        rules.options(canonical(rules, place(1)))
    except ValueError as error:
        heaps = "a pair of numbers (x, y)" if number > 1 else "a single heap"
        raise ValueError(
            f"a position of {short_repr(game)} is not {heaps}, which this command is about: {error}"
        ) from None
    return rules


def solution(game: str, position: str, play: Play = "normal", limit: int = MAX_POSITIONS) -> str:
    """Return the outcome, the value and the winning options of a position as lines of text.

    Raises:
        ValueError: if the game or the position is invalid, or if the search exceeds its limit. An
            exception raised by the rules is propagated.

    >>> print(solution("nim", "3, 4, 5"))
    outcome          N
    Grundy value     2
    winning options  (5, 4, 1)
    method           closed form
    reason           the Grundy value of a position of Nim is the nim-sum of its heaps (Bouton)
    """
    rules: Any = read_game(game)
    start = canonical(rules, read_position(rules, position))
    check_sample(rules, start, play)
    answer = BestSolver(rules, play, progress=show_progress, limit=limit).solve(start)
    names: dict[Any, str] = {"normal": "Grundy value", "misère": "genus"}
    shown = [show(rules, option) for option in answer.winning[:_MAX_WINNING]]
    if len(answer.winning) > _MAX_WINNING:
        shown.append(f"and {len(answer.winning) - _MAX_WINNING:,} others")
    lines = {
        "outcome": answer.outcome,
        names.get(play, f"rank, {play} players"): answer.value,
        "winning options": "; ".join(shown) or "none",
        "method": answer.method,
        "reason": answer.reason,
    }
    width = max(map(len, lines)) + 2
    return "\n".join(f"{name:{width}}{text}" for name, text in lines.items() if text is not None)


def sequence_text(game: str, count: int, file: str | None = None, misere: bool = False) -> str:
    """Return the Grundy values of heaps of 0 to `count` - 1 sticks, or save them to a file.

    Raises:
        ValueError: if the game is invalid or its positions are not heaps, or if a file is given for
            a game whose values are not computed by their recurrence.

    >>> sequence_text("octal:0.07", 12)
    '0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3'
    >>> sequence_text("kayles", 12, misere=True)
    '1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4'
    """
    rules = _read_heaps(game)
    if file is None:
        play: Literal["normal", "misère"] = "misère" if misere else "normal"
        return ", ".join(map(str, sequence(rules, count, play=play, progress=show_progress)))
    saved = HeapSequence(rules, file)
    saved.extend(count, show_progress)
    largest = int(max(saved.values))
    place = next(heap for heap, value in enumerate(saved.values) if value == largest)
    return (
        f"{len(saved.values):,} values in {file}; the largest is {largest}, first for a heap of "
        f"{place:,}"
    )


def period_text(
    game: str, count: int | None = None, additive: bool = False, file: str | None = None
) -> str:
    """Return a phrase about the period of the Grundy values of single heaps.

    Args:
        game: a game whose positions are heaps.
        count: the number of values; by default, as many as the proof of a period needs, but at
            most ten million, and 1,000 if there is no such proof.
        additive: whether to look for an arithmetic period; see `nimtwist.tables.period`.
        file: see `HeapSequence`.

    Raises:
        ValueError: if the game is invalid or its positions are not heaps. An exception raised by
            the rules is propagated.

    >>> period_text("octal:0.07")
    'preperiod 53, period 34: proved (theorem of Guy and Smith)'
    >>> period_text("nim", 1000)
    'no period in the first 1,000 values'
    """
    rules = _read_heaps(game)
    found: Period | None
    if count is None and isinstance(rules, HEAPS) and not additive:
        count = _MAX_VALUES
        found = proved_period(rules, count, show_progress, file)
    else:
        count = _OBSERVED if count is None else count
        if file:
            saved = HeapSequence(rules, file)
            saved.extend(count, show_progress)
            values: Sequence[Any] = saved.values[:count]
        else:
            values = sequence(rules, count, progress=show_progress)
        found = period(values, rules, additive=additive)
    if found is None:
        return f"no period in the first {count:,} values"
    saltus = f", saltus {found.saltus}" if additive else ""
    proof = f"observed in {count:,} values, not proved"
    if found.theorem:
        proof = f"proved ({found.theorem})"
    return f"preperiod {found.start}, period {found.length}{saltus}: {proof}"


def grid_text(
    game: str, size: int, grundy: bool = False, play: Play = "normal", as_csv: bool = False
) -> str:
    """Return the outcomes, Grundy values or ranks of all pairs (x, y) below `size` as text.

    There is a row for each x and a column for each y. The columns are aligned or, if `as_csv` is
    true, separated by commas.

    Raises:
        ValueError: if the game is invalid or its positions are not pairs of integers, if `size` is
            not an integer from 1 to 1,000, or if Grundy values are requested for another kind of
            play than normal. An exception raised by the rules is propagated.

    >>> print(grid_text("nim", 3, grundy=True))
      0 1 2
    0 0 1 2
    1 1 0 3
    2 2 3 0
    """
    axis = range(check_integer(size, "SIZE", 1, _MAX_SIZE))
    value: Any = "grundy" if grundy else "rank" if isinstance(play, int) else "outcome"
    rules = _read_heaps(game, play, 2)
    cells = table(rules, (axis, axis), value, play=play, progress=show_progress)
    rows = [["", *axis], *([x, *row] for x, row in zip(axis, cells))]
    if as_csv:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue().removesuffix("\n")
    width = max(len(str(cell)) for row in rows for cell in row)
    return "\n".join(" ".join(str(cell).rjust(width) for cell in row) for row in rows)


def quotient_text(game: str, heap: int, limit: int = 60) -> str:
    """Return the misère quotient of all heaps up to a size as lines of text.

    Raises:
        ValueError: see `misere_quotient`. An exception raised by the rules is propagated.

    >>> print(quotient_text("kayles", 4))
    order        6
    P-positions  2 elements: 1, 4
    elements     0 = no heaps, 1 = (1), 2 = (2), 3 = (1) + (2), 4 = (2) + (2), 5 = (1) + (2) + (2)
    heaps        (1): 1, (2): 2, (3): 3, (4): 1
    """
    rules = _read_heaps(game, "misère")
    largest = check_integer(heap, "HEAP", 0)
    found = misere_quotient(rules, range(largest + 1), limit)

    def text(heaps: Sequence[Any]) -> str:
        return " + ".join(show(rules, one) for one in heaps) or "no heaps"

    elements = (f"{x} = {text(heaps)}" for x, heaps in enumerate(found.representatives))
    p = sorted(found.p_elements)
    heaps = (f"{show(rules, one)}: {x}" for one, x in found.heaps.items())
    lines = {
        "order": found.order,
        "P-positions": f"{len(p)} elements: {', '.join(map(str, p))}",
        "elements": ", ".join(elements),
        "heaps": ", ".join(heaps),
    }
    return "\n".join(f"{name:13}{text}" for name, text in lines.items())


def nim_text(expression: str) -> str:
    """Return an expression of nim arithmetic in standard notation, and its value.

    Raises:
        ValueError: if it is not an expression; see `nimtwist.algebra.calculator`.

    >>> nim_text("14 * 8 + 3")
    '14 ⊗ 8 ⊕ 3 = 9'
    """
    value, understood = calculate(expression)
    return f"{understood} = {value}"


def show_progress(done: int) -> None:
    """Show how many positions or values are done, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done:,} done", end="\r", file=sys.stderr)


if __name__ == "__main__":
    run()
