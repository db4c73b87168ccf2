"""Tests of the tables of written games: legal moves, perfect replies, mistakes and outcomes."""

from __future__ import annotations

import ast
import gzip
import random
from copy import deepcopy
from typing import Any

import comm
import nbformat
import pytest
from bs4 import BeautifulSoup

from nimbook import CHAPTERS
from nimbook.play import Play, WrittenPlay
from nimbook.play.match import Match
from nimbook.show._base import ON_A_PAGE
from nimtwist import MuM
from nimtwist.games import BlockingNim, Cram, Hackenbush, Kayles, Nim, Northcott, PolyMuM, Stones
from tests.lib.chapters import NOTEBOOKS, from_chapter
from tests.lib.strategies import SinglePath
from tests.lib.tables import Checker, read_table

MAX_BYTES = 10_000

TWIST = BlockingNim.exactly(3, 1)
GAMES: list[tuple[Any, Any, int | None]] = [
    (Nim(), (1, 2, 3), None),
    (TWIST, TWIST.read("3, 2 not 1"), None),
    (BlockingNim(3, [{1}, {2, 3}]), ((1, 3), frozenset({1})), None),
    (Kayles(), (1, 4), None),
    (MuM(5), (4, 6), None),
    (MuM(5, consolidation="own-turn"), (4, 6), None),
    (PolyMuM(7), (2, 3), None),
    (Cram(), Cram().read(".../..#"), None),
    (Hackenbush(), Hackenbush().read("0-1, 1-2, 1-3, 0-4"), None),
    (Stones(), frozenset({(2, 2)}), None),
    (Northcott(5, retreats=False), ((0, 3), (1, 4)), None),
    (SinglePath(), 6, None),
    (Nim(), (1, 2, 2), 3),
    (Nim(), (1, 2), 4),
]


def table_of(rules: Any, start: Any, players: int | None = None) -> dict[str, Any]:
    html = WrittenPlay(rules, start, players=players).html
    assert len(gzip.compress(html.encode())) < MAX_BYTES
    return read_table(html)


@pytest.mark.parametrize(("rules", "start", "players"), GAMES, ids=repr)
def test_tables_agree_with_the_rules(rules: Any, start: Any, players: int | None) -> None:
    checker = Checker(table_of(rules, start, players), rules, start, players or 2)
    assert not [*checker.errors()]
    assert {*checker.positions} == {*range(len(checker.states))}
    for state in checker.positions:
        for move in checker.moves(state):
            options = [*checker.options_of(checker.positions[state], move)]
            if players is None and len(options) == 1 and checker.rank(options[0]) == 1:
                assert (len(move["to"]) == 2) == can_err(checker, options[0]), (state, options)


def can_err(checker: Checker, position: Any) -> bool:
    """Return whether the opponent can lose a won game without missing a move that ends it."""
    replies = checker.options(position)
    wins = [reply for reply in replies if checker.rank(reply) == 0]
    return len(wins) < len(replies) and all(map(checker.options, wins))


@pytest.mark.parametrize("kind", ["outcome", "mistake", "position", "words", "missing"])
def test_errors_in_a_table_are_detected(kind: str) -> None:
    start, rng = TWIST.read("3, 2 not 1"), random.Random(1)
    table = table_of(TWIST, start)
    titles, numbers = Checker(table, TWIST, start), range(len(table["states"]))
    for _ in range(6):
        broken = deepcopy(table)
        state = rng.choice(broken["states"])
        moves = [move for move in state["answers"] if isinstance(move, dict)]
        if kind == "outcome" or not moves:
            state["wins"] = not state["wins"]
        elif kind == "mistake":
            rng.choice(moves)["worse"] ^= True
        elif kind == "position":  # lead to another position
            to = rng.choice(moves)["to"][0]
            others = [n for n in numbers if titles.title(n) != titles.title(to[0])]
            to[0] = rng.choice(others)
        elif kind == "words":  # describe another move
            rng.choice(moves)["to"][0][-1] = 0
        else:  # leave out all moves from the start
            broken["states"][0]["answers"] = []
        assert [*Checker(broken, TWIST, start).errors()], kind


def test_a_reply_that_throws_a_win_away_is_not_the_best_one() -> None:
    table = table_of(Nim(), (2, 3))
    answers = [answer for state in table["states"] for answer in state["answers"]]
    worse = [answer for answer in answers if isinstance(answer, dict) and answer["worse"]]
    next(answer["to"] for answer in worse if len(answer["to"]) == 2).reverse()
    assert [*Checker(table, Nim(), (2, 3)).errors()]


