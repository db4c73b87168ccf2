"""Tests of the engine against published tables of periods and Grundy values."""

from __future__ import annotations

import json
from itertools import chain, cycle, islice
from pathlib import Path

import pytest

from nimtwist import Octal, Period, TakeAndBreak, period, sequence

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
