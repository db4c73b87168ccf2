"""Games precomputed as a table of all states, so that a script in the page can play them.

`_Writer` takes the ordinary board through all states and records the HTML of each state. The page
can therefore show the same board without loading Python; see `book/site/runtime/written.ts`.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from html import escape
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._play import Play
from nimbook.play.match import Match
from nimbook.play.opponent import LEVELS, MESSAGES
from nimbook.show import ON_A_PAGE
from nimbook.show.palette import in_greys
from nimbook.show.static import html_pieces
from nimtwist.checks import shorten
from nimtwist.game import Ruleset
from nimtwist.protocol import feature

__all__ = ["WrittenPlay"]

_MAX_STATES = 3000
# The attributes in which boards store an incomplete move, and the parts tapped for earlier moves.
_CHOICES = ("chosen", "drafts")
_MEMORY = (*_CHOICES, "taps_by_move")
# The index, from the end of a look, of the error message.
_ERROR = -6
_WRITABLE = (ipw.Box, ipw.Label, ipw.HTML, ipw.Button)

Look = tuple[int, ...]
"""The HTML of the board, stored as the indices of the strings to concatenate."""
Pieces = tuple[list[str], list[str]]
"""The strings of a look, and those that depend on the player's last move."""
Memory = dict[tuple[int, str], Any]
"""The state of each board apart from the match, by the number of the board and the attribute."""


class WrittenPlay(Play):
    """A game that can be played on a page without Python. In Jupyter, it is an ordinary `Play`.

    On the page, the opponent has three levels, because the table contains a second, worse reply to
    each move. If the rules name a `rival`, the opponent has no levels. A reader who beats the
    highest level finds a link to the next page of the book.

    Args:
        rules: any ruleset that `Play` accepts.
        position: the starting position; the player moves first.
        name: the name under which the page saves the best level that the reader has beaten. By
            default, nothing is saved.
        players: the number of players under the podium rule, from 2 to 6.

    Raises:
        ValueError: for the same reasons as `Play`; or if the game has too many states, or its board
            contains widgets other than text and buttons.

    >>> from nimtwist.games import Nim
    >>> table = WrittenPlay(Nim(), (2,)).table
    >>> [state["wins"] for state in table["states"]]
    [True, False, False]
    """

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Any,
        name: str | None = None,
        players: int | None = None,
    ) -> None:
        super().__init__(rules, position, players=players)
        self._name = name
        self._written = {} if ON_A_PAGE in os.environ else {"text/html": self.html}

    @cached_property
    def table(self) -> dict[str, Any]:
        """The table for the page's script: all `strings`, and all `states`, the initial one first.

        The first string is empty. It stands for those pieces of a board's look that depend on the
        player's last move, the last of which is the sentence that describes this move. A state is a
        dictionary:

        - `look`: the indices of the strings that make up the board.
        - `wins`: whether the player to move can win or, under the podium rule, finish first.
        - `hint` and `judge`: changes of the look, as a list of pairs: an index into the look,
          followed by the index of the new string.
        - `answers`: what each button of the board does. `None` means nothing, because the button is
          disabled, a list means changes of the look, and an integer is the index of the next state
          if the move is not complete yet. Otherwise, the answer is a dictionary. In `to`, it
          contains the best reply and a worse one, if there is another, each as the index of the
          next state followed by the strings that depend on the player's move. `worse` is true if
          the move was a mistake.
        """
        with _muted_widgets():
            match = self.match.rematch(self.match.start)
            return _Writer(_Recorder(match.rules, match.start, players=match.players)).table

    @property
    def html(self) -> str:
        """HTML that contains the initial board and the table."""
        strings, state = self.table["strings"], self.table["states"][0]
        data = json.dumps(self.table, ensure_ascii=False, separators=(",", ":"))
        data = data.replace("<", r"\u003c")
        board = "".join(strings[piece] for piece in state["look"])
        name = "" if self._name is None else f' data-name="{escape(self._name)}"'
        levels = "".join(
            f'<button type="button" class="{_BUTTON}" data-level="{level}">{level}</button>'
            for level in LEVELS
        )
        # A rival follows a theory of its own, at any level.
        choice = (
            ""
            if feature(self.rules, "rival")
            else (
                '<span>Opponent:</span><span class="nt-levels" role="group" aria-label="Opponent">'
                f"{levels}</span>"
            )
        )
        return (
            f'<div class="nt-written nt-lab"{name} inert>{board}'
            '<div class="nt-then" hidden></div>'
            f'<div class="nt-actions">{_tools(_TOOLS)}'
            '<details class="nt-more"><summary>More</summary><div class="nt-actions">'
            f"{choice}{_tools(_MORE_TOOLS)}</div></details></div></div>"
            f'<script type="application/json">{data}</script>'
        )

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        bundle = {**super()._repr_mimebundle_(**arguments), **self._written}
        if in_greys():  # the chapter is executed for the book, whose pages use the table
            del bundle["application/vnd.jupyter.widget-view+json"]
        return bundle


