"""The loops of `nimtwist.arrays` for any processor, compiled by numba.

A number of 16 bits is looked up as a power of a generator g, and the powers are added. The one
chosen here has g³ = F/2 for F = 2¹⁶: in a larger field, where Karatsuba's method needs products of
parts by F/2 and by its square, these cost an addition of 3 or 6 to the exponent.

Squares and square roots are linear, like all conjugates: one look-up for each byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from nimtwist.algebra import nimber
from nimtwist.algebra.polynomial import BinaryField

Kernel = Callable[..., None]
Numbers = NDArray[Any]

# In numba a 64-bit number and a literal make a float.
_8, _16, _24, _32 = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(32)
_LOW8, _LOW16, _LOW32 = np.uint64(0xFF), np.uint64(0xFFFF), np.uint64(0xFFFF_FFFF)
_1, _3, _6, _63, _64 = (np.uint64(n) for n in (1, 3, 6, 63, 64))
_UNITS = np.uint64(0xFFFF)


# --- Tables --------------------------------------------------------------------------------------


@cache
def _logarithms() -> tuple[Numbers, Numbers]:
    """Return the logarithms to a base whose cube is F/2, and the powers, for F = 2¹⁶.

    The logarithm of 0 points past the powers, into zeros.
    """
    known = nimber._logarithms(16)
    units, log = 0xFFFF, np.array(known.log)
    # Dividing all logarithms by that of another generator makes it the base.
    step = next(n for n in range(known.log_half // 3, units, units // 3) if np.gcd(n, units) == 1)
    log = log * pow(step, -1, units) % units
    log[0] = past = 2 * units + 5
    power = np.zeros(2 * past + 7, np.uint16)
    power[log[1:]] = np.arange(1, units + 1)
    power[units:past] = np.resize(power[:units], past - units)
    return log.astype(np.uint32), power


def _bytewise(images: Sequence[int]) -> Numbers:
    """Return what a linear map makes of each byte at each place, given its images of 1, 2, 4, …."""
    table = np.zeros((-(-len(images) // 8), 256), np.uint64)
    for place, image in enumerate(images):
        row, bit = table[place // 8], 1 << place % 8
        row[bit : 2 * bit] = row[:bit] ^ np.uint64(image)
    return table


# --- Products ------------------------------------------------------------------------------------


@njit(inline="always")
def _product32(a: Any, b: Any, log: Numbers, power: Numbers) -> Any:
    a1, a0, b1, b0 = a >> _16, a & _LOW16, b >> _16, b & _LOW16
    low = np.uint64(power[log[a0] + log[b0]])
    cross = np.uint64(power[log[a1 ^ a0] + log[b1 ^ b0]])
    return (cross ^ low) << _16 | low ^ np.uint64(power[log[a1] + log[b1] + _3])


@njit(inline="always")
def _product32_times_half(a: Any, b: Any, log: Numbers, power: Numbers) -> Any:
    """Return the product of two numbers of 32 bits and of 2³¹."""
    a1, a0, b1, b0 = a >> _16, a & _LOW16, b >> _16, b & _LOW16
    low, top, cross = log[a0] + log[b0], log[a1] + log[b1], log[a1 ^ a0] + log[b1 ^ b0]
    high = np.uint64(power[cross + _3] ^ power[top + _6])
    return high << _16 | np.uint64(power[cross + _6] ^ power[low + _6])


@njit(inline="always")
def _product64(a: Any, b: Any, log: Numbers, power: Numbers) -> Any:
    a1, a0, b1, b0 = a >> _32, a & _LOW32, b >> _32, b & _LOW32
    low = _product32(a0, b0, log, power)
    cross = _product32(a1 ^ a0, b1 ^ b0, log, power)
    return (cross ^ low) << _32 | low ^ _product32_times_half(a1, b1, log, power)


def _mul16(a: Numbers, b: Numbers, out: Numbers, log: Numbers, power: Numbers) -> None:
    for i in range(a.size):
        out[i] = power[log[a[i]] + log[b[i]]]


def _mul32(a: Numbers, b: Numbers, out: Numbers, log: Numbers, power: Numbers) -> None:
    for i in range(a.size):
        out[i] = _product32(np.uint64(a[i]), np.uint64(b[i]), log, power)


def _mul64(a: Numbers, b: Numbers, out: Numbers, log: Numbers, power: Numbers) -> None:
    for i in range(a.size):
        out[i] = _product64(a[i], b[i], log, power)


# --- Inverses ------------------------------------------------------------------------------------

# That of a₁F ⊕ a₀ is its conjugate, a₁F ⊕ a₁ ⊕ a₀, divided by the product of both, which is its
# norm: a₀(a₀ ⊕ a₁) ⊕ a₁a₁(F/2), below F.


@njit(inline="always")
def _inverse32(a: Any, log: Numbers, power: Numbers) -> Any:
    a1, a0 = a >> _16, a & _LOW16
    top, sum_ = log[a1], log[a1 ^ a0]
    norm = power[log[a0] + sum_] ^ power[top + top + _3]
    inverse = _UNITS - log[norm]
    return np.uint64(power[top + inverse]) << _16 | np.uint64(power[sum_ + inverse])


def _inv16(a: Numbers, out: Numbers, log: Numbers, power: Numbers) -> None:
    for i in range(a.size):
        out[i] = power[_UNITS - log[a[i]]]


def _inv32(a: Numbers, out: Numbers, log: Numbers, power: Numbers) -> None:
    for i in range(a.size):
        out[i] = _inverse32(np.uint64(a[i]), log, power)


def _inv64(a: Numbers, out: Numbers, log: Numbers, power: Numbers) -> None:
    for i in range(a.size):
        a1, a0 = a[i] >> _32, a[i] & _LOW32
        norm = _product32(a0, a1 ^ a0, log, power) ^ _product32_times_half(a1, a1, log, power)
        inverse = _inverse32(norm, log, power)
        high = _product32(a1, inverse, log, power)
        out[i] = high << _32 | _product32(a1 ^ a0, inverse, log, power)


# --- Linear maps ---------------------------------------------------------------------------------


def _linear(a: Numbers, out: Numbers, table: Numbers) -> None:
    for i in range(a.size):
        rest, image = a[i], np.uint64(0)
        for place in range(len(table)):
            image ^= table[place, rest & _LOW8]
            rest >>= _8
        out[i] = image


# --- Products of polynomials ---------------------------------------------------------------------

# Every fourth digit: an ordinary product of such numbers has three places for what is carried.
_E0, _E1, _E2, _E3 = (np.uint64(0x1111_1111_1111_1111 << n) for n in range(4))


@njit(inline="always")
def _carryless(a: Any, b: Any) -> Any:
    """Return the product of two polynomials over GF(2) of at most 32 digits."""
    a0, a1, a2, a3 = a & _E0, a & _E1, a & _E2, a & _E3
    b0, b1, b2, b3 = b & _E0, b & _E1, b & _E2, b & _E3
    return (
        (a0 * b0 ^ a1 * b3 ^ a2 * b2 ^ a3 * b1) & _E0
        | (a0 * b1 ^ a1 * b0 ^ a2 * b3 ^ a3 * b2) & _E1
        | (a0 * b2 ^ a1 * b1 ^ a2 * b0 ^ a3 * b3) & _E2
        | (a0 * b3 ^ a1 * b2 ^ a2 * b1 ^ a3 * b0) & _E3
    )


def _field_mul(a: Numbers, b: Numbers, out: Numbers, degree: Any, table: Numbers) -> None:
    """`table` has what the digits from `degree` on stand for, modulo the polynomial."""
    # Shifts by 64 digits are undefined.
    mask = (np.uint64(2) << degree - _1) - _1
    for i in range(a.size):
        a1, a0, b1, b0 = a[i] >> _32, a[i] & _LOW32, b[i] >> _32, b[i] & _LOW32
        low, high = _carryless(a0, b0), np.uint64(0)
        if degree > _32:
            high = _carryless(a1, b1)
            middle = _carryless(a1 ^ a0, b1 ^ b0) ^ low ^ high
            low, high = low ^ middle << _32, high ^ middle >> _32
        rest = high << (_64 - degree & _63) | low >> degree - _1 >> _1
        product = low & mask
        for place in range(len(table)):
            product ^= table[place, rest & _LOW8]
            rest >>= _8
        out[i] = product


def _mul8(a: Numbers, b: Numbers, out: Numbers, products: Numbers) -> None:
    for i in range(a.size):
        out[i] = products[np.uint64(a[i]), np.uint64(b[i])]


# --- What is compiled ----------------------------------------------------------------------------

_LONG = np.dtype(np.uint64)
# Narrower numbers are made wider for a loop in parts of so many.
_PART = 1 << 12


def _table(dtype: Any, dimensions: int) -> Any:
    return types.Array(getattr(types, np.dtype(dtype).name), dimensions, "C", readonly=True)


_LOGARITHMS = (_table(np.uint32, 1), _table(np.uint16, 1))
_BYTEWISE = _table(np.uint64, 2)


@cache
def _compiled(loop: Kernel, dtype: np.dtype[Any], *others: Any) -> Kernel:
    """Return a loop for arrays of a dtype, the last one for the result, and for other arguments."""
    element = types.Array(getattr(types, dtype.name), 1, "C")
    given = [element.copy(readonly=True)] * (loop.__code__.co_argcount - len(others) - 1)
    signature = types.void(*given, element, *others)
    compiled: Kernel = njit(signature, cache=True, nogil=True)(loop)
    return compiled


def _widened(loop: Kernel, wide: np.dtype[Any], dtype: np.dtype[Any]) -> Kernel:
    """Return a loop for arrays of a dtype, given one for a wider one."""
    if dtype == wide:
        return loop

    def narrow(*arrays: Numbers) -> None:
        for start in range(0, arrays[-1].size, _PART):
            parts = [array[start : start + _PART] for array in arrays]
            wider = [part.astype(wide) for part in parts]
            loop(*wider)
            parts[-1][:] = wider[-1]

    return narrow


@cache
def mul(dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for nim-products."""
    if dtype.itemsize == 1:
        return _by_table(mul(np.dtype(np.uint16)))
    log, power = _logarithms()
    loop = _compiled({2: _mul16, 4: _mul32, 8: _mul64}[dtype.itemsize], dtype, *_LOGARITHMS)
    return lambda *arrays: loop(*arrays, log, power)


