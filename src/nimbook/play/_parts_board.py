"""A board on which the parts of a picture are tapped to move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

import ipywidgets as ipw

from nimbook.match import Move
from nimbook.play._play import Board, Play, look

__all__ = ["PartsBoard", "scrolled", "taken"]

Rules = TypeVar("Rules")
Key = Any
"""The name of a part of the picture; it is hashable."""

Taps = tuple[Key, ...]
"""The parts that are tapped for a move, one after another."""

# Of a position that is not drawn, so many moves at most are listed in words.
_MOST_WORDS = 200


def scrolled(picture: ipw.Widget) -> ipw.Box:
    """Return a box in which a picture scrolls if it does not fit."""
    box = ipw.Box([picture])
    box.add_class("nt-wide")
    return box


def taken(ways: Iterable[tuple[Taps, Any]], taps: Taps, after: Any) -> Taps:
    """Return the taps of a move: those that were made, or the first that lead to the same."""
    found = (way for way, left in ways if left == after)
    first = next(found, ())
    return taps if taps and taps != first and taps in found else first


class PartsBoard(Board[Rules]):
    """A picture whose parts are buttons; it stays on the page from move to move, with the focus.

    A game has a subclass that says which parts there are (`lay`), which of them are tapped for
    which move (`ways`), and how each looks (`show_part`).
    """

    kind = ""
    """The class of the picture."""
    hint = "part of a winning move"
    """What the tooltip of a part says that a hint has named."""

    def __init__(self, rules: Rules, play: Play) -> None:
        super().__init__(rules, play)
        self.parts: dict[Key, ipw.Button] = {}
        self.chosen: Taps = ()
        """The parts that have been tapped for a move that is not complete."""
        self.tapped: dict[int, Taps] = {}
        """The parts that were tapped for moves, by the number of moves before."""
        self.reached: set[Key] = set()
        """The parts that may be tapped next."""
        self.hinted: set[Key] = set()
        """The parts to tap for the winning moves that a hint has named."""
        self.anew = True
        """Whether something has happened in the match since the board was last shown."""
        self._laid: Hashable = None
        self._setting: tuple[Any, ...] = ()
        self._moves: tuple[Move[Any], ...] = ()

    # --- What a game says

    @abstractmethod
    def lay(self, start: Any) -> ipw.Widget:
        """Make the parts of a new game, by `part`, and return the widget that holds them."""

    @abstractmethod
    def ways(self) -> Mapping[Taps, Any]:
        """Return the options of the position on the table, by the taps that lead to them."""

    @abstractmethod
    def show_part(self, key: Key, button: ipw.Button) -> None:
        """Show how a part looks now."""

    @abstractmethod
    def refusal(self, key: Key) -> str:
        """Return why a part cannot be tapped now."""

    def shape(self, start: Any) -> Hashable:
        """Return what the picture is laid out for; while it is the same, the parts stay."""
        shape: Hashable = start
        return shape

    def undrawn(self) -> str:
        """Return why there is no picture of the position; nothing if there is one."""
        return ""

    def prepare(self) -> None:
        """Work out what `show_part` needs, before the parts are shown."""

    def finish(self) -> None:
        """Show what is no part, after the parts."""

    def shown(self) -> list[ipw.Widget]:
        """Return the picture, and what is above and below it."""
        return [self._picture]

    # --- The same for all games

    def part(self, key: Key, name: str = "", **traits: Any) -> ipw.Button:
        """Make a part of the picture, as wide as the picture has it."""
        if "layout" not in traits:
            traits["layout"] = ipw.Layout(width="")
        self.parts[key] = self.play.button(name, partial(self.tap, key), **traits)
        return self.parts[key]

    @property
    def replies(self) -> list[Move[Any]]:
        """The moves of the last round, without that of a person who plays alone."""
        return [move for move in self.play.match.round if move.seat.name != "you"]

    def turns(self) -> Iterator[tuple[Move[Any], Taps, int]]:
        """Yield the moves from the start, and the parts that were tapped for them.

        The last number counts the moves of the others in the last round from 1, and is 0 for all
        other moves.
        """
        match, turn = self.play.match, 0
        for number, move in enumerate(match.transcript):
            is_old = number < len(match.transcript) - len(match.round)
            is_other = not is_old and not move.seat.is_human
            turn += is_other
            yield move, self.tapped.get(number, ()), turn if is_other else 0

    def _mark(self) -> None:
        """Work out which parts may be tapped next, and which a hint has named."""
        ways = self.ways() if self.play.match.seat.is_human and not self.play.match.over else {}
        done = len(self.chosen)
        begun = {way: option for way, option in ways.items() if way[:done] == self.chosen}
        self._ways, self.reached = ways, {way[done] for way in begun}
        named = [way for way in begun if begun[way] in self.play.hinted]
        named = named or [way for way in ways if ways[way] in self.play.hinted]
        # All winning moves of one tap, or the taps of one move.
        shown = named if named and len(named[0]) == 1 else named[:1]
        self.hinted = {key for way in shown for key in way}

    def tap(self, key: Key) -> None:
        """Make a move, or begin one, by a tap on a part; or say why it does nothing."""
        taps = (*self.chosen, key)
        if taps in self._ways:
            option = self._ways[taps]
            self.chosen = ()
            self.tapped[len(self.play.match.transcript)] = taps
            self.play.move(option)
            return
        if key in self.reached:
            self.chosen = taps
        elif key in self.chosen:
            self.chosen = ()
        elif any(way[0] == key for way in self._ways):
            self.chosen = (key,)
        else:
            raise ValueError(self.refusal(key))
        self.update()

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        match = self.play.match
        if why := self.undrawn():
            self._laid = None  # the next picture is a new one
            few = match.is_listed and len(match.options) <= _MOST_WORDS
            return list(Board.update(self)) if few else [ipw.Label(why)]
        shape = self.shape(match.start)
        if self._laid is None or self._laid != shape:
            self.parts, self.chosen, self._laid = {}, (), None
            self._setting, self._moves, self._motion = (), (), "nt-still"
            self._picture, self._laid = self.lay(match.start), shape
        if not match.transcript:
            self.tapped = {}
        self._set_in_motion()
        if self.anew:
            self.chosen = ()
        self.prepare()
        self._mark()
        for key, button in self.parts.items():
            with button.hold_sync():
                self.show_part(key, button)
                if key in self.hinted:
                    button.add_class("nt-hint")
                    button.tooltip = ", ".join(filter(None, (button.tooltip, self.hint)))
        # Before what is no part: what is still when it gets another place does not slide.
        look(self._box(), self.kind, self._motion)
        self.finish()
        return self.shown()

    def _set_in_motion(self) -> None:
        """Have what has come since the board was last shown in motion, once.

        A motion begins again if its name changes, so a board has one of two classes by turns, and
        a third one after moves were taken back.
        """
        match, setting, moves = self.play.match, self._setting, self._moves
        self._setting, self._moves = match.setting, match.transcript
        self.anew = (self._setting, self._moves) != (setting, moves)
        if len(self._moves) < len(moves):
            self._motion = "nt-still"
        elif self._moves != moves:
            self._motion = "nt-turn" if self._motion == "nt-return" else "nt-return"

    def _box(self) -> ipw.Widget:
        """Return the widget that has the class of the picture."""
        box: ipw.Widget = self._picture.children[0]
        return box
