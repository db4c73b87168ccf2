"""Time nim products against a C program compiled for this run, ogdoad, and plain recursion.

Inverses in a finite field of ordinals are compared with powers.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator
from functools import cache, partial

from benchmarks.measure import Growth, Row, c_library, compare, floor, growth, package
from nimtwist import nimber
from nimtwist.ordinal import Ordinal

Product = Callable[[int, int], int]


def measure() -> Iterator[Row | Growth]:
    """Yield the times of products, inverses and roots, and how they grow."""
    for bits, count in ((64, 500), (128, 100), (1024, 3), (4096, 1), (65536, 1)):
        peers: dict[str, Product | None] = {"Karatsuba in C": c_product()}
        if bits <= 128:  # the limit of ogdoad
            peers["ogdoad"] = getattr(package("ogdoad"), "nim_mul", None)
        if bits < 65536:  # otherwise the recursion would take minutes
            peers["recursion to single bits"] = recursion
        for peer, times in peers.items():
            ours = partial(multiply, nimber.mul, bits, count)
            theirs = partial(multiply, times, bits, count) if times else None
            n, per = f"{bits}-bit pairs: {count}", (count, "product")
            yield compare("nimber.mul", n, ours, peer, theirs, per=per)
    a, b = pairs(4096, 1)[0]
    product = partial(nimber.mul, a, b)
    inv, sqrt = partial(nimber.inv, a), partial(nimber.sqrt, a)
    if nimber.mul(inv(), a) != 1 or nimber.mul(sqrt(), sqrt()) != a:
        raise ValueError("an inverse or a root is wrong")
    for name, unary in (("inv", inv), ("sqrt", sqrt)):
        yield compare(f"nimber.{name}", "4096 bits", unary, "nimber.mul", product, same=floor)
    lengths, size = (1024, 2048, 4096, 8192, 16384, 32768), "number of bits"
    yield growth("nimber.mul", size, lengths, lambda bits: nimber.mul(*pairs(bits, 1)[0]))
    yield growth("nimber.sqrt", size, lengths, lambda bits: nimber.sqrt(pairs(bits, 1)[0][0]))
    what, number = "Ordinal, inverse", Ordinal.parse("w^(w^2)+w^w+w+5")
    n, power = f"{number}, d = {number.degree()}", (1 << number.degree()) - 2
    peer = "power 2^d - 2, d the degree"
    yield compare(what, n, number.inv, peer, lambda: number**power)
    texts = ("w+1", "w^w+w+5", "w^(w^2)+w^w+w+5", "w^(w^2)+w^w+w+300")
    numbers = {number.degree(): number for number in map(Ordinal.parse, texts)}
    yield growth(what, "degree over GF(2)", sorted(numbers), lambda d: numbers[d].inv())


@cache
def pairs(bits: int, count: int) -> list[tuple[int, int]]:
    """Return pairs of random numbers."""
    source = random.Random(bits)
    return [(source.getrandbits(bits), source.getrandbits(bits)) for _ in range(count)]


def multiply(times: Product, bits: int, count: int) -> list[int]:
    """Return the products of random pairs."""
    return [times(a, b) for a, b in pairs(bits, count)]


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
    library = c_library("nim_product")
    if library is None:
        return None
    library.prepare()

    def product(a: int, b: int) -> int:
        words = max(1, 1 << (max(a, b).bit_length() - 1 >> 6).bit_length())
        out = ctypes.create_string_buffer(8 * words)
        factors = (factor.to_bytes(8 * words, "little") for factor in (a, b))
        library.product(*factors, out, words)
        return int.from_bytes(out.raw, "little")

    return product
