"""Multiplicative Modular Nim (MuM), a game decided by the product of the heaps modulo n.

S. Tyagi, "Multiplicative Modular Nim (MuM)", arXiv:2507.08830 (2025).

Where our copy of the source leaves the rules open, parameters select one of the possible readings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import gcd, isqrt, prod
from typing import Literal

from nimtwist.checks import check_choice, check_integer, set_integer, short_repr
from nimtwist.game import ClosedForm, ClosedValue, Outcome
from nimtwist.games.heaps import (
    HeapGame,
    canonical_heaps,
    check_option_count,
    each_heap,
    replace_heap,
)
from nimtwist.games.nim import nim_sum
from nimtwist.games.products import Consolidation, Heaps, ProductGame, When

__all__ = ["MuM", "PowerMuM", "ProductIsOne", "Remainders"]


HeapKind = Literal["coprime", "not divisible", "any"]

_MAX_TESTED = 10**12
_MAX_TABLED = 10**6


@dataclass(frozen=True)
class MuM(ProductGame):
    """MuM. A position is a sorted tuple of heaps; a move takes 1 to `modulus` - 1 from one heap.

    Args:
        modulus: an integer ≥ 2. The source starts with primes.
        consolidation: the treatment of stranded positions; see `ProductGame`. The new heap is the
            plain product, not its remainder.
        heaps: the legal heaps: those "coprime" to the modulus; those "not divisible" by it, as in
            Definition 3.1, which allows more heaps for composite moduli; or "any" positive heaps,
            as in Example 4.4.
        compulsory: true if a player must consolidate, false if this is optional.
        when: the positions that can be consolidated: with "stranded", only stranded ones, as in
            the source; with "small", all that have at least two heaps, each below the modulus; with
            "always", all that have at least two heaps. Part 1 of the source's Theorem 4.1 needs
            "small" or "always". (mum.prop-4.3)

    Raises:
        ValueError: if an argument is invalid, or if heaps that are "not divisible" by a composite
            modulus are to be consolidated, since their product may be divisible by it.

    >>> MuM(5).options((2, 3))
    [(1, 3), (1, 2), (2, 2)]
    >>> MuM(5).options((2, 2)), MuM(5, "own-turn").options((2, 2))
    ([(1,), (2,), (3,)], [(4,)])
    >>> MuM(5).options((10,))
    Traceback (most recent call last):
    ...
    ValueError: heap 10 must be coprime to the modulus 5
    """

    modulus: int
    consolidation: Consolidation = "same-turn"
    heaps: HeapKind = "coprime"
    compulsory: bool = True
    when: When = "stranded"

    def __post_init__(self) -> None:
        set_integer(self, "modulus", 2)
        check_choice(self.consolidation, "consolidation", ("same-turn", "own-turn", "never"))
        check_choice(self.heaps, "the kind of heaps", ("coprime", "not divisible", "any"))
        check_choice(self.compulsory, "compulsory", (True, False))
        check_choice(self.when, "when to consolidate", ("stranded", "small", "always"))
        multiplies = self.heaps == "not divisible" and self.consolidation != "never"
        if multiplies and not _is_prime(self.modulus):
            raise ValueError(
                f"heaps not divisible by the composite modulus {self.modulus} may have a product "
                f"that is: consolidation must be 'never', not {self.consolidation!r}"
            )

    def canonical(self, position: Heaps, /) -> Heaps:
        """Return the heaps in ascending order."""
        heaps = canonical_heaps(position, minimum=1)
        for heap in heaps:
            if not self._is_heap(heap):
                rule = "coprime to" if self.heaps == "coprime" else "not divisible by"
                raise ValueError(
                    f"heap {short_repr(heap)} must be {rule} the modulus {short_repr(self.modulus)}"
                )
        return heaps

    @property
    def closed_form(self) -> ProductIsOne | Remainders | None:
        """The closed form of the game, or `None` if there is none for these rules.

        There is a closed form for the rules of the source, and another for play without
        consolidation if the modulus is at most 1,000,000.
        """
        if self.consolidation == "never":
            return Remainders(self) if self.modulus <= _MAX_TABLED else None
        rest = (self.consolidation, self.heaps, self.when)
        return ProductIsOne(self) if rest == ("same-turn", "coprime", "stranded") else None

    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position whose only heap is the product of all heaps.

        The product is not reduced modulo the modulus. (mum.def-3.4)

        >>> MuM(5).consolidated((2, 2, 3))
        (12,)
        """
        factors = self.canonical(position)
        return (prod(factors),)

    def _inverse(self, a: int) -> int | None:
        return pow(a, -1, self.modulus) if gcd(a, self.modulus) == 1 else None

    def _heaps_representing(self, value: int, heap: int) -> Iterable[int]:
        amount = (heap - value) % self.modulus
        return [heap - amount] if 0 < amount < heap else []

    def _may_consolidate(self, heaps: Heaps) -> bool:
        return len(heaps) > 1 and (self.when == "always" or heaps[-1] < self.modulus)

    def _value(self, heap: int) -> int:
        return heap % self.modulus

    def _times(self, a: int, b: int) -> int:
        return a * b % self.modulus

    @property
    def _amount_limit(self) -> int:
        return self.modulus

    def _is_heap(self, heap: int) -> bool:
        if self.heaps == "coprime":
            return gcd(heap, self.modulus) == 1
        return self.heaps == "any" or heap % self.modulus != 0


