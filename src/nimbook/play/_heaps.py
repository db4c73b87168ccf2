"""Heaps of sticks that one can see and tap."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

import ipywidgets as ipw

from nimbook.play._marks import look
from nimbook.play._play import Board, Play, board
from nimtwist._checks import quoted, shortened, written
from nimtwist.game import Notation

__all__ = ["Heap", "HeapsBoard", "moved"]

Rules = TypeVar("Rules")

# Sticks of one heap that are buttons: as many as this or, if the heaps have many, fewer.
_MOST_STICKS, _FEWER_STICKS = 20, 9
_MANY_STICKS = 90
# More heaps than this share a line, or if that is too much as well, equal ones share a row.
_MOST_ROWS, _MOST_HEAPS, _MOST_SHOWN = 6, 12, 60
# The Tab key stops at the last so many sticks of a heap.
_MOST_STOPS = 12
# More rows than these, heaps of different sizes, take seconds to make.
_MOST_ON_TABLE = 64
# Sticks that are drawn one by one where they cannot be touched, and in a line.
_MOST_DRAWN, _IN_A_LINE = 200, 50


class Heap:
    """One heap on the page: its number, and sticks to tap; of many sticks, a picture and a field.

    It stays on the page from move to move, and so does the keyboard's focus. `take` takes an amount
    from it.
    """

    def __init__(self, board: HeapsBoard[Any], take: Callable[[int], None]) -> None:
        self._board, self._play, self._take = board, board.play, take
        self.size = 0
        self._shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        self._number, self._rest = ipw.Label(), ipw.HTML()
        self._number.add_class("nt-size")
        self._box = ipw.Box()
        self._box.add_class("nt-sticks")
        self.buttons: list[ipw.Button] = []
        self._field: ipw.Text | None = None
        self.widget = ipw.HBox([self._number, self._box])
        self.widget.add_class("nt-heap")

    def show(self, size: int, gone: Sequence[int], name: str, hints: Collection[int]) -> None:
        """Show how large the heap is, and how much the others have just taken, one by one."""
        self.size, self._number.value = size, name
        present = self._board.count_sticks(size)
        # A few sticks that are gone are an outline each; of very many there is a picture.
        apart = sum(gone) > _MOST_STICKS or size > present == 0
        self._show_sticks(present, [] if apart else gone, hints)
        parts: list[ipw.Widget] = [self._number]
        if size > present or (apart and gone):
            self._rest.value = _bundles(size - present, sum(gone) if apart else 0)
            parts.append(self._rest)
        if size > present == 0:
            parts += self._typed(hints)
        else:
            parts.append(self._box)
        self.widget.children = parts

    def focus(self) -> None:
        """Put the keyboard's focus where it was before something was taken, or near there."""
        present = self._board.count_sticks(self.size)
        if self._play.match.over:
            self._play._title.focus()
        elif present:
            self.buttons[present - 1].focus()
        elif self.size and self._field:
            self._field.focus()
        else:
            self._play._title.focus()

    def _show_sticks(self, present: int, gone: Sequence[int], hints: Collection[int]) -> None:
        """Show the sticks that can be tapped, and after them those that have just been taken."""
        size = self.size
        ghosts = [turn for turn in range(len(gone), 0, -1) for _ in range(gone[turn - 1])]
        count = present + len(ghosts)
        while len(self.buttons) < count:
            tap = partial(self._tap, len(self.buttons))
            self.buttons.append(self._play.button("", tap, **self._shared))
        self._box.children = self.buttons
        for place, button in enumerate(self.buttons):
            amount = present - place
            with button.hold_sync():
                button.disabled = amount <= 0
                button.tabbable = 0 < amount <= _MOST_STOPS or amount == size > 0
                if amount > 0:
                    button.description = f"take {amount} of {written(size)}"
                    button.tooltip = str(amount)
                    kinds = {
                        "nt-far": amount > self._board.reach(size),
                        "nt-forbidden": not self._board.is_legal(self, amount),
                        "nt-chosen": amount <= self._board.chosen(self),
                        "nt-hint": amount in hints,
                    }
                    if kinds["nt-forbidden"]:
                        button.description += ": forbidden"
                    look(button, "nt-stick", **kinds)
                elif place < count:
                    button.description, button.tooltip = "just taken", ""
                    after = f"nt-turn-{ghosts[place - present]}"
                    button._dom_classes = ("nt-stick", "nt-gone", after)
                else:
                    button.description, button.tooltip = "", ""
                    button._dom_classes = ("nt-stick", "nt-taken")

    def _tap(self, place: int) -> None:
        self.take(self._board.count_sticks(self.size) - place)

    def take(self, amount: int) -> None:
        """Take some of the heap, and keep the focus near it."""
        before = len(self._play.match.transcript)
        self._take(amount)
        if len(self._play.match.transcript) != before:
            self.focus()

    def _typed(self, hints: Collection[int]) -> list[ipw.Widget]:
        """Return a field for how many to take, and a button that takes them."""
        limits = f"from 1 to {written(min(self.size, self._board.reach(self.size)))}"
        if self._field is None:
            self._field = field = ipw.Text(value="1", description="how many")
            field.add_class("nt-how-many")

            def act() -> None:
                if not re.fullmatch("[0-9]{1,7}", field.value.strip()):
                    raise ValueError(
                        f"type one whole number {field.placeholder}, not {quoted(field.value)}"
                    )
                self.take(int(field.value))

            self._do = self._play.button("take", act)
            self._do.add_class("nt-do")
        self._field.placeholder = limits
        self._do.tooltip = f"take so many of {written(self.size)}, {limits}"
        look(self._field, "nt-how-many", **{"nt-hint": bool(hints)})
        if hints:
            self._field.value = str(min(hints))
        return [self._field, self._do]


