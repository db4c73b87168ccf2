"""The gallery's games played: Northcott's game, Cram and Hackenbush."""

from __future__ import annotations

import random
import re
from typing import Any
from xml.etree import ElementTree

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook import engine
from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import Cram, Hackenbush, Kayles, Northcott
from nimtwist.games.cram import CramPosition
from nimtwist.games.hackenbush import Picture
from nimtwist.games.northcott import Rows
from tests.experiments import all_of, shown
from tests.nimbook.play.test_play import complaint, rows, title, type_move
from tests.nimbook.show.test_draw import SVG
from tests.nimtwist.games.test_hackenbush import pictures
from tests.nimtwist.games.test_northcott import POSITIONS, WIDTH

# --- Deals ----------------------------------------------------------------------------------------


def cram_game(rows: int, columns: int) -> tuple[Cram, CramPosition]:
    """Return the empty board."""
    return Cram(), Cram.rectangle(rows, columns)


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        (Northcott(7), ((0, 4), (2, 5), (1, 6))),
        (Cram(), Cram.rectangle(4, 5)),
        (Hackenbush(), Picture.stalks([3, 2])),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_dealt_can_be_played_at_once_and_mostly_won(rules: Any, start: Any) -> None:
    game = Play(rules, start)
    dealt = [game.board.deal(random.Random(seed)) for seed in range(12)]
    assert dealt == [game.board.deal(random.Random(seed)) for seed in range(12)]
    won = 0
    for position in dealt:
        game.restart(position)
        assert game.match.options
        won += bool(game.match.advised)
    assert won >= 6 and len({game.show(position) for position in dealt}) > 9


# --- Northcott's game -----------------------------------------------------------------------------

NORTHCOTT = Northcott(WIDTH)


def square(game: Play, row: int, column: int) -> ipw.Button:
    """Return the button of a square, by its name on the page."""
    name = f"row {row}, square {column}"
    [found] = (
        part
        for part in all_of(game.widget)
        if isinstance(part, ipw.Button) and re.split(", (?=[^s])", part.tooltip or "")[0] == name
    )
    return found


def tapped(game: Play, row: int, column: int) -> Play:
    square(game, row, column).click()
    return game


def of_rows(game: Play, look: str) -> set[tuple[int, int]]:
    """Return the squares that have a class, by row and column."""
    return {
        (row, column)
        for row in range(1, len(game.position) + 1)
        for column in range(WIDTH)
        if look in square(game, row, column)._dom_classes
    }


def tokens(game: Play, kind: str) -> list[float]:
    """Return on which squares the tokens of a kind lie, row by row."""
    return [
        round(float(part.layout.left.removesuffix("%")) / 100 * WIDTH, 2)
        for part in all_of(game.widget)
        if kind in part._dom_classes
    ]


@settings(max_examples=25)
@given(POSITIONS, st.integers(0, 10**6))
def test_what_is_marked_is_where_the_engine_went_and_a_hint_names_what_wins(
    position: Rows, seed: int
) -> None:
    game, chance = Play(NORTHCOTT, position), random.Random(seed)
    for _ in range(3):
        if not game.match.options:
            break
        game.hint()
        wins = [
            NORTHCOTT.turned(win) for win in NORTHCOTT.closed_form.winning_options(game.position)
        ]
        assert of_rows(game, "nt-hint") == {
            (row, new)
            for win in wins
            for row, (new, old) in enumerate(
                ((a, b) for (a, _), (b, _) in zip(win, game.position, strict=True)), 1
            )
            if new != old
        }
        row, column = chance.choice(sorted(of_rows(game, "nt-reach")))
        before = game.position
        tapped(game, row, column)
        assert not of_rows(game, "nt-hint")
        came = {
            (i, old)
            for i, ((_, old), (_, new)) in enumerate(zip(before, game.match.seen, strict=True), 1)
            if old != new
        }
        assert of_rows(game, "nt-gone") == came
        assert tokens(game, "nt-others") == [right for _, right in game.match.seen]


@pytest.mark.parametrize(
    ("column", "sentence"),
    [
        (1, "on 1 your token stands: choose where in its row it goes"),
        (4, "a token does not go onto the other one or past it, to 4"),
        (5, "a token does not go onto the other one or past it, to 5"),
        (0, "tokens only move towards each other, but 0 is a retreat"),
    ],
)
def test_a_square_that_cannot_be_reached_says_why(column: int, sentence: str) -> None:
    game = Play(Northcott(WIDTH, retreats=False), ((1, 4),))
    assert complaint(tapped(game, 1, column)) == sentence
    assert complaint(tapped(game, 1, 2)) == ""


# --- Cram -----------------------------------------------------------------------------------------


