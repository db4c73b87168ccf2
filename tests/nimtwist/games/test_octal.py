"""Octal games: their moves by the digits, and the periods of Kayles and Dawson's Kayles."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import Nim, Octal, SumSolver
from nimtwist.games.octal import Periodic

heaps = st.lists(st.sampled_from((0, 1, 2, 4, 6)), max_size=3).map(tuple)


@settings(max_examples=25)
@given(st.sampled_from(["0.77", "0.07", "0.137", "4.07", "0.252"]), heaps)
def test_any_octal_game_is_played_by_its_digits(code: str, position: tuple[int, ...]) -> None:
    digits = [int(digit) for digit in code.replace(".", "")]
    left = set()
    for i, heap in enumerate(position):
        for parts in product(range(heap + 1), repeat=2):
            taken, count = heap - sum(parts), sum(map(bool, parts))
            if 0 <= taken < len(digits) and heap and digits[taken] >> count & 1:
                left.add(Nim().canonical((*position[:i], *parts, *position[i + 1 :])))
    left.discard(Nim().canonical(position))  # nothing taken, one heap left: no digit says so
    assert set(Octal(code).options(position)) == left


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_the_period_is_proved_and_begins_no_sooner(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    values = [solver.grundy((heap,)) for heap in range(theory.proved_by + theory.period)]
    assert values == [theory.grundy((heap,)) for heap in range(len(values))]
    assert values[theory.start - 1] != values[theory.start - 1 + theory.period]
    for less in range(1, theory.period):
        later = values[theory.start :]
        assert later[less : less + theory.period] != later[: theory.period]


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_the_theory_finds_winning_moves_in_long_rows(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    for heap, value in product((52, 57), (4, 5)):
        position = heap, theory.values.index(value)
        assert theory.winning_options(position) == solver.winning_options(position)
    for long in [(230,), (231, 230), (300, 240, 12), (251, 251, 1)]:
        some, wins = theory.winning_options(long), solver.winning_options(long)
        assert set(some) <= set(wins) and bool(some) == bool(wins)


def test_a_period_that_takes_too_many_values_is_refused() -> None:
    Periodic(Octal("0.77"), 1, 1999)
    with pytest.raises(ValueError, match="too many values"):
        Periodic(Octal("0.77"), 1, 2000)
