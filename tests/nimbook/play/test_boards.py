"""Tests that taps make exactly the legal moves and that boards mark the right places."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.claims.stones import WORKED
from nimbook.play import Play
from nimtwist import Sum, games
from nimtwist.games import (
    BlockingNim,
    Cram,
    Hackenbush,
    Kayles,
    MuM,
    Nim,
    Northcott,
    Octal,
    PolyMuM,
    Stones,
    TakeAndBreak,
    Vectors,
)
from nimtwist.games.hackenbush import Picture
from nimtwist.games.northcott import Rows
from nimtwist.games.stones import Stone, StonesPosition
from tests.lib.positions import NORTHCOTT_POSITIONS, NORTHCOTT_WIDTH, dealt, pictures
from tests.lib.strategies import Graph
from tests.lib.widgets import SVG, control, descendants, text_content, visible, visible_html


@dataclass(frozen=True)
class Subtraction:
    """A game that a reader might define: take 1, 3 or 4 sticks. Positions are integers."""

    def options(self, position: int, /) -> list[int]:
        """Return the options of a heap."""
        return [position - n for n in (1, 3, 4) if n <= position]


def tuples(numbers: st.SearchStrategy[Any], most: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(numbers, min_size=1, max_size=most).map(tuple)


def buttons(game: Play, css_class: str = "") -> list[ipw.Button]:
    """Return the board's enabled buttons, or only those with the given CSS class."""
    return [
        part
        for part in visible(game._table)
        if isinstance(part, ipw.Button)
        and not part.disabled
        and part.layout.display != "none"
        and (not css_class or css_class in part._dom_classes)
    ]


def parts_with(game: Play, css_class: str) -> set[Any]:
    """Return the keys of the board's parts that have the given CSS class."""
    return {key for key, part in game.board.parts.items() if css_class in part._dom_classes}


def options_by_taps(game: Play, max_taps: int, css_class: str = "") -> set[Any]:
    """Return the options that can be reached with at most `max_taps` taps.

    If a CSS class is given, tap only buttons that have it or that were tapped earlier in the move.
    """

    def tap(*path: int) -> None:
        game.restart()
        if css_class:
            game.hint()
        for i in path:
            buttons(game)[i].click()

    options, paths = set(), [tuple[int, ...]()]
    for _ in range(max_taps):
        longer = []
        for path in paths:
            tap(*path)
            for i, button in enumerate(buttons(game)):
                if css_class and css_class not in button._dom_classes and i not in path:
                    continue
                buttons(game)[i].click()
                if game.match.transcript:
                    options.add(game.match.round[0].after)
                elif game.error:
                    continue  # the tap was rejected
                else:
                    longer.append((*path, i))
                tap(*path)
        paths = longer
    return options


UNITS = st.sampled_from([1, 2, 3, 4, 6])
FEW = tuples(st.integers(1, 3), 2)
SMALL = st.frozensets(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=3)
CELLS = st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6)
ROWS = tuples(st.tuples(st.integers(0, 1), st.integers(2, 4)), 2)
BLOCKING = BlockingNim(3, [{1}, {2, 3}, {1, 2, 3}])
FIELD = PolyMuM(0b111)

