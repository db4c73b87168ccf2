"""The gallery's games played: on cells, on squares, on edges, and with pins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import ceil
from random import Random
from string import ascii_lowercase

import ipywidgets as ipw

from nimbook.match import Move, Seat
from nimbook.play._marks import Motion, look, replies
from nimbook.play._play import Board, Play, board
from nimbook.show._base import wrap
from nimbook.show.hackenbush import (
    FINGER,
    edge_path,
    node_circle,
    node_name,
    picture_title,
    plan,
    standing_nodes,
)
from nimtwist.games.cram import Cell, Cram, CramPosition
from nimtwist.games.hackenbush import Hackenbush, Picture
from nimtwist.games.northcott import Northcott, Rows, gaps
from nimtwist.games.octal import Kayles


def _whose(seat: Seat) -> str:
    return "your" if seat.name == "you" else f"{seat.name}’s"


# --- Northcott's game: tokens that slide over squares ---------------------------------------------


class _NorthcottBoard(Board[Northcott]):
    """It stays on the page from move to move, and so does the keyboard's focus."""

    def __init__(self, rules: Northcott, play: Play) -> None:
        super().__init__(rules, play)
        self.rows = -1

    def _lay(self, rows: int) -> None:
        """Make a board with this number of rows."""
        self.rows, self.motion = rows, Motion()
        columns = range(self.rules.width)
        self.squares = {
            (row, column): self.play.button("", partial(self.click, row, column))
            for row in range(rows)
            for column in columns
        }
        for square in self.squares.values():
            square.layout.width = ""  # the grid sets it
        self.tokens = [(ipw.Box(), ipw.Box()) for _ in range(rows)]
        self.gaps = [ipw.Label() for _ in range(rows)]
        numbers = [ipw.Label(str(column)) for column in columns]
        lanes = [
            [*(self.squares[row, column] for column in columns), *self.tokens[row]]
            for row in range(rows)
        ]
        lines = [
            ipw.HBox([self._lane(lane), last])
            for lane, last in zip([numbers, *lanes], [ipw.Label("gap"), *self.gaps], strict=True)
        ]
        self.lines = ipw.VBox(lines)
        self.widget = ipw.Box([self.lines])
        self.widget.add_class("nt-wide")

    def _lane(self, parts: list[ipw.Widget]) -> ipw.GridBox:
        width = self.rules.width
        columns = f"repeat({width}, minmax(2rem, 2.75rem))"
        lane = ipw.GridBox(parts, layout=ipw.Layout(grid_template_columns=columns))
        lane.add_class("nt-lane")
        return lane

    def click(self, row: int, column: int) -> None:
        """Move the player's token of a row to a square, or say why it cannot go there."""
        option = self._targets().get((row, column))
        if option is None:
            left, right = self.play.position[row]
            if self.play.match.over:
                raise ValueError("there is no move left: the game is over")
            if column == left:
                raise ValueError(f"on {column} your token stands: choose where in its row it goes")
            if column >= right:
                raise ValueError(f"a token does not go onto the other one or past it, to {column}")
            raise ValueError(f"tokens only move towards each other, but {column} is a retreat")
        self.play.move(option)

    def _targets(self) -> dict[tuple[int, int], Rows]:
        """Return the squares to which a token can go now, and the option that is left then."""
        if not self.play.match.seat.is_human:
            return {}
        position, turned = self.play.position, self.rules.turned
        return {
            (row, column): turned((*position[:row], (column, right), *position[row + 1 :]))
            for row, (left, right) in enumerate(position)
            for column in range(0 if self.rules.retreats else left + 1, right)
            if column != left
        }

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        match, seen = self.play.match, self.play.match.seen
        if self.rows != len(seen):
            self._lay(len(seen))
        targets = self._targets()
        hinted = {square for square, option in targets.items() if option in self.play.hinted}
        moved = dict(self._moved(move) for move in replies(match) if move.before != move.after)
        # Who sees it so: not the other player, who cannot move.
        seat = match.turn - (seen is not match.position)
        mine, others = _whose(match.seats[seat]), _whose(match.seats[seat - 1])
        for (row, column), square in self.squares.items():
            left, right = seen[row]
            said = [f"row {row + 1}, square {column}"]
            if (row, column) in targets:
                way = "advance" if column > left else "retreat"
                said.append(f"{way} from {left} to {column}")
            elif column in (left, right):
                said.append(f"{mine if column == left else others} token")
            if (row, column) in hinted:
                said.append("a winning move")
            gone = moved.get(row) == column
            if gone:
                said.append(f"{others} token came from here")
            look(
                square,
                "nt-square",
                "nt-reach" if (row, column) in targets else "",
                "nt-gone" if gone else "",
                "nt-hint" if (row, column) in hinted else "",
            )
            square.tooltip = ", ".join(said)
            square.tabbable = (row, column) in targets
        # Before the tokens: what is still when they get another place does not slide.
        look(self.lines, "nt-northcott", self.motion.now(match))
        for row, (tokens, gap) in enumerate(zip(self.tokens, gaps(seen), strict=True)):
            for kind, token, column in zip(("mine", "others"), tokens, seen[row], strict=True):
                token.layout.left = f"{100 * column / self.rules.width:.4g}%"
                last = kind == "others" and row in moved
                look(token, "nt-token", f"nt-{kind}", "nt-last" if last else "")
            self.gaps[row].value = str(gap)
        return [self.widget] if self.rows else []

    def _moved(self, move: Move[Rows]) -> tuple[int, int]:
        """Return the row in which another player has moved, and the square it was from."""
        [(row, old)] = (
            (row, old)
            for row, ((_, old), (_, new)) in enumerate(
                zip(self.rules.turned(move.before), move.after, strict=True)
            )
            if old != new
        )
        return row, old

    def deal(self, chance: Random) -> Rows:
        """Return as many rows as at the start, with tokens at random."""
        rows = []
        for _ in self.play.match.start:
            left, right = sorted(chance.sample(range(self.rules.width), 2))
            rows.append((left, right))
        return tuple(rows)


