"""Several players at a table: each takes the best place that is left, says why, and is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.links import follow, fragment
from nimbook.match import PLAYERS
from nimbook.play import Play
from nimtwist.games import Moore, Nim, Northcott
from nimtwist.podium import PodiumSolver
from tests.experiments import control, said, shown
from tests.nimbook.play.test_play import button, complaint, status, title, type_move
from tests.strategies import dags


def notes(game: Play) -> list[str]:
    """Return what the others said of their moves, and what stands on the podium."""
    return [
        said("<b>" + part.split("<b>")[1])
        for html in shown(game.widget)
        for part in html.split("</p>")
        if "<b>" in part
    ]


def podium(game: Play) -> str:
    """Return who stands where, or nothing while the game goes on."""
    return picture(game, "The podium: ")


def seats(game: Play) -> str:
    """Return who sits at the table, and whose turn it is, or nothing when the game is over."""
    return picture(game, "The order of play: ")


def picture(game: Play, begins: str) -> str:
    """Return the rest of the title of the picture whose title begins so."""
    titles = [html.split("<title>")[1] for html in shown(game.widget) if "<title>" in html]
    texts = [title.split("</title>")[0] for title in titles]
    return "".join(text.removeprefix(begins) for text in texts if text.startswith(begins))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Any, Any, int]:
    """A game, a position and a number of players."""
    players = draw(st.integers(2, 6))
    if draw(st.booleans()):
        return Nim(), tuple(draw(st.lists(st.integers(0, 4), max_size=3))), players
    graph = draw(dags())
    return graph, draw(st.sampled_from(graph.positions)), players


ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th"]


@settings(max_examples=20)
@given(tables())
def test_who_takes_the_hints_finishes_where_the_podium_rule_says(
    table: tuple[Any, Any, int],
) -> None:
    rules, position, players = table
    if not rules.options(position):
        return
    solver, game = PodiumSolver(rules), Play(rules, position, players=players)
    standing = solver.standings(position, players)
    game.judge()
    order = sorted(range(players), key=standing.__getitem__)
    names = ["you", *PLAYERS[1:]]
    assert status(game).endswith(
        ", ".join(f"{ORDINALS[place]} {names[seat]}" for place, seat in enumerate(order)) + "."
    )
    while options := rules.options(game.position):
        game.hint()
        assert ORDINALS[standing[0] - 1] in status(game)
        game.move(min(options, key=lambda option: solver.standings(option, players)[-1]))
    assert f"{ORDINALS[standing[0] - 1]} you" in podium(game)


def test_everybody_says_why() -> None:
    game = Play(Nim(), (5, 4, 3, 1), players=3)
    game.move((5, 4, 3, 0))
    assert notes(game) == [
        "Bob: The rank is 1 then, so Bob is to finish 2nd. "
        "Another one is as good; the rest leave Bob 3rd.",
        "Charlie: The rank is 0 then, so Charlie is to finish 1st. "
        "Every other move leaves Charlie 3rd.",
    ]
    for _ in range(3):
        game.move(Nim().options(game.position)[-1])
    assert notes(game) == [
        "Bob: The rank is 1 then, so Bob is to finish 2nd. There is no other move.",
        "Charlie: The rank is 0 then, so Charlie is to finish 1st. There is no other move.",
    ]
    assert podium(game) == "1st Charlie, 2nd Bob, 3rd you"
    type_move(game, "1")
    assert complaint(game) == "there is no move left: the game is over"
    for action in ("Who is winning?", "Hint"):
        button(game, action).click()
        assert status(game) == game.message
    button(game, "Undo").click()
    assert podium(game) == "" and len(notes(game)) == 2
    button(game, "Start again").click()
    assert (game.message, title(game), notes(game)) == ("Your move.", "(5, 4, 3, 1)", [])


def test_a_hint_names_the_best_place_and_what_leads_there() -> None:
    game = Play(Nim(), (3, 3, 2), players=3)
    button(game, "Hint").click()
    assert status(game) == "To finish 2nd, take 1 from the heap of 3."
    game = Play(Nim(), (1, 1, 1), players=3)
    button(game, "Hint").click()
    assert status(game) == "After every move you are to finish 3rd."
    button(game, "Who is winning?").click()
    assert status(game) == ("The rank is 0. If all play well: 1st Charlie, 2nd Bob, 3rd you.")


def test_the_others_may_begin() -> None:
    game = Play(Nim(), (2, 1), players=3)
    button(game, "Let the engine move").click()
    assert game.message == (
        "You pass the turn. Bob takes 2 from the heap of 2. Charlie takes 1 from the heap of 1. "
        "No move is left: Charlie wins."
    )


def test_the_number_of_players_is_an_input() -> None:
    game = Play(Nim(), (4, 2, 1), "podium", players=3)
    assert fragment("podium") == "lab-podium?start=4,2,1&players=3&opponent=perfect"
    slider = control(game.widget, "players")
    assert (slider.min, slider.max, slider.continuous_update) == (2, 6, False)
    assert seats(game) == "you, Bob, Charlie. The next to move: you"
    game.move((3, 2, 1))
    slider.value = 4
    assert (game.position, game.message) == ((1, 2, 4), "Your move.")
    assert seats(game) == "you, Bob, Charlie, Dora. The next to move: you"
    game.move((3, 2, 1))
    assert len(notes(game)) == 3
    said_before = game.message
    with pytest.raises(ValueError, match=r"^'x' is not a heap"):
        follow("lab-podium?start=4,2,x&players=5")
    assert (game.message, slider.value) == (said_before, 4)
    button(game, "Start again").click()
    game.move((3, 2, 1))
    assert len(notes(game)) == 3, "the last good game has four players"
    follow("lab-podium?start=2,2&players=2")
    game.move((2, 1))
    assert game.message == (
        "You take 1 from the heap of 2. Bob takes 1 from the heap of 2. Your move."
    )


@pytest.mark.parametrize(
    ("rules", "position", "players", "sentence"),
    [
        (Nim(), (2, 1), 1, "the number of players must be a whole number, from 2 to 6, not 1"),
        (Nim(), (2, 1), "3", "the number of players must be a whole number, from 2 to 6, not '3'"),
        (Moore(2), (9, 8, 7), 3, "(9, 8, 7) is too large"),
        (Northcott(4), ((0, 3),), 3, "play need not end"),
    ],
)
def test_what_cannot_be_played_is_refused(
    rules: Any, position: Any, players: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nimbook.engine._MOST_WORK", 5000)
    with pytest.raises(ValueError) as caught:
        Play(rules, position, players=players)
    assert sentence in str(caught.value)
