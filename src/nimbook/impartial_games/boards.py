"""Nim played: a button for each number of sticks that may be taken, and Bouton's theory."""

from __future__ import annotations

import ipywidgets as ipw

from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import board
from nimtwist.games.nim import Nim

Heaps = tuple[int, ...]


class _NimBoard(HeapsBoard[Nim]):
    def update(self) -> list[ipw.Widget]:
        return self.rows(self.play.position[::-1])  # as they are written


board.register(Nim, _NimBoard)
