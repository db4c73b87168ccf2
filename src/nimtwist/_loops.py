"""The loops of `nimtwist.sequences`: on lists here, and compiled for arrays where that is possible.

`nimtwist.compiled._sequences` compiles `sparse`, `survey`, `gather` and `first_period`, and has
functions with the same names in place of the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

__all__ = [
    "Numbers",
    "first_period",
    "gather",
    "integers",
    "resized",
    "sparse",
    "survey",
    "zeros",
]

Numbers: TypeAlias = Any
"""A list of integers or, in compiled code, an array."""


# --- The loops -----------------------------------------------------------------------------------


def sparse(
    values: Numbers,
    done: Numbers,
    ends: Numbers,
    ones: Numbers,
    splits: Numbers,
    marks: Numbers,
    rare: Numbers,
    odd: Numbers,
    pos: int,
    stop: int,
    work: int,
) -> int:
    """Compute values of heaps by the sparse space technique.

    Let M be a mask. The label of a value v of a heap of n sticks is the parity of v & M, plus n if
    `pos` is 1, modulo 2. If a move takes d sticks and splits the rest, its value has the sum of the
    labels of both parts, plus d if `pos` is 1, as its label. So if all d are congruent modulo 2 or
    `pos` is 0, every split into two heaps with the same label has the label d * `pos` modulo 2. Let
    us call this label, and the heaps that have it, rare. (If M is well chosen, few heaps do.) A
    value with the common label can only be that of a split with a rare heap. Therefore the least
    common value that no such split and no other move has is an upper bound of the mex. Only the
    rare values below it that have not been found remain to be found among all splits, and the first
    few splits usually have them. If they do not have all of them, the heap itself is rare.

    Args:
        values: the values so far, with room for `stop` values.
        done: the number of values in `done[0]`, which is updated after each heap.
        ends: the numbers of sticks that a move may take if it leaves nothing.
        ones: the numbers of sticks that a move may take if it leaves one heap.
        splits: the numbers of sticks that a move may take if it leaves two heaps; at least one.
        marks: n + 1 at index v, where n is the last heap that is known to have an option of value
            v. All values must be less than half the length.
        rare: the number of rare heaps, and then their sizes in ascending order.
        odd: the parity of v & M for each index v of `marks`. M must be one of the values allowed
            and nonzero, so that a common value exists that no option can have.
        pos: whether the label depends on the size of the heap: 0 or 1.
        stop: the number of values to reach.
        work: about how many splits to consider; `rare` being full also ends the loop.

    Returns:
        0, or a value that is too large for `marks`, which is not stored.
    """
    # An interrupt before the update of `done` adds a rare heap twice, which does no harm.
    heap, found = done[0], rare[0]
    while heap < stop and work > 0 and found < len(rare) - 1:
        for taken in ends:
            if taken == heap:
                marks[0] = heap + 1
        for taken in ones:
            if taken < heap:
                marks[values[heap - taken]] = heap + 1
        for taken in splits:
            rest = heap - taken
            for i in range(1, found + 1):
                if rare[i] >= rest:
                    break
                marks[values[rare[i]] ^ values[rest - rare[i]]] = heap + 1
        common = 1 ^ (splits[0] + heap) & pos  # the parity of common values of this heap
        bound = missing = 0
        while odd[bound] != common or marks[bound] == heap + 1:
            if marks[bound] != heap + 1:
                missing += 1
            bound += 1
        part = 0
        while missing and 2 * part < heap:
            part += 1
            for taken in splits:
                rest = heap - taken
                if 2 * part <= rest:
                    value = values[part] ^ values[rest - part]
                    if value < bound and marks[value] != heap + 1:
                        marks[value] = heap + 1
                        missing -= 1
        if missing:
            bound = 0
            while marks[bound] == heap + 1:
                bound += 1
        if 2 * bound >= len(marks):
            return bound
        values[heap] = bound
        if missing:
            found += 1
            rare[found] = heap
            rare[0] = found
        heap += 1
        done[0] = heap
        work -= (found + part) * len(splits) + len(ones) + 1
    return 0


def survey(values: Numbers, count: int, counts: Numbers) -> None:
    """Count the nonempty heaps with value v in `counts[2 * v]` if even, else `counts[2 * v + 1]`.

    Only heaps of fewer than `count` sticks are counted.
    """
    for heap in range(1, count):
        counts[2 * values[heap] + heap % 2] += 1


def gather(values: Numbers, count: int, odd: Numbers, pos: int, label: int, rare: Numbers) -> None:
    """Store the number of heaps of fewer than `count` sticks with a label, and then these heaps."""
    found = 0
    for heap in range(1, count):
        if odd[values[heap]] ^ heap & pos == label:
            found += 1
            rare[found] = heap
    rare[0] = found


def first_period(values: Numbers, count: int, matches: Numbers) -> int:
    """Return the shortest period of a sequence, or 0 if there is none; see `nimtwist.period`.

    This is the Z algorithm (D. Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997) on
    the reversed sequence: `matches[n]`, for each n tried, becomes the number of values, counted
    from the end, that equal the value n places before them.

    Args:
        values: the sequence, or the differences of consecutive values.
        count: the length of the sequence.
        matches: an array of more than `count` / 2 numbers.
    """
    last = len(values) - 1
    left = right = 0  # the interval of matches that begins furthest back
    for length in range(1, count // 2 + 1):
        same = min(right - length, matches[length - left]) if length < right else 0
        if length + same >= right:
            while length + same <= last and values[last - same] == values[last - same - length]:
                same += 1
            left, right = length, length + same
        matches[length] = same
        start = last + 1 - length - same
        if 2 * start <= count and start + 2 * length <= count:
            return length
    return 0


# --- Lists in place of arrays --------------------------------------------------------------------


def integers(numbers: Iterable[int]) -> Numbers:
    """Return the numbers as a list, whose compiled counterpart is an array."""
    return [*numbers]


def zeros(count: int) -> Numbers:
    """Return a list of zeros."""
    return [0] * count


def resized(values: Numbers, size: int, bits: int) -> Numbers:
    """Return a longer copy of `values`; an array would also have room for values of `bits` bits."""
    return [*values, *[0] * (size - len(values))]
