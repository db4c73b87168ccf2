"""Stones played: stones are placed and moved on the intersections of a board."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random

import ipywidgets as ipw

from nimbook.play._marks import Motion, look, replies
from nimbook.play._play import Board, Play, board
from nimtwist.games.stones import Move, Stone, Stones, StonesPosition

# The boards on the page, by their largest coordinate: those of the fields of 4 and 16, and one
# between them, the largest that a phone shows whole.
_SIDES = (3, 7, 15)
_WHOLE = 7
_PLAY, _PLACE = "Play", "Set up the stones"


class _StonesBoard(Board[Stones]):
    """It stays on the page from move to move, and so does the keyboard's focus."""

    def __init__(self, rules: Stones, play: Play) -> None:
        super().__init__(rules, play)
        self.side = 0

    def _lay(self, side: int) -> None:
        """Make a board with this largest coordinate."""
        self.side = side
        self.chosen: Stone | None = None
        self.motion = Motion()
        self.mode = ipw.ToggleButtons(options=[_PLAY, _PLACE])
        self.mode.style.button_width = "auto"
        self.mode.observe(lambda _: self.choose_none(), "value")
        shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        spots = [(x, y) for y in range(side, -1, -1) for x in range(side + 1)]
        self.spots = {
            (x, y): self.play.button(
                str(x or y) if 0 in (x, y) else "", partial(self.click, (x, y)), **shared
            )
            for x, y in spots
        }
        self.rectangle = ipw.Box()  # of the engine's move
        self.grid = ipw.GridBox([*self.spots.values(), self.rectangle])
        scrolled = ipw.Box([self.grid])
        scrolled.add_class("nt-wide")
        self.guide = ipw.HTML()
        self.widget = ipw.VBox([scrolled, self.guide, self.mode])

    def click(self, spot: Stone) -> None:
        """Do what a click on a spot means: place a stone, choose one, or move the chosen one."""
        position = self.play.position
        if self.mode.value == _PLACE:
            if 0 in spot:
                raise ValueError(f"{spot} is on an axis, where stones are dead: place them off it")
            self.play.restart(position ^ {spot})
        elif self.chosen is not None and spot in self._corners(self.chosen):
            stone, corner = self.chosen, self._corners(self.chosen)[spot]
            self.chosen = None
            self.play.move(Stones().after(position, stone, corner))
        elif spot in position:
            self.chosen = None if spot == self.chosen else spot
            self.update()
        elif self.chosen is None:
            raise ValueError(f"there is no stone at {spot}: choose a stone, then where it goes")
        else:
            raise ValueError(
                f"{spot} is neither to the left of the chosen stone {self.chosen} nor below it"
            )

    def choose_none(self) -> None:
        """Forget which stone was chosen."""
        self.chosen = None
        self.update()

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        position = self.play.position
        needed = max((place for stone in position for place in stone), default=0)
        if needed > _SIDES[-1]:
            self.side = 0  # the next one is a new one
            return [
                ipw.Label(f"The board here is only {_SIDES[-1]} by {_SIDES[-1]}: type your moves.")
            ]
        if self.side < max(needed, 1):
            self._lay(min(side for side in _SIDES if side >= needed))
        motion = self.motion.now(self.play.match)
        if self.motion.anew:
            self.chosen = None
        placing = self.mode.value == _PLACE
        wide, high = (self.side, self.side) if placing else self._used()
        corners = {} if self.chosen is None else self._corners(self.chosen)
        made = [(m.before, m.after) for m in replies(self.play.match) if not placing]
        changed = frozenset().union(*(before ^ after for before, after in made))
        gone = frozenset().union(*(before - after for before, after in made)) - position
        hint = frozenset() if placing else self._hint()
        for spot, button in self.spots.items():
            (x, y), reached = spot, spot in corners
            look(
                button,
                "nt-spot",
                "nt-beyond" if x > wide or y > high else "",
                "nt-axis" if 0 in spot else "",
                "nt-stone" if spot in position else "",
                "nt-chosen" if spot == self.chosen else "",
                "nt-reach" if reached else "",
                *(self._distances(spot) if reached else ()),
                "nt-last" if spot in changed and spot in position else "",
                "nt-gone" if spot in gone else "",
                "nt-hint" if spot in hint else "",
            )
            what = "stone" if spot in position else "dead" if 0 in spot else "empty"
            said = [f"{spot}: {what}"]
            if spot == self.chosen:
                said.append("chosen, now choose a spot to its left or below it")
            elif reached:
                said.append(self._move(corners[spot]))
            if spot in changed:
                said.append("changed by the engine")
            if spot in hint:
                said.append("part of a winning move")
            button.tooltip = ", ".join(said)
            # The Tab key goes where a click does something.
            button.tabbable = 0 not in spot if placing else spot in position or reached
        reach = wide if self.chosen is None else self.chosen[0]
        self.grid.layout.grid_template_columns = " ".join(
            f"repeat({columns}, minmax(0, var(--nt-{name})))"
            for columns, name in ((reach + 1, "spot"), (wide - reach, "rest"))
            if columns
        )
        look(
            self.grid,
            "nt-goban",
            "" if wide <= _WHOLE else "nt-large",
            "nt-placing" if placing else "",
            "nt-choosing" if self.chosen else "",
            motion,
        )
        self._frame(made[-1] if made else None, wide + 1, high + 1)
        self.guide.value = f'<div class="nt nt-guide">{self._guidance(placing)}</div>'
        return [self.widget]

    def deal(self, chance: Random) -> StonesPosition:
        """Return a few stones on a board that a phone shows whole."""
        largest = max((place for stone in self.play.match.start for place in stone), default=0)
        side = min(_WHOLE, next((side for side in _SIDES if side >= largest), _WHOLE))
        spots = list(product(range(1, side + 1), range(1, side + 1)))
        return frozenset(chance.sample(spots, chance.choice((2, 3) if side == 3 else (3, 4))))

    def _used(self) -> tuple[int, int]:
        """Return the largest coordinates that are needed: no stone ever goes right or up."""
        if self.side <= _WHOLE:
            return self.side, self.side
        stones = self.play.match.start | {(_WHOLE, _WHOLE)}
        return max(x for x, _ in stones), max(y for _, y in stones)

    def _hint(self) -> StonesPosition:
        """Return what to touch for a winning move, if one was asked for: a stone, and a spot."""
        hinted = [_taps(self.play.position, option) for option in self.play.hinted]
        of_chosen = [taps for taps in hinted if taps[0] == self.chosen]
        return frozenset(taps for pair in (of_chosen or hinted)[:1] for taps in pair)

    def _frame(
        self, made: tuple[StonesPosition, StonesPosition] | None, wide: int, high: int
    ) -> None:
        """Put a frame round what the engine has changed."""
        look(self.rectangle, "nt-frame" if made else "nt-beyond")
        if made:
            (x, y), (left, low) = _move(*made)
            left, low = left or x, low or y
            layout = self.rectangle.layout
            layout.left, layout.width = _share(left, wide), _share(x - left + 1, wide)
            layout.bottom, layout.height = _share(low, high), _share(y - low + 1, high)

    def _guidance(self, placing: bool) -> str:
        if placing:
            return "Tap a spot to place a stone there, or a stone to take it away."
        if self.chosen is None:
            return "Tap a stone, to move it." if self.play.position else ""
        return (
            "Tap the far corner of a rectangle: at its corners stones go, and empty spots get one. "
            "In its own row or column, the stone slides."
        )

    def _corners(self, stone: Stone) -> dict[Stone, Stone]:
        """Return the far corner that each spot means for a stone: in its row or column a slide."""
        x, y = stone
        return {
            (left, low): (left if left < x else 0, low if low < y else 0)
            for left, low in product(range(x + 1), range(y + 1))
            if (left, low) != stone
        }

    def _distances(self, spot: Stone) -> list[str]:
        """Return how far the chosen stone is, in binary digits: with these, a frame is drawn."""
        assert self.chosen is not None
        (x, y), (left, low) = self.chosen, spot
        far = {"x": x - left, "y": y - low}
        return [f"nt-d{at}{bit}" for at in far for bit in (1, 2, 4, 8) if far[at] & bit]

    def _move(self, corner: Stone) -> str:
        assert self.chosen is not None
        (x, y), (left, low) = self.chosen, corner
        if not left and not low:
            return f"remove the stone {self.chosen}"
        if left and low:
            return f"change the rectangle from {self.chosen} to here"
        return f"slide the stone {self.chosen} to {(left, y) if left else (x, low)}"


def _move(before: StonesPosition, after: StonesPosition) -> Move:
    """Return the stone that was moved, and the opposite corner, 0 where that is on an axis."""
    columns, rows = ({spot[i] for spot in before ^ after} for i in (0, 1))
    x, y = max(columns), max(rows)
    return (x, y), (min(columns - {x}, default=0), min(rows - {y}, default=0))


def _taps(before: StonesPosition, after: StonesPosition) -> tuple[Stone, Stone]:
    """Return what to touch for a move: the stone, and where it goes or the opposite corner."""
    (x, y), (left, low) = _move(before, after)
    if left and not low:
        return (x, y), (left, y)
    if low and not left:
        return (x, y), (x, low)
    return (x, y), (left, low)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.4g}%"


board.register(Stones, _StonesBoard)
