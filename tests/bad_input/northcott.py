"""What Northcott's game may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.games import Northcott
from nimtwist.games.northcott import NimInGaps, gaps
from tests.bad_input import Call, Sentence

GAME = Northcott(5)
PLACE = ((0, 3), (1, 2))

CALLS: dict[str, Call] = {
    "Northcott": (Northcott, (5, True)),
    "Northcott.options": (GAME.options, (PLACE,)),
    "Northcott.turned": (GAME.turned, (PLACE,)),
    "Northcott.show": (GAME.show, (PLACE,)),
    "Northcott.read": (GAME.read, ("0-3, 1-2",)),
    "Northcott.canonical": (GAME.canonical, (PLACE,)),
    "Northcott.describe_move": (GAME.describe_move, (PLACE, ((1, 3), (2, 3)))),
    "Northcott.why_illegal": (GAME.why_illegal, (PLACE, ((1, 3), (2, 3)))),
    "gaps": (gaps, (PLACE,)),
    "NimInGaps": (NimInGaps, (GAME,)),
    "NimInGaps.outcome": (GAME.closed_form.outcome, (PLACE,)),
    "NimInGaps.winning_options": (GAME.closed_form.winning_options, (PLACE,)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Northcott(10**9).options(((0, 10**8),)),
        "((0, 100000000),) has up to 100000000 options, too many to list: at most 1000000",
    ),
    (
        lambda: Northcott(1),
        "the width of a board must be a whole number, at least 2, not 1",
    ),
    (
        lambda: Northcott(5, retreats=1),  # type: ignore[arg-type]
        "retreats must be True or False, not 1",
    ),
    (
        lambda: GAME.options([(0, 3)]),  # type: ignore[arg-type]
        "a position is a tuple of rows (left, right), not [(0, 3)]",
    ),
    (
        lambda: GAME.options(((0, 1, 2),)),  # type: ignore[arg-type]
        "a row is a pair (left, right) of squares, not (0, 1, 2)",
    ),
    (
        lambda: GAME.options(((3, 3),)),
        "the square of a token left of 3 must be a whole number, from 0 to 2, not 3",
    ),
    (
        lambda: GAME.options(((-1, 3),)),
        "the square of a token left of 3 must be a whole number, from 0 to 2, not -1",
    ),
    (
        lambda: GAME.options(((0, 0),)),
        "the square of a right token must be a whole number, at least 1, not 0",
    ),
    (
        lambda: GAME.options(((False, True),)),
        "the square of a right token must be a whole number, at least 1, not True",
    ),
    (
        lambda: GAME.options(((0, 5),)),
        "the square of a token must be a whole number, from 0 to 4, not 5",
    ),
    (
        lambda: GAME.read("0-3, 1/2"),
        "'1/2' is not a row: a row is written as the squares of its two tokens, as in 0-3",
    ),
    (
        lambda: GAME.read("0-1 " * 13),
        f"{'0-1 ' * 13!r} has 13 rows, more than 12",
    ),
    (
        lambda: Northcott(5).options(((True, 3),)),
        "the square of a token left of 3 must be a whole number, from 0 to 2, not True",
    ),
    (
        lambda: Northcott(5).options(((0, True),)),
        "the square of a right token must be a whole number, at least 1, not True",
    ),
]
