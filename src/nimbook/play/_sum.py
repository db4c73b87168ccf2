"""Sums played: each of the games on a board of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.match import Move
from nimbook.play._play import Board, Play, _close, board
from nimtwist.game import Notation, Ruleset
from nimtwist.sums import Sum


class _PartOfMatch:
    """What a board asks of a match, for one of the games of a sum."""

    is_listed = True

    def __init__(self, whole: Play, index: int) -> None:
        self._play, self._index = whole, index
        self.rules: Ruleset[Any] = whole.rules.rules[index]
        self._listed: tuple[Any, Sequence[Any]] | None = None

    def __getattr__(self, name: str) -> Any:
        """Return what is the same for all the games: the seats, and whose turn it is."""
        return getattr(self._play.match, name)

    @property
    def start(self) -> Any:
        return self._play.match.start[self._index]

    @property
    def position(self) -> Any:
        return self._play.position[self._index]

    @property
    def seen(self) -> Any:
        return self._play.match.seen[self._index]

    @property
    def options(self) -> Sequence[Any]:
        if self._listed is None or self._listed[0] != self.position:
            self._listed = self.position, self.rules.options(self.position)
        return self._listed[1]

    @property
    def over(self) -> bool:
        return not self.options

    @property
    def transcript(self) -> tuple[Move[Any], ...]:
        """The moves in this game."""
        return self._own(self._play.match.transcript)

    @property
    def round(self) -> tuple[Move[Any], ...]:
        return self._own(self._play.match.round)

    def _own(self, moves: Sequence[Move[Any]]) -> tuple[Move[Any], ...]:
        i = self._index
        return tuple(
            replace(move, before=move.before[i], after=move.after[i])
            for move in moves
            if move.before[i] != move.after[i]
        )

    def turned(self, position: Any) -> Any:
        turned = getattr(self.rules, "turned", None)
        return position if turned is None else turned(position)

    def show(self, position: Any) -> str:
        return self.rules.show(position) if isinstance(self.rules, Notation) else repr(position)


class _Part(Play):
    """One of the games of a sum, as its board sees it."""

    match: Any

    def __init__(self, whole: Play, index: int) -> None:
        self._whole, self._index = whole, index
        self.match = _PartOfMatch(whole, index)
        self._title = whole._title

    @property
    def hinted(self) -> list[Any]:  # type: ignore[override]
        """The options in this game that a hint has named."""
        i, position = self._index, self._whole.position
        return [option[i] for option in self._whole.hinted if option[i] != position[i]]

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        """Return a button of the whole lab."""
        return self._whole.button(name, action, **traits)

    def restart(self, position: Any = None) -> None:
        """Begin again, with another position in this game."""
        self._whole.restart(None if position is None else self._with(position))

    def move(self, option: Any) -> None:
        """Make a move in this game."""
        self._whole.move(self._with(option))

    def _with(self, position: Any) -> tuple[Any, ...]:
        places = list(self._whole.position)
        places[self._index] = position
        return tuple(places)


class _SumBoard(Board[Sum[Any]]):
    """The boards of the games, beside one another or one below the other."""

    def __init__(self, rules: Sum[Any], play: Play) -> None:
        super().__init__(rules, play)
        self._match: Any = None
        self._lay()

    def _lay(self) -> None:
        parts = [_Part(self.play, i) for i in range(len(self.rules.rules))]
        self.boards = [board(part.rules, part) for part in parts]
        """The boards of the games."""
        self._names = [ipw.Label() for _ in parts]
        self._places = [ipw.VBox([name]) for name in self._names]
        for name, place in zip(self._names, self._places, strict=True):
            name.add_class("nt-part-name")
            place.add_class("nt-part")
        self._box = ipw.Box(self._places)
        self._box.add_class("nt-sum")

    def update(self) -> list[ipw.Widget]:
        """Show each game on its board."""
        if self._box.comm is None:
            self._lay()
        if self._match is not self.play.match:  # nothing is chosen any more
            self._match = self.play.match
            for i, one in enumerate(self.boards):
                part: Any = one.play
                part.match = _PartOfMatch(self.play, i)
        for one, name, place in zip(self.boards, self._names, self._places, strict=True):
            part = one.play
            name.value = f"{type(part.rules).__name__}: {part.show(part.position)}"
            old, new = place.children, (name, *one.update())
            place.children = new
            for widget in old:
                if widget not in new:
                    _close(widget)
        return [self._box]

    def deal(self, chance: Random) -> tuple[Any, ...]:
        """Return what is dealt in each game."""
        return tuple(one.deal(chance) for one in self.boards)


board.register(Sum, _SumBoard)