def cells(game: Play) -> list[ipw.Button]:
    return [w for w in all_of(game.widget) if "nt-cell" in w._dom_classes]


def cell(game: Play, row: int, column: int) -> ipw.Button:
    """Return the button of a cell, by its name on the page."""
    [found] = (b for b in cells(game) if b.tooltip.split(":")[0] == f"row {row}, column {column}")
    return found


def place(game: Play, *domino: tuple[int, int]) -> None:
    for row, column in domino:
        cell(game, row, column).click()


def looks(game: Play) -> dict[str, int]:
    """Return how many cells there are of each look."""
    found: dict[str, int] = {}
    for widget in cells(game):
        for look in widget._dom_classes[1:]:
            found[look] = found.get(look, 0) + 1
    return found


def test_a_cell_that_is_no_neighbour_is_chosen_instead_and_a_chosen_one_let_go() -> None:
    game = Play(*cram_game(2, 4))
    place(game, (1, 1), (1, 3))
    assert "nt-chosen" in cell(game, 1, 3)._dom_classes
    assert looks(game) == {"nt-chosen": 1, "nt-beside": 3}
    cell(game, 1, 3).click()
    assert looks(game) == {}
    assert len(game.position) == 8


def test_a_board_that_takes_too_long_is_refused_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_MOST_MET", 5_000)
    game = Play.chosen_by(cram_game, rows=ipw.IntSlider(3, 1, 9), columns=ipw.IntSlider(4, 1, 9))
    game.widget.children[1].value = 7
    assert complaint(game) == ""
    game.widget.children[0].value = 9
    assert complaint(game).endswith(" is too large to solve here: more than 5000 positions")
    assert len(cells(game)) == len(game.position) == 21


BOARDS = st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=9)


def of_cells(game: Play, *looks: str) -> set[tuple[int, int]]:
    """Return the cells that have one of some classes, by row and column from 0 on."""
    return {
        (int(words[1]) - 1, int(words[3]) - 1)
        for button in cells(game)
        if {*looks} & {*button._dom_classes}
        and (words := button.tooltip.replace(",", "").replace(":", "").split())
    }


@settings(max_examples=25)
@given(BOARDS, st.integers(0, 10**6))
def test_the_engines_domino_dead_cells_and_a_winning_domino_are_marked(
    position: CramPosition, seed: int
) -> None:
    game, chance, search = Play(Cram(), position), random.Random(seed), Solver(Cram())
    while options := Cram().options(game.position):
        live = frozenset[tuple[int, int]]().union(*(game.position - o for o in options))
        assert of_cells(game, "nt-dead") == game.position - live
        assert {(r, c) for r, c in live if not cell(game, r + 1, c + 1).tabbable} == set()
        game.hint()
        named = of_cells(game, "nt-hint")
        if search.outcome(game.position) == "N":
            assert search.outcome(game.position - named) == "P"
            assert game.position - named in options
        else:
            assert not named
        option = chance.choice(options)
        game.move(option)
        assert of_cells(game, "nt-last") == option - game.position
        assert not of_cells(game, "nt-hint")


# --- Hackenbush -----------------------------------------------------------------------------------

HACKENBUSH = Hackenbush()


def edges(game: Play) -> dict[str, ipw.Button]:
    """Return the buttons on the edges that stand, by their letters."""
    return {
        part.description: part
        for part in all_of(game.widget)
        if "nt-cut" in part._dom_classes and not {"nt-gone", "nt-fallen"} & {*part._dom_classes}
    }


def letters(game: Play) -> str:
    """Return the letters of the edges that stand; as many lines must stand in the picture."""
    [drawing] = [html for html in shown(game.widget) if "<svg" in html]
    picture = ElementTree.fromstring(drawing)
    lines = [part for part in picture.iter(f"{SVG}g") if "nt-on-" in part.get("class", "")]
    assert len(lines) == len(edges(game))
    return "".join(edges(game))


def fallen(game: Play, kind: str) -> int:
    """Return how many edges fall in the picture: those that are gone, or that the player cut."""
    [drawing] = [html for html in shown(game.widget) if "<svg" in html]
    groups = ElementTree.fromstring(drawing).iter(f"{SVG}g")
    return sum(
        part.tag == f"{SVG}path" for group in groups if group.get("class") == kind for part in group
    )


