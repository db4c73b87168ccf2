"""Written games: the table has the moves of the rules, and a reply that does not err."""

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

MOST_BYTES = 10_000

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
    """Return the table as the page reads it."""
    html = WrittenPlay(rules, start).html
    assert len(gzip.compress(html.encode())) < MOST_BYTES
    page = BeautifulSoup(html, "html.parser")
    assert page.script
    table: dict[str, Any] = json.loads(page.script.text)
    return table


class Reader:
    """Reads a table, and asks the rules and a solver of their own what should be in it."""

    def __init__(self, rules: Any, table: dict[str, Any]) -> None:
        self.rules, self.strings, self.states = rules, table["strings"], table["states"]
        self.solver = Solver(rules)

    def text(self, *pieces: int) -> str:
        """Return what pieces of a look say."""
        html = "".join(self.strings[piece] for piece in pieces)
        return BeautifulSoup(html, "html.parser").get_text("")

    def position(self, state: int) -> Any:
        """Return the position that a state shows."""
        return self.rules.canonical(self.rules.read(self.text(self.states[state][0][1])))

    def moves(self, state: int) -> set[int]:
        """Return the states to which moves lead, perhaps after something has been chosen."""
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

    def said(self, state: int) -> str:
        """Return the sentence below the board."""
        pieces = self.states[state][0]
        return self.text(*(piece for piece in pieces if 'role="status"' in self.strings[piece]))

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the table."""
        for state, (_, answers) in enumerate(self.states):
            position = self.position(state)
            options = self.rules.options(position)
            found = {(self.said(move), self.position(move)) for move in self.moves(state)}
            allowed = set()
            for option in options:
                replies = {*self.rules.options(option)} or {option}
                best = {reply for reply in replies if self.solver.outcome(reply) == "P"} or replies
                words = f"You {describe_move(self.rules, position, option)}."
                good = {(said, to) for said, to in found if said.startswith(words) and to in best}
                allowed |= good
                if not good:
                    yield f"{state}: after {option} there is no good reply"
            if found - allowed:
                yield f"{state}: {found - allowed} cannot come after {position}"
            judged = self.text(*answers[-4][1::2])
            outcome = self.solver.outcome(position)
            if options and f"This is {outcome}:" not in judged:
                yield f"{state}: {position} is {outcome}, not as in {judged!r}"


@pytest.mark.parametrize(("rules", "start"), GAMES)
def test_the_table_is_as_the_rules_and_a_solver_say(rules: Any, start: Any) -> None:
    assert not [*Reader(rules, written(rules, start)).faults()]


def test_a_wrong_table_is_refuted() -> None:
    rules, start = Nim(), (1, 2, 4)
    table = written(rules, start)
    answers = table["states"][0][1]
    for answer in Reader(rules, table).moves(0):
        for wrong in (None, (answer + 1) % len(table["states"])):
            table["states"][0][1] = [wrong if old == answer else old for old in answers]
            assert [*Reader(rules, table).faults()], (answer, wrong)
    table["states"][0][1] = answers
    assert not [*Reader(rules, table).faults()]
    table["strings"] = [text.replace(">N<", ">P<") for text in table["strings"]]
    assert [*Reader(rules, table).faults()]


def test_what_cannot_be_taken_is_refused_as_by_the_board() -> None:
    rules, start = TWIST, TWIST.read("4, 2, 1 not 1")
    play, reader = Play(rules, start), Reader(rules, written(rules, start))
    look, answers = reader.states[0]
    refused = [answer for answer in answers if isinstance(answer, list) and answer]
    with pytest.raises(ValueError, match="taking 1 is forbidden") as wrong:
        play.board.tap((0, 3))
    assert str(wrong.value) in {reader.text(*answer[1::2]) for answer in refused}
    assert all(look[a[0]] != a[1] for a in refused)


def test_in_jupyter_it_is_an_ordinary_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def create(**keys: Any) -> comm.DummyComm:
        made.append(keys)
        return comm.DummyComm()

    monkeypatch.setattr(comm, "create_comm", create)
    Play(Nim(), (1, 2))
    usual = len(made)
    made.clear()
    play = WrittenPlay(Nim(), (1, 2))
    assert len(made) == usual and not play.match.transcript
    assert "application/vnd.jupyter.widget-view+json" in play._repr_mimebundle_()


def test_python_in_a_page_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIMBOOK_STYLED", "1")
    assert "text/html" not in WrittenPlay(Nim(), (9, 9, 9, 9))._repr_mimebundle_()


def test_what_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimbook.play._written._MAX_STATES", 12)
    with pytest.raises(ValueError, match=r"the game from \(3, 2, 1\) is .* more than 12 states"):
        WrittenPlay(Nim(), (3, 2, 1))
    with pytest.raises(ValueError, match="words and buttons, but no ToggleButtons"):
        WrittenPlay(Stones(), frozenset({(1, 1)}))
