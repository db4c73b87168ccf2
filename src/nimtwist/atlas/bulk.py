"""All games of a modulus at once: which pairs of heaps are good, and which games share that.

The *pattern* of a game says which pairs of heaps smaller than a size are good. It is symmetric, so
it is kept as the bits of the pairs x ≤ y, where the pair (x, y) has the number y(y + 1)/2 + x:
whatever the size, a pair has the same bit, and the pattern of a smaller size is a beginning.
States are as in `nimtwist.atlas.rows`: going through the pairs x ≤ y column by column, V(x, y) is
a number that moves down the column, and V(y, x) one for each row.

This is the one module of the atlas that needs NumPy and numba, by the extra `atlas`. What it
compiles, on the first call, is kept for later processes, and lets other threads run.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nimtwist._checks import check_integer, short_repr
from nimtwist.atlas.families import LARGEST_MODULUS, rules_of

__all__ = ["Classes", "Patterns", "boxes", "codes", "distinct", "packed", "patterns"]

_LARGEST_SIZE = 4096  # for which a pattern takes a megabyte
_BITS = 64
_CHUNK = 1 << 24  # pairs of heaps whose bits are in memory at a time

Codes = NDArray[np.uint64]
Words = NDArray[np.uint64]
Counts = NDArray[np.uint32]


# --- All games -----------------------------------------------------------------------------------


def codes(modulus: int) -> Codes:
    """Return the codes of all games of a modulus, ascending: those of `families.antichains`.

    There are 2, 5, 19, 167, 7,580 and 7,828,353 of them.

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6.

    >>> codes(2).tolist()
    [1, 3, 5, 7, 15]
    """
    modulus = check_integer(modulus, "the modulus of all games", 1, LARGEST_MODULUS)
    found = np.array([0, 1], np.uint64)
    for residues in range(modulus):
        # A code consists of two of one residue less; the first, in front, is contained in the
        # second.
        less, shift = found, np.uint64(1 << residues)
        found = np.concatenate([code << shift | less[code & ~less == 0] for code in less])
    return found[1:]


# --- Patterns ------------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def _fill(codes: Codes, modulus: int, size: int, words: Words, good: Counts) -> None:
    """Write the pattern of each game into its row of `words`, and count the good pairs."""
    one, last = np.uint64(1), np.uint64(modulus - 1)
    full = (one << np.uint64(modulus)) - one
    rows = np.empty(size, np.uint64)
    for game in range(len(codes)):
        code = codes[game]
        pair, count, word = 0, 0, np.uint64(0)
        for y in range(size):
            found = column = rows[y] = np.uint64(0)
            for x in range(y + 1):
                row = rows[x]
                found = code >> (column | row) & one
                # One stick on, every good pair is one stick further away, and this one is one.
                column = (column << one | column >> last) & full | found
                rows[x] = (row << one | row >> last) & full | found
                count += 2 * int(found)
                word |= found << np.uint64(pair % _BITS)
                pair += 1
                if pair % _BITS == 0:
                    words[game, pair // _BITS - 1] = word
                    word = np.uint64(0)
            rows[y] = column  # by symmetry
            count -= int(found)  # a pair of equal heaps counts once
        if pair % _BITS:
            words[game, pair // _BITS] = word
        good[game] = count


def packed(modulus: int, codes: Codes, size: int) -> Words:
    """Return the patterns of games on heaps smaller than `size`: for each, the bits in words.

    The pair (x, y), where x ≤ y, is bit y(y + 1)/2 + x; bits are counted from the lowest of the
    first word. Bits after the last pair are 0.

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6, `codes` is not an array of
            codes of that modulus, or `size` is not an integer from 1 to 4096.

    >>> packed(1, codes(1), 3).tolist()  # Nim: (0, 0), (1, 1) and (2, 2) are good
    [[37], [63]]
    """
    return _filled(*_checked(modulus, codes, size))[0]


def _filled(modulus: int, codes: Codes, size: int) -> tuple[Words, Counts]:
    words = np.empty((len(codes), -(-_pairs(size) // _BITS)), np.uint64)
    good = np.empty(len(codes), np.uint32)
    _fill(codes, modulus, size, words, good)
    return words, good


def _pairs(size: int) -> int:
    return size * (size + 1) // 2


@dataclass(frozen=True, eq=False)
class Patterns:
    """What is kept of the pattern of each game: its hash, and how many pairs of heaps are good.

    Args:
        hashes: two words for each game: the 128 bits of BLAKE2b, from the first on, of the
            pattern's bytes (the words of `packed`, each with its lowest byte first). The hash is
            that of the pattern alone: it compares games of any two moduli, on one size.
        good: for each game, the number of good pairs (x, y), where (x, y) and (y, x) are two.

    >>> Patterns(np.array([[1, 255]], np.uint64), np.array([1], np.uint32)).texts()
    ['000000000000000100000000000000ff']
    """

    hashes: Words
    good: Counts

    def texts(self) -> list[str]:
        """Return the hashes as 32 hexadecimal digits, as `hashlib` writes them."""
        return [f"{first:016x}{second:016x}" for first, second in self.hashes.tolist()]


def patterns(modulus: int, codes: Codes, size: int) -> Patterns:
    """Return the hash of each game's pattern and how many pairs of heaps below `size` are good.

    Of a pattern no more than that is kept in memory. To hash all games of modulus 6, hash those
    with `distinct` patterns only.

    Raises:
        ValueError: as for `packed`.

    >>> patterns(2, codes(2), 32).good.tolist()
    [32, 64, 512, 64, 1024]
    """
    modulus, codes, size = _checked(modulus, codes, size)
    hashes, good = np.empty((len(codes), 2), np.uint64), np.empty(len(codes), np.uint32)
    step = max(1, _CHUNK // _pairs(size))
    for start in range(0, len(codes), step):
        chunk = slice(start, start + step)
        words, good[chunk] = _filled(modulus, codes[chunk], size)
        hashes[chunk] = _hashes(words)
    return Patterns(hashes, good)


def _hashes(words: Words) -> Words:
    each = memoryview(words.astype("<u8").tobytes())
    length = 8 * words.shape[1]
    digests = [
        blake2b(each[start : start + length], digest_size=16).digest()
        for start in range(0, len(each), length)
    ]
    return np.frombuffer(b"".join(digests), ">u8").astype(np.uint64).reshape(-1, 2)


# --- Which games have the same pattern -----------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Classes:
    """Which of some games have the same pattern.

    Args:
        first: for each game, the index of the first one with the same pattern. It stands for
            all of them; of codes that ascend it is the smallest.
        good: for each game, the number of good pairs.
        growth: the number of different patterns on heaps smaller than 1, 2, … and `size`.

    >>> distinct(2, codes(2), 32).first.tolist()
    [0, 1, 2, 1, 4]
    """

    first: Counts
    good: Counts
    growth: NDArray[np.int64]

    @cached_property
    def representatives(self) -> NDArray[np.intp]:
        """The indices of the games that stand for a class, ascending."""
        return np.flatnonzero(self.first == np.arange(len(self.first), dtype=np.uint32))

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """How many games each of the representatives stands for."""
        return np.bincount(self.first)[self.representatives]


def distinct(modulus: int, codes: Codes, size: int, states: bool = False) -> Classes:
    """Return which games have the same pattern on heaps smaller than `size`, exactly.

    Or, with `states`, which have the same states there: the same certificate may do for them. If
    residue n is in both states of a pair, the states next to it are the same whether or not it is
    good; so games may have the same states and other patterns, and `good` is that of one of them.

    No hash decides. All games walk through the pairs of heaps together, as one, for as long as
    they agree; where their codes differ in the bit that is looked up, those without it and those
    with it part. So games that part have patterns that differ in that pair, and games that never
    do have looked up the same bits all the way. In this way a pattern is worked out once, however
    many games have it, and most of it for games of other patterns, too.

    It follows that of all games of a modulus those with the same pattern are an interval: all
    codes that contain the smallest of them and are contained in the largest. It is they that agree
    on the sets of residues that are met.

    Raises:
        ValueError: as for `packed`.

    >>> for modulus in range(1, 5):
    ...     print(distinct(modulus, codes(modulus), 8).growth.tolist())
    [1, 2, 2, 2, 2, 2, 2, 2]
    [1, 2, 4, 4, 4, 4, 4, 4]
    [1, 2, 4, 7, 9, 10, 10, 10]
    [1, 2, 4, 7, 18, 27, 36, 41]
    """
    modulus, codes, size = _checked(modulus, codes, size)
    first, good = np.empty(len(codes), np.uint32), np.empty(len(codes), np.uint32)
    parted = np.zeros(size, np.int64)
    _part(codes.copy(), modulus, size, bool(states), first, good, parted)
    return Classes(first, good, 1 + parted.cumsum())


@njit(nogil=True, cache=True)
def _part(
    codes: Codes,
    modulus: int,
    size: int,
    states: bool,
    first: Counts,
    good: Counts,
    parted: NDArray[np.int64],
) -> None:
    """Find the classes; `parted` has for each column how often a group of games parts in it.

    On the stack are groups of games that have agreed so far, the first ones on top: from where to
    where they are in `codes`, the pair (y, x) that comes next, the number of good pairs up to it,
    and the states there. `order` says where the games were at first.
    """
    depths = (1 << modulus) + 1  # on one way, games part once for each bit
    stack, columns = np.zeros((depths, 5), np.int64), np.zeros(depths, np.uint64)
    rows, order = np.zeros((depths, size + 1), np.uint64), np.arange(len(codes))
    stack[0, 1], depth = len(codes), 0
    one, last = np.uint64(1), np.uint64(modulus - 1)
    full = (one << np.uint64(modulus)) - one
    while depth >= 0:
        start, end, y = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        x, count, column = stack[depth, 3], stack[depth, 4], columns[depth]
        sample, differ, parts = codes[start], np.uint64(0), False
        for i in range(start, end):
            differ |= codes[i] ^ sample
        while y < size and not parts:
            row = rows[depth, x] if x < y else column
            reached = column | row
            if differ >> reached & one and not (states and (row & column) >> last & one):
                parts = True
                middle, i = end, start
                while i < middle:
                    code = codes[i]
                    if code >> reached & one:
                        middle -= 1
                        number = order[i]
                        codes[i], order[i] = codes[middle], order[middle]
                        codes[middle], order[middle] = code, number
                    else:
                        i += 1
                parted[y] += 1
                for k in range(y):
                    rows[depth + 1, k] = rows[depth, k]
                for level in range(depth, depth + 2):
                    stack[level, 0] = middle if level == depth else start
                    stack[level, 1] = end if level == depth else middle
                    stack[level, 2], stack[level, 3], stack[level, 4] = y, x, count
                    columns[level] = column
                depth += 1
            else:
                found = sample >> reached & one
                column = (column << one | column >> last) & full | found
                rows[depth, x] = (row << one | row >> last) & full | found
                count += 2 * int(found)
                x += 1
                if x > y:
                    count -= int(found)
                    x, y, column = 0, y + 1, np.uint64(0)
        if not parts:
            number = order[start]
            for i in range(start, end):
                number = min(number, order[i])
            for i in range(start, end):
                first[order[i]], good[order[i]] = number, count
            depth -= 1


def boxes(modulus: int, codes: Codes) -> NDArray[np.bool_]:
    """Return which games are solved by boxes: `BlockingNim.is_box_game`, of many games at once.

    They are those in which no run of residues in a restriction (n is followed by 1) is longer than
    the longest one that starts with residue 1.

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6, or `codes` is not an array of
            codes of that modulus.

    >>> boxes(2, codes(2)).tolist()
    [True, True, False, True, True]
    """
    modulus, codes, _ = _checked(modulus, codes, 1)
    full, found = (1 << modulus) - 1, np.ones(len(codes), np.bool_)
    for length in range(1, modulus + 1):
        first = (1 << length) - 1
        runs = {(first << turn | first >> modulus - turn) & full for turn in range(modulus)}
        has_one = codes & np.uint64(sum(1 << run for run in runs)) != 0
        found &= ~has_one | (codes >> np.uint64(first) & np.uint64(1) != 0)
    return found


# --- Arguments -----------------------------------------------------------------------------------


def _checked(modulus: int, codes: Codes, size: int) -> tuple[int, Codes, int]:
    modulus = check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
    if not isinstance(codes, np.ndarray) or codes.dtype != np.uint64 or codes.ndim != 1:
        raise ValueError(
            f"codes are an array of one dimension and the type uint64, not {short_repr(codes)}"
        )
    if not len(codes):
        raise ValueError(f"the array of codes {short_repr(codes)} is empty: give at least one code")
    wrong = _no_codes(modulus, codes)
    if wrong.any():
        rules_of(modulus, int(codes[wrong.argmax()]))  # says what is wrong with it
    return modulus, np.ascontiguousarray(codes), _size(size)


def _no_codes(modulus: int, numbers: Codes) -> NDArray[np.bool_]:
    """Return which numbers are no codes: a code has all subsets of each of its sets."""
    wrong: NDArray[np.bool_] = (numbers == 0) | (numbers > np.uint64((1 << (1 << modulus)) - 1))
    for residue in range(modulus):
        with_it = np.uint64(sum(1 << t for t in range(1 << modulus) if t >> residue & 1))
        wrong |= (numbers & with_it) >> np.uint64(1 << residue) & ~numbers != 0
    return wrong


def _size(size: int) -> int:
    return check_integer(size, "the size of a pattern", 1, _LARGEST_SIZE)
