"""Tests for conjectures about games solved by brute force, and about data with known rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
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
FIT_GRID = "fits 78 positions, and 66 more confirm it."
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


def test_only_one_rule_for_the_values_of_a_game_survives() -> None:
    first, *others = conjectures(table(Rules(cyclic_nimhoff), [range(12), range(12)], "grundy"))
    rule = "the value of (x, y) is 3(⌊x/3⌋ ⊕ ⌊y/3⌋) + (x + y) mod 3"
    assert str(first) == f"{rule}: {FIT_GRID}"
    assert all(conjecture.counterexample for conjecture in others)


# --- Data with a known rule -----------------------------------------------------------------------

KEYS: dict[str, Callable[..., int]] = {
    "n": lambda n: n,
    "x + y": lambda x, y: x + y,
    "x - y": lambda x, y: x - y,
    "xy": lambda x, y: x * y,
}


def is_outcome(condition: bool) -> str:
    return "P" if condition else "N"


@st.composite
def key_rules(draw: st.DrawFn) -> tuple[str, list[Any]]:
    """Generate the statement of a rule that uses only n, x + y, x - y or xy, and its data."""
    key = draw(st.sampled_from(list(KEYS)))
    size = draw(st.integers(8, 40) if key == "n" else st.integers(5, 12))
    length = {"n": size // 2, "xy": size - 1}.get(key, size)
    subject = "n" if key == "n" else "(x, y)"
    factor = f"({key})" if " " in key else key
    kind = draw(st.sampled_from(["P", "cycle", "quotient", "steps"]))
    cycle: list[Any]
    if kind == "quotient":
        q = draw(st.integers(1, (length - 1) // 2))
        m = draw(st.integers(2, (length - 1) // q))
        cycle = [k // q for k in range(q * m)]
        text = f"the value of {subject} is {f'⌊{factor}/{q}⌋' if q > 1 else factor} mod {m}"
    elif kind == "steps":
        assume(key != "x - y")
        q = draw(st.integers(1, length // 2))
        cycle = [k // q for k in range(2000)]
        text = f"the value of {subject} is {f'⌊{factor}/{q}⌋' if q > 1 else key}"
    else:
        values = st.sampled_from(["P", "N"] if kind == "P" else [1, 2, 3])
        cycle = draw(st.lists(values, min_size=2, max_size=length // 2))
        period = len(cycle)
        assume(all(cycle[k:] + cycle[:k] != cycle for k in range(1, period)))
        if kind == "P":
            *residues, last = [str(k) for k in range(period) if cycle[k] == "P"]
            listed = f"{', '.join(residues)} or {last}" if residues else last
            text = f"{subject} is P exactly when {factor} mod {period} is {listed}"
        else:
            text = (
                f"the value of {subject} depends only on {factor} mod {period}: "
                f"for the residues 0 to {period - 1}, it is {', '.join(map(str, cycle))}"
            )
    assume(key != "x - y" or len(cycle) > 2)  # otherwise x - y and x + y are congruent
    if key == "n":
        return text, [cycle[n % len(cycle)] for n in range(size)]
    return text, grid(lambda x, y: cycle[KEYS[key](x, y) % len(cycle)], size)


@st.composite
def grid_rules(draw: st.DrawFn) -> tuple[str, list[list[Any]]]:
    """Generate the statement of another rule for grids, and its data."""
    size = draw(st.integers(7, 14))
    q = draw(st.integers(1, (size - 1) // 2))
    x, y = (f"⌊{name}/{q}⌋" if q > 1 else name for name in "xy")
    kind = draw(st.sampled_from(["boxes", "beams", "nim-sum", "modular", "cyclic"]))
    if kind == "boxes":
        r = draw(st.integers(1, q))
        remainders = f" and x mod {q} and y mod {q} are less than {r}" if r < q else ""
        return f"(x, y) is P exactly when {x} = {y} (nim-sum 0){remainders}", grid(
            lambda x, y: is_outcome(x // q == y // q and x % q < r and y % q < r), size
        )
    if kind == "beams":
        s = draw(st.integers(1, size - 3))
        pairs = [(0, 0)]
        while pairs[-1][1] < size:
            a = mex(heap for pair in pairs for heap in pair)
            pairs.append((a, a + s * len(pairs)))
        slope = {1: "(1 + √5)/2 (the golden ratio)", 2: "√2"}
        alpha = slope.get(s, f"(√{s * s + 4} - {s - 2})/2")
        return f"{BEAM}{s if s > 1 else ''}k for some k, where α = {alpha}", grid(
            lambda x, y: is_outcome((min(x, y), max(x, y)) in pairs), size
        )
    if kind == "nim-sum":
        return f"{NIM_SUM} {x} and {y}", grid(lambda x, y: x // q ^ y // q, size)
    if kind == "modular":
        m = draw(st.integers(2, (size - 1) // q))
        assume(q * m > 2)  # otherwise this is the sum modulo 2
        return f"{NIM_SUM} {x} mod {m} and {y} mod {m}", grid(
            lambda x, y: x // q % m ^ y // q % m, size
        )
    assume(q > 2)  # otherwise this is the nim-sum of x and y
    return f"the value of (x, y) is {q}({x} ⊕ {y}) + (x + y) mod {q}", grid(
        lambda x, y: q * (x // q ^ y // q) + (x + y) % q, size
    )


def survivors(values: list[Any]) -> list[str]:
    return [each.statement for each in conjectures(values) if each.counterexample is None]


@settings(max_examples=200)
@given(key_rules() | grid_rules())
def test_rules_are_recognised(rule: tuple[str, list[Any]]) -> None:
    statement, values = rule
    assert survivors(values) == [statement]


@settings(max_examples=200)
@given(key_rules() | grid_rules(), st.data())
def test_a_single_error_refutes_a_rule(rule: tuple[str, list[Any]], data: st.DataObject) -> None:
    statement, values = rule
    index = st.integers(0, len(values) - 1)
    x, y = data.draw(index), data.draw(index)
    is_grid = isinstance(values[0], list)
    row, column = (values[x], y) if is_grid else (values, x)
    before = row[column]
    row[column] = after = {"P": "N", "N": "P"}.get(before, 7)
    assume(before != after)
    assert statement not in survivors(values)
    size = len(values)
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
