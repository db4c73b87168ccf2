"""Tests for games in which a move subtracts a vector."""

from __future__ import annotations

from typing import Any

import pytest

from nimtwist import Vectors

WYTHOFF = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])


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