def _by_table(product: Kernel) -> Kernel:
    """Return a loop that looks products of bytes up, given one for 16 bits."""
    left, right = np.divmod(np.arange(1 << 16, dtype=np.uint16), 256)
    products = np.empty_like(left)
    product(left, right, products)
    table = products.astype(np.uint8).reshape(256, 256)
    loop = _compiled(_mul8, np.dtype(np.uint8), _table(np.uint8, 2))
    return lambda *arrays: loop(*arrays, table)


@cache
def inv(dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for inverses; what it makes of 0 is arbitrary."""
    log, power = _logarithms()
    wide = max(dtype, np.dtype(np.uint16))
    loop = _compiled({2: _inv16, 4: _inv32, 8: _inv64}[wide.itemsize], wide, *_LOGARITHMS)
    return _widened(lambda *arrays: loop(*arrays, log, power), wide, dtype)


@cache
def linear(images: tuple[int, ...], dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for the linear map that sends 1, 2, 4, … to these images."""
    loop, table = _compiled(_linear, _LONG, _BYTEWISE), _bytewise(images)
    return _widened(lambda *arrays: loop(*arrays, table), _LONG, dtype)


@lru_cache(64)
def field_mul(polynomial: int, dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for products modulo an irreducible polynomial."""
    if dtype.itemsize == 1:
        return _by_table(field_mul(polynomial, np.dtype(np.uint16)))
    field = BinaryField(polynomial)
    table = _bytewise([field.remainder(1 << field.degree + k) for k in range(field.degree)])
    loop, degree = _compiled(_field_mul, _LONG, types.uint64, _BYTEWISE), np.uint64(field.degree)
    return _widened(lambda *arrays: loop(*arrays, degree, table), _LONG, dtype)
