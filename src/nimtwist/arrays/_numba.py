"""The portable loops of `nimtwist.arrays`, compiled by numba.

Products and inverses are computed on bit-sliced numbers: a *plane* holds one binary digit of many
numbers, 64 to a word. An instruction on words then operates on 64 numbers at once, and the compiler
vectorises it further.
Nim arithmetic on planes needs no tables: it follows the recursion of `nimtwist.nimber` down to
single digits, whose product is their logical conjunction.

Linear maps use one lookup table for each byte of a number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from nimtwist.arrays._parts import byte_tables, run_padded

Kernel = Callable[..., Any]
Numbers = NDArray[Any]
Planes = Any
"""Planes, lowest digit first: an array of consecutive planes, or a tuple with a word of each."""

_WORDS = 64  # words in a plane
_BLOCK = 64 * _WORDS  # numbers in a block
_LEAF = 8 * _WORDS  # number of words in eight planes; the recursion stops at one-byte numbers

# Typed constants, because numba promotes a uint64 combined with an integer literal to float64.
_1, _8, _LOW8 = np.uint64(1), np.uint64(8), np.uint64(0xFF)


# --- Fields of 4, 16 and 256 elements: a word of each plane --------------------------------------

# The formulas are those of `nimtwist.nimber` for numbers a₁F ⊕ a₀, where F is a Fermat 2-power. The
# functions with "half" in their names multiply by F/2.


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


def _squared(size: int, add: Kernel, half: Kernel, product: Kernel, inverse: Kernel) -> Any:
    """Return the same operations for numbers of twice as many digits, given those for `size`."""

    @njit()
    def larger_add(x: Planes, y: Planes) -> Planes:
        return add(x[:size], y[:size]) + add(x[size:], y[size:])

    @njit()
    def larger_half(x: Planes) -> Planes:
        return half(half(x[size:])) + half(add(x[:size], x[size:]))

    @njit(inline="always")
    def larger_product(x: Planes, y: Planes) -> Planes:
        low, top = product(x[:size], y[:size]), product(x[size:], y[size:])
        cross = product(add(x[:size], x[size:]), add(y[:size], y[size:]))
        return add(low, half(top)) + add(cross, low)

    @njit(inline="always")
    def larger_inverse(x: Planes) -> Planes:
        low, top = x[:size], x[size:]
        other = add(low, top)
        norm = add(product(low, other), half(product(top, top)))
        inverted = inverse(norm)
        return product(other, inverted) + product(top, inverted)

    return larger_add, larger_half, larger_product, larger_inverse


_of_4_digits = _squared(2, _sum2, _half2, _product2, _inverse2)
_, _half8, _product8, _inverse8 = _squared(4, *_of_4_digits)


# --- Larger fields: planes in arrays -------------------------------------------------------------

# The compiler vectorises a loop only if its arrays do not overlap. So the operations do not work in
# place, and `scratch` holds their intermediate results. The constants below are the offsets, in
# words, of eight consecutive planes, so that a loop can access each plane separately.
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
def _half(x: Planes, out: Planes, scratch: Planes) -> None:
    half = x.size // 2
    if x.size == _LEAF:
        for i in range(_WORDS):
            _set_eight(out, i, _half8(_eight(x, i)))
        return
    part, rest = scratch[:half], scratch[half:]
    _add(x[:half], x[half:], part)
    _half(part, out[half:], rest)
    _half(x[half:], part, rest)
    _half(part, out[:half], rest)


@njit()
def _product(x: Planes, y: Planes, out: Planes, scratch: Planes) -> None:
    half = x.size // 2
    if x.size == _LEAF:
        for i in range(_WORDS):
            _set_eight(out, i, _product8(_eight(x, i), _eight(y, i)))
        return
    low, high = out[:half], out[half:]
    first, second, rest = scratch[:half], scratch[half : 2 * half], scratch[2 * half :]
    _product(x[:half], y[:half], low, scratch)
    _add(x[:half], x[half:], first)
    _add(y[:half], y[half:], second)
    _product(first, second, high, rest)
    _add_to(high, low)
    _product(x[half:], y[half:], first, rest)
    _half(first, second, rest)
    _add_to(low, second)


@njit()
def _inverse(x: Planes, out: Planes, scratch: Planes) -> None:
    half = x.size // 2
    if x.size == _LEAF:
        for i in range(_WORDS):
            _set_eight(out, i, _inverse8(_eight(x, i)))
        return
    low, top = x[:half], x[half:]
    other, norm, square = scratch[:half], scratch[half : 2 * half], scratch[2 * half : 3 * half]
    rest = scratch[3 * half :]
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
    """Convert numbers to planes, or planes to numbers, by transposing bits in place.

    The words may end up in a different order. Each bit has two indices: its place within its
    number, and the index of its plane. Each step moves the bits so that one binary digit of the
    first index trades places with the same digit of the second.
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
    scratch = np.empty(4 * size, np.uint64)
    for start in range(0, out.size, size):
        _copy(a[start : start + size], x)
        _copy(b[start : start + size], y)
        _transpose(x, planes)
        _transpose(y, planes)
        _product(x, y, z, scratch)
        _transpose(z, planes)
        _copy(z, out[start : start + size])


