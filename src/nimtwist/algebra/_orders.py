"""Multiplicative orders in the field of 2^d elements, from the prime factors of 2^d - 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain

__all__ = ["order", "prime_factors"]


def order(x: object, degree: int, is_one: Callable[[int], bool]) -> int:
    """Return the least n > 0 with x^n = 1; `is_one` says this of any exponent, `x` is of `degree`.

    Raises:
        ValueError: if `x` is 0, or prime factors of 2^`degree` - 1 are not known.
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
    """Return the prime factors of 2^d - 1; a `ValueError` says that this would take long."""
    found = frozenset[int]().union(*(prime_factors(e) for e in range(1, d) if d % e == 0))
    rest = (1 << d) - 1
    for prime in found:
        while rest % prime == 0:
            rest //= prime
    # Modulo a new prime 2 has the order d, and so d divides the prime less 1.
    for candidate in chain(_HARD.get(d, ()), range(d + 1, d << 17, d)):
        if candidate * candidate > rest:
            return found | {rest} - {1}
        while rest % candidate == 0:
            found, rest = found | {candidate}, rest // candidate
    raise ValueError(f"an order takes the prime factors of 2^{d} - 1, and not all are known here")


# By d, the factors of 2^(d/2) + 1 for two of Fermat's numbers, the seventh by Morrison and
# Brillhart (1975), the eighth by Brent and Pollard (1981).
_HARD = {
    256: (59649589127497217, 5704689200685129054721),
    512: (
        1238926361552897,
        93461639715357977769163558199606896584051237541638188580280321,
    ),
}
