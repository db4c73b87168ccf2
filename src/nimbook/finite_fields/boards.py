"""Polynomial MuM played: a button for each smaller heap; where these are many, one is typed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import ipywidgets as ipw

from nimbook.multiplying_heaps.boards import ByProducts, rows_of_heaps
from nimbook.play._heaps import heaps_shown, number_typed
from nimbook.play._play import Adviser, Play, adviser, count_options, row
from nimtwist._checks import whole
from nimtwist.algebra import polynomial_text
from nimtwist.games._heaps import replaced
from nimtwist.games.mum import Heaps
from nimtwist.games.polymum import PolyMuM

__all__: list[str] = []

_MOST_BUTTONS = 15
_LARGEST_HEAP = 1_000


@adviser.register
def _polynomial_adviser(rules: PolyMuM, position: Heaps) -> Adviser:
    # Of the readings, those under which the ledger has the product decide (mum.def-6.1).
    plain = PolyMuM(rules.polynomial)
    if rules in (plain, replace(plain, compulsory=False)):
        return ByProducts(rules)
    return adviser.dispatch(object)(rules, position)


@count_options.register
def _polynomial_options(rules: PolyMuM, position: Heaps) -> int:
    rules.show(position)  # refuses what is no position
    for heap in position:
        whole(heap, "a heap to play with here", 1, _LARGEST_HEAP)
    return len(rules.options(position))


@rows_of_heaps.register
def _rows_of_polynomials(rules: PolyMuM, play: Play, heaps: Heaps) -> list[ipw.Widget]:
    plain = replace(rules, consolidation="never")
    rows = []
    largest_first = sorted(heaps, reverse=True)
    for i, _ in heaps_shown(largest_first):
        heap = largest_first[i]
        smaller = sorted(option for (option,) in plain.options((heap,)))
        if smaller:
            rows.append(_row(play, heaps, heap, smaller))
    return rows


def _row(play: Play, heaps: Heaps, heap: int, smaller: list[int]) -> ipw.HBox:
    """Return what makes one heap smaller: a button for each that it may become, or a field."""

    def make(new: int) -> None:
        play.move(replaced(heaps, heap, new))

    name = f"{heap} = {polynomial_text(heap)}"
    if len(smaller) <= _MOST_BUTTONS:
        buttons = [
            play.button(
                str(new), partial(make, new), tooltip=f"make {heap} into {polynomial_text(new)}"
            )
            for new in smaller
        ]
        for button in buttons:
            button.add_class("nt-stick-button")
        return row(f"{name}: make it", buttons)
    return number_typed(play, f"{name}:", "make it", make, smaller[-1], smaller)
