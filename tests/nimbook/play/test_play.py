"""The engine plays well, and the lab says what happens."""

from __future__ import annotations

import re
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import strategies as st

from nimbook import engine
from nimbook.claims.twist import FIGURE_4
from nimbook.links import follow, fragment
from nimbook.match import PERFECT, Match
from nimbook.play import Board, Play, _play
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, MuM, Nim
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
