"""The search of `nimtwist.compiled.cram`, as it is compiled: regions, the table, and the search.

A region is a pair (mask, height): it lies in a box with rows no more than columns, `height` is the
number of rows, and bit `column * height + row` of the mask is set if that cell is free.

What is known of a region is one number: in the low bits, bit v is set if an option is known to have
the value v, so that the region does not have it; above these is the value plus 1, or 0 if it is not
known, and above that the height. The table is an array of buckets of `BUCKET` entries, each a mask
and what is known. Where a bucket is full, the region with the fewest cells is forgotten.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

MOST_CELLS = 63
"""The most cells of the box of a region: masks have no sign."""

BUCKET = 8  # entries: two lines of the processor's cache
VALUE, HEIGHT = 40, 56  # where the value and the height begin
_REACHED = (1 << VALUE) - 1

# A frame of the search is a question about a region, and what is found out about it so far:
# - the question: the region, and the value that it is asked for, -1 if for its value
# - the values that options are known to have, and one that none has, -1 if there is none yet
# - where its options begin, how many they are, and which of them is asked for which value.
FRAME = 9
_MASK, _ROWS, _ASKED, _FOUND, _MISSED, _FIRST, _COUNT, _AT, _FOR = range(FRAME)
# An option is the nim-sum of the values of those of its regions that are known, the number of the
# others, and these, each with its height, fewest moves first.
OPTION = 10
_SUM, _PARTS, _PART = range(3)

DEPTH = MOST_CELLS // 2 + 2  # a question is about fewer cells than the one above, by two
OPTIONS = DEPTH * 2 * MOST_CELLS

# Where a search stands from slice to slice: the frame it is in, -1 at the end; what comes next; its
# answer; and how many regions are in the table.
STATE = 4
LEVEL, _PHASE, ANSWER, KNOWN = range(STATE)
_ENTER, _GO_ON, _RETURN = range(3)

# By height: the cells that are in no first row of a box, and rows turned upside down.
_BELOW = np.array(
    [sum(1 << cell for cell in range(MOST_CELLS) if cell % max(height, 1)) for height in range(8)],
    np.int64,
)
_UPSIDE_DOWN = np.array(
    [
        [int(f"{column:07b}"[::-1], 2) >> 7 - height if height else 0 for column in range(128)]
        for height in range(8)
    ],
    np.int64,
)
_MIX, _MIX_AGAIN = -7046029254386353131, -4658895280553007687  # odd, with bits all over


@njit("int64(int64)", cache=True)
def count(mask: int) -> int:
    """Return how many bits are set."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56


@njit("int64(int64, int64)", cache=True)
def moves(mask: int, height: int) -> int:
    """Return how many moves there are in a region."""
    return int(count(mask & mask >> height) + count(mask & (mask & _BELOW[height]) >> 1))


@njit("int64(int64, int64)", cache=True)
def half_turn(mask: int, height: int) -> int:
    """Return the mask of a region that is turned by half a turn in its box."""
    turned = 0
    while mask:
        turned = turned << height | _UPSIDE_DOWN[height, mask & (1 << height) - 1]
        mask >>= height
    return turned


@njit("int64(int64, int64, int64)", cache=True)
def _largest_of_four(mask: int, height: int, width: int) -> int:
    """Return the largest of the masks of a region and its reflections in a box of that size."""
    turned, upside_down, both = 0, 0, 0
    rest = mask
    for column in range(width):
        cells = rest & (1 << height) - 1
        reflected = _UPSIDE_DOWN[height, cells]
        rest >>= height
        turned = turned << height | cells
        upside_down |= reflected << column * height
        both = both << height | reflected
    return max(mask, turned, upside_down, both)


@njit("int64(int64, int64, int64, int64)", cache=True)
def _transposed(mask: int, stride: int, height: int, width: int) -> int:
    """Return the mask with rows and columns exchanged; `stride` bits are a column of the given."""
    turned = 0
    for row in range(height):
        for column in range(width):
            turned |= (mask >> column * stride + row & 1) << row * width + column
    return turned


