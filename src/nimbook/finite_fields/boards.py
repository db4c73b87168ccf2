"""Polynomial MuM played: a button for each smaller heap; where these are many, one is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import ipywidgets as ipw

from nimbook.match import Guide, Oracle, guide
from nimbook.multiplying_heaps.boards import ByProducts, ProductBoard
from nimbook.play._play import board
from nimtwist._checks import whole
from nimtwist.algebra import polynomial_text
from nimtwist.games.mum import Heaps
from nimtwist.games.polymum import PolyMuM

__all__: list[str] = []

_LARGEST_HEAP = 1_000


class _PolynomialGuide(Guide[Heaps]):
    def oracle(self, position: Heaps) -> Oracle[Heaps]:
        # Of the readings, those under which the ledger has the product decide (mum.def-6.1).
        plain = PolyMuM(self.rules.polynomial)
        if self.rules in (plain, replace(plain, compulsory=False)):
            return ByProducts(self.rules)
        return super().oracle(position)

    def count_options(self, position: Heaps) -> int:
        self.show(position)  # refuses what is no position
        for heap in position:
            whole(heap, "a heap to play with here", 1, _LARGEST_HEAP)
        return len(self.rules.options(position))


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


guide.register(PolyMuM, _PolynomialGuide)
board.register(PolyMuM, _PolynomialBoard)
