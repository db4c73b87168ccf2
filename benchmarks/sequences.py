"""Time the Grundy values of single heaps against the recurrence written in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count as count_up

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist import Octal, sequence

DAWSONS_KAYLES = Octal("0.07")


def recurrence(count: int) -> list[int]:
    """Return the values of the first heaps of Dawson's Kayles."""
    values: list[int] = []
    for heap in range(count):
        below = {values[i] ^ values[heap - 2 - i] for i in range(heap // 2)}
        values.append(next(value for value in count_up() if value not in below))
    return values


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for the values of many heaps of Dawson's Kayles."""
    count, repeat = (100, 1) if quick else (10_000, 3)
    ours, plain = partial(sequence, DAWSONS_KAYLES, count), partial(recurrence, count)
    assert ours() == plain()
    seconds, peer = side_by_side(ours, plain, repeat)
    yield Row("Dawson's Kayles", f"{count:,} heaps", seconds, "plain Python", peer, limit=1)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time grows with the number of heaps."""
    sizes = (50, 100) if quick else (1250, 2500, 5000, 10_000)
    yield growth("Dawson's Kayles", "heaps", sizes, partial(sequence, DAWSONS_KAYLES))
