"""Tests for the play lab: moves, errors, links, starting positions, stepping back, opponents."""

from __future__ import annotations

import random
from typing import Any

import ipywidgets as ipw
import pytest

from nimbook.play import Play, _play
from nimbook.play.links import follow, fragment
from nimtwist import Sum
from nimtwist.games import BlockingNim, Kayles, Nim, Octal
from tests.lib.positions import GAMES
from tests.lib.strategies import SinglePath
from tests.lib.widgets import control, descendants, text_content, visible_html

ONE_BLOCKING, ONE = BlockingNim.exactly(3, 1), frozenset({1})


def title(game: Play) -> str:
    """Return the displayed position."""
    [position] = (
        w for w in descendants(game.widget) if "nt-position" in getattr(w, "_dom_classes", ())
    )
    return str(position.value)


def status(game: Play) -> str:
    """Return the displayed message."""
    [html] = [value for value in visible_html(game.widget) if 'role="status"' in value]
    return text_content(html)


def error_message(game: Play) -> str:
    """Return the displayed error message, or an empty string."""
    errors = [text_content(value) for value in visible_html(game.widget) if 'role="alert"' in value]
    assert errors == ([game.error] if game.error else [])
    return game.error


def press(game: Play, name: str) -> None:
    parts = descendants(game.widget)
    [button] = (b for b in parts if isinstance(b, ipw.Button) and b.description == name)
    button.click()


def state(game: Play) -> tuple[Any, ...]:
    return game.rules, game.position, game.message, title(game), status(game)


# --- Moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "start", "text"),
    [
        (Nim(), (3, 2), "1, 1"),
        (Nim(), (3, 2), "<b>"),
        (ONE_BLOCKING, ((1, 2, 4), ONE), "3, 2, 1 not 1"),
        (ONE_BLOCKING, ((1, 2, 4), ONE), "2, 2, 1"),
        (Nim(), (), "1"),
    ],
)
def test_an_illegal_move_is_explained_and_changes_nothing(
    rules: Any, start: Any, text: str
) -> None:
    game = Play(rules, start)
    before = state(game)
    control(game.widget, "or type").value = text
    assert error_message(game)
    assert state(game) == before
    assert control(game.widget, "or type").value == text  # the reader can correct the text


def test_typing_judging_undoing_and_passing() -> None:
    game = Play(Nim(), (3, 2, 0))
    control(game.widget, "or type").value = "1, 3"
    sentence = "You take 1 from the heap of 2. The engine takes 2 from the heap of 3. Your move."
    assert status(game) == game.message == sentence
    assert (title(game), control(game.widget, "or type").value) == ("(1, 1)", "")
    press(game, "Who is winning?")
    assert status(game) == "This is P: the engine wins if it makes no mistakes."
    press(game, "Undo")
    assert (title(game), status(game)) == ("(3, 2)", "Your move.")
    press(game, "Undo")
    assert error_message(game) == "there is no move to take back"
    press(game, "Let the engine move")
    assert game.message == "You pass the turn. The engine takes 1 from the heap of 3. Your move."
    assert error_message(game) == ""


@pytest.mark.parametrize(
    ("rules", "start"), [(Nim(), ()), (ONE_BLOCKING, ((1,), ONE)), (SinglePath(), 0)]
)
def test_messages_in_a_terminal_position(rules: Any, start: Any) -> None:
    game = Play(rules, start)
    message = "There are no legal moves."
    for name in ("Who is winning?", "Hint", "Start again"):
        press(game, name)
        assert (status(game), error_message(game)) == (message, "")
    press(game, "Let the engine move")
    assert error_message(game) == "the game is over"


def test_old_boards_close_their_widgets() -> None:
    living: dict[str, Any] = ipw.widget._instances
    for rules, start in ((ONE_BLOCKING, ((3, 4, 5), ONE)), (Nim(), (3, 4, 5)), (SinglePath(), 9)):
        game = Play(rules, start)
        before = len(living)
        for _ in range(5):
            game.let_opponent_move()
            game.undo()
        assert len(living) == before


class Tagged(SinglePath):
    """A game whose positions look like HTML."""

    show = read = why_illegal = lambda self, position, *_: f"<i>{position}"


