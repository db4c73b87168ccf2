"""What boards mark: what the others have just done, seen to happen once."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from nimbook.match import Match, Move

__all__ = ["Motion", "look", "replies"]


def replies(match: Match[Any]) -> list[Move[Any]]:
    """Return the moves of the last round, without that of a person who plays alone.

    >>> from nimtwist.games import Nim
    >>> match = Match(Nim(), (3, 2, 1))
    >>> match.push((2, 2, 1))
    >>> [move.after for move in [*replies(match), *match.reply()]]
    [(2, 2)]
    >>> [move.seat.name for move in replies(match)]
    ['the engine']
    """
    return [move for move in match.round if move.seat.name != "you"]


def look(widget: ipw.DOMWidget, *classes: str, **kinds: bool) -> None:
    """Give a widget these classes in the place of those that it had; "" is none.

    Those that are given by name are for a widget of which they are true.

    >>> label = ipw.Label()
    >>> look(label, "nt-stick", "", **{"nt-hint": True, "nt-far": False})
    >>> label._dom_classes
    ('nt-stick', 'nt-hint')
    """
    widget._dom_classes = (*filter(None, classes), *(kind for kind in kinds if kinds[kind]))


class Motion:
    """Whether a board that stays on the page shows its marks in motion.

    What has come is in motion once. A motion begins again if its name changes, so a board has one
    of two classes by turns, and a third one after moves were taken back.
    """

    def __init__(self) -> None:
        self._match: Match[Any] | None = None
        self._moves: tuple[Move[Any], ...] = ()
        self._class = "nt-still"
        self.anew = True
        """Whether something had happened in the match when it was last asked."""

    def now(self, match: Match[Any]) -> str:
        """Return the class of the board: another one if moves were made since it was asked for."""
        before, self._moves = self._moves, match.transcript
        self.anew = match is not self._match or self._moves != before
        self._match = match
        if len(self._moves) < len(before):
            self._class = "nt-still"
        elif self._moves != before:
            self._class = "nt-turn" if self._class == "nt-return" else "nt-return"
        return self._class