@njit("UniTuple(int64, 2)(int64, int64)", cache=True)
def canonical(mask: int, stride: int) -> tuple[int, int]:
    """Return the region that a mask stands for, wherever it lies, however it is turned.

    `stride` bits of the given mask, which is not 0, are a column.
    """
    column = (1 << stride) - 1
    while mask & column == 0:
        mask >>= stride
    rest, rows, width = mask, 0, 0
    while rest:
        rows |= rest & column
        rest >>= stride
        width += 1
    while rows & 1 == 0:
        rows >>= 1
        mask >>= 1
    height = 0
    while rows:
        rows >>= 1
        height += 1
    if height > width:
        return _largest_of_four(_transposed(mask, stride, height, width), width, height), width
    rest, mask = mask, 0
    for place in range(width):
        mask |= (rest & (1 << height) - 1) << place * height
        rest >>= stride
    largest = _largest_of_four(mask, height, width)
    if height == width:
        turned = _transposed(mask, height, height, width)
        largest = max(largest, _largest_of_four(turned, height, width))
    return largest, height


# --- The table -----------------------------------------------------------------------------------


@njit("int64(int64, int64)", cache=True)
def _hash(mask: int, height: int) -> int:
    mixed = (mask ^ height * _MIX_AGAIN) * _MIX
    mixed = (mixed ^ mixed >> 32) * _MIX_AGAIN
    return mixed ^ mixed >> 29


@njit("int64(int64[:, :, ::1], int64, int64, int64)", cache=True)
def known(table: Numbers, buckets: int, mask: int, height: int) -> int:
    """Return what is known of a region, 0 if nothing is; only so many buckets are in use."""
    bucket = table[_hash(mask, height) & buckets - 1]
    for entry in range(BUCKET):
        other = bucket[entry, 0]
        if other == mask and bucket[entry, 1] >> HEIGHT == height:
            return int(bucket[entry, 1])
        if other == 0:
            break
    return 0


@njit("int64(int64[:, :, ::1], int64, int64, int64, int64)", cache=True)
def keep(table: Numbers, buckets: int, mask: int, height: int, what: int) -> int:
    """Keep what is known of a region; return how many more there are in the table."""
    bucket = table[_hash(mask, height) & buckets - 1]
    place, fewest = 0, MOST_CELLS + 1
    for entry in range(BUCKET):
        other = bucket[entry, 0]
        if other == 0 or (other == mask and bucket[entry, 1] >> HEIGHT == height):
            bucket[entry, 0] = mask
            bucket[entry, 1] = what | height << HEIGHT
            return int(other == 0)
        cells = count(other)
        if cells < fewest:
            place, fewest = entry, cells
    bucket[place, 0] = mask
    bucket[place, 1] = what | height << HEIGHT
    return 0


@njit("void(int64[:, :, ::1], int64)", cache=True)
def double(table: Numbers, buckets: int) -> None:
    """Put twice as many buckets in use: of each, some entries move to one of the new ones."""
    for at in range(buckets):
        stay, go = 0, 0
        for entry in range(BUCKET):
            mask, what = table[at, entry]
            if mask == 0:
                break
            table[at, entry, 0] = 0
            if _hash(mask, what >> HEIGHT) & buckets:
                table[at + buckets, go, 0] = mask
                table[at + buckets, go, 1] = what
                go += 1
            else:
                table[at, stay, 0] = mask
                table[at, stay, 1] = what
                stay += 1


@njit("boolean(int64[:, ::1])", cache=True)
def possible(entries: Numbers) -> bool:
    """Return whether entries can be true: no option has the value, and some have each smaller."""
    for mask, what in entries:
        height, value = what >> HEIGHT, (what >> VALUE & 0xFF) - 1
        if mask <= 0 or not 0 < height < 8 or 2 * value > count(mask):
            return False
        if value >= 0 and what & (2 << value) - 1 != (1 << value) - 1:
            return False
    return True


@njit("int64(int64[:, :, ::1], int64, int64[:, ::1])", cache=True)
def keep_all(table: Numbers, buckets: int, entries: Numbers) -> int:
    """Keep the entries of another table; return how many more there are."""
    more = 0
    for mask, what in entries:
        height = what >> HEIGHT
        old = known(table, buckets, mask, height)
        if not old >> VALUE & 0xFF:
            what |= old & _REACHED
            more += keep(table, buckets, mask, height, what & (1 << HEIGHT) - 1)
    return more


