"""Stones played on intersections: what clicks mean, and an engine that plays by arithmetic."""

from __future__ import annotations

import random

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.claims.stones import THEORY, WORKED
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


def test_the_board_shows_the_stones_on_an_area_that_holds_them() -> None:
    for stones, side in (((), 3), (((3, 1),), 3), (((4, 1),), 7), (tuple(WORKED), 15)):
        game = Play(Stones(), frozenset(stones))
        assert len(spots(game)) == (side + 1) ** 2
        assert of_kind(game, "nt-stone") == set(map(str, stones))
        assert len(of_kind(game, "nt-axis")) == 2 * side + 1


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


def test_a_chosen_stone_shows_where_it_can_go_and_the_keyboard_goes_there() -> None:
    game = Play(Stones(), frozenset({(2, 2), (3, 1)}))
    tab = {spot for spot, button in spots(game).items() if button.tabbable}
    assert tab == {"(2, 2)", "(3, 1)"}
    click(game, (2, 2))
    assert of_kind(game, "nt-chosen") == {"(2, 2)"}
    reach = {str((x, y)) for x in range(3) for y in range(3)} - {"(2, 2)"}
    assert of_kind(game, "nt-reach") == reach
    assert {s for s, button in spots(game).items() if button.tabbable} == reach | tab
    said = {spot: button.tooltip for spot, button in spots(game).items()}
    assert said["(0, 0)"] == "(0, 0): dead, remove the stone (2, 2)"
    assert said["(1, 2)"] == "(1, 2): empty, slide the stone (2, 2) to (1, 2)"
    assert said["(0, 1)"] == "(0, 1): dead, slide the stone (2, 2) to (2, 1)"
    assert said["(1, 1)"] == "(1, 1): empty, change the rectangle from (2, 2) to here"
    assert said["(3, 3)"] == "(3, 3): empty"
    assert said["(2, 2)"] == "(2, 2): stone, chosen, now choose a spot to its left or below it"


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
@given(SMALL)
def test_two_taps_make_every_move_and_no_other(position: StonesPosition) -> None:
    game = Play(Stones(), position)
    left = set()
    for stone in position:
        click(game, stone)
        for spot in of_kind(game, "nt-reach"):
            if not of_kind(game, "nt-chosen"):
                click(game, stone)
            spots(game)[spot].click()
            assert game.error == ""
            left.add(game.left)
            game.restart()
    assert left == set(Stones().options(position))


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


@settings(max_examples=15)
@given(SMALL)
def test_who_taps_what_a_hint_names_makes_a_winning_move(position: StonesPosition) -> None:
    solver, game = Solver(Stones()), Play(Stones(), position)
    game.hint()
    if solver.outcome(position) == "P":
        assert not of_kind(game, "nt-hint")
        return
    assert len(of_kind(game, "nt-hint")) == 2
    # Of two that are stones, the one to choose is not to the left of the other, nor below it.
    stone, target = sorted(
        of_kind(game, "nt-hint"), key=lambda s: sum(map(int, s[1:-1].split(",")))
    )[::-1]
    spots(game)[stone].click()
    assert of_kind(game, "nt-hint") == {stone, target}
    spots(game)[target].click()
    assert solver.outcome(game.left) == "P"


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


@pytest.mark.parametrize("start", [{(2, 3), (3, 1)}, {(5, 2)}, WORKED, {(40, 1)}, set()])
def test_deals_fit_a_phone(start: StonesPosition) -> None:
    game = Play(Stones(), frozenset(start))
    side = 3 if all(place <= 3 for stone in start for place in stone) else 7
    for seed in range(20):
        dealt = game.board.deal(random.Random(seed))
        assert Stones().canonical(dealt) and dealt == game.board.deal(random.Random(seed))
        assert all(1 <= place <= side for stone in dealt for place in stone)


def test_of_a_large_board_only_what_stones_can_reach_is_shown() -> None:
    game = Play(Stones(), WORKED)
    shown = set(spots(game)) - of_kind(game, "nt-beyond")
    assert shown == {str((x, y)) for x in range(15) for y in range(9)}
    place_stones(game)
    assert not of_kind(game, "nt-beyond"), "stones may be placed anywhere"


def test_what_was_marked_for_play_is_not_marked_while_stones_are_set_up() -> None:
    game = Play(Stones(), WORKED)
    click(game, (4, 7), (2, 2))
    game.hint()
    marks = [of_kind(game, look) for look in ("nt-gone", "nt-last", "nt-hint", "nt-axis")]
    place_stones(game)
    assert not of_kind(game, "nt-gone") | of_kind(game, "nt-last") | of_kind(game, "nt-hint")
    place_stones(game, on=False)
    assert marks == [of_kind(game, look) for look in ("nt-gone", "nt-last", "nt-hint", "nt-axis")]
    assert marks[2]


def test_a_new_game_begins_with_nothing_chosen() -> None:
    game = Play(Stones(), WORKED)
    click(game, (4, 7))
    game.restart()
    assert not of_kind(game, "nt-chosen")


def test_to_change_what_a_click_does_lets_the_chosen_stone_go() -> None:
    game = Play(Stones(), WORKED)
    click(game, (4, 7))
    place_stones(game)
    assert not of_kind(game, "nt-chosen")


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


def test_the_engine_says_what_the_search_says() -> None:
    solver = Solver(Stones())
    for position in (frozenset({(2, 2)}), frozenset({(1, 2), (2, 1)}), frozenset({(3, 2), (1, 3)})):
        game = Play(Stones(), position)
        game.judge()
        said = [html for html in shown(game.widget) if 'role="status"' in html]
        assert (">P<" in said[0]) == (solver.outcome(position) == "P")
        if solver.outcome(position) == "N":
            game.let_engine_move()
            assert solver.outcome(game.position) == "P"


@pytest.mark.parametrize("seed", range(4))
def test_from_the_worked_position_the_engine_wins_every_game_that_it_can(seed: int) -> None:
    choices, game = random.Random(seed), Play(Stones(), WORKED)
    while options := Stones().options(game.position):
        left = choices.choice(options)
        game.move(left)
        if THEORY.grundy(left):
            assert THEORY.grundy(game.position) == 0
