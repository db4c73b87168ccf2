"""Tools that group all games with one modulus by their good pairs of heaps.

The *pattern* of a game is the set of its good pairs of heaps below a given size. States are defined
in `nimtwist.atlas.rows`.

This module needs NumPy and numba (extra `atlas`). Its functions are compiled on their first call;
the compiled code is cached on disk for later processes, and releases the GIL.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nimtwist.atlas.families import LARGEST_MODULUS, rules_of
from nimtwist.checks import check_integer, short_repr

__all__ = ["Classes", "are_box_games", "codes", "distinct"]

_MAX_SIZE = 4096

Codes = NDArray[np.uint64]


# --- All games -----------------------------------------------------------------------------------


def codes(modulus: int) -> Codes:
    """Return the codes of all games with a given modulus, in ascending order.

    `families.antichains` yields the games in the same order. For moduli 1 to 6, there are 2, 5, 19,
    167, 7,580 and 7,828,353 games, respectively.

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6.

    >>> codes(2).tolist()
    [1, 3, 5, 7, 15]
    """
    modulus = check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
    result = np.array([0, 1], np.uint64)
    for residues in range(modulus):
        # A code for k residues consists of two codes for k - 1 residues. Its high half describes
        # the sets that contain the new residue; every bit that is set there is also set in the
        # low half.
        smaller, shift = result, np.uint64(1 << residues)
        result = np.concatenate([code << shift | smaller[code & ~smaller == 0] for code in smaller])
    return result[1:]


# --- Games with the same pattern -----------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of games with the same pattern.

    Args:
        first: for each game, the index of the first game with the same pattern, which represents
            the class. If the codes are in ascending order, this game has the smallest code in its
            class.
        growth: for each number from 1 to `size`, the number of different patterns on heaps below
            this number.

    >>> distinct(2, codes(2), 32).first.tolist()
    [0, 1, 2, 1, 4]
    """

    first: NDArray[np.uint32]
    growth: NDArray[np.int64]

    @cached_property
    def representatives(self) -> NDArray[np.intp]:
        """The indices of the games that represent the classes, in ascending order."""
        return np.flatnonzero(self.first == np.arange(len(self.first), dtype=np.uint32))

    @cached_property
    def members(self) -> list[NDArray[np.intp]]:
        """The indices of the games in each class, in the order of the representatives."""
        order = np.argsort(self.first, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(self.first[order])) + 1)


def distinct(modulus: int, codes: Codes, size: int, states: bool = False) -> Classes:
    """Group games by their exact patterns on heaps below `size`.

    If `states` is true, group them by their states on these heaps instead, since games with the
    same states may share a certificate. If residue n is in both states of a pair, the states of its
    neighbours do not depend on whether the pair is good. So games with the same states may have
    different patterns.

    The comparison uses no hashes. All games go through the pairs of heaps together as long as they
    agree. Where their codes differ in the bit that is looked up, they are split into the games
    without this bit and the games with it. So games that are split have patterns that differ at
    that pair, and games that are never split have looked up the same bits throughout. Each pattern
    is computed once, however many games have it, and most of the work is shared between patterns.

    If a code is regarded as a set of bits, it follows that all games with the same modulus and
    pattern form an interval: a game belongs to the interval if its code contains the smallest code
    in it and is contained in the largest. All these codes agree on the bits for the sets of
    residues that occur.

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6, `codes` is not an array of
            codes of that modulus, or `size` is not an integer from 1 to 4096.

    >>> for modulus in range(1, 5):
    ...     print(distinct(modulus, codes(modulus), 8).growth.tolist())
    [1, 2, 2, 2, 2, 2, 2, 2]
    [1, 2, 4, 4, 4, 4, 4, 4]
    [1, 2, 4, 7, 9, 10, 10, 10]
    [1, 2, 4, 7, 18, 27, 36, 41]
    """
    modulus, codes, size = _check_args(modulus, codes, size)
    first, splits = np.empty(len(codes), np.uint32), np.zeros(size, np.int64)
    _split(codes.copy(), modulus, size, bool(states), first, splits)
    return Classes(first, 1 + splits.cumsum())


