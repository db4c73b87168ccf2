"""Nim arithmetic on integers against its definitions, searches and published fields."""

from __future__ import annotations

import builtins
from itertools import product

import pytest
from hypothesis import given

from nimtwist import Nimber, mex
from nimtwist.algebra import _powers
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
from tests.nimtwist.algebra.strategies import ANY_LENGTH

# --- The definitions -----------------------------------------------------------------------------


def test_sums_and_products_are_what_the_definitions_say() -> None:
    table = products_by_mex(64, 48)
    assert [[mul(a, b) for b in range(48)] for a in range(64)] == table
    assert sums_by_mex(40, 24) == [[add(a, b) for b in range(24)] for a in range(40)]
    # In other words than in the package: cells are checked from the finished table.
    for a, b in product(range(12), repeat=2):
        excluded = {table[x][b] ^ table[a][y] ^ table[x][y] for x, y in product(range(a), range(b))}
        assert table[a][b] == mex(excluded)


def test_numbers_of_4096_binary_digits() -> None:
    a, b = (pow(2**2048 + n, 5) ^ 1 << 4095 for n in (3, 10**6))
    assert mul(a, b) == mul(b, a)
    assert mul(a, inv(a)) == 1
    assert mul(sqrt(a), sqrt(a)) == a
    assert div(mul(a, b), b) == a
    # The rules of the Fermat 2-power of that size.
    large = 1 << 2048
    assert mul(large, large) == large ^ large >> 1
    assert mul(large, a >> 2048) == (a >> 2048) * large


# --- Degree, trace, order ------------------------------------------------------------------------


@given(ANY_LENGTH)
def test_degree_and_trace_are_those_of_the_conjugates(a: int) -> None:
    # a lies in GF(2^d) exactly if a^(2^d) = a.
    conjugate, total, d = mul(a, a), a, 1
    while conjugate != a:
        conjugate, total, d = mul(conjugate, conjugate), total ^ conjugate, d + 1
    assert degree(a) == d
    assert trace(a) == total
    # In the next field each of them is there twice.
    assert trace(a, 2 * d) == 0


def test_the_prime_factors_of_a_number_of_units_are_primes_and_all_of_them() -> None:
    for d in (*range(1, 61), 84, 90, 128, 210, 256, 512):
        primes, rest = _powers.prime_factors(d), 2**d - 1
        assert all(_is_prime(prime) for prime in primes)
        for prime in primes:
            assert rest % prime == 0
            while rest % prime == 0:
                rest //= prime
        assert rest == 1


def _is_prime(number: int) -> bool:
    """Return whether a number passes the test of Miller and Rabin to twelve bases."""
    odd = number - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if number == base:
            return True
        power = builtins.pow(base, odd, number)
        powers = [power := power if i == 0 else power * power % number for i in range(twos)]
        if powers[0] != 1 and number - 1 not in powers:
            return False
    return True


# --- Equations -----------------------------------------------------------------------------------


@given(ANY_LENGTH)
def test_the_quadratic_equation_has_the_two_solutions_named(c: int) -> None:
    even, odd = solve(c)
    assert odd == even ^ 1 == even + 1
    assert mul(even, even) ^ even == c == mul(odd, odd) ^ odd


def test_roots_are_the_roots() -> None:
    assert (roots(0b10), roots(0b11), roots(1)) == ([0], [1], [])
    assert roots(0b10011, 4) == roots(0b10011, 8) == [4, 5, 6, 7]
    # Of 2, 3 and 258, the first two have two binary digits, and the last has nine.
    assert (roots(0b10, 0), roots(0b111, 1), roots(0b111, 2)) == ([0], [], [2, 3])
    polynomial = Nimber(258).minimal_polynomial()
    assert roots(polynomial) == [] and roots(polynomial, 9)[0] == 258
    # x^16 + x has all of the field of sixteen as its roots.
    assert roots(0b1_0000_0000_0000_0010) == list(range(16))


def aes_product(a: int, b: int) -> int:
    """Return a product of bytes as FIPS 197 describes it: shift, and subtract 0x11b."""
    result = 0
    while b:
        result ^= a * (b & 1)
        a, b = a << 1, b >> 1
        a ^= 0x11B * (a >> 8)
    return result


def test_the_nimbers_below_256_are_the_field_of_aes() -> None:
    to_nimber, from_nimber = isomorphism()
    assert to_nimber[2] == 65 and aes_product(0x57, 0x83) == 0xC1
    for a, b in product(range(256), range(0, 256, 5)):
        assert to_nimber[a ^ b] == to_nimber[a] ^ to_nimber[b]
        assert to_nimber[aes_product(a, b)] == mul(to_nimber[a], to_nimber[b])
    assert all(from_nimber[to_nimber[a]] == a for a in range(256))


@pytest.mark.parametrize("polynomial", [0b10, 0b11, 0b111, 0b10011, 0b11111, 0x11D])
def test_other_polynomials_have_their_isomorphism(polynomial: int) -> None:
    to_nimber, from_nimber = isomorphism(polynomial)
    assert sorted(to_nimber) == sorted(from_nimber) == list(range(len(to_nimber)))
    if len(to_nimber) > 2:
        # x, x², and so on: the polynomial vanishes at the image of x.
        assert to_nimber[2] == roots(polynomial)[0]


@pytest.mark.parametrize("polynomial", [1, 0b1011, 0b101, 0b10001, 0x101, 0x100, 0x11B << 1])
def test_no_isomorphism_for_other_polynomials(polynomial: int) -> None:
    with pytest.raises(ValueError, match="irreducible polynomial of degree 1, 2, 4 or 8"):
        isomorphism(polynomial)
