"""MuM played: a button for each legal amount, and what becomes of stranded heaps."""

from __future__ import annotations

from functools import partial, singledispatch
from html import escape

import ipywidgets as ipw

from nimbook.play._heaps import heap_of_buttons, heaps_shown
from nimbook.play._play import Adviser, Play, adviser, board, count_options, position_of
from nimtwist._checks import whole
from nimtwist.game import Outcome
from nimtwist.games._heaps import replaced, sticks_taken
from nimtwist.games.mum import Heaps, MuM, ProductGame

__all__ = ["ByProducts", "rows_of_heaps"]

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


@adviser.register
def _mum_adviser(rules: MuM, position: Heaps) -> Adviser:
    if (rules.consolidation, rules.heaps, rules.when) == ("same-turn", "coprime", "stranded"):
        return ByProducts(rules)
    return adviser.dispatch(object)(rules, position)


@count_options.register
def _mum_options(rules: MuM, position: Heaps) -> int:
    whole(rules.modulus, "the modulus of a game to play here", 2, _LARGEST_MODULUS)
    if rules.consolidates(position):
        return len(rules.options(position))
    return sum(len(rules.options((heap,))) for heap in set(position))


@board.register
def _product_board(rules: ProductGame, play: Play) -> list[ipw.Widget]:
    heaps = position_of(rules, play)
    if not rules.consolidates(heaps):
        return rows_of_heaps(rules, play, heaps)
    single = rules.consolidated(heaps)
    must = "must" if rules.compulsory else "may"
    turn = (
        "and you move on from there" if rules.consolidation == "same-turn" else "which is your move"
    )
    shown = play.show(heaps)
    is_so = f"is stranded: you {must} make it" if rules.is_stranded(heaps) else f"{must} become"
    said = f"{shown} {is_so} one heap, {play.show(single)}, {turn}."
    own = [] if rules.compulsory else rows_of_heaps(rules, play, heaps)
    if rules.consolidation == "own-turn":
        join = play.button(f"consolidate into {play.show(single)}", partial(play.move, single))
        own.append(ipw.HBox([join]))
    else:
        own += rows_of_heaps(rules, play, single)
    return [ipw.HTML(f'<div class="nt">{escape(said)}</div>'), *own]


@singledispatch
def rows_of_heaps(rules: ProductGame, play: Play, heaps: Heaps) -> list[ipw.Widget]:
    """Return a row of buttons for each heap of which something may be taken.

    A game whose moves are not best told by what is taken registers rows of its own.
    """

    def take(heap: int, taken: int) -> None:
        play.move(replaced(heaps, heap, heap - taken))

    rows = []
    largest_first = sorted(heaps, reverse=True)
    for i, name in heaps_shown(largest_first):
        heap = largest_first[i]
        amounts = sorted(sticks_taken((heap,), smaller) for smaller in rules.options((heap,)))
        if amounts:
            rows.append(heap_of_buttons(play, heap, name, partial(take, heap), amounts))
    return rows
