"""Tests that check infinite nimbers against field laws, definitions and published values."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings

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
