"""Multiplicative Modular Nim (MuM): take less than the modulus from one heap; products decide.

S. Tyagi, "Multiplicative Modular Nim (MuM)", arXiv:2507.08830 (2025).

Where our copy of the text leaves the rules open, its possible readings are parameters.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from itertools import accumulate, combinations_with_replacement, count, permutations
from math import comb, factorial, gcd, inf, isqrt, prod
from operator import or_
from typing import Literal, TypeVar

from nimtwist._checks import check_callable, check_choice, quoted, whole, written
from nimtwist.game import ClosedForm, ClosedValue, Outcome, Ruleset, Solver, ValueOracle
from nimtwist.games._heaps import (
    MOST_OPTIONS,
    HeapGame,
    canonical_heaps,
    check_count,
    describe_taking,
    each_heap,
    replaced,
    show_heaps,
    sticks_taken,
)
from nimtwist.games._moves import Moves
from nimtwist.games._planes import Box
from nimtwist.games.nim import nim_sum

__all__ = [
    "MuM",
    "MuMSolver",
    "MuMTable",
    "Mumber",
    "MumberSolver",
    "PowerMuM",
    "ProductGame",
    "ProductIsOne",
    "Remainders",
]

Heaps = tuple[int, ...]
Consolidation = Literal["same-turn", "own-turn", "never"]
HeapKind = Literal["coprime", "not divisible", "any"]
When = Literal["stranded", "small", "always"]
Position = TypeVar("Position", bound=Hashable)

_LARGEST_TRIED = 10**12
_LARGEST_TABLED = 10**6
_PROGRESS_EVERY = 1 << 12


class ProductGame(Moves, HeapGame):
    """Games in which a move makes one heap smaller, and the aim is to make their product 1.

    `MuM` and `PolyMuM` share this: a position is a sorted tuple of heaps. It is *stranded* if its
    product is not 1 and no move makes it 1; then its heaps are consolidated into one. (mum.def-3.4)

    - `consolidation` "same-turn": the player consolidates, and then moves from the one heap.
      "own-turn": consolidating is the move. "never": stranded positions are like any others.
    - `compulsory`: whether a player must consolidate, or only may.
    - `when` to consolidate: "stranded" positions only; "always", that is all positions of two heaps
      or more; or of these the "small" ones, whose heaps are all below the modulus.
    """

    consolidation: Consolidation
    compulsory: bool
    when: When

    @abstractmethod
    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the one heap that consolidation makes of the heaps."""

    @abstractmethod
    def _to_one(self, heaps: Heaps) -> list[tuple[int, int]]:
        """Return the legal moves, as heap and amount, that make the product 1."""

    @abstractmethod
    def _value(self, heap: int) -> int:
        """Return what a heap stands for in the ring where products are taken."""

    @abstractmethod
    def _times(self, a: int, b: int) -> int:
        """Return the product in that ring."""

    @abstractmethod
    def _smaller(self, heap: int) -> Iterable[int]:
        """Return the heaps that a legal move can turn a heap into."""

    @abstractmethod
    def _why_not_to(self, heap: int, smaller: int) -> str | None:
        """Return why no legal move turns `heap` into `smaller`, a heap too; `None` if one does."""

    @property
    @abstractmethod
    def _most_taken(self) -> int:
        """The least amount too large for a move; 0 if there is no limit."""

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return every position that the player to move can move to."""
        heaps = self.canonical(position)
        if not self._joins(heaps):
            return list(self._reduced(heaps))
        joined = self._joined(heaps)
        return joined if self.compulsory else list(dict.fromkeys([*self._reduced(heaps), *joined]))

    def product(self, position: Heaps, /) -> int:
        """Return the product of the heaps, in the ring of the game; 1 if there are none.

        >>> MuM(5).product((3, 4))
        2
        """
        return self._product(self.canonical(position))

    def moves_to_one(self, position: Heaps, /) -> list[tuple[int, int]]:
        """Return the legal moves, as heap and amount, that make the product 1.

        The heap must become what stands for the inverse of the product of the others. In `MuM` at
        most one amount below the modulus does that. (mum.sec-6.4.win)

        >>> MuM(5).moves_to_one((3, 4)), MuM(5).moves_to_one((2, 2))
        ([(4, 2)], [])
        """
        return self._to_one(self.canonical(position))

    def is_stranded(self, position: Heaps, /) -> bool:
        """Return whether the product is not 1 and no legal move makes it 1."""
        return self._is_stranded(self.canonical(position))

    def consolidates(self, position: Heaps, /) -> bool:
        """Return whether the heaps must, or may, be consolidated by the player to move.

        >>> MuM(5).consolidates((2, 2)), MuM(5, "never").consolidates((2, 2))
        (True, False)
        """
        return self._joins(self.canonical(position))

    def count_options(self, position: Heaps, /) -> int:
        """Return how many options there are, or a few more if some are equal.

        Raises:
            ValueError: if there are more than 1,000,000 and they must be listed.
        """
        heaps = self.canonical(position)
        if self._joins(heaps):
            return len(self.options(heaps))
        self._check_count(heaps)
        return sum(sum(1 for _ in self._smaller(heap)) for heap in set(heaps))

    def _why_not(self, before: Heaps, after: Heaps) -> str | None:
        joins = self._joins(before)
        if joins and self.compulsory:
            return self._why_illegal_join(before, after)
        reason = self._why_illegal_move(before, after)
        return reason and (self._why_illegal_join(before, after) if joins else reason)

    def _words(self, before: Heaps, after: Heaps) -> str:
        if not self._joins(before) or not (
            self.compulsory or self._why_illegal_move(before, after)
        ):
            return self._describe_reduction(before, after)
        [heap] = single = self.consolidated(before)
        then = "" if single == after else f" and {self._describe_reduction(single, after)}"
        return f"consolidate into {self._name(heap)}{then}"

    def _product(self, heaps: Heaps) -> int:
        return reduce(self._times, map(self._value, heaps), 1)

    def _is_stranded(self, heaps: Heaps) -> bool:
        return self._product(heaps) != 1 and not self._to_one(heaps)

    def _name(self, heap: int) -> str:
        return written(heap)

    def _describe_reduction(self, before: Heaps, after: Heaps) -> str:
        return describe_taking(before, after)

    def _others(self, heaps: Heaps) -> Iterator[tuple[int, int]]:
        """Yield each heap, once, with the product of the others."""
        values = list(map(self._value, heaps))
        before = accumulate(values, self._times, initial=1)
        after = list(accumulate(reversed(values), self._times, initial=1))
        for i, (heap, product) in enumerate(zip(heaps, before, strict=False)):
            if i == 0 or heap != heaps[i - 1]:
                yield heap, self._times(product, after[len(heaps) - 1 - i])

    def _joins(self, heaps: Heaps) -> bool:
        if self.consolidation == "never":
            return False
        return self._is_stranded(heaps) if self.when == "stranded" else self._may_join(heaps)

    def _may_join(self, heaps: Heaps) -> bool:
        """Return whether the heaps may be consolidated, stranded or not."""
        return len(heaps) > 1

    def _joined(self, heaps: Heaps) -> list[Heaps]:
        """Return the positions that a player who consolidates can move to."""
        single = self.consolidated(heaps)
        return [single] if self.consolidation == "own-turn" else list(self._reduced(single))

    def _reduced(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yield the positions with one heap made smaller, each once."""
        self._check_count(heaps)
        for heap, others in each_heap(heaps):
            for smaller in self._smaller(heap):
                if not others or smaller <= others[0]:  # in the common cases, nothing to sort
                    yield (smaller, *others)
                elif smaller >= others[-1]:
                    yield (*others, smaller)
                else:
                    yield tuple(sorted((*others, smaller)))

    def _check_count(self, heaps: Heaps) -> None:
        if sum(heaps) * len(heaps) > MOST_OPTIONS:  # in the common case, no need to count
            most = sum(min(heap, self._most_taken or heap) for heap in set(heaps))
            check_count(most, heaps, len(heaps))

    def _why_illegal_move(self, before: Heaps, after: Heaps) -> str | None:
        try:
            sticks_taken(before, after)
        except ValueError as error:
            return str(error)
        if len(after) < len(before):
            return f"a heap keeps at least 1, but one heap of {show_heaps(before)} is gone"
        old, new = Counter(before), Counter(after)
        (heap,), (smaller,) = old - new, new - old
        return self._why_not_to(heap, smaller)

    def _why_illegal_join(self, before: Heaps, after: Heaps) -> str | None:
        single = self.consolidated(before)
        stranded = "is stranded and " if self.when == "stranded" else ""
        joins = f"{show_heaps(before)} {stranded}becomes {show_heaps(single)}"
        if self.consolidation == "own-turn":
            return None if after == single else f"{joins}, not {show_heaps(after)}"
        reason = self._why_illegal_move(single, after)
        return reason and f"{joins}, from which the same player moves: {reason}"


