"""Northcott's game: its moves, and how fast the theory wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import EndlessPlayError, Solver
from nimtwist.games import Northcott
from nimtwist.games.northcott import NimInGaps, Rows, gaps

WIDTH = 6
ROWS = st.tuples(st.integers(0, WIDTH - 2), st.integers(1, WIDTH - 1)).filter(lambda r: r[0] < r[1])
POSITIONS = st.lists(ROWS, max_size=3).map(tuple)


@pytest.mark.parametrize("retreats", [True, False])
@given(POSITIONS)
def test_each_option_is_one_token_moved_and_the_board_turned_round(
    retreats: bool, position: Rows
) -> None:
    rules = Northcott(WIDTH, retreats)
    seen = set()
    for option in rules.options(position):
        after = rules.turned(option)
        assert [right for _, right in after] == [right for _, right in position]
        [(old, new)] = [(a, b) for (a, _), (b, _) in zip(position, after, strict=True) if a != b]
        assert retreats or new > old
        seen.add((old, new, option))
    # A token has the free squares before it to go to, and, if it may retreat, those behind it.
    free = sum(right - 1 if retreats else right - 1 - left for left, right in position)
    assert len(seen) == free


@given(POSITIONS)
def test_turned_twice_a_board_is_as_it_was_and_its_gaps_never_change(position: Rows) -> None:
    rules = Northcott(WIDTH)
    assert rules.turned(rules.turned(position)) == position
    assert gaps(rules.turned(position)) == gaps(position)


def test_play_need_not_end_unless_there_are_no_retreats() -> None:
    with pytest.raises(EndlessPlayError):
        Solver(Northcott(4)).outcome(((0, 2),))
    assert Solver(Northcott(4, retreats=False)).outcome(((0, 2),)) == "N"


@given(POSITIONS, st.data())
def test_the_winner_is_done_when_the_squares_in_front_are_used_up(
    position: Rows, data: st.DataObject
) -> None:
    """The winner answers by advances; the loser does as they like, and so loses soon."""
    theory = NimInGaps(Northcott(WIDTH))
    left, moves = sum(WIDTH - 2 - left for left, _ in position), 0
    while advances := theory.winning_options(position):
        moves += 1
        options = theory.rules.options(data.draw(st.sampled_from(advances)))
        if not options:
            break
        position = data.draw(st.sampled_from(options))
        assert theory.winning_options(position)
    assert moves <= left


def test_so_many_rows_can_be_typed_and_no_more() -> None:
    assert Northcott(2).read("0-1 " * 12) == ((0, 1),) * 12
    with pytest.raises(ValueError, match="12"):
        Northcott(2).read("0-1 " * 13)
