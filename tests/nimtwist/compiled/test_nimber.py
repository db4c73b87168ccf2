"""Compiled products of long numbers are those of the plain arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import nimber
from nimtwist.compiled.nimber import mul

LONG = st.integers(0, 600).flatmap(lambda digits: st.integers(0, (1 << digits) - 1))


@given(LONG, LONG)
def test_products_are_those_of_the_plain_arithmetic(a: int, b: int) -> None:
    assert mul(a, b) == nimber.mul(a, b)


@pytest.mark.parametrize("digits", [1, 63, 64, 65, 127, 128, 129, 1023, 1024, 4096, 5000])
def test_numbers_of_all_ones(digits: int) -> None:
    ones = (1 << digits) - 1
    assert mul(ones, ones) == nimber.mul(ones, ones)
    assert mul(ones, 1) == mul(1, ones) == ones
    assert mul(ones, 0) == mul(0, ones) == 0


@pytest.mark.parametrize("n", range(3, 14))
def test_fermat_powers_obey_their_laws(n: int) -> None:
    power = 1 << (1 << n)
    assert mul(power, power) == power ^ power >> 1
    assert mul(power, power - 1) == power * (power - 1)
