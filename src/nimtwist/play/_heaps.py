"""A heap of sticks to take from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import ipywidgets as ipw

from nimtwist._checks import quoted
from nimtwist.play._play import Play, row

__all__ = ["heap_of_buttons"]


def heap_of_buttons(
    play: Play, heap: int, move: Callable[[int], object], amounts: Iterable[int] | None = None
) -> ipw.HBox:
    """Return a heap as a row of buttons, one for each number that may be taken of it.

    `amounts` are these numbers, if they are not all from 1 to the heap.
    """
    buttons = [
        play.button(str(taken), partial(move, taken), tooltip=f"take {taken} of {quoted(heap)}")
        for taken in (range(1, heap + 1) if amounts is None else amounts)
    ]
    for button in buttons:
        button.add_class("nt-stick-button")
    return row(f"heap of {quoted(heap)}: take", buttons)
