"""Compiled nim arithmetic on NumPy arrays: `pip install 'nimtwist[fast]'`.

>>> import numpy as np
>>> from nimtwist import arrays
>>> numbers = np.arange(8, dtype=np.uint8)
>>> arrays.mul(numbers, 4)
array([ 0,  4,  8, 12,  6,  2, 14, 10], dtype=uint8)

Arrays of nimbers have dtype uint8, uint16, uint32 or uint64. A Python integer may stand in for an
array if it fits the dtype of the other operand. As in NumPy, shapes are broadcast, and the result
has the larger of the operands' dtypes. The numbers that a dtype can hold form a field, which
is a subfield of the field for the next larger dtype, so the numbers in a result do not depend on
its dtype. Invalid arguments raise a `ValueError` that quotes them.

All arithmetic functions accept an output array `out` of the right shape and dtype, which may share
memory with the operands. The argument `backend` names the compiled loops to use, "gfni" or "numba";
by default, the function `backend` chooses between them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from nimtwist import nimber
from nimtwist.checks import check_choice, check_integer, join_and, short_repr

_MISSING = (
    "nimtwist.arrays needs NumPy and numba, which are not both installed: "
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
# Noncontiguous arrays are copied in chunks of this many numbers, so that a chunk fits in the cache.
_BUFFER = 1 << 13


# --- The arithmetic ------------------------------------------------------------------------------


def add(a: Operand, b: Operand, *, out: Numbers | None = None) -> Any:
    """Return the elementwise nim-sums of two arrays.

    >>> add(np.array([7, 14], np.uint8), np.array([14, 7], np.uint8))
    array([9, 9], dtype=uint8)
    """
    operands, dtype = _operands(a, b)
    return _apply(np.bitwise_xor, operands, dtype, out)


def mul(
    a: Operand,
    b: Operand,
    *,
    out: Numbers | None = None,
    backend: str | None = None,
) -> Any:
    """Return the elementwise nim-products of two arrays.

    >>> mul(np.array([14, 1 << 32], np.uint64), np.array([8, 1 << 32], np.uint64))
    array([        10, 6442450944], dtype=uint64)
    """
    operands, dtype = _operands(a, b)
    return _apply(_backend(backend).mul(dtype), operands, dtype, out)


def inv(a: Operand, *, out: Numbers | None = None, backend: str | None = None) -> Any:
    """Return the elementwise multiplicative inverses of an array.

    Raises:
        ValueError: if an element is 0.

    >>> inv(np.array([1, 2, 8], np.uint16))
    array([ 1,  3, 10], dtype=uint16)
    """
    operands, dtype = _operands(a)
    _check_no_zero(operands[0], "no inverse")
    return _apply(_backend(backend).inv(dtype), operands, dtype, out)


def sqrt(a: Operand, *, out: Numbers | None = None, backend: str | None = None) -> Any:
    """Return the elementwise square roots of an array in nim arithmetic.

    >>> sqrt(np.array([2, 3, 8], np.uint8))
    array([ 3,  2, 14], dtype=uint8)
    """
    operands, dtype = _operands(a)
    kernel = _backend(backend).linear(_images(nimber.sqrt, dtype), dtype)
    return _apply(kernel, operands, dtype, out)


def pow(
    a: Operand,
    exponent: int,
    *,
    out: Numbers | None = None,
    backend: str | None = None,
) -> Any:
    """Return the elements of an array raised to any integer `exponent`.

    The exponent is a single ordinary integer. As in `nimber.pow`, 0 to the power 0 is 1.

    Raises:
        ValueError: if an element is 0 and the exponent is negative.

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
    kernel = _power_kernel(exponent and (exponent - 1) % units + 1, dtype, _backend(backend))
    return _apply(kernel, operands, dtype, out)


# --- Backends ------------------------------------------------------------------------------------


def backend() -> str:
    """Return the name of the default backend on this processor.

    "gfni" needs a processor with AVX-512 and GFNI and multiplies 64 bytes at once. "numba" runs on
    any processor and operates on the binary digits of many numbers at once.

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
    """Return the images, under a linear map, of all powers of two that fit in the dtype."""
    return tuple(function(1 << place) for place in range(8 * dtype.itemsize))


def _square(a: int) -> int:
    return nimber.mul(a, a)


def _power_kernel(exponent: int, dtype: np.dtype[Any], loops: ModuleType) -> Kernel:
    """Return a kernel that raises numbers to a power by repeated squaring."""
    square, times = loops.linear(_images(_square, dtype), dtype), loops.mul(dtype)

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
    """Broadcast the operands to a common shape; return the arrays and the dtype of the result."""
    checked = [_check_operand(value) for value in values]
    dtypes = [value.dtype for value in checked if not isinstance(value, int)]
    if not dtypes:
        raise ValueError(
            f"expected at least one array among the operands, got {short_repr(values)}"
        )
    dtype = np.result_type(*dtypes)
    for value in checked:
        if isinstance(value, int):
            check_integer(value, f"an operand for an array of {dtype}", 0, int(np.iinfo(dtype).max))
    arrays = [np.asarray(value, dtype if isinstance(value, int) else None) for value in checked]
    try:
        arrays = list(np.broadcast_arrays(*arrays))
    except ValueError:
        shapes = join_and(array.shape for array in arrays)
        raise ValueError(f"arrays of shapes {shapes} cannot be broadcast together") from None
    return arrays, dtype


def _check_operand(value: object) -> Numbers | int:
    """Validate an operand, and return it as an array of nimbers or as an integer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    dtypes = f"{', '.join(map(str, _DTYPES[:-1]))} or {_DTYPES[-1]}"
    if not isinstance(value, np.ndarray | np.generic):
        raise ValueError(f"expected an array of dtype {dtypes}, got {short_repr(value)}")
    array = np.asarray(value)
    if array.dtype.newbyteorder("=") not in _DTYPES:
        raise ValueError(f"expected an array of dtype {dtypes}, got dtype {array.dtype}")
    return array


def _check_no_zero(array: Numbers, missing: str) -> None:
    if not array.all():
        raise ValueError(f"0 has {missing}{_first_index(array == 0)}")


def _first_index(mask: Numbers) -> str:
    """Return the end of an error message: the index of the first true element in `mask`."""
    if not mask.ndim:
        return ""
    index = tuple(map(int, np.unravel_index(mask.argmax(), mask.shape)))
    return f", at index {index[0] if len(index) == 1 else index}"


def _result(out: object, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Numbers:
    """Return `out` after checking its shape and dtype, or a new array if it is None."""
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


def _apply(
    kernel: Kernel,
    operands: Sequence[Numbers],
    dtype: np.dtype[Any],
    out: Numbers | None,
) -> Any:
    """Apply a kernel to operands of the same shape.

    The kernel receives contiguous arrays of the given dtype, with the array for the result last.
    Arrays with another dtype or memory layout are copied in chunks.
    """
    result = _result(out, operands[0].shape, dtype)
    arrays = [*operands, result]
    flags = ["contig", "aligned", "overlap_assume_elementwise"]
    with np.nditer(  # type: ignore[call-overload]  # the stubs lack contig
        arrays,
        flags=["buffered", "external_loop", "growinner", "zerosize_ok", "copy_if_overlap"],
        op_flags=[*[["readonly", *flags]] * len(operands), ["writeonly", *flags]],
        op_dtypes=[dtype] * len(arrays),
        casting="safe",
        buffersize=_BUFFER,
    ) as chunks:
        for chunk in chunks:
            kernel(*chunk)
    return result[()] if out is None else result
