"""Tests that compare polynomials over GF(2) and their fields with a reference implementation."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.algebra import BinaryField, is_irreducible
from tests.lib.algebra import remainder, times
from tests.lib.strategies import IntegerLike

# One polynomial for each degree up to 8; the last one is the polynomial of AES.
POLYNOMIALS = [0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011011]
FIELDS = [BinaryField(number) for number in (*range(2, 64), 0x11B) if is_irreducible(number)]


def test_irreducible_polynomials_are_not_products() -> None:
    products = {times(a, b) for a in range(2, 64) for b in range(2, 64)}
    prime = [number for number in range(2, 128) if number not in products]
    assert [number for number in range(128) if is_irreducible(number)] == prime


def test_largest_field_and_integer_like_polynomial() -> None:
    assert BinaryField(1 << 256 | 0b10000100101).degree == 256
    assert is_irreducible(1 << 128 | 0b10000111)  # the polynomial of GCM
    assert not is_irreducible((1 << 128 | 0b10000111) ^ 0b1000)
    number: Any = IntegerLike(0b1011)
    assert type(BinaryField(number).polynomial) is int


@pytest.mark.parametrize("field", FIELDS)
def test_products_inverses_and_powers_agree_with_the_reference(field: BinaryField) -> None:
    elements, x = range(1 << field.degree), field.remainder(2)
    for a, b in product(elements[:9], elements):
        assert field.mul(a, b) == remainder(times(a, b), field.polynomial)
    assert all(field.mul(a, field.inv(a)) == 1 for a in elements[1:])
    power = 1
    for n in range(2 * len(elements)):
        assert field.pow(x, n) == power
        if x:
            assert field.pow(x, -n) == field.inv(power)
        power = field.mul(power, x)


@given(st.sampled_from([0b10, *POLYNOMIALS]), st.integers(0, 1 << 2000))
def test_remainder_of_long_polynomials(polynomial: int, long: int) -> None:
    field, rest = BinaryField(polynomial), 0
    for digit in f"{long:b}":  # Horner's rule
        rest = field.remainder(rest << 1 | int(digit))
    assert field.remainder(long) == rest
