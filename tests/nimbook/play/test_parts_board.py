"""Boards on which parts are tapped: taps make the moves of the rules, and nothing else."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.play import Play
from nimbook.play._parts_board import PartsBoard
from nimtwist.games import Cram, Hackenbush, Kayles, MuM, Nim, Northcott, Stones
from tests.nimtwist.games.test_hackenbush import pictures

SPOTS = st.tuples(st.integers(1, 3), st.integers(1, 3))
ROWS = st.tuples(st.integers(0, 1), st.integers(2, 4))
UNITS = st.sampled_from([1, 2, 3, 4, 6])
GAMES: dict[Any, st.SearchStrategy[Any]] = {
    Nim(): st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple),
    MuM(5): st.lists(UNITS, min_size=1, max_size=2).map(tuple),
    Northcott(5): st.lists(ROWS, min_size=1, max_size=2).map(tuple),
    Cram(): st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6),
    Hackenbush(): pictures(5),
    Kayles(): st.lists(st.integers(1, 4), min_size=1, max_size=2).map(sorted).map(tuple),
    Stones(): st.frozensets(SPOTS, min_size=1, max_size=3),
}


@pytest.mark.parametrize("rules", GAMES, ids=repr)
@settings(max_examples=10)
@given(data=st.data())
def test_taps_make_every_move_and_no_other(rules: Any, data: st.DataObject) -> None:
    position = data.draw(GAMES[rules])
    game = Play(rules, position)
    board: PartsBoard[Any] = game.board
    reached = set()
    for taps in product(board.parts, repeat=2):
        board.chosen = ()
        for key in taps:
            if not game.match.transcript:
                board.parts[key].click()
        if game.match.transcript:
            reached.add(game.left)
            game.restart()
    assert reached == {*rules.options(rules.canonical(position))}


@pytest.mark.parametrize("rules", GAMES, ids=repr)
@settings(max_examples=10)
@given(data=st.data())
def test_who_taps_what_a_hint_marks_wins(rules: Any, data: st.DataObject) -> None:
    game = Play(rules, data.draw(GAMES[rules]))
    wins = game.match.advised
    game.hint()
    marked = [key for key, part in game.board.parts.items() if "nt-hint" in part._dom_classes]
    assert bool(marked) == bool(wins)
    for taps in (*product(marked), *product(marked, repeat=2)):
        for key in taps:
            if not game.match.transcript:
                game.board.parts[key].click()
        if game.match.transcript:
            break
    assert not wins or game.left in wins
