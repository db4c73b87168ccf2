"""Multiplicative Modular Nim (MuM): from one heap take less than the modulus; products decide.

S. Tyagi, "Multiplicative Modular Nim (MuM)", arXiv:2507.08830 (2025).

The text that the rules are taken from has lost some of its symbols. How they were found again:

- Definition 3.1: from a heap x one takes an amount s with 1 ≤ s < p and s < x. That s < p is said
  in words; that a heap stays positive follows from "each containing a positive integer", and from
  Example 4.4, whose values 0, 1, 2, 3, 4, 0, 1 for heaps 1 to 7 mod 5 are the mex of those of the
  1 to 4 heaps below, with none at heap 0.
- Heaps are coprime to a composite modulus, as Proposition 3.2 inverts their product, and as table
  A.2 lists 11, 13, 14 and 16 for modulus 15: those coprime to it. The words of Definition 3.1, "not
  divisible by", allow more, and Example 4.4 and table A.1 have heaps of 5 mod 5: `MuM.heaps`.
- A position is winning for the source if its product is not 1, and stranded if moreover no legal
  move makes it 1 (section 3.3). Definition 3.4 then replaces the heaps by one, their plain product.
- In Example 3.5 the player who consolidates subtracts at once: consolidation "same-turn". Where it
  is a move like others, "own-turn", the other player is next. Definition 3.4 says that the player
  replaces, not that the player may: `MuM.compulsory`. Table A.1 agrees: of these readings, only
  compulsory consolidation on the same turn has the fifteen recursive values that it prints.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import accumulate, combinations_with_replacement, count
from math import gcd, prod
from typing import Literal, TypeVar

from nimtwist._checks import check_callable, check_choice, quoted, whole
from nimtwist.game import Outcome, Ruleset, Solver
from nimtwist.games._heaps import (
    MOST_OPTIONS,
    HeapGame,
    canonical_heaps,
    check_count,
    each_heap,
    replaced,
    show_heaps,
    sticks_taken,
)
from nimtwist.games.nim import nim_sum

__all__ = [
    "MuM",
    "MuMTable",
    "Mumber",
    "MumberSolver",
    "PowerMuM",
    "ProductGame",
    "combine",
    "prime_powers",
    "read_mum",
    "state_vector",
    "value_without_consolidation",
    "winning_amount",
    "winning_turn",
]

Heaps = tuple[int, ...]
Consolidation = Literal["same-turn", "own-turn", "never"]
HeapKind = Literal["coprime", "not divisible", "any"]
When = Literal["stranded", "small", "always"]
Position = TypeVar("Position", bound=Hashable)

_LARGEST_FACTORED = 10**12
_LARGEST_TABLED = 10**6
_PROGRESS_EVERY = 1 << 12


class ProductGame(HeapGame, ABC):
    """Games in which heaps get smaller one at a time, and their product being 1 is the aim.

    What `MuM` and `PolyMuM` share: a position is a sorted tuple of heaps, and a position whose
    product is not 1 and cannot be made 1 is *stranded*, and its heaps are consolidated into one.
    (mum.def-3.4)

    - consolidation "same-turn": the player consolidates and moves from the one heap.
    - "own-turn": consolidating is the move.
    - "never": stranded positions are as others.
    - `compulsory`: the player of a stranded position must consolidate; if not, may.
    - `when` not only "stranded" positions are consolidated, but all of two heaps or more: "always",
      or if they are "small", all below the modulus.
    """

    consolidation: Consolidation
    compulsory: bool
    when: When

    @abstractmethod
    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the one heap that consolidation makes of the heaps."""

    @abstractmethod
    def moves_to_one(self, position: Heaps, /) -> list[tuple[int, int]]:
        """Return the legal moves, as heap and amount, that make the product 1."""

    @abstractmethod
    def _value(self, heap: int) -> int:
        """Return what a heap stands for in the ring where products are made."""

    @abstractmethod
    def _times(self, a: int, b: int) -> int:
        """Return the product in that ring."""

    @abstractmethod
    def _smaller(self, heap: int) -> Iterable[int]:
        """Return the heaps that a legal move makes of one."""

    @abstractmethod
    def _why_not(self, heap: int, smaller: int) -> str | None:
        """Return why no legal move makes `smaller`, which is a heap, of `heap`."""

    @property
    @abstractmethod
    def _most_taken(self) -> int:
        """What a move takes less than; 0 if there is no limit."""

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return every position that the player to move may leave.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game, or may have more than
                1,000,000 options.
        """
        heaps = self.canonical(position)
        if not self._joins(heaps):
            return list(self._reduced(heaps))
        joined = self._joined(heaps)
        return joined if self.compulsory else list(dict.fromkeys([*self._reduced(heaps), *joined]))

    def product(self, position: Heaps, /) -> int:
        """Return the product of the heaps, in the ring of the game; 1 if there are none.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.

        >>> MuM(5).product((3, 4))
        2
        """
        return reduce(self._times, map(self._value, self.canonical(position)), 1)

    def is_stranded(self, position: Heaps, /) -> bool:
        """Return whether the product is not 1 and no legal move makes it 1.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.
        """
        heaps = self.canonical(position)
        return self.product(heaps) != 1 and not self.moves_to_one(heaps)

    def consolidates(self, position: Heaps, /) -> bool:
        """Return whether the heaps must, or may, be consolidated by the player to move.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.

        >>> MuM(5).consolidates((2, 2)), MuM(5, "never").consolidates((2, 2))
        (True, False)
        """
        return self._joins(self.canonical(position))

    def why_illegal(self, position: Heaps, option: Heaps, /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one."""
        try:
            before, after = self.canonical(position), self.canonical(option)
        except ValueError as error:
            return str(error)
        joins = self._joins(before)
        if joins and self.compulsory:
            return self._refused_join(before, after)
        refused = self._refused_move(before, after)
        return refused and (self._refused_join(before, after) if joins else refused)

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
        return self.is_stranded(heaps) if self.when == "stranded" else self._may_join(heaps)

    def _may_join(self, heaps: Heaps) -> bool:
        """Return whether heaps may be consolidated that need not be stranded."""
        return len(heaps) > 1

    def _joined(self, heaps: Heaps) -> list[Heaps]:
        """Return the positions that the player who consolidates may leave."""
        single = self.consolidated(heaps)
        return [single] if self.consolidation == "own-turn" else list(self._reduced(single))

    def _reduced(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yield the positions with one heap made smaller, each once."""
        if sum(heaps) > MOST_OPTIONS:  # the common case is not counted
            check_count(sum(min(heap, self._most_taken or heap) for heap in set(heaps)), heaps)
        for heap, others in each_heap(heaps):
            for smaller in self._smaller(heap):
                yield tuple(sorted((*others, smaller)))

    def _refused_move(self, before: Heaps, after: Heaps) -> str | None:
        try:
            sticks_taken(before, after)
        except ValueError as error:
            return str(error)
        if len(after) < len(before):
            return f"a heap keeps at least 1, and {show_heaps(before)} has lost one"
        old, new = Counter(before), Counter(after)
        (heap,), (smaller,) = old - new, new - old
        return self._why_not(heap, smaller)

    def _refused_join(self, before: Heaps, after: Heaps) -> str | None:
        single = self.consolidated(before)
        stranded = "is stranded and " if self.when == "stranded" else ""
        joins = f"{show_heaps(before)} {stranded}becomes {show_heaps(single)}"
        if self.consolidation == "own-turn":
            return None if after == single else f"{joins}, not {show_heaps(after)}"
        refused = self._refused_move(single, after)
        return refused and f"{joins}, from which the same player moves: {refused}"


@dataclass(frozen=True)
class MuM(ProductGame):
    """MuM. A position is a sorted tuple of heaps; a move takes 1 to `modulus` - 1 from one.

    Args:
        modulus: a whole number, at least 2. The source begins with primes.
        consolidation: what becomes of stranded positions, see `ProductGame`. Their one new heap is
            the plain product, not its remainder.
        heaps: "coprime" to the modulus; "not divisible" by it, as Definition 3.1 says, which for
            composite moduli allows more; or "any" positive ones, as in Example 4.4.
        compulsory: whether the player of a stranded position must consolidate.
        when: what is said of "stranded" positions; or of those of "small" heaps, below the modulus;
            or "always". Of these the source says the first. Part 1 of its Theorem 4.1 needs one of
            the others. (mum.prop-4.3)

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
        if joins and self.modulus not in _factors(self.modulus):
            raise ValueError(
                f"heaps not divisible by {self.modulus}, a composite modulus, may have a product "
                f"that is: they are played with consolidation 'never', not {self.consolidation!r}"
            )

    def canonical(self, position: Heaps, /) -> Heaps:
        """Return the heaps in ascending order.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.
        """
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

    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position with one heap, the plain product of all.

        It is not reduced by the modulus. (mum.def-3.4)

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.

        >>> MuM(5).consolidated((2, 2, 3))
        (12,)
        """
        factors = self.canonical(position)
        while len(factors) > 1:  # in pairs: so factors stay of a size, and many are no trouble
            factors = tuple(prod(factors[i : i + 2]) for i in range(0, len(factors), 2))
        return factors or (1,)

    def moves_to_one(self, position: Heaps, /) -> list[tuple[int, int]]:
        """Return the legal moves, as heap and amount, that make the product 1.

        The heap must become the inverse of the others' product, which one amount below the modulus
        does, at most.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.

        >>> MuM(5).moves_to_one((3, 4)), MuM(5).moves_to_one((2, 2))
        ([(4, 2)], [])
        """
        heaps = self.canonical(position)
        return [
            (heap, amount)
            for heap, others in self._others(heaps)
            if gcd(others, self.modulus) == 1
            and 0 < (amount := (heap - pow(others, -1, self.modulus)) % self.modulus) < heap
        ]

    def _may_join(self, heaps: Heaps) -> bool:
        return len(heaps) > 1 and (self.when == "always" or heaps[-1] < self.modulus)

    def _value(self, heap: int) -> int:
        return heap % self.modulus

    def _times(self, a: int, b: int) -> int:
        return a * b % self.modulus

    @property
    def _most_taken(self) -> int:
        return self.modulus

    def _smaller(self, heap: int) -> Iterable[int]:
        least = max(1, heap - self.modulus + 1)
        return (smaller for smaller in range(least, heap) if self._is_heap(smaller))

    def _why_not(self, heap: int, smaller: int) -> str | None:
        if heap - smaller < self.modulus:
            return None
        return (
            f"a move takes less than the modulus {quoted(self.modulus)}, and this one takes "
            f"{quoted(heap - smaller)}"
        )

    def _is_heap(self, heap: int) -> bool:
        if self.heaps == "coprime":
            return gcd(heap, self.modulus) == 1
        return self.heaps == "any" or heap % self.modulus != 0


def read_mum(heaps: str, modulus: int, consolidation: Consolidation) -> tuple[MuM, Heaps]:
    """Return the game with this modulus and reading, and the position in it that a text means.

    Raises:
        ValueError: if `heaps` are no heaps separated by commas or blanks, or not coprime to
            `modulus`, or the rules are refused.

    >>> read_mum("8, 7", modulus=5, consolidation="same-turn")[1]
    (7, 8)
    """
    rules = MuM(modulus, consolidation)
    return rules, rules.read(heaps)


@dataclass(frozen=True)
class PowerMuM(HeapGame):
    """MuM with exponents for heaps, a variant in which products are mumbers (mum.future).

    A heap of e stands for the power gᵉ of some g whose powers repeat after `order`. A position is a
    tuple of heaps; a move takes 1 to `order` - 1 from one. So the product is 1 if the order divides
    the sum of the heaps. If it does not, and no move makes it 1, the player first puts all heaps
    together, which multiplies what they stand for. The Grundy value is the sum modulo the order,
    and if numbers are given out in the order 1, g, g², ..., the mumber is the product.

    Raises:
        ValueError: if `order` is not a whole number, at least 1.

    >>> PowerMuM(4).options((1, 3)), PowerMuM(4).options((1, 1))
    ([(3,), (1,), (1, 1), (1, 2)], [(), (1,)])
    """

    order: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", whole(self.order, "the order", 1))

    def options(self, position: Heaps, /) -> list[Heaps]:
        """Return every position that the player to move may leave.

        Raises:
            ValueError: if `position` is not a tuple of whole numbers.
        """
        heaps = self.canonical(position)
        if sum(heaps) % self.order > max(heaps, default=0):
            heaps = (sum(heaps),)
        return [
            tuple(sorted((*others, smaller))) if smaller else others
            for heap, others in each_heap(heaps)
            for smaller in range(max(0, heap - self.order + 1), heap)
        ]


# --- Mumbers -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mumber:
    """The rule of mumbers, for `Solver.evaluate`: the source's recursion, in any game.

    The *mumber* of a position of MuM is the least number from 1 on, coprime to the modulus, that
    is not the mumber of an option. (mum.thm-4.1.1) Without a `modulus` all numbers from 1 on count,
    and what is found is the *plain mumber*, one more than the Grundy value; it exists in every
    game. The source's text has lost which numbers count: these are the readings.

    Raises:
        ValueError: if `modulus` is not a whole number, at least 1.

    >>> Solver(MuM(5)).evaluate((3, 4), Mumber(5)), Solver(MuM(5)).evaluate((3, 4), Mumber())
    (6, 5)
    """

    modulus: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "modulus", whole(self.modulus, "the modulus", 1))

    def __call__(self, mumbers: Sequence[int]) -> int:
        """Return the least number, coprime to the modulus, that is not among these."""
        present = set(mumbers)
        return next(n for n in count(1) if n not in present and gcd(n, self.modulus) == 1)


class MumberSolver(Solver[Position]):
    """A `Solver` that knows mumbers, too, of any game: those of one modulus, see `Mumber`.

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
        """Return the mumber of a position; the plain mumber if the solver has no modulus.

        Raises:
            EndlessPlayError: if a position can be met again on its own path.
            ValueError: if the ruleset refuses the position.
        """
        return self.evaluate(position, self._rule)


# --- What the source does with products ----------------------------------------------------------


def winning_amount(heap: int, product: int, modulus: int) -> int:
    """Return the amount of Proposition 3.2: take it from `heap`, and the `product` becomes 1.

    It is heap · (1 - 1/product) modulo the modulus: a legal move if the heap is larger than the
    modulus and the product is not 1. (mum.prop-3.2)

    Raises:
        ValueError: if `heap` or `modulus` is not a whole number, at least 1 or 2, or `product` is
            not one below `modulus` and coprime to it.

    >>> winning_amount(7, product=3, modulus=5)
    3
    """
    modulus = whole(modulus, "the modulus", 2)
    heap = whole(heap, "a heap", 1)
    product = whole(product, "the product", 1, modulus - 1)
    if gcd(product, modulus) > 1:
        raise ValueError(f"the product {quoted(product)} has no inverse modulo {quoted(modulus)}")
    return heap * (1 - pow(product, -1, modulus)) % modulus


def winning_turn(rules: MuM, position: Heaps) -> list[Heaps]:
    """Return what a player makes of the heaps, step by step, to leave the product 1.

    Nothing if the product is 1. Otherwise one move, from the largest heap from which one leads
    there (Proposition 3.2); or if the position is stranded, the consolidated heap, and then 1.
    That is one turn if consolidation is "same-turn". (mum.prop-3.2, mum.def-3.4)

    Raises:
        ValueError: if `rules` are no `MuM` with heaps coprime to the modulus, or `position` is none
            of its positions.

    >>> winning_turn(MuM(5), (2, 7)), winning_turn(MuM(5), (2, 2))
    ([(2, 3)], [(4,), (1,)])
    """
    if _mum(rules).heaps != "coprime":
        raise ValueError(
            f"the strategy is for heaps coprime to the modulus, not for {quoted(rules)}"
        )
    heaps, steps = rules.canonical(position), []
    if rules.product(heaps) == 1:
        return []
    if rules.is_stranded(heaps):
        heaps = rules.consolidated(heaps)
        steps.append(heaps)
    heap, amount = max(rules.moves_to_one(heaps))
    return [*steps, replaced(heaps, heap, heap - amount)]


def prime_powers(modulus: int) -> tuple[int, ...]:
    """Return the prime powers that make a modulus, smallest prime first.

    They are coprime to one another. (mum.sec-5.1)

    Raises:
        ValueError: if `modulus` is not a whole number from 2 to a million millions.

    >>> prime_powers(15), prime_powers(12)
    ((3, 5), (4, 3))
    """
    return tuple(_factors(modulus).values())


def _factors(modulus: int) -> dict[int, int]:
    """Return the primes that divide a modulus, each with its power."""
    left, prime = whole(modulus, "the modulus", 2, _LARGEST_FACTORED), 2
    powers: dict[int, int] = {}
    while left > 1:
        if prime * prime > left:
            prime = left
        while left % prime == 0:
            left, powers[prime] = left // prime, powers.get(prime, 1) * prime
        prime += 1
    return powers


def state_vector(rules: MuM, position: Heaps) -> dict[int, int]:
    """Return the product of the heaps modulo each prime power of the modulus.

    The position's *state vector*. (mum.sec-5.1)

    Raises:
        ValueError: if `rules` are no `MuM`, its modulus is above a million millions, or `position`
            is none of its positions.

    >>> state_vector(MuM(15), (11, 13))
    {3: 2, 5: 3}
    """
    product = _mum(rules).product(position)
    return {power: product % power for power in prime_powers(rules.modulus)}


def combine(residues: Mapping[int, int]) -> int:
    """Return the number below the product of the moduli with these residues, one a modulus.

    The Chinese Remainder Theorem: `state_vector` backwards. (mum.sec-5.1)

    Raises:
        ValueError: if `residues` is not a mapping from moduli, whole numbers with no factors in
            common, to whole numbers below them.

    >>> combine({3: 2, 5: 3})
    8
    """
    if not isinstance(residues, Mapping):
        raise ValueError(f"residues are a mapping from moduli to residues, not {quoted(residues)}")
    number, product = 0, 1
    for key, value in residues.items():
        modulus = whole(key, "a modulus", 1)
        residue = whole(value, f"a residue modulo {quoted(modulus)}", 0, modulus - 1)
        if gcd(product, modulus) > 1:
            raise ValueError(f"the moduli {quoted(list(residues))} have a factor in common")
        number += product * ((residue - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number


def _mum(rules: object) -> MuM:
    if not isinstance(rules, MuM):
        raise ValueError(f"the rules must be those of a MuM, not {quoted(rules)}")
    return rules


def value_without_consolidation(rules: MuM, position: Heaps) -> int:
    """Return the Grundy value of a position where stranded positions are as others.

    Below a heap, one may move to so many heaps as there are legal remainders but one, all those
    next below: numbered from 0, heaps are the heaps of a subtraction game, and their sum is a sum
    of games. So the value is the nim-sum of the numbers, each modulo how many remainders there
    are; modulo a prime p, that is of (heap mod p) - 1. The source has no such statement.

    Raises:
        ValueError: if `rules` are no `MuM` or its modulus is above a million, or `position` is
            none of its positions.

    >>> value_without_consolidation(MuM(5, "never"), (2, 3))
    3
    """
    heaps = _mum(rules).canonical(position)
    remainders = len(_remainders(rules))
    return nim_sum(_number(rules, heap) % remainders for heap in heaps)


@cache
def _remainders(rules: MuM) -> list[int]:
    """Return the heaps up to the modulus: what legal heaps leave, with the modulus for 0."""
    most = whole(rules.modulus, "the modulus of a table", 2, _LARGEST_TABLED)
    return [heap for heap in range(1, most + 1) if rules._is_heap(heap)]


def _number(rules: MuM, heap: int) -> int:
    """Return how many legal heaps are smaller."""
    whole_turns, below = divmod(heap - 1, rules.modulus)
    remainders = _remainders(rules)
    return whole_turns * len(remainders) + bisect_left(remainders, below + 1)


# --- All positions at once -----------------------------------------------------------------------


class MuMTable:
    """Grundy values and mumbers of all positions of at most `count` heaps up to `largest`.

    What the search finds, from the same rules, sooner. For heaps that stay, the values by the one
    that moves make a *line*: its options are those just before it on the line. Sorted positions
    are gone through in lexicographic order, in which every option comes first, as it has a smaller
    heap in some place and larger ones in none. An entry of a line is a bit mask, of the value and
    of whether the product is 1: so the stranded positions show.

    Args:
        rules: a `MuM`.
        count: the most heaps, a whole number.
        largest: the largest heap, a whole number.
        progress: called every few thousand positions with their number.

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
        self.rules = _mum(rules)
        self.count = whole(count, "the number of heaps")
        self.largest = whole(largest, "the largest heap", 1)
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self._reach = len(_remainders(rules)) - 1
        self._heaps = [heap for heap in range(1, self.largest + 1) if rules._is_heap(heap)]
        self._lines: defaultdict[Heaps, list[int]] = defaultdict(list)
        for done, position in enumerate(self.positions()):
            if position:
                self._enter(position)
            if progress is not None and done % _PROGRESS_EVERY == 0:
                progress(done)

    def positions(self) -> Iterator[Heaps]:
        """Yield the positions, those of few heaps first, then in lexicographic order."""
        for size in range(self.count + 1):
            yield from combinations_with_replacement(self._heaps, size)

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
        entry = self._lines[heaps[:-1]][_number(self.rules, heaps[-1])]
        return (entry >> 1).bit_length() - 1

    def outcome(self, position: Heaps) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does.

        Raises:
            ValueError: if the position is not in the table.
        """
        return "N" if self.grundy(position) else "P"

    def mumber(self, position: Heaps, *, of_units: bool = False) -> int:
        """Return the plain mumber; if `of_units`, the mumber, for which only units count.

        Both are mex recursions in which other numbers than 0, 1, 2, ... are given out, in their
        order: the whole numbers from 1 on, or those that are coprime to the modulus. So either is
        in its list what the Grundy value is among the whole numbers.

        Raises:
            ValueError: if the position is not in the table, or `of_units` is no truth value.
        """
        check_choice(of_units, "of_units", (True, False))
        value = self.grundy(position)
        if not of_units:
            return value + 1
        units = _remainders(MuM(self.rules.modulus))
        turns, place = divmod(value, len(units))
        return turns * self.rules.modulus + units[place]

    def _enter(self, position: Heaps) -> None:
        lines, options, last, product = [], 0, 0, 1
        for i, heap in enumerate(position):
            product = product * heap % self.rules.modulus
            if heap != last:
                line = self._lines[position[:i] + position[i + 1 :]]
                for entry in line[max(0, len(line) - self._reach) :]:
                    options |= entry
                lines.append(line)
                last = heap
        if self.rules.when == "stranded":
            joins = product != 1 and not options & 1
        else:
            joins = self.rules._may_join(position)
        if joins and self.rules.consolidation != "never":
            joined = self._joined(prod(position))
            options = joined if self.rules.compulsory else options | joined
        values = options >> 1
        entry = (values + 1 & ~values) << 1 | (product == 1)
        for line in lines:
            line.append(entry)

    def _joined(self, single: int) -> int:
        """Return the mask of the values that who consolidates into one heap may leave.

        A single heap is not stranded, and its options are the `reach` heaps below: so the values
        of single heaps are 0 to `reach` again and again.
        """
        number, period = _number(self.rules, single), self._reach + 1
        if self.rules.consolidation == "own-turn":
            return 2 << number % period
        below = range(max(0, number - self._reach), number)
        return sum(2 << lower % period for lower in below)
