"""MuM played: a button for each legal amount, and what becomes of stranded heaps."""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as ipw

from nimbook.match import Guide, Oracle, guide
from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import board
from nimtwist._checks import whole
from nimtwist.game import Outcome
from nimtwist.games._heaps import replaced
from nimtwist.games.mum import Heaps, MuM, ProductGame

__all__ = ["ByProducts", "ProductBoard"]

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


class ProductBoard(HeapsBoard[ProductGame]):
    """A row for each heap, the largest first, and what becomes of heaps that are consolidated."""

    def update(self) -> list[ipw.Widget]:
        """Return the rows, and before them a sentence where heaps may be consolidated."""
        rules, play, heaps = self.rules, self.play, self.play.position
        largest_first = tuple(sorted(heaps, reverse=True))
        if not rules.consolidates(heaps):
            return self.rows(largest_first)
        single = rules.consolidated(heaps)
        must = "must" if rules.compulsory else "may"
        turn = "which is your move"
        if rules.consolidation == "same-turn":
            turn = "and you move on from there"
        shown = play.show(heaps)
        is_so = f"is stranded: you {must} make it" if rules.is_stranded(heaps) else f"{must} become"
        said = f"{shown} {is_so} one heap, {play.show(single)}, {turn}."
        own = [] if rules.compulsory else self.rows(largest_first)
        if rules.consolidation == "own-turn":
            join = play.button(f"consolidate into {play.show(single)}", partial(play.move, single))
            own.append(ipw.HBox([join]))
        else:
            own += self.rows(single)
        return [ipw.HTML(f'<div class="nt">{escape(said)}</div>'), *own]

    def smaller(self, heap: int) -> list[int]:
        """Return what one heap may become."""
        return sorted(sum(option) for option in self.rules.options((heap,)))

    def leave(self, heaps: Heaps) -> None:
        """Leave these heaps, in order."""
        self.play.move(tuple(sorted(heaps)))


guide.register(MuM, _MuMGuide)
board.register(ProductGame, ProductBoard)
