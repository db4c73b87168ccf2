"""A heap of sticks to take from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import ipywidgets as ipw

from nimtwist.play._play import Play, row

__all__ = ["heap_of_buttons"]


def heap_of_buttons(play: Play, heap: int, move: Callable[[int], object]) -> ipw.HBox:
    """Return a heap as a row of buttons, one for each number that may be taken of it."""
    buttons = [
        play.button(str(taken), partial(move, taken), tooltip=f"take {taken} of {heap}")
        for taken in range(1, heap + 1)
    ]
    for button in buttons:
        button.add_class("nt-stick-button")
    return row(f"heap of {heap}: take", buttons)
