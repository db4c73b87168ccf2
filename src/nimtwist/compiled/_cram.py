"""The compiled part of `nimtwist.compiled.cram`: regions, the table and the search.

A region is a pair (mask, height). Its bounding box has at least as many columns as rows, `height`
is the number of rows, and bit `column * height + row` of the mask is set if that cell is free.

The information about a region is packed into one integer. Among the low bits, bit v is set if some
option is known to have value v, so that the region itself cannot have that value. Above these bits
come the value of the region plus 1 (or 0 if the value is unknown) and then its height. The table is
an array of buckets of `BUCKET` entries, and each entry holds a mask and this integer. When a bucket
is full, the region with the fewest cells is evicted.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

MAX_CELLS = 63
"""Maximum number of cells in a bounding box, so that masks fit in a nonnegative `int64`."""

BUCKET = 8  # entries per bucket, filling two cache lines
VALUE, HEIGHT = 40, 56  # positions of the lowest bits of the value and the height
_EXCLUDED_MASK = (1 << VALUE) - 1

# A frame of the search holds a query about a region and the results so far:
# - the region, and the target value, or -1 if the query is to compute the region's value
# - the known values of options, as a bit mask of values that the region cannot have; and a value
#   that no option has, or -1 if no such value is known yet
# - the index of the region's first option, the number of its options, the index of the current
#   option, and the value that the search is now looking for among the options.
FRAME = 9
_MASK, _ROWS, _TARGET, _EXCLUDED, _ABSENT, _FIRST, _COUNT, _INDEX, _WANTED = range(FRAME)
# An option is stored as `OPTION` integers: the nim-sum of the values of its known regions, the
# number of its regions of unknown value, and these regions themselves as pairs (mask, height),
# fewest moves first.
OPTION = 10
_SUM, _PARTS, _PART = range(3)

# Maximum depth of nested queries. Each query asks about a region with at least two cells fewer than
# the region of the enclosing query.
DEPTH = MAX_CELLS // 2 + 2
OPTIONS = DEPTH * 2 * MAX_CELLS

# The state of a search between slices: the level of the current frame, or -1 when the search is
# finished; the phase; the answer to the last query; and the number of regions in the table.
STATE = 4
LEVEL, _PHASE, ANSWER, STORED = range(STATE)
_ENTER, _CONTINUE, _RETURN = range(3)

# Both tables are indexed by the height of a bounding box. `_BELOW` contains the mask of the cells
# outside the first row, and `_UPSIDE_DOWN` the mask of every possible column turned upside down.
_BELOW = np.array(
    [sum(1 << cell for cell in range(MAX_CELLS) if cell % max(height, 1)) for height in range(8)],
    np.int64,
)
_UPSIDE_DOWN = np.array(
    [
        [int(f"{column:07b}"[::-1], 2) >> 7 - height if height else 0 for column in range(128)]
        for height in range(8)
    ],
    np.int64,
)
# Multipliers of the hash function. They must be odd.
_MULTIPLIER_1, _MULTIPLIER_2 = -7046029254386353131, -4658895280553007687


@njit("int64(int64)", cache=True)
def popcount(mask: int) -> int:
    """Return the number of set bits."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56


@njit("int64(int64, int64)", cache=True)
def count_moves(mask: int, height: int) -> int:
    """Return the number of moves in a region."""
    return int(popcount(mask & mask >> height) + popcount(mask & (mask & _BELOW[height]) >> 1))


@njit("int64(int64, int64)", cache=True)
def half_turn(mask: int, height: int) -> int:
    """Return the mask of a region after a half turn of its bounding box."""
    turned = 0
    while mask:
        turned = turned << height | _UPSIDE_DOWN[height, mask & (1 << height) - 1]
        mask >>= height
    return turned


