"""A heap of sticks to take from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import ipywidgets as ipw

from nimbook.play._play import Play, row
from nimtwist._checks import quoted, written

__all__ = ["heap_of_buttons", "heaps_shown", "number_typed"]

_MOST_BUTTONS = 60
_MOST_ROWS = 20


def heaps_shown(heaps: Sequence[int]) -> list[tuple[int, str]]:
    """Return the heaps that get a row: their places, and what the row calls them.

    These are all but the empty ones; where they are many, the first of each size.

    >>> heaps_shown((3, 0, 1)), heaps_shown((1,) * 150)
    ([(0, 'heap of 3'), (2, 'heap of 1')], [(0, 'one of 150 heaps of 1')])
    """
    found = [(i, heap) for i, heap in enumerate(heaps) if heap]
    if len(found) <= _MOST_ROWS:
        return [(i, f"heap of {written(heap)}") for i, heap in found]
    counts = Counter(heaps)
    first = {heap: i for i, heap in reversed(found)}
    return [
        (i, f"one of {counts[heap]} heaps of {written(heap)}")
        for heap, i in sorted(first.items(), key=lambda item: item[1])
    ]


def heap_of_buttons(
    play: Play, heap: int, name: str, move: Callable[[int], object], amounts: Sequence[int]
) -> ipw.HBox:
    """Return a heap as a row of buttons, one for each number that may be taken of it.

    Where these are many, the number is typed.
    """
    if len(amounts) > _MOST_BUTTONS:
        return number_typed(play, f"{name}:", "take", move, amounts[0], amounts)
    buttons = [
        play.button(str(taken), partial(move, taken), tooltip=f"take {taken} of {written(heap)}")
        for taken in amounts
    ]
    for button in buttons:
        button.add_class("nt-stick-button")
    return row(f"{name}: take", buttons)


def number_typed(
    play: Play,
    name: str,
    action: str,
    act: Callable[[int], object],
    begin: int,
    numbers: Sequence[int],
) -> ipw.HBox:
    """Return a row with a field for one of `numbers`, ascending, and a button that acts on it."""
    limits = f"from {numbers[0]} to {numbers[-1]}"
    typed = ipw.Text(
        value=str(begin),
        placeholder=limits,
        tooltip=f"{name} {action} {limits}",
        layout=ipw.Layout(width="5rem"),
    )

    def act_on_typed() -> None:
        if not re.fullmatch("[0-9]{1,7}", typed.value.strip()):
            raise ValueError(f"one whole number {limits} is asked for, not {quoted(typed.value)}")
        act(int(typed.value))

    button = play.button(action, act_on_typed, tooltip=f"{name} {action} what is written here")
    button.add_class("nt-stick-button")
    return row(name, [button, typed])
