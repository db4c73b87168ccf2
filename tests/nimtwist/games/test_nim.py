"""Tests for Nim and Moore's Nim, and for the limits on the number of options in all games."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import BlockingNim, Hackenbush, Kayles, Northcott, Solver, Stones, TurningCorners
from nimtwist.games import Moore
from nimtwist.games.hackenbush import Picture
from nimtwist.games.heaps import MAX_OPTIONS, check_option_count, read_heaps
from nimtwist.games.nim import nim_sum

heaps = st.lists(st.integers(0, 1 << 70), max_size=6).map(tuple)


@pytest.mark.parametrize("text", ["X", "X4", "4, X, 4", "((", "-1", "４"])
def test_invalid_heaps_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a heap"):
        read_heaps(text)


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


# --- Limits of all games -------------------------------------------------------------------------


def test_at_most_a_million_options_are_listed() -> None:
    check_option_count(MAX_OPTIONS, (1,), 10)
    with pytest.raises(ValueError, match=r"\(1,\) has up to 1000001 options, too many to list"):
        check_option_count(MAX_OPTIONS + 1, (1,), 1)


@pytest.mark.parametrize(
    ("rules", "position"),
    [
        (Moore(2), (1,) * 400),
        (Kayles(), (90_000,) * 120),
        (BlockingNim.up_to(1, 1), (tuple(range(1, 301)), frozenset())),
        (Northcott(10), ((0, 9),) * 1100),
        (Stones(), frozenset((x, 9) for x in range(1, 151))),
        (TurningCorners(), frozenset((x, 9) for x in range(1, 151))),
        (Hackenbush(), Picture.stalks([1] * 4000)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_fewer_options_are_listed_if_they_are_long(rules: Any, position: object) -> None:
    with pytest.raises(ValueError, match="too many to list: at most 10,000,000 parts in total"):
        rules.options(position)