@njit("int64(int64, int64, int64)", cache=True)
def _largest_of_four(mask: int, height: int, width: int) -> int:
    """Return the largest of the masks of a region, its two mirror images and its half turn."""
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
    """Return the transpose of a mask in which each column occupies `stride` bits."""
    turned = 0
    for row in range(height):
        for column in range(width):
            turned |= (mask >> column * stride + row & 1) << row * width + column
    return turned


@njit("UniTuple(int64, 2)(int64, int64)", cache=True)
def canonical(mask: int, stride: int) -> tuple[int, int]:
    """Return the canonical form, up to translation and symmetry, of a region with a nonzero mask.

    Each column of the mask occupies `stride` bits.
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
    mixed = (mask ^ height * _MULTIPLIER_2) * _MULTIPLIER_1
    mixed = (mixed ^ mixed >> 32) * _MULTIPLIER_2
    return mixed ^ mixed >> 29


@njit("int64(int64[:, :, ::1], int64, int64, int64)", cache=True)
def lookup(table: Numbers, buckets: int, mask: int, height: int) -> int:
    """Return the information about a region, or 0 if it is not in the first `buckets` buckets."""
    bucket = table[_hash(mask, height) & buckets - 1]
    for entry in range(BUCKET):
        other = bucket[entry, 0]
        if other == mask and bucket[entry, 1] >> HEIGHT == height:
            return int(bucket[entry, 1])
        if other == 0:
            break
    return 0


@njit("int64(int64[:, :, ::1], int64, int64, int64, int64)", cache=True)
def store(table: Numbers, buckets: int, mask: int, height: int, info: int) -> int:
    """Store the information about a region; return the number of entries added, 0 or 1."""
    bucket = table[_hash(mask, height) & buckets - 1]
    place, fewest = 0, MAX_CELLS + 1
    for entry in range(BUCKET):
        other = bucket[entry, 0]
        if other == 0 or (other == mask and bucket[entry, 1] >> HEIGHT == height):
            bucket[entry, 0] = mask
            bucket[entry, 1] = info | height << HEIGHT
            return int(other == 0)
        cells = popcount(other)
        if cells < fewest:
            place, fewest = entry, cells
    bucket[place, 0] = mask
    bucket[place, 1] = info | height << HEIGHT
    return 0


@njit("void(int64[:, :, ::1], int64)", cache=True)
def double_buckets(table: Numbers, buckets: int) -> None:
    """Double the number of buckets in use, and move the entries whose bucket changes."""
    for index in range(buckets):
        low, high = 0, 0
        for entry in range(BUCKET):
            mask, info = table[index, entry]
            if mask == 0:
                break
            table[index, entry, 0] = 0
            if _hash(mask, info >> HEIGHT) & buckets:
                table[index + buckets, high, 0] = mask
                table[index + buckets, high, 1] = info
                high += 1
            else:
                table[index, low, 0] = mask
                table[index, low, 1] = info
                low += 1


@njit("boolean(int64[:, ::1])", cache=True)
def are_possible(entries: Numbers) -> bool:
    """Return whether all entries are consistent.

    An entry with a known value must record every smaller value as the value of some option, but
    not the known value itself.
    """
    for mask, info in entries:
        height, value = info >> HEIGHT, (info >> VALUE & 0xFF) - 1
        if mask <= 0 or not 0 < height < 8 or 2 * value > popcount(mask):
            return False
        if value >= 0 and info & (2 << value) - 1 != (1 << value) - 1:
            return False
    return True


@njit("int64(int64[:, :, ::1], int64, int64, int64, int64)", cache=True)
def add(table: Numbers, buckets: int, mask: int, height: int, info: int) -> int:
    """Store the information about a region, keep what is known; return the entries added, 0 or 1.

    The region's value may have become known during a search, when another table was merged.
    """
    old = lookup(table, buckets, mask, height)
    if old >> VALUE & 0xFF:
        return 0
    return int(store(table, buckets, mask, height, info | old & _EXCLUDED_MASK))


@njit("int64(int64[:, :, ::1], int64, int64[:, ::1])", cache=True)
def merge(table: Numbers, buckets: int, entries: Numbers) -> int:
    """Merge the entries of another table into this one; return the number of entries added."""
    added = 0
    for mask, info in entries:
        added += add(table, buckets, mask, info >> HEIGHT, info & (1 << HEIGHT) - 1)
    return added


# --- The search ----------------------------------------------------------------------------------


@njit("int64(int64[:, :, ::1], int64, int64, int64, int64[::1])", cache=True)
def _split(table: Numbers, buckets: int, left: int, height: int, option: Numbers) -> int:
    """Split the cells that a move leaves free into regions, and store them in `option`.

    Return the largest number of moves in a region of unknown value, or -1 if all values are known.
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
        value = lookup(table, buckets, mask, rows) >> VALUE & 0xFF
        if value:
            total ^= value - 1
            continue
        place = 0
        while place < parts and (
            option[_PART + 2 * place] != mask or option[_PART + 2 * place + 1] != rows
        ):
            place += 1
        if place < parts:  # equal regions cancel
            parts -= 1
            for index in range(_PART + 2 * place, _PART + 2 * parts):
                option[index] = option[index + 2]
            continue
        while place > 0 and count_moves(option[2 * place], option[2 * place + 1]) > count_moves(
            mask, rows
        ):
            option[_PART + 2 * place] = option[2 * place]
            option[_PART + 2 * place + 1] = option[2 * place + 1]
            place -= 1
        option[_PART + 2 * place] = mask
        option[_PART + 2 * place + 1] = rows
        parts += 1
    option[_SUM] = total
    option[_PARTS] = parts
    return count_moves(option[2 * parts], option[2 * parts + 1]) if parts else -1


