"""The engine plays well, and the lab says what happens."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import partial
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook import engine
from nimbook.claims.twist import FIGURE_4
from nimbook.links import follow, fragment
from nimbook.match import PERFECT, Match, Seat
from nimbook.play import Board, Play, _play
from nimtwist import ClosedForm, Outcome, Solver, canonical
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Cram, Moore, MuM, Nim
from nimtwist.games._heaps import HeapGame
from nimtwist.games.nim import nim_sum
from tests.chapters import from_chapter
from tests.experiments import all_of, control, said, shown
from tests.strategies import Path, dags

read_game = from_chapter("02", "read_game")

ONE_BLOCKING = BlockingNim.exactly(3, 1)
ONE, TWO = frozenset({1}), frozenset({2})
LITTLE_WORK = 100_000
TOO_LARGE = "is too large to play here: to search it, more than {} numbers would be written down"


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is too large sooner than for a person who waits."""
    monkeypatch.setattr(engine, "_MOST_WORK", LITTLE_WORK)


def title(game: Play) -> str:
    """Return the position that the lab shows."""
    [position] = [part for part in all_of(game.widget) if "nt-position" in classes(part)]
    return str(position.value)


def classes(widget: ipw.Widget) -> tuple[str, ...]:
    """Return the classes of the element that shows a widget."""
    return getattr(widget, "_dom_classes", ())


def status(game: Play) -> str:
    """Return what the lab says."""
    [html] = [value for value in shown(game.widget) if 'role="status"' in value]
    return said(html)


def complaint(game: Play) -> str:
    """Return the sentence about what could not be done, as it stands in the lab."""
    found = [said(value) for value in shown(game.widget) if 'role="alert"' in value]
    assert found == ([game.error] if game.error else [])
    return game.error


def button(game: Play, name: str, row: int = 0) -> ipw.Button:
    """Return the button of this name; `row` says in which row, where there are several."""
    found = [part for part in all_of(game.widget) if isinstance(part, ipw.Button)]
    return [part for part in found if part.description == name][row]


def rows(game: Play) -> list[tuple[str, list[ipw.Button]]]:
    """Return the rows of the board: what stands before the buttons, and the buttons.

    Those of a heap are its sticks, the one that is taken alone first; a heap of none has no row.
    """
    found: list[tuple[str, list[ipw.Button]]] = []
    for part in all_of(game.widget):
        if isinstance(part, ipw.HBox) and isinstance(part.children[0], ipw.Label):
            buttons = [*part.children[1:]]
            if "nt-heap" in classes(part):
                inside = [b for b in all_of(part) if isinstance(b, ipw.Button) and not b.disabled]
                buttons = inside[::-1]
            if buttons and "nt-chips" not in classes(part):
                found.append((part.children[0].value, buttons))
    return found


def you(rules: Any, before: Any, after: Any) -> str:
    """Return the sentence about a move of yours."""
    return f"You {describe_move(rules, before, after)}."


def the_engine(rules: Any, before: Any, after: Any) -> str:
    """Return the sentence about a move of the engine."""
    return f"{Seat('The engine', False).does(describe_move(rules, before, after))}."


def type_move(game: Play, text: str) -> None:
    control(game.widget, "or type").value = text


def start_from(game: Play, text: str) -> None:
    control(game.widget, "start from").value = text


@st.composite
def games(draw: st.DrawFn) -> tuple[Any, Any]:
    """A ruleset and a position: Nim, blocking Nim, Figure 4's family, and games without words."""
    kind = draw(st.sampled_from(["Nim", "one-blocking", "Figure 4", "up to", "graph", "path"]))
    heaps = tuple(sorted(draw(st.lists(st.integers(0, 5), max_size=3))))
    if kind == "Nim":
        return Nim(), heaps
    if kind == "graph":
        graph = draw(dags())
        return graph, draw(st.sampled_from(graph.positions))
    if kind == "path":
        return Path(), draw(st.integers(0, 9))
    rules = {
        "one-blocking": ONE_BLOCKING,
        "Figure 4": FIGURE_4,
        "up to": BlockingNim.up_to(3, 2),
    }[kind]
    return rules, (tuple(filter(None, heaps)), draw(st.sampled_from(rules.family)))


