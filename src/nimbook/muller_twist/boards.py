"""Blocking Nim played: what is forbidden is struck out, and a menu says what to forbid next."""

from __future__ import annotations

import ipywidgets as ipw

from nimbook._parts import words
from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import board
from nimtwist.games.blocking import BlockingNim


class _BlockingBoard(HeapsBoard[BlockingNim]):
    forbid: ipw.Dropdown | None = None

    def update(self) -> list[ipw.Widget]:
        heaps, forbidden = self.play.position
        self.forbid = ipw.Dropdown(
            options=[(words(restriction), restriction) for restriction in self.rules.family],
            value=self.forbid.value if self.forbid else self.rules.family[0],
            description="and forbid",
        )
        rows = self.rows(heaps[::-1])
        for row in rows:
            for button in row.children[1:]:
                # Of a large heap, the number is typed.
                taken = button.description
                if taken.isdecimal() and (int(taken) - 1) % self.rules.modulus + 1 in forbidden:
                    button.add_class("nt-forbidden")
                    button.tooltip += ": forbidden"
        return [*rows, self.forbid]

    def leave(self, heaps: tuple[int, ...]) -> None:
        assert self.forbid is not None
        self.play.move((tuple(sorted(filter(None, heaps))), self.forbid.value))


board.register(BlockingNim, _BlockingBoard)
