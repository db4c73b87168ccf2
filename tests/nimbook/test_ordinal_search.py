"""Infinite nimbers from their definitions, and what the engine makes of them."""

from __future__ import annotations

import pytest

from nimbook.claims.transfinite import odd_primes
from nimbook.ordinal_search import alpha, products_by_mex, search_excess
from nimtwist import nimber
from nimtwist.ordinal import Ordinal, excess, kappa

W = Ordinal.parse("w")


def test_products_by_finite_numbers_are_what_the_definition_says() -> None:
    numbers = [W * block + place for block in range(5) for place in range(7)]
    assert products_by_mex(5, 7) == [[a * b for b in range(7)] for a in numbers]
    assert products_by_mex(1, 12) == nimber.products_by_mex(12, 12)


def test_the_excesses_are_what_their_definition_says() -> None:
    for p in odd_primes(113):
        # The others need fields of degrees 408 to 8268, and up to half a minute.
        if p not in (47, 59, 67, 71, 103, 107):
            assert search_excess(p) == excess(p)


def test_a_search_that_would_take_minutes_is_refused() -> None:
    with pytest.raises(ValueError, match="a field of degree 15180, and the largest allowed"):
        search_excess(139)


def test_the_power_of_a_generator_is_the_sum_that_the_theory_has() -> None:
    assert [kappa(p) ** p for p in odd_primes(163)] == [alpha(p) for p in odd_primes(163)]