@pytest.mark.full
@given(games(), st.integers(0, 10**6))
def test_whole_games_the_engine_wins_whenever_it_can(game: tuple[Any, Any], seed: int) -> None:
    rules, position = game
    choices, solver, play = random.Random(seed), Solver(rules), Play(rules, position)
    while options := rules.options(play.position):
        before, left = play.position, choices.choice(options)
        play.move(left)
        mine = you(rules, before, left)
        if not rules.options(left):
            assert play.position == left
            assert play.message == f"{mine} No move is left: you win!"
            assert solver.outcome(before) == "N"  # or the engine has thrown a game away
            break
        assert play.position in rules.options(left)
        if solver.outcome(left) == "N":
            assert solver.outcome(play.position) == "P"
        over = not rules.options(play.position)
        end = "No move is left: the engine wins." if over else "Your move."
        assert play.message == f"{mine} {the_engine(rules, left, play.position)} {end}"
    assert title(play) == play.show(play.position)
    assert status(play) == play.message


@given(games())
def test_a_player_who_makes_no_mistake_wins_from_an_n_position(game: tuple[Any, Any]) -> None:
    rules, position = game
    solver, play = Solver(rules), Play(rules, position)
    if solver.outcome(position) == "P":
        return
    while rules.options(play.position):
        play.move(solver.winning_options(play.position)[0])
    assert play.message.endswith("you win!")


def test_from_a_losing_position_the_engine_leaves_few_winning_replies() -> None:
    game = Play(Nim(), (3, 2, 1))
    game.let_engine_move()
    left = {
        option: len(Solver(Nim()).winning_options(option)) for option in Nim().options((3, 2, 1))
    }
    assert left[game.position] == min(left.values())


@pytest.mark.parametrize(
    ("rules", "start", "text", "sentence"),
    [
        (Nim(), (3, 2), "1, 1", "a move takes from one heap only, but (3, 2) to (1, 1) does not"),
        (Nim(), (3, 2), "3 2", "a move takes at least one stick, but (3, 2) to (3, 2) takes none"),
        (
            Nim(),
            (3, 2),
            "4 2",
            "a move makes a heap smaller, but (3, 2) to (4, 2) makes one larger",
        ),
        (
            Nim(),
            (3, 2),
            "<b>",
            "'<b>' is not a heap: heaps are whole numbers from 0 to 1000000, "
            "separated by commas, as in 4, 2, 1",
        ),
        (
            ONE_BLOCKING,
            ((1, 2, 4), ONE),
            "3, 2, 1 not 1",
            "taking 1 is forbidden: the number taken must not be 1 modulo 3",
        ),
        (
            ONE_BLOCKING,
            ((1, 2, 4), ONE),
            "2, 2, 1",
            "'2, 2, 1' does not say what is forbidden: write it after the heaps, as in "
            "4, 2, 1 not 1",
        ),
        (
            FIGURE_4,
            ((3,), frozenset({1, 3})),
            "not 2, 3",
            "taking 3 is forbidden: the number taken must not be 1 or 3 modulo 3",
        ),
        (Nim(), (), "1", "there is no move left: the game is over"),
    ],
)
def test_an_illegal_move_is_explained_and_changes_nothing(
    rules: Any, start: Any, text: str, sentence: str
) -> None:
    game = Play(rules, start)
    before = (game.position, game.message, title(game), status(game))
    type_move(game, text)
    assert complaint(game) == sentence
    assert (game.position, game.message, title(game), status(game)) == before
    assert control(game.widget, "or type").value == text  # to be put right
    with pytest.raises(ValueError, match=re.escape(sentence)):
        game.move(rules.read(text))


def test_what_is_no_option_of_a_game_without_notation_is_quoted() -> None:
    with pytest.raises(ValueError, match=r"^2 is not an option of 4$"):
        Play(Path(), 4).move(2)


def test_a_typed_move_is_played_in_whatever_order_it_is_written() -> None:
    game = Play(Nim(), (3, 2, 0))
    type_move(game, "1, 3")
    assert game.message == (
        "You take 1 from the heap of 2. The engine takes 2 from the heap of 3. Your move."
    )
    assert game.position == (1, 1)
    assert control(game.widget, "or type").value == ""
    game = Play(ONE_BLOCKING, ((1, 2, 4), ONE))
    type_move(game, "1 2 2 not 1")
    assert game.message.startswith("You take 2 from the heap of 4 and forbid 1. The engine ")


