"""Nim played: heaps of sticks, each of which can be tapped."""

from __future__ import annotations

from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import board
from nimtwist.games.nim import Nim


class _NimBoard(HeapsBoard[Nim]):
    """The heaps as they are."""


board.register(Nim, _NimBoard)
