"""Moore's Nim: a move takes from up to k heaps at once, as many sticks from each as one likes.

E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics (2) 11 (1910). With
k = 1 it is Nim.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from nimtwist._checks import set_integer
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games._heaps import (
    HeapGame,
    canonical_heaps,
    check_count,
    check_heaps,
    describe_taking,
    sticks_taken,
)
from nimtwist.games._moves import Moves

__all__ = ["Moore", "MooreTheory"]

# With more moves than these, the theory does not try each.
_MOST_TRIED = 1_000


@dataclass(frozen=True)
class Moore(Moves, HeapGame):
    """Moore's Nim_k. A position is a tuple of heaps, as in Nim.

    Raises:
        ValueError: if `k` is not an integer ≥ 1.

    >>> Moore(2).options((1, 2))
    [(2,), (1,), (1, 1), ()]
    """

    k: int

    def __post_init__(self) -> None:
        set_integer(self, "k", 1)

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return every position with 1 to k heaps made smaller, each once, fewest changes first."""
        heaps = self.canonical(position)
        check_count(self.count_options(heaps), heaps, len(heaps))
        options: dict[tuple[int, ...], None] = {}
        for count in range(1, min(self.k, len(heaps)) + 1):
            for lowered in combinations(range(len(heaps)), count):
                left = [range(heap) if i in lowered else (heap,) for i, heap in enumerate(heaps)]
                options |= dict.fromkeys(tuple(sorted(filter(None, p))) for p in product(*left))
        return list(options)

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return the number of moves, without listing them: the number of options, or more.

        Moves in different heaps count separately, even if the heaps are equal.

        >>> Moore(2).count_options((10**6, 10**6))
        1000002000000
        """
        ways = [1]  # of lowering 0, 1, 2, … of the heaps so far
        for heap in check_heaps(position):
            lowered = [0, *(count * heap for count in ways)]
            ways = [a + b for a, b in zip([*ways, 0], lowered)][: self.k + 1]
        return sum(ways) - 1

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return an option chosen at random."""
        heaps = list(self.canonical(position))
        for i in random.sample(range(len(heaps)), random.randint(1, min(self.k, len(heaps)))):
            heaps[i] = random.randrange(heaps[i])
        return self.canonical(tuple(heaps))

    def _why_not(self, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        sticks_taken(before, after, self.k)

    def _words(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        return describe_taking(before, after)

    @property
    def closed_form(self) -> MooreTheory:
        """Moore's theory: the columns of binary digits."""
        return MooreTheory(self)


class MooreTheory(ClosedForm[tuple[int, ...]]):
    """Moore's theory: a position is P if k + 1 divides the sum of every column of binary digits.

    (podium.moore)

    >>> theory = MooreTheory(Moore(2))
    >>> theory.outcome((1, 1, 1)), theory.outcome((1, 2, 3)), theory.winning_options((1, 2, 3))
    ('P', 'N', [(1, 1, 1)])
    """

    def outcome(self, position: tuple[int, ...], /) -> Outcome:
        """Return "P" if k + 1 divides the sums of all columns, "N" if not."""
        heaps = check_heaps(position)
        columns = range(max(heaps, default=0).bit_length())
        sums = (sum(heap >> column & 1 for heap in heaps) for column in columns)
        return "N" if any(total % (self.rules.k + 1) for total in sums) else "P"

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the winning moves; if there are too many moves to try them, one for each size."""
        heaps = self.rules.canonical(position)
        if self.rules.count_options(heaps) <= _MOST_TRIED:
            return super().winning_options(heaps)
        starts = (heaps.index(heap) for heap in dict.fromkeys(heaps))
        left = dict.fromkeys(self._balanced(heaps[i:] + heaps[:i]) for i in starts)
        return [option for option in left if option != heaps]

    def _balanced(self, heaps: tuple[int, ...]) -> tuple[int, ...]:
        """Return heaps, at most k of them made smaller, that are P: the first ones if possible."""
        left, lowered, modulus = [0] * len(heaps), set[int](), self.rules.k + 1
        for column in reversed(range(max(heaps).bit_length())):
            ones = [i for i, heap in enumerate(heaps) if heap >> column & 1 and i not in lowered]
            # Heaps that are smaller already may have any digit; if they are too few, others join.
            if (missing := -len(ones) % modulus) <= len(lowered):
                ones += sorted(lowered)[:missing]
            else:
                spare = len(ones) % modulus
                lowered |= {*ones[:spare]}
                ones = ones[spare:]
            for i in ones:
                left[i] |= 1 << column
        return canonical_heaps(tuple(left))