def test_hints_and_moves_are_told_in_plain_english() -> None:
    game = Play(BlockingNim.exactly(4, 3), ((5, 9), frozenset({1, 2, 4})))
    game.hint()
    first = "take 3 from the heap of 9 and forbid 1, 2 and 3"
    assert status(game) == (f"To win, {first}, or take 3 from the heap of 9 and forbid 1, 2 and 4.")
    game.move(game.hinted[0])
    assert game.message.startswith(f"You {first}. The engine takes ")
    game = Play(Moore(3), (5, 6, 6))
    game.hint()
    assert status(game) == (
        "To win, take 6 from the heap of 6, 6 from the heap of 6 and 5 from the heap of 5."
    )
    game = Play(Path(), 9)
    game.hint()
    assert "To win, take " in status(game) and " from the heap of 9" in status(game)


def test_a_legal_move_clears_the_complaint_and_what_was_typed() -> None:
    game = Play(Nim(), (3, 2))
    type_move(game, "9")
    assert complaint(game)
    rows(game)[0][1][0].click()
    assert complaint(game) == "" and control(game.widget, "or type").value == ""
    type_move(game, "9")
    assert complaint(game)


def test_undo_takes_back_move_by_move() -> None:
    game = Play(Nim(), (5, 4, 3))
    states = [(game.position, game.message)]
    for taken in ("1", "1"):
        rows(game)[0][1][int(taken) - 1].click()
        states.append((game.position, game.message))
    for state in reversed(states[:-1]):
        button(game, "Undo").click()
        assert (game.position, game.message) == state
        assert (title(game), status(game)) == (Nim().show(state[0]), state[1])
    button(game, "Undo").click()
    assert complaint(game) == "there is no move to take back"
    with pytest.raises(ValueError, match=r"^there is no move to take back$"):
        game.undo()


def test_a_game_may_start_again_where_it_began() -> None:
    game = Play(Nim(), (5, 4, 3))
    game.move((4, 4, 3))
    button(game, "Start again").click()
    assert (game.position, game.message, title(game)) == ((3, 4, 5), "Your move.", "(5, 4, 3)")
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


def test_a_game_may_start_from_a_typed_position() -> None:
    game = Play(Nim(), (5, 4, 3))
    game.move((4, 4, 3))
    start_from(game, "2 7 1")
    assert (game.position, game.message, complaint(game)) == ((1, 2, 7), "Your move.", "")
    assert control(game.widget, "start from").value == title(game) == "(7, 2, 1)"
    game.move((2, 3, 1))
    button(game, "Start again").click()
    assert game.position == (1, 2, 7)
    start_from(game, "7, two")
    assert complaint(game).startswith("'two' is not a heap")
    assert (game.position, control(game.widget, "start from").value) == ((1, 2, 7), "(7, 2, 1)")
    start_from(game, " 7, 2, 1")  # as it was: nothing to complain of any more
    assert (complaint(game), control(game.widget, "start from").value) == ("", "(7, 2, 1)")
    game.restart((1,))
    assert control(game.widget, "start from").value == "(1)"


def test_a_position_that_is_typed_again_is_no_new_game() -> None:
    game = Play(Nim(), (5, 4, 3))
    game.move((4, 4, 3))
    said = game.message
    start_from(game, "5 4 3")
    assert control(game.widget, "start from").value == "(5, 4, 3)"
    assert (game.message, complaint(game)) == (said, "")


def test_nim_is_linked_to_by_where_it_starts() -> None:
    game = Play(Nim(), (5, 4, 3), "nim")
    assert game.widget._dom_classes == ("nt-lab", "lab-nim")
    assert fragment("nim") == "lab-nim?start=5,4,3&opponent=perfect"
    follow("#lab-nim?start=7,2")
    assert (game.position, title(game), complaint(game)) == ((2, 7), "(7, 2)", "")
    assert fragment("nim") == "lab-nim?start=7,2&opponent=perfect"
    game.move((2, 2))
    said = game.message
    link = fragment("nim")
    assert link == "lab-nim?start=7,2&opponent=perfect&moves=4.0"
    follow(link)  # what stands there already
    assert game.message == said
    with pytest.raises(ValueError, match=r"^'two' is not a heap"):
        follow("lab-nim?start=7,two")
    assert (game.message, complaint(game), fragment("nim")) == (said, "", link)


