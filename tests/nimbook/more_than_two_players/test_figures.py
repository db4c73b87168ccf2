"""Ranks and Δ from afar: shades, bars and tables are those of a search."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from operator import ne
from typing import Any

import pytest

from nimbook.claims.podium import PRINTED
from nimbook.more_than_two_players import figures
from nimtwist import Solver, podium
from nimtwist.games import Nim


def test_maps_of_delta_are_its_digits(images: list[Any]) -> None:
    figures.delta_maps(8, (5,), (2, 3))
    for n, rows in zip((2, 3), images, strict=True):
        for i, j in product(range(8), repeat=2):
            ones = [sum(heap >> place & 1 for heap in (5, i, j)) for place in range(3)]
            assert rows[i][j] == sum(one % n * n**place for place, one in enumerate(ones))
    assert figures.delta_number((6, 3), 2) == 6 ^ 3


def test_maps_of_ranks_are_those_of_the_search(images: list[Any]) -> None:
    picture, solver = figures.rank_maps(6, (3, 2), (3, 4)), Solver(Nim())
    for n, rows in zip((3, 4), images, strict=True):
        ranks = [[solver.rank(tuple(sorted((i, j, 3, 2))), n) for j in range(6)] for i in range(6)]
        assert rows == ranks
        assert f"{sum(row.count(0) for row in ranks)} of rank 0" in picture.description


def test_bars_are_the_shares_of_the_ranks() -> None:
    axes: Any = figures.rank_chart(3, 4, (2, 3, 4, 5)).axes[0]
    solver = Solver(Nim())
    bars: dict[tuple[int, int], float] = {}
    for rank, part in enumerate(axes.containers):
        bars.update({(place, rank): bar.get_height() for place, bar in enumerate(part)})
    positions = [*combinations_with_replacement(range(5), 3)]
    for place, n in enumerate((2, 3, 4, 5)):
        ranks = Counter(solver.rank(position, n) for position in positions)
        for rank in range(4):
            assert bars[place, rank] == pytest.approx(ranks[rank] / len(positions))
        tops = [bar.get_y() + bar.get_height() for part in axes.containers for bar in [part[place]]]
        assert max(tops) == pytest.approx(1)
    assert [bars[2, rank] for rank in range(4)] == [bars[3, rank] for rank in range(4)]


def test_the_share_of_the_largest_rank_is_counted_and_rises() -> None:
    lines: Any = figures.top_rank_chart(4, (1, 2, 3), (3, 4), 30).axes[0].lines
    solver = Solver(Nim())
    for n, line in zip((3, 4), lines, strict=True):
        for bits, share in zip(*line.get_data(), strict=True):
            drawn = figures.random_heaps(4, int(bits), 30)
            assert max(map(max, drawn)) < 2**bits
            largest = sum(solver.rank(tuple(sorted(heaps)), n) == n - 1 for heaps in drawn)
            assert share == pytest.approx(largest / 30)


def test_a_rank_below_the_largest_leaves_no_column_with_a_single_one() -> None:
    """The chapter's reason why large heaps have the largest rank."""
    for heaps in combinations_with_replacement(range(8), 5):
        for n in (3, 4, 5):
            if podium.rank(heaps, n) == n - 1:
                continue
            assert any(
                all(sum(h >> c & 1 for h in stay) % n != 1 for c in range(3))
                for stay in combinations(heaps, len(heaps) - n + 2)
            ), (heaps, n)


def test_the_six_tables_are_as_printed() -> None:
    printed: Any
    printed, computed = figures.reduction_table()
    assert printed.equals(computed) and printed.shape == (6, 6)
    assert printed["table 1"].to_list() == PRINTED["ex-algorithm"]["tables"][0]
    assert printed.loc["Δ"].to_list()[0] == "222122"


def test_random_positions_have_as_many_ranks_as_there_are() -> None:
    table: Any = figures.random_ranks((2, 3), 4, 3, 40)
    for n in (2, 3):
        ranks = Counter(Solver(Nim()).rank(p, n) for p in figures.random_heaps(4, 3, 40))
        assert [table.loc[n, f"rank {rank}"] for rank in range(n)] == [ranks[r] for r in range(n)]
    assert table.loc[2, "rank 2"] is None


def test_shortfalls_are_counted() -> None:
    table: Any = figures.shortfall_table([(3, 3, 4), (3, 4, 3)])
    solver = Solver(Nim())
    positions = [
        heaps
        for heaps in combinations_with_replacement(range(4), 4)
        if not podium.is_zero(heaps, 3)
    ]
    longer = [
        heaps
        for heaps in positions
        if sum(map(ne, heaps, podium.reduction(heaps, 3)[-1].heaps)) > solver.rank(heaps, 3)
    ]
    assert (2, 2, 2, 3) in longer
    share = f"{100 * len(longer) / len(positions):.1f}%"
    assert table.iloc[1].to_list() == [4, 3, len(positions), len(longer), share]
    assert table.iloc[0].to_list()[-2:] == [0, "0.0%"]


def test_the_least_numbers_of_sticks_are_moores_and_lis() -> None:
    table: Any = figures.moore_table(3, 4)
    assert [*table.columns] == ["2 players", "3 players", "4 players"]
    for k, n in product((1, 2, 3), (2, 3, 4)):
        assert table.loc[k, f"{n} players"] == k * (n - 1) + 1


def test_stones_between_two_players_are_the_heaps_of_their_products() -> None:
    positions = [((1, 1), (1, 2)), ((1, 2), (2, 1)), ((1, 3), (2, 2)), ((2, 2), (3, 1))]
    table: Any = figures.stone_ranks(positions, [2])
    assert (table.iloc[:, 1:].nunique(axis="columns") == 1).all()


def test_two_stones_on_one_spot_only_stack() -> None:
    table: Any = figures.stone_ranks([((1, 1), (1, 1), (2, 2))], [3])
    assert table.loc["(1, 1), (1, 1), (2, 2)"].to_list() == [3, None, 2, 1]


def test_which_games_are_equal() -> None:
    table: Any = figures.class_table([2, 3])
    assert table.loc[2].to_list()[:2] == [16, 4] and table.loc[2, "equal"].count("=") == 16 - 4
    assert table.loc[3].to_list() == [16, 16, "no two"]


@pytest.mark.full
def test_pictures_are_the_same_at_every_run_and_light() -> None:
    def made() -> list[str]:
        pictures = (
            figures.delta_maps(32, (42,), (2,)),
            figures.rank_maps(16, (21, 13), (3,)),
            figures.rank_chart(4, 7, (2, 3, 4, 5)),
            figures.top_rank_chart(8, range(1, 9), (3, 4, 5), 20),
        )
        return [picture._repr_svg_() for picture in pictures]

    first = made()
    assert first == made() and max(map(len, first)) < 60_000
