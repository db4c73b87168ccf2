"""Infinite nimbers against the laws of a field, their definitions, and published values."""

from __future__ import annotations

import pickle
from itertools import product

import pytest
from hypothesis import given, settings

from nimtwist import Nimber, mex, nimber
from nimtwist.algebra import _tower
from nimtwist.ordinal import (
    Ordinal,
    excess,
    kappa,
    q_set,
    roots,
    solve_cubic,
    solve_quadratic,
)
from tests.nimtwist.algebra.strategies import ANY, CUBIC, HUGE, SMALL, monomials, sums

read = Ordinal.parse
W = read("w")
ZERO, ONE = Ordinal(0), Ordinal(1)


# --- Finite ones, huge ones -----------------------------------------------------------------------


def test_huge_powers_are_those_of_the_remainder() -> None:
    x = read("w^w+w+5")
    assert (x ** (2**60 - 1), x ** (2**60), x ** (2**60 + 2)) == (ONE, x, x * x * x)
    assert x ** (10**100) == x ** (10**100 % (2**60 - 1))


def test_the_ordinals_that_can_be_written_end_where_it_is_said() -> None:
    first, last = "w^(w^12249)", f"w^({2**256 - 1})"
    assert [str(read(text)) for text in (first, last)] == ["ω^(ω^12249)", f"ω^{2**256 - 1}"]
    for past in ("w^(w^12250)", f"w^({2**256})"):
        with pytest.raises(ValueError, match=r"out of range: its exponent must be below ω\^12250"):
            read(past)


def test_what_is_read_may_be_nested_and_long_as_far_as_it_is_said() -> None:
    assert read("(" * 19 + "w" + ")" * 19) == W
    assert read("9" * 1000) == 10**1000 - 1
    long = "+".join(f"w^{n}" for n in range(99, 1, -1))
    assert str(read(f"{long}+(w^1)")) == f"{long}+w".replace("w", "ω")


def test_the_largest_field_that_is_allowed_is_allowed() -> None:
    assert _tower.check_size(8, 8, "this") == 8
    with pytest.raises(ValueError, match=r"^this: this needs a field of degree 9"):
        _tower.check_size(9, 8, "this")


# --- Values that are known -----------------------------------------------------------------------


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
def test_powers_by_hand(base: str, exponent: int, power: str) -> None:
    assert read(base) ** exponent == read(power)


def test_the_trace_is_over_the_largest_finite_field_inside() -> None:
    # ω·4 is of degree 12, and so of degree 3 over the 16 numbers in which 1 has the trace 0.
    for x, trace in [(W + 1, 0), (W + 2, 1), (W * 4 + 1, 0), (W * 4 + 2, 0), (W * 4 + 8, 1)]:
        assert x.trace() == trace == sum(x.conjugates(), ZERO)


def test_on_normal_forms_the_product_is_the_ordinary_one() -> None:
    # ω^8 and ω^(ω·4) have no exponent of κ that κ_3, κ_25 and so on would raise to its prime.
    for a, b in [("w^8", "w^(w*4)"), ("w^(w^3*2+w^2)", "w^(w*5)"), ("w^(w*20+1)", "7")]:
        assert read(a) * read(b) == max(read(a), read(b)).ordinary_product(min(read(a), read(b)))


# From 3 to 113, as in OEIS A380496.
A380496 = [0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0]
PRIMES = [n for n in range(3, 114) if all(n % d for d in range(2, n))]


def test_the_excesses_are_as_published() -> None:
    assert [excess(p) for p in PRIMES] == A380496


def test_the_largest_primes_have_what_is_published() -> None:
    assert (q_set(47), q_set(61), q_set(101), q_set(103)) == ((23,), (3, 5), (25,), (3, 17))
    assert (kappa(97) ** 97, kappa(163) ** 163) == (W + 256, read("w^27+4"))
    assert excess(709) == 1
    assert kappa(709) == read("w^(w^125)")


# --- The definitions -----------------------------------------------------------------------------


def test_sums_below_many_omega_are_what_the_definition_says() -> None:
    # The pair (j, r) is ω·j + r. When a′ goes through a block, so does a′ ⊕ b: so what is excluded
    # is whole blocks and a finite set.
    pairs = list(product(range(5), range(6)))
    table: dict[tuple[int, ...], tuple[int, int]] = {}
    for (i, r), (j, s) in product(pairs, pairs):
        above = {table[x, 0, j, 0][0] for x in range(i)} | {table[i, 0, y, 0][0] for y in range(j)}
        options = {table[i, x, j, s] for x in range(r)} | {table[i, r, j, y] for y in range(s)}
        block = mex(above)
        table[i, r, j, s] = block, mex(place for other, place in options if other == block)
    for (i, r, j, s), (block, place) in table.items():
        assert (W * i + r) + (W * j + s) == W * block + place


def test_the_square_of_omega_is_the_first_number_that_is_no_option() -> None:
    # ω ⊗ b ⊕ a ⊗ ω ⊕ a ⊗ b is ω·c + d exactly if a and b are the roots of t² + ct + d.
    for c, d in product(range(8), repeat=2):
        a, *_, b = map(int, solve_quadratic(1, c, d) * 2)
        assert W * b + W * a + Ordinal(a) * b == W * c + d
    assert read("w^2") == W * W


