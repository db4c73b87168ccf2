"""Games precomputed as a table of all states, so that a script in the page can play them.

`_Writer` takes the ordinary board through all states and records the HTML of each state. The page
can therefore show the same board without loading Python; see `book/live/written.ts`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cached_property
from html import escape
from typing import Any

import comm
import ipywidgets as ipw

from nimbook.match import Match
from nimbook.play._play import Play
from nimbook.show._base import ON_A_PAGE
from nimtwist._checks import shorten
from nimtwist.game import Ruleset

__all__ = ["UNDO", "WrittenPlay"]

UNDO = -1
"""The answer recorded for the undo button, because only the page knows the previous state."""

_MAX_STATES = 1000
_ACTIONS = ("Who is winning?", "Hint", "Undo", "Start again")
# The attributes in which boards store an incomplete move.
_CHOICES = ("chosen", "drafts", "forbid")
_STYLES = ("flex_flow", "grid_template_columns", "left", "min_width", "top", "width")

Look = tuple[int, ...]
"""The HTML of the board, stored as the indices of the strings to concatenate."""


class WrittenPlay(Play):
    """A game that can be played on a page without Python. In Jupyter, it is an ordinary `Play`.

    Raises:
        ValueError: for the same reasons as `Play`; or if the game has too many states, its board
            contains widgets other than text and buttons, or an earlier state of the board cannot be
            restored.

    >>> from nimtwist.games import Nim
    >>> table = WrittenPlay(Nim(), (1,)).table
    >>> [len(answers) for look, answers in table["states"]]
    [5, 5]
    """

    def __init__(self, rules: Ruleset[Any], position: Any) -> None:
        super().__init__(rules, position)
        self._written = {} if ON_A_PAGE in os.environ else {"text/html": self.html}

    @cached_property
    def table(self) -> dict[str, Any]:
        """The table for the page's script: all `strings`, and all `states`, the initial one first.

        A state consists of the board's look and an answer for each button. The answer is `None` if
        the button is disabled, `UNDO` for the undo button, or the index of the next state. If a
        button changes only the look, the answer is a list: for each change, an index into the look,
        followed by the index of the new string.
        """
        with _muted_widgets():
            return _Writer(Play(self.rules, self.match.start)).table

    @property
    def html(self) -> str:
        """HTML that contains the initial board and the table."""
        strings, [[look, _], *_] = self.table["strings"], self.table["states"]
        data = json.dumps(self.table, ensure_ascii=False, separators=(",", ":"))
        data = data.replace("<", r"\u003c")
        board = "".join(strings[piece] for piece in look)
        return (
            f'<div class="nt-written" inert>{board}</div>'
            f'<script type="application/json">{data}</script>'
        )

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        return {**super()._repr_mimebundle_(**arguments), **self._written}


class _Writer:
    """A recorder that visits all states of a game by pressing its buttons."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._actions = [play._buttons[name] for name in _ACTIONS]
        actions = ipw.HBox(self._actions, layout=play._actions.layout)
        actions.add_class("nt-actions")
        self._root = ipw.VBox([play._title, play._table, play._error, play._status, actions])
        self._root.add_class("nt-lab")
        self._strings: dict[str, int] = {}
        self._numbers: dict[Any, int] = {}
        self._states: list[tuple[Look, list[Any]]] = []
        self._visit()
        self.table = {"strings": [*self._strings], "states": self._states}

    def _visit(self) -> int:
        """Return the index of the current state. If it is new, press all its buttons first."""
        play, look, choice = self._play, self._look(), self._choice()
        state = play.position, look
        if state in self._numbers:
            return self._numbers[state]
        number = self._numbers[state] = len(self._states)
        if number == _MAX_STATES:
            start = shorten(play.show(play.match.start))
            raise ValueError(
                f"the game from {start} is too large to write into a page: it has more than "
                f"{_MAX_STATES:,} states"
            )
        answers: list[Any] = []
        self._states.append((look, answers))
        match = play.match.after_moves(len(play.match.transcript))
        *_, undo, restart = self._actions
        for button in _buttons(self._root):
            if button.disabled:
                answers.append(None)
            elif button is restart:
                answers.append(0)
            elif button is undo and match.transcript:
                answers.append(UNDO)
            else:
                button.click()
                if play.match.transcript != match.transcript or self._choice() != choice:
                    answers.append(self._visit())
                else:
                    pieces = enumerate(zip(look, self._look()))
                    changes = [(i, new) for i, (old, new) in pieces if new != old]
                    answers.append([number for change in changes for number in change])
                self._restore(match, look, choice)
        return number

    def _restore(self, match: Match[Any], look: Look, choice: dict[str, Any]) -> None:
        """Restore a state after one of its buttons was pressed, so that another can be pressed."""
        play = self._play
        play._show_error("")
        if self._look() == look:
            return
        play.match = play.full_match = match.after_moves(len(match.transcript))
        play._redraw()
        vars(play.board).update(deepcopy(choice))
        play._draw()
        if self._look() != look:
            board = type(play.board).__name__
            raise ValueError(f"a game on {board} cannot be written: the board cannot be restored")

    def _choice(self) -> dict[str, Any]:
        board = vars(self._play.board)
        return {name: deepcopy(board[name]) for name in _CHOICES if name in board}

    def _look(self) -> Look:
        pieces = _pieces(self._root)
        return tuple(self._strings.setdefault(piece, len(self._strings)) for piece in pieces)


