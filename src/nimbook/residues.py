"""Factoring a modulus into prime powers, and the Chinese Remainder Theorem."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from nimtwist.checks import check_integer, short_repr
from nimtwist.games.mum import MuM
from nimtwist.games.products import Heaps

_MAX_MODULUS = 10**12


def prime_powers(modulus: int) -> tuple[int, ...]:
    """Return the prime powers whose product is the modulus, in ascending order of the primes.

    Raises:
        ValueError: if `modulus` is not an integer from 2 to 10^12.

    >>> prime_powers(15), prime_powers(12)
    ((3, 5), (4, 3))
    """
    rest, prime, powers = check_integer(modulus, "the modulus", 2, _MAX_MODULUS), 2, list[int]()
    while rest > 1:
        prime, power = prime if prime * prime <= rest else rest, 1
        while rest % prime == 0:
            rest, power = rest // prime, power * prime
        if power > 1:
            powers.append(power)
        prime += 1
    return tuple(powers)


def state_vector(rules: MuM, position: Heaps) -> dict[int, int]:
    """Return the product of the heaps modulo each prime power of the modulus.

    >>> state_vector(MuM(15), (11, 13))
    {3: 2, 5: 3}
    """
    product = rules.product(position)
    return {power: product % power for power in prime_powers(rules.modulus)}


def combine(residues: Mapping[int, int]) -> int:
    """Return the number with the given residues, reduced modulo the product of the moduli.

    This is the inverse of `state_vector`, by the Chinese Remainder Theorem.

    Args:
        residues: a mapping from pairwise coprime moduli to residues.

    Raises:
        ValueError: if two moduli have a common factor.

    >>> combine({3: 2, 5: 3})
    8
    """
    number, product = 0, 1
    for modulus, residue in residues.items():
        if gcd(product, modulus) > 1:
            raise ValueError(f"moduli must be pairwise coprime, not {short_repr(list(residues))}")
        number += product * ((residue - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number
