"""Powers by repeated squaring, and multiplicative orders from the factorisation of 2^d - 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from math import isqrt
from typing import Any, TypeVar

from nimtwist.checks import short_repr

__all__ = ["log", "order", "power", "prime_factors"]

X = TypeVar("X")

_MAX_PRIME = 10**11  # a logarithm needs about the square root of the largest prime of the order


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


def log(x: Any, base: Any) -> int:
    """Return the least n ≥ 0 with `base`^n = `x`.

    The algorithm of Pohlig and Hellman finds n modulo each prime power that divides the order.

    Raises:
        ValueError: if `x` or `base` is 0, if `x` is not a power of `base`, or if the order of
            `base` has too large a prime factor.
    """
    if not x or not base:
        raise ValueError(
            f"the logarithm of {short_repr(x)} to base {short_repr(base)} is undefined"
        )
    order, result, modulus = base.order(), 0, 1
    primes = [prime for prime in prime_factors(base.degree()) if order % prime == 0]
    if max(primes, default=1) > _MAX_PRIME:
        raise ValueError(
            f"cannot compute logarithms to base {short_repr(base)}: its order has the prime factor "
            f"{max(primes)}, and at most {_MAX_PRIME} is allowed"
        )
    for prime in primes:
        root = base ** (order // prime)
        while (rest := order // modulus) % prime == 0:
            # If base^n = x and n = result + m · modulus, then `digit` is m mod prime.
            digit = _exponent((x * base**-result) ** (rest // prime), root, prime)
            result += digit * modulus
            modulus *= prime
    if base**result != x:
        raise ValueError(f"{short_repr(x)} is not a power of {short_repr(base)}")
    return result


def _exponent(x: Any, root: Any, prime: int) -> int:
    """Return n < `prime` with `root`^n = `x`, or 0 if there is none, by baby and giant steps."""
    size, step, place = isqrt(prime) + 1, x**0, dict[Any, int]()
    for n in range(size):
        place.setdefault(step, n)
        step *= root
    giant = step.inv()  # of root^size
    for n in range(size):
        if x in place:
            return (n * size + place[x]) % prime
        x *= giant
    return 0


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
