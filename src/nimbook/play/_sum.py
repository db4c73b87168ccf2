"""The board for a sum of games, made up of a board for each component."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._play import Board, Play, board_for, replace_children
from nimtwist.sums import Sum


class _Component(Play):
    """A component of a sum. The component's board can use it like an ordinary `Play`."""

    def __init__(self, sum_play: Play, index: int) -> None:
        self._sum_play, self._index = sum_play, index
        self._title = sum_play._title
        self.sync()

    def sync(self) -> None:
        """Project the match of the sum onto this component.

        In the projected match, a move in another component leaves the position unchanged.
        """
        i, match = self._index, self._sum_play.match
        self.match = copy(match)
        self.match.use_rules(self._sum_play.rules.rules[i], match.start[i])
        self.match._moves = [
            replace(move, before=move.before[i], after=move.after[i]) for move in match.transcript
        ]

    @property
    def hinted(self) -> list[Any]:  # type: ignore[override]
        """The options of this component that are part of a move recommended by a hint."""
        i, position = self._index, self._sum_play.position
        return [option[i] for option in self._sum_play.hinted if option[i] != position[i]]

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        return self._sum_play.button(name, action, **traits)

    def focus(self, widget: ipw.DOMWidget) -> None:
        self._sum_play.focus(widget)

    def restart(self, position: Any = None) -> None:
        self._sum_play.restart(None if position is None else self._in_sum(position))

    def move(self, option: Any) -> None:
        self._sum_play.move(self._in_sum(option))

    def show_turn(self) -> None:
        self._sum_play.show_turn()

    def _in_sum(self, position: Any) -> tuple[Any, ...]:
        components = list(self._sum_play.position)
        components[self._index] = position
        return tuple(components)


class _SumBoard(Board[Sum]):
    """The boards of the components, side by side or stacked."""

    def __init__(self, rules: Sum, play: Play) -> None:
        super().__init__(rules, play)
        components = [_Component(play, i) for i in range(len(rules.rules))]
        self.boards = [board_for(component.rules, component) for component in components]
        """The boards of the components."""
        self._names = [ipw.Label() for _ in components]
        self._boxes = [ipw.VBox([name]) for name in self._names]
        for name, box in zip(self._names, self._boxes):
            name.add_class("nt-part-name")
            box.add_class("nt-part")
        self._box = ipw.Box(self._boxes)
        self._box.add_class("nt-sum")

    def update(self) -> list[ipw.Widget]:
        for i, (board, name, box) in enumerate(zip(self.boards, self._names, self._boxes), 1):
            component: Any = board.play
            component.sync()
            position = component.show(component.position)
            name.value = f"Game {i}, {type(component.rules).__name__}: {position}"
            replace_children(box, [name, *board.update()])
        return [self._box]

    def prompt(self) -> str:
        return " ".join(filter(None, (board.prompt() for board in self.boards)))

    def cancel(self) -> bool:
        return any([board.cancel() for board in self.boards])

    def deal(self, rng: Random) -> tuple[Any, ...]:
        return tuple(board.deal(rng) for board in self.boards)


board_for.register(Sum, _SumBoard)
