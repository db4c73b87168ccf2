"""Time nim products against plain recursion, a C program compiled for this run, and ogdoad."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist import nimber

Product = Callable[[int, int], int]

_OGDOAD_BITS = 128


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for products of numbers of several lengths, then for inverses and roots."""
    lengths = ((64, 2), (256, 1)) if quick else ((64, 500), (128, 100), (1024, 3), (4096, 1))
    repeat = 1 if quick else 5
    for bits, count in lengths:
        pairs = _pairs(bits, count)
        yield _row(bits, pairs, "recursion to single bits", recursion, repeat)
        yield _row(bits, pairs, "Karatsuba in C", c_product(), repeat)
        if bits <= _OGDOAD_BITS:
            yield _row(bits, pairs, "ogdoad", ogdoad_product(), repeat)
    if not quick:
        yield _row(65536, _pairs(65536, 1), "Karatsuba in C", c_product(), 2)
    bits = 256 if quick else 4096
    [(a, b)] = _pairs(bits, 1)
    for name, unary in (("inv", nimber.inv), ("sqrt", nimber.sqrt)):
        seconds, peer = side_by_side(partial(unary, a), partial(nimber.mul, a, b), repeat)
        yield Row(f"nimber.{name}", f"{bits} bits", seconds, "nimber.mul", peer)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time for products and roots grows with the number of bits."""
    lengths = (256, 512) if quick else (1024, 2048, 4096, 8192, 16384, 32768)
    pairs = {bits: _pairs(bits, 1)[0] for bits in lengths}
    size = "number of bits"
    yield growth("nimber.mul", size, lengths, lambda bits: nimber.mul(*pairs[bits]))
    yield growth("nimber.sqrt", size, lengths, lambda bits: nimber.sqrt(pairs[bits][0]))


def _pairs(bits: int, count: int) -> list[tuple[int, int]]:
    source = random.Random(bits)
    return [(source.getrandbits(bits), source.getrandbits(bits)) for _ in range(count)]


def _row(
    bits: int,
    pairs: list[tuple[int, int]],
    peer: str,
    other: Product | None,
    repeat: int,
) -> Row:
    """Return the row that compares our products with a peer's, after checking the first product."""
    nimber.mul(*pairs[0])  # build the lookup tables before timing
    if other is not None:
        assert nimber.mul(*pairs[0]) == other(*pairs[0])
    run = partial(multiply, nimber.mul, pairs)
    seconds, theirs = side_by_side(run, partial(multiply, other or nimber.mul, pairs), repeat)
    note = f"{seconds / len(pairs) * 1e6:,.1f} µs per product"
    if other is not None:
        note += f", peer {theirs / len(pairs) * 1e6:,.1f}"
    return Row(
        "nimber.mul",
        f"{bits}-bit pairs: {len(pairs)}",
        seconds,
        peer,
        theirs if other is not None else None,
        note=note,
    )


def multiply(times: Product, pairs: list[tuple[int, int]]) -> None:
    """Multiply each pair."""
    for a, b in pairs:
        times(a, b)


def recursion(a: int, b: int) -> int:
    """Compute a nim-product by repeatedly splitting the factors in half, down to single bits."""
    if a < 2 or b < 2:
        return a * b
    half = 1 << ((max(a, b).bit_length() - 1).bit_length() - 1)
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = recursion(a0, b0)
    cross = recursion(a1 ^ a0, b1 ^ b0) ^ low
    return cross << half ^ low ^ recursion(recursion(a1, b1), 1 << half - 1)


@cache
def c_product() -> Product | None:
    """Return the product function of `nim_product.c`, or None if there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    source = Path(__file__).with_name("nim_product.c")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "nim_product.so"
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
        subprocess.run([compiler, *options], check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.prepare()

    def product(a: int, b: int) -> int:
        words = max(1, 1 << (max(a, b).bit_length() - 1 >> 6).bit_length())
        out = ctypes.create_string_buffer(8 * words)
        loaded.product(a.to_bytes(8 * words, "little"), b.to_bytes(8 * words, "little"), out, words)
        return int.from_bytes(out.raw, "little")

    return product


@cache
def ogdoad_product() -> Product | None:
    """Return the product function of ogdoad (written in Rust), or None if it is not installed."""
    if find_spec("ogdoad") is None:
        return None
    number = import_module("ogdoad").Nimber
    return lambda a, b: int((number(a) * number(b)).value)
