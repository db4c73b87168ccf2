"""Tests of finite nimbers and polynomials against definitions, brute force and known fields."""

from __future__ import annotations

import builtins
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Nimber, mex
from nimtwist.algebra import BinaryField, _powers, is_irreducible
from nimtwist.nimber import (
    add,
    degree,
    div,
    inv,
    isomorphism,
    mul,
    pow,
    products_by_mex,
    roots,
    solve,
    sqrt,
    sums_by_mex,
    trace,
)
from tests.lib.algebra import ANY_LENGTH, exponents, remainder, times
from tests.lib.strategies import IntegerLike

# --- The definitions -----------------------------------------------------------------------------


def test_sums_and_products_agree_with_the_definitions() -> None:
    table = products_by_mex(64, 48)
    assert [[mul(a, b) for b in range(48)] for a in range(64)] == table
    assert sums_by_mex(40, 24) == [[add(a, b) for b in range(24)] for a in range(40)]
    # Check the cells of the finished table independently of the code that filled it.
    for a, b in product(range(12), repeat=2):
        excluded = {table[x][b] ^ table[a][y] ^ table[x][y] for x, y in product(range(a), range(b))}
        assert table[a][b] == mex(excluded)


def test_arithmetic_on_4096_bits() -> None:
    a, b = (pow(2**2048 + n, 5) ^ 1 << 4095 for n in (3, 10**6))
    assert mul(a, b) == mul(b, a)
    assert mul(a, inv(a)) == 1
    assert mul(sqrt(a), sqrt(a)) == a
    assert div(mul(a, b), b) == a
    # Check the multiplication rules for the Fermat 2-power 2^2048.
    large = 1 << 2048
    assert mul(large, large) == large ^ large >> 1
    assert mul(large, a >> 2048) == (a >> 2048) * large


# --- Degree, trace, order ------------------------------------------------------------------------


@given(ANY_LENGTH)
def test_degree_and_trace_agree_with_the_conjugates(a: int) -> None:
    # a lies in GF(2^d) if and only if a^(2^d) = a.
    conjugate, total, d = mul(a, a), a, 1
    while conjugate != a:
        conjugate, total, d = mul(conjugate, conjugate), total ^ conjugate, d + 1
    assert degree(a) == d
    assert trace(a) == total
    # The trace from the field of degree 2d adds each conjugate of a twice.
    assert trace(a, 2 * d) == 0


def test_prime_factors_pass_fermats_test_and_are_complete() -> None:
    for d in (*range(1, 61), 84, 90, 128, 210, 256, 512):
        primes, rest = _powers.prime_factors(d), 2**d - 1
        for base, prime in product((3, 5, 7, 11, 13), primes):
            assert base == prime or builtins.pow(base, prime - 1, prime) == 1
        for prime in primes:
            assert rest % prime == 0
            while rest % prime == 0:
                rest //= prime
        assert rest == 1


# --- Equations -----------------------------------------------------------------------------------


@given(ANY_LENGTH)
def test_solve_returns_both_solutions(c: int) -> None:
    even, odd = solve(c)
    assert odd == even ^ 1 == even + 1
    assert mul(even, even) ^ even == c == mul(odd, odd) ^ odd


def test_roots_of_polynomials() -> None:
    assert (roots(0b10), roots(0b11), roots(1)) == ([0], [1], [])
    assert roots(0b10011, 4) == roots(0b10011, 8) == [4, 5, 6, 7]
    # The second argument limits the bit length of the roots. The roots 2 and 3 have two bits; the
    # root 258 has nine.
    assert (roots(0b10, 0), roots(0b111, 1), roots(0b111, 2)) == ([0], [], [2, 3])
    polynomial = Nimber(258).minimal_polynomial()
    assert roots(polynomial) == [] and roots(polynomial, 9)[0] == 258
    # The roots of x^16 + x are the elements of the field of 16 elements.
    assert roots(0b1_0000_0000_0000_0010) == list(range(16))


def aes_product(a: int, b: int) -> int:
    """Multiply two bytes by the method of FIPS 197: shift, and subtract 0x11b if necessary."""
    result = 0
    while b:
        result ^= a * (b & 1)
        a, b = a << 1, b >> 1
        a ^= 0x11B * (a >> 8)
    return result


def test_nimbers_below_256_are_isomorphic_to_the_aes_field() -> None:
    to_nimber, from_nimber = isomorphism()
    assert to_nimber[2] == 65 and aes_product(0x57, 0x83) == 0xC1
    for a, b in product(range(256), range(0, 256, 5)):
        assert to_nimber[a ^ b] == to_nimber[a] ^ to_nimber[b]
        assert to_nimber[aes_product(a, b)] == mul(to_nimber[a], to_nimber[b])
    assert all(from_nimber[to_nimber[a]] == a for a in range(256))


@pytest.mark.parametrize("polynomial", [0b10, 0b11, 0b111, 0b10011, 0b11111, 0x11D])
def test_isomorphism_for_other_polynomials(polynomial: int) -> None:
    to_nimber, from_nimber = isomorphism(polynomial)
    assert sorted(to_nimber) == sorted(from_nimber) == list(range(len(to_nimber)))
    if len(to_nimber) > 2:
        # The image of x is a root of the polynomial.
        assert to_nimber[2] == roots(polynomial)[0]


# --- Polynomials over GF(2) ----------------------------------------------------------------------

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


def test_number_of_irreducible_polynomials() -> None:
    """Compare the number of irreducible polynomials of each degree with OEIS A001037."""
    counts = [sum(map(is_irreducible, range(1 << k, 2 << k))) for k in range(1, 11)]
    assert counts == [2, 1, 2, 3, 6, 9, 18, 30, 56, 99]


@given(st.integers(0, 2**16 - 1))
def test_nimber_fields_are_isomorphic_to_binary_fields(n: int) -> None:
    """The isomorphism that maps x to the nimber n maps every power of x to the same power of n."""
    field = BinaryField(Nimber(n).minimal_polynomial())
    x, powers = field.remainder(2), [Nimber(n) ** k for k in range(field.degree)]
    for k in range(2 * field.degree):
        element = field.pow(x, k)
        image = sum((powers[i] for i in exponents(element)), Nimber(0))
        assert image == Nimber(n) ** k
