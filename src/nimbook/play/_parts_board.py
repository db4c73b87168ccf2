"""A board on which the parts of a picture are tapped to move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

import ipywidgets as ipw

from nimbook.match import Move
from nimbook.play._play import Board, Play, set_classes

__all__ = ["PartsBoard", "matching_taps", "scroll_box"]

Rules = TypeVar("Rules")
Key = Any
"""The name of a part of the picture; it is hashable."""

Taps = tuple[Key, ...]
"""The parts that are tapped for a move, one after another."""

# Of a position that is not drawn, so many moves at most are listed in words.
_MAX_LISTED = 200


def scroll_box(picture: ipw.Widget) -> ipw.Box:
    """Return a box in which a picture scrolls if it does not fit."""
    box = ipw.Box([picture])
    box.add_class("nt-wide")
    return box


def matching_taps(ways: Iterable[tuple[Taps, Any]], taps: Taps, after: Any) -> Taps:
    """Return the taps of a move: those that were made, or the first that lead to the same."""
    found = (way for way, left in ways if left == after)
    first = next(found, ())
    return taps if taps and taps != first and taps in found else first


class PartsBoard(Board[Rules]):
    """A picture whose parts are buttons; it stays on the page from move to move, with the focus.

    A game has a subclass that says which parts there are (`build_picture`), which of them are tapped for
    which move (`options_by_taps`), and how each looks (`show_part`).
    """

    css_class = ""
    """The class of the picture."""
    hint = "part of a winning move"
    """What the tooltip of a part says that a hint has named."""

    def __init__(self, rules: Rules, play: Play) -> None:
        super().__init__(rules, play)
        self.parts: dict[Key, ipw.Button] = {}
        self.chosen: Taps = ()
        """The parts that have been tapped for a move that is not complete."""
        self.taps_by_move: dict[int, Taps] = {}
        """The parts that were tapped for moves, by the number of moves before."""
        self.tappable: set[Key] = set()
        """The parts that may be tapped next."""
        self.hinted: set[Key] = set()
        """The parts to tap for the winning moves that a hint has named."""
        self.match_changed = True
        """Whether something has happened in the match since the board was last shown."""
        self._layout_key: Hashable = None
        self._last_setting: tuple[Any, ...] = ()
        self._last_moves: tuple[Move[Any], ...] = ()

    # --- What a game says

    @abstractmethod
    def build_picture(self, start: Any) -> ipw.Widget:
        """Make the parts of a new game, by `part`, and return the widget that holds them."""

    @abstractmethod
    def options_by_taps(self) -> Mapping[Taps, Any]:
        """Return the options of the position on the table, by the taps that lead to them."""

    @abstractmethod
    def show_part(self, key: Key, button: ipw.Button) -> None:
        """Show how a part looks now."""

    @abstractmethod
    def refusal_message(self, key: Key) -> str:
        """Return why a part cannot be tapped now."""

    def layout_key(self, start: Any) -> Hashable:
        """Return what the picture is laid out for; while it is the same, the parts stay."""
        shape: Hashable = start
        return shape

    def too_large_message(self) -> str:
        """Return why there is no picture of the position; nothing if there is one."""
        return ""

    def prepare(self) -> None:
        """Work out what `show_part` needs, before the parts are shown."""

    def finish(self) -> None:
        """Show what is no part, after the parts."""

    def widgets(self) -> list[ipw.Widget]:
        """Return the picture, and what is above and below it."""
        return [self._picture]

    # --- The same for all games

    def add_part(self, key: Key, name: str = "", **traits: Any) -> ipw.Button:
        """Make a part of the picture, as wide as the picture has it."""
        if "layout" not in traits:
            traits["layout"] = ipw.Layout(width="")
        self.parts[key] = self.play.button(name, partial(self.tap, key), **traits)
        return self.parts[key]

    @property
    def replies(self) -> list[Move[Any]]:
        """The moves of the last round, without that of a person who plays alone."""
        return [move for move in self.play.match.round if move.seat.name != "you"]

    def moves_with_taps(self) -> Iterator[tuple[Move[Any], Taps, int]]:
        """Yield the moves from the start, and the parts that were tapped for them.

        The last number counts the moves of the others in the last round from 1, and is 0 for all
        other moves.
        """
        match, turn = self.play.match, 0
        for number, move in enumerate(match.transcript):
            is_old = number < len(match.transcript) - len(match.round)
            is_other = not is_old and not move.seat.is_human
            turn += is_other
            yield move, self.taps_by_move.get(number, ()), turn if is_other else 0

    def _update_marks(self) -> None:
        """Work out which parts may be tapped next, and which a hint has named."""
        ways = (
            self.options_by_taps()
            if self.play.match.seat.is_human and not self.play.match.over
            else {}
        )
        done = len(self.chosen)
        begun = {way: option for way, option in ways.items() if way[:done] == self.chosen}
        self._options_by_taps, self.tappable = ways, {way[done] for way in begun}
        named = [way for way in begun if begun[way] in self.play.hinted]
        named = named or [way for way in ways if ways[way] in self.play.hinted]
        # All winning moves of one tap, or the taps of one move.
        shown = named if named and len(named[0]) == 1 else named[:1]
        self.hinted = {key for way in shown for key in way}

    def tap(self, key: Key) -> None:
        """Make a move, or begin one, by a tap on a part; or say why it does nothing."""
        taps = (*self.chosen, key)
        if taps in self._options_by_taps:
            option = self._options_by_taps[taps]
            self.chosen = ()
            self.taps_by_move[len(self.play.match.transcript)] = taps
            self.play.move(option)
            return
        if key in self.tappable:
            self.chosen = taps
        elif key in self.chosen:
            self.chosen = ()
        elif any(way[0] == key for way in self._options_by_taps):
            self.chosen = (key,)
        else:
            raise ValueError(self.refusal_message(key))
        self.update()

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        match = self.play.match
        if why := self.too_large_message():
            self._layout_key = None  # the next picture is a new one
            few = match.is_listed and len(match.options) <= _MAX_LISTED
            return list(Board.update(self)) if few else [ipw.Label(why)]
        shape = self.layout_key(match.start)
        if self._layout_key is None or self._layout_key != shape:
            self.parts, self.chosen, self._layout_key = {}, (), None
            self._last_setting, self._last_moves, self._animation = (), (), "nt-still"
            self._picture, self._layout_key = self.build_picture(match.start), shape
        if not match.transcript:
            self.taps_by_move = {}
        self._update_animation()
        if self.match_changed:
            self.chosen = ()
        self.prepare()
        self._update_marks()
        for key, button in self.parts.items():
            with button.hold_sync():
                self.show_part(key, button)
                if key in self.hinted:
                    button.add_class("nt-hint")
                    button.tooltip = ", ".join(filter(None, (button.tooltip, self.hint)))
        # Before what is no part: what is still when it gets another place does not slide.
        set_classes(self._box(), self.css_class, self._animation)
        self.finish()
        return self.widgets()

    def _update_animation(self) -> None:
        """Have what has come since the board was last shown in motion, once.

        A motion begins again if its name changes, so a board has one of two classes by turns, and
        a third one after moves were taken back.
        """
        match, setting, moves = self.play.match, self._last_setting, self._last_moves
        self._last_setting, self._last_moves = match.setting, match.transcript
        self.match_changed = (self._last_setting, self._last_moves) != (setting, moves)
        if len(self._last_moves) < len(moves):
            self._animation = "nt-still"
        elif self._last_moves != moves:
            self._animation = "nt-turn" if self._animation == "nt-return" else "nt-return"

    def _box(self) -> ipw.Widget:
        """Return the widget that has the class of the picture."""
        box: ipw.Widget = self._picture.children[0]
        return box