def test_a_start_is_as_brief_in_a_link_as_reads_the_same() -> None:
    game = Play(ONE_BLOCKING, ((2, 4, 5), ONE), "blocking")
    assert fragment("blocking") == "lab-blocking?start=5,4,2+not+1&opponent=perfect"
    follow("lab-blocking?start=5,3+not+2")
    assert game.position == ((3, 5), TWO)

    class Worded(Nim):
        """Nim, in which brackets must be written."""

        def read(self, text: str, /) -> tuple[int, ...]:
            """Return the position that the text means; nothing is one heap."""
            return super().read(text) if text.startswith("(") else (1,)

    Play(Worded(), (2, 1), "worded")
    assert fragment("worded") == "lab-worded?start=%282,+1%29&opponent=perfect"


def test_a_game_without_notation_may_have_a_name() -> None:
    Play(Path(), 4, "path")
    assert (fragment("path"), follow("lab-path")) == ("lab-path?opponent=perfect", "path")
    with pytest.raises(ValueError, match=r"no input 'start': its inputs are 'opponent'$"):
        follow("lab-path?start=3")


# --- Rules that the reader chooses ---------------------------------------------------------------


def one_game(**others: ipw.Widget) -> Play:
    """Return a game of k-blocking Nim with a control for everything."""
    controls = {
        "piles": ipw.Text("5, 4, 2"),
        "modulus": ipw.IntSlider(3, 1, 20),
        "forbid": ipw.Text("1"),
    }
    return Play.chosen_by(read_game, "blocking", **{**controls, **others})


def test_a_reader_chooses_the_rules() -> None:
    game = one_game()
    names = [getattr(part, "description", None) for part in game.widget.children[:3]]
    assert names == ["piles", "modulus", "forbid"]
    assert not any(part.continuous_update for part in game.widget.children[:3])
    assert (game.rules, game.position) == (ONE_BLOCKING, ((2, 4, 5), ONE))
    game.let_engine_move()
    control(game.widget, "modulus").value = 4
    assert (game.rules, game.position) == (BlockingNim.exactly(4, 1), ((2, 4, 5), ONE))
    assert (game.message, complaint(game)) == ("Your move.", "")
    control(game.widget, "forbid").value = "2, 4"
    assert game.rules == BlockingNim.exactly(4, 2)
    assert title(game) == "(5, 4, 2) not 2, not 4"
    assert len(game.board.chips) == 6
    control(game.widget, "forbid").value = ""
    assert (game.rules, title(game)) == (BlockingNim.exactly(4, 0), "(5, 4, 2)")
    type_move(game, "5, 4, 1")
    assert game.message.startswith("You take 1 from the heap of 2 and forbid nothing. The engine t")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "forbid",
            "4",
            "a forbidden residue must be a whole number, from 1 to 3, not 4",
        ),
        (
            "piles",
            "5, <b>",
            "'<b>' is not a heap: heaps are whole numbers from 0 to 1000000, "
            "separated by commas, as in 4, 2, 1",
        ),
    ],
)
def test_rules_that_cannot_be_are_explained_and_the_game_goes_on(
    name: str, value: Any, sentence: str
) -> None:
    game = one_game()
    game.let_engine_move()
    before = (game.rules, game.position, game.message, title(game))
    good = control(game.widget, name).value
    control(game.widget, name).value = value
    assert (complaint(game), control(game.widget, name).value) == (sentence, good)
    assert (game.rules, game.position, game.message, title(game)) == before
    button(game, "Start again").click()
    assert (title(game), game.message, complaint(game)) == ("(5, 4, 2) not 1", "Your move.", "")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        one_game(**{name: ipw.Text(value)})


