"""Cram played: a board of cells; two that are neighbours are clicked, one after the other."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.play._play import Board, Play, board
from nimtwist.games.cram import Cell, Cram, CramPosition

__all__: list[str] = []


class _CramBoard(Board[Cram]):
    """It stays on the page from move to move, so that the focus does, too."""

    def __init__(self, rules: Cram, play: Play) -> None:
        super().__init__(rules, play)
        self.start: CramPosition | None = None

    def _lay(self, start: CramPosition) -> None:
        """Make the cells, for a game that begins."""
        self.start = start
        self.chosen: Cell | None = None
        rows, columns = (range(1 + max((c[i] for c in start), default=-1)) for i in (0, 1))
        self.cells = {
            (row, column): self.play.button("", partial(self.choose, (row, column)))
            for row in rows
            for column in columns
        }
        self.grid = ipw.GridBox(
            list(self.cells.values()),
            layout=ipw.Layout(grid_template_columns=f"repeat({len(columns)}, minmax(0, 3rem))"),
        )
        self.grid.add_class("nt-cram")
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

    @property
    def dominoes(self) -> dict[CramPosition, str]:
        """The dominoes on the board and whose they are."""
        return {
            move.before - move.after: "yours" if move.seat.is_human else "engines"
            for move in self.play.match.transcript
            if move.before != move.after
        }

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        match, free = self.play.match, self.play.position
        if self.start != match.start:
            self._lay(match.start)
        if self.chosen not in free:
            self.chosen = None
        replies = [move.before - move.after for move in match.round if not move.seat.is_human]
        last: CramPosition = frozenset().union(*replies)
        dominoes = self.dominoes
        under = {cell: domino for domino in dominoes for cell in domino}
        for cell, button in self.cells.items():
            if cell in free:
                looks, what = self._free(cell)
            elif cell in under:
                whose = dominoes[under[cell]]
                [other] = under[cell] - {cell}
                looks = [f"nt-{whose}", _SIDES[other[0] - cell[0], other[1] - cell[1]]]
                looks += ["nt-last"] if cell in last else []
                what = f": {'your' if whose == 'yours' else 'the engine’s'} domino"
            else:
                looks, what = ["nt-blocked"], ": blocked"
            button.tooltip = _named(cell) + what
            button._dom_classes = ("nt-cell", *looks)
        return [self.grid] if self.cells else []

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


board.register(Cram, _CramBoard)