# Games, each with a strategy for its positions and the maximum number of taps that a move takes.
GAMES: list[tuple[Any, st.SearchStrategy[Any], int]] = [
    (Nim(), tuples(st.integers(1, 4), 3), 1),
    (Subtraction(), st.integers(1, 9) | st.just(30), 1),
    (MuM(5), tuples(UNITS, 2), 1),
    (MuM(5, "own-turn"), tuples(UNITS, 2), 1),
    (FIELD, tuples(st.integers(1, 3), 2), 3),
    (replace(FIELD, compulsory=False, when="always"), FEW, 3),
    (BLOCKING, st.tuples(FEW, st.sampled_from(BLOCKING.family)), 2),
    (Northcott(5), ROWS, 1),
    (Northcott(5, retreats=False), ROWS, 1),
    (Cram(), CELLS, 2),
    (Hackenbush(), pictures(5), 1),
    (Kayles(), FEW, 2),
    (
        Vectors(repeated=[(1, 0), (0, 1), (1, 1)]),
        st.tuples(st.integers(0, 4), st.integers(1, 4)),
        1,
    ),
    (Vectors([(1, 0, 0), (0, 1, 1)]), st.tuples(*[st.integers(1, 3)] * 3), 1),
    (Octal("0.137"), tuples(st.integers(1, 5), 2), 2),
    (TakeAndBreak({1: [0, 2], 3: [0, 1]}, different=True), tuples(st.integers(1, 6), 2), 2),
    (TakeAndBreak({0: [2], 1: [3]}), tuples(st.integers(1, 5), 2), 1),
    (games.Subtraction({1, 3, 4}), tuples(st.integers(1, 6), 3), 1),
    (Stones(), SMALL, 2),
    (Sum(Kayles(), Nim()), st.tuples(FEW, FEW), 2),
    (Sum(Sum(Nim(), Nim()), Hackenbush()), st.tuples(st.tuples(FEW, FEW), pictures(3)), 1),
    (Graph(((), (0,), (0, 1, 0), (1,), (2, 3))), st.integers(0, 4), 1),
    # Stranded and large heaps
    (MuM(5), st.just((2, 2, 2)), 1),
    (MuM(5, "own-turn"), st.sampled_from([(1, 1), (2, 2, 2)]), 1),
    (FIELD, st.just((2, 2)), 3),
    (PolyMuM(0b1011), st.just((2, 2, 2)), 2),
]
GAMES += [(rules, positions, 2) for rules, positions in dealt(game[0] for game in GAMES)]


@pytest.mark.parametrize(("rules", "positions", "taps"), GAMES, ids=lambda value: repr(value)[:40])
@settings(max_examples=3)
@given(data=st.data())
def test_taps_make_exactly_the_legal_moves(
    rules: Any, positions: st.SearchStrategy[Any], taps: int, data: st.DataObject
) -> None:
    game = Play(rules, data.draw(positions))
    wins, options = {*game.match.recommended}, {*game.match.options}
    assert {*getattr(game.board, "_options_by_taps", {}).values()} <= options
    if isinstance(rules, BlockingNim):  # with no heaps left, there is nothing to forbid
        options = {option for option in options if option[0] or option[1] == rules.family[0]}
    assert options_by_taps(game, taps) == options
    assert bool(wins & options_by_taps(game, taps, "nt-hint")) == bool(wins)


# --- Heaps ---------------------------------------------------------------------------------------


@given(tuples(st.integers(0, 6), 4), st.integers(2, 4), st.integers(0, 10**6))
def test_sticks_taken_by_others_leave_outlines(
    start: tuple[int, ...], players: int, seed: int
) -> None:
    choices, game = random.Random(seed), Play(Nim(), start, players=players)
    animations = [game.board._box()._dom_classes[1]]
    while options := Nim().options(game.position):
        game.move(choices.choice(options))
        gone = [
            sum("nt-gone" in stick._dom_classes for stick in row.box.children)
            for row in game.board.rows.values()
        ]
        sizes = [size + taken for size, taken in zip(game.board.heap_sizes, gone, strict=True)]
        assert sorted(filter(None, game.board.heap_sizes)) == list(game.position)
        assert sorted(filter(None, sizes)) == list(game.match.round[0].after)
        animations.append(game.board._box()._dom_classes[1])
        game.hint()
        assert game.board._box()._dom_classes[1] == animations[-1], "a hint restarts no animation"
    assert all(a != b for a, b in pairwise(animations))


def test_a_large_family_has_a_menu() -> None:
    rules = BlockingNim.exactly(6, 2)
    game = Play(rules, ((5, 6), rules.family[0]))
    menu = control(game.widget, "forbid")
    menu.value = rules.family[3]
    assert game.error.startswith("first tap a stick") and not menu.value
    buttons(game, "nt-stick")[3].click()
    menu.value = rules.family[3]
    assert game.match.round[0].after == ((3, 5), rules.family[3]) and not menu.value


