"""Tests that compare the plates of chapter 12 with a search."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from nimbook.show import shades
from nimtwist import BlockingNim
from nimtwist.atlas.families import read_family
from nimtwist.atlas.search import find
from tests.lib.brute import GAMES, is_good
from tests.lib.chapters import from_chapter

GOOD = {bytes.fromhex(shade[1:]) for shade in shades("p")}
WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")
SIZE = 12


@pytest.mark.parametrize("rules", GAMES[2:4], ids=str)
def test_plates_and_rivers_show_which_pairs_are_good(rules: BlockingNim) -> None:
    plate, river = (from_chapter("12", name) for name in ("plate", "river"))
    whole, *halves = (
        np.asarray(image.get_array())
        for picture in (plate(rules, SIZE, "", ""), river(rules, SIZE, 4, 2, None, ""))
        for axes in picture.axes
        for image in axes.images
    )
    drawn = [[bytes(pixel[:3]) in GOOD for pixel in row] for row in whole]
    assert drawn == [[is_good(rules, x, y) for y in range(SIZE)] for x in range(SIZE)]
    banks = np.hstack(halves)
    assert banks.shape == (9, SIZE, 4)
    for x in range(SIZE):
        for difference in range(-4, 5):
            y, pixel = x + difference, bytes(banks[difference + 4, x, :3])
            assert (pixel in GOOD) == (y >= 0 and is_good(rules, x, y))


def test_borders_are_where_repeated_blocks_end() -> None:
    certificate = find(WEDGE)
    assert certificate
    lines = [*from_chapter("12", "borders")(certificate)]
    assert {slope for _, slope in lines} == {0, Fraction(1, 2), 2}
    for t in range(3):
        pieces = [
            (p.block, p.times + p.growth * t) if not isinstance(p, bytes) else (p, 1)
            for p in certificate.word
        ]
        ends = [0]
        for block, times in pieces:
            ends.append(ends[-1] + len(block) * times)
        assert {column + slope * certificate.period * t for column, slope in lines} <= {*ends}
