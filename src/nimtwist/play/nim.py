"""Nim played: a button for each number of sticks that may be taken."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimtwist.games.nim import Nim
from nimtwist.play._heaps import heap_of_buttons
from nimtwist.play._play import Play, board, count_options, position_of, told

__all__: list[str] = []


@count_options.register
def _nim_options(rules: Nim, position: tuple[int, ...]) -> int:
    rules.show(position)  # refuses what is no position
    return sum(position)


@told.register
def _nim_move(rules: Nim, position: tuple[int, ...], option: tuple[int, ...]) -> str:
    [(heap, left)] = [pair for pair in zip(position, option, strict=True) if pair[0] != pair[1]]
    return f"takes {heap - left} from the heap of {heap}"


@board.register
def _nim_board(rules: Nim, play: Play) -> list[ipw.Widget]:
    heaps = position_of(rules, play)

    def take(i: int, taken: int) -> None:
        play.move((*heaps[:i], heaps[i] - taken, *heaps[i + 1 :]))

    return [heap_of_buttons(play, heap, partial(take, i)) for i, heap in enumerate(heaps) if heap]
