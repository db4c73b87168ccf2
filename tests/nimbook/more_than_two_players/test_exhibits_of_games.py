"""Drawings of what stands among many players: what they say is what the search says."""

from __future__ import annotations

import pytest

from nimbook.more_than_two_players.exhibits_of_games import (
    boxed_ranks,
    class_table,
    moore_table,
    stone_ranks,
)
from nimtwist import Solver
from nimtwist.games import BlockingNim
from tests.experiments import cells


def test_the_least_numbers_of_sticks_are_moores_and_lis() -> None:
    header, *rows = cells(moore_table(3, 4))
    assert header == ["k", "2 players", "3 players", "4 players"]
    assert rows == [["1", "2", "3", "4"], ["2", "3", "5", "7"], ["3", "4", "7", "10"]]


@pytest.mark.parametrize(("players", "forbidden"), [(2, [2]), (3, [1]), (4, [1, 3])])
def test_a_grid_of_boxes_is_the_search(players: int, forbidden: list[int]) -> None:
    drawn = boxed_ranks(players, 3, forbidden, 3, 4)
    assert "as boxes say at 25 of 25 places" in drawn
    solver = Solver(BlockingNim.exactly(3, len(forbidden)))
    boxed = [row[1:] for row in cells(drawn)[-5:]]
    for i in range(5):
        for j in range(5):
            piles = tuple(sorted(pile for pile in (3, i, j) if pile))
            rank = solver.rank((piles, frozenset(forbidden)), players)
            assert boxed[i][j] == str(rank or "P")


def test_stones_between_two_players_are_the_heaps_of_their_products() -> None:
    positions = [((1, 1), (1, 2)), ((1, 2), (2, 1)), ((1, 3), (2, 2)), ((2, 2), (3, 1))]
    for _, _, *ranks in cells(stone_ranks(positions, [2]))[1:]:
        assert len(set(ranks)) == 1


def test_two_stones_on_one_spot_only_stack() -> None:
    position = ((1, 1), (1, 1), (2, 2))
    [_, row] = cells(stone_ranks([position], [3]))
    assert row == ["(1, 1), (1, 1), (2, 2)", "3", "–", "2", "1"]


def test_which_games_are_equal() -> None:
    [_, two, three] = cells(class_table([2, 3]))
    assert two[:2] == ["2", "4"] and two[2].count("=") == 16 - 4
    assert three == ["3", "16", "no two"]
