"""Time nim arithmetic on arrays against merely reading the operands and writing the result.

The lower bound is the time of `numpy.bitwise_xor` on the same arrays. It is also used for inverses
and roots, although they read one array fewer. In each measurement, `bitwise_xor` runs twice in a
row, and only the second run counts: by then, its arrays are in the cache if they fit. A cache of
32 MB holds all three arrays of a million 64-bit numbers, so for arrays of that length the bound
reflects the speed of the cache, not of main memory.

Products of bytes are also compared with galois in GF(2⁸), which uses lookup tables and numba, and
products of 64-bit numbers with ogdoad, which is written in Rust and computes one product at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import Growth, Row, growth, once, side_by_side
from benchmarks.packages import package
from nimtwist import arrays, nimber

BACKENDS = sorted({arrays.backend(), "numba"})
"""The backends that this processor supports."""

LIMITS = {
    ("mul", "uint64", "gfni"): 1.15,
    ("mul", "uint64", "numba"): 14,
    ("inv", "uint64", "gfni"): 40,
    ("inv", "uint64", "numba"): 40,
}


def numbers(n: int, dtype: Any) -> tuple[Any, Any]:
    """Return two arrays of random nonzero numbers."""
    source = np.random.default_rng(0)
    maximum = np.iinfo(dtype).max
    a, b = (source.integers(1, maximum, n, dtype, endpoint=True) for _ in "ab")
    return a, b


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows that compare array functions with the lower bound or with another package."""
    sizes, repeat = ((2000,), 1) if quick else ((10**6, 10**7), 9)
    for n in sizes:
        for dtype in ("uint64", "uint32", "uint16", "uint8"):
            names = ("mul", "inv", "sqrt") if dtype == "uint64" else ("mul",)
            for name in names:
                for backend in BACKENDS:
                    yield bound_row(name, dtype, backend, n, repeat)
    n, repeat = (2000, 1) if quick else (10**6, 9)
    for backend in BACKENDS:
        yield galois_row(backend, n, repeat)
    yield ogdoad_row(n // 10, repeat)


def bound_row(name: str, dtype: str, backend: str, n: int, repeat: int) -> Row:
    """Return the row that compares a function with the lower bound, for a dtype and a backend."""
    a, b = numbers(n, dtype)
    out = np.zeros_like(a)
    operands = (a, b) if name == "mul" else (a,)
    run = partial(getattr(arrays, name), *operands, out=out, backend=backend)
    xor = partial(np.bitwise_xor, a, b, out=out)
    run()
    assert out[-9:].tolist() == [
        getattr(nimber, name)(*map(int, each))
        for each in zip(*(operand[-9:] for operand in operands), strict=True)
    ]
    times = [(once(run), once(xor), once(xor)) for _ in range(repeat)]
    seconds, _, bound = map(min, zip(*times, strict=True))
    return Row(
        f"arrays.{name}, {dtype}, {backend}",
        f"{n:,}",
        seconds,
        "bitwise_xor",
        bound,
        limit=LIMITS.get((name, dtype, backend)),
        note=f"{seconds / n * 1e9:.2f} ns per number",
    )


def galois_row(backend: str, n: int, repeat: int) -> Row:
    """Return the row that compares our products of bytes with galois's products in GF(2⁸)."""
    a, b = numbers(n, "uint8")
    run = partial(arrays.mul, a, b, backend=backend)
    run()
    label, peer, limit = f"arrays.mul, uint8, {backend}", "galois, GF(2^8)", 2 / 3
    if not (galois := package("galois")):
        return Row(label, f"{n:,}", once(run), peer, None, limit)
    field = galois.GF(2**8)
    x, y = field(a), field(b)
    x * y  # compile functions or build tables before timing
    seconds, theirs = side_by_side(run, lambda: x * y, repeat)
    return Row(label, f"{n:,}", seconds, peer, theirs, limit)


def ogdoad_row(n: int, repeat: int) -> Row:
    """Return the row that compares our products with ogdoad, which computes one at a time."""
    a, b = numbers(n, "uint64")
    label, peer, run = "arrays.mul, uint64", "ogdoad, one by one", partial(arrays.mul, a, b)
    products = run()
    if not (ogdoad := package("ogdoad")):
        return Row(label, f"{n:,}", once(run), peer, None)
    pairs = [*zip(a.tolist(), b.tolist(), strict=True)]

    def one_by_one() -> list[int]:
        return [ogdoad.nim_mul(x, y) for x, y in pairs]

    assert [int(product) for product in one_by_one()] == products.tolist()
    seconds, theirs = side_by_side(run, one_by_one, repeat)
    return Row(label, f"{n:,}", seconds, peer, theirs)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time for products grows with the length of the arrays."""
    sizes = (100, 1000) if quick else tuple(10**k for k in range(3, 8))
    for backend in BACKENDS:
        inputs = {n: (*numbers(n, "uint64"), np.zeros(n, np.uint64)) for n in sizes}

        def run(n: int, backend: str = backend, inputs: dict[int, Any] = inputs) -> None:
            a, b, out = inputs[n]
            arrays.mul(a, b, out=out, backend=backend)

        yield growth(f"arrays.mul, uint64, {backend}", "array length", sizes, run, 9)