WALKED = [
    *GAMES,
    (Tagged(), 5),
    (Octal("4.3"), (5, 3)),
    (Sum(Kayles(), Nim()), ((4,), (1, 2))),
    (Nim(), (10**6, 10**6 - 1)),
]


@pytest.mark.parametrize("game", WALKED, ids=str)
def test_random_buttons_leave_a_consistent_lab_whose_link_replays_all_moves(
    game: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    focus: list[ipw.Widget] = []
    monkeypatch.setattr(ipw.DOMWidget, "focus", lambda widget: focus.append(widget))
    # With these numbers, a MuM board replaces its sticks by words after a move.
    monkeypatch.setattr(_play, "RNG", random.Random(5))
    play, rng = Play(*game, "walk"), random.Random(5)
    control(play.widget, "opponent").label = "beginner"

    def can_focus(widget: ipw.Widget) -> bool:
        return _play._is_shown(widget, play.widget) and not getattr(widget, "disabled", False)

    for _ in range(30):
        buttons = [w for w in descendants(play.widget) if isinstance(w, ipw.Button)]
        focus[:] = [rng.choice([button for button in buttons if can_focus(button)])]
        focus[0].click()
        assert can_focus(focus[-1]), focus[0].description
        assert title(play) == play.show(play.match.displayed_position)
        assert error_message(play) == play.error
        assert not any("<i>" in html for html in visible_html(play.widget))
    link, sentences = fragment("walk"), [move.sentence for move in play.full_match.transcript]
    other = Play(*game, "walk")
    follow(link)
    assert [move.sentence for move in other.full_match.transcript] == sentences
    assert fragment("walk") == link


# --- Starts and rules chosen by the reader -------------------------------------------------------


def test_the_starting_position_can_be_typed() -> None:
    game = Play(Nim(), (5, 4, 3))
    start = control(game.widget, "start from")
    start.value = "2 7 1"
    assert (game.position, start.value, title(game)) == ((1, 2, 7), "(7, 2, 1)", "(7, 2, 1)")
    game.move((2, 3, 1))
    press(game, "Start again")
    assert game.position == (1, 2, 7)
    start.value = ""
    assert game.match.can_win and title(game) == start.value != "(7, 2, 1)"


# --- Links ---------------------------------------------------------------------------------------


def test_a_link_contains_the_start_the_opponent_and_the_moves() -> None:
    game = Play(Nim(), (5, 4, 3), "nim")
    assert game.widget._dom_classes == ("nt-lab", "lab-nim")
    assert fragment("nim") == "lab-nim?start=5,4,3&opponent=perfect"
    follow("#lab-nim?start=7,2")
    game.move((2, 2))
    before = state(game)
    assert fragment("nim") == "lab-nim?start=7,2&opponent=perfect&moves=4.0"
    follow(fragment("nim"))  # the link to the current state
    assert state(game) == before


@pytest.mark.parametrize(
    "moves", ["2.99", "~5,4,4", "x", "-.-", "0.0.0.0.0.0", "-." * 399 + "-", "-." * 400]
)
def test_a_link_with_an_illegal_move_changes_nothing(moves: str) -> None:
    play = Play(Nim(), (5, 4, 3), "illegal")
    play.move((4, 4, 3))
    before = fragment("illegal"), state(play)
    with pytest.raises(ValueError, match=r"of the link, |a link has at most 400 moves"):
        follow(f"lab-illegal?start=3,2&opponent=beginner&moves={moves}")
    assert (fragment("illegal"), state(play), error_message(play)) == (*before, "")


# --- Earlier positions ---------------------------------------------------------------------------


def test_stepping_through_earlier_positions_and_resuming() -> None:
    play = Play(Nim(), (5, 4, 3))
    for option in ((5, 4, 2), (4, 4)):
        play.move(option if option in Nim().options(play.position) else play.match.options[0])
    moves, last = play.match.transcript, play.message
    for count in reversed(range(len(moves))):
        press(play, "◀")
        assert play.position == moves[count].before and title(play) == play.show(play.position)
        assert status(play).startswith(f"After {count} of {len(moves)} moves. ")
        assert play.full_match.transcript == moves
    press(play, "◀")
    assert error_message(play) == "this is the beginning of the game"
    for act in (play.undo, play.let_opponent_move, lambda: play.move((4, 4, 3))):
        with pytest.raises(ValueError, match="this is an earlier position"):
            act()
    for _ in moves:
        press(play, "▶")
    assert (play.position, status(play), play.full_match) == (moves[-1].after, last, play.match)
    press(play, "▶")
    assert error_message(play) == "this is the latest position of the game"
    for _ in moves[1:]:
        play.back()
    press(play, "Go on from here")
    assert play.full_match is play.match and play.match.transcript == moves[:2], (
        "the engine replies"
    )
    press(play, "Undo")
    press(play, "▶")
    assert play.match.transcript == moves[:2]
    [opener] = (
        part
        for part in descendants(play.widget)
        if getattr(part, "description", "").startswith("Moves so far")
    )
    opener.value = True
    [move_list] = [html for html in visible_html(play.widget) if "<li" in html]
    assert text_content(move_list) == "".join(move.sentence for move in moves[:2])


# --- Players -------------------------------------------------------------------------------------


def test_opponents_can_be_chosen_and_err_differently_each_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_play, "RNG", random.Random(3))
    play = Play(Nim(), (9, 8, 7))
    menu = control(play.widget, "opponent")
    assert menu.label == "perfect" and play.match.level == "perfect"
    menu.label = "beginner"
    replies = set()
    for _ in range(8):
        play.move((9, 8, 6))
        replies.add(play.position)
        press(play, "Start again")
    assert len(replies) > 3
    menu.label = "a second person"
    assert play.match.people == (0, 1)
    assert play._buttons["Let the engine move"].layout.display == "none"
    play.move((9, 8, 6))
    assert status(play) == "Alice takes 1 from the heap of 7. Bob's move."


