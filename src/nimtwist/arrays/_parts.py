"""Helpers shared by the backends: padding to whole blocks, and lookup tables for linear maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def run_padded(loop: Callable[..., object], arrays: Sequence[NDArray[Any]], block: int) -> None:
    """Run a loop on arrays shorter than a block, although the loop needs whole blocks.

    The last array receives the result; the others are the operands. The operands are copied into
    blocks padded with zeros, and the beginning of the resulting block is copied into the last
    array.
    """
    *operands, result = arrays
    if result.size:
        copies = [np.zeros(block, result.dtype) for _ in arrays]
        for copy, array in zip(copies[:-1], operands, strict=True):
            copy[: array.size] = array
        loop(*copies)
        result[:] = copies[-1][: result.size]


def byte_tables(images: Sequence[int]) -> NDArray[Any]:
    """Return lookup tables for a linear map, with one row for each byte of a number.

    The map sends 1, 2, 4, … to `images`. A row lists the images of the 256 values of its byte.
    """
    table = np.zeros((-(-len(images) // 8), 256), np.uint64)
    for place, image in enumerate(images):
        row, bit = table[place // 8], 1 << place % 8
        row[bit : 2 * bit] = row[:bit] ^ np.uint64(image)
    return table
