"""Misère Grundy values and genera, which determine the outcomes of some sums in misère play.

J. H. Conway, "On Numbers and Games" (1976), chapter 12; E. R. Berlekamp, J. H. Conway and R. K.
Guy, "Winning Ways for your Mathematical Plays" (1982), chapter 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nimtwist.checks import check_integer, set_integer, short_repr
from nimtwist.game import least_absent, mex
from nimtwist.protocol import Position, Ruleset
from nimtwist.solver import Solver

__all__ = ["Genus", "genus", "genus_value", "misere_grundy", "misere_grundy_value"]


@dataclass(frozen=True)
class Genus:
    """The genus of a position: its Grundy value and a sequence of misère Grundy values.

    Number k of the `superscript` is the misère Grundy value γ(k) of the sum of the position and k
    Nim heaps of size 2. The sequence ends with two numbers that differ by ⊕ 2 and alternate for
    ever. It is extended or shortened to the first two such numbers, so equal genera are equal.

    The sum of the position, k heaps of size 2 and one Nim heap of size n is a P-position in misère
    play if and only if γ(k) = n; adding a heap of size 1 changes γ(k) to γ(k) ⊕ 1. In particular,
    the position itself is P if and only if γ(0) = 0. A genus does not determine the outcomes of
    other sums, not even with two heaps of size 4, and the genera of two positions do not determine
    the genus of their sum; a `nimtwist.misere.MisereQuotient` determines the outcomes of all sums.

    The genus of a single Nim heap is 0^120, 1^031 or, for a size n > 1, n^n(n ⊕ 2), such as 2^20.
    Winning Ways and CGSuite shorten these and some other genera.

    Raises:
        ValueError: if a number is not an integer ≥ 0, or if the superscript is empty.

    >>> heap = Genus(2, (2, 0, 2, 0))
    >>> print(heap, Genus(6, (1, 9, 10, 8)))
    2^20 6^(1,9,10,8)
    >>> heap == Genus(2, (2,))
    True
    """

    value: int
    superscript: tuple[int, ...]

    def __post_init__(self) -> None:
        set_integer(self, "value")
        numbers = [check_integer(n, "a number in the superscript") for n in self.superscript]
        if not numbers:
            raise ValueError(
                f"superscript must be a nonempty tuple, not {short_repr(self.superscript)}"
            )
        while len(numbers) > 1 and numbers[-1] == numbers[-2] ^ 2:
            numbers.pop()
        object.__setattr__(self, "superscript", (*numbers, numbers[-1] ^ 2))

    def __str__(self) -> str:
        if max(self.superscript) < 10:
            return f"{self.value}^{''.join(map(str, self.superscript))}"
        return f"{self.value}^({','.join(map(str, self.superscript))})"

    def misere_value(self, twos: int = 0) -> int:
        """Return the misère Grundy value of the sum of the position and Nim heaps of size 2.

        `twos`, the number of these heaps, is an integer ≥ 0.

        >>> kayles_9 = Genus(4, (0, 4, 6))
        >>> [kayles_9.misere_value(twos) for twos in range(6)]
        [0, 4, 6, 4, 6, 4]
        """
        beyond = check_integer(twos, "twos") - len(self.superscript)
        return self.superscript[twos if beyond < 0 else -1 - (beyond + 1) % 2]


def misere_grundy_value(values: Sequence[int]) -> int:
    """Return the misère Grundy value of a position, from those of its options.

    It is 1 for a terminal position, and otherwise the mex of `values`.

    >>> misere_grundy_value([]), misere_grundy_value([1, 0])
    (1, 2)
    """
    return mex(values) if values else 1


def genus_value(genera: Sequence[Genus]) -> Genus:
    """Return the genus of a position, from the genera of its options.

    Like `misere_grundy_value`, this is a rule for `Solver.evaluate`. A solver that evaluates many
    positions with it solves each position only once.

    Raises:
        ValueError: if an element of `genera` is not a `Genus`.

    >>> from nimtwist import Kayles, Solver
    >>> print(genus_value([]), genus_value([Genus(0, (1, 2))]))
    0^120 1^031
    >>> solver = Solver(Kayles())
    >>> print(*(solver.evaluate((n,), genus_value) for n in range(5, 10)))
    4^146 3^31 2^20 1^13 4^046
    """
    for option in genera:
        if not isinstance(option, Genus):
            raise ValueError(f"the genus of an option must be a Genus, not {short_repr(option)}")
    genera = [*{id(option): option for option in genera}.values()]  # equal ones are the same
    # If the sequences of all options alternate from number N on, this one does so from N + 1 on.
    # Proof. For k ≥ N, let A(k) be the set of the numbers γ(k) of the options, and let C(k) be what
    # is missing in A(k) from {4q, ..., 4q + 3}, for the first q for which something is missing.
    # Since A(k + 1) = A(k) ⊕ 2, q does not depend on k, and C(k + 1) = C(k) ⊕ 2. Now γ(k) is the
    # least number that is neither in A(k) nor in the pair {γ(k - 1), γ(k - 1) ⊕ 1}. If C(N) meets
    # both of the pairs {4q, 4q + 1} and {4q + 2, 4q + 3}, then each γ(k) is in C(k), and γ(k + 1)
    # is the least element of C(k + 1) in the other pair, γ(k) ⊕ 2. If C(N) lies in one pair, then
    # A(N) contains the other one, and C(N + 1) lies in it. So γ(N) is not in that pair, γ(N + 1) is
    # the least element of C(N + 1), and likewise for each next k; these elements alternate.
    numbers = [misere_grundy_value([option.misere_value() for option in genera])]
    for twos in range(1, max((len(option.superscript) for option in genera), default=2)):
        below = {option.misere_value(twos) for option in genera}
        numbers.append(least_absent(below | {numbers[-1], numbers[-1] ^ 1}))
    return _shared(least_absent({option.value for option in genera}), tuple(numbers))


@lru_cache(maxsize=1 << 12)
def _shared(value: int, superscript: tuple[int, ...]) -> Genus:
    """Return the same object for each genus, which few positions do not share with many others."""
    return Genus(value, superscript)


def misere_grundy(rules: Ruleset[Position], position: Position) -> int:
    """Return the misère Grundy value of a position, by a search of the game graph below it.

    It is the number n for which the sum of the position and a Nim heap of size n is a P-position in
    misère play. It is 1 for a terminal position, and otherwise the mex of the options' values. The
    arguments and errors are those of `genus`.

    >>> from nimtwist import Kayles
    >>> [misere_grundy(Kayles(), (n,)) for n in range(10)]
    [1, 0, 2, 3, 0, 1, 3, 2, 1, 0]
    """
    return Solver(rules).evaluate(position, misere_grundy_value)


def genus(rules: Ruleset[Position], position: Position) -> Genus:
    """Return the genus of a position, by a search of the game graph below it.

    `Genus` says which outcomes in misère play it determines.

    Args:
        rules: any impartial ruleset in which play must end. Its components are not used.
        position: a position of the game.

    Raises:
        ValueError: if `rules` has no `options`, or rejects the position.
        EndlessPlayError: if play can lead from a position back to itself.
        SearchLimitError: if the search exceeds the limits of a `Solver`.

    >>> from nimtwist import Kayles
    >>> print(genus(Kayles(), (5,)), genus(Kayles(), (5, 5)))
    4^146 0^120
    """
    return Solver(rules).evaluate(position, genus_value)
