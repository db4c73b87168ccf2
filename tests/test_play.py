"""The engine plays well, and the lab says what happens."""

from __future__ import annotations

import random
import re
from html import unescape
from itertools import product
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.claims.twist import FIGURE_4
from nimtwist.games import BlockingNim, Nim
from nimtwist.play import Play, _count_options
from tests.experiments import all_of, control, said, shown
from tests.strategies import Path, dags

ONE_BLOCKING = BlockingNim.exactly(3, 1)
ONE, TWO = frozenset({1}), frozenset({2})


def title(game: Play) -> str:
    """Return the position that the lab shows."""
    [bold] = re.findall("<b>(.*?)</b>", " ".join(shown(game.widget)[:1]))
    return unescape(bold)


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
    """Return the rows of the board: what stands before the buttons, and the buttons."""
    return [
        (part.children[0].value, [*part.children[1:]])
        for part in all_of(game.widget)
        if isinstance(part, ipw.HBox) and isinstance(part.children[0], ipw.Label)
    ]


def type_move(game: Play, text: str) -> None:
    control(game.widget, "or type").value = text


def start_from(game: Play, text: str) -> None:
    control(game.widget, "start from").value = text


@st.composite
def games(draw: st.DrawFn) -> tuple[Any, Any]:
    """A ruleset and a position: Nim, blocking Nim, Figure 4's family, and games without words."""
    kind = draw(st.sampled_from(["Nim", "one-blocking", "Figure 4", "up to", "graph", "path"]))
    piles = tuple(sorted(draw(st.lists(st.integers(0, 5), max_size=3))))
    if kind == "Nim":
        return Nim(), piles
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
    return rules, (tuple(filter(None, piles)), draw(st.sampled_from(rules.family)))


@settings(max_examples=60)
@given(games(), st.integers(0, 10**6))
def test_whole_games_the_engine_wins_whenever_it_can(game: tuple[Any, Any], seed: int) -> None:
    rules, position = game
    choices, solver, play = random.Random(seed), Solver(rules), Play(rules, position)
    while options := rules.options(play.position):
        before, left = play.position, choices.choice(options)
        play.move(left)
        shows = play.show
        if not rules.options(left):
            assert play.position == left
            assert play.message == f"You leave {shows(left)}, and the engine cannot move. You win!"
            assert solver.outcome(before) == "N"  # or the engine has thrown a game away
            break
        assert play.position in rules.options(left)
        if solver.outcome(left) == "N":
            assert solver.outcome(play.position) == "P"
        over = not rules.options(play.position)
        end = "You cannot move: the engine wins." if over else "Your move."
        assert play.message == f"You leave {shows(left)}, the engine {shows(play.position)}. {end}"
    assert title(play) == play.show(play.position)
    assert status(play) == play.message


@settings(max_examples=40)
@given(games())
def test_a_player_who_makes_no_mistake_wins_from_an_n_position(game: tuple[Any, Any]) -> None:
    rules, position = game
    solver, play = Solver(rules), Play(rules, position)
    if solver.outcome(position) == "P":
        return
    while rules.options(play.position):
        play.move(solver.winning_options(play.position)[0])
    assert play.message.endswith("You win!")


def test_from_a_losing_position_the_engine_leaves_few_winning_replies() -> None:
    game = Play(Nim(), (3, 2, 1))
    game.let_engine_move()
    left = {
        option: len(Solver(Nim()).winning_options(option)) for option in Nim().options((3, 2, 1))
    }
    assert left[game.position] == min(left.values())


def test_the_buttons_of_nim_take_what_they_say() -> None:
    start = (2, 0, 3, 1)
    game = Play(Nim(), start)
    heaps = [(i, heap) for i, heap in enumerate(start) if heap]
    assert [name for name, _ in rows(game)] == [f"heap of {heap}: take" for _, heap in heaps]
    for row, (i, heap) in enumerate(heaps):
        assert [b.description for b in rows(game)[row][1]] == [str(n + 1) for n in range(heap)]
        for taken in range(1, heap + 1):
            chosen = rows(game)[row][1][taken - 1]
            assert chosen.tooltip == f"take {taken} of {heap}"
            chosen.click()
            left = (*start[:i], heap - taken, *start[i + 1 :])
            assert game.message.startswith(f"You leave {Nim().show(left)}, ")
            assert game.position in Nim().options(left)
            assert title(game) == Nim().show(game.position)
            button(game, "Undo").click()
            assert (game.position, complaint(game)) == (start, "")