def test_a_link_changes_the_rules_at_once() -> None:
    game = one_game()
    begun: list[str] = []
    game._title.observe(lambda change: begun.append(title(game)), "value")
    assert follow("#lab-blocking?piles=4,2,1&modulus=5&forbid=5") == "blocking"
    # No game was begun between one control and the next, and residue 5 modulo 3 not refused.
    assert (begun, complaint(game)) == (["(4, 2, 1) not 5"], "")
    assert fragment("blocking") == "lab-blocking?piles=4,2,1&modulus=5&forbid=5&opponent=perfect"
    with pytest.raises(ValueError, match=r"^a forbidden residue must .* from 1 to 4, not 5$"):
        follow("lab-blocking?modulus=4&forbid=5")
    assert (title(game), control(game.widget, "modulus").value) == ("(4, 2, 1) not 5", 5)


def test_positions_can_be_typed_in_those_games_that_have_words_for_them() -> None:
    games = {"Nim": (Nim(), (2, 1)), "path": (Path(), 4)}
    menu = ipw.Dropdown(options=games)
    game = Play.chosen_by(lambda game: game, game=menu)
    type_move(game, "2")
    assert complaint(game) == "" and game.message.startswith("You take 1 from the heap of 1. ")
    menu.label = "path"
    assert (game.position, title(game), status(game)) == (4, "4", "Your move.")
    assert not [part for part in all_of(game.widget) if isinstance(part, ipw.Text)]
    rows(game)[0][1][0].click()
    assert game.position == 2
    menu.label = "Nim"
    type_move(game, "1, 1")
    assert game.message == (
        "You take 1 from the heap of 2. The engine takes 1 from the heap of 1. Your move."
    )


@pytest.mark.parametrize("found", [3, (Nim(), (1,), 2, 3), None, [Nim(), (1,)]])
def test_a_setup_that_returns_no_game_is_quoted(found: Any) -> None:
    with pytest.raises(ValueError) as caught:
        Play.chosen_by(lambda: found)
    assert str(caught.value) == f"setup must return a ruleset and a position, not {found!r}"


# --- Matches of another kind ---------------------------------------------------------------------


def test_a_reader_chooses_how_strong_the_engine_is() -> None:
    strength = ipw.IntSlider(0, 0, PERFECT)
    game = Play.chosen_by(
        lambda strength: Match(Nim(), (5, 4, 3), strength=strength, seed=2), strength=strength
    )
    game.move((5, 4, 2))
    assert nim_sum(game.position) != 0, "it plays at random"
    said = game.message
    strength.value = PERFECT
    assert (game.position, game.message) == ((3, 4, 5), "Your move.")
    game.move((5, 4, 2))
    assert nim_sum(game.position) == 0 and game.message != said
    before = game.match
    control(game.widget, "strength").value = 0
    assert game.match is not before
    game.move((5, 4, 2))
    assert game.message == said, "the same seed errs in the same way"


def test_two_people_play_on_one_board() -> None:
    game = Play.chosen_by(lambda: Match(Nim(), (2, 1), people=(0, 1)))
    said = [status(game)]
    for row, taken in ((0, "1"), (0, "1"), (0, "1")):
        chosen = [b for b in rows(game)[row][1] if b.tooltip == taken]
        chosen[0].click()
        said.append(status(game))
    assert said == [
        "Alice's move.",
        "Alice takes 1 from the heap of 2. Bob's move.",
        "Bob takes 1 from the heap of 1. Alice's move.",
        "Alice takes 1 from the heap of 1. No move is left: Alice wins.",
    ]
    button(game, "Undo").click()
    assert (status(game), game.position) == (said[2], (1,))
    button(game, "Who is winning?").click()
    assert status(game) == "This is N: Alice can win."
    button(game, "New game").click()
    assert status(game) == "Alice's move."


def test_the_engine_may_make_the_first_move() -> None:
    game = Play.chosen_by(lambda: Match(Cram(), Cram.rectangle(2, 3), people=(1,)))
    assert status(game).startswith("The engine lays a domino on ")
    marked = [part for part in all_of(game.widget) if "nt-last" in classes(part)]
    assert len(marked) == 2 and all("nt-engines" in classes(part) for part in marked)
    button(game, "Undo").click()
    assert complaint(game) == "there is no move to take back"
    assert len(game.position) == 4


def test_a_board_lasts_while_the_rules_are_the_same() -> None:
    game = one_game()
    first = game.board
    control(game.widget, "piles").value = "3, 2"
    assert game.board is first
    control(game.widget, "modulus").value = 4
    assert game.board is not first and game.board.rules == BlockingNim.exactly(4, 1)


