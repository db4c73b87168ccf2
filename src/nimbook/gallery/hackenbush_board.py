"""Hackenbush played: the picture, and a button for each edge that may be cut."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.gallery.hackenbush import edge_letters, hackenbush_picture
from nimbook.play._play import Adviser, Play, adviser, board, position_of, row
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


@adviser.register
def _hackenbush_adviser(rules: Hackenbush, position: Picture) -> Adviser:
    edge_letters(position)  # refuses what is too large to draw
    return _ByPrinciples()


@board.register
def _hackenbush_board(rules: Hackenbush, play: Play) -> list[ipw.Widget]:
    picture = position_of(rules, play)
    if play.left is None:  # a game begins, or is back at its beginning
        play.chosen = picture
    options = rules.options(picture)

    def named(node: int) -> str:
        return str(node) if node else "the ground"

    buttons = []
    for letter, index in edge_letters(picture, play.chosen).items():
        below, above = picture.edges[index]
        edge = f"cut {letter}, between {named(below)} and {named(above)}"
        buttons.append(play.button(letter, partial(play.move, options[index]), tooltip=edge))
        buttons[-1].add_class("nt-stick-button")
    drawn = ipw.HTML(hackenbush_picture(picture, play.chosen))
    return [drawn, row("cut", buttons)] if buttons else [drawn]
