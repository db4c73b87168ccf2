"""Northcott's game played: the board is always seen from the player's side."""

from __future__ import annotations

import random

import ipywidgets as ipw
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.play import Play
from nimtwist.games import Northcott
from nimtwist.games.nim import nim_sum
from nimtwist.games.northcott import Rows, gaps
from tests.experiments import all_of, said
from tests.nimbook.play.test_play import button, complaint, status, title, type_move
from tests.nimtwist.games.test_northcott import POSITIONS, WIDTH

RULES = Northcott(WIDTH)


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
    game = Play(RULES, ((1, 4), (2, 3)))
    assert title(game) == "1-4, 2-3"
    assert squares(game) == [["0", "▸", "2", "3", "◂", "·"], ["0", "1", "▸", "◂", "·", "·"]]
    assert button(game, "2").tooltip == "row 1: move from 1 to 2"


def test_the_messages_and_what_is_typed_are_as_the_player_sees_the_board() -> None:
    game = Play(RULES, ((1, 4), (2, 3)))
    game.hint()
    assert status(game) == "To win, leave 3-4, 2-3."
    button(game, "0", 1).click()  # a retreat, to gaps of 2 and 2
    assert game.left == RULES.turned(((1, 4), (0, 3)))
    assert game.message.startswith("You leave 1-4, 0-3, the engine ")
    game.restart()
    type_move(game, "3-4, 2-3")
    assert complaint(game) == ""
    assert game.message.startswith("You leave 3-4, 2-3, the engine ")
    game.restart()
    type_move(game, "1-3, 2-3")
    assert complaint(game) == (
        "a move leaves the other player's tokens where they are, and this one moves the one on 4"
    )


def test_when_the_engine_cannot_move_the_board_is_not_turned_round() -> None:
    game = Play(RULES, ((1, 5),))
    button(game, "4").click()
    assert game.message == "You leave 4-5, and the engine cannot move. You win!"
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
    game, choices = Play(RULES, position), random.Random(seed)
    game.let_engine_move()
    for _ in range(sum(right for _, right in position)):  # squares before the engine's tokens
        options = RULES.options(game.position)
        if not options:
            break
        before = game.position
        game.move(choices.choice(options))
        assert nim_sum(gaps(game.position)) == 0
        assert all(new <= old for (_, old), (_, new) in zip(before, game.position, strict=True))
    assert game.message.endswith("You cannot move: the engine wins.")


@settings(max_examples=25)
@given(POSITIONS)
def test_who_follows_the_hint_wins_in_time(position: Rows) -> None:
    if nim_sum(gaps(position)) == 0:
        return
    game = Play(RULES, position)
    for _ in range(sum(WIDTH - 2 - left for left, _ in position)):
        game.move(RULES.closed_form.winning_options(game.position)[0])
        if game.message.endswith("You win!"):
            break
    assert game.message.endswith("and the engine cannot move. You win!")
