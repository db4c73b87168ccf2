"""Multiplicative orders in fields of 2^d elements, from the prime factors of 2^d - 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from nimtwist._checks import quoted

__all__ = ["order"]


def order(x: object, degree: int, is_one: Callable[[int], bool]) -> int:
    """Return the least n > 0 such that the power n of `x`, which is of a degree, is 1.

    `is_one` says this of any exponent.

    Raises:
        ValueError: if `x` is 0, or the prime factors of 2^`degree` - 1 are not known.
    """
    if not x:
        raise ValueError("0 has no multiplicative order: none of its powers is 1")
    found = (1 << degree) - 1
    primes = _prime_factors(degree)
    if primes is None:
        raise ValueError(
            f"the order of {quoted(x)}, of degree {degree}, takes the prime factors of "
            f"2^{degree} - 1, and not all of them are known here"
        )
    for prime in primes:
        while found % prime == 0 and is_one(found // prime):
            found //= prime
    return found


@cache
def _prime_factors(d: int) -> frozenset[int] | None:
    """Return the prime factors of 2^d - 1, or `None` if that would take long."""
    if d in _FERMAT_FACTORS:
        old = _prime_factors(d // 2)
        return old and old | _FERMAT_FACTORS[d]
    found: set[int] = set()
    for smaller in (e for e in range(1, d // 2 + 1) if d % e == 0):
        if (factors := _prime_factors(smaller)) is None:
            return None
        found |= factors
    rest = (1 << d) - 1
    for prime in found:
        while rest % prime == 0:
            rest //= prime
    # Modulo a new prime 2 has the order d, and so d divides the prime less 1.
    for candidate in range(d + 1, _MOST_TRIED * d, d):
        if candidate * candidate > rest:
            return frozenset(found | {rest} - {1})
        while rest % candidate == 0:
            found.add(candidate)
            rest //= candidate
    return None


_MOST_TRIED = 1 << 17
# By d, the factors of the Fermat number 2^(d/2) + 1, where it is hard to factor: the seventh was by
# Morrison and Brillhart (1975), the eighth by Brent and Pollard (1981).
_FERMAT_FACTORS = {
    256: {59649589127497217, 5704689200685129054721},
    512: {
        1238926361552897,
        93461639715357977769163558199606896584051237541638188580280321,
    },
}
