"""Tests for sequences, tables and periods, also against published tables."""

from __future__ import annotations

import json
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import (
    BlockingNim,
    Kayles,
    Nim,
    Octal,
    Period,
    Rules,
    Solver,
    Subtraction,
    TakeAndBreak,
    misere_outcome,
    p_positions,
    period,
    sequence,
    table,
)

ONE_OR_TWO = Rules(lambda n: range(max(n - 2, 0), n))
PAIRS = Rules(lambda p: [(a, p[1]) for a in range(p[0])] + [(p[0], b) for b in range(p[1])])
"""Nim with two heaps, without canonical forms."""


# --- Sequences -----------------------------------------------------------------------------------


def test_heaps_are_numbers_or_tuples_of_one_number() -> None:
    assert sequence(ONE_OR_TWO, 5) == [*sequence(Nim(), 3, lambda n: (n,)), 0, 1]
    assert sequence(Nim(), 5) == sequence(PAIRS, 5, lambda n: (n, 0)) == [0, 1, 2, 3, 4]
    assert sequence(Kayles(), 9) == sequence(Kayles(), 9, lambda n: (n,))
    counted: list[int] = []
    sequence(Octal("0.07"), 3, progress=counted.append)
    assert counted == [3]
    with pytest.raises(
        ValueError, match="the number of values must be an integer from 0 to 2000000000"
    ):
        sequence(Nim(), -1)


# --- Tables --------------------------------------------------------------------------------------


def test_tables_list_outcomes_and_grundy_values() -> None:
    nim = [[a ^ b for b in range(5)] for a in range(4)]
    for rules in (Nim(), PAIRS):
        assert table(rules, (range(4), range(5)), "grundy") == nim
        outcomes = table(rules, (range(4), range(5)))
        assert outcomes == [["PN"[cell > 0] for cell in row] for row in nim]
        assert p_positions(rules, (range(3), range(3))) == [(0, 0), (1, 1), (2, 2)]
    cube = table(Nim(), (range(2), [5], range(3)), "grundy")
    assert cube == [[[a ^ 5 ^ c for c in range(3)]] for a in range(2)]
    assert table(ONE_OR_TWO, [range(4)], position=lambda n: n) == ["P", "N", "N", "P"]
    assert p_positions(ONE_OR_TWO, [range(7)], lambda n: n) == [0, 3, 6]


def test_tables_of_misere_play() -> None:
    solver = Solver(Nim())
    expected = [[solver.evaluate((a, b), misere_outcome) for b in range(4)] for a in range(4)]
    assert table(Nim(), (range(4), range(4)), play="misère") == expected
    assert p_positions(Nim(), (range(2), range(4)), play="misère") == [(0, 1), (1, 0)]
    with pytest.raises(ValueError, match="Grundy values are defined for normal play only"):
        table(Nim(), (range(4), range(4)), "grundy", play="misère")
    with pytest.raises(ValueError, match="podium ranks are defined for normal play only"):
        Solver(Nim(), misere=True).rank((1,), 3)


# --- Periods -------------------------------------------------------------------------------------


def longest_proof(rules: Any, values: list[Any]) -> int:
    """Return how many of the values are needed to prove their period."""
    proved = [is_proved(period(values[:count], rules)) for count in range(len(values))]
    assert all(proved[proved.index(True) :])
    return proved.index(True)


def test_periods_are_proved_by_as_few_values_as_the_theorems_need() -> None:
    for code, start, length in (("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34)):
        rules, values = Octal(code), Octal(code).grundy_values(250)
        assert longest_proof(rules, values) == 2 * (start + length) + len(code) - 2
    amounts = Subtraction({2, 5, 6})
    values = amounts.grundy_values(200)
    found = period(values, amounts)
    assert found and found.theorem == "finitely many states"
    assert longest_proof(amounts, values) == max(2 * found.length, found.length + 1 + 6)


FAMILIES = st.integers(1, 5).flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.sets(st.integers(1, n), max_size=n), min_size=1, max_size=3)
    )
)


