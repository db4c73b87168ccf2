"""Stranded pairs from afar: as many squares as the game has stranded pairs, in their places."""

from __future__ import annotations

from typing import Any

import pytest

from nimbook.finite_fields.figures import stranded_map
from nimtwist.games import PolyMuM


@pytest.mark.parametrize("polynomial", [0b111, 0b1101, 0b11111])
def test_the_map_of_stranded_pairs_is_that_of_the_game(polynomial: int, images: list[Any]) -> None:
    stranded_map(polynomial)
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    assert images == [[[rules.is_stranded((a, b)) for b in heaps] for a in heaps]]
