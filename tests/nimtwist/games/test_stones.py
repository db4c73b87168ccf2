"""Tests for Stones: both descriptions of the moves, winning moves, and Turning Corners."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Stones
from nimtwist.games.stones import Products, StonesPosition, TurningCorners, off_axes

RECTANGLES = Stones("rectangles")
THEORY = Products(Stones())

small_positions = st.frozensets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=5)


def subsets(width: int, height: int, first: int = 1) -> list[StonesPosition]:
    """Return every set of stones on a small board."""
    spots = list(product(range(first, width + 1), range(first, height + 1)))
    chosen = chain.from_iterable(combinations(spots, n) for n in range(len(spots) + 1))
    return list(map(frozenset, chosen))


@given(small_positions)
def test_both_descriptions_of_the_moves_agree(position: StonesPosition) -> None:
    options = Stones().options(position)
    assert len(options) == len(set(options)) == sum(x * y for x, y in position)
    assert set(options) == set(RECTANGLES.options(position))
    # Of all spots that a move changes, the largest is that of the chosen stone. This stone is
    # removed, so play must end.
    assert all(max(position ^ option) in position for option in options)


@pytest.mark.parametrize("turned", [False, True])
def test_coordinates_may_be_huge(turned: bool) -> None:
    stones = [(3, 1 << 200), (7, (1 << 200) + 5)]
    position = frozenset((y, x) if turned else (x, y) for x, y in stones)
    value, move = THEORY.grundy(position), next(THEORY.winning_moves(position))
    assert value != 0 == THEORY.grundy(Stones().after(position, *move))


def test_turning_corners_matches_stones_off_the_axes() -> None:
    coins, stones = Solver(TurningCorners()), Solver(Stones())
    for heads in subsets(2, 2, first=0):
        options = [off_axes(option) for option in TurningCorners().options(heads)]
        assert sorted(map(sorted, options)) == sorted(
            map(sorted, RECTANGLES.options(off_axes(heads)))
        )
        assert coins.grundy(heads) == stones.grundy(off_axes(heads))
