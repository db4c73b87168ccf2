"""The gallery's games played: on cells, on squares, on edges, and with pins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

import ipywidgets as ipw

from nimbook.gallery.hackenbush import edge_letters, hackenbush_picture
from nimbook.play._heaps import looks
from nimbook.play._play import Board, Play, board, row
from nimtwist.games.cram import Cell, Cram, CramPosition
from nimtwist.games.hackenbush import Hackenbush
from nimtwist.games.northcott import Northcott, Rows, gaps
from nimtwist.games.octal import Kayles

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


def _node_name(node: int) -> str:
    return str(node) if node else "the ground"


board.register(Hackenbush, _HackenbushBoard)


# --- Kayles: a pin is tapped, and then the same one again, or its neighbour -----------------------

_MOST_PINS = 60

Pin = tuple[int, int]
"""The row of a pin and its place there."""


class _KaylesBoard(Board[Kayles]):
    """The pins stay where they were put; those that are hit fall."""

    def __init__(self, rules: Kayles, play: Play) -> None:
        super().__init__(rules, play)
        self._start: tuple[int, ...] | None = None
        self.chosen: Pin | None = None
        self._box: ipw.VBox | None = None

    def deal(self, random: Random) -> tuple[int, ...]:
        """Return two or three rows of at most seven pins."""
        return tuple(sorted(random.randint(2, 7) for _ in range(random.randint(2, 3))))

    def _lay(self, rows: Sequence[int]) -> None:
        """Put up the pins for a new game."""
        self.pins: dict[Pin, ipw.Button] = {}
        self.chosen, self._count, self._still = None, 0, False
        self._hit: dict[int, frozenset[Pin]] = {}
        shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        lanes = []
        for row, length in enumerate(rows):
            for place in range(length):
                tap = partial(self.choose, (row, place))
                self.pins[row, place] = self.play.button("", tap, **shared)
            lanes.append(ipw.Box([self.pins[row, place] for place in range(length)]))
            lanes[-1].add_class("nt-lane")
        self._box = ipw.VBox(lanes)
        self._tip = ipw.Label(
            "Tap a pin, and then the same pin to hit it alone, or its neighbour to hit both."
        )
        self._tip.add_class("nt-tip")

    def choose(self, pin: Pin) -> None:
        """Choose a pin, or hit it: alone if it is chosen already, or with a chosen neighbour."""
        before = self.chosen
        if pin not in self.standing:
            raise ValueError("this pin has fallen: choose one that stands")
        if before is not None and _beside(pin, before) <= 1:
            hit = frozenset({pin, before})
            self.chosen = None
            self._hit[len(self.play.match.transcript)] = hit
            self.play.move(_rows(self.standing - hit))
            if not self.play.match.over:
                self.pins[min(self.standing, key=lambda other: _far(other, pin))].focus()
            else:
                self.play._title.focus()
        else:
            self.chosen = pin
            self.update()

    def update(self) -> Sequence[ipw.Widget]:
        """Show which pins stand, and which have just fallen."""
        match = self.play.match
        if sum(match.start) > _MOST_PINS:
            return super().update()
        if self._box is None or self._start != match.start or self._box.comm is None:
            self._start = match.start
            self._lay(match.start[::-1])
        fallen = self._follow()
        if self.chosen not in self.standing:
            self.chosen = None
        hints = frozenset[Pin]()
        if self.play.hinted:
            hints = _hit_to(self.standing, self.play.position, self.play.hinted[0])
        for pin, button in self.pins.items():
            row, place = pin
            name = f"row {row + 1}, pin {place + 1}"
            stands = pin in self.standing
            beside = self.chosen is not None and _beside(pin, self.chosen) == 1
            kinds = {
                "nt-down": not stands,
                "nt-gone": pin in fallen,
                f"nt-turn-{fallen.get(pin, 1)}": pin in fallen,
                "nt-chosen": pin == self.chosen,
                "nt-beside": stands and beside,
                "nt-hint": pin in hints,
            }
            if not stands:
                said = "just hit" if pin in fallen else "down"
            elif pin == self.chosen:
                said = "chosen: again to hit it alone"
            elif beside:
                said = "hit both"
            else:
                said = "stands"
            with button.hold_sync():
                button.disabled = not stands
                button.tooltip = f"{name}: {said}"
                button._dom_classes = looks("nt-pin", **kinds)
        if len(match.transcript) != self._count:
            self._still = len(match.transcript) < self._count
        self._count = len(match.transcript)
        assert self._box is not None
        self._box._dom_classes = looks("nt-kayles", **{"nt-still": self._still})
        self._tip.layout.display = "none" if match.over else None
        return [self._box, self._tip]

    def _follow(self) -> dict[Pin, int]:
        """Follow the moves from the start; return which pins the others have just hit, in turns."""
        match = self.play.match
        self.standing = frozenset(self.pins)
        recent, turn = len(match.transcript) - len(match.round), 0
        fallen: dict[Pin, int] = {}
        for number, move in enumerate(match.transcript):
            hit = self._hit.get(number, frozenset[Pin]())
            if not hit <= self.standing or _rows(self.standing - hit) != move.after:
                hit = _hit_to(self.standing, move.before, move.after)
            self.standing -= hit
            if number >= recent and not move.seat.is_human:
                turn += 1
                fallen |= dict.fromkeys(hit, turn)
        return fallen


def _beside(one: Pin, other: Pin) -> int:
    """Return how far two pins of a row are apart."""
    return abs(one[1] - other[1]) if one[0] == other[0] else 1000


def _far(one: Pin, other: Pin) -> int:
    return abs(one[0] - other[0]) * 1000 + abs(one[1] - other[1])


def _runs(pins: frozenset[Pin]) -> list[list[Pin]]:
    """Return the rows that pins stand in, with nothing between."""
    runs: list[list[Pin]] = []
    for row, place in sorted(pins):
        if runs and runs[-1][-1] == (row, place - 1):
            runs[-1].append((row, place))
        else:
            runs.append([(row, place)])
    return runs


def _rows(pins: frozenset[Pin]) -> tuple[int, ...]:
    """Return the position of Kayles that pins make."""
    return tuple(sorted(map(len, _runs(pins))))


def _hit_to(
    pins: frozenset[Pin], before: Sequence[int], after: Sequence[int]
) -> frozenset[Pin]:
    """Return pins to hit for a move; none if it is no move."""
    gone = list((Counter(before) - Counter(after)).elements())
    left = sorted((Counter(after) - Counter(before)).elements(), reverse=True)
    if not gone:
        return frozenset()
    # If a row becomes what another one is, only the longer of the two is found to be gone.
    run = next(run for run in _runs(pins) if len(run) == gone[0])
    begin = left[0] if left else 0
    return frozenset(run[begin : begin + gone[0] - sum(left)])


board.register(Kayles, _KaylesBoard)