@njit("int64(int64[:, :, ::1], int64, int64[::1], int64[:, ::1], int64[::1])", cache=True)
def _expand(table: Numbers, buckets: int, frame: Numbers, options: Numbers, order: Numbers) -> int:
    """List a frame's options of unknown value, easiest first; return their number.

    The values of the other options are added to the frame; if one of them is the target, the
    function returns 0 at once. An option with a single unknown region comes first if this region
    has half-turn symmetry and must have value 0 for the option to have the target value. Such a
    region often has value 0, since answering each move with its image under the half turn tends to
    win. This heuristic affects only the order of the search.
    """
    mask, height, excluded = frame[_MASK], frame[_ROWS], frame[_EXCLUDED]
    target = max(frame[_TARGET], 0)
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
                excluded |= 1 << option[_SUM]
                if option[_SUM] == frame[_TARGET]:
                    frame[_EXCLUDED] = excluded
                    return 0
                continue
            rank = largest * 8 + option[_PARTS]
            if option[_SUM] == target and option[_PARTS] == 1:
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
    frame[_EXCLUDED] = excluded
    return size


@njit("int64(int64)", cache=True)
def _least_missing(excluded: int) -> int:
    value = 0
    while excluded >> value & 1:
        value += 1
    return value


@njit("void(int64[::1], int64)", cache=True)
def _resolve(option: Numbers, value: int) -> None:
    """Record the value of the first unknown region of an option."""
    option[_SUM] ^= value
    option[_PARTS] -= 1
    for index in range(_PART, _PART + 2 * option[_PARTS]):
        option[index] = option[index + 2]


@njit("void(int64[:, ::1], int64[::1], int64, int64, int64)", cache=True)
def start(frames: Numbers, state: Numbers, mask: int, height: int, target: int) -> None:
    """Start a search for the value of a region.

    If `target` is -1, the search computes the value; otherwise it only determines whether the value
    is `target`.
    """
    frames[0, _MASK], frames[0, _ROWS], frames[0, _TARGET] = mask, height, target
    frames[0, _EXCLUDED], frames[0, _FIRST] = 0, 0
    state[LEVEL], state[_PHASE], state[ANSWER] = 0, _ENTER, -1


