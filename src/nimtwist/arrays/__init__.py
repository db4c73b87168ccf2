"""Nim arithmetic on NumPy arrays, compiled: `pip install 'nimtwist[fast]'`.

>>> import numpy as np
>>> from nimtwist import arrays
>>> numbers = np.arange(8, dtype=np.uint8)
>>> arrays.mul(numbers, 4)
array([ 0,  4,  8, 12,  6,  2, 14, 10], dtype=uint8)

An array holds nimbers if its dtype is uint8, uint16, uint32 or uint64. A Python integer is taken as
one if it fits the dtype of the array beside it. Of two dtypes the result has the larger one, as in
NumPy; since the smaller numbers are a field within the larger, nothing else depends on the dtype.
Shapes are broadcast. Anything else is refused, by a `ValueError` that quotes it.

Every function takes `out`, an array of the right shape and dtype to write into; it may share memory
with what is read. `backend` names the kind of loops to use; see the function `backend`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from nimtwist import nimber
from nimtwist._checks import check_choice, check_integer, join_and, short_repr

_MISSING = (
    "nimtwist.arrays needs NumPy and numba, and not both are here; install them by: "
    "pip install 'nimtwist[fast]'"
)

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as missing:
    raise ImportError(_MISSING) from missing

__all__ = ["add", "backend", "inv", "mul", "pow", "sqrt"]

Numbers = NDArray[Any]
Operand = Numbers | np.unsignedinteger[Any] | int
Kernel = Callable[..., object]

_DTYPES = tuple(np.dtype(name) for name in ("uint8", "uint16", "uint32", "uint64"))
# Arrays that are not contiguous are copied in parts of so many numbers, which stay in the cache.
_BUFFER = 1 << 13


# --- The arithmetic ------------------------------------------------------------------------------


def add(a: Operand, b: Operand, *, out: Numbers | None = None) -> Any:
    """Return the nim-sums of the numbers in two arrays.

    >>> add(np.array([7, 14], np.uint8), np.array([14, 7], np.uint8))
    array([9, 9], dtype=uint8)
    """
    operands, dtype = _operands(a, b)
    return _applied(np.bitwise_xor, operands, dtype, out)


def mul(
    a: Operand,
    b: Operand,
    *,
    out: Numbers | None = None,
    backend: str | None = None,
) -> Any:
    """Return the nim-products of the numbers in two arrays.

    >>> mul(np.array([14, 1 << 32], np.uint64), np.array([8, 1 << 32], np.uint64))
    array([        10, 6442450944], dtype=uint64)
    """
    operands, dtype = _operands(a, b)
    return _applied(_backend(backend).mul(dtype), operands, dtype, out)


def inv(a: Operand, *, out: Numbers | None = None, backend: str | None = None) -> Any:
    """Return the inverses of the numbers in an array. Rejects 0, which has none.

    >>> inv(np.array([1, 2, 8], np.uint16))
    array([ 1,  3, 10], dtype=uint16)
    """
    operands, dtype = _operands(a)
    _check_no_zero(operands[0], "no inverse")
    return _applied(_backend(backend).inv(dtype), operands, dtype, out)


def sqrt(a: Operand, *, out: Numbers | None = None, backend: str | None = None) -> Any:
    """Return the numbers whose nim-squares are in an array.

    >>> sqrt(np.array([2, 3, 8], np.uint8))
    array([ 3,  2, 14], dtype=uint8)
    """
    operands, dtype = _operands(a)
    kernel = _backend(backend).linear(_images(nimber.sqrt, dtype), dtype)
    return _applied(kernel, operands, dtype, out)


def pow(
    a: Operand,
    exponent: int,
    *,
    out: Numbers | None = None,
    backend: str | None = None,
) -> Any:
    """Return the nim-products of `exponent` factors, or of inverses if it is negative.

    The exponent is one ordinary integer for all numbers of the array. As for `nimber.pow`, 0 to the
    power 0 is 1, and negative powers of 0 are rejected.

    >>> pow(np.array([0, 4, 5], np.uint32), 15), pow(np.array([8], np.uint32), -1)
    (array([0, 1, 1], dtype=uint32), array([10], dtype=uint32))
    """
    operands, dtype = _operands(a)
    try:
        if isinstance(exponent, bool | np.bool):
            raise TypeError
        exponent = operator.index(exponent)
    except TypeError:
        raise ValueError(f"an exponent must be an integer, not {short_repr(exponent)}") from None
    if exponent < 0:
        _check_no_zero(operands[0], f"no power {short_repr(exponent)}")
    units = (1 << 8 * dtype.itemsize) - 1
    kernel = _power(exponent and (exponent - 1) % units + 1, dtype, _backend(backend))
    return _applied(kernel, operands, dtype, out)


# --- Means ---------------------------------------------------------------------------------------


def backend() -> str:
    """Return the name of what does the work unless an argument `backend` names another.

    "gfni" takes a processor with AVX-512 and GFNI: it multiplies bytes, 64 at once. "numba" runs on
    any processor, and works with the binary digits of many numbers at a time.

    >>> backend() in ("gfni", "numba")
    True
    """
    return "gfni" if _gfni_runs() else "numba"


@cache
def _gfni_runs() -> bool:
    try:
        from nimtwist.arrays import _gfni
    except ImportError:
        return False
    return _gfni.runs()


def _backend(name: str | None) -> ModuleType:
    check_choice(name, "the backend", ("gfni", "numba", None))
    if name == "gfni" and not _gfni_runs():
        raise ValueError("the backend 'gfni' needs a processor with AVX-512 and GFNI")
    try:
        return import_module(f"nimtwist.arrays._{name or backend()}")
    except ImportError as missing:
        raise ImportError(_MISSING) from missing


@cache
def _images(function: Callable[[int], int], dtype: np.dtype[Any]) -> tuple[int, ...]:
    """Return what a linear function makes of 1, 2, 4, …, as many as the dtype has bits."""
    return tuple(function(1 << place) for place in range(8 * dtype.itemsize))


def _square(a: int) -> int:
    return nimber.mul(a, a)


def _power(exponent: int, dtype: np.dtype[Any], means: ModuleType) -> Kernel:
    """Return what raises numbers to a power: by squares and products, from the first digit on."""
    square, times = means.linear(_images(_square, dtype), dtype), means.mul(dtype)

    def kernel(a: Numbers, out: Numbers) -> None:
        for start in range(0, a.size, _BUFFER):
            base = a[start : start + _BUFFER]
            power = np.ones_like(base)
            for digit in f"{exponent:b}":
                square(power, power)
                if digit == "1":
                    times(power, base, power)
            out[start : start + _BUFFER] = power

    return kernel


# --- Arguments -----------------------------------------------------------------------------------


def _operands(*values: object) -> tuple[list[Numbers], np.dtype[Any]]:
    """Return the values as arrays of one shape, and the dtype of the result."""
    given = [_checked(value) for value in values]
    dtypes = [value.dtype for value in given if not isinstance(value, int)]
    if not dtypes:
        raise ValueError(f"a dtype is needed: one of {short_repr(values)} must be in an array")
    dtype = np.result_type(*dtypes)
    for value in given:
        if isinstance(value, int):
            check_integer(
                value, f"a number beside an array of {dtype}", 0, int(np.iinfo(dtype).max)
            )
    arrays = [np.asarray(value, dtype if isinstance(value, int) else None) for value in given]
    try:
        arrays = list(np.broadcast_arrays(*arrays))
    except ValueError:
        shapes = join_and(array.shape for array in arrays)
        raise ValueError(f"arrays of shapes {shapes} cannot be broadcast together") from None
    return arrays, dtype


def _checked(value: object) -> Numbers | int:
    """Return an array that may hold nimbers, or an integer that may stand beside one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    dtypes = f"{', '.join(map(str, _DTYPES[:-1]))} or {_DTYPES[-1]}"
    if not isinstance(value, np.ndarray | np.generic):
        raise ValueError(f"nimbers are in an array of dtype {dtypes}, not in {short_repr(value)}")
    array = np.asarray(value)
    if array.dtype.newbyteorder("=") not in _DTYPES:
        raise ValueError(f"nimbers are in an array of dtype {dtypes}, not {array.dtype}")
    return array


