"""Time nim arithmetic on arrays against merely reading the operands and writing the result.

The lower bound is the time of `numpy.bitwise_xor` on the same arrays. It is also used for inverses
and roots, although they read one array fewer. A cache of 32 MB holds all three arrays of a million
64-bit numbers, so for arrays of that length the bound reflects the speed of the cache, not of main
memory. Products of bytes are also compared with galois in GF(2⁸), which uses lookup tables and
numba, and products of 64-bit numbers with ogdoad, which is written in Rust and computes one product
at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import Growth, Row, compare, floor, growth, package
from nimtwist import arrays, nimber

BACKENDS = sorted({arrays.backend(), "numba"})
"""The backends that this processor supports."""


def measure() -> Iterator[Row | Growth]:
    """Yield rows that compare array functions with the lower bound, then with other packages."""
    for n in (10**6, 10**7):
        for dtype in ("uint64", "uint32", "uint16", "uint8"):
            for name in ("mul", "inv", "sqrt") if dtype == "uint64" else ("mul",):
                for backend in BACKENDS:
                    yield beside_xor(name, dtype, backend, n)
    galois, ogdoad = package("galois"), package("ogdoad")
    n = 10**6
    a, b = numbers(n, "uint8")
    field = galois.GF(2**8) if galois else None
    for backend in BACKENDS:
        ours = partial(arrays.mul, a, b, backend=backend)
        theirs = partial(np.multiply, field(a), field(b)) if field else None
        what, peer = f"arrays.mul, uint8, {backend}", "galois, GF(2^8)"
        # The field of galois is isomorphic to that of the nimbers, but has other products.
        yield compare(what, f"{n:,}", ours, peer, theirs, repeat=9, same=floor)
    n = 10**5
    a, b = numbers(n, "uint64")
    pairs = [*zip(a.tolist(), b.tolist(), strict=True)]

    def one_by_one() -> list[int]:
        return [ogdoad.nim_mul(x, y) for x, y in pairs] if ogdoad else []

    ours, rust = partial(arrays.mul, a, b), one_by_one if ogdoad else None
    what, peer, size = "arrays.mul, uint64", "ogdoad, one by one", f"{n:,}"
    yield compare(what, size, ours, peer, rust, repeat=9, same=lambda x, y: x.tolist() == y)
    for backend in BACKENDS:
        sizes = [10**k for k in range(3, 8)]
        inputs = {n: (*numbers(n, "uint64"), np.zeros(n, np.uint64)) for n in sizes}

        def run(n: int, backend: str = backend, inputs: dict[int, Any] = inputs) -> None:
            a, b, out = inputs[n]
            arrays.mul(a, b, out=out, backend=backend)

        yield growth(f"arrays.mul, uint64, {backend}", "array length", sizes, run, repeat=9)


def numbers(n: int, dtype: Any) -> tuple[Any, Any]:
    """Return two arrays of random nonzero numbers."""
    source = np.random.default_rng(0)
    maximum = np.iinfo(dtype).max
    a, b = (source.integers(1, maximum, n, dtype, endpoint=True) for _ in "ab")
    return a, b


def beside_xor(name: str, dtype: str, backend: str, n: int) -> Row:
    """Return the row that compares a function with the lower bound, for a dtype and a backend."""
    a, b = numbers(n, dtype)
    operands = (a, b) if name == "mul" else (a,)
    run = partial(getattr(arrays, name), *operands, out=np.zeros_like(a), backend=backend)
    expected = [
        getattr(nimber, name)(*map(int, each))
        for each in zip(*(operand[-9:] for operand in operands), strict=True)
    ]
    if run()[-9:].tolist() != expected:
        raise ValueError(f"arrays.{name} is wrong for {dtype} and {backend}")
    xor = partial(np.bitwise_xor, a, b, out=np.zeros_like(a))
    what, per = f"arrays.{name}, {dtype}, {backend}", (n, "number")
    return compare(what, f"{n:,}", run, "bitwise_xor", xor, repeat=9, same=floor, per=per)
