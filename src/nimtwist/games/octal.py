"""Octal games: a code determines what a move may take from a heap, and what it may leave.

R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge
Philosophical Society 52 (1956). Kayles and Dawson's Kayles are octal games.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import inf
from operator import xor
from random import Random

from nimtwist._checks import decimal, join_and, set_integer, short_repr, shorten
from nimtwist.game import ClosedValue
from nimtwist.games._heaps import (
    HeapGame,
    changed_heaps,
    check_heaps,
    check_option_count,
    each_heap,
    show_heaps,
)
from nimtwist.games._moves import MoveMixin
from nimtwist.games.nim import nim_sum
from nimtwist.sums import SumSolver

__all__ = ["Kayles", "Octal", "Periodic"]

# For each code: the heap size from which the Grundy values are periodic, and the period.
_PERIODS = {"0.77": (71, 12), "0.07": (53, 34), "0.137": (52, 34)}
_MAX_VALUES = 2000


@dataclass(frozen=True)
class Octal(MoveMixin, HeapGame):
    """The octal game with a code such as "0.137". A position is a tuple of heaps, as in Nim.

    The k-th digit after the point specifies the moves that take k from a heap. It is the sum of 1
    if the move may leave nothing of the heap, 2 if it may leave one nonempty heap, and 4 if it may
    leave two nonempty heaps. The digit before the point is 0, or 4 if a heap may be split in two
    without taking anything.

    >>> Octal("0.07").options((4,))
    [(2,), (1, 1)]
    """

    code: str

    def __post_init__(self) -> None:
        if not isinstance(self.code, str) or not re.fullmatch(r"[04]\.[0-7]+", self.code):
            raise ValueError(
                "the code of an octal game must be 0 or 4, a point and digits from 0 to 7, as in "
                f"'0.137', not {short_repr(self.code)}"
            )

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the distinct options, moves in the smallest heap first.

        >>> Octal("0.77").options((3, 3))
        [(2, 3), (1, 1, 3), (1, 3)]
        """
        heaps = self.canonical(position)
        check_option_count(self.count_options(heaps), heaps, len(heaps) + 1)
        options: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            results = heap_options(self.code, heap)
            options += [tuple(sorted((*others, *new))) for new in results] if others else results
        return options

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return an upper bound on the number of options."""
        heaps = set(self.canonical(position))
        return sum((len(self.code) - 1) * (2 + heap // 2) for heap in heaps)

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return a random option."""
        heaps = each_heap(self.canonical(position))
        results = [(others, new) for n, others in heaps for new in heap_options(self.code, n, 1)]
        others, new = random.choice(results)
        if len(new) == 2:
            first = random.randint(1, sum(new) // 2)
            new = first, sum(new) - first
        return self.canonical((*others, *new))

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the heaps as separate positions.

        >>> Octal("0.77").components((2, 1))
        [(1,), (2,)]
        """
        return [(heap,) for heap in self.canonical(position)]

    def _why_illegal(self, before: tuple[int, ...], after: tuple[int, ...]) -> str | None:
        removed, added = changed_heaps(before, after)
        taken = sum(removed) - sum(added)
        digit = dict(enumerate(_digits(self.code))).get(taken, 0)
        if len(removed) == 1 and digit >> len(added) & 1:
            return None
        change = f"{shorten(show_heaps(before))} into {shorten(show_heaps(after))}"
        return f"no move of {shorten(self.code)} turns {change}"

    def _describe_move(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        [heap], added = changed_heaps(before, after)
        parts = join_and(map(decimal, added)) if added else ""
        if heap == sum(added):
            return f"split the heap of {decimal(heap)} into {parts}"
        leaving = f", leaving {parts}" if len(added) == 2 else ""
        return f"take {heap - sum(added)} from the heap of {decimal(heap)}{leaving}"

    @property
    def closed_form(self) -> Periodic | None:
        """The theory of Guy and Smith, or `None` if no period is stored for the code."""
        return Periodic(self, *_PERIODS[self.code]) if self.code in _PERIODS else None


def _digits(code: str) -> list[int]:
    """Return the digits of a code, starting with the digit before the point."""
    return [int(digit) for digit in code if digit != "."]


def heap_options(code: str, heap: int, max_part: float = inf) -> list[tuple[int, ...]]:
    """Return everything that a move can turn one heap into, as tuples of at most two heaps.

    Moves that leave two heaps are omitted if the smaller heap exceeds `max_part`.

    >>> heap_options("0.77", 9, max_part=1)
    [(8,), (1, 7), (7,), (1, 6)]
    """
    results: list[tuple[int, ...]] = []
    for taken, digit in enumerate(_digits(code)[: heap + 1]):
        rest = heap - taken
        if digit & 1 and not rest:
            results.append(())
        if digit & 2 and rest:
            results.append((rest,))
        if digit & 4:
            results += [(i, rest - i) for i in range(1, int(min(rest // 2, max_part)) + 1)]
    return results


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
        solver = SumSolver(self.rules)
        return [solver.grundy((heap,)) for heap in range(self.start + self.period)]

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
            results, target = heap_options(self.rules.code, heap, max_part), self.grundy(others)
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
