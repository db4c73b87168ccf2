"""Nim: take any number of sticks from one heap. All impartial games are Nim in disguise.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor
from random import Random

from nimtwist.checks import check_integer
from nimtwist.game import ClosedForm, ClosedValue, Outcome
from nimtwist.games.heaps import (
    HeapGame,
    canonical_heaps,
    check_heaps,
    check_option_count,
    describe_taking,
    each_heap,
    read_heaps,
    sticks_taken,
)
from nimtwist.podium import ZeroSums
from nimtwist.sums import MoveMixin

__all__ = ["Bouton", "MisereBouton", "Nim", "nim_sum", "read_heaps"]


@dataclass(frozen=True)
class Nim(MoveMixin, HeapGame):
    """Nim. A position is a tuple of heaps, nonnegative integers of any size.

    Neither the order of the heaps nor empty heaps matter.

    >>> Nim().options((2, 1))
    [(2,), (1,), (1, 1)]
    """

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the distinct positions that result from reducing one heap."""
        heaps = self.canonical(position)
        check_option_count(self.count_options(heaps), heaps, len(heaps))
        options: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            options.append(others)
            options += [tuple(sorted((*others, smaller))) for smaller in range(1, heap)]
        return options

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return the number of options, without listing them.

        >>> Nim().count_options((10**30, 2, 2))
        1000000000000000000000000000002
        """
        return sum(set(check_heaps(position)))

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return a random option.

        >>> Nim().random_option((10**30,), Random(1)) < (10**30,)
        True
        """
        heaps = self.canonical(position)
        i = random.randrange(len(heaps))
        return self.canonical((*heaps[:i], random.randrange(heaps[i]), *heaps[i + 1 :]))

    def podium_theory(self, players: int) -> ZeroSums:
        """Return Li's theory of Nim for several players.

        >>> Nim().podium_theory(3).outcome((5, 5, 5))
        'P'
        """
        return ZeroSums(players)

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the heaps as separate positions.

        >>> Nim().components((2, 1))
        [(1,), (2,)]
        """
        return [(heap,) for heap in self.canonical(position)]

    def _why_illegal(self, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        sticks_taken(before, after)

    def _describe_move(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        return describe_taking(before, after)

    @property
    def closed_form(self) -> Bouton:
        """Bouton's closed form, which computes Grundy values as nim-sums."""
        return Bouton(self)

    @property
    def misere_form(self) -> MisereBouton:
        """Bouton's closed form for misère play."""
        return MisereBouton(self)


class Bouton(ClosedValue[tuple[int, ...]]):
    """Bouton's theory of Nim: the Grundy value is the nim-sum of the heaps.

    (nimber.nim)

    >>> Bouton(Nim()).grundy((9, 3)), Bouton(Nim()).winning_options((9, 3))
    (10, [(3, 3)])
    """

    theorem = "the Grundy value of a position of Nim is the nim-sum of its heaps (Bouton)"

    def grundy(self, position: tuple[int, ...], /) -> int:
        """Return the nim-sum of the heaps."""
        return nim_sum(check_heaps(position))

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the winning moves: each makes one heap equal to the nim-sum of the others."""
        return self.options_of_value(position, 0)

    def options_of_value(self, position: tuple[int, ...], value: int, /) -> list[tuple[int, ...]]:
        """Return the distinct options with a Grundy value, without listing the others.

        >>> Bouton(Nim()).options_of_value((10**30, 1), 7)
        [(1, 6)]
        """
        heaps = self.rules.canonical(position)
        change = nim_sum(heaps) ^ check_integer(value, "value")
        return [
            canonical_heaps((*others, heap ^ change))
            for heap, others in each_heap(heaps)
            if heap ^ change < heap
        ]


class MisereBouton(ClosedForm[tuple[int, ...]]):
    """Bouton's theory of Nim in misère play.

    If some heap has two or more sticks, a position is P if and only if the nim-sum is 0, as in
    normal play; otherwise, if and only if the number of heaps is odd. (nimber.nim)

    >>> theory = MisereBouton(Nim())
    >>> theory.outcome((10**30, 10**30)), theory.winning_options((10**30, 1))
    ('P', [(1,)])
    """

    theorem = (
        "in misère play, a position of Nim is P if and only if the nim-sum is 0 or, if no heap has "
        "more than one stick, the number of heaps is odd (Bouton)"
    )

    def outcome(self, position: tuple[int, ...], /) -> Outcome:
        """Return "P" if the player who just moved wins in misère play, otherwise "N"."""
        heaps = self.rules.canonical(position)
        return "N" if nim_sum(heaps) != (max(heaps, default=0) < 2) else "P"

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the winning moves, at most one for each distinct heap."""
        found = []
        for heap, others in each_heap(self.rules.canonical(position)):
            target = nim_sum(others) ^ (max(others, default=0) < 2)
            if target < heap:
                found.append(canonical_heaps((*others, target)))
        return found


def nim_sum(numbers: Iterable[int]) -> int:
    """Return the nim-sum of nonnegative integers: binary addition without carry.

    >>> nim_sum([9, 3])
    10
    """
    return reduce(xor, (check_integer(number, "a term of a nim-sum") for number in numbers), 0)
