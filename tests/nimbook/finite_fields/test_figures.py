"""Stranded pairs from afar: as many squares as the game has stranded pairs, in their places."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.axes import Axes
from matplotlib.image import AxesImage

from nimbook.finite_fields.figures import stranded_map
from nimtwist.games import PolyMuM


@pytest.mark.parametrize("polynomial", [0b111, 0b1101, 0b11111])
def test_the_map_of_stranded_pairs_is_that_of_the_game(
    polynomial: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[list[list[bool]]] = []
    imshow = Axes.imshow

    def kept(axes: Axes, marked: list[list[bool]], **looks: Any) -> AxesImage:
        drawn.append(marked)
        return imshow(axes, marked, **looks)

    monkeypatch.setattr(Axes, "imshow", kept)
    stranded_map(polynomial)
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    assert drawn == [[[rules.is_stranded((a, b)) for b in heaps] for a in heaps]]