# --- The keyboard's focus ------------------------------------------------------------------------


@pytest.fixture
def focused(monkeypatch: pytest.MonkeyPatch) -> list[ipw.Widget]:
    """Record what is given the focus."""
    given: list[ipw.Widget] = []
    monkeypatch.setattr(ipw.DOMWidget, "focus", lambda widget: given.append(widget))
    return given


@pytest.mark.parametrize(
    ("rules", "start", "press", "ends"),
    [
        (Nim(), (5, 4, 3), 4, False),
        (Nim(), (1,), 0, True),
        (Nim(), (2, 2), 1, True),
        (ONE_BLOCKING, ((2,), ONE), 1, True),
    ],
)
def test_the_position_is_focused_when_a_move_takes_its_button_away(
    rules: Any, start: Any, press: int, ends: bool, focused: list[ipw.Widget]
) -> None:
    game = Play(rules, start)
    # Of ipywidgets' boxes, texts and labels, only labels can be given the focus so.
    assert isinstance(game._title, ipw.Label) and game._title.tabbable is False
    rows(game)[0][1][press].click()
    assert ends == (not rules.options(game.position))
    assert focused == [game._title]


def test_the_focus_stays_where_it_was_when_a_move_is_typed(
    focused: list[ipw.Widget],
) -> None:
    game = Play(Nim(), (5, 4, 3))
    type_move(game, game.show(Nim().options(game.position)[0]))
    assert complaint(game) == ""
    for name in ("Who is winning?", "Hint", "Let the engine move", "Undo", "New game"):
        button(game, name).click()
    start_from(game, "2 2")
    assert focused == []


def test_a_button_that_stays_keeps_the_focus(focused: list[ipw.Widget]) -> None:
    game = Play(ONE_BLOCKING, ((1, 2, 4), ONE))
    rows(game)[0][1][0].click()
    assert complaint(game) and focused == []
    game.move(game.rules.options(game.position)[0])
    assert focused == []


# --- Games that are too large --------------------------------------------------------------------


@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        (
            MuM(997, "own-turn"),
            "2000 1000",
            "(2000, 1000) has 1990 options, too many to play here: at most 1000",
        ),
        (
            MuM(101, "own-turn"),
            "300 300 300",
            f"the game from (300, 300, 300) {TOO_LARGE.format(LITTLE_WORK)}",
        ),
        (
            FIGURE_4,
            "200 200 not 1, 3",
            f"the game from (200, 200) not 1, not 3 {TOO_LARGE.format(LITTLE_WORK)}",
        ),
    ],
)
def test_too_large_a_game_is_refused_and_the_old_one_goes_on(
    rules: Any, text: str, sentence: str
) -> None:
    start = rules.read("3 2" + "".join(text.partition(" not")[1:]))
    game = Play(rules, start)
    game.let_engine_move()
    before = (game.position, game.message)
    start_from(game, text)
    assert complaint(game) == sentence
    assert (game.position, game.message) == before
    button(game, "Undo").click()
    assert (game.position, complaint(game)) == (start, "")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Play(rules, rules.read(text))


@pytest.mark.parametrize(
    ("rules", "start"), [(Nim(), ()), (ONE_BLOCKING, ((1,), ONE)), (Path(), 0)]
)
def test_where_there_is_no_move_everything_says_so(rules: Any, start: Any) -> None:
    game = Play(rules, start)
    nothing = "There is no move to make."
    assert (game.position, game.message, status(game)) == (start, nothing, nothing)
    for name in ("Who is winning?", "Hint"):
        button(game, name).click()
        assert (status(game), complaint(game)) == (nothing, "")
    button(game, "Let the engine move").click()
    assert complaint(game) == "there is no move left: the game is over"
    button(game, "Start again").click()
    assert (complaint(game), status(game)) == ("", nothing)


def test_when_the_game_is_over_the_lab_says_who_won() -> None:
    game = Play(Nim(), (1,))
    rows(game)[0][1][0].click()
    won = "You take 1 from the heap of 1. No move is left: you win!"
    for name in ("Who is winning?", "Hint"):
        button(game, name).click()
        assert status(game) == won


