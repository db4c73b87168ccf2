"""Powers by repeated squaring; and multiplicative orders, from the prime factors of 2^d - 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import TypeVar

__all__ = ["order", "power", "prime_factors"]

X = TypeVar("X")


def power(x: X, exponent: int, square: Callable[[X], X], mul: Callable[[X, X], X]) -> X:
    """Return the product of `exponent` factors `x`, for an exponent of at least 1."""
    result = x
    for digit in f"{exponent:b}"[1:]:
        result = square(result)
        if digit == "1":
            result = mul(result, x)
    return result


def order(x: object, degree: int, is_one: Callable[[int], bool]) -> int:
    """Return the least n > 0 with x^n = 1, for an `x` of `degree`; `is_one(n)` says if x^n is 1.

    Rejects 0, and degrees whose `prime_factors` are not known.
    """
    if not x:
        raise ValueError("0 has no multiplicative order: none of its powers is 1")
    found = (1 << degree) - 1
    for prime in prime_factors(degree):
        while found % prime == 0 and is_one(found // prime):
            found //= prime
    return found


@cache
def prime_factors(d: int) -> frozenset[int]:
    """Return the prime factors of 2^d - 1. Rejects a d for which this would take too long."""
    found = frozenset[int]().union(*(prime_factors(e) for e in range(1, d) if d % e == 0))
    rest = (1 << d) - 1
    for prime in found:
        while rest % prime == 0:
            rest //= prime
    # Modulo a new prime, 2 has order d, and so d divides the prime minus 1.
    for candidate in chain(_HARD.get(d, ()), range(d + 1, d << 17, d)):
        if candidate * candidate > rest:
            return found | {rest} - {1}
        while rest % candidate == 0:
            found, rest = found | {candidate}, rest // candidate
    raise ValueError(f"an order needs the prime factors of 2^{d} - 1, and not all are known here")


# For each d, the factors of the Fermat number 2^(d/2) + 1: the seventh was factored by Morrison and
# Brillhart (1975), the eighth by Brent and Pollard (1981).
_HARD = {
    256: (59649589127497217, 5704689200685129054721),
    512: (1238926361552897, 93461639715357977769163558199606896584051237541638188580280321),
}
