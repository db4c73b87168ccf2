"""How Nim is played by theory, and told."""

from __future__ import annotations

from collections import Counter

from nimbook.match import Guide, Oracle, guide
from nimtwist.game import Outcome
from nimtwist.games._heaps import each_heap
from nimtwist.games.nim import Nim, nim_sum

Heaps = tuple[int, ...]


class _ByNimSum:
    """Knows who wins by the nim-sum (nimber.nim): most games are too large to search."""

    def outcome(self, position: Heaps, /) -> Outcome:
        return "N" if nim_sum(position) else "P"

    def winning_options(self, position: Heaps, /) -> list[Heaps]:
        total = nim_sum(position)
        return [
            Nim().canonical((*others, heap ^ total))
            for heap, others in each_heap(position)
            if heap ^ total < heap
        ]


class _NimGuide(Guide[Heaps]):
    def oracle(self, position: Heaps) -> Oracle[Heaps]:
        return _ByNimSum()

    def count_options(self, position: Heaps) -> int:
        return sum(set(position))

    def describe_move(self, position: Heaps, option: Heaps) -> str:
        [heap] = Counter(position) - Counter(option)
        return f"take {sum(position) - sum(option)} from the heap of {heap}"


guide.register(Nim, _NimGuide)
