"""The gallery's games played: Northcott's game, Cram and Hackenbush."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook import engine
from nimbook.gallery.cram import cram_game
from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import Cram, Hackenbush, Northcott
from nimtwist.games.hackenbush import Picture
from nimtwist.games.nim import nim_sum
from nimtwist.games.northcott import Rows, gaps
from tests.experiments import all_of, said, shown
from tests.nimbook.draw.test_draw import SVG
from tests.nimbook.play.test_play import button, complaint, rows, status, title, type_move
from tests.nimtwist.games.test_hackenbush import pictures
from tests.nimtwist.games.test_northcott import POSITIONS, WIDTH

# --- Northcott's game -----------------------------------------------------------------------------

NORTHCOTT = Northcott(WIDTH)


def squares(game: Play) -> list[list[str]]:
    """Return what the board shows, square by square; a number is a button."""
    return [
        [
            part.description if isinstance(part, ipw.Button) else said(part.value)
            for part in line.children[1:]
        ]
        for line in all_of(game.widget)
        if isinstance(line, ipw.HBox) and isinstance(line.children[0], ipw.Label)
    ]


def test_there_is_a_button_on_each_square_that_a_token_of_the_player_can_reach() -> None:
    game = Play(NORTHCOTT, ((1, 4), (2, 3)))
    assert title(game) == "1-4, 2-3"
    assert squares(game) == [["0", "▸", "2", "3", "◂", "·"], ["0", "1", "▸", "◂", "·", "·"]]
    assert button(game, "2").tooltip == "row 1: move from 1 to 2"


def test_the_messages_and_what_is_typed_are_as_the_player_sees_the_board() -> None:
    game = Play(NORTHCOTT, ((1, 4), (2, 3)))
    game.hint()
    assert status(game) == "To win, advance 2 squares in row 1."
    button(game, "0", 1).click()  # a retreat, to gaps of 2 and 2
    assert game.left == NORTHCOTT.turned(((1, 4), (0, 3)))
    assert game.message.startswith("You retreat 2 squares in row 2. The engine ")
    game.restart()
    type_move(game, "3-4, 2-3")
    assert complaint(game) == ""
    assert game.message.startswith("You advance 2 squares in row 1. The engine ")
    game.restart()
    type_move(game, "1-3, 2-3")
    assert complaint(game) == (
        "a move leaves the other player's tokens where they are, but this one moves the one on 4"
    )


def test_when_the_engine_cannot_move_the_board_is_not_turned_round() -> None:
    game = Play(NORTHCOTT, ((1, 5),))
    button(game, "4").click()
    assert game.message == "You advance 3 squares in row 1. No move is left: you win!"
    assert title(game) == "4-5"
    assert squares(game) == [["·", "·", "·", "·", "▸", "◂"]]
    game.undo()
    assert squares(game) == [["0", "▸", "2", "3", "4", "◂"]]


@settings(max_examples=25)
@given(POSITIONS, st.integers(0, 10**6))
def test_from_a_won_position_the_engine_wins_and_never_retreats(position: Rows, seed: int) -> None:
    if nim_sum(gaps(position)) == 0:
        position = ((0, 3), *position)
    if nim_sum(gaps(position)) == 0:
        return
    game, choices = Play(NORTHCOTT, position), random.Random(seed)
    game.let_engine_move()
    for _ in range(sum(right for _, right in position)):  # squares before the engine's tokens
        options = NORTHCOTT.options(game.position)
        if not options:
            break
        before = game.position
        game.move(choices.choice(options))
        assert nim_sum(gaps(game.position)) == 0
        assert all(new <= old for (_, old), (_, new) in zip(before, game.position, strict=True))
    assert game.message.endswith("No move is left: the engine wins.")


@settings(max_examples=25)
@given(POSITIONS)
def test_who_follows_the_hint_wins_in_time(position: Rows) -> None:
    if nim_sum(gaps(position)) == 0:
        return
    game = Play(NORTHCOTT, position)
    for _ in range(sum(WIDTH - 2 - left for left, _ in position)):
        game.move(NORTHCOTT.closed_form.winning_options(game.position)[0])
        if game.message.endswith("you win!"):
            break
    assert game.message.endswith("No move is left: you win!")


# --- Cram -----------------------------------------------------------------------------------------


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
    assert game.message.startswith("You lay a domino on rows 1 and 2, column 1. The engine ")
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


def test_a_board_that_takes_too_long_is_refused_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_MOST_MET", 5_000)
    game = Play.chosen_by(cram_game, rows=ipw.IntSlider(3, 1, 9), columns=ipw.IntSlider(4, 1, 9))
    game.widget.children[1].value = 7
    assert complaint(game) == ""
    game.widget.children[0].value = 9
    assert complaint(game).startswith("a region of 63 free cells is too large to solve here: ")
    assert len(cells(game)) == len(game.position) == 21


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
def test_cram_is_won_whenever_it_can_be_and_every_domino_is_drawn(seed: int) -> None:
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


# --- Hackenbush -----------------------------------------------------------------------------------

HACKENBUSH = Hackenbush()


def letters(game: Play) -> str:
    """Return the letters that stand in the picture; they must be those on the buttons."""
    [drawing] = [html for html in shown(game.widget) if "<svg" in html]
    texts = [text.text or "" for text in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
    standing = "".join(text for text in texts if text.isalpha())
    buttons = [part.description for name, row in rows(game) if name == "cut" for part in row]
    assert standing == "".join(buttons)
    return standing


def test_edges_keep_their_letters_while_others_fall() -> None:
    game = Play(HACKENBUSH, HACKENBUSH.read("0-1, 1-2, 1-3, 0-4, 4-5, 5-6"))
    assert letters(game) == "abcdef"
    assert button(game, "b").tooltip == "cut b, between the ground and 4"
    assert button(game, "d").tooltip == "cut d, between 1 and 3"
    button(game, "d").click()
    assert game.message == "You cut edge d. The engine cuts edge f. Your move."
    assert letters(game) == "abce"
    game.undo()
    assert letters(game) == "abcdef"
    type_move(game, "0-4 4-5 5-6")
    assert title(game) == "()"
    assert letters(game) == ""
    game.restart(Picture([(0, 1), (1, 2)]))
    assert letters(game) == "ab"


def test_the_hint_and_the_judge_know_the_value() -> None:
    game = Play(HACKENBUSH, HACKENBUSH.read("0-1 1-2 2-1 0-3"))
    game.judge()
    assert status(game) == "This is P: the engine wins, if it makes no mistake."
    game.restart(HACKENBUSH.read("0-1 1-2 0-3"))
    game.hint()
    assert status(game) == "To win, cut edge c."


def test_a_picture_too_large_to_draw_is_not_played() -> None:
    with pytest.raises(ValueError, match="has too many edges to draw: at most 26"):
        Play(HACKENBUSH, Picture.stalks([27]))


def test_when_a_picture_is_too_large_to_draw_the_game_before_goes_on() -> None:
    game = Play.chosen_by(
        lambda height: (HACKENBUSH, Picture.stalks([height, 1])), height=ipw.IntSlider(3, 1, 40)
    )
    before = rows(game)
    game.widget.children[0].value = 30
    assert "too many edges to draw" in complaint(game)
    assert game.position == Picture.stalks([3, 1])
    assert [[part.description for part in parts] for _, parts in rows(game)] == [
        [part.description for part in parts] for _, parts in before
    ]
    button(game, "a").click()
    assert game.left is not None and not complaint(game)


@settings(max_examples=25)
@given(pictures(7), st.integers(0, 10**6))
def test_hackenbush_is_won_whenever_it_can_be(picture: Picture, seed: int) -> None:
    solver, game, choices = Solver(HACKENBUSH), Play(HACKENBUSH, picture), random.Random(seed)
    while options := HACKENBUSH.options(game.position):
        before, left = game.position, choices.choice(options)
        game.move(left)
        if not left.edges:
            assert solver.outcome(before) == "N"
            break
        if solver.outcome(left) == "N":
            assert solver.outcome(game.position) == "P"