class HeapsBoard(Board[Rules]):
    """Heaps of sticks: a tap on a stick takes it and all to its right.

    The heaps keep their places from the start of a game to its end. What the others have just
    taken is seen to go, and then an outline of it stays until the next move.
    """

    tip = "Tap a stick to take it and all to its right."

    def __init__(self, rules: Rules, play: Play) -> None:
        super().__init__(rules, play)
        self.places: list[int] = []
        """The sizes of the heaps on the table, in their places."""
        self._start: Any = None
        self._tapped: dict[int, int] = {}
        self._box: ipw.VBox | None = None
        self._count = 0

    # --- What a game may have otherwise

    def heaps(self, position: Any) -> tuple[int, ...]:
        """Return the heaps of a position."""
        heaps: tuple[int, ...] = position
        return heaps

    def option(self, heaps: tuple[int, ...]) -> Any:
        """Return the option that leaves these heaps, in ascending order and without empty ones."""
        return heaps

    def reach(self, heap: int) -> int:
        """Return how many sticks can be taken from a heap at most, if nothing is forbidden."""
        return heap

    def chosen(self, heap: Heap) -> int:
        """Return how many sticks of a heap that is shown are chosen for a move that has begun."""
        return 0

    @property
    def is_idle(self) -> bool:
        """Whether the heaps are not those that the player moves from."""
        return False

    def new_heap(self, take: Callable[[int], None]) -> Heap:
        """Return a heap for the page."""
        return Heap(self, take)

    def above(self) -> list[ipw.Widget]:
        """Return what stands above the heaps."""
        return []

    def below(self) -> list[ipw.Widget]:
        """Return what stands below the heaps."""
        return []

    def deal(self, chance: Random) -> Any:
        """Return three or four heaps of at most seven sticks."""
        return tuple(sorted(chance.randint(1, 7) for _ in range(chance.randint(3, 4))))

    # --- What is on the page

    def update(self) -> list[ipw.Widget]:
        """Show the heaps on the table."""
        match = self.play.match
        if self._box is None or self._start != match.start or self._box.comm is None:
            self._lay()
        gone = self._follow()
        hints = self.hints()
        shown = []
        for key, place, name in self._rows(gone):
            if key not in self._shown:
                self._shown[key] = self.new_heap(partial(self._take_from, key))
            heap = self._shown[key]
            self._place[key] = place
            heap.show(self.places[place], gone[place], name, hints.get(place, ()))
            shown.append(heap.widget)
        assert self._box is not None
        if len(match.transcript) != self._count:  # undone, what went goes no second time
            self._still = len(match.transcript) < self._count
        self._count = len(match.transcript)
        kinds = {"nt-still": self._still, "nt-idle": self.is_idle}
        look(self._box, *self._looks, **kinds)
        self._box.children = shown
        self._tip.layout.display = "none" if match.over else None
        return [*self.above(), self._box, *self.below(), self._tip]

    def count_sticks(self, size: int) -> int:
        """Return how many of the sticks of a heap can be tapped."""
        reach = self.reach(size)
        if size <= (_FEWER_STICKS if reach < size else self._most):
            return size
        return reach if reach <= self._most else 0

    def is_legal(self, heap: Heap, amount: int) -> bool:
        """Return whether so much may be taken from a heap that is shown."""
        return self._is_option(self._left(self.place_of(heap), amount))

    def take(self, place: int, amount: int) -> None:
        """Take so much from the heap in a place."""
        if amount > self.places[place]:
            raise ValueError(f"take from 1 to {written(self.places[place])}, not {written(amount)}")
        self._tapped[len(self.play.match.transcript)] = place
        self.play.move(self._left(place, amount))

    def hints(self) -> dict[int, set[int]]:
        """Return how much a hint says to take from the heap in which place."""
        before = self.heaps(self.play.position)
        found: dict[int, set[int]] = {}
        for option in self.hinted():
            after = moved(self.places, before, self.heaps(option))
            changed = [i for i, size in enumerate(after) if size != self.places[i]]
            if len(changed) == 1 and after[changed[0]] < self.places[changed[0]]:
                [place] = changed
                found.setdefault(place, set()).add(self.places[place] - after[place])
        return found

    def hinted(self) -> Sequence[Any]:
        """Return those options that a hint has named which are to be shown."""
        return self.play.hinted

    def _lay(self) -> None:
        """Make room for a new game."""
        self._start, self._tapped = self.play.match.start, {}
        self._count, self._still = 0, False
        self._shown: dict[object, Heap] = {}
        self._place: dict[object, int] = {}
        heaps = [heap for heap in self.heaps(self._start) if heap]
        if (count := len(set(heaps))) > _MOST_ON_TABLE:
            raise ValueError(
                f"{shortened(self.play.show(self._start))} has heaps of {count} sizes, too many to "
                f"show: at most {_MOST_ON_TABLE}"
            )
        many = sum(min(heap, _MOST_STICKS) for heap in heaps) > _MANY_STICKS
        self._most = _FEWER_STICKS if many else _MOST_STICKS
        self._is_grouped = len(heaps) > _MOST_HEAPS and sum(heaps) > _MOST_SHOWN
        flows = len(heaps) > _MOST_ROWS and not self._is_grouped
        self._looks = ("nt-heaps", "nt-flow") if flows else ("nt-heaps",)
        self._box = ipw.VBox()
        self._box._dom_classes = self._looks
        self._tip = ipw.Label(self.tip)
        self._tip.add_class("nt-tip")

    def _follow(self) -> list[list[int]]:
        """Follow the moves from the start; return what the others have just taken from each heap.

        An amount is in the list of its heap at the turn of the move, counted from the first of the
        others; between them there are zeros.
        """
        match = self.play.match
        moves, recent = match.transcript, len(match.transcript) - len(match.round)
        self.places = sorted(self.heaps(match.start), reverse=True)
        gone: list[list[int]] = [[] for _ in self.places]
        turn = 0
        for number, move in enumerate(moves):
            before, after = self.heaps(move.before), self.heaps(move.after)
            old, self.places = (
                self.places,
                moved(self.places, before, after, self._tapped.get(number)),
            )
            if number >= recent and not move.seat.is_human:
                for place, size in enumerate(self.places):
                    if size < old[place]:
                        gone[place] += [0] * (turn - len(gone[place])) + [old[place] - size]
                turn += 1
        return gone

    def _rows(self, gone: list[list[int]]) -> list[tuple[object, int, str]]:
        """Return for each heap on the page a key, its place and its name."""
        if not self._is_grouped:
            return [(place, place, written(size)) for place, size in enumerate(self.places)]
        counts = Counter(size for size, taken in zip(self.places, gone, strict=True) if not taken)
        rows: list[tuple[object, int, str]] = []
        for place, size in enumerate(self.places):
            if gone[place]:
                rows.append((place, place, f"heap of {written(size)}"))
            elif size and counts[size]:
                count = counts.pop(size)
                name = f"{count} heaps of {written(size)}" if count > 1 else f"heap of {size}"
                rows.append((("size", size), place, name))
        return rows

    def _take_from(self, key: object, amount: int) -> None:
        self.take(self._place[key], amount)

    def place_of(self, heap: Heap) -> int:
        """Return the place of a heap that is shown."""
        [key] = (key for key, shown in self._shown.items() if shown is heap)
        return self._place[key]

    def _left(self, place: int, amount: int) -> Any:
        sizes = [*self.places[:place], self.places[place] - amount, *self.places[place + 1 :]]
        return self.option(tuple(sorted(filter(None, sizes))))

    def _is_option(self, option: Any) -> bool:
        rules, position = self.rules, self.play.position
        if isinstance(rules, Notation):
            return rules.why_illegal(position, option) is None
        return option in self.play.match.options


