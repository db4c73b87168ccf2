"""Tests that check infinite nimbers against field laws, definitions and published values."""

from __future__ import annotations

import pickle
from itertools import product

import pytest
from hypothesis import given, settings

from nimtwist import mex
from nimtwist.ordinal import (
    Ordinal,
    excess,
    kappa,
    q_set,
    roots,
    solve_cubic,
    solve_quadratic,
)
from tests.lib.algebra import ANY, CUBIC, HUGE, SMALL, monomials, sums

parse = Ordinal.parse
W = parse("w")
ZERO, ONE = Ordinal(0), Ordinal(1)


# --- Limits --------------------------------------------------------------------------------------


def test_huge_exponents_are_reduced() -> None:
    x = parse("w^w+w+5")
    assert (x ** (2**60 - 1), x ** (2**60), x ** (2**60 + 2)) == (ONE, x, x * x * x)
    assert x ** (10**100) == x ** (10**100 % (2**60 - 1))


# --- Known values --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "exponent", "power"),
    [
        ("w", 3, "2"),
        ("w^w", 5, "4"),
        ("w^(w^2)", 7, "w+1"),
        ("w^(w^3)", 11, "w^w+1"),
        ("w^(w^4)", 13, "w+4"),
        ("w^(w^6)", 19, "w^3+4"),
        ("w^3", 3, "w"),
        ("w^9", 9, "w"),
        ("w^(w*5)", 5, "w^w"),
        ("w", 9, "1"),
        ("w^(w^2)", 14, "w^2+1"),
    ],
)
def test_known_powers(base: str, exponent: int, power: str) -> None:
    assert parse(base) ** exponent == parse(power)


def test_trace_of_finite_part_depends_on_the_degree() -> None:
    # ω·4 has degree 12 over GF(2), hence degree 3 over GF(16). In GF(16), 1 has trace 0.
    for x, trace in [(W + 1, 0), (W + 2, 1), (W * 4 + 1, 0), (W * 4 + 2, 0), (W * 4 + 8, 1)]:
        assert x.trace() == trace == sum(x.conjugates(), ZERO)


def test_nim_product_without_carries_is_the_ordinary_product() -> None:
    # In these products, if q is a power of a prime p, then the exponent of κ_q stays below p.
    for a, b in [("w^8", "w^(w*4)"), ("w^(w^3*2+w^2)", "w^(w*5)"), ("w^(w*20+1)", "7")]:
        assert parse(a) * parse(b) == max(parse(a), parse(b)).ordinary_product(
            min(parse(a), parse(b))
        )


# The excesses of the primes from 3 to 113, according to OEIS A380496.
A380496 = [0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0]
PRIMES = [n for n in range(3, 114) if all(n % d for d in range(2, n))]


def test_excesses_agree_with_the_oeis() -> None:
    assert [excess(p) for p in PRIMES] == A380496


def test_published_values_for_larger_primes() -> None:
    assert (q_set(47), q_set(61), q_set(101), q_set(103)) == ((23,), (3, 5), (25,), (3, 17))
    assert (kappa(97) ** 97, kappa(163) ** 163) == (W + 256, parse("w^27+4"))
    assert excess(709) == 1
    assert kappa(709) == parse("w^(w^125)")


# --- The definitions -----------------------------------------------------------------------------


def test_sums_of_infinite_nimbers_agree_with_the_definition() -> None:
    # The pair (j, r) stands for ω·j + r; a block consists of all numbers with the same j. For
    # each b, as a′ runs through a block, so does a′ ⊕ b. Hence the excluded numbers consist of
    # whole blocks and finitely many other numbers.
    pairs = list(product(range(5), range(6)))
    table: dict[tuple[int, ...], tuple[int, int]] = {}
    for (i, r), (j, s) in product(pairs, pairs):
        excluded = {table[x, 0, j, 0][0] for x in range(i)} | {
            table[i, 0, y, 0][0] for y in range(j)
        }
        options = {table[i, x, j, s] for x in range(r)} | {table[i, r, j, y] for y in range(s)}
        block = mex(excluded)
        table[i, r, j, s] = block, mex(place for other, place in options if other == block)
    for (i, r, j, s), (block, place) in table.items():
        assert (W * i + r) + (W * j + s) == W * block + place


