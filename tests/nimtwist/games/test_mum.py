"""Tests for MuM and its variants in every reading of the rules, and for tables of their values."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import mex
from nimtwist.games import MuM, PolyMuM
from nimtwist.games.heaps import canonical_heaps
from nimtwist.games.mum import HeapKind, PowerMuM, ProductIsOne
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.mumber import MumberSolver
from nimtwist.games.products import When
from tests.lib.positions import AMOUNTS, CONSOLIDATIONS, is_heap

KINDS: tuple[HeapKind, ...] = ("coprime", "not divisible", "any")
WHEN: tuple[When, ...] = ("stranded", "small", "always")


def readings(modulus: int) -> list[MuM]:
    """Return MuM in every valid reading of the rules."""
    prime = all(modulus % d for d in range(2, modulus))
    return [
        MuM(modulus, consolidation, kind, compulsory, when)
        for consolidation, kind, compulsory, when in product(
            CONSOLIDATIONS, KINDS, (True, False), WHEN
        )
        if prime or kind != "not divisible" or consolidation == "never"
        if when == "stranded" or consolidation != "never"
    ]


def polynomial_readings(polynomial: int) -> list[PolyMuM]:
    """Return polynomial MuM in every reading of the rules."""
    kinds: list[Any] = [("canonical", "elements"), *product(["any"], AMOUNTS)]
    times: list[Any] = ["stranded", "always"]
    return [
        PolyMuM(polynomial, consolidation, heaps, amounts, compulsory, when)
        for consolidation, (heaps, amounts), compulsory, when in product(
            CONSOLIDATIONS, kinds, (True, False), times
        )
    ]


def positions(rules: MuM, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return the legal positions of at most `count` heaps, none of them larger than `largest`."""
    heaps = [*filter(is_heap(rules), range(1, largest + 1))]
    sizes = range(count + 1)
    return [chosen for size in sizes for chosen in combinations_with_replacement(heaps, size)]


@st.composite
def games(draw: st.DrawFn) -> tuple[MuM | PolyMuM, tuple[int, ...]]:
    """Generate a reading of MuM or of polynomial MuM and one of its positions."""
    if draw(st.booleans()):
        rules: Any = draw(st.sampled_from(readings(draw(st.integers(2, 30)))))
    else:
        polynomial = draw(st.sampled_from([0b11, 0b111, 0b1011]))
        rules = draw(st.sampled_from(polynomial_readings(polynomial)))
    heaps = filter(is_heap(rules), range(1, 2 * getattr(rules, "modulus", 4) + 1))
    return rules, tuple(sorted(draw(st.lists(st.sampled_from([*heaps]), max_size=4))))


# --- The rules -----------------------------------------------------------------------------------


@settings(max_examples=100)
@given(games())
def test_stranded_positions_are_consolidated(game: tuple[Any, tuple[int, ...]]) -> None:
    """Test the rule of consolidation for MuM and polynomial MuM."""
    rules, position = game
    if isinstance(rules, MuM):
        assert rules.product(position) == math.prod(position) % rules.modulus
    never = replace(rules, consolidation="never", compulsory=True, when="stranded")
    moves = set(never.options(position))
    to_one = {option for option in moves if rules.product(option) == 1}
    winning = rules.moves_to_one(position)
    assert len(winning) == len(to_one)
    for heap, amount in winning:
        after = list(position)
        after[after.index(heap)] -= amount
        assert tuple(sorted(after)) in to_one
    may_consolidate = {
        "stranded": rules.product(position) != 1 and not to_one,
        "small": len(position) > 1 and max(position) < getattr(rules, "modulus", 0),
        "always": len(position) > 1,
    }
    assert rules.is_stranded(position) == may_consolidate["stranded"]
    if rules.consolidation == "never" or not may_consolidate[rules.when]:
        assert set(rules.options(position)) == moves
        return
    single = (math.prod(position) if isinstance(rules, MuM) else rules.product(position),)
    assert rules.consolidated(position) == single
    merged = {single} if rules.consolidation == "own-turn" else set(never.options(single))
    assert set(rules.options(position)) == (merged if rules.compulsory else moves | merged)


