"""Links carry whole games; earlier positions are looked at; mistakes depend on strength."""

from __future__ import annotations

import random
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.engine import oracle
from nimbook.links import follow, fragment
from nimbook.match import PERFECT, Match
from nimbook.play import Board, Play, _play, heaps_typed
from nimbook.record import recorded, replayed
from nimtwist import Sum
from nimtwist.games import BlockingNim, Kayles, Nim, Octal, Stones
from nimtwist.podium import is_zero
from tests.chapters import from_chapter
from tests.experiments import control
from tests.nimbook.play.test_play import button, complaint, status, title
from tests.nimbook.test_match import GAMES, matches

read_mum = from_chapter("06", "read_mum")

BOARDS = [
    *GAMES,
    (Kayles(), (5, 3)),
    (Octal("4.3"), (5, 3)),
    (Sum((Kayles(), Nim())), ((4,), (1, 2))),
    (Nim(), (10**6, 10**6 - 1)),
]

# --- Moves in words ------------------------------------------------------------------------------


# --- Links ---------------------------------------------------------------------------------------


@given(matches())
def test_a_record_gives_the_same_transcript(match: Match[Any]) -> None:
    again = replayed(match.again(), recorded(match))
    assert (again.transcript, again.position) == (match.transcript, match.position)
    weaker = Match(match.rules, match.start, match.players, match.people, 0, 5)
    assert [m.after for m in replayed(weaker, recorded(match)).transcript] == [
        m.after for m in match.transcript
    ]


@pytest.mark.full
@given(st.sampled_from(BOARDS), st.integers(0, 10**6), st.sampled_from(["beginner", "perfect"]))
def test_a_link_replays_a_game_of_every_kind(
    game: tuple[Any, Any], seed: int, opponent: str
) -> None:
    chance, (rules, start) = random.Random(seed), game
    play = Play(rules, start, "whole")
    control(play.widget, "opponent").label = opponent
    for _ in range(chance.randrange(4)):
        if play.match.over:
            break
        if play.match.is_listed and chance.random() < 0.8:
            play.move(chance.choice(play.match.options))
        else:
            play.let_engine_move()
    link, told = fragment("whole"), [move.sentence for move in play.match.transcript]
    other = Play(rules, start, "whole")
    follow(link)
    assert [move.sentence for move in other.match.transcript] == told
    assert (other.position, other.message, fragment("whole")) == (play.position, play.message, link)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (
            "2.99",
            "move 2 of the link, '99', cannot be made: there are 2 options, numbered from 0",
        ),
        (
            "~5,4,4",
            "move 1 of the link, '~5,4,4', cannot be made: a move takes from one heap only",
        ),
        ("x", "move 1 of the link, 'x', cannot be made: a move is the number of an option, a "),
        ("-.-", "move 2 of the link, '-', cannot be made: only a person may pass the turn, not "),
        ("0.0.0.0.0.0", "move 3 of the link, '0', cannot be made: there is no move left"),
        ("0." * 500, f"a link has at most 400 moves, but '{'0.' * 30}'… (1000 characters) has 501"),
    ],
)
def test_a_link_with_an_illegal_move_changes_nothing(moves: str, sentence: str) -> None:
    play = Play(Nim(), (5, 4, 3), "illegal")
    play.move((4, 4, 3))
    before = fragment("illegal"), play.message, title(play)
    with pytest.raises(ValueError) as caught:
        follow(f"lab-illegal?start=3,2&opponent=beginner&moves={moves}")
    assert str(caught.value).startswith(sentence)
    assert (fragment("illegal"), play.message, title(play)) == before


# --- Back and forth ------------------------------------------------------------------------------


def test_one_may_look_at_earlier_positions_and_go_on_from_one() -> None:
    play = Play(Nim(), (5, 4, 3))
    assert button(play, "◀").layout.display is None
    for option in ((5, 4, 2), (4, 4)):
        play.move(option if option in Nim().options(play.position) else play.match.options[0])
    moves, last = play.match.transcript, play.message
    for count in reversed(range(len(moves))):
        button(play, "◀").click()
        assert play.position == moves[count].before and title(play) == play.show(play.position)
        assert status(play).startswith(f"After {count} of {len(moves)} moves. ")
        assert play.whole.transcript == moves
    button(play, "◀").click()
    assert complaint(play) == "this is the beginning of the game"
    for act in (play.undo, play.let_engine_move, lambda: play.move((4, 4, 3))):
        with pytest.raises(
            ValueError, match="this is an earlier position: press “Go on from here”"
        ):
            act()
    for _ in moves:
        button(play, "▶").click()
    assert (play.position, status(play), play.whole) == (moves[-1].after, last, play.match)
    button(play, "▶").click()
    assert complaint(play) == "this is the latest position of the game"
    for _ in moves[1:]:
        play.back()
    button(play, "Go on from here").click()
    assert play.whole is play.match and play.match.transcript == moves[:2], "the engine replies"
    button(play, "Undo").click()
    button(play, "▶").click()
    assert play.match.transcript == moves[:2]


# --- Strength, people ----------------------------------------------------------------------------


