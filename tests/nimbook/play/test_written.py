"""Tests that precomputed game tables contain exactly the legal moves and only optimal replies."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import comm
import pytest
from bs4 import BeautifulSoup

from nimbook.play import Play, WrittenPlay
from nimbook.play._written import UNDO
from nimtwist import MuM, Solver
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Cram, Kayles, Nim, Northcott, Stones

MAX_BYTES = 10_000

TWIST = BlockingNim.exactly(3, 1)
GAMES: list[tuple[Any, Any]] = [
    (Nim(), (1, 2, 3, 3)),
    (TWIST, TWIST.read("4, 2, 1 not 1")),
    (Kayles(), (3, 1)),
    (MuM(5), (4, 6)),
    (MuM(5, consolidation="own-turn"), (4, 6)),
    (Cram(), Cram().read(".../..#")),
    (Northcott(5, retreats=False), ((0, 3), (1, 4))),
]


def written(rules: Any, start: Any) -> dict[str, Any]:
    """Return the game's table, parsed the way the page parses it."""
    html = WrittenPlay(rules, start).html
    assert len(gzip.compress(html.encode())) < MAX_BYTES
    page = BeautifulSoup(html, "html.parser")
    assert page.script
    table: dict[str, Any] = json.loads(page.script.text)
    return table


class Reader:
    """A simulated reader that checks a table against the rules and an independent solver."""

    def __init__(self, rules: Any, table: dict[str, Any]) -> None:
        self.rules, self.strings, self.states = rules, table["strings"], table["states"]
        self.solver = Solver(rules)

    def text(self, *pieces: int) -> str:
        """Join the table's strings at the given indices, and strip the HTML tags."""
        html = "".join(self.strings[piece] for piece in pieces)
        return BeautifulSoup(html, "html.parser").get_text("")

    def position(self, state: int) -> Any:
        """Return the position that is displayed in a state."""
        return self.rules.canonical(self.rules.read(self.text(self.states[state][0][1])))

    def moves(self, state: int) -> set[int]:
        """Return the states that one move can lead to. A move may consist of several choices."""
        here, chosen = self.position(state), [state]
        moves: set[int] = set()
        for choice in chosen:
            for answer in self.states[choice][1]:
                if not isinstance(answer, int) or answer == UNDO or answer in (*chosen, *moves):
                    continue
                if self.position(answer) == here:
                    chosen.append(answer)
                elif answer:
                    moves.add(answer)
        return moves

    def message(self, state: int) -> str:
        """Return the message below the board."""
        pieces = self.states[state][0]
        return self.text(*(piece for piece in pieces if 'role="status"' in self.strings[piece]))

    def errors(self) -> Iterator[str]:
        """Yield a description of each error in the table."""
        for state, (_, answers) in enumerate(self.states):
            position = self.position(state)
            options = self.rules.options(position)
            moves = {(self.message(move), self.position(move)) for move in self.moves(state)}
            allowed = set()
            for option in options:
                replies = {*self.rules.options(option)} or {option}
                best = {reply for reply in replies if self.solver.outcome(reply) == "P"} or replies
                words = f"You {describe_move(self.rules, position, option)}."
                good = {
                    (message, to)
                    for message, to in moves
                    if message.startswith(words) and to in best
                }
                allowed |= good
                if not good:
                    yield f"{state}: no good reply after {option}"
            if moves - allowed:
                yield f"{state}: {moves - allowed} cannot follow {position}"
            judgement = self.text(*answers[-4][1::2])
            outcome = self.solver.outcome(position)
            if options and f"This is {outcome}:" not in judgement:
                yield f"{state}: {position} is {outcome}, but the table says {judgement!r}"


@pytest.mark.parametrize(("rules", "start"), GAMES)
def test_tables_agree_with_the_rules_and_a_solver(rules: Any, start: Any) -> None:
    assert not [*Reader(rules, written(rules, start)).errors()]


def test_errors_in_a_table_are_detected() -> None:
    rules, start = Nim(), (1, 2, 4)
    table = written(rules, start)
    answers = table["states"][0][1]
    for answer in Reader(rules, table).moves(0):
        for wrong in (None, (answer + 1) % len(table["states"])):
            table["states"][0][1] = [wrong if old == answer else old for old in answers]
            assert [*Reader(rules, table).errors()], (answer, wrong)
    table["states"][0][1] = answers
    assert not [*Reader(rules, table).errors()]
    table["strings"] = [text.replace(">N<", ">P<") for text in table["strings"]]
    assert [*Reader(rules, table).errors()]


def test_illegal_moves_get_the_same_message_as_on_the_board() -> None:
    rules, start = TWIST, TWIST.read("4, 2, 1 not 1")
    play, reader = Play(rules, start), Reader(rules, written(rules, start))
    look, answers = reader.states[0]
    refused = [answer for answer in answers if isinstance(answer, list) and answer]
    with pytest.raises(ValueError, match="taking 1 is forbidden") as caught:
        play.board.tap((0, 3))
    assert str(caught.value) in {reader.text(*answer[1::2]) for answer in refused}
    assert all(look[a[0]] != a[1] for a in refused)


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
    monkeypatch.setenv("NIMBOOK_STYLED", "1")
    assert "text/html" not in WrittenPlay(Nim(), (9, 9, 9, 9))._repr_mimebundle_()


def test_unsuitable_games_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimbook.play._written._MAX_STATES", 12)
    with pytest.raises(ValueError, match=r"the game from \(3, 2, 1\) is .* more than 12 states"):
        WrittenPlay(Nim(), (3, 2, 1))
    with pytest.raises(ValueError, match="board of text and buttons, got a ToggleButtons"):
        WrittenPlay(Stones(), frozenset({(1, 1)}))
