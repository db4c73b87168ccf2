"""MuM played: heaps of sticks, their product in words, and what becomes of stranded heaps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from html import escape
from math import prod
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._heaps import HeapsBoard, Key
from nimbook.play._marks import look
from nimbook.play._parts_board import Taps
from nimbook.play._play import Play, board
from nimtwist._checks import written
from nimtwist.games.mum import MuM
from nimtwist.games.products import Heaps, ProductGame

__all__ = ["WHOLE", "ProductBoard"]

WHOLE = "whole"
"""The place of the one heap that consolidation makes."""


class ProductBoard(HeapsBoard[Any], ABC):
    """Heaps, the largest first, their product, and the heap that consolidation makes of them."""

    rules: ProductGame

    def __init__(self, rules: ProductGame, play: Play) -> None:
        super().__init__(rules, play)
        self._said, self._note = ipw.HTML(), ipw.HTML()

    @abstractmethod
    def product_words(self, heaps: Heaps) -> str:
        """Return in words what the heaps multiply to."""

    def above(self) -> list[ipw.Widget]:
        """Return the product in words."""
        heaps = self.play.position[::-1]
        self._said.value = f'<div class="nt nt-product">{escape(self.product_words(heaps))}</div>'
        self._said.layout.display = None if heaps else "none"
        return [self._said]

    @property
    def is_idle(self) -> bool:
        """Whether the heaps must be consolidated first."""
        over, rules = self.play.match.over, self.rules
        return not over and rules.compulsory and rules.consolidates(self.play.position)

    def prepare(self) -> None:
        """Find where the heaps are, and the one that consolidation makes of them."""
        super().prepare()
        position, rules = self.play.position, self.rules
        joins = not self.play.match.over and rules.consolidates(position)
        self._joined = rules.consolidated(position) if joins else ()
        if self._joined and rules.consolidation == "same-turn":
            [self.sizes[WHOLE]] = self._joined
            if WHOLE not in self.rows:
                self.rows[WHOLE] = self.row(WHOLE)
            self.grow(WHOLE)

    def below(self) -> list[ipw.Widget]:
        """Return the one heap of which heaps that are consolidated consist, and say why."""
        rules, play, heaps, single = self.rules, self.play, self.play.position, self._joined
        shown = [self._note, *(row.widget for place, row in self.rows.items() if place == WHOLE)]
        for widget in shown:
            widget.layout.display = None if single else "none"
        if not single:
            return shown
        must = "must" if rules.compulsory else "may"
        turn = "which is your move"
        if rules.consolidation == "same-turn":
            turn = "and you move on from there"
        is_so = f"is stranded: you {must} make it" if rules.is_stranded(heaps) else f"{must} become"
        said = f"{play.show(heaps)} {is_so} one heap, {play.show(single)}, {turn}."
        self._note.value = f'<div class="nt">{escape(said)}</div>'
        if rules.consolidation == "own-turn":
            join = play.button(f"consolidate into {play.show(single)}", partial(play.move, single))
            look(join, "nt-do", **{"nt-hint": single in play.hinted})
            return [*shown, join]
        return shown

    def ways(self) -> Mapping[Taps, Any]:
        """Return the options, by the sticks that are tapped for them; a heap keeps at least 1."""
        return {taps: to for taps, to in super().ways().items() if not self._is_all(taps[0])}

    def _is_all(self, key: Key) -> bool:
        return self.amount(key) == self.sizes[key[0]]

    def left(self, key: Key) -> Any:
        """Return the position after a tap."""
        return (self.sizes[WHOLE] - self.amount(key),) if key[0] == WHOLE else super().left(key)

    def refusal(self, key: Key) -> str:
        """Return why a stick cannot be taken now."""
        if self._is_all(key) and not self.is_idle:  # perhaps what consolidation leaves
            heaps = self.play.show(self.play.position)
            return f"a heap keeps at least 1, but one heap of {heaps} is gone"
        return super().refusal(key)


class _MuMBoard(ProductBoard):
    rules: MuM

    def __init__(self, rules: MuM, play: Play) -> None:
        super().__init__(rules, play)
        left = {"coprime": "coprime to it", "not divisible": "no multiple of it", "any": "a heap"}
        self.tip += (
            f" Take less than {written(rules.modulus)}; what is left must be {left[rules.heaps]}."
        )

    def reach(self, heap: int) -> int:
        return min(heap - 1, self.rules.modulus - 1)

    def product_words(self, heaps: Heaps) -> str:
        product, modulus = prod(heaps), self.rules.modulus
        factors = " × ".join(map(written, heaps))
        equal = f"{factors} = {written(product)}, which is" if len(heaps) > 1 else f"{factors} is"
        return f"{equal} {product % modulus} modulo {modulus}"

    def deal(self, chance: Random) -> Heaps:
        """Return two or three heaps that are not large."""
        most = 9 if self.rules.modulus < 8 else 13
        heaps = [heap for heap in range(2, most + 1) if self.rules._is_heap(heap)]
        return tuple(sorted(chance.choice(heaps) for _ in range(chance.randint(2, 3))))


board.register(MuM, _MuMBoard)
