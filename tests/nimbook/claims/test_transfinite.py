"""The claims on infinite nimbers: how they stand, and how the checkers see what is wrong."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import add, mul

import pytest

from nimbook.claims.transfinite import (
    POSITION,
    PRINTED,
    element_of_degree,
    odd_primes,
    winning_corners,
)
from nimbook.ordinal_search import order_of_2
from nimtwist.ordinal import Ordinal, excess, kappa, q_set
from tests.verdicts import checked, with_the_ledger


@with_the_ledger
@pytest.mark.parametrize(
    ("id_", "verdict"),
    [
        ("nimber.ordinal-mex", "holds"),
        ("nimber.omega", "holds"),
        ("nimber.lenstra", "holds"),
        ("nimber.lenstra-rule", "open"),
        ("nimber.closure", "cited"),
        ("stones.transfinite", "holds"),
        ("stones.transfinite-winner", "refuted"),
    ],
)
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    found = checked(id_).verdict
    assert (found.verdict, found.trouble) == (verdict, None)


def test_the_table_of_the_engine_is_as_printed() -> None:
    primes = list(odd_primes(709))
    assert [excess(p) for p in primes] == PRINTED["A380496"]
    assert [sorted(q_set(p)) for p in primes] == PRINTED["Q"]


@pytest.mark.parametrize("p", [7, 11, 19, 23, 41, 73, 163, 487])
def test_no_excess_is_smaller_than_the_rule_says(p: int) -> None:
    """The proposition: if Q is one power of an odd prime, smaller sums have a p-th root."""
    x = reduce(add, map(kappa, q_set(p)))
    least = 4 if order_of_2(p) in (6, 18, 54, 162) else 1
    for m in range(least):
        y = x + m
        units = (1 << y.degree()) - 1
        assert units % p or y ** (units // p) == 1


def test_the_winning_move_on_the_infinite_board() -> None:
    [((x, y), (u, v))] = winning_corners(POSITION, 40)
    after = [*POSITION[:-1], (u, y), (x, v), (u, v)]
    assert sum((x * y for x, y in after), Ordinal(0)) == 0


def test_the_ordinary_product_of_generators_needs_them_in_descending_order() -> None:
    """Item 1 of the theorem on generators: ω · ω^ω = ω^ω is no nim-product."""
    falling = [kappa(7) ** 2, kappa(25), kappa(5) ** 3, kappa(9), kappa(3) ** 2, Ordinal(6)]
    assert falling == sorted(falling, reverse=True)
    for count in range(2, len(falling) + 1):
        for factors in combinations(falling, count):
            assert reduce(Ordinal.ordinary_product, factors) == reduce(mul, factors)
    assert kappa(5).ordinary_product(kappa(3)) == kappa(3) * kappa(5)
    assert kappa(3).ordinary_product(kappa(5)) == kappa(5) != kappa(3) * kappa(5)


@pytest.mark.parametrize("degree", [*range(1, 20), 30, 36])
def test_an_element_of_each_degree(degree: int) -> None:
    """Squared so many times, and not fewer, it is itself again."""
    x = element_of_degree(degree)
    assert [d for d in range(1, degree + 1) if x ** (1 << d) == x] == [degree]


def test_the_generators_are_the_least_of_their_degree_among_those_that_are_shown() -> None:
    """What the chapter says of 9: the least number whose degree is a multiple of 9 is ω³."""
    assert kappa(9) == Ordinal.parse("w^3")
    assert kappa(9).degree() == 18
    assert element_of_degree(9).degree() == 9
