"""Tests for polynomial MuM: moves, and products compared with a reference implementation."""

from __future__ import annotations

import pytest

from nimtwist.games import PolyMuM
from tests.lib.positions import AMOUNTS, positions


@pytest.mark.parametrize("polynomial", [0b11, 0b111, 0b1011])
def test_moves_reduce_one_heap_by_an_allowed_amount(polynomial: int) -> None:
    for amounts in AMOUNTS:
        rules = PolyMuM(polynomial, "never", "any", amounts)
        bound = {"elements": 1 << rules.degree, "polynomial": polynomial, "any": 99}[amounts]
        for a, b in positions(rules, 2, 9)[10:]:
            moves = {(new, b) for (new,) in positions(rules, 1, a - 1)[1:] if a - new < bound}
            moves |= {(a, new) for (new,) in positions(rules, 1, b - 1)[1:] if b - new < bound}
            assert set(rules.options((a, b))) == {tuple(sorted(after)) for after in moves}


def test_positions_may_be_long_and_heaps_large() -> None:
    aes = PolyMuM(0x11B)
    assert aes.product((3,) * 100_000) == aes.pow(3, 100_000)
    heap = 10**100_000
    assert PolyMuM(0x11B, heaps="any").product((heap, 2)) == aes.mul(aes.element(heap), 2)
    with pytest.raises(ValueError, match=r"^heap \(a number of 332193 bits\) is not canonical"):
        aes.product((heap,))
