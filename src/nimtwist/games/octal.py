"""Octal games and others in which a move takes sticks from a heap and may break up the rest.

R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge
Philosophical Society 52 (1956). Kayles and Dawson's Kayles are octal games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import comb, inf
from operator import xor
from random import Random
from typing import Any

from nimtwist.checks import check_integer, decimal, join_and, set_integer, short_repr, shorten
from nimtwist.game import ClosedValue, least_absent
from nimtwist.games._moves import MoveMixin
from nimtwist.games.heaps import (
    HeapGame,
    changed_heaps,
    check_heaps,
    check_option_count,
    each_heap,
    show_heaps,
)
from nimtwist.games.nim import nim_sum

__all__ = ["Kayles", "Octal", "Periodic", "Subtraction", "TakeAndBreak"]

# For each code: the heap size from which the Grundy values are periodic, and the period.
_PERIODS = {"0.77": (71, 12), "0.07": (53, 34), "0.137": (52, 34)}
_MAX_VALUES = 2000
MAX_VALUES = 10**6
"""The largest number of values that a sequence may have; computing more would take too long."""
_MAX_TAKEN = 100_000
_MAX_HEAPS_LEFT = 10


class _HeapsToBreak(MoveMixin, HeapGame):
    """Base class of games in which a move takes sticks from one heap and may break up the rest."""

    moves: tuple[tuple[int, tuple[int, ...]], ...]
    """The numbers of sticks that may be taken, each with the numbers of heaps that may be left."""
    different: bool = False
    """Whether the heaps that a move leaves of a heap must have different sizes."""

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the distinct options, moves in the smallest heap first.

        >>> Octal("0.77").options((3, 3))
        [(2, 3), (1, 1, 3), (1, 3)]
        """
        heaps = self.canonical(position)
        check_option_count(self.count_options(heaps), heaps, len(heaps) + 1)
        options: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            results = self.heap_options(heap)
            options += [tuple(sorted((*others, *new))) for new in results] if others else results
        return options

    def heap_options(self, heap: int, max_part: float = inf) -> list[tuple[int, ...]]:
        """Return everything that a move can turn one heap into, as tuples of heaps.

        Moves that leave two or more heaps are omitted if the smallest of them exceeds `max_part`.

        >>> Kayles().heap_options(9, max_part=1)
        [(8,), (1, 7), (7,), (1, 6)]
        """
        step = int(self.different)
        return [
            split
            for taken, counts in self.moves
            if taken <= heap
            for count in counts
            for split in _splits(heap - taken, count, 1, step, max_part)
        ]

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return an upper bound on the number of options."""
        return sum(
            comb(max(heap - taken - 1, 0), count - 1) // 2 + 1 if count > 1 else 1
            for heap in set(self.canonical(position))
            for taken, counts in self.moves
            for count in counts
        )

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the heaps as separate positions.

        >>> Octal("0.77").components((2, 1))
        [(1,), (2,)]
        """
        return [(heap,) for heap in self.canonical(position)]

    def grundy_values(
        self, count: int, progress: Callable[[int], object] | None = None
    ) -> list[int]:
        """Return the Grundy values of single heaps of 0 to `count` - 1 sticks.

        Each value is computed from those of smaller heaps; the value of a sum is the nim-sum of the
        values (nimber.sprague-grundy). `progress`, if given, is called after each heap with the
        number of values found so far.

        >>> Octal("0.07").grundy_values(12)
        [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
        """
        values: list[int] = []
        step = int(self.different)
        for heap in range(check_integer(count, "the number of values", 0, MAX_VALUES)):
            below: set[int] = set()
            for taken, counts in self.moves:
                rest = heap - taken
                for parts in counts if rest >= 0 else ():
                    if parts == 2:  # by far the most frequent case, so without a loop in Python
                        half = (rest - step) // 2
                        below.update(map(xor, values[1 : half + 1], values[rest - 1 :: -1]))
                    else:
                        splits = _splits(rest, parts, 1, step, inf)
                        below.update(reduce(xor, (values[i] for i in split), 0) for split in splits)
            values.append(least_absent(below))
            if progress:
                progress(heap + 1)
        return values

    def why_periodic(self, start: int, period: int, values: Sequence[Any]) -> str | None:
        """Return the theorem that proves a period of the Grundy values, or `None` if none does.

        `values`, the values of the first heaps, must have the given period from `start` on. If a
        move leaves at most h heaps and takes at most k sticks, the period is proved if it holds for
        all heaps of n and n + `period` sticks with `start` ≤ n < h · `start` + (h - 1) · `period` +
        k. The largest heap left by a move in a larger heap exceeds `start` + `period`, so shifting
        its size by `period` does not change its value.

        >>> dawsons_kayles = Octal("0.07")
        >>> dawsons_kayles.why_periodic(53, 34, dawsons_kayles.grundy_values(200))
        'theorem of Guy and Smith'
        """
        most_heaps = max([count for _, counts in self.moves for count in counts], default=0)
        start, heaps = max(start, 1), max(most_heaps, 1)
        most_taken = max([taken for taken, _ in self.moves], default=0)
        enough = len(values) >= heaps * (start + period) + most_taken
        if self.different or not enough or "P" in values or "N" in values:
            return None
        return "theorem of Guy and Smith" if heaps > 1 else "finitely many states"

    def _why_illegal(self, before: tuple[int, ...], after: tuple[int, ...]) -> str | None:
        removed, added = changed_heaps(before, after)
        taken = sum(removed) - sum(added)
        distinct = not self.different or len(set(added)) == len(added)
        if len(removed) == 1 and distinct and len(added) in dict(self.moves).get(taken, ()):
            return None
        return f"no move turns {shorten(show_heaps(before))} into {shorten(show_heaps(after))}"

    def _describe_move(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        [heap], added = changed_heaps(before, after)
        parts = join_and(map(decimal, added)) if added else ""
        if heap == sum(added):
            return f"split the heap of {decimal(heap)} into {parts}"
        leaving = f", leaving {parts}" if len(added) > 1 else ""
        return f"take {heap - sum(added)} from the heap of {decimal(heap)}{leaving}"


def _splits(
    total: int, parts: int, smallest: int, step: int, max_part: float
) -> list[tuple[int, ...]]:
    """Return the ways to write `total` as a sum of `parts` numbers in ascending order.

    The first number is at least `smallest` and, if there are others, at most `max_part`. Each
    further number exceeds the number before it by at least `step`.
    """
    if parts < 2:
        return [(total,) * parts] if (total >= smallest if parts else not total) else []
    return [
        (first, *others)
        for first in range(smallest, int(min(total // parts, max_part)) + 1)
        for others in _splits(total - first, parts - 1, first + step, step, inf)
    ]


@dataclass(frozen=True, init=False)
class TakeAndBreak(_HeapsToBreak):
    """A take-and-break game. A position is a tuple of heaps, as in Nim.

    `moves` maps each number of sticks that a move may take from a heap to the numbers of nonempty
    heaps into which the move may divide what is left of the heap; it may also be a list of pairs,
    in which a number may occur several times. If `different` is true, these heaps must have
    different sizes.

    Raises:
        ValueError: if there is no move, if a number is negative or too large, or if a move may
            leave a heap as it was.

    >>> grundys_game = TakeAndBreak({0: [2]}, different=True)
    >>> grundys_game.options((7,))
    [(1, 6), (2, 5), (3, 4)]
    """

    moves: tuple[tuple[int, tuple[int, ...]], ...]
    different: bool = False

    def __init__(
        self,
        moves: Mapping[int, Iterable[int]] | Iterable[tuple[int, Iterable[int]]],
        different: bool = False,
    ) -> None:
        pairs: dict[int, set[int]] = {}
        for taken, counts in moves.items() if isinstance(moves, Mapping) else moves:
            taken = check_integer(taken, "a number of sticks to take", 0, _MAX_TAKEN)
            minimum = 0 if taken else 2
            name = f"a number of heaps left by a move that takes {taken}"
            left = {check_integer(count, name, minimum, _MAX_HEAPS_LEFT) for count in counts}
            pairs.setdefault(taken, set()).update(left)
        if not pairs:
            raise ValueError("a take-and-break game needs at least one move, as in {1: [0, 1]}")
        merged = tuple((taken, tuple(sorted(pairs[taken]))) for taken in sorted(pairs))
        object.__setattr__(self, "moves", merged)
        object.__setattr__(self, "different", bool(different))


@dataclass(frozen=True, init=False)
class Subtraction(_HeapsToBreak):
    """A subtraction game: a move takes one of the given numbers of sticks from one heap.

    Raises:
        ValueError: if `amounts` is not a nonempty collection of integers from 1 to 100,000.

    >>> Subtraction({1, 3}).options((4,))
    [(3,), (1,)]
    """

    amounts: tuple[int, ...]

    def __init__(self, amounts: Iterable[int]) -> None:
        numbers = {check_integer(n, "a number of sticks to take", 1, _MAX_TAKEN) for n in amounts}
        if not numbers:
            raise ValueError("a subtraction game needs at least one number of sticks to take")
        object.__setattr__(self, "amounts", tuple(sorted(numbers)))

    @cached_property
    def moves(self) -> tuple[tuple[int, tuple[int, ...]], ...]:  # type: ignore[override]
        """The numbers of sticks that may be taken; any number may be left."""
        return tuple((amount, (0, 1)) for amount in self.amounts)


@dataclass(frozen=True)
class Octal(_HeapsToBreak):
    """The octal game with a code such as "0.137". A position is a tuple of heaps, as in Nim.

    The k-th digit after the point specifies the moves that take k from a heap. It is the sum of 1
    if the move may leave nothing of the heap, 2 if it may leave one nonempty heap, and 4 if it may
    leave two nonempty heaps. The digit before the point is 0, or 4 if a heap may be split in two
    without taking anything; a 0 may be omitted.

    Raises:
        ValueError: if `code` is not such a code.

    >>> Octal("0.07").options((4,))
    [(2,), (1, 1)]
    >>> Octal(".07")
    Octal(code='0.07')
    """

    code: str

    def __post_init__(self) -> None:
        text = self.code if isinstance(self.code, str) else ""
        found = re.fullmatch(r"([04]?)[.·]([0-7]+)", text.strip())
        if not found:
            raise ValueError(
                "the code of an octal game must be 0 or 4, a point and digits from 0 to 7, as in "
                f"'0.137', not {short_repr(self.code)}"
            )
        object.__setattr__(self, "code", f"{found[1] or 0}.{found[2]}")

    @cached_property
    def moves(self) -> tuple[tuple[int, tuple[int, ...]], ...]:  # type: ignore[override]
        """The moves that the digits of the code allow."""
        digits = enumerate(int(digit) for digit in self.code if digit != ".")
        return tuple(
            (taken, tuple(count for count in range(3) if digit >> count & 1))
            for taken, digit in digits
            if digit
        )

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return a random option."""
        heaps = each_heap(self.canonical(position))
        results = [(others, new) for n, others in heaps for new in self.heap_options(n, 1)]
        others, new = random.choice(results)
        if len(new) == 2:
            first = random.randint(1, sum(new) // 2)
            new = first, sum(new) - first
        return self.canonical((*others, *new))

    @property
    def closed_form(self) -> Periodic | None:
        """The theory of Guy and Smith, or `None` if no period is stored for the code."""
        return Periodic(self, *_PERIODS[self.code]) if self.code in _PERIODS else None


@dataclass(frozen=True)
class Periodic(ClosedValue[tuple[int, ...]]):
    """The theory of an octal game whose Grundy values are periodic from heap size `start` onward.

    The values up to the end of the first period, computed from the rules, determine all others.
    By a theorem of Guy and Smith, the period is proved once heaps of n and n + `period` have equal
    values for all n from `start` to `proof_bound` - 1. (nimber.kayles)

    >>> theory = Kayles().closed_form
    >>> theory.grundy((10**30,)), theory.winning_options((3, 2)), theory.proof_bound
    (1, [(2, 2)], 156)
    """

    rules: Octal
    start: int
    period: int

    def __post_init__(self) -> None:
        set_integer(self, "start")
        set_integer(self, "period", 1)
        if self.start + self.period > _MAX_VALUES:
            raise ValueError(
                f"start {short_repr(self.start)} and period {short_repr(self.period)} add up to "
                f"more than {_MAX_VALUES:,}: too many values to compute"
            )

    @cached_property
    def values(self) -> list[int]:
        """The Grundy values of single heaps up to the end of the first period."""
        return self.rules.grundy_values(self.start + self.period)

    @property
    def proof_bound(self) -> int:
        """The end of the range of heap sizes to check in order to prove the period.

        The range starts at `start` and excludes `proof_bound` itself.
        """
        return 2 * self.start + self.period + len(self.rules.code) - 2

    def grundy(self, position: tuple[int, ...], /) -> int:
        """Return the nim-sum of the heaps' values."""
        return nim_sum(map(self._value, check_heaps(position)))

    def _value(self, heap: int) -> int:
        return self.values[min(heap, self.start + (heap - self.start) % self.period)]

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the winning moves, except splits whose smaller part exceeds `start` + `period`.

        Such a split is not needed: shifting `period` sticks from the smaller part to the larger one
        changes the value of neither part.
        """
        heaps, max_part = self.rules.canonical(position), self.start + self.period
        winning: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            results, target = self.rules.heap_options(heap, max_part), self.grundy(others)
            wins = (new for new in results if reduce(xor, map(self._value, new), 0) == target)
            winning += [tuple(sorted((*others, *new))) for new in wins]
        return winning


@dataclass(frozen=True)
class Kayles(Octal):
    """Kayles: a position is a tuple of rows of pins; a ball knocks down one or two adjacent pins.

    It is the octal game 0.77, since a ball that knocks down one or two pins of a row may leave
    nothing of the row, one part or two parts. From 71 pins onward, the values of single rows have
    period 12. (nimber.kayles)

    >>> Kayles().options((3,))
    [(2,), (1, 1), (1,)]
    """

    code: str = field(default="0.77", init=False, repr=False)
