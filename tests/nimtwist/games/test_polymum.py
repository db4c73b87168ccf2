"""Tests for polynomial MuM: moves, and products compared with a reference implementation."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any, Literal

import pytest
from hypothesis import strategies as st

from nimtwist.games import PolyMuM
from nimtwist.games.products import Consolidation
from tests.nimtwist.algebra.reference import remainder, times

CONSOLIDATIONS: tuple[Consolidation, ...] = ("same-turn", "own-turn", "never")
AMOUNTS: tuple[Literal["elements", "polynomial", "any"], ...] = ("elements", "polynomial", "any")
WHEN: tuple[Literal["stranded", "always"], ...] = ("stranded", "always")


def readings(polynomial: int) -> list[PolyMuM]:
    """Return polynomial MuM in every reading of the rules."""
    kinds: list[Any] = [("canonical", "elements"), *product(["any"], AMOUNTS)]
    return [
        PolyMuM(polynomial, consolidation, heaps, amounts, compulsory, when)
        for consolidation, compulsory, when in product(CONSOLIDATIONS, (True, False), WHEN)
        for heaps, amounts in kinds
    ]


def positions(rules: PolyMuM, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return the legal positions of at most `count` heaps, none of them larger than `largest`."""
    heaps = [heap for heap in range(1, largest + 1) if remainder(heap, rules.polynomial)]
    if rules.heaps == "canonical":
        heaps = [heap for heap in heaps if heap < 1 << rules.degree]
    sizes = range(count + 1)
    return [chosen for size in sizes for chosen in combinations_with_replacement(heaps, size)]


@st.composite
def games(draw: st.DrawFn) -> tuple[PolyMuM, tuple[int, ...]]:
    """Generate a reading of polynomial MuM and one of its positions."""
    rules = draw(st.sampled_from(readings(draw(st.sampled_from([0b11, 0b111, 0b1011])))))
    return rules, draw(st.sampled_from(positions(rules, 2, 9)))


@pytest.mark.parametrize("polynomial", [0b11, 0b111, 0b1011])
def test_moves_reduce_one_heap_by_an_allowed_amount(polynomial: int) -> None:
    for amounts in AMOUNTS:
        rules = PolyMuM(polynomial, "never", "any", amounts)
        bound = {"elements": 1 << rules.degree, "polynomial": polynomial, "any": 99}[amounts]
        for a, b in positions(rules, 2, 9)[10:]:
            moves = {(new, b) for (new,) in positions(rules, 1, a - 1)[1:] if a - new < bound}
            moves |= {(a, new) for (new,) in positions(rules, 1, b - 1)[1:] if b - new < bound}
            assert set(rules.options((a, b))) == {tuple(sorted(after)) for after in moves}


@pytest.mark.parametrize("polynomial", [0b10, 0b11, 0b111, 0b1011, 0b10011])
def test_products_and_elements_match_plain_polynomials(polynomial: int) -> None:
    rules = PolyMuM(polynomial, heaps="any")
    for a, b in positions(rules, 2, 12)[13:]:
        assert rules.product((a, b)) == remainder(times(a, b), polynomial)
        assert rules.element(a) == remainder(a, polynomial)


def test_positions_may_be_long_and_heaps_large() -> None:
    aes = PolyMuM(0x11B)
    assert aes.product((3,) * 100_000) == aes.pow(3, 100_000)
    heap = 10**100_000
    assert PolyMuM(0x11B, heaps="any").product((heap, 2)) == aes.mul(aes.element(heap), 2)
    with pytest.raises(ValueError, match=r"^heap \(a number of 332193 bits\) is not canonical"):
        aes.product((heap,))
