"""Tests that finite and infinite nimbers of all types obey the same laws."""

from __future__ import annotations

import copy
import operator
import pickle
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist.algebra import Nimber, NimNumber, Ordinal, _powers, is_irreducible, nimber
from tests.lib.algebra import ANY, ANY_LENGTH, FINITE, NIMBERS, SMALL

W, KAPPA_5 = Ordinal.parse("w"), Ordinal.parse("w^w")

# Two strategies for each kind of number. The first is used for sums and products. The second, which
# is used for all other operations, generates only numbers of degree at most 64.
KINDS: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]] = {
    "Nimber": (ANY_LENGTH.map(Nimber), NIMBERS),
    "Ordinal": (ANY, SMALL),
    "mixed": (st.one_of(ANY, ANY_LENGTH.map(Nimber)), st.one_of(NIMBERS, SMALL)),
}
kinds = pytest.mark.parametrize("kind", KINDS)


# --- Field axioms --------------------------------------------------------------------------------


@kinds
@given(data=st.data())
@settings(max_examples=20)
def test_ring_axioms(kind: str, data: st.DataObject) -> None:
    a, b, c = (data.draw(KINDS[kind][0]) for _ in range(3))
    assert a + b == b + a == a - b
    assert (a + b) + c == a + (b + c)
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + a == a * 0 == a - a == 0
    assert a + 0 == 0 + a == a * 1 == 1 * a == -a == a
    assert (a + b) ** 2 == a**2 + b**2
    assert a**2 == a * a
    assert a.sqrt() ** 2 == a == (a**2).sqrt()


@kinds
@given(data=st.data())
@settings(max_examples=20)
def test_division_inverts_multiplication(kind: str, data: st.DataObject) -> None:
    a, b = (data.draw(KINDS[kind][1]) for _ in range(2))
    if a:
        assert a * a.inv() == a / a == 1
        assert b / a * a == b * a / a == b
        assert a**-2 == 1 / (a * a)


def test_division_in_larger_fields() -> None:
    for text in ("w^(w^2)+w^w+w+5", "w^(w^2*6+w*4+2)*9+w^(w^2)*3", "w^(w^3)+w+1"):
        a = Ordinal.parse(text)
        assert a * a.inv() == 1


@kinds
@given(st.data(), st.integers(-40, 40), st.integers(-40, 40))
@settings(max_examples=10)
def test_laws_of_exponents(kind: str, data: st.DataObject, m: int, n: int) -> None:
    a = data.draw(KINDS[kind][1].filter(bool))
    assert a**m * a**n == a ** (m + n)
    assert (a**m) ** n == a ** (m * n)
    factors = Nimber(1)
    for _ in range(abs(m)):
        factors = factors * a
    assert a ** abs(m) == factors


# --- Degrees, conjugates, orders -----------------------------------------------------------------