_BUTTON = "jupyter-widgets jupyter-button widget-button"
# The buttons below the board, keyed by the names that the script uses. The script shows those in
# `_HIDDEN` when they are of use.
_TOOLS = {
    "hint": "Hint",
    "wrong": MESSAGES["wrong"],
    "next": "Next level",
    "undo": "Undo",
    "new": "New game",
}
_MORE_TOOLS = {"judge": "Who is winning?"}
_HIDDEN = ("wrong", "next")


def _tools(names: dict[str, str]) -> str:
    return "".join(
        f'<button type="button" class="{_BUTTON}" data-tool="{tool}"'
        f"{' hidden' * (tool in _HIDDEN)}>{name}</button>"
        for tool, name in names.items()
    )


class _Recorder(Play):
    """A game that records the player's move instead of making it."""

    made: tuple[Any, ...] = ()
    _praise = ""  # the page knows the level of the opponent

    def move(self, option: Any) -> None:
        self.made = (option,)


class _Writer:
    """A recorder that visits all states of a game by pressing the buttons of its board."""

    def __init__(self, play: _Recorder) -> None:
        self._play = play
        self._root = ipw.VBox([play._title, play._table, play._error, play._status])
        self._root.add_class("nt-game")
        self._strings = {"": 0}
        self._numbers: dict[Any, int] = {}
        self._found: list[tuple[Match[Any], Memory, Look]] = []
        # The states after the choices of an incomplete move, by the match, which `_found` keeps.
        self._choices = defaultdict[int, list[tuple[Memory, int]]](list)
        self._restore(play.match, self._memory())
        self._number(play.match)
        states = [self._state(*found) for found in self._found]  # the list grows meanwhile
        self.table = {"strings": [*self._strings], "states": states}

    def _number(self, match: Match[Any]) -> list[int]:
        """Return the index of the state that the board shows, and the strings of the last move."""
        look, own = self._look()
        number = self._numbers.setdefault((match.position, look), len(self._found))
        if number == _MAX_STATES:
            start = shorten(match.show(match.start))
            raise ValueError(
                f"the game from {start} is too large to write into a page: it has more than "
                f"{_MAX_STATES:,} states"
            )
        if number == len(self._found):
            self._found.append((match, self._memory(), look))
        return [number, *own]

    def _state(self, match: Match[Any], memory: Memory, look: Look) -> dict[str, Any]:
        play, answers = self._play, list[Any]()
        self._restore(match, memory)
        if self._look()[0] != look:
            board = type(play.board).__name__
            raise ValueError(f"a game on {board} cannot be written: the board cannot be restored")
        moves: dict[int, tuple[Any, Memory]] = {}
        buttons = [*_buttons(self._root)]
        for i in range(len(buttons)):
            answers.append(None)
            if buttons[i].disabled:
                continue
            self._press(buttons[i])
            after = self._memory()
            self._remember(memory)
            if play.made:
                moves[i], play.made = (play.made[0], after), ()
            elif self._choice(after) != self._choice(memory):
                choices = self._choices[id(match)]
                answers[i] = next((number for known, number in choices if known == after), None)
                if answers[i] is None:
                    self._restore(match, after)
                    answers[i] = self._number(match)[0]
                    choices.append((after, answers[i]))
                    self._restore(match, memory)
                    buttons = [*_buttons(self._root)]
            else:
                [error] = self._indices([*html_pieces(play._error)])
                answers[i] = [len(look) + _ERROR, error]
            play._show_error("")
        play.judge()
        judged = self._pieces()
        play.hint()
        hint = self._changes(look, self._pieces())
        judge = self._changes(look, judged)
        for i, (option, after) in moves.items():
            answers[i] = self._answer(match, option, after)
        wins = match.can_win
        return {"look": look, "wins": wins, "hint": hint, "judge": judge, "answers": answers}

    def _press(self, button: ipw.Button) -> None:
        """Press a button of the board without drawing what it changes."""
        boards = [vars(board) for board in self._boards()]
        for board in boards:
            board["update"] = list
        button.click()
        for board in boards:
            del board["update"]

    def _answer(self, match: Match[Any], option: Any, memory: Memory) -> dict[str, Any]:
        memory = {key: memory[key] for key in memory if key[1] not in _CHOICES}
        moved = match.after_moves(len(match.transcript))
        moved.push(option)
        perfect, weak = (moved.after_moves(len(moved.transcript)) for _ in range(2))
        perfect.reply()
        # The mistake is chosen at random, but always the same in the same position.
        while not weak.seat.is_human and not weak.is_over:
            weak.push(weak.pick_mistake(Random(weak.show(weak.position))))
        replies = [perfect, *([weak] if weak.transcript != perfect.transcript else [])]
        to = []
        for reply in replies:
            self._restore(reply, memory)
            to.append(self._number(reply))
        return {"to": to, "worse": moved.last_mistake == len(match.transcript)}

    def _restore(self, match: Match[Any], memory: Memory) -> None:
        """Show a state."""
        play = self._play
        play.match = play.full_match = match
        play._show_error("")
        self._remember(memory)
        play._redraw()
        if {**self._memory(), **memory} != self._memory():  # because the match has changed
            self._remember(memory)
            play._redraw()

    def _boards(self) -> list[Any]:
        """Return the board, and the boards of the components of a sum."""
        board = self._play.board
        return [board, *getattr(board, "boards", [])]

    def _memory(self) -> Memory:
        return {
            (i, name): copy(value)
            for i, board in enumerate(self._boards())
            for name, value in vars(board).items()
            if name in _MEMORY
        }

    def _remember(self, memory: Memory) -> None:
        boards = self._boards()
        for (i, name), value in memory.items():
            setattr(boards[i], name, copy(value))

    @staticmethod
    def _choice(memory: Memory) -> list[Any]:
        return [value for (_, name), value in memory.items() if name in _CHOICES]

    def _changes(self, look: Look, pieces: Pieces) -> list[int]:
        pairs = enumerate(zip(look, self._indices(pieces[0]), strict=True))
        return [number for i, (old, new) in pairs if new != old for number in (i, new)]

    def _look(self) -> tuple[Look, list[int]]:
        """Return the look of the board, and the strings that depend on the player's last move."""
        look, own = self._pieces()
        return tuple(self._indices(look)), self._indices(own)

    def _pieces(self) -> Pieces:
        """Return the HTML that the board shows now."""
        last = self._play.match.round
        sentence = escape(last[0].sentence) if last and last[0].seat.is_human else ""
        look: list[str] = []
        own: list[str] = []
        _prepare(self._root)
        for piece in html_pieces(self._root):
            if 'role="status"' in piece:
                [before, text] = re.split("(?<=<p>)|(?<=<p class=.nt-end.>)", piece)
                shown = text.startswith(sentence)
                own += [sentence] if sentence and shown else []
                text, end = text.removeprefix(sentence).split("</p>")
                look += [before, "" if shown else " ", text, f"</p>{end}"]
            else:
                # The layer of edges that the player has cut, which looks different after each move.
                part, *parts = re.split('(<g class="nt-went">.*?</g>)', piece)
                own += parts[:1]
                look += [part, *(["", *parts[1:]] if parts else [])]
        return look, own

    def _indices(self, pieces: list[str]) -> list[int]:
        return [self._strings.setdefault(piece, len(self._strings)) for piece in pieces]


@contextmanager
def _muted_widgets() -> Iterator[None]:
    """Keep widgets that are created in this context from reaching the notebook."""
    Widget: Any = ipw.Widget
    open_widget, Widget.open = Widget.open, lambda self: None
    try:
        yield
    finally:
        Widget.open = open_widget


def _buttons(widget: ipw.Widget) -> Iterator[ipw.Button]:
    """Yield the visible buttons of a widget, in document order."""
    if widget.layout.display == "none":
        return
    if isinstance(widget, ipw.Button):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from _buttons(child)


def _prepare(widget: ipw.Widget) -> None:
    """Hide what a page without Python cannot offer.

    Raises:
        ValueError: if a widget is neither text nor a button.
    """
    if isinstance(widget, ipw.ToggleButtons):
        widget.layout.display = "none"  # the set-up mode of Stones
    elif not isinstance(widget, _WRITABLE) and widget.layout.display != "none":
        raise ValueError(f"expected a board of text and buttons, got a {type(widget).__name__}")
    for child in getattr(widget, "children", ()):
        _prepare(child)
