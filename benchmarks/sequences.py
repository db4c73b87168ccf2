"""Time long sequences of Grundy values against a C program that considers all options.

The game is 0.16, an octal game with a preperiod of 105,351 and a period of 149,459. `HeapSequence`
uses the sparse space technique, which needs only a few of the options.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Growth, Row, c_library, compare, growth
from nimtwist import Octal
from nimtwist.sequences import HeapSequence, proved_period

GAME = Octal("0.16")


def measure() -> Iterator[Row | Growth]:
    """Yield the times for values of one game, and how they grow."""
    label, count = "HeapSequence, 0.16", 100_000
    library = c_library("heap_values")
    plain = partial(c_values, library, count) if library else None
    yield compare(label, f"{count:,} heaps", partial(values, count), "C, all options", plain)
    count = 1_000_000
    yield compare(label, f"{count:,} heaps", partial(values, count))
    yield compare("proved_period, 0.16", "1 game", partial(proved_period, GAME))
    yield growth(label, "heaps", (250_000, 500_000, 1_000_000, 2_000_000), values)


def values(count: int) -> bytes:
    """Return the values of the first heaps, one byte each."""
    sequence = HeapSequence(GAME)
    sequence.extend(count)
    return bytes(sequence.values)


def c_values(library: ctypes.CDLL, count: int) -> bytes:
    """Return the same as `values`, computed from all options by `heap_values.c`."""
    buffer = (ctypes.c_uint8 * count)()
    library.heap_values(buffer, ctypes.c_int64(count))
    return bytes(buffer)
