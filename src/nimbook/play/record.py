"""Text encoding of the moves of a match, for links; see `encode_moves` and `replay_moves`.

A move is encoded as the index of the option in the ruleset's list or, if there are too many options
to list, as a tilde followed by the resulting position as text. A pass is a hyphen. Moves are
separated by dots, as in `3.0.-.12` or `~7,5.~5,5`. The opponent's moves are included, so that a
replay does not depend on the opponent's level.
"""

from __future__ import annotations

import re
from typing import Any

from nimbook.play.match import Match
from nimtwist.checks import check_text, short_repr
from nimtwist.game import Notation

__all__ = ["MAX_MOVES", "compact", "encode_moves", "replay_moves"]

MAX_MOVES = 400
"""Maximum number of moves in a link."""


def compact(rules: Notation[Any], position: Any) -> str:
    """Return a position as text, without brackets and spaces if it can be parsed without them.

    >>> from nimtwist.games import Nim
    >>> compact(Nim(), (3, 2, 1))
    '3,2,1'
    """
    text = rules.show(position)
    short = re.sub(r"[()]|(?<=,) ", "", text)
    try:
        return short if rules.read(short) == rules.read(text) else text
    except ValueError:
        return text


def encode_moves(match: Match[Any]) -> str:
    """Return text that encodes the moves of a match so far.

    >>> from nimtwist.games import Nim
    >>> match = Match(Nim(), (3, 2, 1))
    >>> match.push((2, 2, 1))
    >>> _ = match.reply()
    >>> encode_moves(match)
    '5.0'
    """
    moves = []
    for number, move in enumerate(match.transcript):
        at = match.after_moves(number)
        if move.is_pass:
            moves.append("-")
        elif at.is_listed:
            moves.append(str(list(at.options).index(move.after)))
        else:
            assert isinstance(match.rules, Notation)  # without notation, options are always listed
            moves.append(f"~{compact(match.rules, match.seen_by_opponent(move.after))}")
    return ".".join(moves)


def replay_moves(match: Match[Any], text: str) -> Match[Any]:
    """Restart a copy of the match, replay the moves in `text`, and return the copy.

    Raises:
        ValueError: if `text` has too many moves, or if a move is malformed or illegal; the message
            says which move is wrong and why.

    >>> from nimtwist.games import Nim
    >>> replay_moves(Match(Nim(), (3, 2, 1)), "5.0").position
    (2, 2)
    >>> replay_moves(Match(Nim(), (3, 2, 1)), "5.0.9")
    Traceback (most recent call last):
    ...
    ValueError: illegal move 3 of the link, '9': there are 2 options, numbered from 0
    """
    moves = check_text(text).split(".") if text else []
    if len(moves) > MAX_MOVES:
        raise ValueError(
            f"a link has at most {MAX_MOVES} moves, but {short_repr(text)} has {len(moves)}"
        )
    replay = match.after_moves(0)
    for number, move in enumerate(moves, 1):
        try:
            _make(replay, move)
        except ValueError as error:
            # This quotation can be short, because `error` also quotes the move.
            max_length = 60 if move.isprintable() else 9
            quoted = short_repr(move[:max_length]) + ("…" if len(move) > max_length else "")
            raise ValueError(f"illegal move {number} of the link, {quoted}: {error}") from None
    return replay


def _make(match: Match[Any], move: str) -> None:
    if move == "-":
        match.pass_turn()
    elif move.startswith("~"):
        match.push(match.read(move[1:]))
    elif not re.fullmatch("[0-9]{1,4}", move):
        raise ValueError("expected the number of an option, a position after ~, or - for a pass")
    elif match.is_over:
        raise ValueError("the game is over")
    elif int(move) >= len(match.options):
        raise ValueError(f"there are {len(match.options)} options, numbered from 0")
    else:
        match.push(match.options[int(move)])
