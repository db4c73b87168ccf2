"""The claims on infinite nimbers: how they stand, and how the checkers see what is wrong."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import mul

import pytest

from nimbook.beyond_infinity.claims import PRINTED, element_of_degree, odd_primes
from nimtwist.ordinal import Ordinal, excess, kappa
from tests.verdicts import checked, with_the_ledger


@with_the_ledger
@pytest.mark.parametrize(
    ("name", "verdict"),
    [("ordinal-mex", "holds"), ("omega", "holds"), ("lenstra", "holds"), ("closure", "cited")],
)
def test_each_claim_has_its_verdict(name: str, verdict: str) -> None:
    found = checked(f"nimber.{name}").verdict
    assert (found.verdict, found.trouble) == (verdict, None)


def test_the_table_of_the_engine_is_as_printed() -> None:
    assert [excess(p) for p in odd_primes(281)] == PRINTED["A380496"]


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
