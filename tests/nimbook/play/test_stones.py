"""Stones played on intersections: what clicks mean, and an engine that plays by arithmetic."""

from __future__ import annotations

import random

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.claims.stones import WORKED
from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import Stones
from nimtwist.games.stones import Stone, StonesPosition
from tests.experiments import all_of, control, shown


def spots(game: Play) -> dict[str, ipw.Button]:
    """Return the buttons of the board by the spot that they name."""
    return {
        part.tooltip.partition(":")[0]: part
        for part in all_of(game.widget)
        if isinstance(part, ipw.Button) and (part.tooltip or "").startswith("(")
    }


def click(game: Play, *places: Stone) -> None:
    for place in places:
        spots(game)[str(place)].click()


def of_kind(game: Play, kind: str) -> set[str]:
    """Return the spots that have a class."""
    return {spot for spot, button in spots(game).items() if kind in button._dom_classes}


def place_stones(game: Play, on: bool = True) -> None:
    [mode] = (part for part in all_of(game.widget) if isinstance(part, ipw.ToggleButtons))
    mode.index = int(on)


@pytest.mark.parametrize(
    ("clicks", "left"),
    [
        ([(4, 7), (2, 2)], WORKED ^ {(4, 7), (2, 7), (4, 2), (2, 2)}),
        ([(10, 3), (1, 2)], WORKED ^ {(10, 3), (1, 3), (10, 2), (1, 2)}),
        # A slide is said by the spot where the stone goes, or by the corner on the axis.
        ([(4, 7), (2, 7)], WORKED ^ {(4, 7), (2, 7)}),
        ([(4, 7), (2, 0)], WORKED ^ {(4, 7), (2, 7)}),
        ([(4, 7), (4, 1)], WORKED ^ {(4, 7), (4, 1)}),
        ([(4, 7), (0, 1)], WORKED ^ {(4, 7), (4, 1)}),
        ([(10, 3), (1, 3)], WORKED - {(10, 3), (1, 3)}),
        # To an axis a stone slides off the board.
        ([(4, 7), (0, 0)], WORKED - {(4, 7)}),
        ([(4, 7), (0, 7)], WORKED - {(4, 7)}),
        # Another stone that cannot be reached is chosen instead; a second click lets it go.
        ([(4, 7), (14, 8), (13, 8)], WORKED ^ {(14, 8), (13, 8)}),
        ([(4, 7), (4, 7), (6, 4), (5, 4)], WORKED ^ {(6, 4), (5, 4)}),
    ],
)
def test_two_clicks_make_a_move(clicks: list[Stone], left: StonesPosition) -> None:
    game = Play(Stones(), WORKED)
    click(game, *clicks)
    assert (game.left, game.error) == (left, "")
    assert game.position in Stones().options(left)
    assert of_kind(game, "nt-stone") == set(map(str, game.position))
    assert of_kind(game, "nt-last") == {str(s) for s in game.position - left}
    assert of_kind(game, "nt-gone") == {str(s) for s in left - game.position}, (
        "what the engine changed is marked"
    )
    assert not of_kind(game, "nt-chosen") and not of_kind(game, "nt-reach")


@pytest.mark.parametrize(
    ("clicks", "sentence"),
    [
        ([(2, 2)], "there is no stone at (2, 2): choose a stone, then where it goes"),
        (
            [(4, 7), (5, 7)],
            "(5, 7) is neither to the left of the chosen stone (4, 7) nor below it",
        ),
    ],
)
def test_a_click_that_means_nothing_is_answered(clicks: list[Stone], sentence: str) -> None:
    game = Play(Stones(), WORKED)
    click(game, *clicks)
    assert (game.error, game.position) == (sentence, WORKED)
    assert any("alert" in html for html in shown(game.widget))


def test_stones_are_placed_and_taken_away_and_a_game_begins_with_them() -> None:
    game = Play(Stones(), frozenset(), "placing")
    assert game.message == "There is no move to make."
    place_stones(game)
    board = spots(game)
    click(game, (2, 3), (1, 1), (3, 3), (1, 1))
    assert game.position == {(2, 3), (3, 3)}
    assert spots(game)["(2, 3)"] is board["(2, 3)"], "the board stays, and the focus with it"
    assert control(game.widget, "start from").value == "(2, 3), (3, 3)"
    click(game, (0, 2))
    assert game.error == "(0, 2) is on an axis, where stones are dead: place them off it"
    place_stones(game, on=False)
    click(game, (3, 3), (2, 0))
    assert game.left == frozenset()
    assert game.message.endswith("you win!")


SMALL = st.frozensets(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=4)


@settings(max_examples=15)
@given(SMALL, st.integers(0, 10**6))
def test_the_engines_move_and_what_a_hint_names_are_marked_and_nothing_else(
    position: StonesPosition, seed: int
) -> None:
    game, chance, solver = Play(Stones(), position), random.Random(seed), Solver(Stones())
    while options := Stones().options(game.position):
        game.hint()
        named = of_kind(game, "nt-hint")
        assert bool(named) == (solver.outcome(game.position) == "N")
        before, option = game.position, chance.choice(options)
        game.move(option)
        assert not of_kind(game, "nt-hint")
        gone, come = option - game.position, game.position - option
        assert of_kind(game, "nt-gone") == set(map(str, gone))
        assert of_kind(game, "nt-last") == set(map(str, come))
        assert before != game.position


def test_the_frame_is_round_what_the_engine_changed() -> None:
    game = Play(Stones(), frozenset({(3, 3), (1, 1)}))
    [frame] = (part for part in all_of(game.widget) if "nt-beyond" in part._dom_classes)
    game.move(frozenset({(3, 3)}))
    assert "nt-frame" in frame._dom_classes
    assert game.position == frozenset()
    # The stone was on the last column and row of four.
    sizes = (frame.layout.left, frame.layout.bottom, frame.layout.width, frame.layout.height)
    assert sizes == ("75%", "75%", "25%", "25%")
    game.undo()
    assert "nt-beyond" in frame._dom_classes


def test_the_board_grows_with_the_stones_and_gives_way_where_they_are_too_far() -> None:
    game = Play(Stones(), frozenset({(2, 2)}))
    start = control(game.widget, "start from")
    start.value = "9, 9"
    assert len(spots(game)) == 256
    start.value = "1, 1"
    assert len(spots(game)) == 256
    start.value = "20, 20"
    assert not spots(game)
    labels = [part.value for part in all_of(game.widget) if isinstance(part, ipw.Label)]
    assert "The board here is only 15 by 15: type your moves." in labels
    control(game.widget, "or type").value = "(20, 19)"
    assert game.left == {(20, 19)}
    start.value = "2, 2"
    assert of_kind(game, "nt-stone") == {"(2, 2)"} and len(spots(game)) == 16
    start.value = "40, 40"
    assert (game.error, game.position) == ("", {(40, 40)}), "theory settles it"
    start.value = "30000, 30000"
    assert "too many to list" in game.error
    assert game.position == {(40, 40)}
