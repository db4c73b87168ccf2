"""The boards for the gallery's games: Northcott's game, Cram, Hackenbush, and Kayles and others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._heaps import HeapsBoard
from nimbook.play._parts_board import PartsBoard, Taps, matching_taps, scroll_box
from nimbook.play._play import Board, Play, board_for, set_classes
from nimbook.play.match import Seat
from nimbook.show import wrap
from nimbook.show.hackenbush import (
    MIN_TAP_DISTANCE,
    edge_letters,
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
from nimtwist.games.octal import Octal, Subtraction, TakeAndBreak
from nimtwist.games.vectors import Vectors


def _possessive(seat: Seat) -> str:
    return "your" if seat.name == "you" else f"{seat.name}’s"


# --- Northcott's game: tokens slide along rows of squares -----------------------------------------

Square = tuple[int, int]
"""The row and the column of a square."""


class _NorthcottBoard(PartsBoard[Northcott]):
    css_class = "nt-northcott"
    hint = "a winning move"

    def layout_key(self, start: Rows) -> int:
        return len(start)

    def build_picture(self, start: Rows) -> ipw.Widget:
        columns = range(self.rules.width)
        self.tokens = [(ipw.Box(), ipw.Box()) for _ in start]
        self.gaps = [ipw.Label() for _ in start]
        lanes = []
        for row, tokens in enumerate(self.tokens):
            lanes.append([*(self.add_part((row, column)) for column in columns), *tokens])
        numbers = [ipw.Label(str(column)) for column in columns]
        lines = [
            ipw.HBox([self._lane(lane), last])
            for lane, last in zip([numbers, *lanes], [ipw.Label("gap"), *self.gaps])
        ]
        return scroll_box(ipw.VBox(lines))

    def _lane(self, parts: Sequence[ipw.Widget]) -> ipw.GridBox:
        columns = f"repeat({self.rules.width}, minmax(2rem, 2.75rem))"
        lane = ipw.GridBox(parts, layout=ipw.Layout(grid_template_columns=columns))
        lane.add_class("nt-lane")
        return lane

    def options_by_taps(self) -> Mapping[Taps, Rows]:
        position, turned = self.play.position, self.rules.turned
        return {
            ((row, column),): turned((*position[:row], (column, right), *position[row + 1 :]))
            for row, (left, right) in enumerate(position)
            for column in range(0 if self.rules.retreats else left + 1, right)
            if column != left
        }

    def refusal_message(self, key: Square) -> str:
        row, column = key
        left, right = self.play.position[row]
        if self.play.match.is_over:
            return "the game is over"
        if column == left:
            return f"your token is on {column}: tap its destination in the same row"
        if column >= right:
            return f"a token cannot move to {column}, onto or past the other one"
        return f"tokens must move towards each other, but {column} is a retreat"

    def prepare(self) -> None:
        match = self.play.match
        self._moved_from = {
            row: old
            for move in self.replies
            for row, ((_, old), (_, new)) in enumerate(
                zip(self.rules.turned(move.before), move.after)
            )
            if old != new
        }
        # The tokens on the left belong to the player from whose side the position is displayed.
        seat = match.turn - (match.displayed_position is not match.position)
        self._owners = _possessive(match.seats[seat]), _possessive(match.seats[seat - 1])

    def show_part(self, key: Square, button: ipw.Button) -> None:
        (row, column), (left, right) = key, self.play.match.displayed_position[key[0]]
        is_tappable = key in self.tappable
        mine, others = self._owners
        labels = [f"row {row + 1}, square {column}"]
        if is_tappable:
            labels.append(f"{'advance' if column > left else 'retreat'} from {left} to {column}")
        elif column in (left, right):
            labels.append(f"{mine if column == left else others} token")
        moved_away = self._moved_from.get(row) == column
        if moved_away:
            labels.append(f"{others} token came from here")
        set_classes(button, "nt-square", **{"nt-reach": is_tappable, "nt-gone": moved_away})
        button.tooltip, button.tabbable = ", ".join(labels), is_tappable

    def finish(self) -> None:
        seen = self.play.match.displayed_position
        for row, (tokens, gap) in enumerate(zip(self.tokens, gaps(seen))):
            for kind, token, column in zip(("mine", "others"), tokens, seen[row]):
                token.layout.left = f"{100 * column / self.rules.width:.4g}%"
                last = kind == "others" and row in self._moved_from
                set_classes(token, "nt-token", f"nt-{kind}", "nt-last" if last else "")
            self.gaps[row].value = str(gap)

    def deal(self, rng: Random) -> Rows:
        """Return randomly placed tokens in the same number of rows as at the start of the game."""
        rows = []
        for _ in self.play.match.start:
            left, right = sorted(rng.sample(range(self.rules.width), 2))
            rows.append((left, right))
        return tuple(rows)


board_for.register(Northcott, _NorthcottBoard)


# --- Cram: two neighbouring cells are tapped in turn ----------------------------------------------


class _CramBoard(PartsBoard[Cram]):
    css_class = "nt-cram"

    def build_picture(self, start: CramPosition) -> ipw.Widget:
        rows, columns = (range(1 + max((c[i] for c in start), default=-1)) for i in (0, 1))
        cells = [self.add_part((row, column)) for row in rows for column in columns]
        layout = ipw.Layout(
            grid_template_columns=f"repeat({len(columns)}, minmax(2rem, 3.5rem))",
            min_width=f"calc({2 * len(columns)}rem + 4px)",
        )
        return scroll_box(ipw.GridBox(cells, layout=layout))

    def options_by_taps(self) -> Mapping[Taps, CramPosition]:
        free = self.play.position
        return {
            (one, other): free - {one, other} for one in free for other in _neighbours(one) & free
        }

    def refusal_message(self, key: Cell) -> str:
        if key not in self.play.position:
            return f"{_cell_name(key)} is not free"
        return f"no domino fits on {_cell_name(key)}: it has no free neighbour"

    def prepare(self) -> None:
        match = self.play.match
        self._dominoes = {
            cell: (move.before - move.after, move.seat)
            for move in match.transcript
            for cell in move.before - move.after
        }
        self._last_cells = {cell for move in self.replies for cell in move.before - move.after}
        self._first = match.seats[min(match.people, default=0)]

    def show_part(self, key: Cell, button: ipw.Button) -> None:
        free = self.play.position
        classes, label = ["nt-blocked"], "blocked"
        if key in free:
            classes, label = self._free_cell(key)
        elif key in self._dominoes:
            domino, seat = self._dominoes[key]
            [other] = domino - {key}
            classes = ["nt-yours" if seat == self._first else "nt-engines"]
            classes.append(_SIDES[other[0] - key[0], other[1] - key[1]])
            classes += ["nt-last"] if key in self._last_cells else []
            label = f"{_possessive(seat)} domino"
        button.tooltip = _cell_name(key) + (f": {label}" if label else "")
        set_classes(button, "nt-cell", *classes)
        # Only cells that respond to a tap are tab stops.
        button.tabbable = key in free and bool(_neighbours(key) & free)

    def _free_cell(self, cell: Cell) -> tuple[list[str], str]:
        if cell in self.chosen:
            return ["nt-chosen"], "chosen, now choose a neighbour"
        if self.chosen and cell in self.tappable:
            return ["nt-neighbour"], "place the domino"
        if not _neighbours(cell) & self.play.position:
            return ["nt-dead"], "no domino fits here"
        return [], ""

    def deal(self, rng: Random) -> CramPosition:
        """Return an empty board that fits on a phone, with one side odd and the other even."""
        return Cram.rectangle(*rng.choice([(3, 4), (3, 6), (4, 5), (5, 4), (4, 3)]))


_SIDES = {
    (0, 1): "nt-to-right",
    (0, -1): "nt-to-left",
    (1, 0): "nt-to-below",
    (-1, 0): "nt-to-above",
}


def _neighbours(cell: Cell) -> CramPosition:
    row, column = cell
    return frozenset((row + down, column + right) for down, right in _SIDES)


def _cell_name(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


board_for.register(Cram, _CramBoard)


# --- Hackenbush: a picture with a button on each edge ---------------------------------------------


class _HackenbushBoard(PartsBoard[Hackenbush]):
    css_class = "nt-bush"
    hint = "a winning move"

    def build_picture(self, start: Picture) -> ipw.Widget:
        self.edges = dict(zip(edge_letters(start), start.edges))
        self.plan = plan(start)
        self.picture = ipw.HTML()
        wide, high = self.plan.width, self.plan.height
        for letter, line in zip(self.edges, self.plan.edges):
            x, y = line.middle
            place = ipw.Layout(
                left=f"{100 * (x - self.plan.left) / wide:.4g}%",
                top=f"{100 * (y - self.plan.top) / high:.4g}%",
            )
            self.add_part(letter, letter, layout=place)
        # If the buttons would be too close together to tap, enlarge the picture. If it is then too
        # wide for the page, it can be scrolled.
        tappable = ceil(
            wide * MIN_TAP_DISTANCE / max(self.plan.min_tap_distance, MIN_TAP_DISTANCE / 4)
        )
        size = ipw.Layout(
            width=f"{max(wide, tappable)}px", min_width=f"{max(tappable, 0.8 * wide):g}px"
        )
        self._frame = ipw.Box([self.picture, *self.parts.values()], layout=size)
        tip = ipw.Label("Tap a letter to cut that branch.")
        tip.add_class("nt-tip")
        return ipw.VBox([scroll_box(self._frame), tip])

    def _box(self) -> ipw.Widget:
        return self._frame

    def options_by_taps(self) -> Mapping[Taps, Picture]:
        return dict(self._cuts(self.play.position, self._standing))

    def refusal_message(self, key: str) -> str:
        return f"{key} has fallen already"

    def _cuts(self, position: Picture, letters: Iterable[str]) -> Iterator[tuple[Taps, Picture]]:
        """Yield each legal cut of an edge in `letters`, as the taps and the resulting option."""
        for letter in letters:
            if self.edges[letter] in position.edges:
                yield (letter,), position.cut(position.edges.index(self.edges[letter]))

    def describe(self, before: Picture, after: Picture) -> str:
        """Describe a move in words, naming the edge by its letter."""
        if self._layout_key != self.play.match.start:
            self.update()
        self._replay()
        letters = self._standing if before == self.play.position else self.edges
        taps = self.taps_by_move.get(len(self.play.match.transcript), ())
        [letter] = matching_taps(self._cuts(before, letters), taps, after)
        return f"cut branch {letter}"

    def _replay(self) -> list[tuple[Taps, set[str]]]:
        """Replay the match to find the edges that still stand.

        Return a pair for each move: the edge that was cut, and the set of all edges that fell.
        """
        self._standing, moves = [*self.edges], []
        for move, taps, _ in self.moves_with_taps():
            cut = matching_taps(self._cuts(move.before, self._standing), taps, move.after)
            fell = self._falling(cut, move.after)
            self._standing = [letter for letter in self._standing if letter not in fell]
            moves.append((cut, fell))
        return moves

    def _falling(self, cut: Taps, after: Picture) -> set[str]:
        """Return the edges that fall when the edge in `cut` is cut, leaving the picture `after`."""
        return {a for a in self._standing if a in cut or self.edges[a] not in after.edges}

    def prepare(self) -> None:
        moves, last = self._replay(), self.play.match.round
        fallen_by_player, self._fallen_by_others, struck = set[str](), set[str](), set[str]()
        for move, (cut, fell) in zip(last, moves[len(moves) - len(last) :]):
            if move.seat.name == "you":
                fallen_by_player |= fell
            else:
                self._fallen_by_others |= fell
                struck.update(cut)
        # Map each standing edge to CSS classes, one for each cut that would make the edge fall.
        self._fall_classes: dict[str, list[str]] = {letter: [] for letter in self._standing}
        for cut, option in self._cuts(self.play.position, self._standing):
            for letter in self._falling(cut, option):
                self._fall_classes[letter].append(f"nt-on-{cut[0]}")
        self.picture.value = self._draw(fallen_by_player, struck)

    def show_part(self, key: str, button: ipw.Button) -> None:
        below, above = map(node_name, self.edges[key])
        stands = key in self._standing
        between = f"between {below} and {above}"
        button.tooltip = f"cut {key}, {between}" if stands else f"{key}, {between}, has fallen"
        button.tabbable = stands
        fallen = "" if stands else "nt-gone" if key in self._fallen_by_others else "nt-fallen"
        set_classes(button, "nt-cut", fallen, f"nt-cut-{key}", *self._fall_classes.get(key, ()))

    def _draw(self, fallen_by_player: set[str], struck: set[str]) -> str:
        """Draw the picture, with animated layers for the edges that fell in the last round.

        `fallen_by_player` contains the edges that fell in the moves of the player called "you", and
        `struck` contains the edges that the other players cut.
        """
        position, gone, falls = self.play.position, self._fallen_by_others, self._fall_classes
        paths = {a: line.path for a, line in zip(self.edges, self.plan.edges)}
        layers = [
            f'<g class="{kind}">{"".join(self._fallen_shapes(falling, paths))}</g>'
            for kind, falling in (("nt-went", fallen_by_player), ("nt-gone", gone))
            if falling
        ]
        dotted = [
            f'<g class="{"nt-struck" if a in struck else ""}">{edge_path(paths[a], True)}</g>'
            for a in self.edges
            if a not in falls
        ]
        edges = [
            f'<g class="{" ".join(classes)}">{edge_path(paths[letter])}</g>'
            for letter, classes in falls.items()
        ]
        nodes = [node_circle(node, self.plan.places[node]) for node in standing_nodes(position)]
        description = f"{', '.join(sorted(gone))} have just fallen." if gone else ""
        title = picture_title(position)
        # Hovering over, pressing or focusing a button highlights all edges that would fall.
        marked = ", ".join(
            f".nt-bush:has(.nt-cut-{a}:is(:hover, :active, :focus-visible)) .nt-on-{a}"
            for a in falls
        )
        style = f"<style>{marked} {{ --nt-would: var(--nt-n-line) }}</style>" if falls else ""
        parts = [*dotted, *edges, *nodes, *layers]
        return wrap(f"{style}{self.plan.draw(title, description, parts)}", "")

    def _fallen_shapes(self, letters: set[str], paths: dict[str, str]) -> list[str]:
        fallen = {node for letter in letters for node in self.edges[letter]}
        nodes = fallen - standing_nodes(self.play.position) - {0}
        return [
            *(edge_path(paths[letter]) for letter in sorted(letters)),
            *(node_circle(node, self.plan.places[node]) for node in sorted(nodes)),
        ]

    def deal(self, rng: Random) -> Picture:
        """Return a random picture that fits on a phone, made of trees and a few extra edges."""
        while True:
            edges, nodes = [(0, 1), (0, 2)], [1, 2]
            for _ in range(rng.randint(5, 7)):
                if rng.random() < 0.75:
                    edges.append((rng.choice([0, *nodes]), len(nodes) + 1))
                    nodes.append(len(nodes) + 1)
                else:
                    below, above = sorted(rng.sample(nodes, 2))
                    edges += [(below, above)] if (below, above) not in edges else []
            drawn = plan(Picture(edges))
            if (
                drawn.width <= 340
                and drawn.height <= 380
                and drawn.min_tap_distance >= MIN_TAP_DISTANCE
            ):
                return Picture(edges)


board_for.register(Hackenbush, _HackenbushBoard)


# --- Vectors: a piece moves towards the corner (0, 0) ---------------------------------------------

_MAX_SQUARES = 14  # of each side

Place = tuple[int, ...]
"""The coordinates of a square."""


class _PieceBoard(PartsBoard[Vectors]):
    """A board of squares (x, y), with x to the right and y upwards, and one piece."""

    css_class = "nt-piece"

    def build_picture(self, start: Place) -> ipw.Widget:
        columns, rows = range(start[0] + 1), range(start[1], -1, -1)
        squares = [self.add_part((x, y)) for y in rows for x in columns]
        layout = ipw.Layout(
            grid_template_columns=f"repeat({len(columns)}, minmax(2rem, 3rem))",
            min_width=f"calc({2 * len(columns)}rem + 4px)",
        )
        return scroll_box(ipw.GridBox(squares, layout=layout))

    def options_by_taps(self) -> Mapping[Taps, Place]:
        return {(option,): option for option in self.play.match.options}

    def refusal_message(self, key: Place) -> str:
        return f"the piece cannot move to {key}"

    def describe(self, before: Place, after: Place) -> str:
        return f"move to {after}"

    def show_part(self, key: Place, button: ipw.Button) -> None:
        match = self.play.match
        last = self.replies[-1].before if self.replies else None
        here, can_move = key == match.position, key in match.options
        label = "the piece" if here else "move here" if can_move else ""
        button.tooltip = f"{key}: {label}" if label else str(key)
        button.tabbable = can_move
        classes = {"nt-chosen": here, "nt-target": can_move, "nt-last": key == last}
        set_classes(button, "nt-cell", **classes)


@board_for.register(Vectors)
def _piece_board(rules: Vectors, play: Play) -> Board[Any]:
    """Return a board with a piece if positions are pairs of small numbers."""
    start = play.match.start
    is_small = len(start) == 2 and max(start) < _MAX_SQUARES
    return _PieceBoard(rules, play) if is_small else board_for.dispatch(object)(rules, play)


# --- Kayles and others: the first and the last of the pins to take are tapped ---------------------

_MAX_PINS = 60

Pin = tuple[int, int]
"""The row of a pin and its place in the row."""


class _PinsBoard(PartsBoard[Octal | TakeAndBreak]):
    """A board with rows of pins, which stay in their places and fall over when they are hit.

    A move hits adjacent pins of a row, so it may leave a row on either side of them.
    """

    css_class = "nt-kayles"

    def build_picture(self, start: Sequence[int]) -> ipw.Widget:
        shared = {"layout": ipw.Layout(), "style": ipw.ButtonStyle()}
        lanes = []
        for lane, length in enumerate(start[::-1]):
            lanes.append(ipw.Box([self.add_part((lane, i), **shared) for i in range(length)]))
            lanes[-1].add_class("nt-alley")
        first = "Tap a pin, then tap it again to hit it alone, or tap "
        pairs = max(self._widths) == 2
        last = "its neighbour to hit both." if pairs else "another one to hit all in between, too."
        self._tip = ipw.Label(first + last)
        self._tip.add_class("nt-tip")
        return ipw.VBox([ipw.VBox(lanes), self._tip])

    @property
    def _widths(self) -> list[int]:
        """The numbers of pins that a move may hit."""
        return [taken for taken, _ in self.play.rules.moves]

    def options_by_taps(self) -> Mapping[Taps, tuple[int, ...]]:
        options = {*self.play.match.options}
        hits = _hits(self.standing, self._widths)
        return {taps: option for taps, option in hits if option in options}

    def describe(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        """Describe a move in words that speak of pins in rows instead of heaps."""
        words = super().describe(before, after).replace("take 1 from", "hit 1 pin in")
        return re.sub("take ([0-9]+) from", r"hit \1 pins in", words).replace("heap", "row")

    def refusal_message(self, key: Pin) -> str:
        return "this pin has fallen: choose a standing one"

    def too_large_message(self) -> str:
        many = sum(self.play.match.start) > _MAX_PINS
        return "There are too many pins to draw: type your moves." if many else ""

    def prepare(self) -> None:
        """Replay the match to find the standing pins and the pins just hit by the other players."""
        self.standing = frozenset(self.parts)
        self._fallen: dict[Pin, int] = {}
        for move, taps, turn in self.moves_with_taps():
            hits = _hits(self.standing, self._widths)
            ends = matching_taps(hits, taps, move.after)  # empty for a pass
            hit = _between(*ends) if ends else frozenset[Pin]()
            self.standing -= hit
            if turn:
                self._fallen |= dict.fromkeys(hit, turn)

    def show_part(self, key: Pin, button: ipw.Button) -> None:
        lane, place = key
        stands, fallen = key in self.standing, self._fallen
        is_neighbour = bool(self.chosen) and key in self.tappable and key not in self.chosen
        conditional = {
            "nt-down": not stands,
            "nt-gone": key in fallen,
            f"nt-turn-{fallen.get(key, 1)}": key in fallen,
            "nt-chosen": key in self.chosen,
            "nt-neighbour": is_neighbour,
        }
        if not stands:
            label = "just hit" if key in fallen else "down"
        elif key in self.chosen:
            label = "chosen: tap again to hit it alone"
        else:
            both = "hit both" if max(self._widths) == 2 else "hit all up to here"
            label = both if is_neighbour else "standing"
        button.tabbable = stands
        button.tooltip = f"row {lane + 1}, pin {place + 1}: {label}"
        set_classes(button, "nt-pin", **conditional)

    def finish(self) -> None:
        self._tip.layout.display = "none" if self.play.match.is_over else None

    def deal(self, rng: Random) -> tuple[int, ...]:
        """Return two or three random rows of at most seven pins."""
        return tuple(sorted(rng.randint(2, 7) for _ in range(rng.randint(2, 3))))


def _hits(
    standing: frozenset[Pin], widths: Sequence[int]
) -> Iterator[tuple[tuple[Pin, Pin], tuple[int, ...]]]:
    """Yield each move of adjacent pins as the pins to tap and the resulting position.

    Some of these moves may be illegal.
    """
    for lane, place in sorted(standing):
        for width in widths:
            for step in dict.fromkeys((width - 1, 1 - width)):
                taps = (lane, place), (lane, place + step)
                if (hit := _between(*taps)) <= standing:
                    yield taps, _rows(standing - hit)


def _between(first: Pin, last: Pin) -> frozenset[Pin]:
    """Return the pins of a row from one to another."""
    low, high = sorted((first[1], last[1]))
    return frozenset((first[0], place) for place in range(low, high + 1))


def _rows(pins: frozenset[Pin]) -> tuple[int, ...]:
    """Return the Kayles position for the standing pins: the sorted lengths of their runs."""
    rows = groupby(enumerate(sorted(pins)), lambda pin: (pin[1][0], pin[1][1] - pin[0]))
    return tuple(sorted(len([*row]) for _, row in rows))


@board_for.register(Octal)
@board_for.register(TakeAndBreak)
def _pins_board(rules: Octal | TakeAndBreak, play: Play) -> Board[Any]:
    """Return a board of pins if every move takes pins and leaves at most two rows."""
    counts = [count for _, counts in rules.moves for count in counts]
    is_drawable = rules.is_simple and max(counts) < 3 and all(taken for taken, _ in rules.moves)
    return _PinsBoard(rules, play) if is_drawable else board_for.dispatch(object)(rules, play)


board_for.register(Subtraction, HeapsBoard)