@njit(nogil=True, cache=True)
def _split(
    codes: Codes,
    modulus: int,
    size: int,
    states: bool,
    first: NDArray[np.uint32],
    splits: NDArray[np.int64],
) -> None:
    """Find the classes; count in `splits` how often groups of games split in each column.

    The stack holds groups of games that have agreed so far; the group that comes first in `codes`
    is on top. An entry consists of the start and the end of the group in `codes`, and the next pair
    (y, x). The pairs x ≤ y are visited column by column: `columns` holds the state V(x, y), which
    is updated down the column, and `rows` holds the states V(y, x). `order` holds the original
    indices of the games.
    """
    depths = (1 << modulus) + 1  # each bit of the code occurs at most once in a chain of splits
    stack, columns = np.zeros((depths, 4), np.int64), np.zeros(depths, np.uint64)
    rows, order = np.zeros((depths, size + 1), np.uint64), np.arange(len(codes))
    stack[0, 1], depth = len(codes), 0
    one, last = np.uint64(1), np.uint64(modulus - 1)
    full = (one << np.uint64(modulus)) - one
    while depth >= 0:
        start, end, y, x = stack[depth]
        column = columns[depth]
        sample, differ, has_split = codes[start], np.uint64(0), False
        for i in range(start, end):
            differ |= codes[i] ^ sample
        while y < size and not has_split:
            row = rows[depth, x] if x < y else column
            reached = column | row
            if differ >> reached & one and not (states and (row & column) >> last & one):
                has_split = True
                middle, i = end, start
                while i < middle:
                    code = codes[i]
                    if code >> reached & one:
                        middle -= 1
                        index = order[i]
                        codes[i], order[i] = codes[middle], order[middle]
                        codes[middle], order[middle] = code, index
                    else:
                        i += 1
                splits[y] += 1
                for k in range(y):
                    rows[depth + 1, k] = rows[depth, k]
                for level in range(depth, depth + 2):
                    stack[level, 0] = middle if level == depth else start
                    stack[level, 1] = end if level == depth else middle
                    stack[level, 2], stack[level, 3] = y, x
                    columns[level] = column
                depth += 1
            else:
                is_good = sample >> reached & one
                column = (column << one | column >> last) & full | is_good
                rows[depth, x] = (row << one | row >> last) & full | is_good
                x += 1
                if x > y:
                    x, y, column = 0, y + 1, np.uint64(0)
        if not has_split:
            index = order[start]
            for i in range(start, end):
                index = min(index, order[i])
            for i in range(start, end):
                first[order[i]] = index
            depth -= 1


def are_box_games(modulus: int, codes: Codes) -> NDArray[np.bool_]:
    """Return a mask of the games that are solved by boxes; see `BlockingNim.is_box_game`.

    A game is solved by boxes if no run of consecutive residues in any restriction is longer than
    the longest run that starts with residue 1. (Residue n is followed by residue 1.)

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6, or `codes` is not an array of
            codes of that modulus.

    >>> are_box_games(2, codes(2)).tolist()
    [True, True, False, True, True]
    """
    modulus, codes, _ = _check_args(modulus, codes, 1)
    full, result = (1 << modulus) - 1, np.ones(len(codes), np.bool_)
    for length in range(1, modulus + 1):
        first = (1 << length) - 1
        runs = {(first << shift | first >> modulus - shift) & full for shift in range(modulus)}
        has_run = codes & np.uint64(sum(1 << run for run in runs)) != 0
        result &= ~has_run | (codes >> np.uint64(first) & np.uint64(1) != 0)
    return result


# --- Arguments -----------------------------------------------------------------------------------


def _check_args(modulus: int, codes: Codes, size: int) -> tuple[int, Codes, int]:
    modulus = check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
    if not isinstance(codes, np.ndarray) or codes.dtype != np.uint64 or codes.ndim != 1:
        raise ValueError(
            f"codes must be a one-dimensional array of type uint64, not {short_repr(codes)}"
        )
    if not len(codes):
        raise ValueError(f"codes must be a nonempty array, not {short_repr(codes)}")
    invalid = _are_invalid(modulus, codes)
    if invalid.any():
        rules_of(modulus, int(codes[invalid.argmax()]))  # raises an error that quotes the code
    return modulus, np.ascontiguousarray(codes), _size(size)


def _are_invalid(modulus: int, numbers: Codes) -> NDArray[np.bool_]:
    """Return a mask of the numbers that are not codes.

    If a code has the bit for a set of residues, it must also have the bits for all its subsets.
    """
    invalid: NDArray[np.bool_] = (numbers == 0) | (numbers > np.uint64((1 << (1 << modulus)) - 1))
    for residue in range(modulus):
        containing = np.uint64(sum(1 << t for t in range(1 << modulus) if t >> residue & 1))
        invalid |= (numbers & containing) >> np.uint64(1 << residue) & ~numbers != 0
    return invalid


def _size(size: int) -> int:
    return check_integer(size, "the size of a pattern", 1, _MAX_SIZE)
