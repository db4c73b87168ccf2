"""Cram played: a board of cells; two that are neighbours are clicked, one after the other."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import ipywidgets as ipw

from nimbook.play._play import Adviser, Play, adviser, board, count_options, position_of
from nimtwist.games.cram import Cell, Cram, CramPosition, solve_quickly

__all__: list[str] = []


@adviser.register
def _cram_adviser(rules: Cram, position: CramPosition) -> Adviser:
    return solve_quickly(position)


@count_options.register
def _cram_options(rules: Cram, position: CramPosition) -> int:
    below = {(row + 1, column) for row, column in position}
    right = {(row, column + 1) for row, column in position}
    return len(position & below) + len(position & right)


@board.register
def _cram_board(rules: Cram, play: Play) -> list[ipw.Widget]:
    position = position_of(rules, play)
    table = play.chosen
    begins = play.left is None  # a game begins, or is back at its beginning
    if not isinstance(table, _Table) or (begins and position != table.start):
        table = play.chosen = _Table(play)
    table.update()
    return [table.widget] if table.cells else []


class _Table:
    """The board on the page: it stays there from move to move, so that the focus does, too."""

    def __init__(self, play: Play) -> None:
        self.play, self.start = play, play.position
        self.chosen: Cell | None = None
        # The dominoes on the board and whose they are; a position does not tell.
        self.dominoes: dict[CramPosition, str] = {}
        rows, columns = (range(1 + max((c[i] for c in self.start), default=-1)) for i in (0, 1))
        self.cells = {
            (row, column): play.button("", partial(self.choose, (row, column)))
            for row in rows
            for column in columns
        }
        self.widget = ipw.GridBox(
            list(self.cells.values()),
            layout=ipw.Layout(grid_template_columns=f"repeat({len(columns)}, minmax(0, 3rem))"),
        )
        self.widget.add_class("nt-cram")
        for button in self.cells.values():
            button.layout.width = ""  # the grid says it
            button.add_class("nt-cell")

    def choose(self, cell: Cell) -> None:
        """Choose a cell, or place a domino on it and on its neighbour that was chosen before."""
        free, before = self.play.position, self.chosen
        if cell not in free:
            raise ValueError(f"{_named(cell)} is not free")
        if before is not None and _distance(cell, before) == 1:
            self.chosen = None
            self.play.move(free - {cell, before})
        else:
            self.chosen = None if cell == before else cell
            self.update()

    def update(self) -> None:
        """Show the position on the table."""
        free, left = self.play.position, self.play.left
        self.dominoes = {d: whose for d, whose in self.dominoes.items() if not d & free}
        last: CramPosition = frozenset()
        if left is not None:
            known: CramPosition = frozenset().union(*self.dominoes)
            last = left - free
            if yours := self.start - left - known:
                self.dominoes[yours] = "yours"
            replies = pairwise(self.play.trail)
            self.dominoes |= {before - after: "engines" for before, after in replies}
        if self.chosen not in free:
            self.chosen = None
        under = {cell: domino for domino in self.dominoes for cell in domino}
        for cell, button in self.cells.items():
            if cell in free:
                looks, what = self._free(cell)
            elif cell in under:
                whose = self.dominoes[under[cell]]
                [other] = under[cell] - {cell}
                looks = [f"nt-{whose}", _SIDES[other[0] - cell[0], other[1] - cell[1]]]
                looks += ["nt-last"] if cell in last else []
                what = f": {'your' if whose == 'yours' else 'the engine’s'} domino"
            else:
                looks, what = ["nt-blocked"], ": blocked"
            button.tooltip = _named(cell) + what
            button._dom_classes = ("nt-cell", *looks)

    def _free(self, cell: Cell) -> tuple[list[str], str]:
        if cell == self.chosen:
            return ["nt-chosen"], ": chosen, now choose a neighbour"
        if self.chosen is not None and _distance(cell, self.chosen) == 1:
            return ["nt-beside"], ": place the domino"
        return [], ""


_SIDES = {
    (0, 1): "nt-to-right",
    (0, -1): "nt-to-left",
    (1, 0): "nt-to-below",
    (-1, 0): "nt-to-above",
}


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _named(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