def test_positions_may_be_long_and_heaps_large() -> None:
    rules, aes, heap = MuM(7), PolyMuM(0x11B), 10**20_000
    assert rules.product((3, heap)) == 3 * pow(10, 20_000, 7) % 7
    ((after,),) = ProductIsOne(rules).winning_options((heap,))
    assert after % 7 == 1 and rules.why_illegal((heap,), (after,)) is None
    assert rules.show((2, heap)) == "((a number of 66439 bits), 2)"
    position = (2,) * 8_000 + (4,) * 12_000
    assert rules.product(position) == pow(2, 32_000, 7) == 4
    assert rules.consolidated(position) == (1 << 32_000,)
    assert aes.product((3,) * 20_000) == aes.pow(3, 20_000)
    assert PolyMuM(0x11B, heaps="any").product((heap, 2)) == aes.mul(aes.element(heap), 2)
    with pytest.raises(ValueError, match=r"^heap \(a number of 66439 bits\) is not canonical"):
        aes.product((heap,))


# --- Mumbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [5, 6])
def test_mumbers_are_defined_by_mex(modulus: int) -> None:
    units = {n for n in range(1, 100) if math.gcd(n, modulus) == 1}
    for rules in readings(modulus):
        solver, of_units = MumberSolver(rules), MumberSolver(rules, modulus)
        for position in positions(rules, 2, 8):
            options = rules.options(position)
            assert solver.mumber(position) == mex(map(solver.mumber, options), start=1)
            assert of_units.mumber(position) == min(units - set(map(of_units.mumber, options)))


@pytest.mark.parametrize(
    "modulus",
    [pytest.param(n, marks=[pytest.mark.full] * (n not in (4, 5))) for n in range(2, 11)],
)
def test_table_matches_the_search_in_every_reading(modulus: int) -> None:
    for rules in readings(modulus):
        all_positions = positions(rules, 3, 8)
        table, solver = MuMTable(rules, 3, 8), MumberSolver(rules)
        of_units = MumberSolver(rules, modulus)
        assert list(table.positions()) == all_positions
        for position in all_positions:
            assert table.grundy(position) == solver.grundy(position), (rules, position)
            assert table.mumber(position) == solver.mumber(position)
            assert table.mumber(position, of_units=True) == of_units.mumber(position)
        pairs = [position for position in all_positions if len(position) == 2]
        assert table.mumbers(2) == [(pair, of_units.mumber(pair)) for pair in pairs]
        largest = all_positions[-1][0]
        heaps = [heap for (heap,) in positions(rules, 1, 8)[1:]]
        assert table.row((largest,)) == [table.grundy((largest, heap)[::-1]) for heap in heaps]


# --- Powers --------------------------------------------------------------------------------------


def test_powers_are_merged_if_no_move_makes_the_product_1() -> None:
    """Compare the options, because merging does not change the Grundy values."""
    rules = PowerMuM(4)
    for heaps in combinations_with_replacement(range(1, 8), 3):
        moves = [
            canonical_heaps((*heaps[:i], heap - amount, *heaps[i + 1 :]))
            for i, heap in enumerate(heaps)
            for amount in range(1, min(heap, 3) + 1)
        ]
        if sum(heaps) % 4 and not any(sum(option) % 4 == 0 for option in moves):
            moves = [canonical_heaps((sum(heaps) - amount,)) for amount in (1, 2, 3)]
        assert set(rules.options(heaps)) == set(moves), heaps


@pytest.mark.parametrize("modulus", range(2, 27))
def test_consolidating_indivisible_heaps_requires_a_prime(modulus: int) -> None:
    """Modulo a composite number, the product of legal heaps can be an illegal heap."""
    if all(modulus % divisor for divisor in range(2, modulus)):
        assert MuM(modulus, heaps="not divisible").consolidation == "same-turn"
    else:
        with pytest.raises(ValueError, match="composite"):
            MuM(modulus, heaps="not divisible")
