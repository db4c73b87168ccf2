"""Time nim products of ordinals against the textbook rule, which replaces one power at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial, reduce
from operator import mul
from typing import Any

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist import nimber
from nimtwist.ordinal import Ordinal, kappa

PRIMES = (3, 5, 7, 11, 13)
Polynomial = dict[tuple[int, ...], int]
"""A mapping from the exponents of κ_3, κ_5, κ_7, κ_11, κ_13 to finite coefficients."""

# The exponents of the monomials 1, κ_3 and κ_5. ALPHAS lists the p-th power of κ_p for p = 3, 5, 7,
# 11 and 13; these powers are 2, 4, κ_3 + 1, κ_5 + 1 and κ_3 + 4.
ONE, KAPPA_3, KAPPA_5 = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)
ALPHAS: list[Polynomial] = [
    {ONE: 2},
    {ONE: 4},
    {KAPPA_3: 1, ONE: 1},
    {KAPPA_5: 1, ONE: 1},
    {KAPPA_3: 1, ONE: 4},
]


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for products of two-term polynomials in κ_3 to κ_13, and one for an inverse."""
    source = random.Random(0)
    count, repeat = (20, 1) if quick else (2000, 3)
    pairs = [(two_terms(source), two_terms(source)) for _ in range(count)]
    ordinals = [(ordinal(x), ordinal(y)) for x, y in pairs]
    for (x, y), (a, b) in zip(pairs[:20], ordinals[:20], strict=True):
        assert a * b == ordinal(textbook(x, y))
    seconds, peer = side_by_side(
        partial(multiply, Ordinal.__mul__, ordinals), partial(multiply, textbook, pairs), repeat
    )
    yield Row(
        "Ordinal, products of two terms",
        f"{count} pairs, primes up to 13",
        seconds,
        "textbook rule, one κ at a time",
        peer,
        note=f"{seconds / count * 1e6:,.0f} µs per product, peer {peer / count * 1e6:,.0f}",
    )
    number = Ordinal.parse("w^w+w+5" if quick else "w^(w^2)+w^w+w+5")
    units = (1 << number.degree()) - 1
    assert number.inv() == number ** (units - 1)
    seconds, peer = side_by_side(number.inv, lambda: number ** (units - 1), repeat)
    yield Row(
        "Ordinal, inverse",
        f"{number}, d = {number.degree()}",
        seconds,
        "power 2^d - 2, d the degree",
        peer,
        note=f"{seconds * 1e3:,.1f} ms",
    )


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time to invert a number grows with its degree over GF(2)."""
    texts = ("w+1", "w^w+w+5", "w^(w^2)+w^w+w+5", "w^(w^2)+w^w+w+300")
    numbers = {number.degree(): number for number in map(Ordinal.parse, texts)}
    sizes = tuple(sorted(numbers)[: 2 if quick else None])
    yield growth("Ordinal, inverse", "degree over GF(2)", sizes, lambda d: numbers[d].inv())


def two_terms(source: random.Random) -> Polynomial:
    """Return a random sum of two terms with coefficients below 100."""
    return {tuple(map(source.randrange, PRIMES)): source.randrange(1, 100) for _ in range(2)}


def ordinal(x: Polynomial) -> Ordinal:
    """Return the value of a polynomial as an ordinal."""
    total = Ordinal(0)
    for exponents, c in x.items():
        powers = (kappa(p) ** e for p, e in zip(PRIMES, exponents, strict=True))
        total += reduce(mul, powers, Ordinal(c))
    return total


def multiply(times: Callable[[Any, Any], object], pairs: list[tuple[Any, Any]]) -> None:
    """Multiply each pair."""
    for a, b in pairs:
        times(a, b)


def textbook(x: Polynomial, y: Polynomial) -> Polynomial:
    """Compute the product by multiplying out and replacing each p-th power of κ_p."""
    product: Polynomial = {}
    todo = [
        (tuple(map(sum, zip(e, f, strict=True))), nimber.mul(c, d))
        for e, c in x.items()
        for f, d in y.items()
    ]
    for exponents, c in todo:
        for place, p in enumerate(PRIMES):
            if exponents[place] >= p:
                rest = tuple(e - p * (i == place) for i, e in enumerate(exponents))
                for other, d in ALPHAS[place].items():
                    todo.append((tuple(map(sum, zip(rest, other, strict=True))), nimber.mul(c, d)))
                break
        else:
            product[exponents] = product.get(exponents, 0) ^ c
    return {exponents: c for exponents, c in product.items() if c}