@njit("void(int64[:, :, ::1], int64, int64[:, ::1], int64[::1])", cache=True)
def store_partial(table: Numbers, buckets: int, frames: Numbers, state: Numbers) -> None:
    """Store the partial results of unfinished queries."""
    for frame in frames[: max(state[LEVEL], 0)]:
        mask, height = frame[_MASK], frame[_ROWS]
        state[STORED] += add(table, buckets, mask, height, frame[_EXCLUDED])


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
    limit: int,
) -> int:
    """Search at most `limit` regions; return the number of regions searched.

    When the search is finished, the level in `state` is -1, and the answer in `state` is the value
    of the region, or -1 if the value is only known to differ from the target.
    """
    depth, phase, answer = state[LEVEL], state[_PHASE], state[ANSWER]
    searched, stored = 0, state[STORED]
    while depth >= 0 and (searched < limit or phase != _ENTER):
        frame = frames[depth]
        first = frame[_FIRST]
        if phase == _ENTER:
            searched += 1
            size = _expand(table, buckets, frame, options[first:], order[first:])
            frame[_COUNT], frame[_INDEX], frame[_ABSENT] = size, 0, -1
            # First look for an option with the target value.
            target = frame[_TARGET]
            frame[_WANTED] = target if target >= 0 else _least_missing(frame[_EXCLUDED])
        elif phase == _RETURN:
            option = options[first + (order[first + frame[_INDEX]] & 255)]
            if option[_PARTS] > 1:
                _resolve(option, answer)
            elif answer < 0:
                frame[_INDEX] += 1
            else:
                _resolve(option, answer)
                frame[_EXCLUDED] |= 1 << option[_SUM]
        phase = _CONTINUE
        value = frame[_WANTED]
        while frame[_INDEX] < frame[_COUNT] and not frame[_EXCLUDED] >> value & 1:
            option = options[first + (order[first + frame[_INDEX]] & 255)]
            if option[_PARTS] == 0:
                frame[_INDEX] += 1
                continue
            mask, height = option[_PART], option[_PART + 1]
            info = lookup(table, buckets, mask, height)
            if info >> VALUE & 0xFF:
                _resolve(option, (info >> VALUE & 0xFF) - 1)
                if option[_PARTS] == 0:
                    frame[_EXCLUDED] |= 1 << option[_SUM]
                continue
            # All but the last of an option's regions have to be evaluated exactly.
            wanted = value ^ option[_SUM] if option[_PARTS] == 1 else -1
            # Each move takes two cells, so the value is at most half the number of cells.
            if wanted >= 0 and (info >> wanted & 1 or 2 * wanted > popcount(mask)):
                frame[_INDEX] += 1
                continue
            depth += 1
            frames[depth, _MASK], frames[depth, _ROWS] = mask, height
            frames[depth, _TARGET], frames[depth, _EXCLUDED] = wanted, info & _EXCLUDED_MASK
            frames[depth, _FIRST] = first + frame[_COUNT]
            phase = _ENTER
            break
        if phase == _ENTER:
            continue
        excluded = frame[_EXCLUDED]
        if frame[_TARGET] >= 0 and excluded >> frame[_TARGET] & 1:
            stored += add(table, buckets, frame[_MASK], frame[_ROWS], excluded)
            answer, phase = -1, _RETURN
            depth -= 1
            continue
        if not excluded >> value & 1:
            frame[_ABSENT] = value
        # The value of the region is the mex of the values of its options.
        least = _least_missing(excluded)
        if least == frame[_ABSENT]:
            info = least + 1 << VALUE | excluded
            stored += store(table, buckets, frame[_MASK], frame[_ROWS], info)
            answer, phase = least, _RETURN
            depth -= 1
        else:
            frame[_WANTED], frame[_INDEX] = least, 0
    state[LEVEL], state[_PHASE], state[ANSWER], state[STORED] = depth, phase, answer, stored
    return searched