@contextmanager
def _muted_widgets() -> Iterator[None]:
    """Keep widgets that are created in this context from reaching the notebook."""
    create, comm.create_comm = comm.create_comm, comm.DummyComm
    try:
        yield
    finally:
        comm.create_comm = create


def _buttons(widget: ipw.Widget) -> Iterator[ipw.Button]:
    """Yield the visible buttons of a widget, in document order."""
    if widget.layout.display == "none":
        return
    if isinstance(widget, ipw.Button):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from _buttons(child)


# The CSS classes that Jupyter gives to the HTML elements of widgets.
_JUPYTER_CLASSES = {
    ipw.Box: "widget-container widget-box",
    ipw.HBox: "widget-container widget-box widget-hbox",
    ipw.VBox: "widget-container widget-box widget-vbox",
    ipw.GridBox: "widget-container widget-gridbox",
    ipw.Label: "widget-inline-hbox widget-label",
    ipw.HTML: "widget-inline-hbox widget-html",
    ipw.Button: "jupyter-button widget-button",
}


def _pieces(widget: ipw.DOMWidget) -> Iterator[str]:
    """Yield, in pieces, the HTML that Jupyter renders for a widget."""
    kind = type(widget)
    if widget.layout.display == "none":
        yield '<div style="display: none"></div>'
        return
    if kind not in _JUPYTER_CLASSES:
        raise ValueError(f"expected a board of text and buttons, got a {kind.__name__}")
    # Suppress animations: the script in the page decides which changes to animate.
    classes = (re.sub("^nt-(turn|return)$", "nt-still", name) for name in widget._dom_classes)
    styles = {name.replace("_", "-"): getattr(widget.layout, name) for name in _STYLES}
    attributes = {
        "class": " ".join(("jupyter-widgets", _JUPYTER_CLASSES[kind], *classes)),
        "style": "; ".join(f"{name}: {value}" for name, value in styles.items() if value),
        "title": widget.tooltip,
        "tabindex": {True: "0", False: "-1", None: None}[widget.tabbable],
    }
    tag = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)
    if isinstance(widget, ipw.Button):
        tag += ' type="button"' + " disabled" * widget.disabled
        yield f"<button{tag}>{escape(widget.description)}</button>"
    elif isinstance(widget, ipw.Label):
        yield f"<div{tag}>{escape(widget.value)}</div>"
    elif isinstance(widget, ipw.HTML):
        yield f'<div{tag}><div class="widget-html-content">{widget.value}</div></div>'
    else:
        yield f"<div{tag}>"
        for child in widget.children:
            yield from _pieces(child)
        yield "</div>"