board.register(Northcott, _NorthcottBoard)


# --- Cram: two cells that are neighbours are clicked, one after the other -------------------------


class _CramBoard(Board[Cram]):
    """It stays on the page from move to move, and so does the keyboard's focus."""

    def __init__(self, rules: Cram, play: Play) -> None:
        super().__init__(rules, play)
        self.start: CramPosition | None = None

    def _lay(self, start: CramPosition) -> None:
        """Make the cells for a new game."""
        self.start, self.motion = start, Motion()
        self.chosen: Cell | None = None
        rows, columns = (range(1 + max((c[i] for c in start), default=-1)) for i in (0, 1))
        self.cells = {
            (row, column): self.play.button("", partial(self.choose, (row, column)))
            for row in rows
            for column in columns
        }
        for button in self.cells.values():
            button.layout.width = ""  # the grid sets it
        self.grid = ipw.GridBox(
            list(self.cells.values()),
            layout=ipw.Layout(
                grid_template_columns=f"repeat({len(columns)}, minmax(2rem, 3.5rem))",
                min_width=f"calc({2 * len(columns)}rem + 4px)",
            ),
        )
        self.widget = ipw.Box([self.grid])
        self.widget.add_class("nt-wide")

    def choose(self, cell: Cell) -> None:
        """Choose a cell, or place a domino on it and on the neighbour that was chosen before."""
        free, before = self.play.position, self.chosen
        if cell not in free:
            raise ValueError(f"{_cell_name(cell)} is not free")
        if not _beside(cell) & free:
            raise ValueError(f"no domino fits on {_cell_name(cell)}: no neighbour of it is free")
        if before is not None and before in _beside(cell):
            self.chosen = None
            self.play.move(free - {cell, before})
        else:
            self.chosen = None if cell == before else cell
            self.update()

    @property
    def dominoes(self) -> dict[CramPosition, Seat]:
        """The dominoes on the board and whose they are."""
        return {
            move.before - move.after: move.seat
            for move in self.play.match.transcript
            if move.before != move.after
        }

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        match, free = self.play.match, self.play.position
        if self.start != match.start:
            self._lay(match.start)
        motion = self.motion.now(match)
        if self.motion.anew:
            self.chosen = None
        last: CramPosition = frozenset().union(*(m.before - m.after for m in replies(match)))
        dominoes, first = self.dominoes, match.seats[min(match.people, default=0)]
        under = {cell: domino for domino in dominoes for cell in domino}
        hint = self._hint()
        for cell, button in self.cells.items():
            if cell in free:
                looks, what = self._free(cell)
            elif cell in under:
                seat = dominoes[under[cell]]
                [other] = under[cell] - {cell}
                looks = ["nt-yours" if seat == first else "nt-engines"]
                looks.append(_SIDES[other[0] - cell[0], other[1] - cell[1]])
                looks += ["nt-last"] if cell in last else []
                what = f"{_whose(seat)} domino"
            else:
                looks, what = ["nt-blocked"], "blocked"
            said = [what] if what else []
            if cell in hint:
                looks.append("nt-hint")
                said.append("part of a winning move")
            button.tooltip = ": ".join([_cell_name(cell), *([", ".join(said)] if said else [])])
            look(button, "nt-cell", *looks)
            # The Tab key goes where a click does something.
            button.tabbable = cell in free and bool(_beside(cell) & free)
        look(self.grid, "nt-cram", motion)
        return [self.widget] if self.cells else []

    def deal(self, chance: Random) -> CramPosition:
        """Return a board that a phone shows whole, with a few cells blocked."""
        rows, columns = chance.choice([(3, 4), (3, 5), (3, 6), (4, 4), (4, 5), (5, 5)])
        cells = Cram.rectangle(rows, columns)
        return cells.difference(chance.sample(sorted(cells), rows * columns // 5))

    def _hint(self) -> CramPosition:
        """Return the cells of a winning domino, if one was asked for."""
        dominoes = [self.play.position - option for option in self.play.hinted]
        of_chosen = [domino for domino in dominoes if self.chosen in domino]
        return frozenset().union(*(of_chosen or dominoes)[:1])

    def _free(self, cell: Cell) -> tuple[list[str], str]:
        if cell == self.chosen:
            return ["nt-chosen"], "chosen, now choose a neighbour"
        if self.chosen in _beside(cell):
            return ["nt-beside"], "place the domino"
        if not _beside(cell) & self.play.position:
            return ["nt-dead"], "no domino fits here"
        return [], ""


_SIDES = {
    (0, 1): "nt-to-right",
    (0, -1): "nt-to-left",
    (1, 0): "nt-to-below",
    (-1, 0): "nt-to-above",
}


def _beside(cell: Cell) -> CramPosition:
    row, column = cell
    return frozenset((row + down, column + right) for down, right in _SIDES)


def _cell_name(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


board.register(Cram, _CramBoard)


# --- Hackenbush: the picture, with a button on each edge ------------------------------------------


class _HackenbushBoard(Board[Hackenbush]):
    """It stays on the page from move to move, and so does the keyboard's focus."""

    def __init__(self, rules: Hackenbush, play: Play) -> None:
        super().__init__(rules, play)
        self.start: Picture | None = None

    def _lay_anew(self) -> None:
        """Make the picture and its buttons if the match begins from another one."""
        start = self.play.match.start
        if start == self.start:
            return
        edges = start.edges
        if len(edges) > len(ascii_lowercase):
            raise ValueError(f"{start} has too many edges to draw: at most {len(ascii_lowercase)}")
        self.start, self.motion, self.plan = start, Motion(), plan(start)
        self.edges = dict(zip(ascii_lowercase, edges, strict=False))
        self.cuts: dict[int, str] = {}
        self.picture = ipw.HTML()
        self.buttons = {}
        wide, high = self.plan.width, self.plan.height
        for letter, line in zip(self.edges, self.plan.edges, strict=True):
            x, y = line.middle
            place = ipw.Layout(
                left=f"{100 * (x - self.plan.left) / wide:.4g}%",
                top=f"{100 * (y - self.plan.top) / high:.4g}%",
            )
            cut = partial(self.cut, letter)
            self.buttons[letter] = self.play.button(letter, cut, layout=place)
        # Where a finger could not choose between edges, the picture is larger, and may scroll.
        least = ceil(wide * FINGER / max(self.plan.closest, FINGER / 4))
        size = ipw.Layout(width=f"{max(wide, least)}px", min_width=f"{max(least, 0.8 * wide):g}px")
        self.box = ipw.Box([self.picture, *self.buttons.values()], layout=size)
        self.widget = ipw.Box([self.box])
        self.widget.add_class("nt-wide")

    def cut(self, letter: str) -> None:
        """Cut an edge."""
        if letter not in self._standing()[-1]:
            raise ValueError(f"{letter} has fallen already")
        self.cuts[len(self.play.match.transcript)] = letter
        self.play.move(self._left(letter, self.play.position))

    def _left(self, letter: str, position: Picture) -> Picture:
        """Return what is left of a picture when an edge is cut."""
        return position.cut(position.edges.index(self.edges[letter]))

    def describe(self, before: Picture, after: Picture) -> str:
        """Return a move in words, with the letter of the edge on the board."""
        self._lay_anew()
        standing = self._standing()[-1] if before == self.play.position else [*self.edges]
        edges = before.edges
        letter = next(
            a for a in standing if self.edges[a] in edges and self._left(a, before) == after
        )
        touched = self.cuts.get(len(self.play.match.transcript), letter)
        if self.edges[touched] == self.edges[letter]:
            letter = touched
        return f"cut edge {letter}"

    def _standing(self) -> list[list[str]]:
        """Return the letters of the edges that stood at the start, and after each move.

        Of edges between the same nodes the one that was touched falls, or else the last one.
        """
        standing = [list(self.edges)]
        for i, move in enumerate(self.play.match.transcript):
            left, kept = Counter(move.after.edges), []
            for letter in sorted(standing[-1], key=lambda letter: letter == self.cuts.get(i)):
                if left[self.edges[letter]]:
                    left[self.edges[letter]] -= 1
                    kept.append(letter)
            standing.append(sorted(kept))
        return standing

    def update(self) -> list[ipw.Widget]:
        """Show the position on the table."""
        self._lay_anew()
        match, standing = self.play.match, self._standing()
        last = standing[-len(match.round) - 1 :]
        went, gone, cut = set[str](), set[str](), set[str]()
        for move, (before, after) in zip(match.round, pairwise(last), strict=True):
            fell = {*before} - {*after}
            if move.seat.name == "you":
                went |= fell
            else:
                gone |= fell
                cut.update(
                    [a for a in sorted(fell) if self._left(a, move.before) == move.after][:1]
                )
        hinted = {
            letter
            for letter in standing[-1]
            if self._left(letter, match.position) in self.play.hinted
        }
        falls = self._falls(standing[-1])
        self.picture.value = self._draw(falls, went, gone, cut)
        for letter, button in self.buttons.items():
            below, above = map(node_name, self.edges[letter])
            stands = letter in standing[-1]
            button.tooltip = f"cut {letter}, between {below} and {above}"
            if not stands:
                button.tooltip = f"{letter}, between {below} and {above}, has fallen"
            if letter in hinted:
                button.tooltip += ", a winning move"
            button.tabbable = stands
            look(
                button,
                "nt-cut",
                "" if stands else "nt-gone" if letter in gone else "nt-fallen",
                "nt-hint" if letter in hinted else "",
                f"nt-cut-{letter}",
                *falls.get(letter, ()),
            )
        look(self.box, "nt-bush", self.motion.now(match))
        return [self.widget]

    def _falls(self, standing: list[str]) -> dict[str, list[str]]:
        """Return a class of each edge that stands for each of the cuts by which it falls."""
        position = self.play.position
        falls: dict[str, list[str]] = {letter: [] for letter in standing}
        for cut in standing:
            left = Counter(self._left(cut, position).edges)
            for letter in standing:
                stays = letter != cut and left[self.edges[letter]]
                falls[letter] += [] if stays else [f"nt-on-{cut}"]
        return falls

    def _draw(
        self, falls: dict[str, list[str]], went: set[str], gone: set[str], cut: set[str]
    ) -> str:
        """Return the picture, with what has fallen in the last round in a layer that falls."""
        position = self.play.position
        paths = {a: line.path for a, line in zip(self.edges, self.plan.edges, strict=True)}
        layers = [
            f'<g class="{kind}">{"".join(self._fall(falling, paths))}</g>'
            for kind, falling in (("nt-went", went), ("nt-gone", gone))
            if falling
        ]
        dotted = [
            f'<g class="{"nt-struck" if a in cut else ""}">{edge_path(paths[a], True)}</g>'
            for a in self.edges
            if a not in falls
        ]
        edges = [
            f'<g class="{" ".join(classes)}">{edge_path(paths[letter])}</g>'
            for letter, classes in falls.items()
        ]
        nodes = [node_circle(node, self.plan.places[node]) for node in standing_nodes(position)]
        about = f"{', '.join(sorted(gone))} have just fallen." if gone else ""
        title = picture_title(position)
        # What would fall is marked while the button of an edge is pointed at, pressed or focused.
        marked = ", ".join(
            f".nt-bush:has(.nt-cut-{a}:is(:hover, :active, :focus-visible)) .nt-on-{a}"
            for a in falls
        )
        style = f"<style>{marked} {{ --nt-would: var(--nt-n-line) }}</style>" if falls else ""
        parts = [*dotted, *edges, *nodes, *layers]
        return wrap(f"{style}{self.plan.draw(title, about, parts)}", "")

    def _fall(self, letters: set[str], paths: dict[str, str]) -> list[str]:
        fallen = {node for letter in letters for node in self.edges[letter]}
        nodes = fallen - standing_nodes(self.play.position) - {0}
        return [
            *(edge_path(paths[letter]) for letter in sorted(letters)),
            *(node_circle(node, self.plan.places[node]) for node in sorted(nodes)),
        ]

    def deal(self, chance: Random) -> Picture:
        """Return a picture that a phone shows whole: trees, with a ring or two."""
        while True:
            edges, nodes = [(0, 1), (0, 2)], [1, 2]
            for _ in range(chance.randint(5, 7)):
                if chance.random() < 0.75:
                    edges.append((chance.choice([0, *nodes]), len(nodes) + 1))
                    nodes.append(len(nodes) + 1)
                else:
                    below, above = sorted(chance.sample(nodes, 2))
                    edges += [(below, above)] if (below, above) not in edges else []
            drawn = plan(Picture(edges))
            is_seen = drawn.width <= _WIDEST and drawn.height <= _HIGHEST
            if is_seen and drawn.closest >= FINGER:
                return Picture(edges)


# What a phone shows at once.
_WIDEST, _HIGHEST = 340, 380


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

    def deal(self, chance: Random) -> tuple[int, ...]:
        """Return two or three rows of at most seven pins."""
        return tuple(sorted(chance.randint(2, 7) for _ in range(chance.randint(2, 3))))

    def _lay(self, rows: Sequence[int]) -> None:
        """Put up the pins for a new game."""
        self.pins: dict[Pin, ipw.Button] = {}
        self.chosen, self._count, self._still = None, 0, False
        self._hit: dict[int, frozenset[Pin]] = {}
        shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        lanes = []
        for lane, length in enumerate(rows):
            for place in range(length):
                tap = partial(self.choose, (lane, place))
                self.pins[lane, place] = self.play.button("", tap, **shared)
            lanes.append(ipw.Box([self.pins[lane, place] for place in range(length)]))
            lanes[-1].add_class("nt-alley")
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
        if before is not None and _apart(pin, before) <= 1:
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
            return super().update() or [ipw.Label("So many pins are not drawn: type your moves.")]
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
            lane, place = pin
            name = f"row {lane + 1}, pin {place + 1}"
            stands = pin in self.standing
            beside = self.chosen is not None and _apart(pin, self.chosen) == 1
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
                button.tabbable = stands
                button.tooltip = f"{name}: {said}"
                look(button, "nt-pin", **kinds)
        if len(match.transcript) != self._count:
            self._still = len(match.transcript) < self._count
        self._count = len(match.transcript)
        assert self._box is not None
        look(self._box, "nt-kayles", **{"nt-still": self._still})
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


def _apart(one: Pin, other: Pin) -> int:
    """Return how far two pins of a row are apart."""
    return abs(one[1] - other[1]) if one[0] == other[0] else 1000


def _far(one: Pin, other: Pin) -> int:
    return abs(one[0] - other[0]) * 1000 + abs(one[1] - other[1])


def _runs(pins: frozenset[Pin]) -> list[list[Pin]]:
    """Return the rows that pins stand in, with nothing between."""
    runs: list[list[Pin]] = []
    for lane, place in sorted(pins):
        if runs and runs[-1][-1] == (lane, place - 1):
            runs[-1].append((lane, place))
        else:
            runs.append([(lane, place)])
    return runs


def _rows(pins: frozenset[Pin]) -> tuple[int, ...]:
    """Return the position of Kayles that pins make."""
    return tuple(sorted(map(len, _runs(pins))))


def _hit_to(pins: frozenset[Pin], before: Sequence[int], after: Sequence[int]) -> frozenset[Pin]:
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
