"""Boards on which players move by tapping parts of a picture."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

import ipywidgets as ipw

from nimbook.play._play import Board, Play, set_classes
from nimbook.play.match import Move

__all__ = ["PartsBoard", "matching_taps", "scroll_box"]

Rules = TypeVar("Rules")
Key = Any
"""The hashable key of a part of the picture."""

Taps = tuple[Key, ...]
"""The parts tapped for a move, in order."""

# The maximum number of moves listed in words for a position too large to draw.
_MAX_LISTED = 200


def scroll_box(picture: ipw.Widget) -> ipw.Box:
    """Return a box that scrolls if the picture does not fit."""
    box = ipw.Box([picture])
    box.add_class("nt-wide")
    return box


def matching_taps(options: Iterable[tuple[Taps, Any]], taps: Taps, after: Any) -> Taps:
    """Return `taps` if they lead to `after`, and otherwise the first taps in `options` that do."""
    matches = (way for way, option in options if option == after)
    first = next(matches, ())
    return taps if taps and taps != first and taps in matches else first


class PartsBoard(Board[Rules]):
    """A board with a picture whose parts are buttons.

    The widgets persist from move to move, so the keyboard focus is not lost.

    A subclass creates the parts (`build_picture`), maps taps to moves (`options_by_taps`) and
    styles each part (`show_part`).
    """

    css_class = ""
    """The CSS class of the picture."""
    hint = "part of a winning move"
    """The text that a hint adds to the tooltip of a part."""

    def __init__(self, rules: Rules, play: Play) -> None:
        super().__init__(rules, play)
        self.parts: dict[Key, ipw.Button] = {}
        self.chosen: Taps = ()
        """The parts tapped so far for an incomplete move."""
        self.taps_by_move: dict[int, Taps] = {}
        """The parts tapped for each move, by the index of the move."""
        self.tappable: set[Key] = set()
        """The parts that the player may tap next."""
        self.first_taps: set[Key] = set()
        """The parts with which a move may begin."""
        self.hinted: set[Key] = set()
        """The parts to tap for the winning moves that a hint has named."""
        self.match_changed = True
        """Whether the match has changed since the board was last drawn."""
        self._layout_key: Hashable = None
        self._last_setting: tuple[Any, ...] = ()
        self._last_moves: tuple[Move[Any], ...] = ()

    # --- Hooks for a game

    @abstractmethod
    def build_picture(self, start: Any) -> ipw.Widget:
        """Create the parts for a new game using `add_part`; return the widget that holds them."""

    @abstractmethod
    def options_by_taps(self) -> Mapping[Taps, Any]:
        """Return the options of the current position, keyed by the taps that lead to them."""

    @abstractmethod
    def show_part(self, key: Key, button: ipw.Button) -> None:
        """Update the appearance of a part."""

    @abstractmethod
    def refusal_message(self, key: Key) -> str:
        """Return the reason why a part cannot be tapped."""

    def layout_key(self, start: Any) -> Hashable:
        """Return a key that identifies the layout; the parts are rebuilt only when it changes."""
        key: Hashable = start
        return key

    def too_large_message(self) -> str:
        """Return a message if the game is too large to draw, and an empty string otherwise."""
        return ""

    def prepare(self) -> None:
        """Compute the data that `show_part` needs. This is called before the parts are updated."""

    def finish(self) -> None:
        """Update everything but the parts. This is called after the parts are updated."""

    def widgets(self) -> list[ipw.Widget]:
        """Return the widgets of the board from top to bottom, including the picture."""
        return [self._picture]

    # --- Common to all games

    def add_part(self, key: Key, name: str = "", **traits: Any) -> ipw.Button:
        """Create and return a part. Unless a layout is given, the stylesheet sets its width."""
        if "layout" not in traits:
            traits["layout"] = ipw.Layout(width="")
        self.parts[key] = self.play.button(name, partial(self.tap, key), **traits)
        return self.parts[key]

    @property
    def replies(self) -> list[Move[Any]]:
        """The moves of the last round, except those of the player called "you"."""
        return [move for move in self.play.match.round if move.seat.name != "you"]

    def moves_with_taps(self) -> Iterator[tuple[Move[Any], Taps, int]]:
        """Yield each move, the parts tapped for it, and its number among the latest replies.

        The opponent's moves in the last round are numbered from 1. All other moves have number 0.
        """
        match, turn = self.play.match, 0
        for number, move in enumerate(match.transcript):
            is_old = number < len(match.transcript) - len(match.round)
            is_other = not is_old and not move.seat.is_human
            turn += is_other
            yield move, self.taps_by_move.get(number, ()), turn if is_other else 0

    def _update_marks(self) -> None:
        """Find the parts that may be tapped next, and the parts to highlight for a hint."""
        options = (
            self.options_by_taps()
            if self.play.match.seat.is_human and not self.play.match.is_over
            else {}
        )
        count = len(self.chosen)
        continuations = {
            taps: option for taps, option in options.items() if taps[:count] == self.chosen
        }
        self._options_by_taps, self.tappable = options, {taps[count] for taps in continuations}
        self.first_taps = {taps[0] for taps in options}
        wins = self.play.hinted
        goes_on = any(option in wins for option in continuations.values())
        ways = [taps for taps in (continuations if goes_on else options) if options[taps] in wins]
        ways.sort(key=lambda taps: wins.index(options[taps]))
        hinted = [taps[count if goes_on else 0 :] for taps in ways]
        # Mark all winning moves if each takes a single tap; otherwise mark the taps of the move
        # that the hint names first.
        visible = hinted if hinted and len(hinted[0]) == 1 else hinted[:1]
        self.hinted = {key for taps in visible for key in taps}

    def tap(self, key: Key) -> None:
        """Respond to a tap on a part, which makes, begins, continues or cancels a move.

        Raises:
            ValueError: if the part cannot be tapped now.
        """
        taps = (*self.chosen, key)
        for way in (taps, (key,)):
            if way in self._options_by_taps:
                self.chosen = ()
                self.taps_by_move[len(self.play.match.transcript)] = way
                self.play.move(self._options_by_taps[way])
                return
        if key in self.tappable:
            self.chosen = taps
        elif key in self.chosen:
            self.chosen = ()
        elif key in self.first_taps:
            self.chosen = (key,)
        else:
            raise ValueError(self.refusal_message(key))
        self.update()
        self.play.show_turn()

    def cancel(self) -> bool:
        """Deselect the parts tapped so far, and return whether there were any."""
        is_begun, self.chosen = bool(self.chosen), ()
        return is_begun

    def update(self) -> list[ipw.Widget]:
        """Update and return the widgets that show the current position."""
        match = self.play.match
        if why := self.too_large_message():
            self._layout_key = None  # rebuild the picture next time
            few = match.is_listed and len(match.options) <= _MAX_LISTED
            return list(Board.update(self)) if few else [ipw.Label(why)]
        layout_key = self.layout_key(match.start)
        if self._layout_key is None or self._layout_key != layout_key:
            self.parts, self.chosen, self._layout_key = {}, (), None
            self._last_setting, self._last_moves, self._animation = (), (), "nt-still"
            self._picture, self._layout_key = self.build_picture(match.start), layout_key
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
        # Set the classes before `finish` moves anything, so that "nt-still" can prevent sliding.
        set_classes(self._box(), self.css_class, self._animation)
        self.finish()
        return self.widgets()

    def _update_animation(self) -> None:
        """Animate the changes since the board was last drawn; never animate the same change twice.

        A CSS animation restarts when its name changes, so the board alternates between two classes.
        After an undo, a third class prevents the animation.
        """
        match, setting, moves = self.play.match, self._last_setting, self._last_moves
        self._last_setting, self._last_moves = match.setting, match.transcript
        self.match_changed = (self._last_setting, self._last_moves) != (setting, moves)
        if len(self._last_moves) < len(moves):
            self._animation = "nt-still"
        elif self._last_moves != moves:
            self._animation = "nt-turn" if self._animation == "nt-return" else "nt-return"

    def _box(self) -> ipw.Widget:
        """Return the widget to which the CSS class of the picture is applied."""
        box: ipw.Widget = self._picture.children[0]
        return box
