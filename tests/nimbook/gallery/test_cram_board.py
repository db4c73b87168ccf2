"""Cram played: cells are chosen two by two, and the board stays on the page."""

from __future__ import annotations

import random

import ipywidgets as ipw
import pytest

from nimbook.gallery.cram import cram_game
from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import Cram
from tests.experiments import all_of
from tests.nimbook.play.test_play import complaint, title, type_move


def cells(game: Play) -> list[ipw.Button]:
    return [w for w in all_of(game.widget) if "nt-cell" in w._dom_classes]


def cell(game: Play, row: int, column: int) -> ipw.Button:
    """Return the button of a cell, by its name on the page."""
    [found] = (b for b in cells(game) if b.tooltip.split(":")[0] == f"row {row}, column {column}")
    return found


def place(game: Play, *domino: tuple[int, int]) -> None:
    for row, column in domino:
        cell(game, row, column).click()


def looks(game: Play) -> dict[str, int]:
    """Return how many cells there are of each look."""
    found: dict[str, int] = {}
    for widget in cells(game):
        for look in widget._dom_classes[1:]:
            found[look] = found.get(look, 0) + 1
    return found


def test_two_neighbouring_cells_make_a_move_and_the_engine_answers() -> None:
    game = Play(*cram_game(2, 3))
    assert title(game) == ".../..."
    cell(game, 1, 1).click()
    assert cell(game, 1, 1).tooltip == "row 1, column 1: chosen, now choose a neighbour"
    assert looks(game) == {"nt-chosen": 1, "nt-beside": 2}
    cell(game, 2, 1).click()
    assert game.message.startswith("You leave #../#.., the engine ")
    assert cell(game, 2, 1).tooltip == "row 2, column 1: your domino"
    assert looks(game)["nt-yours"] == looks(game)["nt-engines"] == looks(game)["nt-last"] == 2
    assert "nt-to-below" in cell(game, 1, 1)._dom_classes
    assert "nt-to-above" in cell(game, 2, 1)._dom_classes


def test_a_cell_that_is_no_neighbour_is_chosen_instead_and_a_chosen_one_let_go() -> None:
    game = Play(*cram_game(2, 4))
    place(game, (1, 1), (1, 3))
    assert "nt-chosen" in cell(game, 1, 3)._dom_classes
    assert looks(game) == {"nt-chosen": 1, "nt-beside": 3}
    cell(game, 1, 3).click()
    assert looks(game) == {}
    assert len(game.position) == 8


def test_a_covered_cell_says_so() -> None:
    game = Play(*cram_game(2, 4))
    place(game, (1, 1), (1, 2), (1, 2))
    assert complaint(game) == "row 1, column 2 is not free"
    free = next(b for b in cells(game) if ":" not in b.tooltip)
    free.click()
    assert complaint(game) == ""


def test_the_board_stays_until_another_one_is_chosen() -> None:
    game = Play.chosen_by(cram_game, rows=ipw.IntSlider(3, 1, 6), columns=ipw.IntSlider(4, 1, 8))
    before = cells(game)
    assert len(before) == 12
    place(game, (1, 1), (1, 2))
    game.undo()
    assert looks(game) == {}
    game.let_engine_move()
    assert looks(game)["nt-engines"] == 2
    assert "nt-yours" not in looks(game)
    game.restart()
    assert cells(game) == before
    assert looks(game) == {}
    game.widget.children[0].value = 2
    assert len(cells(game)) == 8
    assert all(widget.comm is None for widget in before)


def test_a_board_that_takes_too_long_is_refused_and_the_game_goes_on() -> None:
    game = Play.chosen_by(cram_game, rows=ipw.IntSlider(3, 1, 9), columns=ipw.IntSlider(4, 1, 9))
    game.widget.children[1].value = 9
    assert complaint(game) == ""
    game.widget.children[0].value = 9
    assert complaint(game).endswith(" takes more than 20000 regions to solve")
    assert len(cells(game)) == len(game.position) == 27


def test_cells_that_are_not_on_the_board_are_blocked() -> None:
    game = Play(Cram(), Cram().read("..#./...."))
    assert cell(game, 1, 3).tooltip == "row 1, column 3: blocked"
    assert looks(game) == {"nt-blocked": 1}
    type_move(game, "..##/...#")
    assert complaint(game) == ""
    assert looks(game)["nt-yours"] == 2


def test_nothing_is_left_to_click_on_a_board_without_free_cells() -> None:
    game = Play(Cram(), frozenset())
    assert cells(game) == []
    assert game.message == "There is no move to make."


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_wins_whenever_it_can_and_every_domino_is_drawn(seed: int) -> None:
    chance, search = random.Random(seed), Solver(Cram())
    game = Play(*cram_game(3, 4))
    moves = 0
    while options := Cram().options(game.position):
        one, other = sorted(game.position - chance.choice(options))
        place(game, *((row + 1, column + 1) for row, column in (one, other)))
        moves += 1
        assert complaint(game) == ""
        assert "P" in (search.outcome(game.left), search.outcome(game.position))
        shown = looks(game)
        assert shown["nt-yours"] == 2 * moves
        assert shown["nt-yours"] + shown.get("nt-engines", 0) == 12 - len(game.position)