def test_the_cube_of_omega_is_the_first_number_that_is_no_option() -> None:
    # With t for ω, (t² + at + b)(t + c) without t³ is what ω·a + b and c exclude from ω² ⊗ ω. So
    # a polynomial is excluded if t³ and it have a finite root c, and t³ = 0 and t³ = 1 have one.
    for excluded, a, b, c in [(0, 0, 0, 0), (1, 1, 1, 1)]:
        assert W**2 * c + (W * a + b) * W + (W * a + b) * c == excluded
    assert all(nimber.pow(2, (2**2**n - 1) // 3) != 1 for n in range(1, 9))
    assert W**2 * W == 2


# --- Equations -----------------------------------------------------------------------------------


@given(SMALL.filter(bool), SMALL, sums(monomials((2, 6), (1, 4)), 2))
@settings(max_examples=15)
def test_a_quadratic_has_two_roots_and_no_others(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    found = solve_quadratic(a, b, c)
    assert len(set(found)) == (2 if b else 1)
    assert list(found) == sorted(found)
    assert sum(found, ZERO) == (b / a if b else found[0])
    assert all(a * x * x + b * x + c == 0 for x in found)


@pytest.mark.parametrize("p", [2, 3, 5, 7, 11, 13, 19])
def test_every_number_has_as_many_roots_as_it_should(p: int) -> None:
    for a in (ONE, Ordinal(6), W, W**2 + 5, read("w^9"), kappa(p) ** p if p > 2 else W + 1):
        found = roots(a, p)
        assert len(set(found)) == (p if p > 2 else 1)
        assert list(found) == sorted(found)
        assert all(x**p == a for x in found)
    assert roots(0, p) == (ZERO,)


def test_roots_in_larger_fields() -> None:
    for text, p in [("w^w+w", 5), ("w^(w*5)", 5), ("w^(w^2)+w+4", 7), ("w^(w^6)", 3)]:
        assert all(x**p == read(text) for x in roots(read(text), p))


@given(SMALL.filter(bool), SMALL, CUBIC, CUBIC)
@settings(max_examples=6)
def test_a_cubic_has_three_roots_or_a_multiple_one(
    a: Ordinal, b: Ordinal, c: Ordinal, d: Ordinal
) -> None:
    for equation in ((1, c, d, c + 2), (a, 0, 0, d), (1, a, a * a, b), (1, c, 1, c)):
        found = solve_cubic(*equation)
        e, f, g, h = (ONE * part for part in equation)
        assert all(e * x**3 + f * x * x + g * x + h == 0 for x in found)
        # A root is multiple if the derivative vanishes there, too.
        simple = [x for x in found if e * x * x + g != 0]
        assert len(found) == 3 or len(simple) < len(found)


# --- Order and set theory ------------------------------------------------------------------------


@given(HUGE, HUGE, HUGE)
@settings(max_examples=25)
def test_the_order_and_the_ordinary_operations_obey_the_laws_of_ordinals(
    a: Ordinal, b: Ordinal, c: Ordinal
) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert a.ordinary_sum(b) >= max(a, b)
    assert a.ordinary_sum(b).ordinary_sum(c) == a.ordinary_sum(b.ordinary_sum(c))
    assert a.ordinary_product(b).ordinary_product(c) == a.ordinary_product(b.ordinary_product(c))
    left = a.ordinary_product(b.ordinary_sum(c))
    assert left == a.ordinary_product(b).ordinary_sum(a.ordinary_product(c))
    if b < c:
        assert a.ordinary_sum(b) < a.ordinary_sum(c)
        assert not a or a.ordinary_product(b) < a.ordinary_product(c)


def test_the_order_by_hand() -> None:
    ascending = "0 1 9 w w+1 w*2 w^2 w^2+w w^9 w^w w^w+w^9 w^w*2 w^(w+1) w^(w*2) w^(w^2) w^(w^9)"
    numbers = list(map(read, ascending.split()))
    assert sorted(numbers, reverse=True) == numbers[::-1]


# --- Text and the value --------------------------------------------------------------------------


@given(HUGE | ANY)
def test_what_is_written_can_be_read(a: Ordinal) -> None:
    assert read(str(a)) == read(str(a).replace("ω", "w").replace("·", " * ")) == a
    assert pickle.loads(pickle.dumps(a)) == a
    assert hash(read(str(a))) == hash(a)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("w^w^2+w^1+w^0", "ω^(ω^2)+ω+1"),
        ("(w^(w+1))+(w+0010)", "ω^(ω+1)+ω+10"),
        ("0", "0"),
        ("w^(w^12*3+w^2+5)*7", "ω^(ω^12·3+ω^2+5)·7"),
    ],
)
def test_text_by_hand(text: str, written: str) -> None:
    assert (str(read(text)), repr(read(text))) == (written, written)


@pytest.mark.parametrize(
    "text", ["2*3", "(w+1)*2", "w*0", "w*w", "w*(w+1)", "1+w", "w+0", "0+w", "2^3", "(w", "w+", "x"]
)
def test_text_in_no_normal_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an ordinal in Cantor normal form"):
        read(text)


def test_primes_past_the_table_are_named_only_when_they_are_needed() -> None:
    large = read("w^(w^200*5+w)")
    assert large + large == 0
    assert large * W == read("w^(w^200*5+w+1)")
    with pytest.raises(ValueError, match="the table of excesses ends with 709, before 1231"):
        large**1231


def test_the_kappas_that_can_be_asked_for() -> None:
    assert kappa(2048) == Nimber(1 << 1024)
    assert [kappa(q).terms[0][1] for q in (709, 3**161)] == [1, 1]
    for refused in (4096, 719, 3**162, 6, 1, 0):
        with pytest.raises(ValueError, match=rf"not {refused}$"):
            kappa(refused)