def test_a_reader_chooses_the_opponent_and_each_game_has_other_mistakes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_play, "CHANCE", random.Random(3))
    play = Play(Nim(), (9, 8, 7))
    menu = control(play.widget, "opponent")
    assert menu.label == "perfect" and play.match.strength == PERFECT
    menu.label = "beginner"
    assert play.match.strength == 2
    replies = set()
    for _ in range(8):
        play.move((9, 8, 6))
        replies.add(play.position)
        button(play, "Start again").click()
        assert play.match.start == (7, 8, 9)
    assert len(replies) > 3
    menu.label = "a second person"
    assert play.match.people == (0, 1)
    assert menu.index == len(_play.OPPONENTS)  # which is what the page shows
    assert button(play, "Undo") and not [
        part for part in play._actions.children if part.description == "Let the engine move"
    ]
    play.move((9, 8, 6))
    assert status(play) == "Alice takes 1 from the heap of 7. Bob's move."


# --- Starts --------------------------------------------------------------------------------------


class _Dealing(Board[Any]):
    """A board that deals starts of Nim, most of them lost."""

    def deal(self, chance: random.Random) -> Any:
        """Return two equal heaps, or now and then two others."""
        heap = chance.randrange(1, 9)
        return (heap, heap if chance.random() < 0.8 else heap + 1)


def test_a_new_game_is_dealt_that_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_play, "board", _Dealing)
    monkeypatch.setattr(_play, "CHANCE", random.Random(1))
    play, starts = Play(Nim(), (5, 4, 3), "dealt"), set()
    for _ in range(12):
        button(play, "New game").click()
        starts.add(play.match.start)
        assert play.match.can_win and len(play.match.start) == 2
        assert control(play.widget, "start from").value == play.show(play.match.start)
        button(play, "Start again").click()
        assert play.match.start in starts
    assert len(starts) > 3
    control(play.widget, "start from").value = ""
    assert len(play.match.start) == 2 and play.match.can_win


# --- Controls and the board ----------------------------------------------------------------------


def test_a_slider_that_does_not_fit_the_start_brings_one_that_does() -> None:
    play = Play.chosen_by(
        read_mum,
        "fits",
        heaps_typed,
        heaps=ipw.Text("19, 17, 13"),
        modulus=ipw.IntSlider(5, 2, 30),
        consolidation=ipw.Dropdown(options=["same-turn", "own-turn", "never"]),
    )
    heaps, modulus = control(play.widget, "heaps"), control(play.widget, "modulus")
    for value in range(2, 31):
        modulus.value = value
        assert (complaint(play), play.rules.modulus, modulus.value) == ("", value, value)
        assert play.rules.read(heaps.value) == play.match.start
    heaps.value = "banana"
    assert complaint(play).startswith("'banana' is not a heap")
    assert play.rules.read(heaps.value) == play.match.start
    play.hint()
    assert play.match.start == play.rules.read(heaps.value)


# --- Sizes ---------------------------------------------------------------------------------------

LARGE: list[tuple[Any, Any]] = [
    (Nim(), (12, 13, 14, 15)),
    (Nim(), (1,) * 41),
    (Nim(), (999, 1)),
    (Nim(), (10**6,) * 3 + (7,)),
    (BlockingNim.exactly(3, 1), ((10**6, 10**6 + 5), frozenset({1}))),
    (BlockingNim(2, [{1, 2}, {1}]), ((10**6, 10**6 + 5), frozenset({1}))),
    (Stones(), frozenset({(15, 15), (14, 13), (99, 7)})),
]


@pytest.mark.parametrize(("rules", "start"), LARGE, ids=lambda value: repr(value)[:40])
def test_what_theory_settles_is_played_however_large(rules: Any, start: Any) -> None:
    match = Match(rules, rules.canonical(start))
    can_win = oracle(rules, start).outcome(start) == "N"
    assert match.can_win == can_win
    for _ in range(400):
        if match.over:
            break
        match.push(match.advised[0]) if match.advised else match.pass_turn()
        match.reply()
    assert match.over and (match.winner == match.seats[0]) >= can_win
    beginner = Match(rules, rules.canonical(start), people=(), strength=0, seed=2)
    for _ in range(30):
        if not beginner.over:
            beginner.push(beginner._choice())


def test_under_the_podium_rule_large_nim_is_played_by_the_0_test() -> None:
    for start in [(90, 80, 70), (12, 13, 14, 15, 16), (10**6,) * 4, tuple(range(1, 45))]:
        match = Match(Nim(), start, 3)
        assert str(match.judge()) and match.hint()
        match.push(match.advised[0] if match.advised else (*start[1:], start[0] - 1))
        match.reply()
        assert all(move.reason for move in match.transcript if not move.seat.is_human)
    match = Match(Nim(), (10**6,) * 3 + (1, 1, 5), 3)
    assert match.can_win and match.hint() == "To finish 1st, take 4 from the heap of 5."
    match.push(match.advised[0])
    assert is_zero(match.position, 3)
    assert str(match.judge()).startswith("The rank is 0. If all play well: 1st you, ")
    assert match.reply()[0].reason.startswith("No move makes all column sums 0")
