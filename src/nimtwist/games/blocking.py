"""Blocking Nim: before each move, the opponent forbids certain numbers of sticks, modulo n.

H. Gavel and P. Strimling, "Nim with a modular Muller twist", INTEGERS 4 (2004), G04. The rules
come first, then the closed form.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, repeat
from random import Random
from typing import Any

from nimtwist.checks import check_integer, check_text, join_and, short_repr, shorten
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games.heaps import (
    canonical_heaps,
    check_option_count,
    describe_taking,
    each_heap,
    read_heaps,
    show_heaps,
    sticks_taken,
)
from nimtwist.games.nim import nim_sum
from nimtwist.games.restrictions import (
    MAX_RESIDUES,
    Restriction,
    longest_run,
    show_restriction,
    smallest_allowed,
)
from nimtwist.sums import MoveMixin

__all__ = ["BlockingNim", "Boxes"]


BlockingPosition = tuple[tuple[int, ...], Restriction]

_MAX_RESTRICTIONS = 1 << 16
MAX_GRID_SIZE = 10_000


@dataclass(frozen=True, repr=False)
class BlockingNim(MoveMixin):
    """Nim with a modular Muller twist.

    A move takes from one heap a number of sticks whose residue modulo `modulus` is not forbidden,
    and then imposes one of `restrictions` on the opponent. A restriction is a set of residues,
    which are numbered from 1 to `modulus`; it may be empty, and it may contain every residue.

    A position is `(heaps, forbidden)`: the heaps as a sorted tuple, and the restriction on the
    player to move, as a frozenset. Options are in canonical form; moves in the largest heap come
    first.

    Args:
        modulus: an integer ≥ 1.
        restrictions: the family of restrictions that players choose from, as a nonempty collection
            of collections of residues from 1 to `modulus`.

    >>> game = BlockingNim(3, [{1}, {2}, {3}])
    >>> len(game.options(((1, 2, 4), frozenset({1}))))
    9
    """

    modulus: int
    restrictions: frozenset[Restriction]

    def __init__(self, modulus: int, restrictions: Iterable[Iterable[int]]) -> None:
        modulus = check_integer(modulus, "the modulus", minimum=1)
        family = frozenset(
            frozenset(
                check_integer(residue, "a forbidden residue", 1, modulus) for residue in restriction
            )
            for restriction in restrictions
        )
        if not family:
            raise ValueError("the family of restrictions is empty: give at least one")
        object.__setattr__(self, "modulus", modulus)
        object.__setattr__(self, "restrictions", family)

    @classmethod
    def exactly(cls, modulus: int, k: int) -> BlockingNim:
        """Return k-blocking Nim: any set of exactly `k` residues may be forbidden.

        Raises:
            ValueError: if `modulus` is not an integer from 1 to 65,536, if `k` is not an integer
                from 0 to `modulus`, or if the family is too large: more than 65,536 restrictions,
                or more than 2^20 residues in total.

        >>> BlockingNim.exactly(3, 1)
        BlockingNim(3, [[1], [2], [3]])
        """
        modulus, k = _check_modulus_and_k(modulus, k)
        return cls(modulus, _subsets(modulus, k, k))

    @classmethod
    def up_to(cls, modulus: int, k: int) -> BlockingNim:
        """Return the game in which any set of at most `k` residues may be forbidden.

        The arguments have the same limits as in `exactly`.

        >>> BlockingNim.up_to(2, 1)
        BlockingNim(2, [[], [1], [2]])
        """
        modulus, k = _check_modulus_and_k(modulus, k)
        return cls(modulus, _subsets(modulus, 0, k))

    def __repr__(self) -> str:
        return f"BlockingNim({self.modulus}, {[sorted(r) for r in self.family]})"

    @cached_property
    def family(self) -> tuple[Restriction, ...]:
        """The restrictions, fewest residues first, then in lexicographic order."""
        return tuple(sorted(self.restrictions, key=lambda r: (len(r), sorted(r))))

    @cached_property
    def smallest_unavoidable(self) -> int | float:
        """The smallest n such that every restriction allows some number of sticks from 1 to n.

        It is the maximum of `smallest_allowed` over the family, so it is `math.inf` if some
        restriction forbids every number. (twist.lemma-2)

        >>> BlockingNim.exactly(10, 4).smallest_unavoidable
        5
        """
        return max(smallest_allowed(self.modulus, r) for r in self.restrictions)

    @cached_property
    def is_box_game(self) -> bool:
        """True if the P-positions are those of `Boxes` with size `smallest_unavoidable`.

        This holds if and only if some restriction forbids every number, or no restriction forbids
        `smallest_unavoidable` consecutive numbers (see `longest_run`). (twist.open)

        >>> BlockingNim.exactly(4, 2).is_box_game, BlockingNim(3, [{2, 3}, {1, 3}]).is_box_game
        (True, False)
        """
        size = self.smallest_unavoidable
        runs = (longest_run(self.modulus, restriction) for restriction in self.restrictions)
        return size == math.inf or all(run < size for run in runs)

    @property
    def closed_form(self) -> Boxes | None:
        """The solution by boxes, or `None` if `is_box_game` is false."""
        return Boxes(self, self.smallest_unavoidable) if self.is_box_game else None

    def canonical(self, position: BlockingPosition, /) -> BlockingPosition:
        """Return the position with its heaps in ascending order, omitting empty ones."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise ValueError(f"position {short_repr(position)} is not a pair (heaps, forbidden)")
        heaps, forbidden = position
        heaps = canonical_heaps(heaps)
        if not isinstance(forbidden, frozenset):
            if not isinstance(forbidden, set):
                raise ValueError(
                    f"the restriction {short_repr(forbidden)} is not a set of residues"
                )
            forbidden = frozenset(forbidden)
        # Membership is not enough: True == 1 and 1.0 == 1, but neither is a residue.
        if forbidden not in self.restrictions or not all(type(r) is int for r in forbidden):
            shown = sorted(forbidden, key=repr)
            raise ValueError(
                f"the restriction {short_repr(shown)} is not in the family of {short_repr(self)}"
            )
        return heaps, forbidden

    def options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return the options, each with one heap reduced and a restriction on the opponent."""
        heaps, forbidden = position = self.canonical(position)
        check_option_count(sum(set(heaps)) * len(self.family), position, len(heaps))
        options: list[BlockingPosition] = []
        family = self.family
        for heap, others in reversed(list(each_heap(heaps))):
            for taken in range(1, heap + 1):
                if (taken - 1) % self.modulus + 1 not in forbidden:
                    smaller = heap - taken
                    after = tuple(sorted((*others, smaller))) if smaller else others
                    options += zip(repeat(after), family)
        return options

    def count_options(self, position: BlockingPosition, /) -> int:
        """Return the number of options, without listing them.

        >>> BlockingNim.exactly(3, 1).count_options(((10**6,), frozenset({1})))
        1999998
        """
        heaps, forbidden = self.canonical(position)
        sizes = set(heaps)
        blocked = sum((heap - r) // self.modulus + 1 for heap in sizes for r in forbidden)
        return (sum(sizes) - blocked) * len(self.family)

    def random_option(self, position: BlockingPosition, random: Random, /) -> BlockingPosition:
        """Return a random option."""
        heaps, forbidden = self.canonical(position)
        allowed = [taken for taken in range(1, self.modulus + 1) if taken not in forbidden]
        moves = [
            (*pair, taken) for pair in each_heap(heaps) for taken in allowed if taken <= pair[0]
        ]
        heap, others, taken = random.choice(moves)
        taken += self.modulus * random.randrange((heap - taken) // self.modulus + 1)
        return canonical_heaps((*others, heap - taken)), random.choice(self.family)

    def why_periodic(self, start: int, period: int, values: Sequence[Any]) -> str | None:
        """Return why the outcomes of single heaps have a period, or `None` if that is unproved.

        `values`, the outcomes of the first heaps under one restriction, must have the given period
        from `start` on. Call a heap good if it is P under some restriction. The outcome of a heap
        depends only on its own residue and on the residues of the good heaps below it. Once these
        residues stay the same for as many sizes as the modulus, they never change again, and the
        modulus is a period.

        >>> from nimtwist import Solver
        >>> game = BlockingNim.exactly(3, 1)
        >>> outcomes = [Solver(game).outcome(((heap,), frozenset({1}))) for heap in range(20)]
        >>> game.why_periodic(2, 3, outcomes)
        'finitely many states'
        """
        residues: set[int] = set()
        heap = last_change = 0
        while heap <= last_change + self.modulus and heap < len(values):
            taken = {(heap - residue - 1) % self.modulus + 1 for residue in residues}
            good = any(taken <= restriction for restriction in self.restrictions)
            if good and heap % self.modulus not in residues:
                residues.add(heap % self.modulus)
                last_change = heap
            heap += 1
        enough = len(values) >= max(start, last_change + 1) + self.modulus + period
        return "finitely many states" if enough and values[0] in ("P", "N") else None

    def show(self, position: BlockingPosition, /) -> str:
        """Return the position in the source's notation.

        >>> BlockingNim.exactly(3, 1).show(((1, 2, 4), frozenset({1})))
        '(4, 2, 1) not 1'
        """
        heaps, forbidden = self.canonical(position)
        return f"{show_heaps(heaps)} {show_restriction(forbidden)}".rstrip()

    def read(self, text: str, /) -> BlockingPosition:
        """Parse a position: heaps, then "not" and the forbidden residues.

        >>> BlockingNim.exactly(4, 2).read("4, 2, 1 not 1, 3") == ((1, 2, 4), frozenset({1, 3}))
        True
        """
        heaps, _, residues = check_text(text).partition("not")
        forbidden = frozenset(read_heaps(re.sub(r"\b(not|and)\b", ",", residues), "residue"))
        if not forbidden and forbidden not in self.restrictions:
            raise ValueError(
                f"{short_repr(text)} names no restriction: write it after the heaps, as in "
                f"4, 2, 1 {show_restriction(self.family[0])}"
            )
        return self.canonical((read_heaps(heaps), forbidden))

    def _why_illegal(self, before: BlockingPosition, after: BlockingPosition) -> str | None:
        taken, forbidden = sticks_taken(before[0], after[0]), before[1]
        if (taken - 1) % self.modulus + 1 not in forbidden:
            return None
        residues = shorten(" or ".join(map(str, sorted(forbidden))))
        return (
            f"taking {taken} is forbidden: the number taken must not be {residues} "
            f"modulo {self.modulus}"
        )

    def _describe_move(self, before: BlockingPosition, after: BlockingPosition) -> str:
        forbidden = join_and(sorted(after[1]) or ["nothing"])
        return f"{describe_taking(before[0], after[0])} and forbid {forbidden}"


def _check_modulus_and_k(modulus: int, k: int) -> tuple[int, int]:
    modulus = check_integer(modulus, "the modulus", 1, _MAX_RESTRICTIONS)
    return modulus, check_integer(k, "k, the number of blocked residues,", 0, modulus)


def _subsets(modulus: int, minimum: int, maximum: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of `minimum` to `maximum` residues; raise an error if there are too many."""
    restrictions = residues = 0
    for size in range(minimum, maximum + 1):
        count = math.comb(modulus, size)
        restrictions, residues = restrictions + count, residues + count * size
        if restrictions > _MAX_RESTRICTIONS or residues > MAX_RESIDUES:
            raise ValueError(
                f"blocking {maximum} residues modulo {modulus} gives too large a family: at most "
                f"{_MAX_RESTRICTIONS:,} restrictions with {MAX_RESIDUES:,} residues are allowed"
            )
    for size in range(minimum, maximum + 1):
        yield from combinations(range(1, modulus + 1), size)