@pytest.mark.parametrize("rules", [ONE_BLOCKING, FIGURE_4, BlockingNim.up_to(2, 1)])
def test_the_buttons_of_blocking_nim_take_and_forbid_what_they_say(rules: BlockingNim) -> None:
    for forbidden in rules.family:
        start = ((2, 2, 4), forbidden)
        game = Play(rules, start)
        assert [name for name, _ in rows(game)] == [f"heap of {n}: take" for n in (4, 2, 2)]
        for row, pile in enumerate((4, 2, 2)):
            others = [(2, 2), (2, 4), (2, 4)][row]
            for taken, named in product(range(1, pile + 1), rules.family):
                control(game.widget, "and forbid").value = named
                chosen = rows(game)[row][1][taken - 1]
                after = (tuple(sorted(filter(None, (*others, pile - taken)))), named)
                legal = (taken % rules.modulus or rules.modulus) not in forbidden
                assert chosen.description == str(taken)
                assert ("nt-forbidden" in chosen._dom_classes) == (not legal)
                assert chosen.tooltip == f"take {taken} of {pile}{'' if legal else ': forbidden'}"
                chosen.click()
                if legal:
                    assert complaint(game) == ""
                    assert game.message.startswith(f"You leave {rules.show(after)}, ")
                    button(game, "Undo").click()
                else:
                    words = " or ".join(map(str, sorted(forbidden)))
                    assert complaint(game) == (
                        f"taking {taken} is forbidden: the number taken must not be {words} "
                        f"modulo {rules.modulus}"
                    )
                assert game.position == start


def test_the_menu_of_restrictions_remembers_the_last_choice() -> None:
    game = Play(ONE_BLOCKING, ((5, 7), ONE))
    menu = control(game.widget, "and forbid")
    assert [name for name, _ in menu.options] == ["1", "2", "3"] and menu.value == ONE
    menu.value = TWO
    rows(game)[0][1][1].click()
    assert game.message.startswith("You leave (5, 5) not 2, ")
    assert control(game.widget, "and forbid").value == TWO


def test_a_game_without_notation_has_a_button_for_each_option() -> None:
    game = Play(Path(), 4)
    assert not [part for part in all_of(game.widget) if isinstance(part, ipw.Text)]
    [(name, [only])] = rows(game)
    assert (name, only.description, title(game)) == ("leave", "3", "4")
    only.click()
    assert (game.position, game.message) == (2, "You leave 3, the engine 2. Your move.")


