"""Polynomial MuM played: what a heap may become, and an engine that divides in the field."""

from __future__ import annotations

import random

import ipywidgets as ipw
import pytest

from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import PolyMuM
from tests.experiments import said, shown
from tests.nimbook.play.test_play import button, complaint, rows, status

AES = 0b100011011


def heaps(game: Play) -> list[tuple[str, list[str]]]:
    """Return the rows of the board, with what the buttons say."""
    return [(name, [part.description for part in buttons]) for name, buttons in rows(game)]


def test_each_heap_has_a_button_for_what_it_may_become() -> None:
    game = Play(PolyMuM(0b1011), (1, 2, 5))
    assert heaps(game) == [
        ("5 = x² + 1: make it", ["1", "2", "3", "4"]),
        ("2 = x: make it", ["1"]),
    ]
    [_, _, three, _] = rows(game)[0][1]
    assert three.tooltip == "make 5 into x + 1"
    three.click()
    assert game.left == (1, 2, 3) and complaint(game) == ""


def test_the_heap_to_move_from_is_the_consolidated_one() -> None:
    game = Play(PolyMuM(0b1011), (2, 2, 2))
    [sentence] = [said(html) for html in shown(game.widget) if "stranded" in html]
    assert sentence.startswith("(2, 2, 2) is stranded: you must make")
    assert heaps(game) == [("3 = x + 1: make it", ["1", "2"])]
    game.hint()
    assert status(game) == "To win, consolidate into x + 1 and make the heap x + 1 into 1."
    button(game, "2").click()
    assert game.left == (2,)


def field(game: Play, heap: int) -> tuple[ipw.Button, ipw.Text]:
    """Return the button and the field of a heap, in a large field."""
    [found] = [parts for name, parts in rows(game) if name.startswith(f"{heap} = ")]
    button, text = found
    return button, text


def test_in_a_large_field_what_a_heap_becomes_is_typed() -> None:
    game = Play(PolyMuM(AES), (9, 83, 202))
    assert [name for name, _ in rows(game)] == [
        "202 = x⁷ + x⁶ + x³ + x:",
        "83 = x⁶ + x⁴ + x + 1:",
        "9 = x³ + 1: make it",
    ]
    done, text = field(game, 83)
    assert (text.value, text.placeholder) == ("82", "from 1 to 82")
    text.value = "7"
    done.click()
    assert game.left == (7, 9, 202) and complaint(game) == ""


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "type one whole number from 1 to 201, not ''"),
        ("7 8", "type one whole number from 1 to 201, not '7 8'"),
        ("0", "a heap must be a whole number, at least 1, not 0"),
        ("2.5", "type one whole number from 1 to 201, not '2.5'"),
        ("203", "a move makes a heap smaller, but (202, 83) to (203, 83) makes one larger"),
        ("300", "heap 300 is not canonical: the heaps of GF(2^8) are from 1 to 255"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_and_the_game_goes_on(typed: str, sentence: str) -> None:
    game = Play(PolyMuM(AES), (83, 202))
    done, text = field(game, 202)
    text.value = typed
    done.click()
    assert complaint(game) == sentence
    assert game.position == (83, 202) and game.left is None


def test_83_and_202_are_inverses_and_lost() -> None:
    game = Play(PolyMuM(AES), (83, 202))
    game.judge()
    assert "is P" in status(game)
    game = Play(PolyMuM(AES), (83, 255))
    game.hint()
    assert status(game) == (
        "To win, make the heap x⁷ + x⁶ + x⁵ + x⁴ + x³ + x² + x + 1 into x⁷ + x⁶ + x³ + x, "
        "or make the heap x⁶ + x⁴ + x + 1 into x⁴ + x³ + x²."
    )


@pytest.mark.parametrize(
    "rules",
    [
        PolyMuM(0b1011, "own-turn"),
        PolyMuM(0b1011, "never"),
        PolyMuM(0b1011, heaps="any"),
        PolyMuM(0b1011, when="always"),
    ],
    ids=repr,
)
def test_under_other_readings_the_engine_searches(rules: PolyMuM) -> None:
    solver = Solver(rules)
    for position in ((2, 2), (6, 7), (2, 5, 7)):
        game = Play(rules, position)
        winning = solver.winning_options(position)
        game.hint()
        assert status(game).startswith("To win" if winning else "No move wins")
        assert all(rules.describe_move(position, to) in status(game) for to in winning[:3])


@pytest.mark.parametrize("seed", range(3))
def test_over_the_field_of_aes_the_engine_wins_every_game_that_it_can(seed: int) -> None:
    choices, rules = random.Random(seed), PolyMuM(AES)
    game = Play(rules, (83, 155, 202))
    while options := rules.options(game.position):
        left = choices.choice(options)
        game.move(left)
        if rules.product(left) != 1:
            assert rules.product(game.position) == 1
