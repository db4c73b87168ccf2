"""Binary polynomials and their fields against polynomials written out, as sets of exponents."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.algebra import BinaryField, Nimber, is_irreducible, nimber, polynomial_text
from tests.nimtwist.algebra.written_out import exponents, remainder, times
from tests.strategies import Index

# One for each degree to 8: the last is that of AES.
POLYNOMIALS = [0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011011]


def test_irreducible_polynomials_are_those_that_are_no_products() -> None:
    products = {times(a, b) for a in range(2, 64) for b in range(2, 64)}
    prime = [number for number in range(2, 128) if number not in products]
    assert [number for number in range(128) if is_irreducible(number)] == prime


def counted(degree: int) -> int:
    """Return Gauss's number of irreducible polynomials: the sum of μ(n/d) 2^d / n for d | n."""

    def mobius(n: int) -> int:
        primes = [p for p in range(2, n + 1) if n % p == 0 and all(p % q for q in range(2, p))]
        return (-1) ** len(primes) if all(n % p**2 for p in primes) else 0

    return sum(mobius(degree // d) << d for d in range(1, degree + 1) if degree % d == 0) // degree


def test_how_many_irreducible_polynomials_there_are_of_each_degree() -> None:
    """As many as Gauss counted, and A001037: 2, 1, 2, 3, 6, 9, 18, 30, 56, 99."""
    counts = [sum(map(is_irreducible, range(1 << k, 2 << k))) for k in range(1, 11)]
    assert counts == [2, 1, 2, 3, 6, 9, 18, 30, 56, 99] == list(map(counted, range(1, 11)))


def test_the_largest_field_and_a_polynomial_of_another_type() -> None:
    assert BinaryField(1 << 256 | 0b10000100101).degree == 256
    number: Any = Index(0b1011)
    field = BinaryField(number)
    assert field == BinaryField(0b1011) and type(field.polynomial) is int


def test_irreducible_polynomials_of_high_degree() -> None:
    assert is_irreducible(1 << 128 | 0b10000111)  # the field of GCM
    assert not is_irreducible((1 << 128 | 0b10000111) ^ 0b1000)
    assert not is_irreducible(1 << 256 | 1)
    assert not is_irreducible((2 << 256) - 1)


FIELDS = [
    BinaryField(number)
    for degree in range(1, 9)
    for number in range(1 << degree, 2 << degree)
    if is_irreducible(number)
]


@pytest.mark.parametrize("degree", range(1, 9))
def test_products_in_every_field_are_remainders_of_products(degree: int) -> None:
    """All of them to degree 4; above it, those of a few elements by all."""
    fields = [field for field in FIELDS if field.degree == degree]
    assert len(fields) == counted(degree)
    elements = range(1 << degree)
    for field in fields:
        some = elements if degree <= 4 else (2, 3, 1 << degree - 1, (1 << degree) - 1)
        for a, b in product(some, elements):
            assert field.mul(a, b) == divided(times(a, b), field.polynomial)


def divided(a: int, b: int) -> int:
    """Return the remainder by long division, a term at a time."""
    for place in reversed(range(b.bit_length() - 1, a.bit_length())):
        if a >> place & 1:
            a ^= times(b, 1 << place + 1 - b.bit_length())
    return a


def test_long_division_leaves_the_only_remainder() -> None:
    for a, b in product(range(64), range(2, 16)):
        assert divided(a, b) == remainder(a, b)


@pytest.mark.parametrize("field", FIELDS)
def test_the_inverses_and_powers_of_every_field(field: BinaryField) -> None:
    units = range(1, 1 << field.degree)
    assert all(field.mul(a, field.inv(a)) == 1 for a in units)
    # The powers of x are all the units if there are enough of them.
    powers = [1]
    while (power := field.mul(powers[-1], field.remainder(2))) > 1:
        powers.append(power)
    if power:
        assert [field.pow(field.remainder(2), n) for n in range(len(powers))] == powers
        assert len(units) % len(powers) == 0


def test_products_that_fips_197_writes_out() -> None:
    aes = BinaryField(0x11B)
    assert aes.mul(0x57, 0x83) == 0xC1
    assert [aes.mul(0x57, 1 << n) for n in range(1, 5)] == [0xAE, 0x47, 0x8E, 0x07]
    assert aes.mul(0x57, 0x13) == 0xFE


@given(st.sampled_from(POLYNOMIALS), st.data())
def test_the_laws_of_a_field(polynomial: int, data: st.DataObject) -> None:
    field = BinaryField(polynomial)
    element = st.integers(0, (1 << field.degree) - 1)
    a, b, c = data.draw(element), data.draw(element), data.draw(element)
    mul = field.mul
    assert mul(a, b) == mul(b, a)
    assert mul(a, mul(b, c)) == mul(mul(a, b), c)
    assert mul(a, b ^ c) == mul(a, b) ^ mul(a, c)
    assert mul(a, 1) == a
    if a:
        assert mul(a, field.inv(a)) == 1
        n = data.draw(st.integers(-600, 600))
        assert field.pow(a, n) == mul(a, field.pow(a, n - 1))
        assert field.pow(a, 0) == 1
    assert field.pow(0, 0) == 1
    assert field.pow(0, 5) == 0


def test_the_fields_of_order_4_are_one() -> None:
    field = BinaryField(0b111)
    for a, b in product(range(4), repeat=2):
        assert field.mul(a, b) == nimber.mul(a, b)


@given(st.sampled_from([0b10, *POLYNOMIALS]), st.integers(0, 1 << 2000))
def test_long_polynomials_have_the_remainder_of_their_digits(polynomial: int, long: int) -> None:
    field, rest = BinaryField(polynomial), 0
    for digit in f"{long:b}":  # Horner's rule
        rest = field.remainder(rest << 1 | int(digit))
    assert field.remainder(long) == rest


@given(st.integers(0, 2**16 - 1))
def test_a_field_of_nimbers_is_that_of_a_minimal_polynomial(n: int) -> None:
    """Sums of powers of the nimber go to those of x."""
    field = BinaryField(Nimber(n).minimal_polynomial())
    x, powers = field.remainder(2), [Nimber(n) ** k for k in range(field.degree)]
    for k in range(2 * field.degree):
        element = field.pow(x, k)
        image = sum((powers[i] for i in exponents(element)), Nimber(0))
        assert image == Nimber(n) ** k


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (1, "1"), (2, "x"), (7, "x² + x + 1"), (1 << 12 | 1, "x¹² + 1")]
)
def test_polynomials_written_out(number: int, text: str) -> None:
    assert polynomial_text(number) == text
