"""Octal games and others in which a move takes sticks from a heap and may break up the rest.

R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge
Philosophical Society 52 (1956). Kayles and Dawson's Kayles are octal games. The longer codes are
those of A. N. Siegel's program CGSuite, <https://www.cgsuite.org>.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import pairwise
from math import comb, inf
from operator import xor
from random import Random
from typing import Any, Literal, NamedTuple

from nimtwist.checks import (
    check_choice,
    check_integer,
    decimal,
    join_and,
    short_repr,
    shorten,
)
from nimtwist.game import least_absent
from nimtwist.games.heaps import (
    HeapGame,
    changed_heaps,
    check_option_count,
    each_heap,
    show_heaps,
)
from nimtwist.sums import MoveMixin

__all__ = ["Kayles", "Octal", "Subtraction", "TakeAndBreak"]

MAX_VALUES = 10**9
"""The largest number of values that a sequence may have; more would not fit in the memory."""
_MAX_TAKEN = 100_000
_MAX_HEAPS_LEFT = 10

Parts = Literal["any", "different", "not all equal", "equal"]
"""A condition on the sizes of the heaps that a move leaves of a heap, if these are at least two."""
_PARTS: dict[str, Parts] = {"": "any", "!": "different", "?": "not all equal", "=": "equal"}


class Break(NamedTuple):
    """The moves that take a given number of sticks from a heap; a negative number is added."""

    taken: int
    counts: tuple[int, ...]
    """The numbers of heaps that may be left."""
    parts: Parts = "any"


class _HeapsToBreak(MoveMixin, HeapGame):
    """Base class of games in which a move takes sticks from one heap and may break up the rest."""

    moves: tuple[tuple[int, tuple[int, ...]], ...]
    """The numbers of sticks that may be taken, each with the numbers of heaps that may be left."""
    different: bool = False
    """Whether the heaps that a move leaves of a heap must have different sizes."""
    _period: int = 0
    """The number of moves at the end of `_breaks` that are repeated for further sticks."""

    @cached_property
    def _breaks(self) -> tuple[Break, ...]:
        """The moves with their conditions; of a periodic tail, only the first period."""
        parts: Parts = "different" if self.different else "any"
        return tuple(Break(taken, counts, parts) for taken, counts in self.moves)

    @property
    def is_simple(self) -> bool:
        """Whether `moves` and `different` describe the rules completely.

        They do not if a move adds sticks, if any number of sticks may be taken, or if the sizes of
        the heaps must satisfy any other condition. `moves_for` then describes the moves.
        """
        is_one = self._kinds in (set(), {"any"}, {"different"})
        return is_one and not self._period and all(move.taken >= 0 for move in self._breaks)

    @property
    def _kinds(self) -> set[Parts]:
        """The conditions on the sizes of two or more heaps."""
        return {move.parts for move in self._breaks if max(move.counts, default=0) > 1}

    def moves_for(self, heap: int) -> list[Break]:
        """Return the moves that a heap may have: for each number of sticks taken, those it allows.

        >>> Octal("0.7[03!]").moves_for(5)[1:]
        [Break(taken=3, counts=(0, 1), parts='different'), ...]
        """
        return self._moves_taking(-inf, check_integer(heap, "a heap"))

    def _moves_taking(self, least: float, most: int) -> list[Break]:
        return [move for move in self._breaks if least <= move.taken <= most]

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the distinct options, moves in the smallest heap first.

        >>> Octal("0.77").options((3, 3))
        [(2, 3), (1, 1, 3), (1, 3)]
        """
        heaps = self.canonical(position)
        check_option_count(self.count_options(heaps), heaps, len(heaps) + 1)
        options: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            results = self.heap_options(heap)
            options += [tuple(sorted((*others, *new))) for new in results] if others else results
        return options

    def heap_options(self, heap: int, max_part: float = inf) -> list[tuple[int, ...]]:
        """Return everything that a move can turn one heap into, as tuples of heaps.

        Moves that leave two or more heaps are omitted if the smallest of them exceeds `max_part`.

        >>> Kayles().heap_options(9, max_part=1)
        [(8,), (1, 7), (7,), (1, 6)]
        """
        return [
            split
            for taken, counts, parts in self.moves_for(heap)
            for count in counts
            for split in _splits(heap - taken, count, parts, max_part)
        ]

    def count_options(self, position: tuple[int, ...], /) -> int:
        """Return an upper bound on the number of options."""
        return sum(
            _count_splits(heap - taken, count, parts)
            for heap in set(self.canonical(position))
            for taken, counts, parts in self.moves_for(heap)
            for count in counts
        )

    def random_option(self, position: tuple[int, ...], random: Random, /) -> tuple[int, ...]:
        """Return a random option."""
        choices = [
            (others, heap - taken, count, parts)
            for heap, others in each_heap(self.canonical(position))
            for taken, counts, parts in self.moves_for(heap)
            for count in counts
            if _count_splits(heap - taken, count, parts)
        ]
        others, rest, count, parts = random.choice(choices)
        return self.canonical((*others, *_random_split(rest, count, parts, random)))

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the heaps as separate positions.

        >>> Octal("0.77").components((2, 1))
        [(1,), (2,)]
        """
        return [(heap,) for heap in self.canonical(position)]

    def grundy_values(
        self, count: int, progress: Callable[[int], object] | None = None
    ) -> list[int]:
        """Return the Grundy values of single heaps of 0 to `count` - 1 sticks.

        Each value is computed from those of smaller heaps; the value of a sum is the nim-sum of the
        values (nimber.sprague-grundy). `progress`, if given, is called after each heap with the
        number of values found so far.

        >>> Octal("0.07").grundy_values(12)
        [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
        """
        values: list[int] = []
        moves = self.moves_for(check_integer(count, "the number of values", 0, MAX_VALUES))
        for heap in range(count):
            values.append(least_absent(values_below(heap, moves, values)))
            if progress:
                progress(heap + 1)
        return values

    def why_periodic(self, start: int, period: int, values: Sequence[Any]) -> str | None:
        """Return the theorem that proves a period of the Grundy values, or `None` if none does.

        `values`, the values of the first heaps, must have the given period from `start` on. If a
        move leaves at most h heaps and takes at most k sticks, the period is proved if it holds for
        all heaps of n and n + `period` sticks with `start` ≤ n < h · `start` + (h - 1) · `period` +
        k. The largest heap left by a move in a larger heap exceeds `start` + `period`, so shifting
        its size by `period` does not change its value. This also holds if k is negative, but
        not if a shifted heap may violate a condition on the sizes, or if any number of sticks may
        be taken.

        >>> dawsons_kayles = Octal("0.07")
        >>> dawsons_kayles.why_periodic(53, 34, dawsons_kayles.grundy_values(200))
        'theorem of Guy and Smith'
        """
        most_heaps = max([count for move in self._breaks for count in move.counts], default=0)
        start, heaps = max(start, 1), max(most_heaps, 1)
        most_taken = max([move.taken for move in self._breaks], default=0)
        enough = len(values) >= heaps * (start + period) + most_taken
        proves = enough and self._kinds <= {"any"} and not self._period
        if not proves or isinstance(next(iter(values), None), str):  # outcomes are text
            return None
        return "theorem of Guy and Smith" if heaps > 1 else "finitely many states"

    def _why_illegal(self, before: tuple[int, ...], after: tuple[int, ...]) -> str | None:
        removed, added = changed_heaps(before, after)
        taken = sum(removed) - sum(added)
        for _, counts, parts in self._moves_taking(taken, taken) if len(removed) == 1 else ():
            if len(added) in counts and _is_split(added, parts):
                return None
        return f"no move turns {shorten(show_heaps(before))} into {shorten(show_heaps(after))}"

    def _describe_move(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        [heap], added = changed_heaps(before, after)
        parts = join_and(map(decimal, added)) if added else ""
        if heap <= sum(added):
            more = f"add {sum(added) - heap} to the heap of {decimal(heap)} and split it"
            split = more if heap < sum(added) else f"split the heap of {decimal(heap)}"
            return f"{split} into {parts}"
        leaving = f", leaving {parts}" if len(added) > 1 else ""
        return f"take {heap - sum(added)} from the heap of {decimal(heap)}{leaving}"


def values_below(heap: int, moves: Iterable[Break], values: Sequence[int]) -> set[int]:
    """Return the Grundy values of the options of a heap, given the values of smaller heaps.

    `moves` are those of this heap or a larger one, in ascending order of the sticks taken.

    >>> values_below(3, Kayles().moves_for(3), [0, 1, 2])
    {0, 1, 2}
    """
    below: set[int] = set()
    for taken, counts, parts in moves:
        rest = heap - taken
        if rest < 0:
            break
        for left in counts:
            if left < 2:
                if bool(rest) == left:
                    below.add(values[rest])
            elif left == 2 and parts != "equal":  # frequent, so without a loop in Python
                half = (rest - (parts != "any")) // 2
                larger = slice(rest - 1, rest - 1 - half, -1)
                below.update(map(xor, values[1 : half + 1], values[larger]))
            else:
                splits = _splits(rest, left, parts)
                below.update(reduce(xor, (values[i] for i in split), 0) for split in splits)
    return below


def _is_split(sizes: Sequence[int], parts: Parts) -> bool:
    """Return whether heaps satisfy a condition on their sizes."""
    if len(sizes) < 2 or parts == "any":
        return True
    sorts = len(set(sizes))
    return {"different": sorts == len(sizes), "equal": sorts == 1}.get(parts, sorts > 1)


def _splits(total: int, count: int, parts: Parts, max_part: float = inf) -> list[tuple[int, ...]]:
    """Return the ways to write `total` as a sum of `count` positive numbers in ascending order.

    If there are several numbers, their sizes satisfy a condition, and the first one is at most
    `max_part`.
    """
    if parts == "equal" and count > 1:
        equal = _count_splits(total, count, parts) and total // count <= max_part
        return [(total // count,) * count] if equal else []
    splits = _ascending(total, count, 1, int(parts == "different"), max_part)
    return splits if parts != "not all equal" else [s for s in splits if _is_split(s, parts)]


def _ascending(
    total: int, count: int, smallest: int, step: int, max_part: float
) -> list[tuple[int, ...]]:
    """Return the sums in which each further number exceeds the one before it by at least `step`."""
    if count < 2:
        return [(total,) * count] if (total >= smallest if count else not total) else []
    return [
        (first, *others)
        for first in range(smallest, int(min(total // count, max_part)) + 1)
        for others in _ascending(total - first, count - 1, first + step, step, inf)
    ]


def _count_splits(total: int, count: int, parts: Parts) -> int:
    """Return an upper bound on the number of splits, which is 0 only if there is none."""
    if count < 2:
        return int(total > 0 if count else not total)
    if parts == "equal":
        return int(total >= count and total % count == 0)
    if parts == "different":  # reduce the sizes by 0, 1, 2, ...
        total -= count * (count - 1) // 2
    if total < count + (parts == "not all equal"):
        return 0
    return comb(total - 1, count - 1) // 2 + 1


def _random_split(total: int, count: int, parts: Parts, random: Random) -> tuple[int, ...]:
    """Return a random split, given that there is one."""
    if count < 2 or parts == "equal":
        return (total // max(count, 1),) * count
    if count == 2:
        first = random.randint(1, (total - (parts != "any")) // 2)
        return first, total - first
    step = int(parts == "different")
    spare = total - step * count * (count - 1) // 2
    while True:
        ends = {0, spare}
        while len(ends) <= count:  # `random.sample` does not accept huge ranges
            ends.add(random.randrange(1, spare))
        sizes = sorted(end - start for start, end in pairwise(sorted(ends)))
        split = tuple(size + step * i for i, size in enumerate(sizes))
        if _is_split(split, parts):
            return split


@dataclass(frozen=True, init=False)
class TakeAndBreak(_HeapsToBreak):
    """A take-and-break game. A position is a tuple of heaps, as in Nim.

    `moves` maps each number of sticks that a move may take from a heap to the numbers of nonempty
    heaps into which the move may divide what is left of the heap; it may also be a list of pairs,
    in which a number may occur several times. If `different` is true, these heaps must have
    different sizes; an `Octal` game may have other conditions.

    Raises:
        ValueError: if there is no move, if a number is negative or too large, if a move may leave a
            heap as it was, or if `different` is not a bool.

    >>> grundys_game = TakeAndBreak({0: [2]}, different=True)
    >>> grundys_game.options((7,))
    [(1, 6), (2, 5), (3, 4)]
    """

    moves: tuple[tuple[int, tuple[int, ...]], ...]
    different: bool = False

    def __init__(
        self,
        moves: Mapping[int, Iterable[int]] | Iterable[tuple[int, Iterable[int]]],
        different: bool = False,
    ) -> None:
        check_choice(different, "different", (True, False))
        pairs: dict[int, set[int]] = {}
        for taken, counts in moves.items() if isinstance(moves, Mapping) else moves:
            taken = check_integer(taken, "a number of sticks to take", 0, _MAX_TAKEN)
            minimum = 0 if taken else 2
            name = f"a number of heaps left by a move that takes {taken}"
            left = {check_integer(count, name, minimum, _MAX_HEAPS_LEFT) for count in counts}
            pairs.setdefault(taken, set()).update(left)
        if not pairs:
            raise ValueError("a take-and-break game needs at least one move, as in {1: [0, 1]}")
        merged = tuple((taken, tuple(sorted(pairs[taken]))) for taken in sorted(pairs))
        object.__setattr__(self, "moves", merged)
        object.__setattr__(self, "different", different)


@dataclass(frozen=True, init=False)
class Subtraction(_HeapsToBreak):
    """A subtraction game: a move takes one of the given numbers of sticks from one heap.

    Raises:
        ValueError: if `amounts` is not a nonempty collection of integers from 1 to 100,000.

    >>> Subtraction({1, 3}).options((4,))
    [(3,), (1,)]
    """

    amounts: tuple[int, ...]

    def __init__(self, amounts: Iterable[int]) -> None:
        numbers = {check_integer(n, "a number of sticks to take", 1, _MAX_TAKEN) for n in amounts}
        if not numbers:
            raise ValueError("a subtraction game needs at least one number of sticks to take")
        object.__setattr__(self, "amounts", tuple(sorted(numbers)))

    @cached_property
    def moves(self) -> tuple[tuple[int, tuple[int, ...]], ...]:  # type: ignore[override]
        """The numbers of sticks that may be taken; any number may be left."""
        return tuple((amount, (0, 1)) for amount in self.amounts)


# A digit of a code: in base 32, as a decimal number, or as a list of counts; with a condition.
_DIGIT = r"([0-9A-Va-v]|&[0-9]{1,4};|\{[0-9]{1,2}(?:,[0-9]{1,2})*\})([!?=]?)"
_CODE = re.compile(rf"((?:{_DIGIT})*)[.·]((?:{_DIGIT})*)(?:\[((?:{_DIGIT})+)\])?")


def _read_digits(text: str, first: int) -> list[Break]:
    """Return the moves that digits allow, the first of which take `first` sticks."""
    moves = []
    for taken, (digit, condition) in enumerate(re.findall(_DIGIT, text), first):
        if digit[0] == "{":
            counts = sorted({*map(int, digit[1:-1].split(","))})
        else:
            mask = int(digit[1:-1]) if digit[0] == "&" else int(digit, 32)
            counts = [count for count in range(mask.bit_length()) if mask >> count & 1]
        moves.append(Break(taken, tuple(counts), _PARTS[condition]))
    return moves


@dataclass(frozen=True)
class Octal(_HeapsToBreak):
    """The octal game with a code such as "0.137". A position is a tuple of heaps, as in Nim.

    The k-th digit after the point specifies the moves that take k from a heap. It is the sum of 1
    if the move may leave nothing of the heap, 2 if it may leave one nonempty heap, and 4 if it may
    leave two nonempty heaps. The digit before the point is 0, or 4 if a heap may be split in two
    without taking anything; a 0 may be omitted.

    The codes of CGSuite for other take-and-break games are accepted, too:

    - Digits run from 0 to 9 and from A to V (in either case). A digit is the sum of 2^h for all
      numbers h of heaps that may be left, so 8 stands for three heaps. For up to ten heaps, write
      the list of these numbers, {2,5}, or the sum in decimal notation, &36;.
    - A digit may be followed by a condition on the sizes of the heaps that a move leaves, if these
      are at least two: ! if all of them must differ, ? if they must not all be equal, and = if all
      must be equal. Grundy's game is 4!.0.
    - Digits in brackets at the end are repeated without end, so 0.[3] is Nim.
    - Further digits before the point add sticks: in 80.0, a move adds one stick to a heap and
      divides it into three heaps.

    Raises:
        ValueError: if `code` is not such a code, or if a move may leave a heap that is at least as
            large as before: a move that adds k sticks must leave at least k + 2 heaps.

    >>> Octal("0.07").options((4,))
    [(2,), (1, 1)]
    >>> Octal(".07")
    Octal(code='0.07')
    >>> Octal("4!.0").options((6,)), Octal("0.[3]").options((3,)), Octal("80.0").options((4,))
    ([(1, 5), (2, 4)], [(2,), (1,), ()], [(1, 1, 3), (1, 2, 2)])
    """

    code: str

    def __post_init__(self) -> None:
        text = self.code.strip() if isinstance(self.code, str) else ""
        if not _CODE.fullmatch(text) or text[-1] in ".·":
            raise ValueError(
                "the code of a game must be digits and a point, as in '0.137', '4!.0' or "
                f"'0.7[03]' (for other rules, use `TakeAndBreak`), not {short_repr(self.code)}"
            )
        code = text.upper().replace("·", ".")
        object.__setattr__(self, "code", f"0{code}" if code[0] == "." else code)
        for taken, counts, _ in self._breaks:
            if taken <= 0 and counts[0] < 2 - taken:
                done = f"adds {-taken}" if taken else "takes nothing"
                raise ValueError(
                    f"play of {short_repr(self.code)} would not end: a move that {done} must "
                    f"leave at least {2 - taken} heaps"
                )
            if counts[-1] > _MAX_HEAPS_LEFT:
                raise ValueError(
                    f"a move of {short_repr(self.code)} may leave {counts[-1]} heaps: at most "
                    f"{_MAX_HEAPS_LEFT} are allowed"
                )

    @cached_property
    def _digits(self) -> tuple[list[Break], int]:
        """The digits of the code, and how many of them are repeated without end."""
        before, after = self.code.split(".")
        start, _, tail = after.partition("[")
        added = 1 - len(re.findall(_DIGIT, before))
        digits = _read_digits(before, added) + _read_digits(start + tail, 1)
        return digits, len(re.findall(_DIGIT, tail))

    @cached_property
    def _breaks(self) -> tuple[Break, ...]:
        return tuple(move for move in self._digits[0] if move.counts)

    @property
    def _period(self) -> int:  # type: ignore[override]
        return self._digits[1]

    def _moves_taking(self, least: float, most: int) -> list[Break]:
        moves, (digits, period) = super()._moves_taking(least, most), self._digits
        if period:
            first = digits[-1].taken + 1
            taken = range(int(max(least, first)), most + 1)
            check_option_count(taken.stop - taken.start, (most,), 1)
            repeated = ((k, digits[(k - first) % period - period]) for k in taken)
            moves += [Break(k, *digit[1:]) for k, digit in repeated if digit.counts]
        return moves

    @cached_property
    def moves(self) -> tuple[tuple[int, tuple[int, ...]], ...]:  # type: ignore[override]
        """The moves that the digits of the code allow; see `is_simple`."""
        return tuple((taken, counts) for taken, counts, _ in self._breaks)

    @cached_property
    def different(self) -> bool:  # type: ignore[override]
        """Whether the heaps that any move leaves of a heap must have different sizes."""
        return self._kinds == {"different"}


@dataclass(frozen=True)
class Kayles(Octal):
    """Kayles: a position is a tuple of rows of pins; a ball knocks down one or two adjacent pins.

    It is the octal game 0.77, since a ball that knocks down one or two pins of a row may leave
    nothing of the row, one part or two parts. From 71 pins onward, the values of single rows have
    period 12. (nimber.kayles)

    >>> Kayles().options((3,))
    [(2,), (1, 1), (1,)]
    """

    code: str = field(default="0.77", init=False, repr=False)
