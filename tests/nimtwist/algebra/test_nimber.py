"""Nim arithmetic against its definitions, and against the laws of a field."""

from __future__ import annotations

import builtins
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import Nimber, mex
from nimtwist.algebra import _powers, nimber
from nimtwist.nimber import (
    add,
    degree,
    div,
    inv,
    isomorphism,
    mul,
    order,
    pow,
    products_by_mex,
    roots,
    solve,
    sqrt,
    sums_by_mex,
    trace,
)

NUMBERS = st.integers(0, 2**256 - 1)
UNITS = st.integers(1, 2**256 - 1)
# Most numbers have the full length; these have any.
ANY_LENGTH = st.integers(0, 300).flatmap(lambda digits: st.integers(0, 2**digits - 1))


@pytest.fixture(scope="module")
def table() -> list[list[int]]:
    return products_by_mex(64, 64)


# --- The definitions -----------------------------------------------------------------------------


def test_the_sum_is_what_the_definition_says() -> None:
    assert sums_by_mex(40, 24) == [[add(a, b) for b in range(24)] for a in range(40)]


def test_the_product_is_what_the_definition_says(table: list[list[int]]) -> None:
    assert [[mul(a, b) for b in range(64)] for a in range(64)] == table


def test_a_table_by_mex_may_have_any_shape(table: list[list[int]]) -> None:
    assert products_by_mex(3, 64) == table[:3]
    assert sums_by_mex(0, 5) == products_by_mex(0, 5) == []
    assert products_by_mex(2, 0) == [[], []]


def test_the_table_by_mex_excludes_what_the_definition_names(table: list[list[int]]) -> None:
    # In other words than in the package: every cell is checked from the finished table.
    for a, b in product(range(12), repeat=2):
        excluded = {table[x][b] ^ table[a][y] ^ table[x][y] for x, y in product(range(a), range(b))}
        assert table[a][b] == mex(excluded)


# --- The laws of a field -------------------------------------------------------------------------


@given(NUMBERS, NUMBERS, NUMBERS)
def test_the_product_is_that_of_a_commutative_ring(a: int, b: int, c: int) -> None:
    assert mul(a, b) == mul(b, a)
    assert mul(mul(a, b), c) == mul(a, mul(b, c))
    assert mul(a, b ^ c) == mul(a, b) ^ mul(a, c)
    assert (mul(a, 1), mul(a, 0), add(a, a), add(a, 0)) == (a, 0, 0, a)
    assert mul(a, b) < 2**256


@given(UNITS, ANY_LENGTH)
def test_division_undoes_the_product(a: int, b: int) -> None:
    assert mul(a, inv(a)) == 1
    assert inv(inv(a)) == a
    assert mul(div(b, a), a) == div(mul(b, a), a) == b


@given(ANY_LENGTH)
def test_the_square_root_undoes_the_square(a: int) -> None:
    assert mul(sqrt(a), sqrt(a)) == a == sqrt(mul(a, a))
    assert degree(sqrt(a)) == degree(a)


@given(ANY_LENGTH)
def test_the_squares_that_powers_are_made_of_are_products(a: int) -> None:
    assert pow(a, 2) == mul(a, a)


@given(st.integers(1, 2**64 - 1), st.integers(-40, 40), st.integers(-40, 40))
def test_powers_obey_the_laws_of_exponents(a: int, m: int, n: int) -> None:
    assert mul(pow(a, m), pow(a, n)) == pow(a, m + n)
    assert pow(pow(a, m), n) == pow(a, m * n)
    assert pow(a, -m) == inv(pow(a, m))


def test_powers_by_hand() -> None:
    assert [pow(4, n) for n in range(16)] == [1, 4, 6, 14, 5, 2, 8, 11, 7, 10, 3, 12, 13, 9, 15, 1]
    assert [pow(0, n) for n in range(3)] == [1, 0, 0]
    assert pow(6, 10**1000) == pow(6, 10**1000 % 15)


