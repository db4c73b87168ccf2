"""Pictures of positions: one function for all games."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from nimbook.show._base import Drawing
from nimbook.show.cram import cram_board
from nimbook.show.hackenbush import hackenbush_picture
from nimbook.show.heaps import sticks
from nimbook.show.northcott import northcott_board
from nimbook.show.stones import stone_board
from nimtwist.games import Cram, Hackenbush, Northcott, Stones
from nimtwist.games._heaps import HeapGame

__all__ = ["picture"]


@singledispatch
def picture(rules: object, position: Any) -> Drawing | None:
    """Return a picture of a position; `None` if the game has none.

    A game of your own has a method `picture(position)` that returns SVG, or registers a function
    by `picture.register`.

    >>> from nimtwist import Kayles
    >>> "Heaps of 7, 4" in picture(Kayles(), (4, 7))
    True
    >>> class Rook:
    ...     def options(self, place):
    ...         return range(place)
    ...     def picture(self, place):
    ...         return f"<svg><title>a rook on {place}</title></svg>"
    >>> picture(Rook(), 3)
    <Drawing of 37 characters>
    """
    own = getattr(rules, "picture", None)
    return None if own is None else Drawing(own(position))


@picture.register
def _(rules: HeapGame, position: Any) -> Drawing | None:
    return sticks(rules.canonical(position)[::-1]) if position else None


@picture.register
def _(rules: Cram, position: Any) -> Drawing:
    rows, columns = (1 + max((cell[i] for cell in position), default=0) for i in (0, 1))
    return cram_board(position, rows, columns)


@picture.register
def _(rules: Hackenbush, position: Any) -> Drawing:
    return hackenbush_picture(position)


@picture.register
def _(rules: Northcott, position: Any) -> Drawing:
    return northcott_board(rules, position)


@picture.register
def _(rules: Stones, position: Any) -> Drawing:
    return stone_board(position)
