"""Hackenbush played: a letter is cut, and the rest of the picture stays where it is."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import Hackenbush
from nimtwist.games.hackenbush import Picture
from tests.experiments import shown
from tests.nimbook.draw.test_draw import SVG
from tests.nimbook.play.test_play import button, rows, status, title, type_move
from tests.nimtwist.games.test_hackenbush import pictures

RULES = Hackenbush()


def letters(game: Play) -> str:
    """Return the letters that stand in the picture; they must be those on the buttons."""
    [drawing] = [html for html in shown(game.widget) if "<svg" in html]
    texts = [text.text or "" for text in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
    standing = "".join(text for text in texts if text.isalpha())
    buttons = [part.description for name, row in rows(game) if name == "cut" for part in row]
    assert standing == "".join(buttons)
    return standing


def test_edges_keep_their_letters_while_others_fall() -> None:
    game = Play(RULES, RULES.read("0-1, 1-2, 1-3, 0-4, 4-5, 5-6"))
    assert letters(game) == "abcdef"
    assert button(game, "b").tooltip == "cut b, between the ground and 4"
    assert button(game, "d").tooltip == "cut d, between 1 and 3"
    button(game, "d").click()
    assert (
        game.message == "You leave (0-1, 0-4, 1-2, 4-5, 5-6), the engine (0-1, 0-4, 1-2, 4-5). "
        "Your move."
    )
    assert letters(game) == "abce"
    game.undo()
    assert letters(game) == "abcdef"
    type_move(game, "0-4 4-5 5-6")
    assert title(game) == "()"
    assert letters(game) == ""
    game.restart(Picture([(0, 1), (1, 2)]))
    assert letters(game) == "ab"


def test_the_hint_and_the_judge_know_the_value() -> None:
    game = Play(RULES, RULES.read("0-1 1-2 2-1 0-3"))
    game.judge()
    assert status(game) == "(0-1, 0-3, 1-2, 1-2) is P: the engine wins, if it makes no mistake."
    game.restart(RULES.read("0-1 1-2 0-3"))
    game.hint()
    assert status(game) == "To win, leave (0-1, 0-3)."


def test_a_picture_too_large_to_draw_is_not_played() -> None:
    with pytest.raises(ValueError, match="has too many edges to draw: at most 26"):
        Play(RULES, Picture.stalks([27]))


@settings(max_examples=25)
@given(pictures(7), st.integers(0, 10**6))
def test_the_engine_wins_whenever_it_can(picture: Picture, seed: int) -> None:
    solver, game, choices = Solver(RULES), Play(RULES, picture), random.Random(seed)
    while options := RULES.options(game.position):
        before, left = game.position, choices.choice(options)
        game.move(left)
        if not left.edges:
            assert solver.outcome(before) == "N"
            break
        if solver.outcome(left) == "N":
            assert solver.outcome(game.position) == "P"
