"""An independent check of the tables of written games, from the definition of the game alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from bs4 import BeautifulSoup

from nimtwist.game import canonical, describe_move
from nimtwist.games import Hackenbush, Kayles
from nimtwist.protocol import show
from tests.lib import own_brute


def read_table(html: str) -> dict[str, Any]:
    """Return the table in the HTML of a written game, parsed the way the page parses it."""
    page = BeautifulSoup(html, "html.parser")
    assert page.script
    table: dict[str, Any] = json.loads(page.script.text)
    return table


class Checker:
    """A simulated reader that follows a table and compares it with the rules.

    The rank of a position is the number of the player, counted from 1 for the player to move, who
    finishes first under optimal play; it is 0 for the last player. For two players, rank 1 is N.
    """

    def __init__(self, table: dict[str, Any], rules: Any, start: Any, players: int = 2) -> None:
        self.strings, self.states = table["strings"], table["states"]
        self.rules, self.players = rules, players
        self.positions = {0: canonical(rules, start)}
        """The position of each state that has been reached."""
        self.options = cache(lambda position: tuple(dict.fromkeys(rules.options(position))))
        self.rank = own_brute.rank(self.options, players)

    def text(self, pieces: Iterable[int]) -> str:
        """Join the table's strings at the given indices, and strip the HTML tags."""
        html = "".join(self.strings[piece] for piece in pieces)
        return BeautifulSoup(html, "html.parser").get_text("")

    def after_replies(self, option: Any, best: bool) -> dict[str, Any]:
        """Return the positions after all replies to a move, keyed by the displayed text.

        If `best` is true, consider only optimal replies.
        """
        if not self.options(option):
            turned = getattr(self.rules, "turned", lambda same: same)
            return {show(self.rules, turned(option)): option}
        positions = {option}
        for _ in range(self.players - 1):
            positions = {reply for one in positions for reply in self._replies(one, best)}
        return {show(self.rules, position): position for position in positions}

    def _replies(self, position: Any, best: bool) -> list[Any]:
        options = self.options(position)
        least = min(map(self.rank, options), default=0)
        good = [option for option in options if not best or self.rank(option) == least]
        return good or [position]

    def moves(self, state: int) -> Iterator[dict[str, Any]]:
        """Yield the moves in a state. A move may consist of several choices."""
        chosen = [state]
        for choice in chosen:
            for answer in self.states[choice]["answers"]:
                if isinstance(answer, dict):
                    yield answer
                elif isinstance(answer, int) and answer not in chosen:
                    self.positions[answer] = self.positions[state]
                    chosen.append(answer)

    def errors(self) -> Iterator[str]:
        """Yield a description of each error in the table."""
        visited, queue = {0}, [0]
        for state in queue:
            position, covered = self.positions[state], set()
            for move in self.moves(state):
                found = [*self.options_of(position, move)]
                if not found:
                    yield f"{state}: {move} is not a move from {position} with its replies"
                    continue
                covered |= {*found}
                texts = self.after_replies(found[0], False)
                for number, *_ in move["to"]:
                    after = texts[self.title(number)]
                    if self.positions.setdefault(number, after) != after:
                        yield f"{number}: {after} or {self.positions[number]}"
                    if number not in visited:
                        visited.add(number)
                        queue.append(number)
            missing = {*self.options(position)} - covered
            if any(map(self.options, missing)) or (missing and all(map(self.options, covered))):
                yield f"{state}: no moves to {missing}"
        for number, state in enumerate(self.states):
            if number not in self.positions:
                yield f"{number} cannot be reached"
                continue
            position = self.positions[number]
            rank = self.rank(position)
            if state["wins"] != (rank == 1):
                yield f"{number}: wrong outcome of {position}"
            said = f"The rank is {rank}." if self.players > 2 else f"This is {'PN'[rank]}:"
            if self.options(position) and said not in self.text(state["judge"][1::2]):
                yield f"{number}: {position} should be judged {said!r}"

    def title(self, state: int) -> str:
        """Return the text of the position that a state displays."""
        return self.text(self.states[state]["look"][1:2])

    def options_of(self, position: Any, move: dict[str, Any]) -> Iterator[Any]:
        """Yield the options that a move may lead to. There is none if the table is wrong about it.

        There may be several if the move is named by something that is not in the position.
        """
        least = min(map(self.rank, self.options(position)), default=0)
        [best, *worse] = [self.title(number) for number, *_ in move["to"]]
        for option in self.options(position):
            words = f"You {describe_move(self.rules, position, option)}."
            is_named = all(self.text(own[-1:]) == words for _, *own in move["to"])
            if isinstance(self.rules, Hackenbush | Kayles):  # the board has its own words
                is_named = True
            is_best = best in self.after_replies(option, True)
            is_right = move["worse"] == (self.rank(option) > least) and is_best
            if is_named and is_right and {*worse} <= {*self.after_replies(option, False)}:
                yield option
