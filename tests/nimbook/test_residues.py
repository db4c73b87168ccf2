"""Prime powers and remainders: a modulus is taken apart, and what is left of heaps put together."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.residues import combine, prime_powers, state_vector
from nimtwist.games import MuM
from tests.nimtwist.games.test_mum import games


@given(st.integers(2, 10**6))
def test_a_modulus_is_the_product_of_its_prime_powers(modulus: int) -> None:
    powers = prime_powers(modulus)
    assert math.prod(powers) == modulus
    for power in powers:
        prime = min(d for d in range(2, power + 1) if power % d == 0)
        assert prime ** round(math.log(power, prime)) == power
    assert sum(math.gcd(a, b) > 1 for a in powers for b in powers) == len(powers)


def test_prime_powers_of_large_moduli() -> None:
    assert prime_powers(999_999_999_989) == (999_999_999_989,)
    assert prime_powers(10**12) == (2**12, 5**12)


@given(games())
def test_the_state_vector_is_the_product_and_comes_back(
    game: tuple[MuM, tuple[int, ...]],
) -> None:
    rules, position = game
    vector = state_vector(rules, position)
    assert combine(vector) == rules.product(position) % rules.modulus
    assert vector == {q: math.prod(position) % q for q in prime_powers(rules.modulus)}


@pytest.mark.parametrize("modulus", [1, 10**12 + 1, True])
def test_what_is_no_modulus_is_refused(modulus: int) -> None:
    with pytest.raises(ValueError, match=f"the modulus must be a whole number.*, not {modulus}$"):
        prime_powers(modulus)


def test_moduli_with_a_common_factor_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^the moduli \[4, 6\] have a factor in common$"):
        combine({4: 1, 6: 1})