@pytest.mark.parametrize(
    ("rules", "start", "text", "sentence"),
    [
        (Nim(), (3, 2), "1, 1", "a move takes from one heap only, and (3, 2) to (1, 1) does not"),
        (Nim(), (3, 2), "3 2", "a move takes at least one stick, and this one takes none"),
        (
            Nim(),
            (3, 2),
            "4 2",
            "a move makes a heap smaller, and (3, 2) to (4, 2) makes one larger",
        ),
        (
            Nim(),
            (3, 2),
            "<b>",
            "'<b>' is not a heap: heaps are whole numbers from 0 to 1000000, "
            "apart by commas, as in 4, 2, 1",
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
            "the restriction [] is not in the family of BlockingNim(3, [[1], [2], [3]])",
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
    with pytest.raises(ValueError, match=r"^2 is no option of 4$"):
        Play(Path(), 4).move(2)
    with pytest.raises(ValueError, match=r"^\(2, 1\) is no option of \(3, 2\)$"):
        Play(Nim(), (3, 2)).move((2, 1))


def test_a_typed_move_is_played_in_whatever_order_it_is_written() -> None:
    game = Play(Nim(), (3, 2, 0))
    type_move(game, "1, 3")
    assert game.message == "You leave (3, 1), the engine (1, 1). Your move."
    assert game.position == (1, 1, 0)
    assert control(game.widget, "or type").value == ""
    game = Play(ONE_BLOCKING, ((1, 2, 4), ONE))
    type_move(game, "1 2 2 not 1")
    assert game.message.startswith("You leave (2, 2, 1) not 1, the engine ")


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


def test_a_new_game_begins_where_the_last_one_did() -> None:
    game = Play(Nim(), (5, 4, 3))
    game.move((4, 4, 3))
    button(game, "New game").click()
    assert (game.position, game.message, title(game)) == ((5, 4, 3), "Your move.", "(5, 4, 3)")
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


def test_a_game_may_start_from_a_typed_position() -> None:
    game = Play(Nim(), (5, 4, 3))
    game.move((4, 4, 3))
    start_from(game, "2 7 1")
    assert (game.position, game.message, complaint(game)) == ((2, 7, 1), "Your move.", "")
    assert control(game.widget, "start from").value == title(game) == "(7, 2, 1)"
    game.move((2, 3, 1))
    button(game, "New game").click()
    assert game.position == (2, 7, 1)
    start_from(game, "7, two")
    assert complaint(game).startswith("'two' is not a heap")
    assert game.position == (2, 7, 1)
    start_from(game, "(7, 2, 1)")  # as it was: nothing to complain of any more
    assert complaint(game) == ""
    game.restart((1,))
    assert control(game.widget, "start from").value == "(1)"


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        (Nim(), "600, 401", "(600, 401) has 1001 options, too many to play here: at most 1000"),
        (
            Nim(),
            "1000000 " * 9,
            f"({', '.join(['1000000'] * 9)}) has 9000000 options, too many to play here: "
            "at most 1000",
        ),
        (
            Nim(),
            "300 300",
            "the game from (300, 300) has more than 1000000 moves, too many to play here",
        ),
        (
            ONE_BLOCKING,
            "1000000 1000000 2 not 1",
            "(1000000, 1000000, 2) not 1 has 2000001 options, too many to play here: at most 1000",
        ),
        (
            ONE_BLOCKING,
            "200 200 not 1",
            "the game from (200, 200) not 1 has more than 1000000 moves, too many to play here",
        ),
    ],
)
def test_too_large_a_game_is_refused_and_the_old_one_goes_on(
    rules: Any, text: str, sentence: str
) -> None:
    start = rules.read("3 2 not 1" if isinstance(rules, BlockingNim) else "3 2")
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


class Unlistable(Nim):
    """Nim, but too many options are never listed."""

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the options, if they are few."""
        assert sum(position) <= 1000
        return super().options(position)


@given(games())
def test_options_are_counted_without_listing_them(game: tuple[Any, Any]) -> None:
    assert _count_options(*game) == len(game[0].options(game[1]))


def test_too_many_options_are_not_listed() -> None:
    with pytest.raises(ValueError, match=r"has 10{30} options, too many to play here"):
        Play(Unlistable(), (10**30,))


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
    button(game, "New game").click()
    assert (complaint(game), status(game)) == ("", nothing)


def test_when_the_game_is_over_the_lab_says_who_won() -> None:
    game = Play(Nim(), (1,))
    rows(game)[0][1][0].click()
    won = "You leave (), and the engine cannot move. You win!"
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
    shows = play.show(position)
    wins = [play.show(option) for option in solver.winning_options(position)]
    who = "you can win" if wins else "the engine wins, if it makes no mistake"
    assert status(play) == f"{shows} is {'N' if wins else 'P'}: {who}."
    play.hint()
    more = f", or {len(wins) - 3} more" if len(wins) > 3 else ""
    assert status(play) == (
        f"To win, leave {' or '.join(wins[:3])}{more}."
        if wins
        else "No move wins against perfect play."
    )
    assert (play.position, play.error) == (position, "")


def test_the_player_may_pass_the_turn() -> None:
    game = Play(Nim(), (3, 1))
    button(game, "Let the engine move").click()
    assert game.message == "You pass the turn, the engine (1, 1). Your move."
    game = Play(Nim(), (2,))
    game.let_engine_move()
    assert game.message == "You pass the turn, the engine (). You cannot move: the engine wins."
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

        def refusal(self, position: int, option: int, /) -> None:
            """Say nothing."""

    game = Play(Tagged(), 3)
    assert title(game) == "<i>3"
    for act in (game.judge, game.hint, game.let_engine_move):
        act()
        assert "<i>" in status(game)
        assert not any("<i>" in html for html in shown(game.widget))


def test_old_boards_leave_no_widgets_behind() -> None:
    living: dict[str, Any] = ipw.widget._instances
    for rules, start in ((ONE_BLOCKING, ((3, 4, 5), ONE)), (Nim(), (3, 4, 5)), (Path(), 9)):
        game = Play(rules, start)
        before = len(living)
        for _ in range(50):
            game.let_engine_move()
            game.undo()
        assert len(living) == before


def test_a_lab_shows_itself() -> None:
    game = Play(Nim(), (1,))
    bundle = game._repr_mimebundle_()
    view = "application/vnd.jupyter.widget-view+json"
    assert bundle[view]["model_id"] == game.widget.model_id


@settings(max_examples=40)
@given(dags())
def test_the_board_of_any_game_has_all_options(graph: Any) -> None:
    position = graph.positions[-1]
    names = [option.description for _, buttons in rows(Play(graph, position)) for option in buttons]
    assert names == [repr(option) for option in graph.options(position)]
