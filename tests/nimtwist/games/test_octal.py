"""Tests for octal games: moves, and the periods of Kayles and Dawson's Kayles."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import Nim, Octal, SumSolver, TakeAndBreak
from nimtwist.games.octal import Periodic

heaps = st.lists(st.sampled_from((0, 1, 2, 4, 6)), max_size=3).map(tuple)


def test_pairs_with_the_same_number_of_sticks_are_merged() -> None:
    rules = TakeAndBreak([(1, [0]), (2, [1]), (1, [2])])
    assert rules == TakeAndBreak({1: [0, 2], 2: [1]})
    assert rules.options((1, 3)) == [(3,), (1, 1, 1), (1, 1)]


@settings(max_examples=25)
@given(st.sampled_from(["0.77", "0.07", "0.137", "4.07", "0.252"]), heaps)
def test_options_match_the_digits_of_the_code(code: str, position: tuple[int, ...]) -> None:
    digits = [int(digit) for digit in code.replace(".", "")]
    options = set()
    for i, heap in enumerate(position):
        for parts in product(range(heap + 1), repeat=2):
            taken, count = heap - sum(parts), sum(map(bool, parts))
            if 0 <= taken < len(digits) and heap and digits[taken] >> count & 1:
                options.add(Nim().canonical((*position[:i], *parts, *position[i + 1 :])))
    options.discard(Nim().canonical(position))  # not a move: nothing is taken or split
    assert set(Octal(code).options(position)) == options


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_start_and_period_are_minimal_and_verified(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    values = [solver.grundy((heap,)) for heap in range(theory.proof_bound + theory.period)]
    assert values == [theory.grundy((heap,)) for heap in range(len(values))]
    assert values[theory.start - 1] != values[theory.start - 1 + theory.period]
    for shift in range(1, theory.period):
        later = values[theory.start :]
        assert later[shift : shift + theory.period] != later[: theory.period]


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_theory_finds_winning_moves_in_long_rows(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    for heap, value in product((52, 57), (4, 5)):
        position = heap, theory.values.index(value)
        assert theory.winning_options(position) == solver.winning_options(position)
    for long in [(230,), (231, 230), (300, 240, 12), (251, 251, 1)]:
        advised, winning = theory.winning_options(long), solver.winning_options(long)
        assert set(advised) <= set(winning) and bool(advised) == bool(winning)


def test_periods_that_are_too_long_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimtwist.games.octal._MAX_VALUES", 200)
    assert len(Periodic(Octal("0.77"), 0, 200).values) == 200
    with pytest.raises(ValueError, match="too many values"):
        Periodic(Octal("0.77"), 1, 200)
