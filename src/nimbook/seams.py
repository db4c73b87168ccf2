"""Certificates for repeating patterns of mumbers, each for a fixed number of heaps of any size.

Sort the heaps of a position: h₁ ≤ h₂ ≤ … . Its *gaps* are h₁, h₂ − h₁, h₃ − h₂, … . To widen a gap
is to add the same number to all heaps above it. A *seam* is a strip where some gap is small; the
pattern of mumbers changes across it. A certificate states that the pattern changes nowhere else.
For each gap it gives a bound: if the gap is at least that wide, widening it by a fixed multiple of
the modulus does not change the mumber. `nimbook.seams_checker` decides whether a certificate is
true.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, combinations_with_replacement, pairwise
from math import gcd

from nimtwist.checks import short_repr
from nimtwist.games import MuM
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.products import Heaps

__all__ = ["Seams", "find_seams", "gaps", "stacked"]


def gaps(heaps: Heaps) -> Heaps:
    """Return the gaps of sorted heaps: the smallest heap, then the differences between neighbours.

    >>> gaps((3, 8, 8))
    (3, 5, 0)
    """
    return tuple(upper - lower for lower, upper in pairwise((0, *heaps)))


def stacked(gaps: Heaps) -> Heaps:
    """Return the heaps with the given gaps. This is the inverse of `gaps`.

    >>> stacked((3, 5, 0))
    (3, 8, 8)
    """
    return tuple(accumulate(gaps))


@dataclass(frozen=True)
class Seams:
    """A certificate for the mumbers of all positions with a fixed number of heaps.

    If gap i is at least `starts[i]`, widening it by `turns` times the `modulus` does not change the
    mumber. `mumbers` contains the mumbers of all positions whose gaps are too small to be narrowed.

    >>> seams = find_seams(11, 2)
    >>> seams.starts, seams.turns
    ((37, 12), 1)
    >>> seams.mumber((27, 38)), seams.mumber((10**50, 10**100))
    (14, 1)
    """

    modulus: int
    starts: tuple[int, ...]
    turns: int
    mumbers: Mapping[Heaps, int]

    def narrowed(self, heaps: Heaps) -> Heaps:
        """Narrow every gap as far as the certificate allows; the mumber stays the same.

        The result is one of the positions listed in `mumbers`.

        >>> find_seams(11, 2).narrowed((1000, 2000))
        (43, 64)
        """
        step = self.turns * self.modulus
        return stacked(
            tuple(
                gap - max(0, gap - start) // step * step
                for gap, start in zip(gaps(heaps), self.starts, strict=True)
            )
        )

    def mumber(self, heaps: Heaps) -> int:
        """Return the mumber of a position with heaps of any size.

        Raises:
            ValueError: if the number of heaps differs from that of the certificate, or a heap is
                not coprime to the modulus.
        """
        position = MuM(self.modulus).canonical(heaps)
        if len(position) != len(self.starts):
            raise ValueError(
                f"the certificate is for {len(self.starts)} heaps, got {short_repr(heaps)}"
            )
        return self.mumbers[self.narrowed(position)]

    def far_mumbers(self) -> list[list[int]]:
        """Return the mumbers of two heaps that are far apart and far from 0, as a table.

        There is a row for each possible remainder of the smaller heap modulo the modulus, and a
        column for each possible remainder of the larger heap.

        >>> find_seams(5, 2).far_mumbers()
        [[1, 2, 3, 4], [2, 4, 1, 3], [3, 1, 2, 6], [4, 3, 6, 1]]
        """
        units = [unit for unit in range(1, self.modulus) if gcd(unit, self.modulus) == 1]
        low = self.modulus * (self.starts[0] + self.modulus)
        high = low + self.modulus * (self.starts[1] + self.modulus)
        return [[self.mumber((low + a, high + b)) for b in units] for a in units]

    def depends_only_on_remainders(self) -> bool:
        """Return whether the remainders of the heaps alone determine the mumber, for all sizes.

        >>> [find_seams(p, 2).depends_only_on_remainders() for p in (5, 11)]
        [True, False]
        """
        small = {heaps: value for heaps, value in self.mumbers.items() if heaps[-1] < self.modulus}
        return all(
            value == small[tuple(sorted(heap % self.modulus for heap in heaps))]
            for heaps, value in self.mumbers.items()
        )

    def narrow_positions(self) -> Iterator[Heaps]:
        """Yield the positions whose mumbers must be listed: those in which no gap can be narrowed.

        >>> list(find_seams(3, 2).narrow_positions())
        [(1, 1), (1, 2), (2, 2), (2, 4)]
        """
        step, positions = self.turns * self.modulus, list[Heaps]([(0,)])
        for start in self.starts:
            positions = [
                (*heaps, heap)
                for heaps in positions
                for heap in range(heaps[-1], heaps[-1] + start + step)
                if heap and gcd(heap, self.modulus) == 1
            ]
        return (heaps[1:] for heaps in positions)


@cache
def find_seams(modulus: int, heaps: int, turns: int = 1, largest: int = 0) -> Seams:
    """Return the certificate with the narrowest seams that fits a table of mumbers.

    This is a search, not a proof; `seams_checker.flaw` decides whether the certificate is true.

    Args:
        modulus: an integer ≥ 2.
        heaps: the number of heaps.
        turns: the number of times that the modulus is added to a gap to widen it.
        largest: the largest heap in the table; 0 stands for a bound that usually suffices.

    Raises:
        ValueError: if the mumbers still change at the end of the table.

    >>> find_seams(5, 2).starts
    (1, 0)
    """
    step = turns * modulus
    largest = largest or (12 if heaps < 3 else 8) * step
    table = MuMTable(MuM(modulus), heaps, largest)
    legal = [heap for heap in range(1, largest + 1) if gcd(heap, modulus) == 1]
    turn = bisect_right(legal, step)  # the number of legal heaps within one step
    starts = [1] + [0] * (heaps - 1)
    for others in combinations_with_replacement(legal, heaps - 1):
        last = max(others, default=0)
        row, first = table.row(others), bisect_left(legal, last)
        for i, gap in enumerate(gaps(others)):
            wider = (*others[:i], *(heap + step for heap in others[i:]))
            if gap < starts[i] or wider[-1] > largest:
                continue
            if row[first:-turn] != table.row(wider)[first + turn :]:
                starts[i] = gap + 1
        for number in range(len(row) - turn - 1, first - 1, -1):
            if (gap := legal[number] - last) < starts[-1]:
                break
            if row[number] != row[number + turn]:
                starts[-1] = gap + 1
    if sum(starts) + heaps * step > largest:
        raise ValueError(
            f"the mumbers of {heaps} heaps modulo {modulus} still change at the end of a table "
            f"up to {largest}"
        )
    empty = Seams(modulus, tuple(starts), turns, {})
    mumbers = {
        position: table.mumber(position, of_units=True) for position in empty.narrow_positions()
    }
    return replace(empty, mumbers=mumbers)
