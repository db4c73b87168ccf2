"""Sums played: each game on its own board, and a move in one of them."""

from __future__ import annotations

import random
from typing import Any

import ipywidgets as ipw
import pytest

from nimbook.play import Play
from nimtwist import Solver, Sum
from nimtwist.games import Cram, Hackenbush, Kayles, MuM, Nim, Stones
from nimtwist.games.hackenbush import Picture
from tests.experiments import all_of, visible
from tests.nimbook.play.test_heaps import Subtraction
from tests.nimbook.play.test_play import classes, complaint, title

BOTH: Sum[Any] = Sum((Kayles(), Nim()))


def parts(game: Play) -> list[tuple[str, list[ipw.Widget]]]:
    """Return what stands above each board, and all that is on it."""
    return [
        (part.children[0].value, [w for child in part.children[1:] for w in all_of(child)])
        for part in all_of(game.widget)
        if "nt-part" in classes(part)
    ]


def with_class(widgets: list[ipw.Widget], look: str) -> list[ipw.Widget]:
    return [widget for widget in widgets if look in classes(widget)]


def test_each_game_is_on_its_own_board() -> None:
    game = Play(BOTH, ((5,), (1, 2)))
    [(pins, kayles), (heaps, nim)] = parts(game)
    assert (pins, heaps) == ("Kayles: (5)", "Nim: (2, 1)")
    assert len(with_class(kayles, "nt-pin")) == 5 and len(with_class(nim, "nt-stick")) == 3
    with_class(nim, "nt-stick")[0].click()
    assert game.left == ((5,), (1,)) and complaint(game) == ""
    game.undo()
    for pin in with_class(kayles, "nt-pin")[1:3]:
        pin.click()
    assert game.left == ((1, 2), (1, 2))
    assert [name for name, _ in parts(game)] == [
        f"{rules}: {one.play.show(one.play.position)}"
        for rules, one in zip(("Kayles", "Nim"), game.board.boards, strict=True)
    ]


def test_what_the_engine_did_is_seen_on_its_board_only() -> None:
    for start in [((5,), (1, 2)), ((3, 3), (2, 2)), ((4,), (3, 1))]:
        game = Play(BOTH, start)
        game.move(BOTH.options(game.position)[0])
        gone = [len(with_class(widgets, "nt-gone")) for _, widgets in parts(game)]
        taken = [sum(old) - sum(new) for old, new in zip(game.left, game.position, strict=True)]
        assert gone == taken


def test_a_hint_is_marked_where_it_wins() -> None:
    game = Play(BOTH, ((4,), (3, 1)))
    game.hint()
    options = Solver(BOTH).winning_options(game.position)
    nim = parts(game)[1][1]
    for stick in with_class(nim, "nt-hint"):
        stick.click()
        assert game.left in options
        break
    else:
        pytest.fail("a winning move in Nim is not marked")


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        ((Nim(), Nim()), ((2, 1), (3,))),
        ((MuM(5), Subtraction()), ((2, 2), 5)),
        ((Cram(), Kayles()), (Cram.rectangle(2, 2), (3,))),
        ((Hackenbush(), Nim()), (Picture([(0, 1), (1, 2)]), (2,))),
        ((Stones(), Nim()), (frozenset({(1, 2)}), (2,))),
        ((Sum((Nim(), Kayles())), Nim()), (((2,), (2,)), (1,))),
    ],
    ids=lambda value: " and ".join(type(one).__name__ for one in value),
)
def test_any_games_with_boards_can_be_added(rules: Any, start: Any) -> None:
    game, choices = Play(Sum(rules), start), random.Random(3)
    assert len(parts(game)) >= 2
    while options := Sum(rules).options(game.position):
        game.move(choices.choice(options))
        assert [w for w in visible(game.widget) if isinstance(w, ipw.Button)]
    game.restart()
    assert title(game) == game.show(game.match.start)
    game.hint()
    assert game.match.options
    dealt = game.board.deal(choices)
    assert Sum(rules).options(dealt)