def test_after_a_loss_the_mistake_is_shown_and_play_goes_on_from_there() -> None:
    play = Play(Nim(), (3, 2))
    wrong = play._buttons["Where did I go wrong?"]
    play.move((3, 1))
    play.move((1,))
    assert play.match.is_over and wrong.layout.display is None
    press(play, "Where did I go wrong?")
    assert play.position == (2, 3)
    assert wrong.layout.display == "none"
    assert status(play) == (
        "Here you could still win. It was a mistake to take 1 from the heap of 2. Try again."
    )
    play.move((2, 2))
    assert play.match.transcript[0].after == (2, 2)

    lost = Play(Nim(), (1, 1))
    lost.move((1,))
    press(lost, "Where did I go wrong?")
    assert lost.match.is_over and status(lost).startswith("You made no mistake: this start is lost")

    podium = Play(Nim(), (2, 2, 3), players=3)
    for position in [(2, 2, 2), (2, 2), (1, 2), (2,), ()]:
        podium.match.push(position)
    podium.show_mistake()
    assert status(podium).startswith("You made no mistake. The mistake of another player")
    notes = [html for html in visible_html(podium.widget) if "<b>Bob</b>" in html]
    assert not notes, "at the end, only the podium is shown"


def test_player_count_is_an_input_and_engines_give_reasons() -> None:
    game = Play(Nim(), (4, 2, 1), "podium", players=3)
    assert fragment("podium") == "lab-podium?start=4,2,1&players=3&opponent=perfect"
    slider = control(game.widget, "players")
    order = "The order of play: you, Bob, Charlie. The next to move: you"
    assert any(f"<title>{order}</title>" in html for html in visible_html(game.widget))
    game.move((3, 2, 1))
    reasons = [text_content(html) for html in visible_html(game.widget) if "<b>Bob</b>: " in html]
    assert all(move.reason in reasons[0] for move in game.match.round)
    slider.value = 4
    assert (game.position, game.message, len(game.match.seats)) == ((1, 2, 4), "Your move.", 4)
    before = state(game)
    with pytest.raises(ValueError, match=r"^'x' is not a heap"):
        follow("lab-podium?start=4,2,x&players=5")
    assert (state(game), slider.value) == (before, 4)
    follow("lab-podium?start=2,2&players=2")
    assert (len(game.match.seats), slider.value) == (2, 2)
