"""What the loops of `nimtwist.arrays` have in common: they work on whole blocks of numbers."""

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