# --- The search ----------------------------------------------------------------------------------


@njit("int64(int64[:, :, ::1], int64, int64, int64, int64[::1])", cache=True)
def _split(table: Numbers, buckets: int, left: int, height: int, option: Numbers) -> int:
    """Write down an option, which is what a move leaves; return how many moves are in its largest.

    Only regions of unknown values are moves; without them, -1 is returned.
    """
    below = _BELOW[height]
    left &= left << height | left >> height | left << 1 & below | (left & below) >> 1
    total, parts = 0, 0
    while left:
        grown, part = left & -left, 0
        while part != grown:
            part = grown
            grown |= (
                part << height | part >> height | part << 1 & below | (part & below) >> 1
            ) & left
        left ^= part
        mask, rows = canonical(part, height)
        value = known(table, buckets, mask, rows) >> VALUE & 0xFF
        if value:
            total ^= value - 1
            continue
        place = 0
        while place < parts and (
            option[_PART + 2 * place] != mask or option[_PART + 2 * place + 1] != rows
        ):
            place += 1
        if place < parts:  # two equal ones cancel
            parts -= 1
            for at in range(_PART + 2 * place, _PART + 2 * parts):
                option[at] = option[at + 2]
            continue
        while place > 0 and moves(option[2 * place], option[2 * place + 1]) > moves(mask, rows):
            option[_PART + 2 * place] = option[2 * place]
            option[_PART + 2 * place + 1] = option[2 * place + 1]
            place -= 1
        option[_PART + 2 * place] = mask
        option[_PART + 2 * place + 1] = rows
        parts += 1
    option[_SUM] = total
    option[_PARTS] = parts
    return moves(option[2 * parts], option[2 * parts + 1]) if parts else -1


@njit("int64(int64[:, :, ::1], int64, int64[::1], int64[:, ::1], int64[::1])", cache=True)
def _expand(table: Numbers, buckets: int, frame: Numbers, options: Numbers, order: Numbers) -> int:
    """Write down the options of a frame that are not known, easiest first; return how many.

    The values of the others are found. If it is the one that is asked for, stop. An option that
    half a turn does not change, and that is asked for 0, comes first: perhaps it can be answered
    move by move. That is not taken for granted, and the search may find otherwise.
    """
    mask, height, found = frame[_MASK], frame[_ROWS], frame[_FOUND]
    asked = max(frame[_ASKED], 0)
    size = 0
    for step in (height, 1):
        cells = mask & mask >> height if step == height else mask & (mask & _BELOW[height]) >> 1
        while cells:
            cell = cells & -cells
            cells ^= cell
            option = options[size]
            left = mask ^ cell ^ cell << step
            largest = _split(table, buckets, left, height, option)
            if largest < 0:
                found |= 1 << option[_SUM]
                if option[_SUM] == frame[_ASKED]:
                    frame[_FOUND] = found
                    return 0
                continue
            rank = largest * 8 + option[_PARTS]
            if option[_SUM] == asked and option[_PARTS] == 1:
                part, rows = option[_PART], option[_PART + 1]
                if half_turn(part, rows) == part:
                    rank = 0
            rank = rank << 8 | size
            place = size
            while place > 0 and order[place - 1] > rank:
                order[place] = order[place - 1]
                place -= 1
            order[place] = rank
            size += 1
    frame[_FOUND] = found
    return size


@njit("int64(int64)", cache=True)
def _least_missing(found: int) -> int:
    value = 0
    while found >> value & 1:
        value += 1
    return value


@njit("void(int64[::1], int64)", cache=True)
def _resolve(option: Numbers, value: int) -> None:
    """The first unknown region of an option has this value."""
    option[_SUM] ^= value
    option[_PARTS] -= 1
    for at in range(_PART, _PART + 2 * option[_PARTS]):
        option[at] = option[at + 2]


@njit("void(int64[:, ::1], int64[::1], int64, int64, int64)", cache=True)
def ask(frames: Numbers, state: Numbers, mask: int, height: int, asked: int) -> None:
    """Begin a search: has a region the value `asked`, or which one if that is -1?"""
    frames[0, _MASK], frames[0, _ROWS], frames[0, _ASKED] = mask, height, asked
    frames[0, _FOUND], frames[0, _FIRST] = 0, 0
    state[LEVEL], state[_PHASE], state[ANSWER] = 0, _ENTER, -1


