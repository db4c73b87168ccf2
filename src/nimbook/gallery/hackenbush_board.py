"""Hackenbush played: the picture, and a button for each edge that may be cut."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.gallery.hackenbush import edge_letters, hackenbush_picture
from nimbook.match import Guide, Oracle, guide
from nimbook.play._play import Board, board, row
from nimtwist.game import Outcome
from nimtwist.games.hackenbush import Hackenbush, Picture, picture_value

__all__: list[str] = []


class _ByPrinciples:
    """Knows the value of a picture by the fusion and colon principles."""

    def outcome(self, position: Picture) -> Outcome:
        return "N" if picture_value(position) else "P"

    def winning_options(self, position: Picture) -> list[Picture]:
        options = dict.fromkeys(Hackenbush().options(position))
        return [option for option in options if not picture_value(option)]


class _HackenbushGuide(Guide[Picture]):
    def oracle(self, position: Picture) -> Oracle[Picture]:
        edge_letters(position)  # refuses what is too large to draw
        return _ByPrinciples()


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


guide.register(Hackenbush, _HackenbushGuide)
board.register(Hackenbush, _HackenbushBoard)
