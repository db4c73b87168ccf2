"""The moves of a game so far: a list that is opened on demand, and steps back and forth in it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as ipw

if TYPE_CHECKING:
    from nimbook.play._play import Play

__all__ = ["GO_ON", "Transcript"]

GO_ON = "Go on from here"


class Transcript:
    """What stands below a game: one move back, one move forward, and the list of the moves."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._back = play.button("◀", play.back, tooltip="one move back")
        self._forward = play.button("▶", play.forward, tooltip="one move forward")
        self._go_on = play.button(GO_ON, play.go_on)
        self._open = ipw.ToggleButton(False, layout=ipw.Layout(width="auto"))
        self._open.observe(lambda _: self.update(), "value")
        buttons = [self._back, self._forward, self._go_on, self._open]
        self._row = ipw.HBox(buttons, layout=ipw.Layout(flex_flow="row wrap"))
        self._row.add_class("nt-replay")
        self._list = ipw.HTML()
        self.widgets = [self._row, self._list]
        """What is shown, from top to bottom."""

    def update(self) -> None:
        """Show the moves of the match."""
        play = self._play
        moves, now = play.whole.transcript, len(play.match.transcript)
        self._open.description = f"Moves so far: {len(moves)}"
        looks_back = play.match is not play.whole
        _show(self._go_on, looks_back)
        _show(self._row, bool(moves) or play.match.can_redo)
        lines = ""
        for number, move in enumerate(moves if self._open.value else (), 1):
            mark = ' aria-current="step"' if number == now else ""
            lines += f"<li{mark}>{escape(move.sentence)}</li>"
        listed = f'<div class="nt"><ol class="nt-transcript">{lines}</ol></div>'
        self._list.value = listed if lines else ""


def _show(widget: ipw.Widget, is_shown: bool) -> None:
    widget.layout.display = None if is_shown else "none"
