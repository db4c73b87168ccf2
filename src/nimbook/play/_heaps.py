"""Heaps of sticks to take from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import ipywidgets as ipw

from nimbook.play._play import Board, Play, row
from nimtwist._checks import quoted, written

__all__ = ["HeapsBoard", "heaps_shown"]

Rules = TypeVar("Rules")

_MOST_ROWS = 20


class HeapsBoard(Board[Rules]):
    """Heaps, each a row of buttons for what may be taken from it; if these are many, one types."""

    most_buttons = 60

    def update(self) -> list[ipw.Widget]:
        """Return the rows of the heaps."""
        return self.rows(self.play.position)

    def rows(self, heaps: tuple[int, ...]) -> list[ipw.Widget]:
        """Return a row for each heap from which something may be taken."""
        return [
            self.row(heaps, i, name, smaller)
            for i, name in heaps_shown(heaps)
            if (smaller := self.smaller(heaps[i]))
        ]

    def smaller(self, heap: int) -> Sequence[int]:
        """Return the sizes that a heap may be made, ascending."""
        return range(heap)

    def leave(self, heaps: tuple[int, ...]) -> None:
        """Make the move that leaves these heaps, in the order in which they are shown."""
        self.play.move(heaps)

    def make(self, heaps: tuple[int, ...], i: int, size: int) -> None:
        """Make the move that changes one of the heaps to another size."""
        self.leave((*heaps[:i], size, *heaps[i + 1 :]))

    def row(self, heaps: tuple[int, ...], i: int, name: str, smaller: Sequence[int]) -> ipw.HBox:
        """Return the row of one heap."""
        heap = heaps[i]
        if isinstance(smaller, range):  # it may be too long to list
            amounts: Sequence[int] = range(heap - smaller[-1], heap - smaller[0] + 1)
        else:
            amounts = [heap - size for size in reversed(smaller)]
        return self.numbers(
            name,
            "take",
            lambda taken: self.make(heaps, i, heap - taken),
            amounts,
            lambda taken: f"take {taken} of {written(heap)}",
            amounts[0],
        )

    def numbers(
        self,
        name: str,
        action: str,
        act: Callable[[int], object],
        numbers: Sequence[int],
        tip: Callable[[int], str],
        begin: int,
    ) -> ipw.HBox:
        """Return a row with a button for each number, or, if they are many, a field to type one.

        `numbers` are ascending; `act` does the `action` with one. The field begins with `begin`.
        """
        if len(numbers) > self.most_buttons:
            return _typed(self.play, f"{name}:", action, act, begin, numbers)
        buttons = [
            self.play.button(str(number), partial(act, number), tooltip=tip(number))
            for number in numbers
        ]
        for button in buttons:
            button.add_class("nt-stick-button")
        return row(f"{name}: {action}", buttons)


def heaps_shown(heaps: Sequence[int]) -> list[tuple[int, str]]:
    """Return the heaps that get a row: their places, and the names of their rows.

    These are all heaps but the empty ones; if there are many, the first of each size.

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


def _typed(
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
            raise ValueError(f"type one whole number {limits}, not {quoted(typed.value)}")
        act(int(typed.value))

    button = play.button(action, act_on_typed, tooltip=f"{name} {action} what is written here")
    button.add_class("nt-stick-button")
    return row(name, [button, typed])
