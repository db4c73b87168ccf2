"""The gallery's games played: Cram on cells, Northcott's game on squares, Hackenbush on edges."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.gallery.hackenbush import edge_letters, hackenbush_picture
from nimbook.play._play import Board, Play, board, row
from nimtwist.games.cram import Cell, Cram, CramPosition
from nimtwist.games.hackenbush import Hackenbush, Picture
from nimtwist.games.northcott import Northcott, Rows, gaps

# --- Northcott's game: a button on each square to which a token may go ----------------------------


class _NorthcottBoard(Board[Northcott]):
    def update(self) -> list[ipw.Widget]:
        rules, position, seen = self.rules, self.play.position, self.play.match.seen
        targets = {
            (row, new): option
            for option in self.play.match.options
            for row, ((old, _), (new, _)) in enumerate(
                zip(position, rules.turned(option), strict=True)
            )
            if old != new
        }
        return [
            ipw.HBox(
                [
                    ipw.Label(f"gap {gap}", layout=ipw.Layout(width="3.2rem")),
                    *(
                        self._square(row, column, seen[row], targets.get((row, column)))
                        for column in range(rules.width)
                    ),
                ]
            )
            for row, gap in enumerate(gaps(seen))
        ]

    def _square(
        self, row: int, column: int, tokens: tuple[int, int], option: Rows | None
    ) -> ipw.Widget:
        """Return a square: a button if a move to it leaves an option, or what stands on it."""
        left, _ = tokens
        if option is not None:
            widget = self.play.button(
                str(column),
                partial(self.play.move, option),
                tooltip=f"row {row + 1}: move from {left} to {column}",
            )
            widget.add_class("nt-stick-button")
        elif column in tokens:
            kind, sign, whose = (
                ("P", "▸", "yours") if column == left else ("N", "◂", "the engine's")
            )
            widget = ipw.HTML(
                f'<span class="nt"><b class="nt-tag nt-{kind}" role="img" '
                f'aria-label="{whose}, on {column}">{sign}</b></span>'
            )
        else:
            widget = ipw.Label("·")
        widget.layout.width = "2.3rem"
        widget.add_class("nt-square")
        return widget


board.register(Northcott, _NorthcottBoard)


# --- Cram: two cells that are neighbours are clicked, one after the other -------------------------


class _CramBoard(Board[Cram]):
    """It stays on the page from move to move, and so does the keyboard's focus."""

    def __init__(self, rules: Cram, play: Play) -> None:
        super().__init__(rules, play)
        self.start: CramPosition | None = None

    def _lay(self, start: CramPosition) -> None:
        """Make the cells for a new game."""
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
            button.layout.width = ""  # the grid sets it
            button.add_class("nt-cell")

    def choose(self, cell: Cell) -> None:
        """Choose a cell, or place a domino on it and on the neighbour that was chosen before."""
        free, before = self.play.position, self.chosen
        if cell not in free:
            raise ValueError(f"{_cell_name(cell)} is not free")
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
            button.tooltip = _cell_name(cell) + what
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


def _cell_name(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


board.register(Cram, _CramBoard)


# --- Hackenbush: the picture, and a button for each edge ------------------------------------------


class _HackenbushBoard(Board[Hackenbush]):
    def update(self) -> list[ipw.Widget]:
        picture, start = self.play.position, self.play.match.start
        options = self.play.match.options
        buttons = []
        for letter, index in edge_letters(picture, start).items():
            below, above = map(_node_name, picture.edges[index])
            cut = partial(self.play.move, options[index])
            tip = f"cut {letter}, between {below} and {above}"
            buttons.append(self.play.button(letter, cut, tooltip=tip))
            buttons[-1].add_class("nt-stick-button")
        drawn = ipw.HTML(hackenbush_picture(picture, start))
        return [drawn, row("cut", buttons)] if buttons else [drawn]

    def describe(self, before: Picture, after: Picture) -> str:
        """Return which edge is cut, by the letter that it has in the picture."""
        index = self.rules.options(before).index(after)
        return f"cut edge {[*edge_letters(before, self.play.match.start)][index]}"


def _node_name(node: int) -> str:
    return str(node) if node else "the ground"


board.register(Hackenbush, _HackenbushBoard)
