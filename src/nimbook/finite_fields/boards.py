"""Polynomial MuM played: a button for each smaller heap; where these are many, one is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import ipywidgets as ipw

from nimbook.multiplying_heaps.boards import ProductBoard
from nimbook.play._play import board
from nimtwist.algebra import polynomial_text
from nimtwist.games.mum import Heaps
from nimtwist.games.polymum import PolyMuM


class _PolynomialBoard(ProductBoard):
    rules: PolyMuM
    most_buttons = 15

    def smaller(self, heap: int) -> list[int]:
        plain = replace(self.rules, consolidation="never")
        return sorted(smaller for (smaller,) in plain.options((heap,)))

    def row(self, heaps: Heaps, i: int, name: str, smaller: Sequence[int]) -> ipw.HBox:
        heap = heaps[i]
        return self.numbers(
            f"{heap} = {polynomial_text(heap)}",
            "make it",
            lambda new: self.make(heaps, i, new),
            smaller,
            lambda new: f"make {heap} into {polynomial_text(new)}",
            smaller[-1],
        )


board.register(PolyMuM, _PolynomialBoard)
