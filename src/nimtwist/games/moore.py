"""Moore's Nim: a move takes any number of sticks from each of up to k heaps.

E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics (2) 11 (1910). Nim is
the case k = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from nimtwist.checks import set_integer
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games.heaps import (
    HeapGame,
    canonical_heaps,
    check_heaps,
    check_option_count,
    describe_taking,
    sticks_taken,
)
from nimtwist.sums import MoveMixin

__all__ = ["Moore", "MooreTheory"]

# Maximum number of moves to try one by one; if there are more, the theory constructs winning moves.
_MAX_TRIED = 1_000


@dataclass(frozen=True)
class Moore(MoveMixin, HeapGame):
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
        """Return the distinct options, in ascending order of the number of heaps reduced."""
        heaps = self.canonical(position)
        check_option_count(self.count_options(heaps), heaps, len(heaps))
        options: dict[tuple[int, ...], None] = {}
        for count in range(1, min(self.k, len(heaps)) + 1):
            for reduced in combinations(range(len(heaps)), count):
                sizes = [range(heap) if i in reduced else (heap,) for i, heap in enumerate(heaps)]
                options |= dict.fromkeys(tuple(sorted(filter(None, p))) for p in product(*sizes))
        return list(options)

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return the number of moves, an upper bound on the number of options.

        The moves are counted without listing them. Moves in different heaps count separately, even
        if the heaps are equal.

        >>> Moore(2).count_options((10**6, 10**6))
        1000002000000
        """
        ways = [1]  # ways[n]: number of ways to reduce n of the heaps seen so far
        for heap in check_heaps(position):
            reduced = [0, *(count * heap for count in ways)]
            ways = [a + b for a, b in zip([*ways, 0], reduced)][: self.k + 1]
        return sum(ways) - 1

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return a random option."""
        heaps = list(self.canonical(position))
        for i in random.sample(range(len(heaps)), random.randint(1, min(self.k, len(heaps)))):
            heaps[i] = random.randrange(heaps[i])
        return self.canonical(tuple(heaps))

    def _why_illegal(self, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        sticks_taken(before, after, self.k)

    def _describe_move(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        return describe_taking(before, after)

    @property
    def closed_form(self) -> MooreTheory:
        """Moore's closed form, which adds up the columns of binary digits."""
        return MooreTheory(self)


class MooreTheory(ClosedForm[tuple[int, ...]]):
    """Moore's theory: a position is P exactly when k + 1 divides the sum of every column.

    The columns are formed by writing the heaps in binary, one below another. (podium.moore)

    >>> theory = MooreTheory(Moore(2))
    >>> theory.outcome((1, 1, 1)), theory.outcome((1, 2, 3)), theory.winning_options((1, 2, 3))
    ('P', 'N', [(1, 1, 1)])
    """

    theorem = (
        "a position of Moore's game is P if and only if k + 1 divides the number of ones in "
        "every binary column (Moore)"
    )

    def outcome(self, position: tuple[int, ...], /) -> Outcome:
        """Return "P" if k + 1 divides the sum of every binary column, else "N"."""
        heaps = check_heaps(position)
        columns = range(max(heaps, default=0).bit_length())
        sums = (sum(heap >> column & 1 for heap in heaps) for column in columns)
        return "N" if any(total % (self.rules.k + 1) for total in sums) else "P"

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the winning moves.

        If a position has more than 1,000 moves, the result contains at most one winning move for
        each distinct heap size.
        """
        heaps = self.rules.canonical(position)
        if self.rules.count_options(heaps) <= _MAX_TRIED:
            return super().winning_options(heaps)
        starts = (heaps.index(heap) for heap in dict.fromkeys(heaps))
        balanced = dict.fromkeys(self._balanced(heaps[i:] + heaps[:i]) for i in starts)
        return [option for option in balanced if option != heaps]

    def _balanced(self, heaps: tuple[int, ...]) -> tuple[int, ...]:
        """Return a P-position reached by reducing at most k heaps, preferably the first ones."""
        result, reduced, modulus = [0] * len(heaps), set[int](), self.rules.k + 1
        for column in reversed(range(max(heaps).bit_length())):
            ones = [i for i, heap in enumerate(heaps) if heap >> column & 1 and i not in reduced]
            # Heaps that are already reduced may have either digit in this column. If choosing
            # their digits cannot balance the column, reduce more heaps.
            if (missing := -len(ones) % modulus) <= len(reduced):
                ones += sorted(reduced)[:missing]
            else:
                surplus = len(ones) % modulus
                reduced |= {*ones[:surplus]}
                ones = ones[surplus:]
            for i in ones:
                result[i] |= 1 << column
        return canonical_heaps(tuple(result))
