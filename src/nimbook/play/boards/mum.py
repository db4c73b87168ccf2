"""MuM played: heaps of sticks, their product in words, and what becomes of stranded heaps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from functools import partial
from html import escape
from math import prod
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._heaps import Heap, HeapsBoard
from nimbook.play._marks import look
from nimbook.play._play import Play, board
from nimtwist._checks import written
from nimtwist.games.mum import MuM
from nimtwist.games.products import Heaps, ProductGame

__all__ = ["ProductBoard"]


class ProductBoard(HeapsBoard[Any], ABC):
    """Heaps, the largest first, their product, and the heap that consolidation makes of them."""

    rules: ProductGame

    def __init__(self, rules: ProductGame, play: Play) -> None:
        super().__init__(rules, play)
        self._said = ipw.HTML()
        self._whole: Heap | None = None

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

    def below(self) -> list[ipw.Widget]:
        """Return the one heap of which heaps that are consolidated consist, and say why."""
        rules, play, heaps = self.rules, self.play, self.play.position
        if play.match.over or not rules.consolidates(heaps):
            return []
        single = rules.consolidated(heaps)
        must = "must" if rules.compulsory else "may"
        turn = "which is your move"
        if rules.consolidation == "same-turn":
            turn = "and you move on from there"
        is_so = f"is stranded: you {must} make it" if rules.is_stranded(heaps) else f"{must} become"
        said = f"{play.show(heaps)} {is_so} one heap, {play.show(single)}, {turn}."
        note = ipw.HTML(f'<div class="nt">{escape(said)}</div>')
        if rules.consolidation == "own-turn":
            join = play.button(f"consolidate into {play.show(single)}", partial(play.move, single))
            look(join, "nt-do", **{"nt-hint": single in play.hinted})
            return [note, join]
        [size] = single
        self._whole = self.new_heap(lambda amount: play.move((size - amount,)))
        hints = {size - left for (left, *more) in play.hinted if not more and 0 < left < size}
        if not rules.compulsory:
            hints -= {size - left for left in self._reachable(heaps)}
        self._whole.show(size, (), written(size), hints)
        return [note, self._whole.widget]

    def is_legal(self, heap: Heap, amount: int) -> bool:
        """Return whether so much may be taken from a heap that is shown."""
        if heap is self._whole:
            return self._is_option((heap.size - amount,))
        return amount < heap.size and super().is_legal(heap, amount)

    def take(self, place: int, amount: int) -> None:
        """Take so much from the heap in a place."""
        heaps = self.play.position
        if amount == self.places[place] and not self.is_idle:  # perhaps what consolidation leaves
            raise ValueError(
                f"a heap keeps at least 1, but one heap of {self.play.show(heaps)} is gone"
            )
        super().take(place, amount)

    def _reachable(self, heaps: Heaps) -> Collection[int]:
        """Return the single heaps that can be left without consolidation."""
        return range(1, heaps[0]) if len(heaps) == 1 else ()


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