def test_edges_keep_their_letters_while_others_fall() -> None:
    game = Play(HACKENBUSH, HACKENBUSH.read("0-1, 1-2, 1-3, 0-4, 4-5, 5-6"))
    assert letters(game) == "abcdef"
    assert edges(game)["b"].tooltip == "cut b, between the ground and 4"
    assert edges(game)["d"].tooltip == "cut d, between 1 and 3"
    before = edges(game)
    before["d"].click()
    assert game.message == "You cut edge d. The engine cuts edge f. Your move."
    assert letters(game) == "abce"
    assert (fallen(game, "nt-went"), fallen(game, "nt-gone")) == (1, 1)
    assert "nt-fallen" in before["d"]._dom_classes and "nt-gone" in before["f"]._dom_classes
    assert not before["d"].tabbable and before["a"].tabbable
    before["d"].click()
    assert complaint(game) == "d has fallen already"
    game.undo()
    assert edges(game) == before, "the board stays, and the focus with it"
    type_move(game, "0-4 4-5 5-6")
    assert title(game) == "()"
    assert letters(game) == ""
    assert (fallen(game, "nt-went"), fallen(game, "nt-gone")) == (3, 3)
    game.restart(Picture([(0, 1), (1, 2)]))
    assert letters(game) == "ab"


def test_of_edges_between_the_same_nodes_the_one_that_is_touched_falls() -> None:
    game = Play(HACKENBUSH, HACKENBUSH.read("0-1 0-1 0-1 0-2"))
    edges(game)["a"].click()
    assert "a" not in edges(game) and len(edges(game)) == 2
    assert len(game.position.edges) == 2
    game.undo()
    edges(game)["b"].click()
    assert "a" in edges(game) and "b" not in edges(game)


def test_a_move_is_described_by_the_letter_on_the_board() -> None:
    start = HACKENBUSH.read("0-1, 1-2, 1-3, 0-4, 4-5, 5-6")
    game = Play(HACKENBUSH, start)
    left = [game.board.describe(start, option) for option in HACKENBUSH.options(start)]
    assert left[:2] == ["cut edge a", "cut edge b"]
    assert [words[-1] for words in left] == [*edges(game)]
    edges(game)["c"].click()
    now = [game.board.describe(game.position, o) for o in HACKENBUSH.options(game.position)]
    assert [words[-1] for words in now] == [*edges(game)]


@settings(max_examples=25)
@given(pictures(6), st.integers(0, 10**6))
def test_every_edge_can_be_cut_and_what_the_engine_changed_is_what_falls(
    picture: Picture, seed: int
) -> None:
    game, solver = Play(HACKENBUSH, picture), Solver(HACKENBUSH)
    left = []
    for letter in letters(game):
        game.restart()
        edges(game)[letter].click()
        left.append(game.left)
        assert fallen(game, "nt-went") == len(picture.edges) - len(game.left.edges)
        assert fallen(game, "nt-gone") == len(game.left.edges) - len(game.position.edges)
        assert len(letters(game)) == len(game.position.edges)
        game.hint()
        options = HACKENBUSH.options(game.position)
        wins = sum(solver.outcome(option) == "P" for option in options)
        hinted = [b for b in edges(game).values() if "nt-hint" in b._dom_classes]
        assert len(hinted) == wins
        if hinted:
            hinted[seed % len(hinted)].click()
            assert solver.outcome(game.match.round[0].after) == "P"
            assert not any("nt-hint" in b._dom_classes for b in edges(game).values())
    assert left == HACKENBUSH.options(picture)


def test_a_picture_too_large_to_draw_is_not_played() -> None:
    with pytest.raises(ValueError, match="has too many edges to draw: at most 26"):
        Play(HACKENBUSH, Picture.stalks([27]))


# --- Kayles ---------------------------------------------------------------------------------------


def pins(game: Play) -> list[ipw.Button]:
    return [w for w in all_of(game.widget) if "nt-pin" in w._dom_classes]


def test_a_pin_falls_alone_or_with_its_neighbour() -> None:
    game = Play(Kayles(), (7, 4))
    assert [pin.tooltip for pin in pins(game)][:2] == [
        "row 1, pin 1: stands",
        "row 1, pin 2: stands",
    ]
    pins(game)[2].click()
    assert "nt-chosen" in pins(game)[2]._dom_classes
    beside = [pin.tooltip for pin in pins(game) if "nt-beside" in pin._dom_classes]
    assert beside == ["row 1, pin 2: hit both", "row 1, pin 4: hit both"]
    pins(game)[3].click()
    assert game.left == (2, 3, 4)
    game.undo()
    pins(game)[2].click()
    pins(game)[5].click()  # another one instead
    assert game.left is None
    pins(game)[5].click()
    assert game.left == (1, 4, 5)


def test_very_many_pins_are_played_in_words() -> None:
    game = Play(Kayles(), (100,))
    assert not pins(game)
    [(_, buttons)] = rows(game)
    assert len(buttons) == len(Kayles().options((100,)))
    buttons[3].click()
    assert game.left == Kayles().options((100,))[3]
