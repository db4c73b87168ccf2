"""The loops of `nimtwist.arrays` for any processor, compiled by numba.

Numbers are sliced into their binary digits: a *plane* has one digit of many numbers, 64 in a word.
An instruction that combines words then works for all of these, and the compiler lets one do so for
as many words as the processor can. On planes, nim arithmetic is that of `nimtwist.nimber`, down to
single digits, whose product is their conjunction. Nothing is looked up.

Other linear maps are looked up byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from nimtwist.arrays._parts import bytewise, in_copies

Kernel = Callable[..., None]
Numbers = NDArray[Any]
Planes = Any
"""Planes of digits, the lowest first: words one after the other, or a tuple of one word of each."""

_WORDS = 64  # of a plane
_BLOCK = 64 * _WORDS  # numbers that are sliced together
_LEAF = 8 * _WORDS

# In numba a 64-bit number and a literal make a float.
_1, _8, _LOW8 = np.uint64(1), np.uint64(8), np.uint64(0xFF)


# --- Fields of 4, 16 and 256: a word of each plane -----------------------------------------------

# As in `nimtwist.nimber`, which says why: a number is a₁F ⊕ a₀, "half" is its product by F/2.


@njit()
def _sum2(x: Planes, y: Planes) -> Planes:
    return x[0] ^ y[0], x[1] ^ y[1]


@njit()
def _half2(x: Planes) -> Planes:
    return x[1], x[1] ^ x[0]


@njit()
def _product2(x: Planes, y: Planes) -> Planes:
    low = x[0] & y[0]
    return low ^ x[1] & y[1], (x[0] ^ x[1]) & (y[0] ^ y[1]) ^ low


@njit()
def _inverse2(x: Planes) -> Planes:
    return x[0] ^ x[1], x[1]


@njit()
def _sum4(x: Planes, y: Planes) -> Planes:
    return _sum2(x[:2], y[:2]) + _sum2(x[2:], y[2:])


@njit()
def _half4(x: Planes) -> Planes:
    return _half2(_half2(x[2:])) + _half2(_sum2(x[:2], x[2:]))


@njit(inline="always")
def _product4(x: Planes, y: Planes) -> Planes:
    low, top = _product2(x[:2], y[:2]), _product2(x[2:], y[2:])
    cross = _product2(_sum2(x[:2], x[2:]), _sum2(y[:2], y[2:]))
    return _sum2(low, _half2(top)) + _sum2(cross, low)


@njit(inline="always")
def _inverse4(x: Planes) -> Planes:
    low, top = x[:2], x[2:]
    other = _sum2(low, top)
    norm = _sum2(_product2(low, other), _half2(_product2(top, top)))
    inverse = _inverse2(norm)
    return _product2(other, inverse) + _product2(top, inverse)


@njit()
def _half8(x: Planes) -> Planes:
    return _half4(_half4(x[4:])) + _half4(_sum4(x[:4], x[4:]))


@njit(inline="always")
def _product8(x: Planes, y: Planes) -> Planes:
    low, top = _product4(x[:4], y[:4]), _product4(x[4:], y[4:])
    cross = _product4(_sum4(x[:4], x[4:]), _sum4(y[:4], y[4:]))
    return _sum4(low, _half4(top)) + _sum4(cross, low)


@njit(inline="always")
def _inverse8(x: Planes) -> Planes:
    low, top = x[:4], x[4:]
    other = _sum4(low, top)
    norm = _sum4(_product4(low, other), _half4(_product4(top, top)))
    inverse = _inverse4(norm)
    return _product4(other, inverse) + _product4(top, inverse)


# --- Larger fields: planes in arrays -------------------------------------------------------------

# The compiler takes several words at a time only where the arrays of a loop are apart; so nothing
# is done in place, and `free` is for what lies between. The words of eight planes are at these
# places; a loop over them has to name each.
_A, _B, _C, _D, _E, _F, _G, _H = range(0, _LEAF, _WORDS)


@njit()
def _eight(x: Planes, i: int) -> Planes:
    return x[i], x[_B + i], x[_C + i], x[_D + i], x[_E + i], x[_F + i], x[_G + i], x[_H + i]


@njit()
def _set_eight(x: Planes, i: int, words: Planes) -> None:
    x[i], x[_B + i], x[_C + i], x[_D + i] = words[:4]
    x[_E + i], x[_F + i], x[_G + i], x[_H + i] = words[4:]


@njit()
def _add(x: Planes, y: Planes, out: Planes) -> None:
    for i in range(out.size):
        out[i] = x[i] ^ y[i]


@njit()
def _add_to(x: Planes, y: Planes) -> None:
    for i in range(x.size):
        x[i] ^= y[i]


@njit()
def _half(x: Planes, out: Planes, free: Planes) -> None:
    half = x.size // 2
    if x.size == _LEAF:
        for i in range(_WORDS):
            _set_eight(out, i, _half8(_eight(x, i)))
        return
    part, rest = free[:half], free[half:]
    _add(x[:half], x[half:], part)
    _half(part, out[half:], rest)
    _half(x[half:], part, rest)
    _half(part, out[:half], rest)


@njit()
def _product(x: Planes, y: Planes, out: Planes, free: Planes) -> None:
    half = x.size // 2
    if x.size == _LEAF:
        for i in range(_WORDS):
            _set_eight(out, i, _product8(_eight(x, i), _eight(y, i)))
        return
    low, high = out[:half], out[half:]
    first, second, rest = free[:half], free[half : 2 * half], free[2 * half :]
    _product(x[:half], y[:half], low, free)
    _add(x[:half], x[half:], first)
    _add(y[:half], y[half:], second)
    _product(first, second, high, rest)
    _add_to(high, low)
    _product(x[half:], y[half:], first, rest)
    _half(first, second, rest)
    _add_to(low, second)


@njit()
def _inverse(x: Planes, out: Planes, free: Planes) -> None:
    half = x.size // 2
    if x.size == _LEAF:
        for i in range(_WORDS):
            _set_eight(out, i, _inverse8(_eight(x, i)))
        return
    low, top = x[:half], x[half:]
    other, norm, square = free[:half], free[half : 2 * half], free[2 * half : 3 * half]
    rest = free[3 * half :]
    _add(low, top, other)
    _product(low, other, norm, rest)
    _product(top, top, out[:half], rest)
    _half(out[:half], square, rest)
    _add_to(norm, square)
    _inverse(norm, square, rest)
    _product(other, square, out[:half], rest)
    _product(top, square, out[half:], rest)


@njit()
def _exchange(x: Planes, y: Planes, step: Any, mask: Any) -> None:
    for i in range(x.size):
        different = (x[i] >> step ^ y[i]) & mask
        y[i] ^= different
        x[i] ^= different << step


@njit()
def _transpose(x: Planes, planes: int) -> None:
    """Make planes of numbers, or numbers of planes; which word a number is in changes.

    In each step a digit of the place in a number changes places with the same digit of the plane.
    """
    step = planes // 2
    while step:
        mask = np.uint64(0)
        for place in range(64):
            if not place & step:
                mask |= _1 << np.uint64(place)
        size = step * _WORDS
        for start in range(0, x.size, 2 * size):
            middle = start + size
            _exchange(x[start:middle], x[middle : middle + size], np.uint64(step), mask)
        step //= 2


@njit()
def _copy(x: Planes, out: Planes) -> None:
    for i in range(out.size):
        out[i] = x[i]


def _mul(a: Numbers, b: Numbers, out: Numbers, planes: int) -> None:
    size = planes * _WORDS
    x, y, z = (np.empty(size, np.uint64), np.empty(size, np.uint64), np.empty(size, np.uint64))
    free = np.empty(4 * size, np.uint64)
    for start in range(0, out.size, size):
        _copy(a[start : start + size], x)
        _copy(b[start : start + size], y)
        _transpose(x, planes)
        _transpose(y, planes)
        _product(x, y, z, free)
        _transpose(z, planes)
        _copy(z, out[start : start + size])


def _inv(a: Numbers, out: Numbers, planes: int) -> None:
    size = planes * _WORDS
    x, y, free = np.empty(size, np.uint64), np.empty(size, np.uint64), np.empty(6 * size, np.uint64)
    for start in range(0, out.size, size):
        _copy(a[start : start + size], x)
        _transpose(x, planes)
        _inverse(x, y, free)
        _transpose(y, planes)
        _copy(y, out[start : start + size])


# --- Linear maps ---------------------------------------------------------------------------------


def _linear(a: Numbers, out: Numbers, table: Numbers) -> None:
    for i in range(a.size):
        rest, image = a[i], np.uint64(0)
        for place in range(len(table)):
            image ^= table[place, rest & _LOW8]
            rest >>= _8
        out[i] = image


# --- What is compiled ----------------------------------------------------------------------------

_LONG = np.dtype(np.uint64)
# Narrower numbers are made wider for a loop in parts of so many.
_PART = 1 << 12


_BYTEWISE = types.Array(types.uint64, 2, "C", readonly=True)


@cache
def _compiled(loop: Kernel, dtype: np.dtype[Any], *others: Any) -> Kernel:
    """Return a loop for arrays of a dtype, the last one for the result, and for other arguments."""
    element = types.Array(getattr(types, dtype.name), 1, "C")
    given = [element.copy(readonly=True)] * (loop.__code__.co_argcount - len(others) - 1)
    signature = types.void(*given, element, *others)
    compiled: Kernel = njit(signature, cache=True, nogil=True)(loop)
    return compiled


def _in_words(loop: Kernel, dtype: np.dtype[Any]) -> Kernel:
    """Return a loop for arrays of a dtype, given one for whole blocks in words."""
    compiled, planes = _compiled(loop, _LONG, types.int64), 8 * dtype.itemsize

    def blocks(*arrays: Numbers) -> None:
        words = [array.view(_LONG) for array in arrays]
        aligned = [each if each.flags.aligned else each.copy() for each in words]
        compiled(*aligned, planes)
        if aligned[-1] is not words[-1]:
            words[-1][:] = aligned[-1]

    def kernel(*arrays: Numbers) -> None:
        whole = arrays[-1].size // _BLOCK * _BLOCK
        if whole:
            blocks(*(array[:whole] for array in arrays))
        in_copies(blocks, [array[whole:] for array in arrays], _BLOCK)

    return kernel


def _widened(loop: Kernel, dtype: np.dtype[Any]) -> Kernel:
    """Return a loop for arrays of a dtype, given one for numbers of 64 bits."""
    if dtype == _LONG:
        return loop

    def narrow(*arrays: Numbers) -> None:
        for start in range(0, arrays[-1].size, _PART):
            parts = [array[start : start + _PART] for array in arrays]
            wider = [part.astype(_LONG) for part in parts]
            loop(*wider)
            parts[-1][:] = wider[-1]

    return narrow


@cache
def mul(dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for nim-products."""
    return _in_words(_mul, dtype)


@cache
def inv(dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for inverses, which sends 0 to 0."""
    return _in_words(_inv, dtype)


@cache
def linear(images: tuple[int, ...], dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for the linear map that sends 1, 2, 4, … to these images."""
    loop, table = _compiled(_linear, _LONG, _BYTEWISE), bytewise(images)
    return _widened(lambda *arrays: loop(*arrays, table), dtype)
