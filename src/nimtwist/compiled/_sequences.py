"""Compiled loops for `nimtwist.sequences`, on arrays in place of lists (extra `[fast]`).

All but `direct` are compiled from the functions of the same names in `nimtwist._loops`.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from nimtwist import _loops as plain
from nimtwist.checks import short_repr

__all__: list[str] = []  # `nimtwist.sequences` uses them

Values = NDArray[np.uint8 | np.uint16]
Numbers = NDArray[np.int64]
_DTYPES: dict[int, type[np.uint8 | np.uint16]] = {8: np.uint8, 16: np.uint16}  # by bits
# What an altered archive makes the libraries raise; a changed flag may cause a RuntimeError.
_UNREADABLE = (
    *(ValueError, KeyError, TypeError, EOFError, MemoryError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)


def integers(numbers: Iterable[int]) -> Numbers:
    """Return an array of integers."""
    return np.array([*numbers], np.int64)


def zeros(count: int) -> Numbers:
    """Return an array of zeros."""
    return np.zeros(count, np.int64)


def resized(values: Any, size: int, bits: int) -> Values:
    """Return a copy of `values`, followed by zeros, in an array for values of `bits` bits."""
    array: Values = np.zeros(size, _DTYPES[bits])
    array[: len(values)] = values
    return array


# --- The loops -----------------------------------------------------------------------------------


def _compile(returns: str, arguments: str) -> Callable[[Any], Any]:
    """Compile a function for values of 8 and of 16 bits.

    The letters in `arguments` stand for values (V), values that are only read and may be in a
    read-only array (R), other arrays (A) and integers (I).
    """
    signatures = []
    for number in (types.uint8, types.uint16):
        kinds = {
            "V": number[::1],
            "R": types.Array(number, 1, "C", readonly=True),
            "A": types.int64[::1],
            "I": types.int64,
        }
        signatures.append(getattr(types, returns)(*(kinds[letter] for letter in arguments)))
    compiled: Callable[[Any], Any] = njit(signatures, cache=True)
    return compiled


sparse = _compile("int64", "VAAAAAAAIII")(plain.sparse)
survey = _compile("void", "VIA")(plain.survey)
gather = _compile("void", "VIAIIA")(plain.gather)
first_period = _compile("int64", "RIA")(plain.first_period)


@_compile("int64", "VAAAAAAIII")
def direct(
    values: Values,
    done: Numbers,
    ends: Numbers,
    ones: Numbers,
    splits: Numbers,
    triples: Numbers,
    marks: Numbers,
    different: int,
    stop: int,
    work: int,
) -> int:
    """Compute values of heaps from all their options.

    `triples` lists the numbers of sticks that a move may take if it leaves three heaps, and
    `different` is 1 if the parts of a heap must have different sizes, else 0. The other arguments
    and the result are those of `sparse`.
    """
    heap = done[0]
    while heap < stop and work > 0:
        for taken in ends:
            if taken == heap:
                marks[0] = heap + 1
        for taken in ones:
            if taken < heap:
                marks[values[heap - taken]] = heap + 1
        for taken in splits:
            rest = heap - taken
            for part in range(1, (rest - different) // 2 + 1):
                marks[values[part] ^ values[rest - part]] = heap + 1
        for taken in triples:
            rest = heap - taken
            for part in range(1, rest // 3 + 1):
                others = rest - part
                for second in range(part + different, (others - different) // 2 + 1):
                    three = values[part] ^ values[second] ^ values[others - second]
                    marks[three] = heap + 1
        value = 0
        while marks[value] == heap + 1:
            value += 1
        if 2 * value >= len(marks):
            return value
        values[heap] = value
        heap += 1
        done[0] = heap
        work -= len(splits) * (heap // 2) + len(ones) + 1 + len(triples) * (heap * heap // 12)
    return 0


# --- Files ---------------------------------------------------------------------------------------


def write(file: BinaryIO, game: str, values: Any) -> None:
    """Write values, and a text that identifies their game, in NumPy's format `.npz`."""
    array = np.asarray(values)
    bits = 8 if array.max(initial=0) < 1 << 8 else 16
    np.savez(file, game=np.array(game), values=array.astype(_DTYPES[bits], copy=False))


def read(name: str) -> tuple[str, Values]:
    """Return what `write` has written to a file.

    Raises:
        ValueError: if the file is not such a file, or has been truncated or altered.
        OSError: if it cannot be read.
    """
    try:
        with open(name, "rb") as file, np.load(file, allow_pickle=False) as arrays:
            game, values = arrays["game"], arrays["values"]
    except _UNREADABLE:
        raise ValueError(f"{short_repr(name)} is not a file of values, or was altered") from None
    known = values.ndim == 1 and values.dtype in (np.uint8, np.uint16)
    if game.shape != () or game.dtype.kind != "U" or not known:
        raise ValueError(f"{short_repr(name)} does not contain values of heaps")
    return str(game), values
