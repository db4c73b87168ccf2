"""Take a modulus apart into prime powers, and put remainders together again."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from nimtwist._checks import check_integer, short_repr
from nimtwist.games.mum import MuM
from nimtwist.games.products import Heaps

_LARGEST = 10**12


def prime_powers(modulus: int) -> tuple[int, ...]:
    """Return the prime powers that make a modulus, smallest prime first.

    Raises:
        ValueError: if `modulus` is not an integer from 2 to 10^12.

    >>> prime_powers(15), prime_powers(12)
    ((3, 5), (4, 3))
    """
    left, prime, powers = check_integer(modulus, "the modulus", 2, _LARGEST), 2, list[int]()
    while left > 1:
        prime, power = prime if prime * prime <= left else left, 1
        while left % prime == 0:
            left, power = left // prime, power * prime
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
    """Return the number below the product of the moduli that has these residues, one for each.

    This is the Chinese Remainder Theorem: `state_vector` backwards.

    Raises:
        ValueError: if two moduli have a factor in common.

    >>> combine({3: 2, 5: 3})
    8
    """
    number, product = 0, 1
    for modulus, residue in residues.items():
        if gcd(product, modulus) > 1:
            raise ValueError(f"the moduli {short_repr(list(residues))} have a factor in common")
        number += product * ((residue - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number
