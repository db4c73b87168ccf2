"""Stones played: on the intersections of a board one places stones and moves them."""

from __future__ import annotations

from functools import partial
from itertools import product

import ipywidgets as ipw

from nimbook.play._play import Board, Play, board
from nimtwist.games.stones import Stone, Stones

# The boards on the page, by their largest coordinate: those of the fields of 4 and 16, and one
# between them.
_SIDES = (3, 7, 15)
_MOVE, _PLACE = "moves a stone", "places a stone, or takes it away"


class _StonesBoard(Board[Stones]):
    """It stays on the page from move to move, so that the focus does, too."""

    def __init__(self, rules: Stones, play: Play) -> None:
        super().__init__(rules, play)
        self.side = 0

    def _lay(self, side: int) -> None:
        """Make a board of this largest coordinate."""
        self.side = side
        self.chosen: Stone | None = None
        self.mode = ipw.ToggleButtons(options=[_MOVE, _PLACE], description="a click")
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
        grid = ipw.GridBox(
            list(self.spots.values()),
            layout=ipw.Layout(grid_template_columns=f"repeat({side + 1}, minmax(0, 1.75rem))"),
        )
        grid.add_class("nt-goban")
        self.widget = ipw.VBox([self.mode, grid])

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
                f"{spot} is not to the left of the chosen stone {self.chosen}, or below it, or both"
            )

    def choose_none(self) -> None:
        """Forget which stone was chosen."""
        self.chosen = None
        self.update()

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        position, left = self.play.position, self.play.left
        needed = max((place for stone in position for place in stone), default=0)
        if needed > _SIDES[-1]:
            self.side = 0  # the next one is a new one
            return [ipw.Label(f"The board here is {_SIDES[-1]} by {_SIDES[-1]}: type your moves.")]
        if self.side < max(needed, 1):
            self._lay(min(side for side in _SIDES if side >= needed))
        if self.chosen not in position:
            self.chosen = None
        corners = {} if self.chosen is None else self._corners(self.chosen)
        last = frozenset() if left is None else left ^ position
        placing = self.mode.value == _PLACE
        for spot, button in self.spots.items():
            looks = {
                "nt-spot": True,
                "nt-axis": 0 in spot,
                "nt-stone": spot in position,
                "nt-chosen": spot == self.chosen,
                "nt-reach": spot in corners,
                "nt-last": spot in last,
            }
            what = "stone" if spot in position else "dead" if 0 in spot else "empty"
            said = [f"{spot}: {what}"]
            if spot == self.chosen:
                said.append("chosen, now choose a spot to its left or below it")
            elif spot in corners:
                said.append(self._move(corners[spot]))
            if spot in last:
                said.append("changed by the engine")
            button.tooltip = ", ".join(said)
            button._dom_classes = tuple(look for look, wanted in looks.items() if wanted)
            # The Tab key goes where a click does something.
            button.tabbable = 0 not in spot if placing else spot in position or spot in corners
        return [self.widget]

    def _corners(self, stone: Stone) -> dict[Stone, Stone]:
        """Return the far corner that each spot means for a stone: in its row or column a slide."""
        x, y = stone
        return {
            (left, low): (left if left < x else 0, low if low < y else 0)
            for left, low in product(range(x + 1), range(y + 1))
            if (left, low) != stone
        }

    def _move(self, corner: Stone) -> str:
        assert self.chosen is not None
        (x, y), (left, low) = self.chosen, corner
        if not left and not low:
            return f"remove the stone {self.chosen}"
        if left and low:
            return f"change the rectangle from {self.chosen} to here"
        return f"slide the stone {self.chosen} to {(left, y) if left else (x, low)}"


board.register(Stones, _StonesBoard)
