"""Blocking Nim: Nim in which each player forbids the next some numbers of sticks, modulo n.

H. Gavel and P. Strimling, "Nim with a modular Muller twist", INTEGERS 4 (2004), G04. The rules
come first, then what the article says of them in closed form, then the outcomes of all pairs of
heaps at once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from nimtwist._checks import check_callable, check_text, quoted, whole
from nimtwist.game import Outcome
from nimtwist.games._heaps import (
    canonical_heaps,
    check_count,
    check_heaps,
    each_heap,
    read_heaps,
    show_heaps,
    sticks_taken,
)
from nimtwist.games.nim import nim_sum

__all__ = [
    "BlockingNim",
    "PileGrid",
    "box_outcome",
    "longest_run",
    "odd_or_even_kinds",
    "read_family",
    "read_game",
    "show_restriction",
    "smallest_allowed",
    "strictest",
    "theorem_1",
    "theorem_2",
]

Restriction = frozenset[int]
BlockingPosition = tuple[tuple[int, ...], Restriction]

_MOST_RESTRICTIONS = 1 << 16
_MOST_RESIDUES = 1 << 20


@dataclass(frozen=True, repr=False)
class BlockingNim:
    """Nim with a modular Muller twist.

    A move takes sticks from one heap, in a number whose residue modulo `modulus` is not
    forbidden, and then names one of `restrictions` for the next player. A restriction is a set
    of residues, written 1 to `modulus`; it may be empty, and it may forbid everything.

    A position is `(piles, forbidden)`: the heaps as a sorted tuple, and the restriction that the
    player to move is under, a frozenset from the family. Options come with the heaps sorted and
    the empty ones left out, those from the largest heap first.

    Args:
        modulus: a whole number, at least 1.
        restrictions: the family that players choose from, a collection of collections of
            residues from 1 to `modulus`; at least one restriction.

    Raises:
        ValueError: if an argument is anything else; the message quotes it.

    >>> game = BlockingNim(3, [{1}, {2}, {3}])
    >>> len(game.options(((1, 2, 4), frozenset({1}))))
    9
    """

    modulus: int
    restrictions: frozenset[Restriction]

    def __init__(self, modulus: int, restrictions: Iterable[Iterable[int]]) -> None:
        modulus = whole(modulus, "the modulus", least=1)
        try:
            family = [list(restriction) for restriction in restrictions]
        except TypeError:
            raise ValueError(
                f"restrictions must be a collection of sets of residues, not {quoted(restrictions)}"
            ) from None
        if not family:
            raise ValueError(
                f"the family of restrictions {quoted(restrictions)} is empty: give one"
            )
        object.__setattr__(self, "modulus", modulus)
        object.__setattr__(
            self,
            "restrictions",
            frozenset(
                frozenset(whole(r, "a forbidden residue", 1, modulus) for r in restriction)
                for restriction in family
            ),
        )

    @classmethod
    def exactly(cls, modulus: int, k: int) -> BlockingNim:
        """Return k-blocking Nim: every set of exactly `k` residues may be forbidden.

        Raises:
            ValueError: if `modulus` is not a whole number from 1 to 65536 or `k` not one from 0
                to `modulus`, or the family would be too large to list: more than 65536
                restrictions, or more than 2^20 residues in all of them.

        >>> BlockingNim.exactly(3, 1)
        BlockingNim(3, [[1], [2], [3]])
        """
        modulus, k = _modulus_and_k(modulus, k)
        return cls(modulus, _subsets(modulus, k, k))

    @classmethod
    def up_to(cls, modulus: int, k: int) -> BlockingNim:
        """Return the game in which every set of at most `k` residues, or none, may be forbidden.

        Raises:
            ValueError: as for `exactly`.

        >>> BlockingNim.up_to(2, 1)
        BlockingNim(2, [[], [1], [2]])
        """
        modulus, k = _modulus_and_k(modulus, k)
        return cls(modulus, _subsets(modulus, 0, k))

    def __repr__(self) -> str:
        return f"BlockingNim({self.modulus}, {[sorted(r) for r in self.family]})"

    @cached_property
    def family(self) -> tuple[Restriction, ...]:
        """The restrictions in order: fewer residues first, then by the residues."""
        return tuple(sorted(self.restrictions, key=lambda r: (len(r), sorted(r))))

    @cached_property
    def smallest_unavoidable(self) -> int | float:
        """The smallest number of sticks that no restriction can make the next player exceed.

        It is the largest `smallest_allowed` of the family; `math.inf` if a restriction forbids
        every number. (twist.lemma-2)

        >>> BlockingNim.exactly(10, 4).smallest_unavoidable
        5
        """
        return max(smallest_allowed(self.modulus, restriction) for restriction in self.family)

    @cached_property
    def is_box_game(self) -> bool:
        """Whether the P-positions are those of `box_outcome`, by boxes of `smallest_unavoidable`.

        They are exactly when no restriction forbids that many numbers in a row (`longest_run`),
        or when some restriction forbids every number. (twist.open)

        >>> BlockingNim.exactly(4, 2).is_box_game, BlockingNim(3, [{2, 3}, {1, 3}]).is_box_game
        (True, False)
        """
        size = self.smallest_unavoidable
        return size == math.inf or all(longest_run(self.modulus, r) < size for r in self.family)

    def canonical(self, position: BlockingPosition, /) -> BlockingPosition:
        """Return the position with its heaps in ascending order, without the empty ones.

        Raises:
            ValueError: if `position` is not a pair of a tuple of whole numbers and a frozenset
                from the family.
        """
        if not isinstance(position, tuple) or len(position) != 2:
            raise ValueError(f"position {quoted(position)} is not a pair (piles, forbidden)")
        piles, forbidden = position
        heaps = canonical_heaps(piles)
        if not isinstance(forbidden, frozenset):
            raise ValueError(f"the restriction {quoted(forbidden)} is not a frozenset of residues")
        # Equal is not enough: True == 1 and 1.0 == 1, and neither is a residue.
        if forbidden not in self.restrictions or not all(type(r) is int for r in forbidden):
            shown = sorted(forbidden, key=repr)
            raise ValueError(
                f"the restriction {quoted(shown)} is not in the family of {quoted(self)}"
            )
        return heaps, forbidden

    def options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return every position that one move leaves: fewer sticks, and a new restriction.

        Raises:
            ValueError: if `position` is not a pair of a tuple of whole numbers and a frozenset
                from the family, or may have more than 1,000,000 options.
        """
        heaps, forbidden = position = self.canonical(position)
        check_count(sum(set(heaps)) * len(self.restrictions), position)
        options: list[BlockingPosition] = []
        for heap, others in reversed(list(each_heap(heaps))):
            for taken in range(1, heap + 1):
                if (taken - 1) % self.modulus + 1 not in forbidden:
                    left = (heap - taken,) if taken < heap else ()
                    after = tuple(sorted(others + left))
                    options += [(after, restriction) for restriction in self.family]
        return options

    def show(self, position: BlockingPosition, /) -> str:
        """Return the position as the source writes it.

        >>> BlockingNim.exactly(3, 1).show(((1, 2, 4), frozenset({1})))
        '(4, 2, 1) not 1'
        """
        piles, forbidden = self.canonical(position)
        return f"{show_heaps(piles)} {show_restriction(forbidden)}".rstrip()

    def read(self, text: str, /) -> BlockingPosition:
        """Return the position that `text` means: heaps, then "not" and the forbidden residues.

        Raises:
            ValueError: if it means none; the message quotes what is wrong.

        >>> BlockingNim.exactly(4, 2).read("4, 2, 1 not 1, 3") == ((1, 2, 4), frozenset({1, 3}))
        True
        """
        piles, _, residues = check_text(text).partition("not")
        forbidden = frozenset(read_heaps(re.sub(r"\b(not|and)\b", ",", residues), "residue"))
        return self.canonical((read_heaps(piles), forbidden))

    def why_illegal(self, position: BlockingPosition, option: BlockingPosition, /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one.

        >>> game = BlockingNim.exactly(3, 1)
        >>> game.why_illegal(game.read("4, 2, 1 not 1"), game.read("3, 2, 1 not 1"))
        'taking 1 is forbidden: the number taken must not be 1 modulo 3'
        """
        try:
            (before, forbidden), (after, _) = self.canonical(position), self.canonical(option)
            taken = sticks_taken(before, after)
        except ValueError as error:
            return str(error)
        if (taken - 1) % self.modulus + 1 not in forbidden:
            return None
        named = " or ".join(map(str, sorted(forbidden)))
        return (
            f"taking {taken} is forbidden: the number taken must not be {named} "
            f"modulo {self.modulus}"
        )


def show_restriction(forbidden: Iterable[int]) -> str:
    """Return a restriction as the source writes it; nothing if it forbids nothing.

    Raises:
        ValueError: if `forbidden` holds anything but whole numbers, at least 1.

    >>> show_restriction({3, 1})
    'not 1, not 3'
    """
    return ", ".join(f"not {residue}" for residue in sorted(_residues(forbidden)))


def read_family(text: str) -> list[Restriction]:
    """Return the restrictions in `text`: residues separated by commas, restrictions by semicolons.

    Raises:
        ValueError: if a word is no number.

    >>> [sorted(restriction) for restriction in read_family("1, 3; 2, 4")]
    [[1, 3], [2, 4]]
    """
    return [frozenset(read_heaps(part, "residue")) for part in check_text(text).split(";")]


def read_game(piles: str, modulus: int, forbid: str) -> tuple[BlockingNim, BlockingPosition]:
    """Return the k-blocking game that texts mean, and a position in it.

    `forbid` is what the player to move must not take, residues separated by commas; the game lets
    every player forbid as many.

    Raises:
        ValueError: if a word is no number, a residue is not one from 1 to `modulus`, or the family
            would be too large to list.

    >>> game, position = read_game("4, 2, 1", modulus=3, forbid="1")
    >>> game, game.show(position)
    (BlockingNim(3, [[1], [2], [3]]), '(4, 2, 1) not 1')
    """
    heaps, residues = tuple(sorted(read_heaps(piles))), read_heaps(forbid, "residue")
    modulus = whole(modulus, "the modulus", least=1)
    forbidden = _residues(residues, modulus)
    return BlockingNim.exactly(modulus, len(forbidden)), (heaps, forbidden)


def _modulus_and_k(modulus: int, k: int) -> tuple[int, int]:
    modulus = whole(modulus, "the modulus", 1, _MOST_RESTRICTIONS)
    return modulus, whole(k, "k, the number of blocked residues,", 0, modulus)


def _subsets(modulus: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of `least` to `most` residues, unless they are too many to list."""
    restrictions = residues = 0
    for size in range(least, most + 1):
        count = math.comb(modulus, size)
        restrictions, residues = restrictions + count, residues + count * size
        if restrictions > _MOST_RESTRICTIONS or residues > _MOST_RESIDUES:
            raise ValueError(
                f"blocking {most} residues modulo {modulus} makes too large a family: at most "
                f"{_MOST_RESTRICTIONS} restrictions are listed, with {_MOST_RESIDUES} residues"
            )
    for size in range(least, most + 1):
        yield from combinations(range(1, modulus + 1), size)


# --- What the article claims, in closed form -----------------------------------------------------


def strictest(k: int) -> Restriction:
    """Return the strictest constraint of `k` subconstraints: not 1, not 2, ..., not `k`.

    >>> sorted(strictest(2))
    [1, 2]
    """
    return frozenset(range(1, whole(k, "k") + 1))


def smallest_allowed(modulus: int, forbidden: Iterable[int]) -> int | float:
    """Return the smallest number of sticks that may be taken; `math.inf` if there is none.

    Raises:
        ValueError: if `modulus` is not a whole number, at least 1, or `forbidden` holds anything
            but residues from 1 to `modulus`.

    >>> smallest_allowed(4, {1, 3}), smallest_allowed(2, {1, 2})
    (2, inf)
    """
    modulus = whole(modulus, "the modulus", least=1)
    blocked = _residues(forbidden, modulus)
    return next((taken for taken in range(1, modulus + 1) if taken not in blocked), math.inf)


def longest_run(modulus: int, forbidden: Iterable[int]) -> int | float:
    """Return how many numbers in a row are all forbidden at most; `math.inf` if all are.

    Raises:
        ValueError: as for `smallest_allowed`.

    >>> longest_run(4, {1, 4}), longest_run(4, {1, 3})
    (2, 1)
    """
    modulus = whole(modulus, "the modulus", least=1)
    blocked = _residues(forbidden, modulus)
    if len(blocked) == modulus:
        return math.inf
    longest = run = last = 0
    for number in sorted(blocked | {r + modulus for r in blocked}):  # runs go across the modulus
        run = run + 1 if number == last + 1 else 1
        longest, last = max(longest, run), number
    return longest


def _residues(forbidden: Iterable[int], most: int | None = None) -> Restriction:
    try:
        listed = list(forbidden)
    except TypeError:
        raise ValueError(f"forbidden must be a set of residues, not {quoted(forbidden)}") from None
    return frozenset(whole(r, "a forbidden residue", 1, most) for r in listed)


def box_outcome(piles: tuple[int, ...], size: int | float, least: int | float) -> Outcome:
    """Return P if the nim-sum of the quotients by `size` is 0 and all remainders are < `least`.

    The form that every solution in the article has: heaps fall into boxes of `size` sizes each,
    the nim-sum of the boxes decides, and the remainders say whether the next player can move
    inside a box. `math.inf` for `size` makes one box of everything; for `least`, no move.

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers, or `size` or `least` is not a
            whole number, at least 1, or infinite.

    >>> box_outcome((2, 2, 1), 2, least=2), box_outcome((2, 2, 1), 2, least=1)
    ('P', 'N')
    """
    check_heaps(piles)
    least = least if least == math.inf else whole(least, "least", 1)
    if size == math.inf:
        return "P" if all(pile < least for pile in piles) else "N"
    size = whole(size, "the size of a box", least=1)
    balanced = nim_sum(pile // size for pile in piles) == 0
    return "P" if balanced and all(pile % size < least for pile in piles) else "N"


def theorem_1(piles: tuple[int, ...], forbidden: Iterable[int]) -> Outcome:
    """Return the outcome that Theorem 1 gives a position of modular one-blocking Nim.

    P if the quotients by 2 have nim-sum 0 and either the restriction is "not 1" or all heaps
    are even. The modulus does not enter. (twist.thm-1)

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers, or `forbidden` is not one residue.

    >>> theorem_1((2, 2, 1), {1}), theorem_1((2, 2, 1), {3})
    ('P', 'N')
    """
    check_heaps(piles)
    blocked = _residues(forbidden)
    if len(blocked) != 1:
        raise ValueError(f"one-blocking Nim forbids one residue, not {quoted(forbidden)}")
    balanced = nim_sum(pile // 2 for pile in piles) == 0
    even = all(pile % 2 == 0 for pile in piles)
    return "P" if balanced and (blocked == {1} or even) else "N"


def theorem_2(piles: tuple[int, ...], forbidden: Iterable[int], modulus: int, k: int) -> Outcome:
    """Return the outcome that Theorem 2 gives a position of k-blocking modular Nim.

    P if the quotients by k + 1 have nim-sum 0 and all remainders are smaller than the smallest
    number that may be taken. With k = 1 this is Theorem 1, rephrased. (twist.thm-2,
    twist.thm-1r)

    Raises:
        ValueError: as for `smallest_allowed` and `box_outcome`, or if `k` is negative.

    >>> theorem_2((4, 3), {1, 3}, modulus=4, k=2)
    'P'
    """
    return box_outcome(piles, whole(k, "k") + 1, smallest_allowed(modulus, forbidden))


def odd_or_even_kinds(piles: tuple[int, ...], must_take: str) -> list[int]:
    """Return which of Smith and Stanica's three kinds of P-position of odd-or-even Nim this is.

    `must_take` is "odd" or "even", what the next player must take. Kind 1: nim-sum 0, even.
    Kind 2: nim-sum 1, even. Kind 3: nim-sum 0, all heaps even, odd. The position is claimed to
    be P if it is of some kind; the kinds exclude each other. (twist.odd-even)

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers, or `must_take` another word.

    >>> odd_or_even_kinds((2, 3), "even"), odd_or_even_kinds((2, 3), "odd")
    ([2], [])
    """
    if must_take not in ("odd", "even"):
        raise ValueError(f"must_take is 'odd' or 'even', not {quoted(must_take)}")
    total = nim_sum(check_heaps(piles))
    kinds = {
        1: total == 0 and must_take == "even",
        2: total == 1 and must_take == "even",
        3: total == 0 and must_take == "odd" and all(pile % 2 == 0 for pile in piles),
    }
    return [kind for kind, holds in kinds.items() if holds]


# --- All pairs of heaps at once ------------------------------------------------------------------


class PileGrid:
    """The outcomes of all pairs of heaps below `size`, under every restriction, in one sweep.

    A pair is *good* to leave if some restriction makes it P. Whether a position is P depends only
    on the residues of the moves that reach a good pair: it is P if all of them are forbidden.
    Those residues are a bit mask for the row and one for the column; a step along the row turns
    its mask by one place. So a cell costs a few operations, whatever the size and the family.

    Args:
        rules: a `BlockingNim`.
        size: how many heap sizes, from 0 up; a whole number, at least 1.
        progress: called with the number of finished rows after each.

    Raises:
        ValueError: if an argument is anything else.

    >>> for row in PileGrid(BlockingNim.exactly(3, 1), 4).rows(frozenset({1})):
    ...     print(row)
    PPNN
    PPNN
    NNPP
    NNPP
    """

    def __init__(
        self, rules: BlockingNim, size: int, progress: Callable[[int], object] | None = None
    ) -> None:
        if not isinstance(rules, BlockingNim):
            raise ValueError(f"a pile grid is of a BlockingNim, not {quoted(rules)}")
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self.rules, self.size = rules, whole(size, "the size of a grid", least=1)
        # No move in the grid takes as many sticks as its size.
        self._width = min(rules.modulus, self.size)
        good = _GoodMasks([self._mask(restriction) for restriction in rules.family])
        full, top = (1 << self._width) - 1, self._width - 1
        columns = [0] * self.size
        self._reach: list[list[int]] = []
        for done in range(self.size):
            row, masks = 0, []
            for j, column in enumerate(columns):
                reach = row | column
                masks.append(reach)
                leave = good[reach]
                # Bit r - 1 stands for residue r. One step further on, every good pair is one
                # stick further away, and this one, if good, is one away.
                row = (row << 1 | row >> top) & full | leave
                columns[j] = (column << 1 | column >> top) & full | leave
            self._reach.append(masks)
            if progress is not None:
                progress(done + 1)

    def _mask(self, restriction: Restriction) -> int:
        return sum(1 << residue - 1 for residue in restriction if residue <= self._width)

    def outcome(self, first: int, second: int, forbidden: Restriction) -> Outcome:
        """Return "P" or "N" for the pair of heaps under a restriction of the family.

        Raises:
            ValueError: if a heap is not in the grid, or the restriction not in the family.
        """
        first, second = (whole(p, "a heap of the grid", 0, self.size - 1) for p in (first, second))
        self.rules.canonical(((first, second), forbidden))
        return "N" if self._reach[first][second] & ~self._mask(forbidden) else "P"

    def rows(self, forbidden: Restriction) -> list[str]:
        """Return the grid under a restriction of the family, a string of P and N for each row.

        Raises:
            ValueError: if the restriction is not in the family.
        """
        self.rules.canonical(((), forbidden))
        allowed = ~self._mask(forbidden)
        return ["".join("N" if r & allowed else "P" for r in masks) for masks in self._reach]


class _GoodMasks(dict[int, int]):
    """For a mask of residues that reach good pairs: 1 if some restriction forbids them all."""

    def __init__(self, restrictions: list[int]) -> None:
        self._restrictions = restrictions

    def __missing__(self, reach: int) -> int:
        self[reach] = int(any(not reach & ~mask for mask in self._restrictions))
        return self[reach]
