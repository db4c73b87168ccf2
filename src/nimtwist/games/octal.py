"""Octal games: a code says how many may be taken from a heap, and what may then be left of it.

R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge
Philosophical Society 52 (1956). Kayles and Dawson's Kayles are two of them.
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
from nimtwist.games._heaps import HeapGame, changed, check_count, check_heaps, each_heap, show_heaps
from nimtwist.games._moves import Moves
from nimtwist.games.nim import nim_sum
from nimtwist.sums import SumSolver

__all__ = ["Kayles", "Octal", "Periodic"]

# For some codes: the heap from which the values repeat, and their period.
_PERIODS = {"0.77": (71, 12), "0.07": (53, 34), "0.137": (52, 34)}
_MOST_VALUES = 2000


@dataclass(frozen=True)
class Octal(Moves, HeapGame):
    """The octal game with a code such as "0.137". A position is a tuple of heaps, as in Nim.

    The k-th digit after the point says when k may be taken from a heap. It is the sum of 1 if
    nothing may be left of the heap, 2 if one heap may be left, and 4 if two may be left, neither
    empty. The digit before the point is 0, or 4 if a heap may be split in two with nothing taken.

    >>> Octal("0.07").options((4,))
    [(2,), (1, 1)]
    """

    code: str

    def __post_init__(self) -> None:
        if not isinstance(self.code, str) or not re.fullmatch(r"[04]\.[0-7]+", self.code):
            raise ValueError(
                "the code of an octal game is 0 or 4, a point, and digits from 0 to 7, as in "
                f"'0.137', not {short_repr(self.code)}"
            )

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return every position after one move, each once, moves in the smallest heap first.

        >>> Octal("0.77").options((3, 3))
        [(2, 3), (1, 1, 3), (1, 3)]
        """
        heaps = self.canonical(position)
        check_count(self.count_options(heaps), heaps, len(heaps) + 1)
        options: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            left = left_of(self.code, heap)
            options += [tuple(sorted((*others, *parts))) for parts in left] if others else left
        return options

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return an upper bound on the number of options."""
        heaps = set(self.canonical(position))
        return sum((len(self.code) - 1) * (2 + heap // 2) for heap in heaps)

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return an option chosen at random."""
        heaps = each_heap(self.canonical(position))
        left = [(others, parts) for n, others in heaps for parts in left_of(self.code, n, 1)]
        others, parts = random.choice(left)
        if len(parts) == 2:
            first = random.randint(1, sum(parts) // 2)
            parts = first, sum(parts) - first
        return self.canonical((*others, *parts))

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the single heaps.

        >>> Octal("0.77").components((2, 1))
        [(1,), (2,)]
        """
        return [(heap,) for heap in self.canonical(position)]

    def _why_not(self, before: tuple[int, ...], after: tuple[int, ...]) -> str | None:
        gone, come = changed(before, after)
        taken = sum(gone) - sum(come)
        digit = dict(enumerate(_digits(self.code))).get(taken, 0)
        if len(gone) == 1 and digit >> len(come) & 1:
            return None
        turns = f"{shorten(show_heaps(before))} into {shorten(show_heaps(after))}"
        return f"no move of {shorten(self.code)} turns {turns}"

    def _words(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        [heap], left = changed(before, after)
        parts = join_and(map(decimal, left)) if left else ""
        if heap == sum(left):
            return f"split the heap of {decimal(heap)} into {parts}"
        leaving = f", leaving {parts}" if len(left) == 2 else ""
        return f"take {heap - sum(left)} from the heap of {decimal(heap)}{leaving}"

    @property
    def closed_form(self) -> Periodic | None:
        """The theory of Guy and Smith, for the codes whose period is known here."""
        return Periodic(self, *_PERIODS[self.code]) if self.code in _PERIODS else None


def _digits(code: str) -> list[int]:
    """Return the digits of a code, from the one for nothing taken."""
    return [int(digit) for digit in code if digit != "."]


def left_of(code: str, heap: int, most: float = inf) -> list[tuple[int, ...]]:
    """Return all that a move may leave of a heap: up to two heaps, the smaller at most `most`.

    >>> left_of("0.77", 9, most=1)
    [(8,), (1, 7), (7,), (1, 6)]
    """
    found: list[tuple[int, ...]] = []
    for taken, digit in enumerate(_digits(code)[: heap + 1]):
        left = heap - taken
        if digit & 1 and not left:
            found.append(())
        if digit & 2 and left:
            found.append((left,))
        if digit & 4:
            found += [(i, left - i) for i in range(1, int(min(left // 2, most)) + 1)]
    return found


@dataclass(frozen=True)
class Periodic(ClosedValue[tuple[int, ...]]):
    """The theory of an octal game in which heaps of n and of n + `period` have the same value.

    They do from n = `start` on, so the values of a few heaps, worked out from the rules, give those
    of all heaps. By a theorem of Guy and Smith it is enough that values repeat for every n below
    `proved_by`. (nimber.kayles)

    >>> theory = Kayles().closed_form
    >>> theory.grundy((10**30,)), theory.winning_options((3, 2)), theory.proved_by
    (1, [(2, 2)], 156)
    """

    rules: Octal
    start: int
    period: int

    def __post_init__(self) -> None:
        set_integer(self, "start")
        set_integer(self, "period", 1)
        if self.start + self.period > _MOST_VALUES:
            raise ValueError(
                f"start {short_repr(self.start)} and period {short_repr(self.period)} add up to "
                f"more than {_MOST_VALUES}: too many values to work out"
            )

    @cached_property
    def values(self) -> list[int]:
        """The values of the heaps up to the end of the first period."""
        solver = SumSolver(self.rules)
        return [solver.grundy((heap,)) for heap in range(self.start + self.period)]

    @property
    def proved_by(self) -> int:
        """How many heaps, from 0 on, must be checked to prove the period for all."""
        return 2 * self.start + self.period + len(self.rules.code) - 2

    def grundy(self, position: tuple[int, ...], /) -> int:
        """Return the nim-sum of the heaps' values."""
        return nim_sum(map(self._value, check_heaps(position)))

    def _value(self, heap: int) -> int:
        return self.values[min(heap, self.start + (heap - self.start) % self.period)]

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the winning moves; of those that split a long heap, as many as are not periodic.

        Where the smaller part is longer than `start` and a period, a period may go to the other.
        """
        heaps, most = self.rules.canonical(position), self.start + self.period
        found: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            left, wanted = left_of(self.rules.code, heap, most), self.grundy(others)
            wins = (parts for parts in left if reduce(xor, map(self._value, parts), 0) == wanted)
            found += [tuple(sorted((*others, *parts))) for parts in wins]
        return found


@dataclass(frozen=True)
class Kayles(Octal):
    """Kayles: a position is a tuple of rows of pins; a ball knocks down one, or two side by side.

    It is the octal game 0.77: what is left of a row may be in two parts. From 71 pins on, the
    values of single rows have the period 12. (nimber.kayles)

    >>> Kayles().options((3,))
    [(2,), (1, 1), (1,)]
    """

    code: str = field(default="0.77", init=False, repr=False)
