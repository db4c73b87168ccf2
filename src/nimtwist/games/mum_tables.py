"""Tables of the Grundy values and mumbers of all MuM positions with few heaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations_with_replacement
from math import prod
from operator import or_

from nimtwist.checks import check_choice, check_integer, short_repr
from nimtwist.game import ValueOracle
from nimtwist.games.mum import MuM, heap_index, legal_remainders
from nimtwist.games.products import Heaps

__all__ = ["MuMTable"]


class MuMTable(ValueOracle[Heaps]):
    """Grundy values and mumbers of the positions with up to `count` heaps, none above `largest`.

    The table gives the same results as a search with the same rules, but faster. If all heaps but
    one are fixed, the entries for all sizes of the remaining heap form a *line*, and a move in that
    heap leads to one of the entries just before the current one on that line. Each position is a
    sorted tuple of heaps, and the positions are visited in lexicographic order. Since a move makes
    one heap smaller and none larger, every option is visited before the position itself. An entry
    is a bit mask that encodes the value and whether the product is 1. The latter is needed to tell
    which positions are stranded.

    Args:
        rules: a `MuM`.
        count: the maximum number of heaps, an integer ≥ 0.
        largest: the size of the largest heap, an integer ≥ 1.

    >>> table = MuMTable(MuM(5), 3, 20)
    >>> table.outcome((2, 3)), table.grundy((3, 4)), table.mumber((3, 4), of_units=True)
    ('P', 4, 6)
    """

    rules: MuM

    def __init__(self, rules: MuM, count: int, largest: int) -> None:
        self.rules = rules
        self.count = check_integer(count, "the number of heaps")
        self.largest = check_integer(largest, "the largest heap", 1)
        self._units = legal_remainders(MuM(rules.modulus))
        self._period = len(legal_remainders(rules))
        self._heaps = [heap for heap in range(1, self.largest + 1) if rules._is_heap(heap)]
        self._lines: defaultdict[Heaps, list[int]] = defaultdict(list)
        for position in self.positions():
            self._enter(position)

    def positions(self) -> Iterator[Heaps]:
        """Yield the positions, fewest heaps first, then in lexicographic order."""
        for size in range(self.count + 1):
            yield from combinations_with_replacement(self._heaps, size)

    def grundy(self, position: Heaps) -> int:
        """Return the Grundy value of a position.

        Raises:
            ValueError: if the position is not in the table.
        """
        heaps = self.rules.canonical(position)
        if len(heaps) > self.count or (heaps and heaps[-1] > self.largest):
            raise ValueError(
                f"{short_repr(position)} is not in a table of at most {self.count} heaps up to "
                f"{self.largest}"
            )
        return self._grundy(heaps)

    def mumber(self, position: Heaps, *, of_units: bool = False) -> int:
        """Return the plain mumber or, if `of_units` is true, the mumber (a mex over units only).

        While a Grundy value is a mex over the list 0, 1, 2, ..., the plain mumber is a mex over all
        positive integers, and the mumber is a mex over the positive integers coprime to the
        modulus. So the Grundy value is the index, counted from 0, of either number in its list.

        >>> table = MuMTable(MuM(5), 2, 4)
        >>> table.mumber((3, 4)), table.mumber((3, 4), of_units=True)
        (5, 6)
        """
        check_choice(of_units, "of_units", (True, False))
        value = self.grundy(position)
        return self._mumber(value) if of_units else value + 1

    def mumbers(self, count: int) -> list[tuple[Heaps, int]]:
        """Return the positions of `count` heaps in lexicographic order, each with its mumber.

        These are mumbers over the units, not plain mumbers.

        Raises:
            ValueError: if `count` is not an integer from 0 to the table's number of heaps.

        >>> MuMTable(MuM(5), 2, 4).mumbers(2)[-3:]
        [((3, 3), 2), ((3, 4), 6), ((4, 4), 1)]
        """
        count = check_integer(count, "the number of heaps", 0, self.count)
        positions = combinations_with_replacement(self._heaps, count)
        return [(position, self._mumber(self._grundy(position))) for position in positions]

    def row(self, heaps: Heaps) -> Sequence[int]:
        """Return the Grundy values of `heaps` with one more heap, in order of the new heap's size.

        Raises:
            ValueError: if these positions are not in the table.

        >>> MuMTable(MuM(5), 2, 7).row((3,))
        [2, 0, 1, 4, 2, 0]
        """
        others = self.rules.canonical(heaps)
        if len(others) >= self.count or (others and others[-1] > self.largest):
            raise ValueError(
                f"{short_repr(heaps)} with one more heap is not in a table of at most {self.count} "
                f"heaps up to {self.largest}"
            )
        return list(map(_value, self._lines[others]))

    def _grundy(self, heaps: Heaps) -> int:
        return _value(self._lines[heaps[:-1]][heap_index(self.rules, heaps[-1])]) if heaps else 0

    def _mumber(self, value: int) -> int:
        cycles, index = divmod(value, len(self._units))
        return cycles * self.rules.modulus + self._units[index]

    def _enter(self, position: Heaps) -> None:
        """Compute the entry of a position and append it to every line through the position."""
        lines, options, last, product = [], 0, 0, 1
        for i, heap in enumerate(position):
            product = product * heap % self.rules.modulus
            if heap != last:
                line = self._lines[position[:i] + position[i + 1 :]]
                options |= reduce(or_, line[max(0, len(line) + 1 - self._period) :], 0)
                lines.append(line)
                last = heap
        if self.rules.when == "stranded":
            consolidates = product != 1 and not options & 1
        else:
            consolidates = self.rules._may_consolidate(position)
        if consolidates and self.rules.consolidation != "never":
            reached = self._values_by_consolidating(prod(position)) << 1
            options = reached if self.rules.compulsory else options | reached
        values = options >> 1
        entry = (values + 1 & ~values) << 1 | (product == 1)
        for line in lines:
            line.append(entry)

    def _values_by_consolidating(self, single: int) -> int:
        """Return the mask of the values that a player can move to by consolidating.

        `single` is the heap that consolidation produces. A single heap is not stranded, and its
        options are the `_period` - 1 legal heaps below it. So the values of single heaps cycle
        through 0, ..., `_period` - 1, and the options of a heap take on every value that
        smaller heaps have, except the value of the heap itself.
        """
        number = heap_index(self.rules, single)
        own = 1 << number % self._period
        if self.rules.consolidation == "own-turn":
            return own
        return (1 << min(number, self._period)) - 1 & ~own


def _value(entry: int) -> int:
    return (entry >> 1).bit_length() - 1