@dataclass(frozen=True)
class MuM(ProductGame):
    """MuM. A position is a sorted tuple of heaps; a move takes 1 to `modulus` - 1 from one.

    Args:
        modulus: a whole number, at least 2. The source begins with primes.
        consolidation: what becomes of stranded positions; see `ProductGame`. Their one new heap is
            the plain product, not its remainder.
        heaps: "coprime" to the modulus; "not divisible" by it, as Definition 3.1 says, which for
            composite moduli allows more; or "any" positive ones, as in Example 4.4.
        compulsory: whether a player must consolidate, or only may.
        when: whether consolidation is for "stranded" positions, as the source says, for those with
            "small" heaps, or "always". Part 1 of the source's Theorem 4.1 needs "small" or
            "always". (mum.prop-4.3)

    Raises:
        ValueError: if an argument is anything else, or heaps that are "not divisible" by a
            composite modulus are to be consolidated, as their product may be divisible.

    >>> MuM(5).options((2, 3))
    [(1, 3), (1, 2), (2, 2)]
    >>> MuM(5).options((2, 2)), MuM(5, "own-turn").options((2, 2))
    ([(1,), (2,), (3,)], [(4,)])
    >>> MuM(5).options((10,))
    Traceback (most recent call last):
    ...
    ValueError: heap 10 is divisible by the modulus 5; MuM heaps are coprime to it
    """

    modulus: int
    consolidation: Consolidation = "same-turn"
    heaps: HeapKind = "coprime"
    compulsory: bool = True
    when: When = "stranded"

    def __post_init__(self) -> None:
        object.__setattr__(self, "modulus", whole(self.modulus, "the modulus", 2))
        check_choice(self.consolidation, "consolidation", ("same-turn", "own-turn", "never"))
        check_choice(self.heaps, "the kind of heaps", ("coprime", "not divisible", "any"))
        check_choice(self.compulsory, "compulsory", (True, False))
        check_choice(self.when, "when to consolidate", ("stranded", "small", "always"))
        joins = self.heaps == "not divisible" and self.consolidation != "never"
        if joins and not _is_prime(self.modulus):
            raise ValueError(
                f"heaps not divisible by {self.modulus}, a composite modulus, may have a product "
                f"that is: consolidation must be 'never', not {self.consolidation!r}"
            )

    def canonical(self, position: Heaps, /) -> Heaps:
        """Return the heaps in ascending order."""
        heaps = canonical_heaps(position, least=1)
        for heap in heaps:
            if not self._is_heap(heap):
                rule = "coprime to it" if self.heaps == "coprime" else "not"
                if heap % self.modulus == 0:
                    wrong = (
                        f"heap {quoted(heap)} is divisible by the modulus {quoted(self.modulus)}"
                    )
                else:
                    wrong = (
                        f"heap {quoted(heap)} and the modulus {quoted(self.modulus)} have the "
                        f"factor {quoted(gcd(heap, self.modulus))} in common"
                    )
                raise ValueError(f"{wrong}; MuM heaps are {rule}")
        return heaps

    @property
    def closed_form(self) -> ProductIsOne | Remainders | None:
        """The theory by products, for the source's rules; or that of play without consolidation."""
        if self.consolidation == "never":
            return Remainders(self) if self.modulus <= _LARGEST_TABLED else None
        rest = (self.consolidation, self.heaps, self.when)
        return ProductIsOne(self) if rest == ("same-turn", "coprime", "stranded") else None

    def solver(self, progress: Callable[[int], object] | None = None) -> MuMSolver:
        """Return the solver made for this game."""
        return MuMSolver(self, progress)

    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position with one heap, the plain product of all.

        It is not reduced by the modulus. (mum.def-3.4)

        >>> MuM(5).consolidated((2, 2, 3))
        (12,)
        """
        factors = self.canonical(position)
        while len(factors) > 1:  # in pairs, so that factors stay of similar size: this is fast
            factors = tuple(prod(factors[i : i + 2]) for i in range(0, len(factors), 2))
        return factors or (1,)

    def _to_one(self, heaps: Heaps) -> list[tuple[int, int]]:
        modulus, product = self.modulus, self._product(heaps)
        if gcd(product, modulus) == 1:  # in the common case, invert once
            inverse = pow(product, -1, modulus)
            found = [(heap, heap * inverse) for heap in dict.fromkeys(heaps)]
        else:
            found = [
                (heap, pow(others, -1, modulus))
                for heap, others in self._others(heaps)
                if gcd(others, modulus) == 1
            ]
        return [
            (heap, amount)
            for heap, target in found
            if 0 < (amount := (heap - target) % modulus) < heap
        ]

    def _may_join(self, heaps: Heaps) -> bool:
        return len(heaps) > 1 and (self.when == "always" or heaps[-1] < self.modulus)

    def _value(self, heap: int) -> int:
        return heap % self.modulus

    def _times(self, a: int, b: int) -> int:
        return a * b % self.modulus

    def _product(self, heaps: Heaps) -> int:  # in one loop: it is asked of every position
        product = 1
        for heap in heaps:
            product = product * heap % self.modulus
        return product

    @property
    def _most_taken(self) -> int:
        return self.modulus

    def _smaller(self, heap: int) -> Iterable[int]:
        least = max(1, heap - self.modulus + 1)
        return filter(self._is_heap, range(least, heap))

    def _why_not_to(self, heap: int, smaller: int) -> str | None:
        if heap - smaller < self.modulus:
            return None
        return (
            f"a move takes less than the modulus {quoted(self.modulus)}, but this one takes "
            f"{quoted(heap - smaller)}"
        )

    def _is_heap(self, heap: int) -> bool:
        if self.heaps == "coprime":
            return gcd(heap, self.modulus) == 1
        return self.heaps == "any" or heap % self.modulus != 0


@dataclass(frozen=True)
class PowerMuM(HeapGame):
    """MuM with exponents as heaps, a variant in which products are mumbers (mum.future).

    A heap of e stands for the power gᵉ of some g whose powers have the period `order`. A position
    is a tuple of heaps; a move takes 1 to `order` - 1 from one. So the product is 1 if the order
    divides the sum of the heaps. If it is not 1, and no move makes it 1, the player first merges
    all heaps, which multiplies what they stand for. The Grundy value is the sum modulo the order,
    and if mumbers are assigned in the order 1, g, g², ..., the mumber is the product.

    Raises:
        ValueError: if `order` is not a whole number, at least 1.

    >>> PowerMuM(4).options((1, 3)), PowerMuM(4).options((1, 1))
    ([(3,), (1,), (1, 1), (1, 2)], [(), (1,)])
    """

    order: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", whole(self.order, "the order", 1))

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return every position that the player to move can move to."""
        heaps = self.canonical(position)
        if sum(heaps) % self.order > max(heaps, default=0):
            heaps = (sum(heaps),)
        most = sum(min(heap, self.order - 1) for heap in set(heaps))
        check_count(most, heaps, len(heaps))
        return [
            tuple(sorted((*others, smaller))) if smaller else others
            for heap, others in each_heap(heaps)
            for smaller in range(max(0, heap - self.order + 1), heap)
        ]


