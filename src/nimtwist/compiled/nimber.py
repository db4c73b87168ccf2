"""Nim products of numbers with thousands of binary digits, compiled (extra `[fast]`).

Factors are split as by `nimtwist.nimber.mul`, down to 64 digits, and all products of these parts
are found at once by `nimtwist.arrays.mul`. What is left are sums, and products by F/2.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nimtwist import arrays, nimber
from nimtwist._checks import whole
from nimtwist.arrays._parts import bytewise

__all__ = ["mul"]

Words = NDArray[Any]
"""Numbers of 64 binary digits; several are one number, the lowest digits first."""

_MOST_DIGITS = 1 << 21  # for which the parts take about a gigabyte
_LOW8, _8 = np.uint64(0xFF), np.uint64(8)


def mul(a: int, b: int) -> int:
    """Return the nim-product of two whole numbers of up to 2²¹ binary digits, at least 0.

    It is that of `nimtwist.nimber.mul`, and faster from a few hundred binary digits on.
    (nimber.mul)

    Raises:
        ValueError: if `a` or `b` is anything else.

    >>> mul(14, 8), mul(1 << 4096, 1 << 4096) == 3 << 4095
    (10, True)
    """
    digits = max(whole(number, "a nimber").bit_length() for number in (a, b))
    if digits > _MOST_DIGITS:
        raise ValueError(
            f"a nimber can be multiplied here if it has at most {_MOST_DIGITS} binary digits, "
            f"not {digits}"
        )
    size = 1 << (max(digits - 1, 0) // 64).bit_length()
    count = 3 ** (size.bit_length() - 1)
    parts = []
    for number in (a, b):
        words = np.frombuffer(number.to_bytes(8 * size, "little"), "<u8").astype(np.uint64)
        parts.append(np.empty(count, np.uint64))
        _split(words, 0, size, parts[-1], 0, count)
    words = np.empty(4 * size, np.uint64)
    _join(arrays.mul(*parts), 0, count, words, 0, size, size, _images())
    return int.from_bytes(words[:size].astype("<u8").tobytes(), "little")


@cache
def _images() -> Words:
    """Return the products of 2⁶³ and each byte at each place of a word."""
    return bytewise([nimber.mul(1 << place, 1 << 63) for place in range(64)])


# Words of one array are named by where they start: to slice an array takes longer than a product.


@njit("void(u8[::1], i8, i8, u8[::1], i8, i8)", cache=True)
def _split(number: Words, at: int, size: int, parts: Words, to: int, count: int) -> None:
    """Write the parts that are multiplied: those of the lower half, of the sum, of the upper."""
    if size == 1:
        parts[to] = number[at]
        return
    half, third = size // 2, count // 3
    _split(number, at, half, parts, to, third)
    _split(number, at + half, half, parts, to + 2 * third, third)
    for i in range(to, to + third):
        parts[third + i] = parts[i] ^ parts[2 * third + i]


@njit(inline="always")
def _word_times_half(word: Any, images: Words) -> Any:
    image = np.uint64(0)
    for place in range(8):
        image ^= images[place, word & _LOW8]
        word >>= _8
    return image


@njit("void(u8[::1], i8, i8, i8, i8, u8[:, ::1])", cache=True)
def _times_half(words: Words, at: int, size: int, to: int, free: int, images: Words) -> None:
    """Write a ⊗ F/2 for a < F; with F = f², F/2 is the product of f and f/2."""
    half = size // 2
    if size == 1:
        words[to] = _word_times_half(words[at], images)
        return
    if size == 2:
        low, high = words[at], words[at + 1]
        words[to] = _word_times_half(_word_times_half(high, images), images)
        words[to + 1] = _word_times_half(low ^ high, images)
        return
    for i in range(half):
        words[free + i] = words[at + i] ^ words[at + half + i]
    _times_half(words, free, half, to + half, free + half, images)
    _times_half(words, at + half, half, free, free + half, images)
    _times_half(words, free, half, to, free + half, images)


@njit("void(u8[::1], i8, i8, u8[::1], i8, i8, i8, u8[:, ::1])", cache=True)
def _join(
    parts: Words, at: int, count: int, words: Words, to: int, size: int, free: int, images: Words
) -> None:
    """Write the product that the products of the parts make."""
    if size == 1:
        words[to] = parts[at]
        return
    if size == 2:
        words[to] = parts[at] ^ _word_times_half(parts[at + 2], images)
        words[to + 1] = parts[at] ^ parts[at + 1]
        return
    half, third = size // 2, count // 3
    _join(parts, at, third, words, to, half, free, images)
    _join(parts, at + third, third, words, to + half, half, free, images)
    _join(parts, at + 2 * third, third, words, free, half, free + half, images)
    for i in range(to, to + half):
        words[half + i] ^= words[i]
    _times_half(words, free, half, free + half, free + size, images)
    for i in range(half):
        words[to + i] ^= words[free + half + i]
