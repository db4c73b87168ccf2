"""The claims of "How to play Nimbers?": that all are there, and how they stand."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims import LEDGER
from nimbook.claims.stones import (
    GENERATORS,
    WORKED,
    circle,
    stone_values,
    sum_as_printed,
    sum_by_product,
)
from nimtwist import Solver
from nimtwist.games import Stones
from nimtwist.nimber import mul
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "stones.rules": "holds",
    "stones.axes": "holds",
    "stones.nim": "holds",
    "stones.nim-sum": "holds",
    "stones.grundy": "holds",
    "stones.f16": "holds",
    "stones.sum-by-product": "refuted",
    "stones.ex-14-8": "holds",
    "stones.ex-position": "holds",
    "stones.puzzle": "holds",
    "stones.lenstra": "holds",
}
"""Those of the source; its sequel's are in chapter 10."""


def test_the_ledger_has_the_11_claims_of_the_source_in_its_order() -> None:
    theirs = [c.id for c in LEDGER.values() if c.source.name == "stones" and not c.added]
    assert theirs == list(VERDICTS)


@with_the_ledger
@pytest.mark.parametrize(("id_", "verdict"), {**VERDICTS, "nimber.no-game": "open"}.items())
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    assert checked(id_).verdict.verdict == verdict


@with_the_ledger
def test_the_printed_sum_fails_first_at_1_and_2_and_is_right_15_times_below_16() -> None:
    printed = checked("stones.sum-by-product").verdict.printed
    assert printed.counterexample == "1 ⊕ 2 = 3, the formula gives 2"
    assert (printed.cases, printed.failures) == (225, 225 - 15)


@with_the_ledger
def test_the_remark_is_held_against_a_stone() -> None:
    found = checked("nimber.no-game").verdict.printed
    assert (found.cases, found.failures) == (49, 0)


def test_the_worked_position_has_197_moves() -> None:
    assert len(Stones().options(WORKED)) == 197


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_circle_turns_by_its_generator(generator: int) -> None:
    powers = circle(generator)
    assert powers[0] == 1 and sorted(powers) == list(range(1, 16))
    assert [mul(power, generator) for power in powers] == [*powers[1:], 1]


# --- The formulas ---------------------------------------------------------------------------------


def test_the_values_of_single_stones_are_the_products() -> None:
    values = stone_values(15, 15)
    assert values == {(x, y): mul(x, y) for x, y in product(range(1, 16), repeat=2)}
    assert stone_values(4, 9) == {s: v for s, v in values.items() if s[0] <= 4 and s[1] <= 9}
    assert stone_values(0, 5) == {}


def test_the_values_of_single_stones_are_those_of_the_search() -> None:
    solver = Solver(Stones())
    for stone, value in stone_values(4, 3, Stones("rectangles")).items():
        assert solver.grundy(frozenset({stone})) == value


numbers = st.integers(1, 1 << 70)


@given(numbers, numbers)
def test_a_sum_is_a_product_with_the_factor_in_its_place(n: int, m: int) -> None:
    assert sum_by_product(n, m) == n ^ m
    assert sum_by_product(0, m) == m


@given(numbers, numbers)
def test_the_printed_sum_is_right_for_squares_only(n: int, m: int) -> None:
    assert sum_as_printed(mul(m, m), m) == mul(m, m) ^ m
    assert (sum_as_printed(n, m) == n ^ m) == (n == mul(m, m))
