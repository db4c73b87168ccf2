"""Tests for Northcott's game: moves, and how many of them the winner needs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.games import Northcott
from nimtwist.games.northcott import NimInGaps, Rows, gaps
from tests.lib.positions import NORTHCOTT_POSITIONS as POSITIONS
from tests.lib.positions import NORTHCOTT_WIDTH as WIDTH


@pytest.mark.parametrize("retreats", [True, False])
@given(POSITIONS)
def test_options_move_one_token_and_turn_the_board(retreats: bool, position: Rows) -> None:
    rules = Northcott(WIDTH, retreats)
    seen = set()
    for option in rules.options(position):
        after = rules.turned(option)
        assert [right for _, right in after] == [right for _, right in position]
        [(old, new)] = [(a, b) for (a, _), (b, _) in zip(position, after, strict=True) if a != b]
        assert retreats or new > old
        seen.add((old, new, option))
    # A token can move to the free squares in front of it and, if it may retreat, behind it.
    free = sum(right - 1 if retreats else right - 1 - left for left, right in position)
    assert len(seen) == free


@given(POSITIONS)
def test_turning_is_an_involution_that_preserves_gaps(position: Rows) -> None:
    rules = Northcott(WIDTH)
    assert rules.turned(rules.turned(position)) == position
    assert gaps(rules.turned(position)) == gaps(position)


@given(POSITIONS, st.data())
def test_winner_needs_at_most_one_move_per_square_in_front(
    position: Rows, data: st.DataObject
) -> None:
    """The winner always advances a token, while the loser plays at random."""
    theory = NimInGaps(Northcott(WIDTH))
    limit, moves = sum(WIDTH - 2 - left for left, _ in position), 0
    while advances := theory.winning_options(position):
        moves += 1
        options = theory.rules.options(data.draw(st.sampled_from(advances)))
        if not options:
            break
        position = data.draw(st.sampled_from(options))
        assert theory.winning_options(position)
    assert moves <= limit
