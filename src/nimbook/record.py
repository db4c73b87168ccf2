"""The moves of a match as a short text, for a link: `recorded` writes it, `replayed` plays it.

A move is the number of the option in the ruleset's list, counted from 0. Where the options are too
many to list, it is the position that is left, as it is typed, after a tilde. A turn that was passed
is a hyphen. Moves are separated by dots, as in `3.0.-.12` or `~7,5.~5,5`. A replay does not
depend on how strong the engine is: its moves are in the text as well.
"""

from __future__ import annotations

import re
from typing import Any

from nimbook.match import Match
from nimtwist._checks import check_text, short_repr
from nimtwist.game import Notation

__all__ = ["MOST_MOVES", "brief", "recorded", "replayed"]

MOST_MOVES = 400
"""How many moves are replayed."""


def brief(rules: Notation[Any], position: Any) -> str:
    """Return a position as text without brackets and blanks, if that is read as the same.

    >>> from nimtwist.games import Nim
    >>> brief(Nim(), (3, 2, 1))
    '3,2,1'
    """
    shown = rules.show(position)
    short = re.sub(r"[()]|(?<=,) ", "", shown)
    try:
        return short if rules.read(short) == rules.read(shown) else shown
    except ValueError:
        return shown


def recorded(match: Match[Any]) -> str:
    """Return the moves of a match so far.

    >>> from nimtwist.games import Nim
    >>> match = Match(Nim(), (3, 2, 1))
    >>> match.push((2, 2, 1))
    >>> _ = match.reply()
    >>> recorded(match)
    '5.0'
    """
    shown = []
    for number, move in enumerate(match.transcript):
        at = match.until(number)
        if move.passed:
            shown.append("-")
        elif at.is_listed:
            shown.append(str(list(at.options).index(move.after)))
        else:
            assert isinstance(match.rules, Notation)  # others have to be listed
            shown.append(f"~{brief(match.rules, match.turned(move.after))}")
    return ".".join(shown)


def replayed(match: Match[Any], text: str) -> Match[Any]:
    """Return a match from the same start in which these moves have been made.

    Raises:
        ValueError: if `text` is not made of moves, or one of them is illegal; the message says
            which, and why.

    >>> from nimtwist.games import Nim
    >>> replayed(Match(Nim(), (3, 2, 1)), "5.0").position
    (2, 2)
    >>> replayed(Match(Nim(), (3, 2, 1)), "5.0.9")
    Traceback (most recent call last):
    ...
    ValueError: move 3 of the link, '9', cannot be made: there are 2 options, numbered from 0
    """
    moves = check_text(text).split(".") if text else []
    if len(moves) > MOST_MOVES:
        raise ValueError(
            f"a link has at most {MOST_MOVES} moves, but {short_repr(text)} has {len(moves)}"
        )
    again = match.until(0)
    for number, move in enumerate(moves, 1):
        try:
            _make(again, move)
        except ValueError as wrong:
            most = 60 if move.isprintable() else 9  # `wrong` quotes it, too
            shown = short_repr(move[:most]) + ("…" if len(move) > most else "")
            raise ValueError(
                f"move {number} of the link, {shown}, cannot be made: {wrong}"
            ) from None
    return again


def _make(match: Match[Any], move: str) -> None:
    if move == "-":
        match.pass_turn()
    elif move.startswith("~"):
        match.push(match.read(move[1:]))
    elif not re.fullmatch("[0-9]{1,4}", move):
        raise ValueError("a move is the number of an option, a position after ~, or - for a pass")
    elif match.over:
        raise ValueError("there is no move left: the game is over")
    elif int(move) >= len(match.options):
        raise ValueError(f"there are {len(match.options)} options, numbered from 0")
    else:
        match.push(match.options[int(move)])