@njit("void(int64[:, :, ::1], int64, int64[:, ::1], int64[::1])", cache=True)
def leave(table: Numbers, buckets: int, frames: Numbers, state: Numbers) -> None:
    """Keep what the questions that are still open have found out so far."""
    for frame in frames[: max(state[LEVEL], 0)]:
        mask, height = frame[_MASK], frame[_ROWS]
        state[KNOWN] += keep(table, buckets, mask, height, frame[_FOUND])


@njit(
    "int64(int64[:, :, ::1], int64, int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64)",
    cache=True,
)
def search(
    table: Numbers,
    buckets: int,
    frames: Numbers,
    options: Numbers,
    order: Numbers,
    state: Numbers,
    most: int,
) -> int:
    """Look into at most so many regions; return how many.

    At the end, the level is -1. The answer is the value of the region, or -1 if it is known only
    that it is not the one that was asked for.
    """
    depth, phase, answer = state[LEVEL], state[_PHASE], state[ANSWER]
    looked, kept = 0, state[KNOWN]
    while depth >= 0 and (looked < most or phase != _ENTER):
        frame = frames[depth]
        first = frame[_FIRST]
        if phase == _ENTER:
            looked += 1
            size = _expand(table, buckets, frame, options[first:], order[first:])
            frame[_COUNT], frame[_AT], frame[_MISSED] = size, 0, -1
            # Whether an option has the value that is asked for, is asked first.
            asked = frame[_ASKED]
            frame[_FOR] = asked if asked >= 0 else _least_missing(frame[_FOUND])
        elif phase == _RETURN:
            option = options[first + (order[first + frame[_AT]] & 255)]
            if option[_PARTS] > 1:
                _resolve(option, answer)
            elif answer < 0:
                frame[_AT] += 1
            else:
                _resolve(option, answer)
                frame[_FOUND] |= 1 << option[_SUM]
        phase = _GO_ON
        value = frame[_FOR]
        while frame[_AT] < frame[_COUNT] and not frame[_FOUND] >> value & 1:
            option = options[first + (order[first + frame[_AT]] & 255)]
            if option[_PARTS] == 0:
                frame[_AT] += 1
                continue
            mask, height = option[_PART], option[_PART + 1]
            what = known(table, buckets, mask, height)
            if what >> VALUE & 0xFF:
                _resolve(option, (what >> VALUE & 0xFF) - 1)
                if option[_PARTS] == 0:
                    frame[_FOUND] |= 1 << option[_SUM]
                continue
            # Of several regions, all values but the last are needed.
            wanted = value ^ option[_SUM] if option[_PARTS] == 1 else -1
            # No game is longer than half the cells, and no value is larger than that.
            if wanted >= 0 and (what >> wanted & 1 or 2 * wanted > count(mask)):
                frame[_AT] += 1
                continue
            depth += 1
            frames[depth, _MASK], frames[depth, _ROWS] = mask, height
            frames[depth, _ASKED], frames[depth, _FOUND] = wanted, what & _REACHED
            frames[depth, _FIRST] = first + frame[_COUNT]
            phase = _ENTER
            break
        if phase == _ENTER:
            continue
        found = frame[_FOUND]
        if frame[_ASKED] >= 0 and found >> frame[_ASKED] & 1:
            kept += keep(table, buckets, frame[_MASK], frame[_ROWS], found)
            answer, phase = -1, _RETURN
            depth -= 1
            continue
        if not found >> value & 1:
            frame[_MISSED] = value
        # The value is the least that no option has.
        least = _least_missing(found)
        if least == frame[_MISSED]:
            what = least + 1 << VALUE | found
            kept += keep(table, buckets, frame[_MASK], frame[_ROWS], what)
            answer, phase = least, _RETURN
            depth -= 1
        else:
            frame[_FOR], frame[_AT] = least, 0
    state[LEVEL], state[_PHASE], state[ANSWER], state[KNOWN] = depth, phase, answer, kept
    return looked