def _inv(a: Numbers, out: Numbers, planes: int) -> None:
    size = planes * _WORDS
    x, y, scratch = (
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(6 * size, np.uint64),
    )
    for start in range(0, out.size, size):
        _copy(a[start : start + size], x)
        _transpose(x, planes)
        _inverse(x, y, scratch)
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


# --- Compilation ---------------------------------------------------------------------------------

_LONG = np.dtype(np.uint64)
# Arrays of numbers narrower than 64 bits are widened in chunks of this many numbers.
_CHUNK = 1 << 12

_OPERAND = types.Array(types.uint64, 1, "C", readonly=True)
_TABLE = types.Array(types.uint64, 2, "C", readonly=True)


@cache
def _compile(loop: Kernel, last: Any) -> Kernel:
    """Compile a loop over arrays of 64-bit words: operands, then the array for the result.

    `last` is the type of one more argument, which follows the arrays.
    """
    operands = [_OPERAND] * (loop.__code__.co_argcount - 2)
    signature = types.void(*operands, types.uint64[::1], last)
    compiled: Kernel = njit(signature, cache=True, nogil=True)(loop)
    return compiled


def _in_words(loop: Kernel, dtype: np.dtype[Any]) -> Kernel:
    """Return a kernel for arrays of a dtype, given a loop over whole blocks of 64-bit words."""
    compiled, planes = _compile(loop, types.int64), 8 * dtype.itemsize

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
        run_padded(blocks, [array[whole:] for array in arrays], _BLOCK)

    return kernel


def _widened(loop: Kernel, dtype: np.dtype[Any]) -> Kernel:
    """Return a kernel for arrays of a dtype, given a loop over 64-bit numbers."""
    if dtype == _LONG:
        return loop

    def narrow(*arrays: Numbers) -> None:
        for start in range(0, arrays[-1].size, _CHUNK):
            chunks = [array[start : start + _CHUNK] for array in arrays]
            wider = [chunk.astype(_LONG) for chunk in chunks]
            loop(*wider)
            chunks[-1][:] = wider[-1]

    return narrow


@cache
def mul(dtype: np.dtype[Any]) -> Kernel:
    """Return the kernel for nim-products."""
    return _in_words(_mul, dtype)


@cache
def inv(dtype: np.dtype[Any]) -> Kernel:
    """Return the kernel for inverses, which maps 0 to 0."""
    return _in_words(_inv, dtype)


@cache
def linear(images: tuple[int, ...], dtype: np.dtype[Any]) -> Kernel:
    """Return the kernel for the linear map that sends 1, 2, 4, … to `images`."""
    loop, table = _compile(_linear, _TABLE), byte_tables(images)
    return _widened(lambda *arrays: loop(*arrays, table), dtype)
