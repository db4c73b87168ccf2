"""Tests for Nim and Moore's Nim, and for the limits on the number of options in all games."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Moore
from nimtwist.games.nim import nim_sum


@given(st.lists(st.integers(0, 1 << 80)))
def test_nim_sum_adds_binary_columns_without_carry(numbers: list[int]) -> None:
    columns = [sum(number >> place & 1 for number in numbers) % 2 for place in range(81)]
    assert nim_sum(numbers) == sum(digit << place for place, digit in enumerate(columns))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_moores_theory_constructs_winning_moves(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimtwist.games.moore._MAX_TRIED", -1)
    solver, theory = Solver(Moore(k)), Moore(k).closed_form
    for position in product(range(4), repeat=4):
        advised, winning = theory.winning_options(position), solver.winning_options(position)
        assert set(advised) <= set(winning) and bool(advised) == bool(winning), position
    large = (2, 3, 5, 5, 8)  # the theory must reduce heaps in several binary columns
    for option in theory.winning_options(large):
        assert theory.outcome(option) == "P" and not Moore(k).why_illegal(large, option)