def test_illegal_taps_and_hints_look_as_on_the_board() -> None:
    rules, start = TWIST, TWIST.read("4, 2, 1 not 1")
    play, table = Play(rules, start), table_of(rules, start)
    checker, state = Checker(table, rules, start), table["states"][0]
    errors = {checker.text(answer[1::2]) for answer in state["answers"] if type(answer) is list}
    for press, wrong, message in (
        (play.board.tap, (0, 3), "taking 1 is forbidden"),
        (play.board.forbid, rules.family[0], "first tap a stick"),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            press(wrong)
        assert str(caught.value) in errors
    play.hint()
    shown = BeautifulSoup(play._status.value, "html.parser").get_text()
    assert shown in checker.text(state["hint"][1::2])


def test_written_games_are_ordinary_games_in_jupyter(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def create(**keys: Any) -> comm.DummyComm:
        made.append(keys)
        return comm.DummyComm()

    monkeypatch.setattr(comm, "create_comm", create)
    Play(Nim(), (1, 2))
    expected = len(made)
    made.clear()
    play = WrittenPlay(Nim(), (1, 2))
    assert len(made) == expected and not play.match.transcript
    assert "application/vnd.jupyter.widget-view+json" in play._repr_mimebundle_()


def test_python_running_in_a_page_writes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ON_A_PAGE, "1")
    assert "text/html" not in WrittenPlay(Nim(), (9, 9, 9, 9))._repr_mimebundle_()


def test_unsuitable_games_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimbook.play._written._MAX_STATES", 12)
    with pytest.raises(ValueError, match=r"the game from \(3, 2, 1\) is .* more than 12 states"):
        WrittenPlay(Nim(), (3, 2, 1))


def test_names_cannot_break_out_of_their_attribute() -> None:
    html = WrittenPlay(Nim(), (1,), name='"><b>').html
    [board] = BeautifulSoup(html, "html.parser").select(".nt-written")
    assert board["data-name"] == '"><b>' and not board.select("b")


@pytest.mark.parametrize(("start", "players"), [((2, 3), None), ((1, 2, 2), 3)])
def test_the_last_mistake_of_a_person_is_found(start: Any, players: int | None) -> None:
    """Compare all games in which everyone plays at random with the definition."""
    checker = Checker({"strings": [], "states": []}, Nim(), start, players or 2)
    found = set()
    for seed in range(30):
        match, rng = Match(Nim(), start, players, level="beginner", seed=seed), random.Random(seed)
        while not match.is_over:
            match.push(rng.choice(match.options))
            match.reply()
        mistakes = [
            number
            for number, move in enumerate(match.transcript)
            if move.seat.is_human
            and checker.rank(move.after) > min(map(checker.rank, checker.options(move.before)))
        ]
        assert match.last_mistake == max(mistakes, default=None)
        found.add(match.last_mistake)
    assert None in found and len(found) > 1


def opening(number: int) -> tuple[Any, str]:
    """Return the game that a chapter shows in its cell `cell-opening`, and its saved HTML."""
    [path] = NOTEBOOKS.glob(f"{number:02}_*.ipynb")
    [cell] = [c for c in nbformat.read(path, as_version=4).cells if c.id == "cell-opening"]
    [output] = cell.outputs
    game = from_chapter(f"{number:02}", ast.unparse(ast.parse(cell.source).body[-1]))
    return game, output.data["text/html"]


class RivalChecker(Checker):
    """A checker that expects the replies of the rival if the rules name one."""

    def _replies(self, position: Any, best: bool) -> list[Any]:
        options = self.options(position)
        rival = getattr(self.rules, "rival", None)
        if rival is None or not best or not options:
            return super()._replies(position, best)
        return [option for option in options if rival.outcome(option) == "P"] or [*options]


@pytest.mark.parametrize("number", range(1, 13))
def test_openings_can_be_won_and_lost_and_their_tables_agree_with_the_rules(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ON_A_PAGE, "1")  # the game does not write its table again
    game, html = opening(number)
    match = game.match
    assert f'data-name="{CHAPTERS[number - 1]}"' in html
    assert len(gzip.compress(html.encode())) < 100_000
    checker = RivalChecker(read_table(html), match.rules, match.start, match.players or 2)
    first = [checker.rank(option) for option in checker.options(match.start)]
    assert 0 < first.count(0) <= len(first) / 2
    assert not [*checker.errors()]
