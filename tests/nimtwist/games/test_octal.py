"""Tests for octal games: moves, and the periods of Kayles and Dawson's Kayles."""

from __future__ import annotations

from itertools import product

import pytest

from nimtwist import Octal, SumSolver, TakeAndBreak
from nimtwist.games.octal import Periodic


def test_pairs_with_the_same_number_of_sticks_are_merged() -> None:
    rules = TakeAndBreak([(1, [0]), (2, [1]), (1, [2])])
    assert rules == TakeAndBreak({1: [0, 2], 2: [1]})
    assert rules.options((1, 3)) == [(3,), (1, 1, 1), (1, 1)]


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
