"""Nim played: a button for each number of sticks that may be taken, and Bouton's theory."""

from __future__ import annotations

from collections import Counter
from functools import partial

import ipywidgets as ipw

from nimtwist.game import Outcome
from nimtwist.games._heaps import each_heap
from nimtwist.games.nim import Nim, nim_sum
from nimtwist.play._heaps import heap_of_buttons, heaps_shown
from nimtwist.play._play import Adviser, Play, adviser, board, count_options, position_of, told

__all__: list[str] = []


class _ByNimSum:
    """Knows who wins by the nim-sum (nimber.nim): most games are too large to search."""

    def outcome(self, position: tuple[int, ...], /) -> Outcome:
        return "N" if nim_sum(position) else "P"

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        total = nim_sum(position)
        return [
            Nim().canonical((*others, heap ^ total))
            for heap, others in each_heap(Nim().canonical(position))
            if heap ^ total < heap
        ]


@adviser.register
def _nim_adviser(rules: Nim, position: tuple[int, ...]) -> Adviser:
    return _ByNimSum()


@count_options.register
def _nim_options(rules: Nim, position: tuple[int, ...]) -> int:
    rules.show(position)  # refuses what is no position
    return sum(set(position))


@told.register
def _nim_move(rules: Nim, position: tuple[int, ...], option: tuple[int, ...]) -> str:
    [heap] = Counter(position) - Counter(option)
    return f"takes {sum(position) - sum(option)} from the heap of {heap}"


@board.register
def _nim_board(rules: Nim, play: Play) -> list[ipw.Widget]:
    heaps = position_of(rules, play)[::-1]  # as they are written

    def take(i: int, taken: int) -> None:
        play.move((*heaps[:i], heaps[i] - taken, *heaps[i + 1 :]))

    return [
        heap_of_buttons(play, heaps[i], name, partial(take, i), range(1, heaps[i] + 1))
        for i, name in heaps_shown(heaps)
    ]