# --- Mumbers -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mumber:
    """The rule of mumbers, for `Solver.evaluate`: the source's recursion, for any game.

    The *mumber* of a position of MuM is the least number from 1 on that is coprime to the modulus
    and not the mumber of an option. (mum.thm-4.1.1) Without a `modulus` all numbers from 1 on
    count, and the result is the *plain mumber*, one more than the Grundy value; every game has it.
    Which numbers count is lost in the source's text: these are the possible readings.

    Raises:
        ValueError: if `modulus` is not a whole number, at least 1.

    >>> Solver(MuM(5)).evaluate((3, 4), Mumber(5)), Solver(MuM(5)).evaluate((3, 4), Mumber())
    (6, 5)
    """

    modulus: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "modulus", whole(self.modulus, "the modulus", 1))

    def __call__(self, mumbers: Sequence[int]) -> int:
        """Return the least number that is coprime to the modulus and not among these."""
        present = set(mumbers)
        return next(n for n in count(1) if n not in present and gcd(n, self.modulus) == 1)


class MumberSolver(Solver[Position]):
    """A `Solver` that also finds the mumbers of any game, for one modulus; see `Mumber`.

    Raises:
        ValueError: if `rules` has no `options`, `modulus` is not a whole number, at least 1, or
            `progress` cannot be called.

    >>> solver, plain = MumberSolver(MuM(5), modulus=5), MumberSolver(MuM(5))
    >>> [(solver.mumber(p), plain.mumber(p)) for p in ((3,), (2, 3), (3, 4))]
    [(3, 3), (1, 1), (6, 5)]
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        modulus: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(rules, progress)
        self._rule = Mumber(modulus)
        self.modulus = self._rule.modulus

    def mumber(self, position: Position) -> int:
        """Return the mumber of a position; the plain mumber if the solver has no modulus."""
        return self.evaluate(position, self._rule)


# --- The theory: products ------------------------------------------------------------------------


class ProductIsOne(ClosedForm[Heaps]):
    """The theory of a `ProductGame` in which heaps have inverses and no single heap is stranded.

    With consolidation on the same turn, a position is P exactly if the product is 1. (mum.prop-3.2,
    mum.prop-3.3, mum.thm-4.1.2)

    >>> theory = ProductIsOne(MuM(5))
    >>> theory.outcome((7, 8)), theory.winning_options((2, 7)), theory.winning_options((2, 2))
    ('P', [(2, 3)], [(1,)])
    """

    rules: ProductGame

    def outcome(self, position: Heaps, /) -> Outcome:
        """Return "P" if the product is 1, "N" if not."""
        return "P" if self.rules.product(position) == 1 else "N"

    def winning_options(self, position: Heaps, /) -> list[Heaps]:
        """Return the options whose product is 1, moves in larger heaps first."""
        heaps = self.rules.canonical(position)
        if self.rules.product(heaps) == 1:
            return []
        if self.rules.is_stranded(heaps):
            heaps = self.rules.consolidated(heaps)
        moves = sorted(self.rules.moves_to_one(heaps), reverse=True)
        return [replaced(heaps, heap, heap - amount) for heap, amount in moves]


class Remainders(ClosedValue[Heaps]):
    """The theory of MuM without consolidation: a sum of subtraction games.

    Let r be the number of legal remainders, and number the legal heaps from 0. A heap can be moved
    to any of the r - 1 legal heaps next below it, as in a subtraction game. So the Grundy value is
    the nim-sum of the heaps' numbers, each modulo r; for a prime modulus p, these are
    (heap mod p) - 1. The source has no such statement.

    >>> Remainders(MuM(5, "never")).grundy((2, 3))
    3
    """

    rules: MuM

    def grundy(self, position: Heaps, /) -> int:
        """Return the nim-sum of the heaps' values; the modulus is at most a million."""
        remainders = len(_remainders(self.rules))
        heaps = self.rules.canonical(position)
        return nim_sum(_number(self.rules, heap) % remainders for heap in heaps)


def _mum(rules: object) -> MuM:
    if not isinstance(rules, MuM):
        raise ValueError(f"the rules must be those of a MuM, not {quoted(rules)}")
    return rules


def _is_prime(modulus: int) -> bool:
    whole(modulus, "a modulus that is tried for divisors", 2, _LARGEST_TRIED)
    return all(modulus % divisor for divisor in range(2, isqrt(modulus) + 1))


@cache
def _remainders(rules: MuM) -> list[int]:
    """Return the legal heaps up to the modulus: the legal remainders, with the modulus for 0."""
    most = whole(rules.modulus, "the modulus of a table", 2, _LARGEST_TABLED)
    return [heap for heap in range(1, most + 1) if rules._is_heap(heap)]


def _number(rules: MuM, heap: int) -> int:
    """Return the number of a legal heap, counted from 0: how many legal heaps are smaller."""
    whole_turns, below = divmod(heap - 1, rules.modulus)
    remainders = _remainders(rules)
    return whole_turns * len(remainders) + bisect_left(remainders, below + 1)


# --- All positions at once -----------------------------------------------------------------------


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
