"""Blocking Nim: each player forbids the next player to take certain numbers of sticks, modulo n.

H. Gavel and P. Strimling, "Nim with a modular Muller twist", INTEGERS 4 (2004), G04. The rules
come first, then their theory, then the outcomes of all pairs of heaps at once.
"""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, repeat

from nimtwist._checks import check_callable, check_text, joined, quoted, shortened, whole
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games._heaps import (
    canonical_heaps,
    check_count,
    describe_taking,
    each_heap,
    read_heaps,
    show_heaps,
    sticks_taken,
)
from nimtwist.games._moves import Moves
from nimtwist.games.nim import nim_sum

__all__ = [
    "BlockingNim",
    "Boxes",
    "PairGrid",
    "longest_run",
    "show_restriction",
    "smallest_allowed",
    "strictest",
]

Restriction = frozenset[int]
BlockingPosition = tuple[tuple[int, ...], Restriction]

_MOST_RESTRICTIONS = 1 << 16
_MOST_RESIDUES = 1 << 20
_LARGEST_GRID = 10_000


@dataclass(frozen=True, repr=False)
class BlockingNim(Moves):
    """Nim with a modular Muller twist.

    A move takes from one heap a number of sticks whose residue modulo `modulus` is not forbidden,
    and then names one of `restrictions` for the next player. A restriction is a set of residues,
    written 1 to `modulus`; it may be empty, and it may forbid everything.

    A position is `(heaps, forbidden)`: the heaps as a sorted tuple, and the restriction on the
    player to move, a frozenset from the family. Options have their heaps sorted, without empty
    ones; moves in the largest heap come first.

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
                f"the family of restrictions {quoted(restrictions)} is empty: give at least one"
            )
        object.__setattr__(self, "modulus", modulus)
        object.__setattr__(
            self,
            "restrictions",
            frozenset(
                frozenset(
                    [
                        r
                        if type(r) is int and 0 < r <= modulus  # the common case costs no call
                        else whole(r, "a forbidden residue", 1, modulus)
                        for r in restriction
                    ]
                )
                for restriction in family
            ),
        )

    @classmethod
    def exactly(cls, modulus: int, k: int) -> BlockingNim:
        """Return k-blocking Nim: every set of exactly `k` residues may be forbidden.

        Raises:
            ValueError: if `modulus` is not a whole number from 1 to 65536, `k` is not one from 0
                to `modulus`, or the family would be too large to list, with more than 65536
                restrictions or more than 2^20 residues in all.

        >>> BlockingNim.exactly(3, 1)
        BlockingNim(3, [[1], [2], [3]])
        """
        modulus, k = _modulus_and_k(modulus, k)
        return cls(modulus, _subsets(modulus, k, k))

    @classmethod
    def up_to(cls, modulus: int, k: int) -> BlockingNim:
        """Return the game in which every set of at most `k` residues may be forbidden.

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
        """The smallest n such that every restriction allows some number of sticks up to n.

        It is the largest `smallest_allowed` of the family; `math.inf` if a restriction forbids
        every number. (twist.lemma-2)

        >>> BlockingNim.exactly(10, 4).smallest_unavoidable
        5
        """
        return max(_smallest(self.modulus, restriction) for restriction in self.restrictions)

    @cached_property
    def is_box_game(self) -> bool:
        """Whether the P-positions are those of `Boxes` with the size `smallest_unavoidable`.

        This is so exactly if no restriction forbids that many numbers in a row (`longest_run`),
        or if some restriction forbids every number. (twist.open)

        >>> BlockingNim.exactly(4, 2).is_box_game, BlockingNim(3, [{2, 3}, {1, 3}]).is_box_game
        (True, False)
        """
        size = self.smallest_unavoidable
        return size == math.inf or all(_longest(self.modulus, r) < size for r in self.restrictions)

    @property
    def closed_form(self) -> Boxes | None:
        """The solution by boxes, if it is correct: see `is_box_game`."""
        return Boxes(self, self.smallest_unavoidable) if self.is_box_game else None

    def canonical(self, position: BlockingPosition, /) -> BlockingPosition:
        """Return the position with its heaps in ascending order, without the empty ones."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise ValueError(f"position {quoted(position)} is not a pair (heaps, forbidden)")
        heaps, forbidden = position
        heaps = canonical_heaps(heaps)
        if not isinstance(forbidden, frozenset):
            raise ValueError(f"the restriction {quoted(forbidden)} is not a frozenset of residues")
        # Equality is not enough: True == 1 and 1.0 == 1, but neither is a residue.
        if forbidden not in self.restrictions or not all(type(r) is int for r in forbidden):
            shown = sorted(forbidden, key=repr)
            raise ValueError(
                f"the restriction {quoted(shown)} is not in the family of {quoted(self)}"
            )
        return heaps, forbidden

    def options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return every position after one move: fewer sticks, and a new restriction."""
        heaps, forbidden = position = self.canonical(position)
        check_count(sum(set(heaps)) * len(self.family), position, len(heaps))
        options: list[BlockingPosition] = []
        family = self.family
        for heap, others in reversed(list(each_heap(heaps))):
            for taken in range(1, heap + 1):
                if (taken - 1) % self.modulus + 1 not in forbidden:
                    left = heap - taken
                    place = bisect(others, left)
                    after = (*others[:place], left, *others[place:]) if left else others
                    options += zip(repeat(after), family)
        return options

    def count_options(self, position: BlockingPosition, /) -> int:
        """Return how many options a position has, without listing them.

        >>> BlockingNim.exactly(3, 1).count_options(((10**6,), frozenset({1})))
        1999998
        """
        heaps, forbidden = self.canonical(position)
        sizes = set(heaps)
        blocked = sum((heap - r) // self.modulus + 1 for heap in sizes for r in forbidden)
        return (sum(sizes) - blocked) * len(self.family)

    def show(self, position: BlockingPosition, /) -> str:
        """Return the position as the source writes it.

        >>> BlockingNim.exactly(3, 1).show(((1, 2, 4), frozenset({1})))
        '(4, 2, 1) not 1'
        """
        heaps, forbidden = self.canonical(position)
        return f"{show_heaps(heaps)} {show_restriction(forbidden)}".rstrip()

    def read(self, text: str, /) -> BlockingPosition:
        """Return the position that `text` describes: heaps, then "not" and the forbidden residues.

        >>> BlockingNim.exactly(4, 2).read("4, 2, 1 not 1, 3") == ((1, 2, 4), frozenset({1, 3}))
        True
        """
        heaps, _, residues = check_text(text).partition("not")
        forbidden = frozenset(read_heaps(re.sub(r"\b(not|and)\b", ",", residues), "residue"))
        if not forbidden and forbidden not in self.restrictions:
            raise ValueError(
                f"{quoted(text)} does not say what is forbidden: write it after the heaps, as in "
                f"4, 2, 1 {show_restriction(self.family[0])}"
            )
        return self.canonical((read_heaps(heaps), forbidden))

    def _why_not(self, before: BlockingPosition, after: BlockingPosition) -> str | None:
        taken, forbidden = sticks_taken(before[0], after[0]), before[1]
        if (taken - 1) % self.modulus + 1 not in forbidden:
            return None
        named = shortened(" or ".join(map(str, sorted(forbidden))))
        return (
            f"taking {taken} is forbidden: the number taken must not be {named} "
            f"modulo {self.modulus}"
        )

    def _words(self, before: BlockingPosition, after: BlockingPosition) -> str:
        forbidden = joined(sorted(after[1]) or ["nothing"])
        return f"{describe_taking(before[0], after[0])} and forbid {forbidden}"


def show_restriction(forbidden: Iterable[int]) -> str:
    """Return a restriction as the source writes it; an empty text if it forbids nothing.

    Raises:
        ValueError: if `forbidden` holds anything but whole numbers, at least 1.

    >>> show_restriction({3, 1})
    'not 1, not 3'
    """
    return ", ".join(f"not {residue}" for residue in sorted(_residues(forbidden)))


def _modulus_and_k(modulus: int, k: int) -> tuple[int, int]:
    modulus = whole(modulus, "the modulus", 1, _MOST_RESTRICTIONS)
    return modulus, whole(k, "k, the number of blocked residues,", 0, modulus)


def _subsets(modulus: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of `least` to `most` residues, unless there are too many to list."""
    restrictions = residues = 0
    for size in range(least, most + 1):
        count = math.comb(modulus, size)
        restrictions, residues = restrictions + count, residues + count * size
        if restrictions > _MOST_RESTRICTIONS or residues > _MOST_RESIDUES:
            raise ValueError(
                f"blocking {most} residues modulo {modulus} makes too large a family: at most "
                f"{_MOST_RESTRICTIONS} restrictions with {_MOST_RESIDUES} residues are listed"
            )
    for size in range(least, most + 1):
        yield from combinations(range(1, modulus + 1), size)


# --- The theory: boxes ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Boxes(ClosedForm[BlockingPosition]):
    """The form of every solution in the article: heaps fall into boxes of `size` sizes each.

    A position is P if the quotients of the heaps by `size` have nim-sum 0, and all remainders are
    smaller than the smallest number that may be taken: the nim-sum of the boxes decides, and the
    remainders say whether the next player can move inside a box. For k-blocking Nim with `size`
    k + 1, this is the article's Theorem 2. With `math.inf`, there is only one box. (twist.thm-2,
    twist.open)

    >>> theory = Boxes(BlockingNim.exactly(4, 2), 3)
    >>> theory.outcome(((3, 4), frozenset({1, 3}))), theory.outcome(((3, 4), frozenset({2, 3})))
    ('P', 'N')
    """

    rules: BlockingNim
    size: int | float

    def outcome(self, position: BlockingPosition, /) -> Outcome:
        """Return "P" if the boxes have nim-sum 0 and no remainder is too large, "N" if not."""
        heaps, forbidden = self.rules.canonical(position)
        least = smallest_allowed(self.rules.modulus, forbidden)
        if self.size == math.inf:
            return "P" if all(heap < least for heap in heaps) else "N"
        size = int(self.size)
        balanced = not nim_sum(heap // size for heap in heaps)
        return "P" if balanced and all(heap % size < least for heap in heaps) else "N"

    def rows(self, forbidden: Restriction, size: int) -> list[str]:
        """Return the outcomes of all pairs of heaps below `size`, as `PairGrid.rows` does.

        The quotients of a pair have nim-sum 0 if they are equal.

        Raises:
            ValueError: if the restriction is not in the family, or `size` is not a whole number
                from 1 to 10,000.

        >>> Boxes(BlockingNim.exactly(3, 1), 2).rows(frozenset({1}), 4)
        ['PPNN', 'PPNN', 'NNPP', 'NNPP']
        """
        self.rules.canonical(((), forbidden))
        size = whole(size, "the size of a grid", 1, _LARGEST_GRID)
        box = int(min(self.size, size))
        small = int(min(smallest_allowed(self.rules.modulus, forbidden), box))
        rows = list[str]()
        for first in range(size):
            before = first - first % box
            inside = ("P" * small if first - before < small else "").ljust(box, "N")
            rows.append(f"{'N' * before}{inside}".ljust(size, "N")[:size])
        return rows

    def winning_options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return the winning moves; if there is only one box, those that take few sticks."""
        heaps, forbidden = self.rules.canonical(position)
        modulus, found = self.rules.modulus, list[BlockingPosition]()
        leasts = [(smallest_allowed(modulus, r), r) for r in self.rules.family]
        for heap, others in reversed(list(each_heap(heaps))):
            box = range(max(0, heap - modulus), heap)
            if self.size != math.inf:
                low = nim_sum(other // int(self.size) for other in others) * int(self.size)
                box = range(low, min(heap, low + int(self.size)))
            for left in reversed(box):
                if (heap - left - 1) % modulus + 1 not in forbidden:
                    after = canonical_heaps((*others, left))
                    largest = max((heap % self.size for heap in after), default=0)
                    found += [(after, r) for least, r in leasts if largest < least]
        return found


def strictest(k: int) -> Restriction:
    """Return the strictest restriction with `k` residues: not 1, not 2, ..., not `k`.

    Raises:
        ValueError: if `k` is not a whole number from 0 to 2^20.

    >>> sorted(strictest(2))
    [1, 2]
    """
    return frozenset(range(1, whole(k, "k", 0, _MOST_RESIDUES) + 1))


def smallest_allowed(modulus: int, forbidden: Iterable[int]) -> int | float:
    """Return the smallest number of sticks that may be taken; `math.inf` if there is none.

    Raises:
        ValueError: if `modulus` is not a whole number, at least 1, or `forbidden` holds anything
            but residues from 1 to `modulus`.

    >>> smallest_allowed(4, {1, 3}), smallest_allowed(2, {1, 2})
    (2, inf)
    """
    modulus = whole(modulus, "the modulus", least=1)
    return _smallest(modulus, _residues(forbidden, modulus))


def _smallest(modulus: int, blocked: Restriction) -> int | float:
    taken = 1
    while taken in blocked:
        taken += 1
    return taken if taken <= modulus else math.inf


def longest_run(modulus: int, forbidden: Iterable[int]) -> int | float:
    """Return the length of the longest run of forbidden numbers; `math.inf` if all are forbidden.

    Raises:
        ValueError: as for `smallest_allowed`.

    >>> longest_run(4, {1, 4}), longest_run(4, {1, 3})
    (2, 1)
    """
    modulus = whole(modulus, "the modulus", least=1)
    return _longest(modulus, _residues(forbidden, modulus))


def _longest(modulus: int, blocked: Restriction) -> int | float:
    if len(blocked) == modulus:
        return math.inf
    longest = run = last = 0
    for number in sorted(blocked | {r + modulus for r in blocked}):  # runs may cross the modulus
        run = run + 1 if number == last + 1 else 1
        longest, last = max(longest, run), number
    return longest


def _residues(forbidden: Iterable[int], most: int | None = None) -> Restriction:
    try:
        listed = list(forbidden)
    except TypeError:
        raise ValueError(f"forbidden must be a set of residues, not {quoted(forbidden)}") from None
    return frozenset(whole(r, "a forbidden residue", 1, most) for r in listed)


# --- All pairs of heaps at once ------------------------------------------------------------------


class PairGrid:
    """The outcomes of all pairs of heaps below `size`, under every restriction, in one sweep.

    A pair is *good* to move to if some restriction makes it P. Whether a position is P depends only
    on the residues of the moves that reach a good pair: it is P if all of them are forbidden.
    Those residues are kept in two bit masks, for the row and for the column; a step along the row
    rotates its mask by one place. So a cell costs a few operations, whatever the size and family.

    Pairs of the same sum do not depend on each other. If a mask fits into a byte, all those of a
    diagonal are one whole number, and each operation is done on all of them at once.

    Args:
        rules: a `BlockingNim`.
        size: the number of heap sizes, which start from 0; a whole number from 1 to 10,000.
        progress: called after each row with the number of finished rows.

    Raises:
        ValueError: if an argument is anything else.

    >>> for row in PairGrid(BlockingNim.exactly(3, 1), 4).rows(frozenset({1})):
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
            raise ValueError(f"a grid of pairs takes a BlockingNim, not {quoted(rules)}")
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self.rules, self.size = rules, whole(size, "the size of a grid", 1, _LARGEST_GRID)
        # No move in the grid takes as many sticks as its size.
        self._width = min(rules.modulus, self.size)
        masks = {self._mask(restriction) for restriction in rules.family}
        sweep = _by_diagonals if self._width <= 8 else _by_cells
        self._reach = sweep(masks, self._width, self.size, progress or (lambda done: None))

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
        if self._width > 8:
            return ["".join("N" if r & allowed else "P" for r in masks) for masks in self._reach]
        table = bytes([b"PN"[bool(r & allowed)] for r in range(1 << self._width)]).ljust(256)
        return [bytes(masks).translate(table).decode() for masks in self._reach]


class _GoodMasks(dict[int, int]):
    """For a mask of residues that reach good pairs: 1 if some restriction forbids them all."""

    def __init__(self, restrictions: set[int]) -> None:
        self._restrictions = restrictions

    def __missing__(self, reach: int) -> int:
        self[reach] = int(any(not reach & ~mask for mask in self._restrictions))
        return self[reach]


def _contained(restrictions: set[int], width: int) -> bytes:
    """Return what `_GoodMasks` says of every byte, 0 if it has more than `width` bits."""
    found = sum(1 << mask for mask in restrictions)
    for residue in range(width):
        place = 1 << residue
        without = ((1 << (1 << width)) - 1) // ((1 << place) + 1)
        found |= found >> place & without
    return bytes(map(int, f"{found:0256b}"[::-1]))


def _by_cells(
    restrictions: set[int], width: int, size: int, progress: Callable[[int], object]
) -> list[Sequence[int]]:
    """Return the rows of the grid, a mask of residues that reach good pairs for each cell."""
    full, top, good = (1 << width) - 1, width - 1, _GoodMasks(restrictions)
    columns, rows = [0] * size, list[Sequence[int]]()
    for done in range(size):
        row, masks = 0, []
        for j, column in enumerate(columns):
            reach = row | column
            masks.append(reach)
            leave = good[reach]
            # Bit r - 1 stands for residue r. One step further on, every good pair is one
            # stick further away, and this one, if good, is one away.
            row = (row << 1 | row >> top) & full | leave
            columns[j] = (column << 1 | column >> top) & full | leave
        rows.append(masks)
        progress(done + 1)
    return rows


def _by_diagonals(
    restrictions: set[int], width: int, size: int, progress: Callable[[int], object]
) -> list[Sequence[int]]:
    """Return the same as `_by_cells`, for masks of at most 8 bits, from one diagonal to the next.

    Byte k of `rows` and of `columns` belongs to the k-th cell of a diagonal from the top: it is the
    mask of its row, or of its column. The k-th cell of the next one has the same row and the column
    of the one above, until the first row has come to its end.
    """
    top, is_good = width - 1, _contained(restrictions, width)
    one = int.from_bytes(b"\1" * size, "little")
    rest = one * ((1 << width) - 2)
    rows = columns = 0
    found = bytearray((2 * size - 1) * size)  # all rows of each diagonal
    for diagonal in range(2 * size - 1):
        first = max(diagonal - size + 1, 0)
        length = min(diagonal, size - 1) - first + 1
        reach = (rows | columns).to_bytes(length, "little")
        found[diagonal * size + first : diagonal * size + first + length] = reach
        leave = int.from_bytes(reach.translate(is_good), "little")
        rows = rows << 1 & rest | rows >> top & one | leave
        columns = columns << 1 & rest | columns >> top & one | leave
        if diagonal < size - 1:
            columns <<= 8
        else:
            rows >>= 8
            columns &= (1 << 8 * (length - 1)) - 1
            progress(first + 1)
    starts = range(0, size * (size + 1), size + 1)
    return [bytes(found[start : start + size * size : size]) for start in starts]