def moved(
    places: Sequence[int],
    before: Sequence[int],
    after: Sequence[int],
    tapped: int | None = None,
) -> list[int]:
    """Return heaps in their places after a move; of equal heaps, the one in the place `tapped`.

    If several heaps are changed, the larger ones become the larger ones.

    >>> moved([5, 3, 3], (3, 3, 5), (1, 3, 5)), moved([5, 3, 3], (3, 3, 5), (1, 3, 5), 2)
    ([5, 1, 3], [5, 3, 1])
    """
    heaps = list(places)
    gone = sorted((Counter(before) - Counter(after)).elements(), reverse=True)
    come = sorted((Counter(after) - Counter(before)).elements(), reverse=True)
    come += [0] * (len(gone) - len(come))
    free = [] if tapped is None else [tapped]
    free += [place for place in range(len(heaps)) if place != tapped]
    for old, new in zip(gone, come, strict=True):
        place = next(place for place in free if places[place] == old)
        free.remove(place)
        heaps[place] = new
    return heaps


def _bundles(size: int, gone: int) -> str:
    """Return a picture of sticks in bundles of ten, the last ones gone; of very many, a bar."""
    total = size + gone
    if total > _MOST_DRAWN:
        wide = max(2, round(280 * size / total))
        parts = f'<rect class="nt-bar" x="1" y="4" width="{wide}" height="20" rx="4"/>'
        if gone:
            parts += (
                f'<rect class="nt-bar nt-gone" x="{wide + 1}" y="4" width="{280 - wide}" '
                'height="20" rx="4"/>'
            )
        return _drawn(284, 28, parts, size)
    lines = -(-total // _IN_A_LINE)
    path = {"nt-bar": "", "nt-bar nt-gone": ""}
    for number in range(total):
        line, place = divmod(number, _IN_A_LINE)
        x = 3 + 5 * place + 7 * (place // 10)
        path["nt-bar" if number < size else "nt-bar nt-gone"] += f"M{x} {4 + 26 * line}v20"
    parts = "".join(f'<path class="{look}" d="{d}"/>' for look, d in path.items() if d)
    wide = 3 + 5 * min(total, _IN_A_LINE) + 7 * (min(total, _IN_A_LINE) // 10)
    return _drawn(wide, 2 + 26 * lines, parts, size)


def _drawn(wide: int, high: int, parts: str, size: int) -> str:
    return (
        f'<div class="nt"><svg role="img" class="nt-bundles" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><title>{written(size)} sticks</title>{parts}</svg></div>'
    )


# --- Games whose positions are numbers ------------------------------------------------------------


class _NumberBoard(HeapsBoard[Any]):
    """A heap, for any rules by which a number only ever becomes smaller."""

    def heaps(self, position: int) -> tuple[int, ...]:
        return (position,)

    def option(self, heaps: tuple[int, ...]) -> int:
        return sum(heaps)

    def reach(self, heap: int) -> int:
        return heap - min(self.play.match.options, default=heap)

    def update(self) -> list[ipw.Widget]:
        if not self.play.match.is_listed:
            return list(Board.update(self))
        position, options = self.play.position, self.play.match.options
        if all(type(option) is int and 0 <= option < position for option in options):
            return super().update()
        return list(Board.update(self))

    def deal(self, chance: Random) -> int:
        return chance.randint(8, 20)


@board.register(object)
def _any_board(rules: object, play: Play) -> Board[Any]:
    """Return the board of a game that has none of its own."""
    heap = type(play.position) is int and not hasattr(rules, "picture")
    return _NumberBoard(rules, play) if heap else Board(rules, play)
