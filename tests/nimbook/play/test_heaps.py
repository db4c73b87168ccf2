"""Heaps of sticks to tap: every move can be tapped, what the engine took is seen, hints win."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims.twist import FIGURE_4
from nimbook.play import Play
from nimbook.play._heaps import HeapsBoard
from nimtwist.games import BlockingNim, Moore, MuM, Nim
from tests.experiments import all_of, control, said, shown, visible
from tests.nimbook.play.test_play import button, classes, complaint, rows

ONE_BLOCKING = BlockingNim.exactly(3, 1)
ONE, TWO, THREE = (frozenset({n}) for n in (1, 2, 3))


@dataclass(frozen=True)
class Subtraction:
    """Take 1, 3 or 4; a game whose positions are numbers, as a reader writes it."""

    amounts: tuple[int, ...] = (1, 3, 4)

    def options(self, position: int, /) -> list[int]:
        """Return what may be left."""
        return [position - n for n in self.amounts if n <= position]


def heaps(game: Play) -> list[list[ipw.Button]]:
    """Return the sticks of the heaps on the board, in their places, with those that are gone."""
    board = game.board
    assert isinstance(board, HeapsBoard)
    return [list(row.box.children) for row in board.rows.values()]


def sticks(heap: list[ipw.Button]) -> list[ipw.Button]:
    """Return the sticks that can be tapped, from the left."""
    return [stick for stick in heap if not stick.disabled]


def ghosts(game: Play) -> list[int]:
    """Return how many sticks of each heap are shown as just taken."""
    return [
        sum("nt-gone" in classes(stick) for stick in heap if stick.disabled) for heap in heaps(game)
    ]


@pytest.mark.parametrize("rules", [ONE_BLOCKING, FIGURE_4, BlockingNim.up_to(2, 1)])
def test_forbidden_sticks_look_so_and_say_why(rules: BlockingNim) -> None:
    for forbidden in rules.family:
        start = ((2, 2, 4), forbidden)
        game = Play(rules, start)
        board = game.board
        for row, heap in enumerate((4, 2, 2)):
            others = [(2, 2), (2, 4), (2, 4)][row]
            for taken in range(1, heap + 1):
                for named in rules.family:
                    board.chips[named].click()
                    stick = rows(game)[row][1][taken - 1]
                    legal = (taken % rules.modulus or rules.modulus) not in forbidden
                    assert ("nt-forbidden" in classes(stick)) == (not legal)
                    assert stick.description == (
                        f"take {taken} of {heap}{'' if legal else ': forbidden'}"
                    )
                    stick.click()
                    if legal:
                        after = tuple(sorted(filter(None, (*others, heap - taken)))), named
                        assert complaint(game) == "" and game.left == after
                        button(game, "Undo").click()
                    else:
                        words = " or ".join(map(str, sorted(forbidden)))
                        assert complaint(game) == (
                            f"taking {taken} is forbidden: the number taken must not be {words} "
                            f"modulo {rules.modulus}"
                        )
                    assert game.position == start


def test_what_is_forbidden_stands_on_a_sign() -> None:
    def sign(*start: Any) -> str:
        found = [html for html in shown(Play(ONE_BLOCKING, start).widget) if "nt-sign" in html]
        assert len(found) == 1
        return said(found[0])

    assert sign((2, 5), ONE) == "Not 1, 4 (that is 1 modulo 3)"
    assert sign((2,), ONE) == "Not 1"
    assert sign((2,), THREE) == "Take any number."
    assert sign((20,), TWO) == "Not 2, 5, 8, 11, 14, 17, … (that is 2 modulo 3)"
    assert sign((1,), ONE) == "Every number that could be taken is forbidden."


def test_a_large_family_is_chosen_from_in_a_menu() -> None:
    rules = BlockingNim.exactly(6, 2)
    game = Play(rules, ((5, 6), rules.family[0]))
    menu = control(game.widget, "forbid next")
    assert len(menu.options) == 15 and not game.board.chips
    menu.value = rules.family[3]
    rows(game)[0][1][3].click()
    assert game.left[1] == rules.family[3]
    assert control(game.widget, "forbid next").value == rules.family[3]


def taps(game: Play) -> list[ipw.Button]:
    """Return the sticks and the button that consolidates, as far as they can be pressed."""
    return [
        part
        for part in visible(game.widget)
        if isinstance(part, ipw.Button)
        and {"nt-stick", "nt-do"} & set(classes(part))
        and not part.disabled
    ]


@given(st.lists(st.integers(0, 6), max_size=4), st.integers(2, 4), st.integers(0, 10**6))
def test_ghosts_are_what_the_others_took(start: list[int], players: int, seed: int) -> None:
    choices = random.Random(seed)
    game = Play(Nim(), tuple(start), players=players)
    while options := Nim().options(game.position):
        game.move(choices.choice(options))
        assert sum(ghosts(game)) == sum(game.trail[0]) - sum(game.position)
        assert sorted(filter(None, game.board.places)) == list(game.position)
        sizes = [size + gone for size, gone in zip(game.board.places, ghosts(game), strict=True)]
        assert sorted(filter(None, sizes)) == list(game.left)
        turns = {
            look
            for heap in heaps(game)
            for stick in heap
            for look in classes(stick)
            if look.startswith("nt-turn-")
        }
        assert turns == {f"nt-turn-{n}" for n in range(1, len(game.trail))}


def test_a_hint_changes_nothing_but_what_it_marks() -> None:
    game = Play(Nim(), (5, 4, 3))
    heaps(game)[0][4].click()
    gone = [stick for heap in heaps(game) for stick in heap if "nt-gone" in classes(stick)]
    assert gone
    before = [classes(stick) for stick in gone]
    sent: list[object] = []
    for stick in gone:
        stick.observe(lambda change: sent.append(change))
    game.hint()
    assert [classes(stick) for stick in gone] == before and not sent
    assert all(stick in all_of(game.widget) for stick in gone)
    game.undo()
    assert not [stick for stick in gone if "nt-gone" in classes(stick)]
    assert "nt-still" in classes(game.board._box())


def test_a_game_that_is_not_of_heaps_has_its_moves_in_words() -> None:
    class Halves:
        def options(self, position: str) -> list[str]:
            return [position[: len(position) // 2], position[1:]] if position else []

    game = Play(Halves(), "abcd")
    [(name, buttons)] = rows(game)
    assert (name, [b.description for b in buttons]) == ("", ["leave 'ab'", "leave 'bcd'"])
    assert all("nt-do" in classes(b) for b in buttons)
    buttons[0].click()
    assert game.left == "ab"


@pytest.mark.parametrize("start", [(999, 1), (137, 40), (300, 299, 298), tuple(range(1, 65))])
def test_of_very_many_sticks_the_position_is_typed(start: tuple[int, ...]) -> None:
    game = Play(Nim(), start)
    buttons = [part for part in visible(game.widget) if isinstance(part, ipw.Button)]
    assert len([button for button in buttons if not button.disabled]) < 20
    left = (*start[1:], start[0] - 1)
    control(game.widget, "or type").value = ", ".join(map(str, left))
    assert complaint(game) == "" and game.left == tuple(sorted(filter(None, left)))
    assert game.position in Nim().options(game.left)


def test_of_very_many_heaps_the_moves_are_in_words() -> None:
    game = Play(Nim(), (1,) * 150)
    [(_, [move])] = rows(game)
    move.click()
    assert len(game.left) == 149 and len(game.position) == 148


def test_the_focus_goes_to_a_stick_near_those_that_were_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[ipw.Widget] = []
    monkeypatch.setattr(ipw.DOMWidget, "focus", lambda widget: given.append(widget))
    game = Play(Nim(), (5, 4, 3))
    heap = heaps(game)[0]
    heap[3].click()
    assert given == [sticks(heap)[-1]]


def test_moves_in_several_heaps_are_chosen_and_then_made() -> None:
    game = Play(Moore(2), (3, 2, 2))
    do = button(game, "take …")
    do.click()
    assert complaint(game) == "choose some sticks first: tap them"
    for heap, place in ((0, 1), (1, 1)):
        sticks(heaps(game)[heap])[place].click()
    assert do.description == "take 2 and 1" and game.left is None
    sticks(heaps(game)[2])[1].click()
    assert "nt-forbidden" in classes(do)
    do.click()
    assert complaint(game).startswith("a move takes from at most 2 heaps")
    sticks(heaps(game)[2])[1].click()
    do.click()
    assert game.left == (1, 1, 2)
    assert do.description == "take …"


@pytest.mark.parametrize("rules", [Nim(), ONE_BLOCKING, MuM(5), MuM(15), Moore(2), Subtraction()])
def test_what_is_dealt_can_be_played_and_often_won(rules: Any) -> None:
    start = ((1,), rules.family[0]) if isinstance(rules, BlockingNim) else (1,)
    board = Play(rules, 5 if isinstance(rules, Subtraction) else start).board
    chance = random.Random(5)
    dealt = [board.deal(chance) for _ in range(12)]
    assert len(set(dealt)) > 3
    won = 0
    for position in dealt:
        game = Play(rules, position)
        assert game.match.options and len(taps(game)) <= 40
        won += bool(game.match.advised)
    assert won > 3