@given(
    st.one_of(
        st.sets(st.integers(1, 9), min_size=1, max_size=4).map(Subtraction),
        st.from_regex(r"(0|4|4!|4=|8|80|88|G80)\.[0-8C]{1,3}", fullmatch=True).map(Octal),
        FAMILIES.map(lambda family: BlockingNim(*family)),
    )
)
@settings(max_examples=100)
def test_proved_periods_continue(rules: Any) -> None:
    if isinstance(rules, BlockingNim):
        solver, heaps = Solver(rules), range(80)
        sequences: list[list[Any]] = [
            [solver.outcome(((heap,), forbidden)) for heap in heaps] for forbidden in rules.family
        ]
    else:
        has_three_parts = {*getattr(rules, "code", "")} & {*"8C"}  # these take longer
        sequences = [rules.grundy_values(90 if has_three_parts else 600)]
    for values in sequences:
        found = [period(values[:count], rules) for count in range(2, min(len(values), 300), 3)]
        proved = [each for each in found if each is not None and each.theorem]
        assert proved or not isinstance(rules, BlockingNim)
        for each in proved:
            assert values[each.start :][: -each.length] == values[each.start + each.length :]


def is_proved(found: Period | None) -> bool:
    return found is not None and found.theorem is not None


def test_other_periods_are_only_observed() -> None:
    # The values are not those of single heaps, or no theorem applies.
    outcomes = ["PN"[value > 0] for value in Kayles().grundy_values(300)]
    for rules, values in (
        (Kayles(), outcomes),
        (ONE_OR_TWO, sequence(ONE_OR_TWO, 50)),
        (TakeAndBreak({1: [0, 1, 2]}, different=True), [0, 1] * 200),
        (BlockingNim.exactly(3, 1), [0, 1, 0] * 50),
    ):
        found = period(values, rules)
        assert found and found.theorem is None
    additive = period([n // 2 for n in range(40)], Kayles(), additive=True)
    assert additive == Period(0, 2, 1, None)


# --- Published tables of periods and values ------------------------------------------------------

PUBLISHED = json.loads(Path(__file__).with_name("published.json").read_text("utf8"))
OCTAL_GAMES = PUBLISHED["octal games"]


def same_values(code: str) -> str:
    """Return the published game with the same values, with two digits at most."""
    other = OCTAL_GAMES["same values"][code[:-1]].split()[int(code[-1]) - 1]
    return code.removeprefix("0") if other == "-" else str(other)


CODES = [f"{beginning}{digit}" for beginning in OCTAL_GAMES["same values"] for digit in range(1, 8)]
SOLVED = [code for code in CODES if same_values(code) in OCTAL_GAMES["values"]]


def published_values(code: str, count: int) -> tuple[list[int], int]:
    """Return the published values of heaps of 0, 1, 2, … sticks, and their period.

    The table begins with the heap before the first one that has a move.
    """
    first = next(heap for heap in range(9) if Octal(code).options((heap,)))
    before, repeated = OCTAL_GAMES["values"][same_values(code)].rstrip(")").split("(")
    values = chain([0] * (first - 1), map(int, before), cycle(map(int, repeated)))
    return list(islice(values, count)), len(repeated)


def test_periods_of_octal_games_with_two_digits() -> None:
    assert len(SOLVED) == 99
    for code in SOLVED:
        rules = Octal(code)
        values, length = published_values(code, 500)
        start = next(n for n in range(500) if values[n : 500 - length] == values[n + length :])
        assert rules.grundy_values(500) == values, code
        found = period(values, rules)
        assert found and (found.start, found.length, found.saltus) == (start, length, 0), code
        one_heap = set(code) <= set("0123.")  # no move leaves two heaps
        assert found.theorem == ["theorem of Guy and Smith", "finitely many states"][one_heap], code


@pytest.mark.parametrize("code", OCTAL_GAMES["unsolved"])
def test_no_period_of_an_unsolved_game_is_proved(code: str) -> None:
    values = Octal(code).grundy_values(1500)
    for count in range(100, 1501, 100):
        found = period(values[:count], Octal(code))
        assert found is None or found.theorem is None


LONG: dict[str, list[int]] = OCTAL_GAMES["long periods"] | {
    code: [last + 1, length]
    for code, (_, last, length) in PUBLISHED["last exceptions"]["games"].items()
}


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=pytest.mark.full if start > 500 else [])
        for code, (start, _) in LONG.items()
    ],
)
def test_long_periods(code: str) -> None:
    start, length = LONG[code]
    values = Octal(code).grundy_values(2 * (start + length) + len(code))
    expected = Period(start, length, 0, "theorem of Guy and Smith")
    assert period(values, Octal(code)) == expected
    values[start + 1] += 1  # one more exception refutes the period
    assert period(values, Octal(code)) != expected


def test_grundys_game() -> None:
    values = PUBLISHED["Grundy's game"]["values"]
    rules = TakeAndBreak({0: [2]}, different=True)
    assert sequence(rules, len(values)) == values and period(values, rules) is None
