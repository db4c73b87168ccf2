"""MuM played: a button for each legal amount, and what becomes of stranded heaps."""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as ipw

from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import board
from nimtwist.games.mum import Heaps, ProductGame

__all__ = ["ProductBoard"]


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


board.register(ProductGame, ProductBoard)