def _check_no_zero(array: Numbers, what: str) -> None:
    if not array.all():
        raise ValueError(f"0 has {what}{_place(array == 0)}")


def _place(found: Numbers) -> str:
    """Return, for a message, where the first of those that were found is."""
    if not found.ndim:
        return ""
    index = tuple(map(int, np.unravel_index(found.argmax(), found.shape)))
    return f", at index {index[0] if len(index) == 1 else index}"


def _result(out: object, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Numbers:
    """Return `out` if it may hold a result of that shape and dtype; if it is None, a new array."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise ValueError(f"out must be an array of dtype {dtype}, not {short_repr(out)}")
    if (out.shape, out.dtype.newbyteorder("=")) != (shape, dtype):
        raise ValueError(
            f"out must be an array of shape {shape} and dtype {dtype}, not of shape {out.shape} "
            f"and dtype {out.dtype}"
        )
    return out


# --- Loops ---------------------------------------------------------------------------------------


def _applied(
    kernel: Kernel,
    operands: Sequence[Numbers],
    dtype: np.dtype[Any],
    out: Numbers | None,
) -> Any:
    """Return what a kernel makes of operands of one shape.

    It is given contiguous arrays of one dtype, the last one for the result; what is not such an
    array is copied in parts.
    """
    result = _result(out, operands[0].shape, dtype)
    arrays = [*operands, result]
    flags = ["contig", "aligned", "overlap_assume_elementwise"]
    with np.nditer(  # type: ignore[call-overload]  # which does not know of contig
        arrays,
        flags=["buffered", "external_loop", "growinner", "zerosize_ok", "copy_if_overlap"],
        op_flags=[*[["readonly", *flags]] * len(operands), ["writeonly", *flags]],
        op_dtypes=[dtype] * len(arrays),
        casting="safe",
        buffersize=_BUFFER,
    ) as parts:
        for part in parts:
            kernel(*part)
    return result[()] if out is None else result
