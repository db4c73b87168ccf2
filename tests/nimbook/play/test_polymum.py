"""Polynomial MuM played: tiles to tap, and an engine that divides in the field."""

from __future__ import annotations

from dataclasses import replace

import ipywidgets as ipw
import pytest

from nimbook.play import Play
from nimtwist import Solver
from nimtwist.games import PolyMuM
from tests.experiments import all_of, said, shown
from tests.nimbook.play.test_play import classes, complaint, status

AES = 0b100011011
FIELD = PolyMuM(0b1011)


def tiles(game: Play) -> list[tuple[str, ipw.Box, ipw.Button]]:
    """Return the heaps: their names, their tiles, and the buttons that leave what is chosen."""
    return [
        (part.children[0].value, part.children[1], part.children[2])
        for part in all_of(game.widget)
        if "nt-heap" in classes(part)
    ]


def choose(game: Play, row: int, heap: int) -> ipw.Button:
    """Choose by its tiles what a heap is to become, and return the button that leaves it."""
    _, box, leave = tiles(game)[row]
    for power, tile in enumerate(reversed(box.children)):
        if ("nt-on" in classes(tile)) != bool(heap >> power & 1):
            tile.click()
    return leave


def test_a_heap_is_the_tiles_of_its_polynomial() -> None:
    game = Play(PolyMuM(0b1011), (1, 2, 5))
    assert [name for name, *_ in tiles(game)] == ["5 = x² + 1", "2 = x", "1"]
    [(_, box, leave), *_] = tiles(game)
    assert [tile.description for tile in box.children] == ["x²", "x", "1"]
    assert [tile.tooltip for tile in box.children] == ["x²: on", "x: off", "1: on"]
    assert leave.layout.display == "none"
    assert choose(game, 0, 3) is leave
    assert (leave.description, leave.tooltip) == ("leave x + 1", "make 5 into 3 = x + 1")
    leave.click()
    assert game.left == (1, 2, 3) and complaint(game) == ""


def test_each_smaller_heap_can_be_left_and_no_other() -> None:
    rules = PolyMuM(0b1011)
    for heap in range(1, 8):
        game = Play(rules, (3, 7))
        leave = choose(game, 0, heap)
        assert ("nt-forbidden" in classes(leave)) == (heap == 7)
        if heap < 7:
            leave.click()
            assert game.left == tuple(sorted((3, heap))) and complaint(game) == ""


def test_what_the_engine_has_changed_is_marked_until_the_next_move() -> None:
    game = Play(PolyMuM(0b1011), (5, 6, 7))
    choose(game, 0, 1).click()
    [before] = set(game.left) - set(game.position)
    [after] = set(game.position) - set(game.left) or {1}
    marked = [tile.description for tile in all_of(game.widget) if "nt-last" in classes(tile)]
    assert len(marked) == (before ^ after).bit_count()
    game.restart()
    assert not [tile for tile in all_of(game.widget) if "nt-last" in classes(tile)]


@pytest.mark.parametrize("rules", [FIELD, replace(FIELD, compulsory=False, when="always")])
@pytest.mark.parametrize("heaps", [(5, 6, 7), (2, 2, 2), (3, 7), (4, 6)])
def test_a_hint_marks_the_tiles_to_tap_and_then_the_button(
    heaps: tuple[int, ...], rules: PolyMuM
) -> None:
    game = Play(rules, heaps)
    wins = Solver(rules).winning_options(heaps)
    game.hint()
    tried = 0
    for _, box, leave in tiles(game):
        marked = [tile for tile in box.children if "nt-hint" in classes(tile)]
        if marked:
            tried += 1
            for tile in marked:
                tile.click()
            assert "nt-hint" in classes(leave)
            leave.click()
            assert game.left in wins
            break
    assert tried == bool(wins)


def test_the_heap_to_move_from_is_the_consolidated_one() -> None:
    game = Play(PolyMuM(0b1011), (2, 2, 2))
    [sentence] = [said(html) for html in shown(game.widget) if "stranded" in html]
    assert sentence.startswith("(2, 2, 2) is stranded: you must make")
    assert [name for name, *_ in tiles(game)] == ["2 = x"] * 3 + ["3 = x + 1"]
    game.hint()
    assert status(game) == "To win, consolidate into x + 1 and make the heap x + 1 into 1."
    choose(game, 3, 2).click()
    assert game.left == (2,)


@pytest.mark.parametrize(
    ("heap", "sentence"),
    [
        (0, "a heap keeps at least 1, but one heap of (202, 83) is gone"),
        (203, "a move makes a heap smaller, but (202, 83) to (203, 83) makes one larger"),
    ],
)
def test_what_cannot_be_done_is_said_and_the_game_goes_on(heap: int, sentence: str) -> None:
    game = Play(PolyMuM(AES), (83, 202))
    assert [len(box.children) for _, box, _ in tiles(game)] == [8, 8]
    leave = choose(game, 0, heap)
    assert "nt-forbidden" in classes(leave)
    leave.click()
    assert complaint(game) == sentence
    assert game.position == (83, 202) and game.left is None
    choose(game, 0, 7).click()
    assert game.left == (7, 83) and complaint(game) == ""
