"""Tests for games in which a move subtracts a vector."""

from __future__ import annotations

from itertools import product
from math import isqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Nim, Solver, Vectors

vectors = st.lists(st.tuples(*[st.integers(0, 2)] * 2).filter(any), max_size=3)
WYTHOFF = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])


@given(vectors, vectors.filter(bool), st.tuples(*[st.integers(0, 5)] * 2))
def test_options_are_differences(
    once: list[Any], repeated: list[Any], position: tuple[int, int]
) -> None:
    (x, y), differences = position, set(once)
    differences |= {(k * a, k * b) for a, b in repeated for k in range(1, 6)}
    below = product(range(x + 1), range(y + 1))
    expected = {(a, b) for a, b in below if (x - a, y - b) in differences}
    options = Vectors(once, repeated).options(position)
    assert set(options) == expected and len(options) == len(expected)


def test_p_positions_of_wythoffs_game_are_the_published_pairs() -> None:
    # (⌊kφ⌋, ⌊kφ²⌋), with integer square roots
    pairs = {((k + isqrt(5 * k * k)) // 2, (3 * k + isqrt(5 * k * k)) // 2) for k in range(20)}
    solver = Solver(WYTHOFF)
    found = {(x, y) for x, y in product(range(30), repeat=2) if solver.outcome((x, y)) == "P"}
    assert {(x, y) for x, y in found if x <= y} == {(x, y) for x, y in pairs if y < 30}
    assert all((y, x) in found for x, y in found)


def test_unit_vectors_give_nim() -> None:
    unit = Solver(Vectors(repeated=[(1, 0, 0), (0, 1, 0), (0, 0, 1)]))
    for position in product(range(4), repeat=3):
        assert unit.grundy(position) == Solver(Nim()).grundy(position)


@pytest.mark.parametrize(
    ("once", "repeated"),
    [([], []), ([(1, 0)], [(1,)]), ([(0, 0)], []), ([], [(1, -1)]), ([(1, 0.5)], [])],
)
def test_invalid_vectors_are_rejected(once: Any, repeated: Any) -> None:
    with pytest.raises(ValueError, match=r"vector"):
        Vectors(once, repeated)


@pytest.mark.parametrize("position", [(1,), (1, 2, 3), (1, -1), 3])
def test_invalid_positions_are_rejected(position: Any) -> None:
    with pytest.raises(ValueError, match=r"position|heap"):
        WYTHOFF.options(position)