def test_numbers_of_4096_binary_digits() -> None:
    a, b = (pow(2**2048 + n, 5) ^ 1 << 4095 for n in (3, 10**6))
    assert a.bit_length() == b.bit_length() == 4096
    assert mul(a, b) == mul(b, a)
    assert mul(a, inv(a)) == 1
    assert mul(sqrt(a), sqrt(a)) == a
    assert div(mul(a, b), b) == a
    # The rules of the Fermat 2-power of that size.
    large = 1 << 2048
    assert mul(large, large) == large ^ large >> 1
    assert mul(large, a >> 2048) == (a >> 2048) * large


@pytest.mark.parametrize("digits", [1, 2, 4, 8, 16, 17, 40, 64])
def test_every_size_of_logarithms_gives_the_same_products(digits: int) -> None:
    numbers = [(3**40 >> n) % (1 << digits) for n in range(12)]
    bases = [nimber._logarithms(size) for size in (1, 2, 4, 8, 16)]
    for a, b in product(numbers, repeat=2):
        assert len({nimber._mul(a, b, base) for base in bases if base.digits <= 16}) == 1


# --- Degree, trace, order ------------------------------------------------------------------------


@given(ANY_LENGTH)
def test_the_degree_is_that_of_the_smallest_field(a: int) -> None:
    # a lies in GF(2^d) exactly if a^(2^d) = a.
    conjugate, d = mul(a, a), 1
    while conjugate != a:
        conjugate, d = mul(conjugate, conjugate), d + 1
    assert degree(a) == d


@given(ANY_LENGTH)
def test_the_trace_is_the_sum_of_the_conjugates(a: int) -> None:
    conjugate, total = a, 0
    for _ in range(degree(a)):
        total ^= conjugate
        conjugate = mul(conjugate, conjugate)
    assert trace(a) == total
    # In the next field each of them is there twice.
    assert trace(a, 2 * degree(a)) == 0


@given(ANY_LENGTH, ANY_LENGTH)
def test_the_trace_of_a_field_is_linear(a: int, b: int) -> None:
    field = max(degree(a), degree(b))
    assert trace(a, field) ^ trace(b, field) == trace(a ^ b, field)


def test_half_of_the_numbers_of_a_field_have_trace_1() -> None:
    for field in (1, 2, 4, 8):
        assert sum(trace(a, field) for a in range(1 << field)) == 1 << field - 1


def test_orders_below_256_by_counting() -> None:
    for a in range(1, 256):
        power, n = a, 1
        while power != 1:
            power, n = mul(power, a), n + 1
        assert order(a) == n


@given(st.integers(1, 2**128 - 1))
@settings(max_examples=8)
def test_the_order_divides_the_number_of_units_and_no_smaller_exponent_does(a: int) -> None:
    found = order(a)
    assert (2**128 - 1) % found == 0
    assert pow(a, found) == 1
    for prime in _powers.prime_factors(128):
        assert found % prime or pow(a, found // prime) != 1


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
    assert odd == even + 1
    assert even % 2 == 0
    assert all(mul(x, x) ^ x == c for x in (even, odd))
    assert degree(even) <= degree(c) * 2
    assert (max(degree(even), degree(c)) > degree(c)) == bool(trace(c))


def test_the_quadratic_equation_by_search() -> None:
    for c in range(64):
        solutions = tuple(x for x in range(256) if mul(x, x) ^ x == c)
        assert solve(c) == solutions


def test_roots_are_the_roots() -> None:
    assert roots(0b10) == [0]
    assert roots(0b11) == [1]
    assert roots(1) == []
    assert roots(0b10011, 4) == roots(0b10011, 8) == [4, 5, 6, 7]
    assert all(pow(x, 4) ^ x ^ 1 == 0 for x in roots(0b10011))
    assert roots(0b1011, 16) == roots(0b1101, 16) == []
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
    assert roots(0x11B) == [65, 69, 83, 86, 96, 102, 122, 125]
    assert to_nimber[2] == 65
    assert aes_product(0x57, 0x83) == 0xC1
    assert sorted(to_nimber) == list(range(256))
    for a, b in product(range(256), repeat=2):
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


def test_numbers_too_long_for_python_to_write_are_numbers_still() -> None:
    large = 10**5_000
    assert div(mul(large, 3), 3) == large
    assert repr(Nimber(large)) == f"*(a number of {large.bit_length()} bits)"
    with pytest.raises(ValueError, match=r"^\(a number of 16610 bits\) cannot be divided by 0$"):
        div(large, 0)
