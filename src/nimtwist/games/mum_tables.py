"""Grundy values and mumbers of MuM in bulk: tables of all positions, and a solver built on them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, combinations_with_replacement, permutations
from math import comb, factorial, inf, prod
from operator import or_

from nimtwist._checks import check_callable, check_choice, quoted, whole
from nimtwist.game import ValueOracle
from nimtwist.games._planes import Box
from nimtwist.games.mum import MuM, _mum, _remainders
from nimtwist.games.products import Heaps
from nimtwist.solver import Solver

__all__ = ["MuMSolver", "MuMTable"]


_PROGRESS_EVERY = 1 << 12


class _MuMValues(ValueOracle[Heaps]):
    """What a table and a solver of MuM share: how heaps are numbered, and what joining leads to."""

    rules: MuM

    def __init__(self, rules: MuM) -> None:
        self.rules = _mum(rules)
        self._units = _remainders(MuM(rules.modulus))
        self._places = {heap: place for place, heap in enumerate(_remainders(rules))}
        self._period = len(self._places)

    def mumber(self, position: Heaps, *, of_units: bool = False) -> int:
        """Return the plain mumber; if `of_units`, the mumber, for which only units count.

        Both are mex recursions on another list than 0, 1, 2, ...: all numbers from 1 on, or those
        that are coprime to the modulus. So the Grundy value, counted from 0, is the place of either
        in its list.

        Raises:
            ValueError: as `grundy` does, or if `of_units` is not a bool.

        >>> MuMSolver(MuM(5)).mumber((3, 4)), MuMSolver(MuM(5)).mumber((3, 4), of_units=True)
        (5, 6)
        """
        check_choice(of_units, "of_units", (True, False))
        value = self.grundy(position)
        return self._mumber(value) if of_units else value + 1

    def _mumber(self, value: int) -> int:
        turns, place = divmod(value, len(self._units))
        return turns * self.rules.modulus + self._units[place]

    def _number(self, heap: int) -> int:
        """Return how many legal heaps are smaller."""
        turns, below = divmod(heap - 1, self.rules.modulus)
        return turns * self._period + self._places[below + 1]

    def _joined(self, single: int) -> int:
        """Return the mask of the values that a player who consolidates can move to.

        A single heap is not stranded, and its options are the `_period` - 1 heaps below it: so the
        values of single heaps run from 0 on, again and again, and the options have all others.
        """
        number = self._number(single)
        own = 1 << number % self._period
        if self.rules.consolidation == "own-turn":
            return own
        return (1 << min(number, self._period)) - 1 & ~own

    @property
    def _is_boxed(self) -> bool:
        """Whether only positions with all heaps below the modulus are consolidated.

        From a larger heap, a move can reach every remainder, and so makes the product 1 if the
        other heaps are units.
        """
        rules = self.rules
        stranded = rules.when == "stranded" and rules.heaps != "any"
        small = rules.consolidation == "never" or rules.when == "small" or stranded
        return small and self._period > 1

    def _box(self, sizes: Heaps) -> Box:
        """Return the box, not yet filled, of the positions with numbers below some sizes."""
        rules, also = self.rules, dict[Heaps, int]()
        if rules.consolidation != "never" and len(sizes) > 1:
            small = [
                (number, heap) for heap, number in self._places.items() if heap < rules.modulus
            ]
            for chosen in combinations_with_replacement(small[: max(sizes)], len(sizes)):
                numbers, heaps = zip(*chosen, strict=True)
                if rules.when == "small" or self._is_stranded(heaps):
                    joined = self._joined(prod(heaps))
                    also.update(dict.fromkeys(permutations(numbers), joined))
        return Box(
            sizes,
            self._period - 1,
            {cell: joined for cell, joined in also.items() if all(map(int.__lt__, cell, sizes))},
            rules.compulsory,
        )

    def _is_stranded(self, heaps: Heaps) -> bool:
        """Return whether heaps below the modulus, all of them units, are stranded.

        A move can make such a heap any smaller one. What makes the product 1 is the heap, divided
        by the product.
        """
        modulus = self.rules.modulus
        product = prod(heaps) % modulus
        if product == 1:
            return False
        inverse = pow(product, -1, modulus)
        return all(heap * inverse % modulus > heap for heap in heaps)


class MuMTable(_MuMValues):
    """Grundy values and mumbers of all positions of at most `count` heaps up to `largest`.

    They are what the search finds, from the same rules, but faster. Where that pays, positions are
    worked out a plane at a time, as a `Box` does it. Otherwise they are visited one by one. If all
    heaps but one stay, the entries for that one, by size, form a *line*, and moves in it lead to
    the entries just before. Sorted positions are visited in lexicographic order, so that every
    option comes first: it has a smaller heap in some place and larger ones in none. An entry is a
    bit mask of the value and of whether the product is 1, which shows whether a position is
    stranded.

    Args:
        rules: a `MuM`.
        count: the largest number of heaps, a whole number.
        largest: the largest heap, a whole number.
        progress: called now and then with the number of positions done, the heaps in any order.

    Raises:
        ValueError: if an argument is anything else.

    >>> table = MuMTable(MuM(5), 3, 20)
    >>> table.outcome((2, 3)), table.grundy((3, 4)), table.mumber((3, 4), of_units=True)
    ('P', 4, 6)
    """

    def __init__(
        self,
        rules: MuM,
        count: int,
        largest: int,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(rules)
        self.count = whole(count, "the number of heaps")
        self.largest = whole(largest, "the largest heap", 1)
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self._heaps = [heap for heap in range(1, self.largest + 1) if rules._is_heap(heap)]
        self._lines: defaultdict[Heaps, _Line] = defaultdict(partial(_Line, self._period - 1))
        self._boxes: dict[int, Box] = {}
        done = 0
        for size in range(1, self.count + 1):
            done = self._work(size, done, progress)

    def _work(self, size: int, done: int, progress: Callable[[int], object] | None) -> int:
        """Work out the positions of so many heaps; return how many are done then."""
        sizes = (len(self._heaps),) * size
        one_by_one = comb(len(self._heaps) + size - 1, size) * (0.6 + 1.1 * size)  # microseconds
        if self._is_boxed and _planes_take(sizes, self._period) < one_by_one:
            self._boxes[size] = box = self._box(sizes)
            box.fill(progress and (lambda cells: progress(done + cells)))
            return done + prod(sizes)
        for position in self._positions(size):
            self._enter(position)
            done += 1
            if progress is not None and done % _PROGRESS_EVERY == 0:
                progress(done)
        return done

    def positions(self) -> Iterator[Heaps]:
        """Yield the positions, fewest heaps first, and then in lexicographic order."""
        for size in range(self.count + 1):
            yield from self._positions(size)

    def _positions(self, size: int) -> Iterator[Heaps]:
        return combinations_with_replacement(self._heaps, size)

    def grundy(self, position: Heaps) -> int:
        """Return the Grundy value of a position.

        Raises:
            ValueError: if the position is not in the table.
        """
        heaps = self.rules.canonical(position)
        if len(heaps) > self.count or (heaps and heaps[-1] > self.largest):
            raise ValueError(
                f"{quoted(position)} is not in a table of at most {self.count} heaps up to "
                f"{self.largest}"
            )
        if not heaps:
            return 0
        if box := self._boxes.get(len(heaps)):
            return box[tuple(map(self._number, heaps))]
        entry = self._lines[heaps[:-1]].entries[self._number(heaps[-1])]
        return (entry >> 1).bit_length() - 1

    def mumbers(self, count: int) -> list[tuple[Heaps, int]]:
        """Return the positions of `count` heaps in lexicographic order, each with its mumber.

        They are the mumbers for which only units count.

        Raises:
            ValueError: if `count` is not a whole number, at most that of the table.

        >>> MuMTable(MuM(5), 2, 4).mumbers(2)[-3:]
        [((3, 3), 2), ((3, 4), 6), ((4, 4), 1)]
        """
        if not whole(count, "the number of heaps", 0, self.count):
            return [((), 1)]
        mumber, found = cache(self._mumber), []
        for others in self._positions(count - 1):
            first = bisect_left(self._heaps, max(others, default=1))
            for heap, value in zip(self._heaps[first:], self.row(others)[first:], strict=True):
                found.append(((*others, heap), mumber(value)))
        return found

    def row(self, heaps: Heaps) -> Sequence[int]:
        """Return the Grundy values of the positions of these heaps and one more, by its size.

        Raises:
            ValueError: if these positions are not in the table.

        >>> list(MuMTable(MuM(5), 2, 7).row((3,)))
        [2, 0, 1, 4, 2, 0]
        """
        others = self.rules.canonical(heaps)
        if len(others) >= self.count or (others and others[-1] > self.largest):
            raise ValueError(
                f"{quoted(heaps)} and one more heap are not in a table of at most {self.count} "
                f"heaps up to {self.largest}"
            )
        if box := self._boxes.get(len(others) + 1):
            return box.row(tuple(map(self._number, others)))
        return [(entry >> 1).bit_length() - 1 for entry in self._lines[others].entries]

    def _enter(self, position: Heaps) -> None:
        lines, options, last, product = [], 0, 0, 1
        for i, heap in enumerate(position):
            product = product * heap % self.rules.modulus
            if heap != last:
                line = self._lines[position[:i] + position[i + 1 :]]
                options |= line.window()
                lines.append(line)
                last = heap
        if self.rules.when == "stranded":
            joins = product != 1 and not options & 1
        else:
            joins = self.rules._may_join(position)
        if joins and self.rules.consolidation != "never":
            joined = self._joined(prod(position)) << 1
            options = joined if self.rules.compulsory else options | joined
        values = options >> 1
        entry = (values + 1 & ~values) << 1 | (product == 1)
        for line in lines:
            line.append(entry)


class _Line:
    """Bit masks in a row, of which the last few are often asked for together.

    They are in blocks of as many. What the last ones have in common with the block before is its
    end, and what its ends are together is worked out once.
    """

    def __init__(self, reach: int) -> None:
        self.entries: list[int] = []
        self._reach = reach
        self._ends, self._since = [0] * (reach or 1), 0

    def window(self) -> int:
        """Return the bits of the last `reach` entries together."""
        return self._ends[len(self.entries) % len(self._ends)] | self._since

    def append(self, entry: int) -> None:
        """Add an entry."""
        self.entries.append(entry)
        if self._reach:
            self._since |= entry
            if len(self.entries) % self._reach == 0:
                self._ends = [*accumulate(reversed(self.entries[-self._reach :]), or_)][::-1]
                self._since = 0


class MuMSolver(_MuMValues):
    """Finds Grundy values and mumbers of MuM, and so outcomes, much faster than a `Solver`.

    Of a few heaps, it works out all positions that are not larger, a plane at a time, and keeps
    them; single heaps run through the values again and again; other positions are searched.

    If it is interrupted, it goes on from there when it is asked again. `progress`, if given, is
    called now and then with a number of positions that are done.

    Raises:
        ValueError: if `rules` is not a `MuM`, or `progress` cannot be called.

    >>> solver = MuM(11).solver()
    >>> solver.grundy((124, 125)), solver.mumber((124, 125), of_units=True)
    (0, 1)
    """

    def __init__(self, rules: MuM, progress: Callable[[int], object] | None = None) -> None:
        super().__init__(rules)
        self._search = Solver(rules, progress)
        self._progress = progress
        self._boxes: dict[int, Box] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rules!r})"

    def grundy(self, position: Heaps) -> int:
        """Return the Grundy value of a position."""
        heaps = self.rules.canonical(position)
        cell = tuple(map(self._number, heaps))
        if len(cell) < 2:
            return sum(cell) % self._period
        box = self._boxes.get(len(cell))
        if box is None or cell not in box:
            if self._takes(cell) == inf:
                return self._search.grundy(heaps)
            self._boxes[len(cell)] = box = self._box(self._sizes(cell))
        box.fill(self._progress)
        return box[cell]

    def takes(self, position: Heaps) -> float:
        """Return about how many seconds an answer takes; infinity if the position is searched.

        >>> MuM(11).solver().takes((124, 125)) < 0.1 < MuM(11).solver().takes((1234, 12345))
        True
        """
        return self._takes(tuple(map(self._number, self.rules.canonical(position))))

    def _takes(self, cell: Heaps) -> float:
        box = self._boxes.get(len(cell))
        if len(cell) < 2 or (box is not None and cell in box):
            return 0.0
        sizes = self._sizes(cell)
        searched = prod(sizes) * (20 + self._period * len(sizes)) // factorial(len(sizes))
        planes = _planes_take(sizes, self._period)
        return min(planes, _ENDLESS) / 1e6 if self._is_boxed and planes < searched else inf

    def _sizes(self, cell: Heaps) -> Heaps:
        """Return the sizes of a box that has a cell, and all that the present one has."""
        box = self._boxes.get(len(cell))
        before = box.sizes if box else (0,) * len(cell)
        return tuple(max(number + 1, size) for number, size in zip(cell, before, strict=True))


# No number of microseconds is written as a float if it has many more digits.
_ENDLESS = 10**300


def _planes_take(sizes: Heaps, period: int) -> int:
    """Return how long a box of these sizes takes, in microseconds, more or less."""
    bits = prod(size + min(size, period) for size in sizes[:-1])
    values = len(sizes) * min(period, max(sizes))
    return sum(sizes) * values * (3200 * len(sizes) + bits) // 4000
