"""Tests of the engine against published tables: periods, Grundy values and P-positions."""

from __future__ import annotations

import json
from itertools import chain, cycle, islice
from math import isqrt
from pathlib import Path
from typing import Any

import pytest

from nimtwist import (
    Octal,
    Period,
    Rules,
    TakeAndBreak,
    Vectors,
    mex,
    p_positions,
    period,
    sequence,
)

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


def test_last_exceptions_to_periods() -> None:
    for code, (number, last, length) in PUBLISHED["last exceptions"]["games"].items():
        rules = Octal(code)
        values = rules.grundy_values(2 * (last + 1 + length) + len(code))
        expected = Period(last + 1, length, 0, "theorem of Guy and Smith")
        assert period(values, rules) == expected, number
        # One exception more refutes the period.
        values[last + 2] += 1
        assert period(values, rules) != expected


@pytest.mark.parametrize("code", OCTAL_GAMES["unsolved"])
def test_no_period_of_an_unsolved_game_is_proved(code: str) -> None:
    values = Octal(code).grundy_values(1500)
    for count in range(100, 1501, 100):
        found = period(values[:count], Octal(code))
        assert found is None or found.theorem is None


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=pytest.mark.full if start > 500 else [])
        for code, (start, _) in OCTAL_GAMES["long periods"].items()
    ],
)
def test_long_periods(code: str) -> None:
    start, length = OCTAL_GAMES["long periods"][code]
    values = Octal(code).grundy_values(2 * (start + length) + len(code))
    assert period(values, Octal(code)) == Period(start, length, 0, "theorem of Guy and Smith")


def test_grundys_game() -> None:
    values: list[int] = []
    for heap in range(1000):
        parts = [part for part in range(1, heap) if 2 * part < heap]
        values.append(mex(values[part] ^ values[heap - part] for part in parts))
    published = PUBLISHED["Grundy's game"]["values"]
    assert values[: len(published)] == published
    rules = TakeAndBreak({0: [2]}, different=True)
    assert sequence(rules, 1000) == values
    assert sequence(TakeAndBreak({0: [2]}), 100) != values[:100]
    assert period(values, rules) is None


def test_wythoffs_game() -> None:
    # ⌊kφ⌋ and ⌊kφ²⌋, where φ = (1 + √5)/2
    pairs = [(k + isqrt(5 * k * k)) // 2 for k in range(60)]
    cold = {(a, a + k) for k, a in enumerate(pairs)} | {(a + k, a) for k, a in enumerate(pairs)}
    expected = sorted((a, b) for a, b in cold if a < 60 and b < 60)
    axes = range(60), range(60)
    assert p_positions(Vectors(repeated=[(1, 0), (0, 1), (1, 1)]), axes) == expected
    assert p_positions(Vectors(repeated=[(1, 0), (0, 1), (1, 2)]), axes) != expected


def chomp(rows: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the options of rows of chocolate, whose first square is poisoned."""
    return [
        (*rows[:i], *(min(left, row) for row in rows[i:]))
        for i, longest in enumerate(rows)
        for left in range(1 if i == 0 else 0, longest)
    ]


def board(*rows: int) -> tuple[int, ...]:
    """Return a position for any numbers: each row is at most as long as the one before."""
    return tuple(min(rows[: i + 1]) for i in range(len(rows)))


def cold_boards(rows: int, longest: int) -> list[Any]:
    axes = [range(1, longest + 1), *([range(longest + 1)] * (rows - 1))]
    return sorted(set(p_positions(Rules(chomp), axes, board)))


def test_chomp_with_three_rows() -> None:
    cold = cold_boards(3, 12)
    for third, boards in PUBLISHED["Chomp"]["third row"].items():
        assert [list(rows) for rows in cold if rows[2] == int(third)] == sorted(boards)
    assert [rows for rows in cold if rows[2] == 0] == [(q + 1, q, 0) for q in range(12)]
    assert [rows for rows in cold if rows[2] == 2] == [(q + 2, q, 2) for q in range(2, 11)]
    assert [rows[:2] for rows in cold if rows[2] == 5] == [(9, 6), (10, 5), (11, 7), (12, 8)]


def test_chomp_with_four_rows() -> None:
    cold = cold_boards(4, 12)
    assert [list(rows) for rows in cold[:10]] == PUBLISHED["Chomp"]["four rows"]
    published = PUBLISHED["Chomp"]["fourth rows"]
    assert [rows[3] for rows in cold][: len(published)] == published


@pytest.mark.parametrize("factor", [2, 3])
def test_fibonacci_nim(factor: int) -> None:
    # M. J. Whinihan, "Fibonacci Nim", Fibonacci Quarterly 1 (1963): a move takes at most twice the
    # number that the move before took, and the first move may not take all.
    rules = Rules(
        lambda p: [(p[0] - n, factor * n) for n in range(1, min(p) + 1)],
        canonical=lambda p: (p[0], min(p)),
    )
    cold = p_positions(rules, [range(1, 150)], lambda heap: (heap, heap - 1))
    fibonacci = [1, 2]
    while fibonacci[-1] < 144:
        fibonacci.append(sum(fibonacci[-2:]))
    assert ([heap for heap, _ in cold] == fibonacci) == (factor == 2)
