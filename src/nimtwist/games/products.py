"""Games decided by the product of the heaps: the common base of MuM and polynomial MuM."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import reduce
from random import Random
from typing import Literal

from nimtwist.checks import decimal, short_repr
from nimtwist.games.heaps import (
    HeapGame,
    check_option_count,
    describe_taking,
    each_heap,
    show_heaps,
    sticks_taken,
)
from nimtwist.sums import MoveMixin

__all__ = ["ProductGame"]


Heaps = tuple[int, ...]

Consolidation = Literal["same-turn", "own-turn", "never"]

When = Literal["stranded", "small", "always"]


class ProductGame(MoveMixin, HeapGame):
    """Base class of games in which a move reduces one heap, and players try to make the product 1.

    In `MuM` and `PolyMuM`, a position is a sorted tuple of heaps. It is *stranded* if its product
    is not 1 and no move makes it 1; then its heaps are consolidated into one. (mum.def-3.4)

    - `consolidation`: with "same-turn", the player consolidates and then moves in the single heap;
      with "own-turn", consolidating is the whole move; with "never", stranded positions are played
      like any others.
    - `compulsory`: true if a player must consolidate, false if this is optional.
    - `when`: the positions that can be consolidated: with "stranded", stranded ones; with "always",
      all that have at least two heaps; with "small", all that have at least two heaps, each below
      the modulus.
    """

    consolidation: Consolidation
    compulsory: bool
    when: When

    @abstractmethod
    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position with the single heap that consolidation produces."""

    @abstractmethod
    def _inverse(self, a: int) -> int | None:
        """Return the inverse of `a` in the ring of the game, or `None` if there is none."""

    @abstractmethod
    def _heaps_representing(self, value: int, heap: int) -> Iterable[int]:
        """Return the heaps that represent `value` and that a legal move in `heap` can produce."""

    @abstractmethod
    def _value(self, heap: int) -> int:
        """Return the element of the ring that a heap represents."""

    @abstractmethod
    def _times(self, a: int, b: int) -> int:
        """Return the product of two elements of the ring."""

    @abstractmethod
    def _is_heap(self, heap: int) -> bool:
        """Return whether heaps of this size are legal."""

    @property
    @abstractmethod
    def _amount_limit(self) -> int:
        """The smallest amount that is too large for one move, or 0 if there is no limit."""

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return the options of a position."""
        heaps = self.canonical(position)
        if not self.consolidates(heaps):
            return list(self._reduced(heaps))
        merged = self._consolidating_options(heaps)
        return merged if self.compulsory else list(dict.fromkeys([*self._reduced(heaps), *merged]))

    def product(self, position: Heaps, /) -> int:
        """Return the product of the heaps in the ring of the game, or 1 if there are no heaps.

        >>> from nimtwist import MuM
        >>> MuM(5).product((3, 4))
        2
        """
        return self._product(self.canonical(position))

    def moves_to_one(self, position: Heaps, /) -> list[tuple[int, int]]:
        """Return the legal moves that make the product 1, as pairs (heap, amount).

        The new heap must represent the inverse of the product of the other heaps. In `MuM`, at most
        one legal amount achieves this for each heap. (mum.sec-6.4.win)

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
        """Return whether the player to move must or may consolidate the heaps.

        >>> from nimtwist import MuM
        >>> MuM(5).consolidates((2, 2)), MuM(5, "never").consolidates((2, 2))
        (True, False)
        """
        if self.consolidation == "never":
            return False
        if self.when == "stranded":
            return self.is_stranded(position)
        return self._may_consolidate(self.canonical(position))

    def count_options(self, position: Heaps, /) -> int:
        """Return the number of options, or slightly more if several moves lead to the same option.

        Raises:
            ValueError: if there may be more than 1,000,000 options.
        """
        heaps = self.canonical(position)
        if self.consolidates(heaps):
            return len(self.options(heaps))
        self._check_option_count(heaps)
        return sum(sum(1 for _ in self._smaller(heap)) for heap in set(heaps))

    def random_option(self, position: Heaps, random: Random, /) -> Heaps:
        """Return a random option."""
        return random.choice(self.options(position))

    def _why_illegal(self, before: Heaps, after: Heaps) -> str | None:
        consolidates = self.consolidates(before)
        if consolidates and self.compulsory:
            return self._why_illegal_consolidation(before, after)
        reason = self._why_illegal_move(before, after)
        return reason and (
            self._why_illegal_consolidation(before, after) if consolidates else reason
        )

    def _describe_move(self, before: Heaps, after: Heaps) -> str:
        if not self.consolidates(before) or not (
            self.compulsory or self._why_illegal_move(before, after)
        ):
            return self._describe_reduction(before, after)
        [heap] = single = self.consolidated(before)
        move = "" if single == after else f" and {self._describe_reduction(single, after)}"
        return f"merge the heaps into {self._name(heap)}{move}"

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
                for smaller in self._heaps_representing(inverse, heap):
                    yield heap, heap - smaller

    def _may_consolidate(self, heaps: Heaps) -> bool:
        """Return whether the heaps may be consolidated even if they are not stranded."""
        return len(heaps) > 1

    def _consolidating_options(self, heaps: Heaps) -> list[Heaps]:
        """Return the options reached by consolidating."""
        single = self.consolidated(heaps)
        return [single] if self.consolidation == "own-turn" else list(self._reduced(single))

    def _reduced(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yield the distinct positions with one heap reduced."""
        self._check_option_count(heaps)
        for heap, others in each_heap(heaps):
            for smaller in self._smaller(heap):
                yield tuple(sorted((*others, smaller)))

    def _smaller(self, heap: int) -> Iterable[int]:
        """Return the sizes to which a legal move can reduce a heap."""
        limit = self._amount_limit or heap
        return filter(self._is_heap, range(max(1, heap - limit + 1), heap))

    def _check_option_count(self, heaps: Heaps) -> None:
        count = sum(min(heap, self._amount_limit or heap) for heap in set(heaps))
        check_option_count(count, heaps, len(heaps))

    def _why_illegal_move(self, before: Heaps, after: Heaps) -> str | None:
        try:
            sticks_taken(before, after)
        except ValueError as error:
            return str(error)
        if len(after) < len(before):
            return f"a move leaves at least 1 in a heap, but one of {show_heaps(before)} is gone"
        amount, limit = sum(before) - sum(after), self._amount_limit
        if 0 < limit <= amount:
            bound = short_repr(limit)
            return f"a move takes less than {bound}, but this one takes {short_repr(amount)}"
        return None

    def _why_illegal_consolidation(self, before: Heaps, after: Heaps) -> str | None:
        single = self.consolidated(before)
        stranded = "is stranded and " if self.when == "stranded" else ""
        change = f"{show_heaps(before)} {stranded}becomes {show_heaps(single)}"
        if self.consolidation == "own-turn":
            return None if after == single else f"{change}, not {show_heaps(after)}"
        reason = self._why_illegal_move(single, after)
        return reason and f"{change}, from which the same player moves: {reason}"
