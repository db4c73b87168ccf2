"""Nim played: a button for each number of sticks that may be taken, and Bouton's theory."""

from __future__ import annotations

from nimbook.match import Guide, Oracle, guide
from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import board
from nimtwist.game import Outcome
from nimtwist.games.nim import Nim, nim_sum

__all__: list[str] = []

Heaps = tuple[int, ...]


class _ByNimSum:
    """Knows who wins by the nim-sum (nimber.nim): most games are too large to search."""

    def outcome(self, position: Heaps, /) -> Outcome:
        return "N" if nim_sum(position) else "P"

    def winning_options(self, position: Heaps, /) -> list[Heaps]:
        total = nim_sum(position)
        return [
            (*position[:i], heap ^ total, *position[i + 1 :])
            for i, heap in enumerate(position)
            if heap ^ total < heap
        ]


class _NimGuide(Guide[Heaps]):
    def oracle(self, position: Heaps) -> Oracle[Heaps]:
        return _ByNimSum()

    def count_options(self, position: Heaps) -> int:
        self.show(position)  # refuses what is no position
        return sum(position)

    def describe_move(self, position: Heaps, option: Heaps) -> str:
        [(heap, left)] = [pair for pair in zip(position, option, strict=True) if pair[0] != pair[1]]
        return f"take {heap - left} from the heap of {heap}"


guide.register(Nim, _NimGuide)
board.register(Nim, HeapsBoard)