@dataclass(frozen=True)
class Boxes(ClosedForm[BlockingPosition]):
    """A solution that groups heap sizes into boxes of `size` consecutive numbers.

    All solutions in the article of Gavel and Strimling have this form. A position is P if and only
    if the quotients of the heaps by `size` have nim-sum 0, and all remainders are smaller than the
    smallest number of sticks that may be taken. A heap's quotient is the number of its box; the
    remainders decide whether the player to move can stay inside a box. For k-blocking Nim and
    `size` k + 1, this is the article's Theorem 2. If `size` is `math.inf`, there is only one box.
    (twist.thm-2, twist.open)

    >>> theory = Boxes(BlockingNim.exactly(4, 2), 3)
    >>> theory.outcome(((3, 4), frozenset({1, 3}))), theory.outcome(((3, 4), frozenset({2, 3})))
    ('P', 'N')
    """

    theorem = (
        "a position is P if and only if the quotients of its heaps by the size of a box have "
        "nim-sum 0 and no remainder is too large (Gavel and Strimling)"
    )

    rules: BlockingNim
    size: int | float

    def outcome(self, position: BlockingPosition, /) -> Outcome:
        """Return "P" if the box numbers have nim-sum 0 and no remainder is too large, else "N"."""
        heaps, forbidden = self.rules.canonical(position)
        smallest = smallest_allowed(self.rules.modulus, forbidden)
        size = int(min(self.size, max(heaps, default=0) + 1))
        balanced = not nim_sum(heap // size for heap in heaps)
        return "P" if balanced and all(heap % size < smallest for heap in heaps) else "N"

    def rows(self, forbidden: Restriction, size: int) -> list[str]:
        """Return the outcomes of all pairs of heaps below `size` under the given restriction.

        The outcomes are in the format of `PairGrid.rows`.

        Raises:
            ValueError: if the restriction is not in the family, or `size` is not an integer
                from 1 to 10,000.

        >>> Boxes(BlockingNim.exactly(3, 1), 2).rows(frozenset({1}), 4)
        ['PPNN', 'PPNN', 'NNPP', 'NNPP']
        """
        heaps = range(check_integer(size, "the size of a grid", 1, MAX_GRID_SIZE))
        return ["".join(self.outcome(((a, b), forbidden)) for b in heaps) for a in heaps]

    def winning_options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return the winning moves.

        If there is only one box, moves that take more than `modulus` sticks are omitted.
        """
        heaps, forbidden = self.rules.canonical(position)
        modulus, winning = self.rules.modulus, list[BlockingPosition]()
        restrictions = [(smallest_allowed(modulus, r), r) for r in self.rules.family]
        for heap, others in reversed(list(each_heap(heaps))):
            box = range(max(0, heap - modulus), heap)
            if self.size != math.inf:
                low = nim_sum(other // int(self.size) for other in others) * int(self.size)
                box = range(low, min(heap, low + int(self.size)))
            for smaller in reversed(box):
                if (heap - smaller - 1) % modulus + 1 not in forbidden:
                    after = canonical_heaps((*others, smaller))
                    largest = max((heap % self.size for heap in after), default=0)
                    winning += [(after, r) for smallest, r in restrictions if largest < smallest]
        return winning