@kinds
@given(data=st.data())
@settings(max_examples=8)
def test_conjugates_are_the_roots_of_the_minimal_polynomial(kind: str, data: st.DataObject) -> None:
    a = data.draw(KINDS[kind][1])
    conjugates, polynomial = a.conjugates(), a.minimal_polynomial()
    assert len(conjugates) == len(set(conjugates)) == a.degree() == polynomial.bit_length() - 1
    assert conjugates[-1] ** 2 == a == conjugates[0]
    assert all(type(conjugate) is type(a) for conjugate in conjugates)
    assert sum(conjugates, Nimber(0)) == a.trace()
    assert is_irreducible(polynomial)
    for root in (a, conjugates[len(conjugates) // 2]):
        value = Nimber(0)
        for digit in f"{polynomial:b}":
            value = value * root + int(digit)
        assert value == 0


@kinds
@given(data=st.data())
@settings(max_examples=8)
def test_order_is_minimal(kind: str, data: st.DataObject) -> None:
    a = data.draw(KINDS[kind][1].filter(bool))
    order = a.order()
    assert (2 ** a.degree() - 1) % order == 0
    assert a**order == 1
    # Another test, in `test_nimber`, checks that `prime_factors` returns all prime factors.
    primes = _powers.prime_factors(a.degree())
    assert all(order % p or a ** (order // p) != 1 for p in primes)


def test_logarithms_agree_with_brute_force() -> None:
    w = Ordinal.parse("w")
    for base in (*map(Nimber, range(1, 17)), w, w + 1, w * 2 + 3):
        powers = {base**n: n for n in reversed(range(base.order()))}
        others = map(type(base), range(1, 17))
        for x in {*powers, *others}:
            if x in powers:
                assert x.log(base) == powers[x]
            else:
                with pytest.raises(ValueError, match="is not a power of"):
                    x.log(base)


def test_logarithms_in_large_fields() -> None:
    base = Nimber(2**63 + 12345)
    for exponent in (0, 1, 641, 123_456_789_123):
        assert (base**exponent).log(base) == exponent % base.order()
    for x, other in ((Nimber(0), base), (base, Nimber(0))):
        with pytest.raises(ValueError, match=r"the logarithm of .* is undefined"):
            x.log(other)
    large = Nimber(2**127 + 1)
    with pytest.raises(ValueError, match="has the prime factor 67280421310721, and at most"):
        large.log(large)


def test_orders_agree_with_brute_force() -> None:
    numbers = [W, W + 1, W * 2 + 3, Ordinal.parse("w^2*3+w"), W**2 + W, Ordinal(18), Nimber(14)]
    # Add a number of order 41, which is not divisible by 5, although 2^20 - 1 is divisible by 5².
    numbers.append((KAPPA_5 + 1) ** ((2**20 - 1) // 41))
    for a in numbers:
        power, n = a, 1
        while power != 1:
            power, n = power * a, n + 1
        assert a.order() == n


@pytest.mark.parametrize("text", ["9", "w", "w+2", "w^w+w", "w^(w^2)+1"])
def test_relative_traces_lie_in_subfields(text: str) -> None:
    conjugates = Ordinal.parse(text).conjugates()
    for degree in range(1, len(conjugates)):
        if len(conjugates) % degree == 0:
            trace = sum(conjugates[::degree], Ordinal(0))
            assert trace ** (2**degree) == trace
            assert degree % trace.degree() == 0
            assert len(set(trace.conjugates())) == trace.degree()


# --- Equal numbers of different types ------------------------------------------------------------

METHODS = ["inv", "sqrt", "degree", "conjugates", "trace", "order", "minimal_polynomial"]
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]


@given(FINITE.filter(bool), FINITE.filter(bool), st.integers(-9, 9))
@settings(max_examples=10)
def test_methods_agree_with_functions_on_finite_numbers(n: int, m: int, exponent: int) -> None:
    """Compare the methods of `Nimber` and `Ordinal` with the functions of `nimber`."""
    for name in METHODS:
        finite, ordinal = getattr(Nimber(n), name)(), getattr(Ordinal(n), name)()
        assert finite == ordinal
        assert type(finite) is (type(ordinal) if not isinstance(ordinal, Ordinal) else Nimber)
        if function := getattr(nimber, name, None):
            assert finite == function(n)
    for kind in (Nimber, Ordinal):
        x, y = kind(n), kind(m)
        assert [x + y, x * y, x / y] == [nimber.add(n, m), nimber.mul(n, m), nimber.div(n, m)]
        assert x**exponent == nimber.pow(n, exponent)


@given(FINITE, SMALL | FINITE.map(Ordinal) | NIMBERS)
def test_types_of_a_finite_number_are_interchangeable(n: int, x: NimNumber) -> None:
    """Mix the types of a number in every operator, in sets, and in comparisons."""
    same: list[Any] = [Ordinal(n), Nimber(n), n]
    y = Ordinal(x)
    for operation, swapped, other in product(OPERATORS, (False, True), same):
        if operation is operator.truediv and not (n if swapped else x):
            continue
        expected = operation(y, Ordinal(n)) if swapped else operation(Ordinal(n), y)
        result = operation(x, other) if swapped else operation(other, x)
        kind = Ordinal if Ordinal in (type(x), type(other)) else Nimber
        assert type(result) is kind, (operation, x, other)
        assert result == expected, (operation, x, other)
    for one, other in product(same, repeat=2):
        assert (one == other, one != other) == (True, False)
        assert hash(one) == hash(other) == hash(n)
        assert (one == x, x == one) == (Ordinal(n) == y,) * 2
    assert len({*same, x}) == 2 - (Ordinal(n) == y)
    order = Ordinal(n).terms, y.terms
    for other in same:
        assert (other < x, other <= x, other > x, other >= x) == (
            order[0] < order[1],
            order[0] <= order[1],
            order[0] > order[1],
            order[0] >= order[1],
        )


def test_conversion_between_types() -> None:
    for number in (7, Nimber(7), Ordinal(7)):
        assert (int(Nimber(number)), int(Ordinal(number))) == (7, 7)
    for convert in (Nimber, int):
        with pytest.raises(ValueError, match=r"^expected a finite nimber, got ω$"):
            convert(W)
    assert Nimber() == Ordinal() == 0
    assert repr(Nimber(10**5000)) == "*(a number of 16610 bits)"


def test_numbers_are_immutable_and_can_be_copied() -> None:
    for number in (Nimber(6), Ordinal(6), W):
        assert pickle.loads(pickle.dumps(number)) == copy.deepcopy(number) == number
        assert type(copy.copy(number)) is type(number)
    unequal: list[object] = [Nimber(6), True, "5", 5.0, W, -5, None]
    for five in (Nimber(5), Ordinal(5)):
        assert five not in unequal
    with pytest.raises(AttributeError):
        Nimber(1).value = 2  # type: ignore[misc]


@pytest.mark.parametrize("number", [Nimber(4), Ordinal(4), W])
@pytest.mark.parametrize("other", [1.5, True, "4", None])
def test_operands_of_other_types_are_rejected(number: NimNumber, other: Any) -> None:
    for operation in (*OPERATORS, operator.lt, operator.pow):
        with pytest.raises(TypeError):
            operation(number, other)
        with pytest.raises(TypeError):
            operation(other, number)
    for compute in (lambda: number + -1, lambda: -1 * number, lambda: number < -1):
        with pytest.raises(ValueError, match="a nimber must be an integer ≥ 0, not -1"):
            compute()
    with pytest.raises(TypeError):
        number**number  # type: ignore[operator]