@given(games())
def test_the_judge_and_the_hint_say_what_the_solver_says(game: tuple[Any, Any]) -> None:
    rules, position = game
    play, solver = Play(rules, position), Solver(rules)
    if not rules.options(position):
        return
    play.judge()
    wins = [describe_move(rules, position, option) for option in solver.winning_options(position)]
    who = "you can win" if wins else "the engine wins, if it makes no mistake"
    assert status(play) == f"This is {'N' if wins else 'P'}: {who}."
    play.hint()
    ways = wins[:3]
    if others := len(wins) - len(ways):
        ways.append(f"move in {others} other way{'s' if others > 1 else ''}")
    assert status(play) == (
        f"To win, {', or '.join(ways)}." if wins else "No move wins against perfect play."
    )
    assert (play.position, play.error) == (canonical(rules, position), "")


def test_the_player_may_pass_the_turn() -> None:
    game = Play(Nim(), (3, 1))
    button(game, "Let the engine move").click()
    assert game.message == ("You pass the turn. The engine takes 2 from the heap of 3. Your move.")
    game = Play(Nim(), (2,))
    game.let_engine_move()
    assert game.message == (
        "You pass the turn. The engine takes 2 from the heap of 2. "
        "No move is left: the engine wins."
    )
    with pytest.raises(ValueError, match=r"^there is no move left: the game is over$"):
        game.let_engine_move()


def test_positions_are_shown_as_text_and_not_as_html() -> None:
    class Tagged(Path):
        """A path whose positions look like HTML."""

        def show(self, position: int, /) -> str:
            """Return the position in angle brackets."""
            return f"<i>{position}"

        def read(self, text: str, /) -> int:
            """Return the position that the text means."""
            return int(text.removeprefix("<i>"))

        def why_illegal(self, position: int, option: int, /) -> None:
            """Say nothing."""

    game = Play(Tagged(), 3)
    assert title(game) == "<i>3"
    for act in (game.hint, game.let_engine_move):
        act()
        assert "<i>" in status(game)
        assert not any("<i>" in html for html in shown(game.widget))


def test_old_boards_leave_no_widgets_behind() -> None:
    living: dict[str, Any] = ipw.widget._instances
    for rules, start in ((ONE_BLOCKING, ((3, 4, 5), ONE)), (Nim(), (3, 4, 5)), (Path(), 9)):
        game = Play(rules, start)
        before = len(living)
        for _ in range(5):
            game.let_engine_move()
            game.undo()
        assert len(living) == before


def test_a_lab_shows_itself() -> None:
    game = Play(Nim(), (1,))
    bundle = game._repr_mimebundle_()
    view = "application/vnd.jupyter.widget-view+json"
    assert bundle[view]["model_id"] == game.widget.model_id


class TwoHeaps(ClosedForm[tuple[int, ...]]):
    """What is known of two heaps of Nim, by theory."""

    def outcome(self, position: tuple[int, ...], /) -> Outcome:
        """Return "P" if the heaps are equal."""
        return "P" if position[0] == position[1] else "N"

    def winning_options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the option with equal heaps, if they are not."""
        return [(min(position), min(position))] if position[0] != position[1] else []


@dataclass(frozen=True)
class Known(HeapGame):
    """Nim with the theory that it is given."""

    closed_form: ClosedForm[tuple[int, ...]] | None = None

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the options of Nim."""
        return Nim().options(position)


def test_a_game_too_large_to_search_is_played_by_its_theory() -> None:
    with pytest.raises(ValueError, match=TOO_LARGE.format(4_000_000)):
        Play(Known(), (300, 290))
    game = Play(Known(TwoHeaps(Nim())), (300, 290))
    game.judge()
    assert status(game) == "This is N: you can win."
    game.hint()
    assert status(game) == "To win, leave (290, 290)."
    game.move((300, 250))
    assert game.position == (250, 250)


class Counted:
    """A ruleset that counts the numbers and tuples in the options that it has listed."""

    def options(self, position: Any, /) -> Any:
        """Return the options, counted."""
        options = super().options(position)  # type: ignore[misc]
        COUNTED[0] += len(options) * str(position).count(",")
        return options


COUNTED = [0]


class CountedNim(Counted, Nim):
    """Nim, counted."""


