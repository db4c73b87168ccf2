"""Nim products, beside the recursion that splits its factors down to single digits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.measure import Row, side_by_side
from nimtwist import nimber


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for products of 64 binary digits and one for products of 4096."""
    source = random.Random(0)
    for digits, count, repeat in (
        ((64, 20, 1), (256, 1, 1)) if quick else ((64, 2000, 5), (4096, 1, 3))
    ):
        pairs = [(source.getrandbits(digits), source.getrandbits(digits)) for _ in range(count)]
        for a, b in pairs[:1]:
            assert nimber.mul(a, b) == recursion(a, b)
        seconds, peer = side_by_side(
            partial(multiply, nimber.mul, pairs), partial(multiply, recursion, pairs), repeat
        )
        yield Row(
            "nimber.mul",
            f"{count} pairs of {digits} bits",
            seconds,
            "recursion to single digits",
            peer,
            note=f"{seconds / count * 1e6:,.1f} µs a product, the peer {peer / count * 1e6:,.1f}",
        )


def multiply(times: Callable[[int, int], int], pairs: list[tuple[int, int]]) -> None:
    """Multiply each pair."""
    for a, b in pairs:
        times(a, b)


def recursion(a: int, b: int) -> int:
    """Return the nim-product of two numbers: three products of halves, and one by a constant."""
    if a < 2 or b < 2:
        return a * b
    half = 1 << ((max(a, b).bit_length() - 1).bit_length() - 1)
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = recursion(a0, b0)
    cross = recursion(a1 ^ a0, b1 ^ b0) ^ low
    return cross << half ^ low ^ recursion(recursion(a1, b1), 1 << half - 1)
