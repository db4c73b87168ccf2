"""The board for Stones, with stones on the intersections of a grid."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

import ipywidgets as ipw

from nimbook.play._parts_board import PartsBoard, Taps, scroll_box
from nimbook.play._play import board_for, set_classes
from nimtwist.games.stones import Stone, Stones, StonesPosition

# The largest coordinate on a small, a medium and a large board. The small and the large board have
# these sizes because the numbers below 4 and those below 16 form fields. The medium board is the
# largest that fits on a phone.
_SIDES = (3, 7, 15)
_PHONE_SIDE = 7
_PLAY, _PLACE = "Play", "Set up the stones"


class _StonesBoard(PartsBoard[Stones]):
    css_class = "nt-goban"

    def layout_key(self, start: StonesPosition) -> int:
        """Return the largest coordinate on the board; the board may grow but never shrinks."""
        laid = self._layout_key if isinstance(self._layout_key, int) else 0
        return max(laid, next(side for side in _SIDES if side >= _largest(self.play.position)))

    def build_picture(self, start: StonesPosition) -> ipw.Widget:
        side = self.layout_key(start)
        self.mode = ipw.ToggleButtons(options=[_PLAY, _PLACE])
        self.mode.style.button_width = "auto"
        self.mode.observe(lambda _: self.clear_choice(), "value")
        shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        for y in range(side, -1, -1):
            for x in range(side + 1):
                self.add_part((x, y), "" if x and y else str(x or y), **shared)
        self.rectangle = ipw.Box()  # a frame around the opponent's move
        self.grid = ipw.GridBox([*self.parts.values(), self.rectangle])
        box = scroll_box(self.grid)
        self.guide = ipw.HTML()
        return ipw.VBox([box, self.guide, self.mode])

    def options_by_taps(self) -> Mapping[Taps, StonesPosition]:
        position = self.play.position
        if self.is_placing:
            return {}
        return {
            (stone, spot): Stones().after(position, stone, corner)
            for stone in position
            for spot, corner in _corners(stone).items()
        }

    @property
    def is_placing(self) -> bool:
        """True if the board is in set-up mode, in which taps place or remove stones."""
        return bool(self.mode.value == _PLACE)

    def tap(self, key: Stone) -> None:
        """Make a move or, in set-up mode, place or remove a stone."""
        if not self.is_placing:
            super().tap(key)
        elif 0 in key:
            raise ValueError(f"{key} is on an axis, where stones are dead: choose another spot")
        else:
            self.play.restart(self.play.position ^ {key})

    def refusal_message(self, key: Stone) -> str:
        if not self.chosen:
            return f"there is no stone at {key}: tap a stone first, then its destination"
        return f"{key} is neither to the left of the chosen stone {self.chosen[0]} nor below it"

    def clear_choice(self) -> None:
        """Deselect the chosen stone."""
        self.chosen = ()
        self.update()

    def too_large_message(self) -> str:
        side = _SIDES[-1]
        is_large = _largest(self.play.position) > side
        return f"This board is only {side} by {side}: type your moves." if is_large else ""

    def prepare(self) -> None:
        self._wide, self._high = self._visible_size()
        # Find the spots that each of the latest replies changed.
        replies = [] if self.is_placing else self.replies
        self._changes = [move.before ^ move.after for move in replies if move.before != move.after]

    def show_part(self, key: Stone, button: ipw.Button) -> None:
        (x, y), position = key, self.play.position
        is_changed = any(key in change for change in self._changes)
        is_tappable = bool(self.chosen) and key in self.tappable
        conditional = {
            "nt-beyond": x > self._wide or y > self._high,
            "nt-axis": 0 in key,
            "nt-stone": key in position,
            "nt-chosen": key in self.chosen,
            "nt-reach": is_tappable,
            "nt-last": is_changed and key in position,
            "nt-gone": is_changed and key not in position,
        }
        set_classes(
            button, "nt-spot", *(self._distance_classes(key) if is_tappable else ()), **conditional
        )
        labels = [f"{key}: {'stone' if key in position else 'dead' if 0 in key else 'empty'}"]
        if key in self.chosen:
            labels.append("chosen, now choose a spot to its left or below it")
        elif is_tappable:
            labels.append(_move_words(self.chosen[0], _corners(self.chosen[0])[key]))
        if is_changed:
            labels.append("changed by the engine")
        button.tooltip = ", ".join(labels)
        # Only spots that respond to a tap are tab stops.
        button.tabbable = 0 not in key if self.is_placing else key in position or is_tappable

    def _box(self) -> ipw.Widget:
        return self.grid

    def finish(self) -> None:
        wide = self._wide
        reach = self.chosen[0][0] if self.chosen else wide
        self.grid.layout.grid_template_columns = " ".join(
            f"repeat({columns}, minmax(0, var(--nt-{name})))"
            for columns, name in ((reach + 1, "spot"), (wide - reach, "rest"))
            if columns
        )
        conditional = {
            "nt-large": wide > _PHONE_SIDE,
            "nt-placing": self.is_placing,
            "nt-choosing": bool(self.chosen),
        }
        set_classes(self.grid, *self.grid._dom_classes, **conditional)
        self._frame()
        self.guide.value = f'<div class="nt nt-guide">{self._guidance()}</div>'

    def deal(self, rng: Random) -> StonesPosition:
        """Return a few random stones on a board that fits on a phone."""
        side = _SIDES[0] if _largest(self.play.match.start) <= _SIDES[0] else _PHONE_SIDE
        spots = list(product(range(1, side + 1), range(1, side + 1)))
        return frozenset(rng.sample(spots, rng.choice((2, 3) if side == 3 else (3, 4))))

    def _visible_size(self) -> tuple[int, int]:
        """Return the largest coordinates to show, given that stones never move right or up."""
        side = self._layout_key
        assert isinstance(side, int)
        if self.is_placing or side <= _PHONE_SIDE:
            return side, side
        stones = self.play.match.start | {(_PHONE_SIDE, _PHONE_SIDE)}
        return max(x for x, _ in stones), max(y for _, y in stones)

    def _frame(self) -> None:
        """Draw a frame around the spots that the opponent changed."""
        set_classes(self.rectangle, "nt-frame" if self._changes else "nt-beyond")
        columns, rows = (
            {spot[i] for change in self._changes[-1:] for spot in change} for i in (0, 1)
        )
        layout, wide, high = self.rectangle.layout, self._wide + 1, self._high + 1
        layout.left, layout.width = _extent(columns, wide)
        layout.bottom, layout.height = _extent(rows, high)

    def _guidance(self) -> str:
        if self.is_placing:
            return "Tap a spot to place a stone, or a stone to remove it."
        if not self.chosen:
            return "Tap a stone to move it." if self.play.position else ""
        return (
            "Tap the opposite corner of a rectangle: at its corners, stones vanish and empty spots "
            "get a stone. In its own row or column, the stone slides."
        )

    def _distance_classes(self, spot: Stone) -> list[str]:
        """Return CSS classes that encode a spot's distances from the chosen stone in binary.

        The stylesheet uses them to compute the size of the preview frame.
        """
        (x, y), (left, low) = self.chosen[0], spot
        distances = {"x": x - left, "y": y - low}
        return [
            f"nt-d{axis}{bit}"
            for axis in distances
            for bit in (1, 2, 4, 8)
            if distances[axis] & bit
        ]


def _largest(position: StonesPosition) -> int:
    return max((place for stone in position for place in stone), default=1)


def _corners(stone: Stone) -> dict[Stone, Stone]:
    """Return the moves of a stone, as a dictionary from spots to corners of rectangles.

    Each key is a spot that the player can tap to move the stone. Its value is the corner opposite
    the stone in the rectangle of that move. Tapping a spot in the stone's row or column makes the
    stone slide there. Spots on the axes come last, because they stand for moves that can also be
    made by tapping other spots.
    """
    x, y = stone
    spots = sorted(product(range(x + 1), range(y + 1)), key=lambda spot: 0 in spot)
    return {
        (left, low): (left if left < x else 0, low if low < y else 0)
        for left, low in spots
        if (left, low) != stone
    }


def _move_words(stone: Stone, corner: Stone) -> str:
    (x, y), (left, low) = stone, corner
    if not left and not low:
        return f"remove the stone {stone}"
    if left and low:
        return f"change the rectangle from {stone} to here"
    return f"slide the stone {stone} to {(left, y) if left else (x, low)}"


def _extent(places: set[int], whole: int) -> tuple[str, str] | tuple[None, None]:
    """Return the start and the size of a range of places, as percentages of the whole."""
    if not places:
        return None, None
    low, high = min(places), max(places)
    return f"{100 * low / whole:.4g}%", f"{100 * (high - low + 1) / whole:.4g}%"


board_for.register(Stones, _StonesBoard)
