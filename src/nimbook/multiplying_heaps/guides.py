"""How MuM is played by theory."""

from __future__ import annotations

from nimbook.match import Guide, Oracle, guide
from nimtwist._checks import whole
from nimtwist.game import Outcome
from nimtwist.games._heaps import replaced
from nimtwist.games.mum import Heaps, MuM, ProductGame

_LARGEST_MODULUS = 1_000


class ByProducts:
    """Knows who wins by the product, if consolidation is on the same turn (mum.thm-4.1.2).

    For games that are too large to search: those in which every heap has an inverse, and a heap
    that is not 1 can be made 1.
    """

    def __init__(self, rules: ProductGame) -> None:
        self.rules = rules

    def outcome(self, position: Heaps, /) -> Outcome:
        """Return "P" if the product is 1."""
        return "P" if self.rules.product(position) == 1 else "N"

    def winning_options(self, position: Heaps, /) -> list[Heaps]:
        """Return the options whose product is 1, from the larger heaps first."""
        if self.rules.product(position) == 1:
            return []
        if self.rules.is_stranded(position):
            position = self.rules.consolidated(position)
        moves = sorted(self.rules.moves_to_one(position), reverse=True)
        return [replaced(position, heap, heap - amount) for heap, amount in moves]


class _MuMGuide(Guide[Heaps]):
    def oracle(self, position: Heaps) -> Oracle[Heaps]:
        rules = self.rules
        if (rules.consolidation, rules.heaps, rules.when) == ("same-turn", "coprime", "stranded"):
            return ByProducts(rules)
        return super().oracle(position)

    def count_options(self, position: Heaps) -> int:
        rules = self.rules
        whole(rules.modulus, "the modulus of a game to play here", 2, _LARGEST_MODULUS)
        if rules.consolidates(position):
            return len(rules.options(position))
        return sum(len(rules.options((heap,))) for heap in set(position))


guide.register(MuM, _MuMGuide)
