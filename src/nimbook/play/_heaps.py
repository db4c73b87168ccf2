"""Boards with heaps of sticks; players move by tapping the sticks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import ipywidgets as ipw

from nimbook.play._parts_board import PartsBoard, Taps
from nimbook.play._play import Board, Play, board_for, set_classes
from nimtwist.checks import decimal
from nimtwist.games.nim import Nim
from nimtwist.protocol import feature, why_illegal

__all__ = ["HeapsBoard", "Row", "heaps_after_move"]

Rules = TypeVar("Rules")

Place = Hashable
"""The place of a heap. The initial heaps are numbered from 0, the largest first."""
Key = tuple[Place, int]
"""A stick: the place of its heap, and its index in the heap from the left."""

# A heap has at most `_MAX_STICKS` tappable sticks, or at most `_FEWER_STICKS` if there would
# otherwise be more than `_MANY_STICKS` tappable sticks in all.
_MAX_STICKS, _FEWER_STICKS = 20, 9
_MANY_STICKS = 90
# With more than `_MAX_ROWS` heaps, several heaps share a line. With more than `_MAX_HEAPS`, the
# board is not drawn.
_MAX_ROWS, _MAX_HEAPS = 6, 40
# The maximum number of tab stops per heap. Only the last sticks of a heap are tab stops.
_MAX_TAB_STOPS = 12
# Up to `_MAX_BUNDLED` sticks are drawn in bundles, with `_PER_LINE` sticks on each line. A larger
# number of sticks is drawn as a bar.
_MAX_BUNDLED, _PER_LINE = 200, 50


class Row:
    """The widgets for a heap: its size, the tappable sticks, and a picture of the other sticks."""

    def __init__(self) -> None:
        self.number, self.box, self.rest = ipw.Label(), ipw.Box(), ipw.HTML()
        self.number.add_class("nt-size")
        self.box.add_class("nt-sticks")
        self.widget = ipw.HBox([self.number, self.rest, self.box])
        self.widget.add_class("nt-heap")


class HeapsBoard(PartsBoard[Rules]):
    """A board of heaps of sticks. Tapping a stick takes it and all sticks to its right.

    The heaps keep their places throughout a game. Sticks that the other players have just taken
    fade out, and their outlines stay until the next move.
    """

    css_class = "nt-heaps"
    hint = ""  # the stick already shows the number to take
    tip = "Tap a stick to take it and all to its right."

    def __init__(self, rules: Rules, play: Play) -> None:
        super().__init__(rules, play)
        self.heap_sizes: list[int] = []
        """The current sizes of the heaps, ordered by place."""
        self.sizes: dict[Place, int] = {}
        """The sizes of all heaps on the board, keyed by place, including a consolidated heap."""

    # --- Hooks that a game may override

    def heaps(self, position: Any) -> tuple[int, ...]:
        """Return the sizes of the heaps in a position."""
        heaps: tuple[int, ...] = position
        return heaps

    def option(self, heaps: tuple[int, ...]) -> Any:
        """Return the option that has the given nonempty heaps, listed in ascending order."""
        return heaps

    def max_take(self, heap: int) -> int:
        """Return the maximum number of sticks that a move can take from a heap of a given size.

        Restrictions are ignored.
        """
        return heap

    @property
    def is_idle(self) -> bool:
        """True if the player currently cannot take sticks from the heaps."""
        return False

    def new_row(self, place: Place) -> Row:
        """Return the widgets for a new heap, without sticks."""
        return Row()

    def add_parts(self, place: Place) -> None:
        """Add missing buttons for the tappable and the just-taken sticks of the heap at `place`."""
        box, needed = self.rows[place].box, self.count_sticks(self.sizes[place])
        needed += self.just_taken[place].total()
        new = range(len(box.children), min(needed, self._max_sticks))
        box.children = [
            *box.children,
            *(self.add_part((place, i), **self._shared_traits) for i in new),
        ]

    def heap_label(self, size: int) -> str:
        """Return the label of a heap of the given size."""
        return decimal(size)

    def deal(self, rng: Random) -> Any:
        return tuple(sorted(rng.randint(1, 7) for _ in range(rng.randint(3, 4))))

    # --- The board

    def build_picture(self, start: Any) -> ipw.Widget:
        heaps = sorted(self.heaps(start), reverse=True)
        many = sum(min(heap, _MAX_STICKS) for heap in heaps) > _MANY_STICKS
        self._max_sticks = _FEWER_STICKS if many else _MAX_STICKS
        self._shared_traits = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        self.rows: dict[Place, Row] = {place: self.new_row(place) for place in range(len(heaps))}
        self._tip = ipw.Label()
        self._tip.add_class("nt-tip")
        return ipw.VBox([row.widget for row in self.rows.values()])

    def _box(self) -> ipw.Widget:
        return self._picture

    def too_large_message(self) -> str:
        many = len(self.heaps(self.play.match.start)) > _MAX_HEAPS
        return "There are too many heaps to draw: type the next position." if many else ""

    def widgets(self) -> list[ipw.Widget]:
        return [self._picture, self._tip]

    def prepare(self) -> None:
        """Find the size of each heap, and how many sticks each recent reply has taken from it."""
        self.heap_sizes = sorted(self.heaps(self.play.match.start), reverse=True)
        self.just_taken: dict[Place, Counter[int]] = defaultdict(Counter)
        for move, taps, turn in self.moves_with_taps():
            old, tapped = self.heap_sizes, taps[0][0] if taps else None
            self.heap_sizes = heaps_after_move(
                old, self.heaps(move.before), self.heaps(move.after), tapped
            )
            for i, size in enumerate(self.heap_sizes):
                if turn and size < old[i]:
                    self.just_taken[i][turn] = old[i] - size
        self.sizes = dict(enumerate(self.heap_sizes))
        for place in self.sizes:
            self.add_parts(place)

    def options_by_taps(self) -> Mapping[Taps, Any]:
        return {
            (key,): option
            for key in self.parts
            if self.amount(key) > 0 and self.is_option(option := self.option_after(key))
        }

    def refusal_message(self, key: Key) -> str:
        return (
            why_illegal(self.play.rules, self.play.position, self.option_after(key))
            or "this is not a legal move"
        )

    def tap(self, key: Any) -> None:
        """Take a stick and all sticks to its right; then focus the last of the remaining sticks."""
        before = len(self.play.match.transcript)
        super().tap(key)
        if len(self.play.match.transcript) == before:
            return
        place = self.taps_by_move[before][0][0]
        tappable = self.count_sticks(self.sizes.get(place, 0))
        no_stick = self.play.match.is_over or not tappable
        self.play.focus(self.play._title if no_stick else self.parts[place, tappable - 1])

    def count_sticks(self, size: int) -> int:
        """Return the number of tappable sticks in a heap of the given size."""
        limit = self.max_take(size)
        if size <= (_FEWER_STICKS if limit < size else self._max_sticks):
            return size
        return limit if limit <= self._max_sticks else 0

    def amount(self, key: Key) -> int:
        """Return the number of sticks that a tap takes, or a number ≤ 0 if the stick is gone."""
        return self.count_sticks(self.sizes.get(key[0], 0)) - key[1]

    def option_after(self, key: Key) -> Any:
        """Return the position after a tap on a stick."""
        place, left = key[0], self.sizes[key[0]] - self.amount(key)
        others = [size for i, size in enumerate(self.heap_sizes) if i != place]
        return self.option(tuple(sorted(filter(None, (*others, left)))))

    def is_option(self, option: Any) -> bool:
        """Return whether a move to a position is legal."""
        if self.play.match.is_listed:
            return option in self.play.match.options
        return why_illegal(self.play.rules, self.play.position, option) is None

    def show_part(self, key: Key, button: ipw.Button) -> None:
        """Show a stick as tappable, show it as taken by the last move, or hide it."""
        place = key[0]
        size, amount = self.sizes.get(place, 0), self.amount(key)
        ghosts = [] if self._taken_in_bundles(place) else [*self.just_taken[place].elements()][::-1]
        button.disabled = amount <= 0
        button.tabbable = 0 < amount <= _MAX_TAB_STOPS or amount == size > 0
        if amount > 0:
            forbidden = key not in self.first_taps
            button.description = f"take {amount} of {decimal(size)}{': forbidden' * forbidden}"
            button.tooltip = str(amount)
            conditional = {
                "nt-far": amount > self.max_take(size),
                "nt-forbidden": forbidden,
                "nt-lifted": self._is_chosen(place, amount),
            }
            set_classes(button, "nt-stick", **conditional)
        elif -amount < len(ghosts):
            button.description, button.tooltip = "just taken", ""
            set_classes(button, "nt-stick", "nt-gone", f"nt-turn-{ghosts[-amount]}")
        else:
            button.description, button.tooltip = "taken", ""
            set_classes(button, "nt-stick", "nt-taken")

    def finish(self) -> None:
        """Update the labels of the heaps and the pictures of the sticks that cannot be tapped."""
        box, match, tip = self._box(), self.play.match, self.tip
        conditional = {"nt-flow": len(self.heap_sizes) > _MAX_ROWS, "nt-idle": self.is_idle}
        set_classes(box, *box._dom_classes, **conditional)
        for place, row in self.rows.items():
            size = self.sizes.get(place, 0)
            row.number.value = self.heap_label(size)
            tappable = self.count_sticks(size)
            taken = self.just_taken[place].total() if self._taken_in_bundles(place) else 0
            row.rest.value = _bundles(size - tappable, taken)
            row.rest.layout.display = None if size > tappable or taken else "none"
            row.box.layout.display = "none" if size > tappable == 0 else None
            if size > tappable == 0:
                tip = "There are too many sticks to tap: type the next position."
        self._tip.value = tip
        self._tip.layout.display = "none" if match.is_over else None

    def _is_chosen(self, place: Place, amount: int) -> bool:
        """Return whether a stick is among those taken by a move that is not complete yet."""
        return any(key[0] == place and amount <= self.amount(key) for key in self.chosen)

    def _taken_in_bundles(self, place: Place) -> bool:
        """Return whether the sticks just taken from a heap are drawn in bundles."""
        size, taken = self.sizes.get(place, 0), self.just_taken[place].total()
        tappable = self.count_sticks(size)
        return size > tappable == 0 or tappable + taken > len(self.rows[place].box.children)


def heaps_after_move(
    places: Sequence[int], before: Sequence[int], after: Sequence[int], tapped: object = None
) -> list[int]:
    """Return the heaps after a move, ordered by place; `places` holds the heaps before the move.

    Among equal heaps, the one at place `tapped` changes if it is one of them, and otherwise the
    first one. If several heaps change, their order by size stays the same.

    >>> heaps_after_move([5, 3, 3], (3, 3, 5), (1, 3, 5))
    [5, 1, 3]
    >>> heaps_after_move([5, 3, 3], (3, 3, 5), (1, 3, 5), tapped=2)
    [5, 3, 1]
    """
    heaps = list(places)
    removed = sorted((Counter(before) - Counter(after)).elements(), reverse=True)
    added = sorted((Counter(after) - Counter(before)).elements(), reverse=True)
    added += [0] * (len(removed) - len(added))
    free = sorted(range(len(heaps)), key=lambda place: place != tapped)
    for old, new in zip(removed, added):
        place = next(place for place in free if places[place] == old)
        free.remove(place)
        heaps[place] = new
    return heaps


def _bundles(size: int, gone: int) -> str:
    """Draw `size` sticks, followed by the outlines of `gone` sticks that were just taken.

    They are drawn in bundles of ten or, if there are too many of them, as a bar.
    """
    total = size + gone
    is_bar, line = total > _MAX_BUNDLED, min(total, _PER_LINE)
    width = 284 if is_bar else 3 + 5 * line + 7 * (line // 10)
    height = 28 if is_bar else 2 + 26 * -(-total // _PER_LINE)
    parts = ""
    for css_class, first, last in (("nt-bar", 0, size), ("nt-bar nt-gone", size, total)):
        if first == last:
            continue
        if is_bar:
            left, right = (1 + 280 * end // total for end in (first, last))
            geometry = f'x="{left}" y="4" width="{right - left}" height="20" rx="4"'
            parts += f'<rect class="{css_class}" {geometry}/>'
        else:
            places = (divmod(number, _PER_LINE) for number in range(first, last))
            lines = (f"M{3 + 5 * x + 7 * (x // 10)} {4 + 26 * y}v20" for y, x in places)
            parts += f'<path class="{css_class}" d="{"".join(lines)}"/>'
    return (
        f'<div class="nt"><svg role="img" class="nt-bundles" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>{decimal(size)} sticks</title>{parts}</svg></div>'
    )


board_for.register(Nim, HeapsBoard)


# --- Games whose positions are integers -----------------------------------------------------------


class _NumberBoard(HeapsBoard[Any]):
    """A board with a single heap, for rules under which each move decreases an integer."""

    def heaps(self, position: int) -> tuple[int, ...]:
        return (position,)

    def option(self, heaps: tuple[int, ...]) -> int:
        return sum(heaps)

    def max_take(self, heap: int) -> int:
        return heap - min(self.play.match.options, default=heap)

    def update(self) -> list[ipw.Widget]:
        position, match = self.play.position, self.play.match
        is_heap = match.is_listed and all(
            type(option) is int and 0 <= option < position for option in match.options
        )
        if is_heap and self.max_take(position) <= _MAX_STICKS:
            return super().update()
        self._layout_key = None  # rebuild the picture next time
        return list(Board.update(self))

    def deal(self, rng: Random) -> int:
        return rng.randint(8, 20)


@board_for.register(object)
def _any_board(rules: object, play: Play) -> Board[Any]:
    """Return the default board for rules without a registered board."""
    heap = type(play.position) is int and not feature(rules, "picture")
    return _NumberBoard(rules, play) if heap else Board(rules, play)