class CountedMoore(Counted, Moore):
    """Moore's Nim, counted."""


class CountedBlocking(Counted, BlockingNim):
    """Blocking Nim, counted."""


class CountedMuM(Counted, MuM):
    """MuM, counted."""


HOSTILE = [
    (1,) * 40,
    (1,) * 150,
    (1,) * 900,
    (999, 1),
    (12, 13, 14, 15),
    (9,) * 9,
    (10**6,) * 3,
]


@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize("heaps", HOSTILE, ids=lambda heaps: str(heaps[:5]))
@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (CountedNim(), None),
        (CountedNim(), 3),
        (CountedMoore(2), None),
        (CountedBlocking(3, [{1}, {2}, {3}]), None),
        (CountedBlocking(3, [{1}, {1, 3}]), None),
        (CountedMuM(31), None),
        (CountedMuM(31, "own-turn"), None),
        (CountedMuM(31, "never"), None),
    ],
    ids=str,
)
def test_a_hostile_position_takes_a_bounded_work(
    rules: Any, players: int | None, heaps: tuple[int, ...]
) -> None:
    position = (heaps, ONE) if isinstance(rules, BlockingNim) else heaps
    COUNTED[0] = 0
    try:
        game = Play(rules, position, players=players)
    except ValueError as error:
        assert re.search("too (large|many)", str(error)), error
        assert len(str(error)) < 500
    else:
        assert len(list(all_of(game.widget))) < 1000
        if not game.match.over:
            for act in (game.judge, game.hint, game.let_engine_move, game.hint):
                act()
    # The search, and some lists of at most 1000 options.
    assert COUNTED[0] <= 2 * engine._MOST_WORK


@pytest.mark.parametrize("heaps", [(1,) * 41, (1,) * 150, (12, 13, 14, 15), (999, 1)])
def test_bouton_is_asked_where_nim_is_too_large_to_search(heaps: tuple[int, ...]) -> None:
    game = Play(Nim(), heaps)
    game.let_engine_move()
    assert nim_sum(game.position) == 0 or nim_sum(heaps) == 0


@pytest.mark.parametrize(
    ("rules", "start", "left"),
    [
        (Nim(), (999, 1), (1, 961)),
        (ONE_BLOCKING, ((2, 82), ONE), ((2, 44), ONE)),
        (MuM(101), (3, 103), (3, 65)),
    ],
)
def test_of_a_large_heap_the_number_taken_is_typed(rules: Any, start: Any, left: Any) -> None:
    game = Play(rules, start)
    buttons = [part for part in all_of(game.widget) if isinstance(part, ipw.Button)]
    assert len(buttons) < 100
    fields = [part for part in all_of(game.widget) if isinstance(part, ipw.Text)]
    [field, *_] = [part for part in fields if part.placeholder.startswith("from 1 to ")]
    take = button(game, "take")
    for wrong in ("x", "1, 2"):
        field.value = wrong
        take.click()
        assert complaint(game).startswith("type one whole number from 1 to ")
        assert complaint(game).endswith(f", not {wrong!r}")
    field.value = "38"
    take.click()
    assert (complaint(game), game.left) == ("", left)


def test_the_lab_knows_what_the_engine_has_replied_to() -> None:
    game = Play(Nim(), (3, 2, 1))
    seen = [game.left]
    for act in (partial(game.move, (2, 2, 1)), game.let_engine_move, game.undo, game.undo):
        act()
        seen.append(game.left)
    assert seen == [None, (1, 2, 2), (2, 2), (1, 2, 2), None]


def test_a_widget_that_the_board_returns_again_stays_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, made = ipw.HTML("kept"), []

    class Drawn(Board[Any]):
        def update(self) -> list[ipw.Widget]:
            made.append(ipw.HTML(f"anew: {self.play.show(self.play.position)}"))
            return [kept, made[-1]]

    monkeypatch.setattr(_play, "board", Drawn)
    game = Play(Nim(), (3, 2))
    assert shown(game.widget)[:2] == ["kept", "anew: (3, 2)"]
    game.move((2, 2))
    assert shown(game.widget)[:2] == ["kept", "anew: (2)"]
    assert [widget.comm is None for widget in (kept, *made)] == [False, True, False]
