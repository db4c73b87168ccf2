"""Hackenbush played: the picture, and a button for each edge that may be cut."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.gallery.hackenbush import edge_letters, hackenbush_picture
from nimbook.play._play import Board, board, row
from nimtwist.games.hackenbush import Hackenbush

__all__: list[str] = []


class _HackenbushBoard(Board[Hackenbush]):
    def update(self) -> list[ipw.Widget]:
        picture, start = self.play.position, self.play.match.start
        options = self.play.match.options
        buttons = []
        for letter, index in edge_letters(picture, start).items():
            below, above = map(_named, picture.edges[index])
            cut = partial(self.play.move, options[index])
            tip = f"cut {letter}, between {below} and {above}"
            buttons.append(self.play.button(letter, cut, tooltip=tip))
            buttons[-1].add_class("nt-stick-button")
        drawn = ipw.HTML(hackenbush_picture(picture, start))
        return [drawn, row("cut", buttons)] if buttons else [drawn]


def _named(node: int) -> str:
    return str(node) if node else "the ground"


board.register(Hackenbush, _HackenbushBoard)
