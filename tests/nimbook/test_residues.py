"""Prime powers and remainders: a modulus is taken apart, and what is left of heaps put together."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.residues import combine, prime_powers


@given(st.integers(2, 10**6) | st.sampled_from([999_999_999_989, 10**12]))
def test_a_modulus_is_the_product_of_its_prime_powers(modulus: int) -> None:
    powers = prime_powers(modulus)
    assert math.prod(powers) == modulus
    assert sum(math.gcd(a, b) > 1 for a in powers for b in powers) == len(powers)
    for power in powers:
        exponents = range(1, power.bit_length())
        roots = {exponent: round(power ** (1 / exponent)) for exponent in exponents}
        prime = min(root for exponent, root in roots.items() if root**exponent == power)
        assert all(prime % d for d in range(2, math.isqrt(prime) + 1))


@given(st.integers(2, 1000), st.integers(0, 10**6))
def test_remainders_are_combined_to_the_number_modulo_the_product(modulus: int, n: int) -> None:
    assert combine({power: n % power for power in prime_powers(modulus)}) == n % modulus


@pytest.mark.parametrize("modulus", [1, 10**12 + 1, True])
def test_other_moduli_are_refused(modulus: int) -> None:
    with pytest.raises(ValueError, match="the modulus must be a whole number"):
        prime_powers(modulus)


def test_moduli_with_a_common_factor_are_refused() -> None:
    with pytest.raises(ValueError, match="have a factor in common"):
        combine({4: 1, 6: 1})