# --- Equations -----------------------------------------------------------------------------------


@given(SMALL.filter(bool), SMALL, sums(monomials((2, 6), (1, 4)), 2))
@settings(max_examples=15)
def test_roots_of_quadratic_equations(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    solutions = solve_quadratic(a, b, c)
    assert len(set(solutions)) == (2 if b else 1)
    assert list(solutions) == sorted(solutions)
    assert sum(solutions, ZERO) == (b / a if b else solutions[0])
    assert all(a * x * x + b * x + c == 0 for x in solutions)


@pytest.mark.parametrize("p", [2, 3, 5, 7, 11, 13, 19])
def test_number_of_roots(p: int) -> None:
    for a in (ONE, Ordinal(6), W, W**2 + 5, parse("w^9"), kappa(p) ** p if p > 2 else W + 1):
        solutions = roots(a, p)
        assert len(set(solutions)) == (p if p > 2 else 1)
        assert list(solutions) == sorted(solutions)
        assert all(x**p == a for x in solutions)
    assert roots(0, p) == (ZERO,)


def test_roots_in_larger_fields() -> None:
    for text, p in [("w^w+w", 5), ("w^(w*5)", 5), ("w^(w^2)+w+4", 7), ("w^(w^6)", 3)]:
        assert all(x**p == parse(text) for x in roots(parse(text), p))


@given(SMALL.filter(bool), SMALL, CUBIC, CUBIC)
@settings(max_examples=6)
def test_cubic_has_three_roots_or_a_multiple_root(
    a: Ordinal, b: Ordinal, c: Ordinal, d: Ordinal
) -> None:
    for equation in ((1, c, d, c + 2), (a, 0, 0, d), (1, a, a * a, b), (1, c, 1, c)):
        solutions = solve_cubic(*equation)
        e, f, g, h = (ONE * part for part in equation)
        assert all(e * x**3 + f * x * x + g * x + h == 0 for x in solutions)
        # A root is a multiple root if the derivative is also 0 there.
        simple = [x for x in solutions if e * x * x + g != 0]
        assert len(solutions) == 3 or len(simple) < len(solutions)


# --- Order and set theory ------------------------------------------------------------------------


@given(HUGE, HUGE, HUGE)
@settings(max_examples=25)
def test_laws_of_ordinal_arithmetic(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert a.ordinary_sum(b) >= max(a, b)
    assert a.ordinary_sum(b).ordinary_sum(c) == a.ordinary_sum(b.ordinary_sum(c))
    assert a.ordinary_product(b).ordinary_product(c) == a.ordinary_product(b.ordinary_product(c))
    left = a.ordinary_product(b.ordinary_sum(c))
    assert left == a.ordinary_product(b).ordinary_sum(a.ordinary_product(c))
    if b < c:
        assert a.ordinary_sum(b) < a.ordinary_sum(c)
        assert not a or a.ordinary_product(b) < a.ordinary_product(c)


def test_known_order() -> None:
    ascending = "0 1 9 w w+1 w*2 w^2 w^2+w w^9 w^w w^w+w^9 w^w*2 w^(w+1) w^(w*2) w^(w^2) w^(w^9)"
    numbers = list(map(parse, ascending.split()))
    assert sorted(numbers, reverse=True) == numbers[::-1]


# --- Parsing and formatting ----------------------------------------------------------------------


@given(HUGE | ANY)
def test_text_and_pickle_round_trip(a: Ordinal) -> None:
    assert parse(str(a)) == parse(str(a).replace("ω", "w").replace("·", " * ")) == a
    assert pickle.loads(pickle.dumps(a)) == a
    assert hash(parse(str(a))) == hash(a)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("w^w^2+w^1+w^0", "ω^(ω^2)+ω+1"),
        ("(w^(w+1))+(w+0010)", "ω^(ω+1)+ω+10"),
        ("0", "0"),
        ("w^(w^12*3+w^2+5)*7", "ω^(ω^12·3+ω^2+5)·7"),
    ],
)
def test_text_is_normalised(text: str, expected: str) -> None:
    assert (str(parse(text)), repr(parse(text))) == (expected, expected)
