"""What loops over arrays have in common: whole blocks of numbers, and tables of linear maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def in_copies(loop: Callable[..., object], arrays: Sequence[NDArray[Any]], block: int) -> None:
    """Give a loop arrays of fewer numbers than a block, the last for the result, as whole blocks.

    They are copied, and filled up with zeros; of the result, the beginning is copied back.
    """
    *given, result = arrays
    if result.size:
        copies = [np.zeros(block, result.dtype) for _ in arrays]
        for copy, array in zip(copies[:-1], given, strict=True):
            copy[: array.size] = array
        loop(*copies)
        result[:] = copies[-1][: result.size]


def bytewise(images: Sequence[int]) -> NDArray[Any]:
    """Return what a linear map makes of each byte at each place, given its images of 1, 2, 4, …."""
    table = np.zeros((-(-len(images) // 8), 256), np.uint64)
    for place, image in enumerate(images):
        row, bit = table[place // 8], 1 << place % 8
        row[bit : 2 * bit] = row[:bit] ^ np.uint64(image)
    return table
