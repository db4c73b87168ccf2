"""Figures of Nim and of take-away games: what they draw is what other ways of computing give."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.impartial_games.figures import (
    game_graph,
    graph_of,
    in_pairs,
    in_powers,
    nim_sum_map,
    repeats,
    rhythm_table,
    rhythms,
    subtraction,
)
from nimbook.show import Picture, colour

SETS = [(1, 2), (2, 5), (1, 3, 4), (2, 4, 7)]


def test_the_map_shows_exclusive_or(images: list[Any]) -> None:
    assert nim_sum_map(5).title == "Nim-sums of all pairs below 5"
    assert images == [[[i ^ j for j in range(5)] for i in range(5)]]


def sticks_of(axes: Any, ink: str) -> int:
    """Return how many sticks a panel has in one colour."""
    return sum(
        len(lines.get_segments())
        for lines in axes.collections
        if lines.get_edgecolor().tolist()[0] == rgba(ink)
    )


def rgba(name: str) -> list[float]:
    return [*(int(colour(name)[k : k + 2], 16) / 255 for k in (1, 3, 5)), 1.0]


@pytest.mark.parametrize("heaps", [(6, 5, 3), (6, 4, 1), (7, 7, 7), (9,)])
def test_what_is_left_over_is_the_exclusive_or(heaps: tuple[int, ...]) -> None:
    axes: Any = in_pairs(heaps).axes[0]
    total = 0
    for heap in heaps:
        total ^= heap
    assert sticks_of(axes, "n-line") == total
    assert sticks_of(axes, "p") == sum(heaps) - total
    assert axes.get_title().endswith("N" if total else "P")


@given(st.integers(0, 1000))
def test_a_number_is_the_sum_of_its_powers(number: int) -> None:
    powers = in_powers(number)
    assert sum(powers) == number and len({*powers}) == len(powers)
    assert all(power & (power - 1) == 0 for power in powers)


def test_the_graph_has_every_position_below_and_no_line_between_two_of_nim_sum_0() -> None:
    graph = graph_of((1, 2, 3))
    below = {tuple(sorted(filter(None, heaps))) for heaps in product(range(4), range(3), range(2))}
    assert {*graph} == below
    edges = [(one, other) for one, options in graph.items() for other in options]
    picture = game_graph((3, 2, 1))
    axes: Any = picture.axes[0]
    drawn = [line for line in axes.lines if line.get_marker() == "None"]
    assert len(drawn) == len(edges)
    wins = [line for line in drawn if line.get_color() == colour("p")]
    # A winning move ends on the lowest line, and does not begin there.
    assert all(line.get_ydata()[1] == 0 < line.get_ydata()[0] for line in wins)
    lost = [position for position in graph if _xor(position) == 0]
    assert len(wins) == sum(_xor(other) == 0 for _, other in edges)
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert sum(dot.get_color() == colour("p") for dot in dots) == len(lost)
    assert f"{len(below)} positions" in picture.description
    # No two positions are drawn at one place.
    assert len({(*dot.get_xdata(), *dot.get_ydata()) for dot in dots}) == len(below)


def _xor(heaps: tuple[int, ...]) -> int:
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def brute(allowed: tuple[int, ...], largest: int) -> list[str]:
    outcomes: list[str] = []
    for heap in range(largest + 1):
        wins = any(outcomes[heap - n] == "P" for n in allowed if n <= heap)
        outcomes.append("N" if wins else "P")
    return outcomes


def test_rhythms_have_a_mark_for_each_p(images: list[Any]) -> None:
    picture = rhythms(SETS, 30)
    [rows] = images
    assert [[*map(bool, row)] for row in rows[2::5]] == [
        [outcome == "P" for outcome in brute(allowed, 30)] for allowed in SETS
    ]
    table = rhythm_table(SETS)
    axes: Any = picture.axes[0]
    ends = [[[x for x, _ in segment] for segment in c.get_segments()] for c in axes.collections]
    assert ends == [
        [[begins - 0.5, begins + period - 0.5]]
        for begins, period in zip(table["from"], table["period"], strict=True)
    ]


def test_periods_are_the_least_that_a_long_row_has() -> None:
    sets = [taken for n in (2, 3) for taken in combinations(range(1, 9), n)]
    table = rhythm_table(sets)
    for allowed, begins, period in zip(sets, table["from"], table["period"], strict=True):
        row = brute(allowed, 150)

        def fits(start: int, length: int, row: list[str] = row) -> bool:
            return row[start : len(row) - length] == row[start + length :]

        assert fits(begins, period)
        assert not any(fits(60, shorter) for shorter in range(1, period))
        assert begins == 0 or not fits(begins - 1, period)


def test_the_table_of_rhythms_has_one_period_of_outcomes_and_values() -> None:
    line = rhythm_table([(2, 4, 7)]).iloc[0]
    assert line.to_dict() == {
        "from": 4,
        "period": 3,
        "outcomes": "NNP",
        "their period": 3,
        "values": "1\u202f0\u202f2",
    }
    outcomes, values = subtraction((2, 4, 7), 60)
    assert "".join(outcomes[4:]) == ("NNP" * 19)
    assert [*map(str, values[8:59])] == ["1", "0", "2"] * 17
    assert isinstance(rhythm_table(SETS), pd.DataFrame)


def test_what_does_not_repeat_itself_is_refused() -> None:
    with pytest.raises(ValueError) as caught:
        repeats([1, 2, 3, 4], 2)
    assert str(caught.value) == "4 terms do not show a period; it needs more of them"


@pytest.mark.full
def test_figures_are_the_same_bytes_again_and_light() -> None:
    def made() -> list[str]:
        pictures: list[Picture] = [
            in_pairs((6, 5, 3), (6, 4, 1)),
            game_graph((3, 2, 1)),
            rhythms(SETS, 40),
        ]
        return [picture._repr_svg_() for picture in pictures]

    first = made()
    assert first == made()
    assert max(map(len, first)) < 60_000