def test_sticks_are_taken_before_something_is_forbidden() -> None:
    rules = BlockingNim.exactly(3, 1)
    game = Play(rules, rules.read("4, 2, 1 not 1"))
    board, message = game.board, "Taking {} from the heap of 4. Now forbid a number for the engine."
    board.chips[rules.family[0]].click()
    assert game.error == "first tap a stick to take it and all to its right, then forbid"
    for stick, taken, lifted in ((1, 3, {1, 2, 3}), (2, 2, {2, 3})):
        board.parts[0, stick].click()
        assert parts_with(game, "nt-lifted") == {(0, i) for i in lifted}
        assert text_content(game._status.value) == message.format(taken)
    for cancel in (board.parts[0, 2].click, game.undo):
        cancel()
        assert not parts_with(game, "nt-lifted")
        assert text_content(game._status.value) == "Your move."
        board.parts[0, 2].click()
    game.hint()
    hinted = [chip for chip in board.chips.values() if "nt-hint" in chip._dom_classes]
    assert hinted == [board.chips[frozenset({1})]] and not parts_with(game, "nt-hint")
    hinted[0].click()
    assert game.match.transcript[0].after == ((1, 2, 2), frozenset({1}))
    assert not parts_with(game, "nt-lifted") and not game.error


@pytest.mark.parametrize(
    ("rules", "start", "option"),
    [
        (Nim(), (999, 1), (999,)),
        (Nim(), (1,) * 150, (1,) * 149),
        (Kayles(), (100,), (99,)),
        (Stones(), frozenset({(20, 20)}), frozenset({(20, 19)})),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_moves_on_large_boards_are_typed_or_chosen_in_words(
    rules: Any, start: Any, option: Any
) -> None:
    game = Play(rules, start)
    assert len(buttons(game, "nt-stick") + buttons(game, "nt-spot")) < 20
    control(game.widget, "or type").value = rules.show(option)
    assert (game.error, game.match.round[0].after) == ("", option)
    game.restart()
    if words := buttons(game, "nt-do"):
        assert len(words) == len({*rules.options(start)})
        words[0].click()
        assert game.match.round[0].after == rules.options(start)[0]


# --- Northcott's game ----------------------------------------------------------------------------


@settings(max_examples=10)
@given(NORTHCOTT_POSITIONS, st.integers(0, 10**6))
def test_squares_left_by_tokens_and_winning_squares_are_marked(position: Rows, seed: int) -> None:
    rules, rng = Northcott(NORTHCOTT_WIDTH), random.Random(seed)
    game = Play(rules, position)
    for _ in range(3):
        if not game.match.options:
            break
        game.hint()
        wins = map(rules.turned, rules.closed_form.winning_options(game.position))
        assert parts_with(game, "nt-hint") == {
            (row, new)
            for win in wins
            for row, ((new, _), (old, _)) in enumerate(zip(win, game.position, strict=True))
            if new != old
        }
        before = game.position
        game.board.parts[rng.choice(sorted(parts_with(game, "nt-reach")))].click()
        assert not parts_with(game, "nt-hint")
        moved = enumerate(zip(before, game.match.displayed_position, strict=True))
        assert parts_with(game, "nt-gone") == {(i, a) for i, ((_, a), (_, b)) in moved if a != b}
        places = [token.layout.left for _, token in game.board.tokens]
        assert places == [
            f"{100 * right / rules.width:.4g}%" for _, right in game.match.displayed_position
        ]


# --- Hackenbush ----------------------------------------------------------------------------------


def standing(game: Play) -> str:
    """Return the letters of the edges that are still standing."""
    return "".join(
        sorted({*game.board.parts} - parts_with(game, "nt-gone") - parts_with(game, "nt-fallen"))
    )


def falling(game: Play, kind: str) -> int:
    """Return the number of edges in the picture's layers that have the CSS class `kind`."""
    [drawing] = [html for html in visible_html(game.widget) if "<svg" in html]
    groups = ElementTree.fromstring(drawing).iter(f"{SVG}g")
    return sum(
        part.tag == f"{SVG}path" for group in groups if group.get("class") == kind for part in group
    )


@settings(max_examples=10)
@given(pictures(6), st.integers(0, 10**6))
def test_exactly_the_edges_that_a_cut_disconnects_fall(picture: Picture, seed: int) -> None:
    game, rng = Play(Hackenbush(), picture), random.Random(seed)
    while game.match.options:
        before, letters = game.position, standing(game)
        words = [game.board.describe(before, option) for option in game.match.options]
        assert [word[-1] for word in words] == [*letters] or len({*before.edges}) < len(letters)
        letter = rng.choice(letters)
        game.board.parts[letter].click()
        assert letter not in standing(game)
        assert falling(game, "nt-went") == len(before.edges) - len(game.match.round[0].after.edges)
        assert falling(game, "nt-gone") == len(game.match.round[0].after.edges) - len(
            game.position.edges
        )
        assert len(standing(game)) == len(game.position.edges)


def test_edges_keep_their_letters() -> None:
    game = Play(Hackenbush(), Hackenbush().read("0-1, 1-2, 1-3, 0-4, 4-5, 5-6"))
    parts = dict(game.board.parts)
    parts["d"].click()
    assert game.message == "You cut branch d. The engine cuts branch f. Your move."
    assert standing(game) == "abce"
    parts["d"].click()
    assert game.error == "d has fallen already"
    game.undo()
    assert game.board.parts == parts, "the board and the focus persist"


# --- Stones --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spots", "option"),
    [
        # Tapping a stone that the selected one cannot reach selects the new stone instead. Tapping
        # the selected stone again deselects it.
        ([(4, 7), (14, 8), (13, 8)], WORKED ^ {(14, 8), (13, 8)}),
        ([(4, 7), (4, 7), (6, 4), (5, 4)], WORKED ^ {(6, 4), (5, 4)}),
    ],
)
def test_tapping_another_stone_selects_it(spots: list[Stone], option: StonesPosition) -> None:
    game = Play(Stones(), WORKED)
    for spot in spots:
        game.board.parts[spot].click()
    assert (game.match.round[0].after, game.error) == (option, "")
    assert parts_with(game, "nt-stone") == game.position
    assert not parts_with(game, "nt-chosen") and not parts_with(game, "nt-reach")


@settings(max_examples=10)
@given(SMALL, st.integers(0, 10**6))
def test_added_and_removed_stones_are_marked(position: StonesPosition, seed: int) -> None:
    game, rng = Play(Stones(), position), random.Random(seed)
    while options := Stones().options(game.position):
        option = rng.choice(options)
        game.move(option)
        assert parts_with(game, "nt-gone") == option - game.position
        assert parts_with(game, "nt-last") == game.position - option
        assert ("nt-frame" in game.board.rectangle._dom_classes) == (game.position != option)


def test_a_game_starts_from_stones_placed_by_the_reader() -> None:
    game = Play(Stones(), frozenset(), "placing")
    [mode] = (part for part in descendants(game.widget) if isinstance(part, ipw.ToggleButtons))
    mode.index = 1
    parts = game.board.parts
    for spot in ((2, 3), (1, 1), (3, 3), (1, 1)):
        parts[spot].click()
    assert game.position == {(2, 3), (3, 3)}
    assert game.board.parts is parts, "the board and the focus persist"
    assert control(game.widget, "start from").value == "(2, 3), (3, 3)"
    parts[0, 2].click()
    assert game.error == "(0, 2) is on an axis, where stones are dead: choose another spot"
    mode.index = 0
    for spot in ((3, 3), (2, 0)):
        parts[spot].click()
    assert (game.match.round[0].after, game.match.is_over) == (frozenset(), True)


def test_the_board_grows_with_the_stones() -> None:
    game = Play(Stones(), frozenset({(2, 2)}))
    start = control(game.widget, "start from")
    for text, count in (("9, 9", 256), ("1, 1", 256), ("20, 20", 0), ("2, 2", 16)):
        start.value = text
        assert len(buttons(game, "nt-spot")) == count
    start.value = "30000, 30000"
    assert "too many to list" in game.error and game.position == {(2, 2)}
