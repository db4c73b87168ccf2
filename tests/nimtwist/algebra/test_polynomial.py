"""Tests that compare polynomials over GF(2) and their fields with a reference implementation."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.algebra import BinaryField, Nimber, is_irreducible, polynomial_text
from tests.lib.algebra import exponents, remainder, times
from tests.lib.strategies import IntegerLike

# One polynomial for each degree up to 8; the last one is the polynomial of AES.
POLYNOMIALS = [0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011011]
FIELDS = [BinaryField(number) for number in (*range(2, 64), 0x11B) if is_irreducible(number)]


def test_irreducible_polynomials_are_not_products() -> None:
    products = {times(a, b) for a in range(2, 64) for b in range(2, 64)}
    prime = [number for number in range(2, 128) if number not in products]
    assert [number for number in range(128) if is_irreducible(number)] == prime


def test_number_of_irreducible_polynomials() -> None:
    """Compare the number of irreducible polynomials of each degree with OEIS A001037."""
    counts = [sum(map(is_irreducible, range(1 << k, 2 << k))) for k in range(1, 11)]
    assert counts == [2, 1, 2, 3, 6, 9, 18, 30, 56, 99]


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


@given(st.integers(0, 2**16 - 1))
def test_nimber_fields_are_isomorphic_to_binary_fields(n: int) -> None:
    """The isomorphism that maps x to the nimber n maps every power of x to the same power of n."""
    field = BinaryField(Nimber(n).minimal_polynomial())
    x, powers = field.remainder(2), [Nimber(n) ** k for k in range(field.degree)]
    for k in range(2 * field.degree):
        element = field.pow(x, k)
        image = sum((powers[i] for i in exponents(element)), Nimber(0))
        assert image == Nimber(n) ** k


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (1, "1"), (2, "x"), (7, "x² + x + 1"), (1 << 12 | 1, "x¹² + 1")]
)
def test_polynomial_text(number: int, text: str) -> None:
    assert polynomial_text(number) == text
