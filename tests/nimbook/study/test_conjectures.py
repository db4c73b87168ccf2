"""Tests for conjectures about games solved by brute force, and about data with known rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.study.conjectures import Conjecture, conjectures
from nimtwist import Rules, mex, table
from nimtwist.games import Kayles


def grid(value: Callable[[int, int], Any], size: int) -> list[list[Any]]:
    return [[value(x, y) for y in range(size)] for x in range(size)]


def sentences(values: list[Any]) -> list[str]:
    return [str(conjecture) for conjecture in conjectures(values)]


# --- Games ----------------------------------------------------------------------------------------


FIT_LIST = "fits 25 positions, and 25 more confirm it."
NIM = "(x, y) is P exactly when x = y (nim-sum 0)"
NIM_SUM = "the value of (x, y) is the nim-sum of"
BEAM = "(x, y) is P exactly when x and y, in either order, are ⌊kα⌋ and ⌊kα⌋ + "


def squares(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(heaps[0] - i * i,) for i in range(1, 8) if i * i <= heaps[0]]


def cyclic_nimhoff(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    x, y = heaps
    smaller = product(range(x + 1), range(y + 1))
    return [(a, b) for a, b in smaller if a + b < x + y and (a == x or b == y or x + y < a + b + 3)]


@pytest.mark.parametrize(
    ("rules", "axes", "kind", "expected"),
    [
        (
            Kayles(),
            [range(50)],
            "grundy",
            ["the value of n is n: refuted by 4, which has value 1, not 4."],
        ),
        (Kayles(), [range(50)], "outcome", []),  # only 0 is P
        # If players take square numbers of sticks, the outcomes seem to have period 5 up to 24.
        (
            Rules(squares),
            [range(50)],
            "outcome",
            [
                "n is P exactly when n mod 5 is 0 or 2: fits 25 positions, but is refuted by 25, "
                "which is N, not P."
            ],
        ),
        (
            Rules(squares),
            [range(60)],
            "outcome",
            ["n is P exactly when n mod 2 is 0: refuted by 4, which is N, not P."],
        ),
        (
            Rules(cyclic_nimhoff),
            [range(12), range(12)],
            "outcome",
            [
                f"{NIM}: refuted by (1, 1), which is N, not P.",
                f"{BEAM}k for some k, where α = (1 + √5)/2 (the golden ratio): refuted by (3, 3), "
                "which is P, not N.",
            ],
        ),
    ],
)
def test_usual_suspects(rules: Any, axes: list[range], kind: Any, expected: list[str]) -> None:
    assert sentences(table(rules, axes, kind)) == expected


# --- Data with a known rule -----------------------------------------------------------------------


def beams(s: int) -> Callable[[int, int], str]:
    """Return the outcomes of s-Wythoff, from the recursion for its P-positions."""
    pairs = [(0, 0)]
    while pairs[-1][1] < 20:
        a = mex(heap for pair in pairs for heap in pair)
        pairs.append((a, a + s * len(pairs)))
    return lambda x, y: "NP"[(min(x, y), max(x, y)) in pairs]


RULES: list[tuple[str, Callable[..., Any], int]] = [
    # Functions of n, x + y, x - y or xy
    ("n is P exactly when n mod 5 is 0 or 2", lambda n: "PNPNN"[n % 5], 20),
    ("n is P exactly when n mod 3 is 1 or 2", lambda n: "NPP"[n % 3], 12),
    ("(x, y) is P exactly when (x + y) mod 2 is 1", lambda x, y: "NP"[(x + y) % 2], 4),
    ("(x, y) is P exactly when (x - y) mod 4 is 0, 1 or 3", lambda x, y: "PPNP"[(x - y) % 4], 8),
    ("(x, y) is P exactly when xy mod 3 is 0 or 2", lambda x, y: "PNP"[x * y % 3], 7),
    (
        "the value of n depends only on n mod 4: for the residues 0 to 3, it is 1, 3, 2, 2",
        lambda n: [1, 3, 2, 2][n % 4],
        16,
    ),
    (
        "the value of (x, y) depends only on (x - y) mod 3: for the residues 0 to 2, it is 1, 1, 2",
        lambda x, y: [1, 1, 2][(x - y) % 3],
        6,
    ),
    ("the value of n is n", lambda n: n, 8),
    ("the value of n is ⌊n/3⌋", lambda n: n // 3, 12),
    ("the value of n is ⌊n/2⌋ mod 3", lambda n: n // 2 % 3, 14),
    ("the value of (x, y) is x + y", lambda x, y: x + y, 4),
    ("the value of (x, y) is ⌊(x + y)/2⌋ mod 2", lambda x, y: (x + y) // 2 % 2, 5),
    ("the value of (x, y) is (x - y) mod 3", lambda x, y: (x - y) % 3, 4),
    ("the value of (x, y) is ⌊xy/4⌋", lambda x, y: x * y // 4, 9),
    ("the value of (x, y) is xy mod 5", lambda x, y: x * y % 5, 7),
    # Boxes and beams
    (NIM, lambda x, y: "NP"[x == y], 4),
    (
        "(x, y) is P exactly when ⌊x/3⌋ = ⌊y/3⌋ (nim-sum 0) and x mod 3 and y mod 3 are less than "
        "2",
        lambda x, y: "NP"[x // 3 == y // 3 and x % 3 < 2 and y % 3 < 2],
        7,
    ),
    (
        "(x, y) is P exactly when ⌊x/2⌋ = ⌊y/2⌋ (nim-sum 0)",
        lambda x, y: "NP"[x // 2 == y // 2],
        5,
    ),
    (f"{BEAM}k for some k, where α = (1 + √5)/2 (the golden ratio)", beams(1), 4),
    (f"{BEAM}2k for some k, where α = √2", beams(2), 5),
    (f"{BEAM}3k for some k, where α = (√13 - 1)/2", beams(3), 6),
    # Nim-sums
    (f"{NIM_SUM} x and y", lambda x, y: x ^ y, 4),
    (f"{NIM_SUM} ⌊x/2⌋ and ⌊y/2⌋", lambda x, y: x // 2 ^ y // 2, 4),
    (f"{NIM_SUM} x mod 3 and y mod 3", lambda x, y: x % 3 ^ y % 3, 4),
    (
        f"{NIM_SUM} ⌊x/2⌋ mod 3 and ⌊y/2⌋ mod 3",
        lambda x, y: x // 2 % 3 ^ y // 2 % 3,
        7,
    ),
    (
        "the value of (x, y) is 3(⌊x/3⌋ ⊕ ⌊y/3⌋) + (x + y) mod 3",
        lambda x, y: 3 * (x // 3 ^ y // 3) + (x + y) % 3,
        4,
    ),
]
"""Rules in words, as functions, and the least size of the data from which they are recognised."""
each_rule = pytest.mark.parametrize(("statement", "rule", "least"), RULES)


def data_of(rule: Callable[..., Any], size: int) -> list[Any]:
    if rule.__code__.co_argcount == 1:
        return [rule(n) for n in range(size)]
    return [[rule(x, y) for y in range(size)] for x in range(size)]


def survivors(values: list[Any]) -> list[str]:
    return [each.statement for each in conjectures(values) if each.counterexample is None]


@each_rule
def test_rules_are_recognised(statement: str, rule: Callable[..., Any], least: int) -> None:
    assert statement not in survivors(data_of(rule, least - 1))
    for size in (least, least + 1, least + 5):
        assert survivors(data_of(rule, size)) == [statement]


@each_rule
@given(data=st.data())
def test_a_single_error_refutes_a_rule(
    statement: str, rule: Callable[..., Any], least: int, data: st.DataObject
) -> None:
    size = data.draw(st.integers(least, least + 3))
    values, index = data_of(rule, size), st.integers(0, size - 1)
    is_grid = isinstance(values[0], list)
    x, y = data.draw(index), data.draw(index)
    row, column = (values[x], y) if is_grid else (values, x)
    before = row[column]
    row[column] = after = {"P": "N", "N": "P"}.get(before, 999)
    assert statement not in survivors(values)
    if x + y >= size if is_grid else x >= size // 2:
        half = size * (size + 1) // 2 if is_grid else size // 2
        smaller = [(i, j) for i in range(size) for j in range(size) if (i + j, i) <= (x + y, x)]
        tested = (len(smaller) if is_grid else x + 1) - half
        position = (x, y) if is_grid else (x,)
        error = Conjecture(statement, half, tested, position, before, after)
        assert error in conjectures(values)


# --- Data without rules ---------------------------------------------------------------------------


@pytest.mark.parametrize("values", [[], [0] * 7, [[0] * 3] * 3, ["P"] * 6 + ["N"] * 6])
def test_too_few_data(values: list[Any]) -> None:
    assert conjectures(values) == []


@pytest.mark.parametrize("value", [0, 7, "P", "N"])
def test_constant_data(value: Any) -> None:
    assert sentences([value] * 50) == [f"every value is {value}: {FIT_LIST}"]


@pytest.mark.parametrize(
    "values",
    [[0] * 8 + [1] * 8, [n // 5 for n in range(16)], [[0, 2, 0, 0, 1][n % 5] for n in range(16)]],
)
def test_less_than_two_steps_or_periods(values: list[int]) -> None:
    assert [each.statement for each in conjectures(values)] == ["the value of n is n"]
    assert survivors(values) == []
