"""Figures and tables of the gallery hold what a search, or another way of counting, finds."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from nimbook.claims.gallery import cram_runs, published_cram_values
from nimbook.gallery import figures
from nimbook.samples import pictures
from nimtwist import LoopySolver, Solver
from nimtwist.games import Cram, Hackenbush, Kayles, Northcott, Octal


def test_rows_are_worth_what_the_search_finds() -> None:
    search = Solver(Kayles())
    table = figures.row_values(Kayles(), 24, 12)
    found = [int(value) for line in table.to_numpy() for value in line]
    assert found == [search.grundy((n,)) for n in range(24)]
    assert table.index.tolist() == ["0\xa0+", "12\xa0+"]


def test_what_is_out_of_step_is_apart_and_nothing_else() -> None:
    """In step is what has the value of a row that is longer by many periods."""
    games = {"Kayles": (Kayles(), 12), "Dawson": (Octal("0.07"), 34)}
    picture = figures.periods({name: game for name, (game, _) in games.items()}, 160)
    for axes, (game, period) in zip(picture.axes, games.values(), strict=True):
        lines: Any = axes.lines
        even, odd, line = lines
        theory = game.closed_form
        assert theory is not None and theory.period == period
        dots = {int(n): int(v) for dot in (even, odd) for n, v in dot.get_xydata()}
        search = Solver(game)
        assert dots.keys() == set(range(160))
        assert {n: dots[n] for n in range(25)} == {n: search.grundy((n,)) for n in range(25)}
        apart = {n for n in dots if dots[n] != theory.grundy((n + 60 * period,))}
        assert {int(n) for n in odd.get_xdata()} == apart
        assert line.get_xdata()[0] == max(apart) + 0.5 == theory.start - 0.5
    assert "period 12 and 14 rows out of step, the last one of 70" in picture.description


def test_a_game_without_a_known_period_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no period of 0\.6 is known here"):
        figures.periods({"Officers": Octal("0.6")}, 20)


def test_each_position_is_at_its_room_and_length() -> None:
    picture = figures.remoteness(2, 4)
    discs: Any = picture.axes[0].collections[0]
    places = {(int(room), int(moves)) for room, moves in discs.get_offsets()}
    rules = Northcott(4)
    solver = LoopySolver(rules)
    found = set()
    for position in combinations_with_replacement(combinations(range(4), 2), 2):
        length = solver.remoteness(position)
        assert length is not None
        # The winner's tokens are the left ones if the player to move wins, and else the right ones.
        if solver.outcome(position) == "N":
            room = sum(3 - left - 1 for left, _ in position)
        else:
            room = sum(right - 1 for _, right in position)
        found.add((room, -(-length // 2)))
    assert places == found
    assert all(moves <= room for room, moves in found)
    assert max(moves for _, moves in found) == max(room for room, _ in found)


def test_values_are_worked_out_and_ticked_where_they_are_published(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = Solver(Cram())
    values = figures.cram_values({1: 9, 3: 3})
    assert [*values.loc[1]] == [search.grundy(Cram.rectangle(1, n)) for n in range(1, 10)]
    table = figures.ticked_cram_values(values)
    assert [*table.frame.loc[3]] == ["1\xa0✓", "1\xa0✓", "0\xa0✓", *[""] * 6]
    assert "12 of 12 published values agree" in table
    monkeypatch.setitem(published_cram_values(), (3, 3), 5)
    wrong = figures.ticked_cram_values(figures.cram_values({3: 3}))
    assert [*wrong.frame.loc[3]] == ["1\xa0✓", "1\xa0✓", "0\xa0✗"]
    assert "2 of 3 published values agree" in wrong and wrong.count("nt-wrong") == 1


def test_large_boards_of_cram_are_ticked_and_say_who_solves_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = dict(cram_runs())
    shown = figures.large_cram_values({4: 10})
    assert shown.count("✓") == len(runs) and "✗" not in shown
    again = [sides for sides in runs if sides[0] == 4 and sides[1] <= 10]
    assert shown.count(">again<") == len(again)
    assert shown.count(">once<") == len(runs) - len(again)
    monkeypatch.setitem(published_cram_values(), (5, 9), 2)
    assert figures.large_cram_values({}).count("✗") == 1


def test_a_census_counts_each_picture_at_its_value() -> None:
    census = figures.hackenbush_census(4)
    solver, every = Solver(Hackenbush()), [*pictures(4)]
    assert int(census.to_numpy().sum()) == len(every)
    of_three = [solver.grundy(picture) for picture in every if len(picture.edges) == 3]
    assert [*census.loc[3]] == [of_three.count(value) for value in range(5)]
    for edges in census.index:
        wrong = [value for value in range(5) if (value + edges) % 2]
        assert not census.iloc[edges, wrong].any()
