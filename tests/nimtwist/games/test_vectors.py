"""Tests for games in which a move subtracts a vector."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Vectors

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
