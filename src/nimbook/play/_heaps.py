"""Heaps of sticks that one can see and tap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import ipywidgets as ipw

from nimbook.engine import why_illegal
from nimbook.play._parts_board import PartsBoard, Taps
from nimbook.play._play import Board, Play, board_for, set_classes
from nimtwist._checks import decimal
from nimtwist.games.nim import Nim

__all__ = ["HeapsBoard", "Row", "heaps_after_move"]

Rules = TypeVar("Rules")

Place = Hashable
"""Where a heap lies: the places of the start count from 0, the largest heap first."""
Key = tuple[Place, int]
"""A stick: the place of its heap, and its number there, from the left."""

# Sticks of one heap that are buttons: as many as this or, if the heaps have many, fewer.
_MAX_STICKS, _FEWER_STICKS = 20, 9
_MANY_STICKS = 90
# More heaps than these share lines; many more are not drawn.
_MAX_ROWS, _MAX_HEAPS = 6, 40
# The Tab key stops at the last so many sticks of a heap.
_MAX_TAB_STOPS = 12
# Sticks that are drawn one by one where they cannot be touched, and in a line.
_MAX_BUNDLED, _PER_LINE = 200, 50


class Row:
    """One heap on the page: its number, what can be tapped, and a picture of the rest."""

    def __init__(self) -> None:
        self.number, self.box, self.rest = ipw.Label(), ipw.Box(), ipw.HTML()
        self.number.add_class("nt-size")
        self.box.add_class("nt-sticks")
        self.widget = ipw.HBox([self.number, self.rest, self.box])
        self.widget.add_class("nt-heap")


class HeapsBoard(PartsBoard[Rules]):
    """Heaps of sticks: a tap on a stick takes it and all to its right.

    The heaps keep their places from the start of a game to its end. What the others have just
    taken is seen to go, and then an outline of it stays until the next move.
    """

    css_class = "nt-heaps"
    hint = ""  # the number of a stick is seen
    tip = "Tap a stick to take it and all to its right."

    def __init__(self, rules: Rules, play: Play) -> None:
        super().__init__(rules, play)
        self.heap_sizes: list[int] = []
        """The sizes of the heaps on the table, in their places."""
        self.sizes: dict[Place, int] = {}
        """The sizes of all heaps that are shown."""

    # --- What a game may have otherwise

    def heaps(self, position: Any) -> tuple[int, ...]:
        """Return the heaps of a position."""
        heaps: tuple[int, ...] = position
        return heaps

    def option(self, heaps: tuple[int, ...]) -> Any:
        """Return the option that leaves these heaps, in ascending order and without empty ones."""
        return heaps

    def max_take(self, heap: int) -> int:
        """Return how many sticks can be taken from a heap at most, if nothing is forbidden."""
        return heap

    @property
    def is_idle(self) -> bool:
        """Whether the heaps are not those that the player moves from."""
        return False

    def new_row(self, place: Place) -> Row:
        """Return a new heap for the page, with nothing in it."""
        return Row()

    def add_parts(self, place: Place) -> None:
        """Make the parts that a heap needs now, as far as they are missing."""
        box, needed = self.rows[place].box, self.count_sticks(self.sizes[place])
        needed += self.just_taken[place].total()
        new = range(len(box.children), min(needed, self._max_sticks))
        box.children = [
            *box.children,
            *(self.add_part((place, i), **self._shared_traits) for i in new),
        ]

    def heap_label(self, size: int) -> str:
        """Return what stands before a heap."""
        return decimal(size)

    def deal(self, rng: Random) -> Any:
        return tuple(sorted(rng.randint(1, 7) for _ in range(rng.randint(3, 4))))

    # --- What is on the page

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
        return "So many heaps are not drawn: type the position to leave." if many else ""

    def widgets(self) -> list[ipw.Widget]:
        return [self._picture, self._tip]

    def prepare(self) -> None:
        """Find where the heaps are now, and what the others have just taken, by their turns."""
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
            or "this is no move"
        )

    def tap(self, key: Key) -> None:
        """Take a stick and all to its right; the focus stays near them."""
        before = len(self.play.match.transcript)
        super().tap(key)
        if len(self.play.match.transcript) == before:
            return
        present = self.count_sticks(self.sizes.get(key[0], 0))
        over = self.play.match.over or not present
        (self.play._title if over else self.parts[key[0], present - 1]).focus()

    def count_sticks(self, size: int) -> int:
        """Return how many of the sticks of a heap can be tapped."""
        reach = self.max_take(size)
        if size <= (_FEWER_STICKS if reach < size else self._max_sticks):
            return size
        return reach if reach <= self._max_sticks else 0

    def amount(self, key: Key) -> int:
        """Return how much a tap takes from the heap; nothing, if there is no such stick."""
        return self.count_sticks(self.sizes.get(key[0], 0)) - key[1]

    def option_after(self, key: Key) -> Any:
        """Return the position after a tap."""
        place, left = key[0], self.sizes[key[0]] - self.amount(key)
        others = [size for i, size in enumerate(self.heap_sizes) if i != place]
        return self.option(tuple(sorted(filter(None, (*others, left)))))

    def is_option(self, option: Any) -> bool:
        """Return whether the rules allow a move to a position."""
        if self.play.match.is_listed:
            return option in self.play.match.options
        return why_illegal(self.play.rules, self.play.position, option) is None

    def show_part(self, key: Key, button: ipw.Button) -> None:
        """Show a stick: one that can be tapped, one that has just been taken, or none."""
        place = key[0]
        size, amount = self.sizes.get(place, 0), self.amount(key)
        ghosts = [] if self._taken_in_bundles(place) else [*self.just_taken[place].elements()][::-1]
        button.disabled = amount <= 0
        button.tabbable = 0 < amount <= _MAX_TAB_STOPS or amount == size > 0
        if amount > 0:
            forbidden = key not in self.tappable
            button.description = f"take {amount} of {decimal(size)}{': forbidden' * forbidden}"
            button.tooltip = str(amount)
            conditional = {"nt-far": amount > self.max_take(size), "nt-forbidden": forbidden}
            set_classes(button, "nt-stick", **conditional)
        elif -amount < len(ghosts):
            button.description, button.tooltip = "just taken", ""
            set_classes(button, "nt-stick", "nt-gone", f"nt-turn-{ghosts[-amount]}")
        else:
            button.description, button.tooltip = "", ""
            set_classes(button, "nt-stick", "nt-taken")

    def finish(self) -> None:
        """Show the numbers of the heaps, and what is drawn in bundles."""
        box, match, tip = self._box(), self.play.match, self.tip
        conditional = {"nt-flow": len(self.heap_sizes) > _MAX_ROWS, "nt-idle": self.is_idle}
        set_classes(box, *box._dom_classes, **conditional)
        for place, row in self.rows.items():
            size = self.sizes.get(place, 0)
            row.number.value = self.heap_label(size)
            present = self.count_sticks(size)
            apart = self.just_taken[place].total() if self._taken_in_bundles(place) else 0
            row.rest.value = _bundles(size - present, apart)
            row.rest.layout.display = None if size > present or apart else "none"
            row.box.layout.display = "none" if size > present == 0 else None
            if size > present == 0:
                tip = "So many sticks are drawn in bundles of ten: type the position to leave."
        self._tip.value = tip
        self._tip.layout.display = "none" if match.over else None

    def _taken_in_bundles(self, place: Place) -> bool:
        """Return whether what was taken from a heap is drawn in bundles, not stick by stick."""
        size, gone = self.sizes.get(place, 0), self.just_taken[place].total()
        present = self.count_sticks(size)
        return size > present == 0 or present + gone > len(self.rows[place].box.children)


def heaps_after_move(
    places: Sequence[int], before: Sequence[int], after: Sequence[int], tapped: object = None
) -> list[int]:
    """Return heaps in their places after a move; of equal heaps, the one in the place `tapped`.

    If several heaps are changed, the larger ones become the larger ones.

    >>> heaps_after_move([5, 3, 3], (3, 3, 5), (1, 3, 5)), heaps_after_move([5, 3, 3], (3, 3, 5), (1, 3, 5), 2)
    ([5, 1, 3], [5, 3, 1])
    """
    heaps = list(places)
    gone = sorted((Counter(before) - Counter(after)).elements(), reverse=True)
    come = sorted((Counter(after) - Counter(before)).elements(), reverse=True)
    come += [0] * (len(gone) - len(come))
    free = sorted(range(len(heaps)), key=lambda place: place != tapped)
    for old, new in zip(gone, come):
        place = next(place for place in free if places[place] == old)
        free.remove(place)
        heaps[place] = new
    return heaps


def _bundles(size: int, gone: int) -> str:
    """Return a picture of sticks in bundles of ten, the last ones gone; of very many, a bar."""
    total = size + gone
    is_bar, line = total > _MAX_BUNDLED, min(total, _PER_LINE)
    wide = 284 if is_bar else 3 + 5 * line + 7 * (line // 10)
    high = 28 if is_bar else 2 + 26 * -(-total // _PER_LINE)
    parts = ""
    for kind, first, last in (("nt-bar", 0, size), ("nt-bar nt-gone", size, total)):
        if first == last:
            continue
        if is_bar:
            left, right = (1 + 280 * end // total for end in (first, last))
            size_of = f'x="{left}" y="4" width="{right - left}" height="20" rx="4"'
            parts += f'<rect class="{kind}" {size_of}/>'
        else:
            places = (divmod(number, _PER_LINE) for number in range(first, last))
            lines = (f"M{3 + 5 * x + 7 * (x // 10)} {4 + 26 * y}v20" for y, x in places)
            parts += f'<path class="{kind}" d="{"".join(lines)}"/>'
    return (
        f'<div class="nt"><svg role="img" class="nt-bundles" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><title>{decimal(size)} sticks</title>{parts}</svg></div>'
    )


board_for.register(Nim, HeapsBoard)


# --- Games whose positions are numbers ------------------------------------------------------------


class _NumberBoard(HeapsBoard[Any]):
    """A heap, for any rules by which a number only ever becomes smaller."""

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
        self._layout_key = None  # the next picture is a new one
        return list(Board.update(self))

    def deal(self, rng: Random) -> int:
        return rng.randint(8, 20)


@board_for.register(object)
def _any_board(rules: object, play: Play) -> Board[Any]:
    """Return the board of a game that has none of its own."""
    heap = type(play.position) is int and not hasattr(rules, "picture")
    return _NumberBoard(rules, play) if heap else Board(rules, play)
