"""The board for Stones with a line ω."""

from __future__ import annotations

from itertools import product
from random import Random

import ipywidgets as ipw

from nimbook.play._play import board_for
from nimbook.play.boards.stones import _StonesBoard
from nimtwist.games.ordinal_stones import OMEGA, OrdinalStones
from nimtwist.games.stones import Stone, StonesPosition


class _OrdinalStonesBoard(_StonesBoard):
    def layout_key(self, start: StonesPosition) -> int:
        return OMEGA

    def show_part(self, key: Stone, button: ipw.Button) -> None:
        super().show_part(key, button)
        button.description = OrdinalStones.name_lines(button.description)
        button.tooltip = OrdinalStones.name_lines(button.tooltip)

    def refusal_message(self, key: Stone) -> str:
        return OrdinalStones.name_lines(super().refusal_message(key))

    def deal(self, rng: Random) -> StonesPosition:
        spots = list(product(range(1, OMEGA + 1), range(1, OMEGA + 1)))[:-1]
        return frozenset(rng.sample(spots, rng.choice((2, 3))))


board_for.register(OrdinalStones, _OrdinalStonesBoard)
