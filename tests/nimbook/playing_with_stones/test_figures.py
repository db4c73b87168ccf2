"""The board from afar, and games with coins, held against the rules and a search."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.patches import Rectangle

from nimbook.claims.stones import WORKED, stone_values
from nimbook.playing_with_stones.coins import (
    CoinGame,
    coin_values,
    pairs,
    ruler,
    tartan_values,
    triples,
)
from nimbook.playing_with_stones.figures import (
    moves_of_stones,
    stone_map,
    tartan,
    winning_corners,
)
from nimtwist import Solver
from nimtwist.games import Stones
from nimtwist.games.nim import nim_sum
from nimtwist.games.stones import TurningCorners
from nimtwist.nimber import mul


def test_the_table_has_the_moves_that_leave_a_lost_position() -> None:
    stones, solver = frozenset({(2, 3), (3, 2), (3, 3)}), Solver(Stones())
    table = moves_of_stones(stones)
    for x, y in stones:
        after = {(a, b): Stones().after(stones, (x, y), (a, b)) for a in range(x) for b in range(y)}
        wins = [corner for corner, left in after.items() if solver.outcome(left) == "P"]
        value, moves, told = table.loc[str((x, y))]
        assert (value, moves) == (solver.grundy(frozenset({(x, y)})), len(after))
        assert told == ", ".join(map(str, wins))


@pytest.mark.parametrize("position", [{(2, 3), (3, 2), (3, 3)}, {(1, 2), (3, 4)}])
def test_each_line_is_a_winning_move_and_each_winning_move_is_a_line(
    position: set[tuple[int, int]],
) -> None:
    stones, solver = frozenset(position), Solver(Stones())
    lines: list[Any] = [line.get_xydata() for line in winning_corners(stones).axes[0].lines]
    drawn = {
        (tuple(map(int, ends[0])), tuple(map(int, ends[1]))) for ends in lines if len(ends) > 1
    }
    wins = {
        ((x, y), (a, b))
        for x, y in stones
        for a in range(x)
        for b in range(y)
        if solver.outcome(Stones().after(stones, (x, y), (a, b))) == "P"
    }
    assert drawn == wins


def test_the_worked_position_has_15_winning_moves_of_197() -> None:
    picture = winning_corners(WORKED)
    assert picture.title == "The winning moves: 15 of 197"
    assert "7 from (14, 8)" in picture.description
    values = [text.get_text() for text in picture.axes[0].texts]
    assert values == [str(mul(x, y)) for x, y in sorted(WORKED)]


def test_the_map_has_what_stones_are_worth_by_the_rules(images: list[Any]) -> None:
    picture = stone_map(20)
    [rows] = images
    assert {(x, y): rows[y][x] for x, y in stone_values(9, 9)} == stone_values(9, 9)
    assert all(rows[y][x] == mul(x, y) for x in range(20) for y in range(20))
    frames = [patch for patch in picture.axes[0].patches if isinstance(patch, Rectangle)]
    for frame in frames:
        side = int(frame.get_width())
        assert max(max(row[:side]) for row in rows[:side]) == side - 1
    assert [frame.get_width() for frame in frames] == [2, 4, 16]


def heads_of(game: CoinGame, coins: int) -> list[int]:
    """Return what each coin alone is worth, by a search of all sets of heads."""

    class Row:
        def options(self, heads: frozenset[int], /) -> list[frozenset[int]]:
            return [heads ^ {head, *others} for head in heads for others in game(head)]

    solver = Solver(Row())
    return [solver.grundy(frozenset({coin})) for coin in range(coins)]


@pytest.mark.parametrize("game", [pairs, ruler, triples])
def test_coins_in_a_row_are_worth_what_the_search_finds(game: CoinGame) -> None:
    assert coin_values(game, 7) == heads_of(game, 7)


def test_a_board_of_coins_is_searched() -> None:
    class Board:
        def options(self, heads: frozenset[tuple[int, int]], /) -> list[Any]:
            return [
                heads ^ {(a, b) for a in (*along, x) for b in (*across, y)}
                for x, y in heads
                for along in ruler(x)
                for across in pairs(y)
            ]

    solver = Solver(Board())
    values = tartan_values(ruler, pairs, 3)
    for x in range(3):
        for y in range(3):
            assert solver.grundy(frozenset({(x, y)})) == values[y][x]
    everything = frozenset((x, y) for x in (1, 2) for y in (1, 2))
    assert solver.grundy(everything) == nim_sum(values[y][x] for x, y in everything)


@pytest.mark.parametrize(("across", "up"), [(ruler, ruler), (triples, ruler), (pairs, triples)])
def test_the_tartan_theorem(across: CoinGame, up: CoinGame) -> None:
    g, h = coin_values(across, 8), coin_values(up, 8)
    assert tartan_values(across, up, 8) == [[mul(a, b) for a in g] for b in h]


def test_two_coins_by_two_coins_are_turning_corners() -> None:
    solver = Solver(TurningCorners())
    found = [[solver.grundy(frozenset({(x, y)})) for x in range(4)] for y in range(4)]
    assert tartan_values(pairs, pairs, 4) == found


def test_a_tartan_has_a_shade_for_each_value_in_their_order(images: list[Any]) -> None:
    picture = tartan({"by": (triples, ruler)}, 6)
    [shades] = images
    values = tartan_values(triples, ruler, 6)
    kinds = sorted({value for row in values for value in row})
    assert shades == [[kinds.index(value) for value in row] for row in values]
    assert f"by, {len(kinds)} values" in picture.description
