"""How Polynomial MuM is played by theory."""

from __future__ import annotations

from dataclasses import replace

from nimbook.match import Guide, Oracle, guide
from nimbook.multiplying_heaps.guides import ByProducts
from nimtwist._checks import whole
from nimtwist.games.mum import Heaps
from nimtwist.games.polymum import PolyMuM

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


guide.register(PolyMuM, _PolynomialGuide)
