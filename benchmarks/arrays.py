"""Nim arithmetic on arrays, beside the least that could be done: reading them and writing one.

The floor is `numpy.bitwise_xor` on the same arrays; for an inverse or a root, which read one array
less, it is the same. It is run twice in a row, and its second time counts: its arrays are where it
has left them. Where a cache holds all three arrays, as one of 32 MB holds a million numbers of 64
bits, the floor is that of the cache, which is lower than that of memory. Products of bytes are
beside those of galois in GF(2⁸), by tables that numba looks up, and products one at a time beside
ogdoad, which is in Rust.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import Growth, Row, growth, once, side_by_side
from benchmarks.packages import package
from nimtwist import arrays, nimber

MEANS = sorted({arrays.backend(), "numba"})
"""What this processor can run."""

LIMITS = {
    ("mul", "uint64", "gfni"): 1.15,
    ("mul", "uint64", "numba"): 14,
    ("inv", "uint64", "gfni"): 40,
    ("inv", "uint64", "numba"): 40,
}


def numbers(n: int, dtype: Any) -> tuple[Any, Any]:
    """Return two arrays of numbers of any size but 0."""
    source = np.random.default_rng(0)
    most = np.iinfo(dtype).max
    a, b = (source.integers(1, most, n, dtype, endpoint=True) for _ in "ab")
    return a, b


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows beside the floor, for each function, dtype and backend; then beside packages."""
    sizes, repeat = ((2000,), 1) if quick else ((10**6, 10**7), 9)
    for n in sizes:
        for dtype in ("uint64", "uint32", "uint16", "uint8"):
            names = ("mul", "inv", "sqrt") if dtype == "uint64" else ("mul",)
            for name in names:
                for means in MEANS:
                    yield beside_the_floor(name, dtype, means, n, repeat)
    n, repeat = (2000, 1) if quick else (10**6, 9)
    for means in MEANS:
        yield beside_galois(means, n, repeat)
    yield beside_ogdoad(n // 10, repeat)


def beside_the_floor(name: str, dtype: str, means: str, n: int, repeat: int) -> Row:
    """Return the row of one function for arrays of a dtype."""
    a, b = numbers(n, dtype)
    out = np.zeros_like(a)
    operands = (a, b) if name == "mul" else (a,)
    run = partial(getattr(arrays, name), *operands, out=out, backend=means)
    floor = partial(np.bitwise_xor, a, b, out=out)
    run()
    assert out[-9:].tolist() == [
        getattr(nimber, name)(*map(int, each))
        for each in zip(*(operand[-9:] for operand in operands), strict=True)
    ]
    times = [(once(run), once(floor), once(floor)) for _ in range(repeat)]
    seconds, _, least = map(min, zip(*times, strict=True))
    return Row(
        f"arrays.{name}, {dtype}, {means}",
        f"{n:,}",
        seconds,
        "bitwise_xor",
        least,
        limit=LIMITS.get((name, dtype, means)),
        note=f"{seconds / n * 1e9:.2f} ns a number",
    )


def beside_galois(means: str, n: int, repeat: int) -> Row:
    """Return the row of products of bytes, beside those of galois in a field of 256 elements."""
    a, b = numbers(n, "uint8")
    run = partial(arrays.mul, a, b, backend=means)
    run()
    what, peer, limit = f"arrays.mul, uint8, {means}", "galois, GF(2^8)", 2 / 3
    if not (galois := package("galois")):
        return Row(what, f"{n:,}", once(run), peer, None, limit)
    field = galois.GF(2**8)
    x, y = field(a), field(b)
    x * y  # compiled or looked up from here on
    seconds, theirs = side_by_side(run, lambda: x * y, repeat)
    return Row(what, f"{n:,}", seconds, peer, theirs, limit)


def beside_ogdoad(n: int, repeat: int) -> Row:
    """Return the row of products, beside those of ogdoad one at a time."""
    a, b = numbers(n, "uint64")
    what, peer, run = "arrays.mul, uint64", "ogdoad, one by one", partial(arrays.mul, a, b)
    products = run()
    if not (ogdoad := package("ogdoad")):
        return Row(what, f"{n:,}", once(run), peer, None)
    pairs = [*zip(a.tolist(), b.tolist(), strict=True)]

    def one_by_one() -> list[int]:
        return [ogdoad.nim_mul(x, y) for x, y in pairs]

    assert [int(product) for product in one_by_one()] == products.tolist()
    seconds, theirs = side_by_side(run, one_by_one, repeat)
    return Row(what, f"{n:,}", seconds, peer, theirs)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield how the time of products grows with the length of the arrays."""
    sizes = (100, 1000) if quick else tuple(10**k for k in range(3, 8))
    for means in MEANS:
        given = {n: (*numbers(n, "uint64"), np.zeros(n, np.uint64)) for n in sizes}

        def run(n: int, means: str = means, given: dict[int, Any] = given) -> None:
            a, b, out = given[n]
            arrays.mul(a, b, out=out, backend=means)

        yield growth(f"arrays.mul, uint64, {means}", "numbers", sizes, run, 9)
