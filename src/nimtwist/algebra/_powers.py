"""Powers by repeated squaring, and multiplicative orders from the factorisation of 2^d - 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import TypeVar

__all__ = ["order", "power", "prime_factors"]

X = TypeVar("X")


def power(x: X, exponent: int, square: Callable[[X], X], mul: Callable[[X, X], X]) -> X:
    """Return `x` to the power `exponent`, an integer ≥ 1, using the given operations."""
    result = x
    for digit in f"{exponent:b}"[1:]:
        result = square(result)
        if digit == "1":
            result = mul(result, x)
    return result


def order(x: object, degree: int, is_one: Callable[[int], bool]) -> int:
    """Return the least n > 0 with x^n = 1 for an element `x` of the field of size 2^`degree`.

    `is_one(n)` returns whether x^n is 1.

    Raises:
        ValueError: if `x` is 0, or if 2^`degree` - 1 is too hard to factor.
    """
    if not x:
        raise ValueError("0 has no multiplicative order: none of its powers is 1")
    result = (1 << degree) - 1
    for prime in prime_factors(degree):
        while result % prime == 0 and is_one(result // prime):
            result //= prime
    return result


@cache
def prime_factors(d: int) -> frozenset[int]:
    """Return the prime factors of 2^d - 1.

    Raises:
        ValueError: if factoring 2^d - 1 would take too long.
    """
    factors = frozenset[int]().union(*(prime_factors(e) for e in range(1, d) if d % e == 0))
    rest = (1 << d) - 1
    for prime in factors:
        while rest % prime == 0:
            rest //= prime
    # Modulo any remaining prime factor p, the order of 2 is d, so d divides p - 1.
    for candidate in chain(_FERMAT_FACTORS.get(d, ()), range(d + 1, d << 17, d)):
        if candidate * candidate > rest:
            return factors | {rest} - {1}
        while rest % candidate == 0:
            factors, rest = factors | {candidate}, rest // candidate
    raise ValueError(f"cannot compute the order: not all prime factors of 2^{d} - 1 are known")


# For each d, the prime factors of the Fermat number 2^(d/2) + 1, which are too large to be found by
# trial division. Morrison and Brillhart (1975) factored the number for d = 256, and Brent and
# Pollard (1981) factored the number for d = 512.
_FERMAT_FACTORS = {
    256: (59649589127497217, 5704689200685129054721),
    512: (1238926361552897, 93461639715357977769163558199606896584051237541638188580280321),
}
