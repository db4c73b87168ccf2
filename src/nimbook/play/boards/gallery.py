"""The gallery's games played: on cells, on squares, on edges, and with pins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import ceil
from random import Random
from string import ascii_lowercase

import ipywidgets as ipw

from nimbook.match import Move, Seat
from nimbook.play._marks import look, replies
from nimbook.play._parts_board import PartsBoard, Taps
from nimbook.play._play import Board, board
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

Square = tuple[int, int]
"""The row and the column of a square."""


class _NorthcottBoard(PartsBoard[Northcott]):
    kind = "nt-northcott"
    hint = "a winning move"

    def shape(self, start: Rows) -> int:
        return len(start)

    def lay(self, start: Rows) -> ipw.Widget:
        columns = range(self.rules.width)
        self.tokens = [(ipw.Box(), ipw.Box()) for _ in start]
        self.gaps = [ipw.Label() for _ in start]
        lanes = []
        for row, tokens in enumerate(self.tokens):
            squares = [self.part((row, column)) for column in columns]
            for square in squares:
                square.layout.width = ""  # the grid sets it
            lanes.append([*squares, *tokens])
        numbers = [ipw.Label(str(column)) for column in columns]
        lines = [
            ipw.HBox([self._lane(lane), last])
            for lane, last in zip([numbers, *lanes], [ipw.Label("gap"), *self.gaps], strict=True)
        ]
        widget = ipw.Box([ipw.VBox(lines)])
        widget.add_class("nt-wide")
        return widget

    def _lane(self, parts: Sequence[ipw.Widget]) -> ipw.GridBox:
        columns = f"repeat({self.rules.width}, minmax(2rem, 2.75rem))"
        lane = ipw.GridBox(parts, layout=ipw.Layout(grid_template_columns=columns))
        lane.add_class("nt-lane")
        return lane

    def ways(self) -> Mapping[Taps, Rows]:
        position, turned = self.play.position, self.rules.turned
        return {
            ((row, column),): turned((*position[:row], (column, right), *position[row + 1 :]))
            for row, (left, right) in enumerate(position)
            for column in range(0 if self.rules.retreats else left + 1, right)
            if column != left
        }

    def refusal(self, key: Square) -> str:
        row, column = key
        left, right = self.play.position[row]
        if self.play.match.over:
            return "there is no move left: the game is over"
        if column == left:
            return f"on {column} your token stands: choose where in its row it goes"
        if column >= right:
            return f"a token does not go onto the other one or past it, to {column}"
        return f"tokens only move towards each other, but {column} is a retreat"

    def prepare(self) -> None:
        match = self.play.match
        self._moved = dict(self._origin(m) for m in replies(match) if m.before != m.after)
        # Who sees it so: not the other player, who cannot move.
        seat = match.turn - (match.seen is not match.position)
        self._owners = _whose(match.seats[seat]), _whose(match.seats[seat - 1])

    def show_part(self, key: Square, button: ipw.Button) -> None:
        (row, column), (left, right) = key, self.play.match.seen[key[0]]
        is_reached = key in self.reached
        mine, others = self._owners
        said = [f"row {row + 1}, square {column}"]
        if is_reached:
            said.append(f"{'advance' if column > left else 'retreat'} from {left} to {column}")
        elif column in (left, right):
            said.append(f"{mine if column == left else others} token")
        gone = self._moved.get(row) == column
        if gone:
            said.append(f"{others} token came from here")
        look(button, "nt-square", **{"nt-reach": is_reached, "nt-gone": gone})
        button.tooltip, button.tabbable = ", ".join(said), is_reached

    def finish(self) -> None:
        seen = self.play.match.seen
        for row, (tokens, gap) in enumerate(zip(self.tokens, gaps(seen), strict=True)):
            for kind, token, column in zip(("mine", "others"), tokens, seen[row], strict=True):
                token.layout.left = f"{100 * column / self.rules.width:.4g}%"
                last = kind == "others" and row in self._moved
                look(token, "nt-token", f"nt-{kind}", "nt-last" if last else "")
            self.gaps[row].value = str(gap)

    def _origin(self, move: Move[Rows]) -> Square:
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


class _CramBoard(PartsBoard[Cram]):
    kind = "nt-cram"

    def lay(self, start: CramPosition) -> ipw.Widget:
        rows, columns = (range(1 + max((c[i] for c in start), default=-1)) for i in (0, 1))
        cells = [self.part((row, column)) for row in rows for column in columns]
        for button in cells:
            button.layout.width = ""  # the grid sets it
        layout = ipw.Layout(
            grid_template_columns=f"repeat({len(columns)}, minmax(2rem, 3.5rem))",
            min_width=f"calc({2 * len(columns)}rem + 4px)",
        )
        widget = ipw.Box([ipw.GridBox(cells, layout=layout)])
        widget.add_class("nt-wide")
        return widget

    def ways(self) -> Mapping[Taps, CramPosition]:
        free = self.play.position
        return {(one, other): free - {one, other} for one in free for other in _beside(one) & free}

    def refusal(self, key: Cell) -> str:
        if key not in self.play.position:
            return f"{_cell_name(key)} is not free"
        return f"no domino fits on {_cell_name(key)}: no neighbour of it is free"

    def prepare(self) -> None:
        match = self.play.match
        moves = [move for move in match.transcript if move.before != move.after]
        self._dominoes = {
            cell: (move.before - move.after, move.seat)
            for move in moves
            for cell in move.before - move.after
        }
        self._last: CramPosition = frozenset().union(*(m.before - m.after for m in replies(match)))
        self._first = match.seats[min(match.people, default=0)]

    def show_part(self, key: Cell, button: ipw.Button) -> None:
        free = self.play.position
        looks, what = ["nt-blocked"], "blocked"
        if key in free:
            looks, what = self._free(key)
        elif key in self._dominoes:
            domino, seat = self._dominoes[key]
            [other] = domino - {key}
            looks = ["nt-yours" if seat == self._first else "nt-engines"]
            looks.append(_SIDES[other[0] - key[0], other[1] - key[1]])
            looks += ["nt-last"] if key in self._last else []
            what = f"{_whose(seat)} domino"
        button.tooltip = _cell_name(key) + (f": {what}" if what else "")
        look(button, "nt-cell", *looks)
        # The Tab key goes where a tap does something.
        button.tabbable = key in free and bool(_beside(key) & free)

    def _free(self, cell: Cell) -> tuple[list[str], str]:
        if cell in self.chosen:
            return ["nt-chosen"], "chosen, now choose a neighbour"
        if self.chosen and cell in self.reached:
            return ["nt-beside"], "place the domino"
        if not _beside(cell) & self.play.position:
            return ["nt-dead"], "no domino fits here"
        return [], ""

    def deal(self, chance: Random) -> CramPosition:
        """Return an empty board that a phone shows whole, of one odd side and one even."""
        return Cram.rectangle(*chance.choice([(3, 4), (3, 6), (4, 5), (5, 4), (4, 3)]))


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


class _HackenbushBoard(PartsBoard[Hackenbush]):
    kind = "nt-bush"
    hint = "a winning move"

    def lay(self, start: Picture) -> ipw.Widget:
        edges = start.edges
        if len(edges) > len(ascii_lowercase):
            raise ValueError(f"{start} has too many edges to draw: at most {len(ascii_lowercase)}")
        self.plan, self.edges = plan(start), dict(zip(ascii_lowercase, edges, strict=False))
        self.picture = ipw.HTML()
        wide, high = self.plan.width, self.plan.height
        for letter, line in zip(self.edges, self.plan.edges, strict=True):
            x, y = line.middle
            place = ipw.Layout(
                left=f"{100 * (x - self.plan.left) / wide:.4g}%",
                top=f"{100 * (y - self.plan.top) / high:.4g}%",
            )
            self.part(letter, letter, layout=place)
        # Where a finger could not choose between edges, the picture is larger, and may scroll.
        least = ceil(wide * FINGER / max(self.plan.closest, FINGER / 4))
        size = ipw.Layout(width=f"{max(wide, least)}px", min_width=f"{max(least, 0.8 * wide):g}px")
        widget = ipw.Box([ipw.Box([self.picture, *self.parts.values()], layout=size)])
        widget.add_class("nt-wide")
        return widget

    def update(self) -> list[ipw.Widget]:
        """Show the picture, even if nothing is left of it."""
        super().update()
        return [*filter(None, [self._picture])]

    def ways(self) -> Mapping[Taps, Picture]:
        position = self.play.position
        return {(letter,): self._left(letter, position) for letter in self._standing[-1]}

    def refusal(self, key: str) -> str:
        return f"{key} has fallen already"

    def _left(self, letter: str, position: Picture) -> Picture:
        """Return what is left of a picture when an edge is cut."""
        return position.cut(position.edges.index(self.edges[letter]))

    def describe(self, before: Picture, after: Picture) -> str:
        """Return a move in words, with the letter of the edge on the board."""
        if self._laid != self.play.match.start:
            self.update()
        standing = self._follow()[-1] if before == self.play.position else [*self.edges]
        edges = before.edges
        letter = next(
            a for a in standing if self.edges[a] in edges and self._left(a, before) == after
        )
        (touched,) = self.tapped.get(len(self.play.match.transcript), (letter,))
        return f"cut edge {touched if self.edges[touched] == self.edges[letter] else letter}"

    def _follow(self) -> list[list[str]]:
        """Return the letters of the edges that stood at the start, and after each move.

        Of edges between the same nodes the one that was touched falls, or else the last one.
        """
        standing = [list(self.edges)]
        for i, move in enumerate(self.play.match.transcript):
            left, kept = Counter(move.after.edges), []
            for letter in sorted(standing[-1], key=lambda letter: (letter,) == self.tapped.get(i)):
                if left[self.edges[letter]]:
                    left[self.edges[letter]] -= 1
                    kept.append(letter)
            standing.append(sorted(kept))
        return standing

    def prepare(self) -> None:
        match = self.play.match
        self._standing = self._follow()
        last = self._standing[-len(match.round) - 1 :]
        went, self._gone, cut = set[str](), set[str](), set[str]()
        for move, (before, after) in zip(match.round, pairwise(last), strict=True):
            fell = {*before} - {*after}
            if move.seat.name == "you":
                went |= fell
            else:
                self._gone |= fell
                cut.update(
                    [a for a in sorted(fell) if self._left(a, move.before) == move.after][:1]
                )
        self._falls = self._falling(self._standing[-1])
        self.picture.value = self._draw(self._falls, went, self._gone, cut)

    def show_part(self, key: str, button: ipw.Button) -> None:
        below, above = map(node_name, self.edges[key])
        stands = key in self._standing[-1]
        between = f"between {below} and {above}"
        button.tooltip = f"cut {key}, {between}" if stands else f"{key}, {between}, has fallen"
        button.tabbable = stands
        fallen = "" if stands else "nt-gone" if key in self._gone else "nt-fallen"
        look(button, "nt-cut", fallen, f"nt-cut-{key}", *self._falls.get(key, ()))

    def _falling(self, standing: list[str]) -> dict[str, list[str]]:
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


class _KaylesBoard(PartsBoard[Kayles]):
    """The pins stay where they were put; those that are hit fall."""

    kind = "nt-kayles"

    def deal(self, chance: Random) -> tuple[int, ...]:
        """Return two or three rows of at most seven pins."""
        return tuple(sorted(chance.randint(2, 7) for _ in range(chance.randint(2, 3))))

    def lay(self, start: Sequence[int]) -> ipw.Widget:
        shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        lanes = []
        for lane, length in enumerate(start[::-1]):
            lanes.append(ipw.Box([self.part((lane, i), **shared) for i in range(length)]))
            lanes[-1].add_class("nt-alley")
        self._tip = ipw.Label(
            "Tap a pin, and then the same pin to hit it alone, or its neighbour to hit both."
        )
        self._tip.add_class("nt-tip")
        return ipw.VBox([ipw.VBox(lanes), self._tip])

    def ways(self) -> Mapping[Taps, tuple[int, ...]]:
        return dict(_hits(self.standing))

    def refusal(self, key: Pin) -> str:
        return "this pin has fallen: choose one that stands"

    def update(self) -> list[ipw.Widget]:
        """Show which pins stand, and which have just fallen."""
        if sum(self.play.match.start) > _MOST_PINS:
            words = list(Board.update(self))
            return words or [ipw.Label("So many pins are not drawn: type your moves.")]
        return super().update()

    def prepare(self) -> None:
        """Follow the moves from the start, and note which pins the others have just hit."""
        match = self.play.match
        self.standing = frozenset(self.parts)
        recent, turn = len(match.transcript) - len(match.round), 0
        self._fallen: dict[Pin, int] = {}
        for number, move in enumerate(match.transcript):
            hit = frozenset(self.tapped.get(number, ()))
            if not hit <= self.standing or _rows(self.standing - hit) != move.after:
                found = (taps for taps, left in _hits(self.standing) if left == move.after)
                hit = frozenset(next(found, ()))  # none, if the turn was passed
            self.standing -= hit
            if number >= recent and not move.seat.is_human:
                turn += 1
                self._fallen |= dict.fromkeys(hit, turn)

    def show_part(self, key: Pin, button: ipw.Button) -> None:
        lane, place = key
        stands, fallen = key in self.standing, self._fallen
        beside = bool(self.chosen) and key in self.reached and key not in self.chosen
        kinds = {
            "nt-down": not stands,
            "nt-gone": key in fallen,
            f"nt-turn-{fallen.get(key, 1)}": key in fallen,
            "nt-chosen": key in self.chosen,
            "nt-beside": beside,
        }
        if not stands:
            said = "just hit" if key in fallen else "down"
        elif key in self.chosen:
            said = "chosen: again to hit it alone"
        else:
            said = "hit both" if beside else "stands"
        button.tabbable = stands
        button.tooltip = f"row {lane + 1}, pin {place + 1}: {said}"
        look(button, "nt-pin", **kinds)

    def finish(self) -> None:
        self._tip.layout.display = "none" if self.play.match.over else None


def _hits(standing: frozenset[Pin]) -> Iterator[tuple[tuple[Pin, Pin], tuple[int, ...]]]:
    """Yield the pins to tap for each move, and the position that it leaves."""
    for lane, place in sorted(standing):
        for other in {(lane, place + step) for step in (0, 1, -1)} & standing:
            yield ((lane, place), other), _rows(standing - {(lane, place), other})


def _rows(pins: frozenset[Pin]) -> tuple[int, ...]:
    """Return the position of Kayles that pins make: how many stand with nothing between."""
    rows = groupby(enumerate(sorted(pins)), lambda pin: (pin[1][0], pin[1][1] - pin[0]))
    return tuple(sorted(len([*row]) for _, row in rows))


board.register(Kayles, _KaylesBoard)