@dataclass(frozen=True)
class PowerMuM(HeapGame):
    """MuM with exponents as heaps, a variant in which mumbers are products (mum.future).

    A heap of size e represents the power gᵉ, where g is an element of multiplicative order `order`.
    A position is a tuple of heaps; a move takes 1 to `order` - 1 from one heap. The product
    of the powers is 1 if and only if the order divides the sum of the heaps. If the product is not
    1 and no move makes it 1, the player first merges all heaps into one, which multiplies the
    powers that they represent. The Grundy value is the sum of the heaps modulo the order, and if
    mumbers are assigned in the order 1, g, g², ..., the mumber is the product.

    Raises:
        ValueError: if `order` is not an integer ≥ 1.

    >>> PowerMuM(4).options((1, 3)), PowerMuM(4).options((1, 1))
    ([(3,), (1,), (1, 1), (1, 2)], [(), (1,)])
    """

    order: int

    def __post_init__(self) -> None:
        set_integer(self, "order", 1)

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return the options of a position."""
        heaps = self.canonical(position)
        if sum(heaps) % self.order > max(heaps, default=0):
            heaps = (sum(heaps),)
        count = sum(min(heap, self.order - 1) for heap in set(heaps))
        check_option_count(count, heaps, len(heaps))
        return [
            tuple(sorted((*others, smaller))) if smaller else others
            for heap, others in each_heap(heaps)
            for smaller in range(max(0, heap - self.order + 1), heap)
        ]


class ProductIsOne(ClosedForm[Heaps]):
    """The theory of a `ProductGame` if all heaps are invertible and no single heap is stranded.

    With consolidation on the same turn, a position is P if and only if the product is 1.
    (mum.prop-3.2, mum.prop-3.3, mum.thm-4.1.2)

    >>> theory = ProductIsOne(MuM(5))
    >>> theory.outcome((7, 8)), theory.winning_options((2, 7)), theory.winning_options((2, 2))
    ('P', [(2, 3)], [(1,)])
    """

    theorem = "all heaps are invertible, so a position is P if and only if their product is 1"

    rules: ProductGame

    def outcome(self, position: Heaps, /) -> Outcome:
        """Return "P" if the product is 1, else "N"."""
        return "P" if self.rules.product(position) == 1 else "N"

    def winning_options(self, position: Heaps, /) -> list[Heaps]:
        """Return the options with product 1, moves in larger heaps first."""
        heaps = self.rules.canonical(position)
        if self.rules.product(heaps) == 1:
            return []
        if self.rules.is_stranded(heaps):
            heaps = self.rules.consolidated(heaps)
        moves = sorted(self.rules.moves_to_one(heaps), reverse=True)
        return [replace_heap(heaps, heap, heap - amount) for heap, amount in moves]


class Remainders(ClosedValue[Heaps]):
    """The theory of MuM without consolidation: a sum of subtraction games.

    Let r be the number of legal remainders, and index the legal heaps from 0 in ascending order. A
    move reduces a heap to one of the next r - 1 smaller legal heaps, as in a subtraction game. So
    the Grundy value is the nim-sum of the heaps' indices, each modulo r; for a prime modulus p,
    the indices modulo r are (heap mod p) - 1. The source does not state this.

    >>> Remainders(MuM(5, "never")).grundy((2, 3))
    3
    """

    theorem = "without consolidation, the game is a sum of subtraction games in the legal heaps"

    rules: MuM

    def grundy(self, position: Heaps, /) -> int:
        """Return the nim-sum of the heaps' values; the modulus must be at most 1,000,000."""
        remainders = len(legal_remainders(self.rules))
        heaps = self.rules.canonical(position)
        return nim_sum(heap_index(self.rules, heap) % remainders for heap in heaps)


def _is_prime(modulus: int) -> bool:
    check_integer(modulus, "a modulus to test for primality", 2, _MAX_TESTED)
    return all(modulus % divisor for divisor in range(2, isqrt(modulus) + 1))


@cache
def legal_remainders(rules: MuM) -> list[int]:
    """Return the legal heaps up to the modulus, one for each legal remainder."""
    modulus = check_integer(rules.modulus, "the modulus of a table", 2, _MAX_TABLED)
    return [heap for heap in range(1, modulus + 1) if rules._is_heap(heap)]


def heap_index(rules: MuM, heap: int) -> int:
    """Return the index of a legal heap: the number of smaller legal heaps."""
    cycles, smaller = divmod(heap - 1, rules.modulus)
    remainders = legal_remainders(rules)
    return cycles * len(remainders) + bisect_left(remainders, smaller + 1)
