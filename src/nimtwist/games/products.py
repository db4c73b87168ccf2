"""Games of heaps in which the product of the heaps decides: what MuM and polynomial MuM share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import reduce
from random import Random
from typing import Literal

from nimtwist._checks import decimal, short_repr
from nimtwist.games._heaps import (
    HeapGame,
    check_count,
    describe_taking,
    each_heap,
    show_heaps,
    sticks_taken,
)
from nimtwist.games._moves import Moves

__all__ = ["ProductGame"]


Heaps = tuple[int, ...]

Consolidation = Literal["same-turn", "own-turn", "never"]

When = Literal["stranded", "small", "always"]


class ProductGame(Moves, HeapGame):
    """Games in which a move makes one heap smaller, and the aim is to make their product 1.

    `MuM` and `PolyMuM` share this: a position is a sorted tuple of heaps. It is *stranded* if its
    product is not 1 and no move makes it 1; then its heaps are consolidated into one. (mum.def-3.4)

    - `consolidation` "same-turn": the player consolidates, and then moves from the one heap.
      "own-turn": consolidating is the move. "never": stranded positions are like any others.
    - `compulsory`: whether a player must consolidate, or only may.
    - `when` to consolidate: "stranded" positions only; "always", that is all positions of two heaps
      or more; or of these the "small" ones, whose heaps are all below the modulus.
    """

    consolidation: Consolidation
    compulsory: bool
    when: When

    @abstractmethod
    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the one heap that consolidation makes of the heaps."""

    @abstractmethod
    def _inverse(self, a: int) -> int | None:
        """Return the inverse in the ring where products are taken, if there is one."""

    @abstractmethod
    def _standing_for(self, value: int, heap: int) -> Iterable[int]:
        """Return the heaps that a legal move can turn a heap into and that stand for a value."""

    @abstractmethod
    def _value(self, heap: int) -> int:
        """Return what a heap stands for in the ring where products are taken."""

    @abstractmethod
    def _times(self, a: int, b: int) -> int:
        """Return the product in that ring."""

    @abstractmethod
    def _is_heap(self, heap: int) -> bool:
        """Return whether there are heaps of this size."""

    @property
    @abstractmethod
    def _most_taken(self) -> int:
        """The least amount too large for a move; 0 if there is no limit."""

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return every position that the player to move can move to."""
        heaps = self.canonical(position)
        if not self.consolidates(heaps):
            return list(self._reduced(heaps))
        joined = self._joined(heaps)
        return joined if self.compulsory else list(dict.fromkeys([*self._reduced(heaps), *joined]))

    def product(self, position: Heaps, /) -> int:
        """Return the product of the heaps, in the ring of the game; 1 if there are none.

        >>> from nimtwist import MuM
        >>> MuM(5).product((3, 4))
        2
        """
        return self._product(self.canonical(position))

    def moves_to_one(self, position: Heaps, /) -> list[tuple[int, int]]:
        """Return the legal moves, as heap and amount, that make the product 1.

        The heap must become what stands for the inverse of the product of the others. In `MuM` at
        most one amount below the modulus does that. (mum.sec-6.4.win)

        >>> from nimtwist import MuM
        >>> MuM(5).moves_to_one((3, 4)), MuM(5).moves_to_one((2, 2))
        ([(4, 2)], [])
        """
        return list(self._to_one(self.canonical(position)))

    def is_stranded(self, position: Heaps, /) -> bool:
        """Return whether the product is not 1 and no legal move makes it 1."""
        heaps = self.canonical(position)
        return self._product(heaps) != 1 and not any(self._to_one(heaps))

    def consolidates(self, position: Heaps, /) -> bool:
        """Return whether the heaps must, or may, be consolidated by the player to move.

        >>> from nimtwist import MuM
        >>> MuM(5).consolidates((2, 2)), MuM(5, "never").consolidates((2, 2))
        (True, False)
        """
        if self.consolidation == "never":
            return False
        if self.when == "stranded":
            return self.is_stranded(position)
        return self._may_join(self.canonical(position))

    def count_options(self, position: Heaps, /) -> int:
        """Return how many options there are, or a few more if some are equal.

        Raises:
            ValueError: if there are more than 1,000,000 and they must be listed.
        """
        heaps = self.canonical(position)
        if self.consolidates(heaps):
            return len(self.options(heaps))
        self._check_count(heaps)
        return sum(sum(1 for _ in self._smaller(heap)) for heap in set(heaps))

    def random_option(self, position: Heaps, random: Random, /) -> Heaps:
        """Return an option chosen at random."""
        return random.choice(self.options(position))

    def _why_not(self, before: Heaps, after: Heaps) -> str | None:
        joins = self.consolidates(before)
        if joins and self.compulsory:
            return self._why_illegal_join(before, after)
        reason = self._why_illegal_move(before, after)
        return reason and (self._why_illegal_join(before, after) if joins else reason)

    def _words(self, before: Heaps, after: Heaps) -> str:
        if not self.consolidates(before) or not (
            self.compulsory or self._why_illegal_move(before, after)
        ):
            return self._describe_reduction(before, after)
        [heap] = single = self.consolidated(before)
        then = "" if single == after else f" and {self._describe_reduction(single, after)}"
        return f"consolidate into {self._name(heap)}{then}"

    def _product(self, heaps: Heaps) -> int:
        return reduce(self._times, map(self._value, heaps), 1)

    def _name(self, heap: int) -> str:
        return decimal(heap)

    def _describe_reduction(self, before: Heaps, after: Heaps) -> str:
        return describe_taking(before, after)

    def _to_one(self, heaps: Heaps) -> Iterator[tuple[int, int]]:
        for heap, others in each_heap(heaps):
            inverse = self._inverse(self._product(others))
            if inverse is not None:
                for smaller in self._standing_for(inverse, heap):
                    yield heap, heap - smaller

    def _may_join(self, heaps: Heaps) -> bool:
        """Return whether the heaps may be consolidated, stranded or not."""
        return len(heaps) > 1

    def _joined(self, heaps: Heaps) -> list[Heaps]:
        """Return the positions that a player who consolidates can move to."""
        single = self.consolidated(heaps)
        return [single] if self.consolidation == "own-turn" else list(self._reduced(single))

    def _reduced(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yield the positions with one heap made smaller, each once."""
        self._check_count(heaps)
        for heap, others in each_heap(heaps):
            for smaller in self._smaller(heap):
                yield tuple(sorted((*others, smaller)))

    def _smaller(self, heap: int) -> Iterable[int]:
        """Return the heaps that a legal move can turn a heap into."""
        most = self._most_taken or heap
        return filter(self._is_heap, range(max(1, heap - most + 1), heap))

    def _check_count(self, heaps: Heaps) -> None:
        most = sum(min(heap, self._most_taken or heap) for heap in set(heaps))
        check_count(most, heaps, len(heaps))

    def _why_illegal_move(self, before: Heaps, after: Heaps) -> str | None:
        try:
            sticks_taken(before, after)
        except ValueError as error:
            return str(error)
        if len(after) < len(before):
            return f"a heap keeps at least 1, but one heap of {show_heaps(before)} is gone"
        amount, most = sum(before) - sum(after), self._most_taken
        if 0 < most <= amount:
            limit = short_repr(most)
            return f"a move takes less than {limit}, but this one takes {short_repr(amount)}"
        return None

    def _why_illegal_join(self, before: Heaps, after: Heaps) -> str | None:
        single = self.consolidated(before)
        stranded = "is stranded and " if self.when == "stranded" else ""
        joins = f"{show_heaps(before)} {stranded}becomes {show_heaps(single)}"
        if self.consolidation == "own-turn":
            return None if after == single else f"{joins}, not {show_heaps(after)}"
        reason = self._why_illegal_move(single, after)
        return reason and f"{joins}, from which the same player moves: {reason}"
