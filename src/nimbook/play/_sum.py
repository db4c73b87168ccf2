"""Sums played: each of the games on a board of its own."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._play import Board, Play, board_for, replace_children
from nimtwist.sums import Sum


class _Part(Play):
    """One of the games of a sum, as its board sees it."""

    def __init__(self, whole: Play, index: int) -> None:
        self._sum_play, self._index = whole, index
        self._title = whole._title
        self.sync()

    def sync(self) -> None:
        """See how the whole match stands: a move in another game changes nothing in this one."""
        i, match = self._index, self._sum_play.match
        self.match = copy(match)
        self.match.use_rules(self._sum_play.rules.rules[i], match.start[i])
        self.match._moves = [
            replace(move, before=move.before[i], after=move.after[i]) for move in match.transcript
        ]

    @property
    def hinted(self) -> list[Any]:  # type: ignore[override]
        """The options in this game that a hint has named."""
        i, position = self._index, self._sum_play.position
        return [option[i] for option in self._sum_play.hinted if option[i] != position[i]]

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        return self._sum_play.button(name, action, **traits)

    def restart(self, position: Any = None) -> None:
        self._sum_play.restart(None if position is None else self._with(position))

    def move(self, option: Any) -> None:
        self._sum_play.move(self._with(option))

    def _with(self, position: Any) -> tuple[Any, ...]:
        places = list(self._sum_play.position)
        places[self._index] = position
        return tuple(places)


class _SumBoard(Board[Sum[Any]]):
    """The boards of the games, beside one another or one below the other."""

    def __init__(self, rules: Sum[Any], play: Play) -> None:
        super().__init__(rules, play)
        parts = [_Part(play, i) for i in range(len(rules.rules))]
        self.boards = [board_for(part.rules, part) for part in parts]
        """The boards of the games."""
        self._names = [ipw.Label() for _ in parts]
        self._places = [ipw.VBox([name]) for name in self._names]
        for name, place in zip(self._names, self._places):
            name.add_class("nt-part-name")
            place.add_class("nt-part")
        self._box = ipw.Box(self._places)
        self._box.add_class("nt-sum")

    def update(self) -> list[ipw.Widget]:
        for one, name, place in zip(self.boards, self._names, self._places):
            part: Any = one.play
            part.sync()
            name.value = f"{type(part.rules).__name__}: {part.show(part.position)}"
            replace_children(place, [name, *one.update()])
        return [self._box]

    def deal(self, rng: Random) -> tuple[Any, ...]:
        return tuple(one.deal(rng) for one in self.boards)


board_for.register(Sum, _SumBoard)
