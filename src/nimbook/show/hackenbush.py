"""Drawings of Hackenbush pictures, with a letter on each edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import ceil, cos, dist, hypot, inf, radians, sin
from string import ascii_lowercase
from typing import NamedTuple

from nimbook.show._base import Drawing, scroll, svg
from nimtwist.checks import shorten
from nimtwist.games.hackenbush import Edge, Picture

MIN_TAP_DISTANCE = 45.0
"""The minimum distance between the midpoints of edges, so that each edge can be tapped."""
# Distances in pixels: `_ROW_HEIGHT` is the vertical distance between adjacent rows of nodes, and
# `_NODE_GAP` is the minimum distance between two nodes of different branches.
_ROW_HEIGHT, _NODE_GAP = 84.0, 64.0
_MARGIN = 24.0
# Distances in pixels: the midpoint of an edge must be at least `_NODE_CLEARANCE` away from every
# node. The whole edge must be at least `_EDGE_CLEARANCE` away from every node other than its ends.
_NODE_CLEARANCE, _EDGE_CLEARANCE = 24.0, 18.0
# For an edge outside the spanning tree, try all bends (in pixels) and all letter positions
# (fractions of the way from one end to the other). For a loop, try all tilts (in degrees).
_BENDS, _LETTER_POSITIONS = (0, 24, 48, -24, 72, 96), (0.5, 0.4, 0.6, 0.3, 0.7)
_TILTS = (-12, 52, -52)

Point = tuple[float, float]


class Line(NamedTuple):
    """The drawing of an edge."""

    path: str
    letter: Point
    """The position of the edge's letter, next to the line."""
    middle: Point
    """The point to tap, which is off the midpoint if another edge is there."""
    far: Point
    """The outermost point of the line, which the frame must include."""


def edge_letters(picture: Picture, within: Picture | None = None) -> dict[str, int]:
    """Map the letter of each edge to the index of the edge in the picture, in alphabetical order.

    If `within` is given, it is the picture before cutting, and edges keep the letters they have
    there. If only some edges of a group of parallel edges remain, they get the first letters of the
    group.

    Raises:
        ValueError: if there are more than 26 edges.

    >>> edge_letters(Picture([(0, 1), (1, 3)]), Picture([(0, 1), (1, 2), (1, 3)]))
    {'a': 0, 'c': 1}
    """
    lettered = within or picture
    if len(lettered.edges) > len(ascii_lowercase):
        raise ValueError(f"{shorten(str(lettered))} has too many edges to draw: at most 26")
    remaining = Counter(picture.edges)
    letters: dict[str, int] = {}
    for letter, edge in zip(ascii_lowercase, lettered.edges, strict=False):
        if remaining[edge]:
            remaining[edge] -= 1
            letters[letter] = len(letters)
    return letters


@dataclass(frozen=True)
class Plan:
    """The layout of a picture. The ground is at y = 0; as usual in SVG, y is negative above it."""

    places: dict[int, Point]
    """The positions of the nodes."""
    edges: list[Line]
    """The drawings of the edges."""
    left: float
    top: float
    right: float

    @property
    def width(self) -> int:
        """The width of the drawing, in pixels."""
        return round(self.right - self.left)

    @property
    def height(self) -> int:
        """The height of the drawing, in pixels."""
        return round(14 - self.top)

    @property
    def min_tap_distance(self) -> float:
        """The minimum distance between the midpoints of two edges."""
        return _closest(self.edges)

    def draw(self, title: str, description: str, parts: Iterable[str]) -> str:
        """Return an SVG drawing of the ground and the given parts."""
        left, right = self.left, self.right
        hatches = "".join(
            f"M{left + 10 + 12 * i:.4g} 0l-8 9" for i in range(ceil((right - left - 10) / 12))
        )
        inner = (
            f'<g transform="translate({-left:.4g} {-self.top:.4g})">'
            f'<path class="nt-edge nt-ground" d="M{left:.4g} 0H{right:.4g}{hatches}"/>'
            f"{''.join(parts)}</g>"
        )
        return svg(self.width, self.height, title, description, inner)


def plan(picture: Picture) -> Plan:
    """Return the layout of a picture."""
    places = _places(picture)
    edges = _lines(picture, places)
    ends = [at for line in edges for at in (line.letter, line.far)]
    across, down = zip((0.0, 0.0), *places.values(), *ends, strict=True)
    left = min(across) - _MARGIN
    return Plan(places, edges, left, min(down) - 16, max(max(across) + _MARGIN, left + 108))


def hackenbush_picture(
    picture: Picture, within: Picture | None = None, lettered: bool = True
) -> Drawing:
    """Draw a Hackenbush picture, with the letters of the edges and the numbers of the nodes.

    If `within` is given, it is the picture before cutting: what remains is drawn where it was, and
    the fallen edges are dotted.
    """
    letters, drawn = edge_letters(picture, within), plan(within or picture)
    lines, labels = [], []
    for letter, line in zip(ascii_lowercase, drawn.edges, strict=False):
        lines.append(edge_path(line.path, letter not in letters))
        x, y = line.letter
        if letter in letters and lettered:
            labels.append(f'<text x="{x:.4g}" y="{y + 5:.4g}" text-anchor="middle">{letter}</text>')
    standing = standing_nodes(picture)
    nodes = [node_circle(n, place) for n, place in drawn.places.items() if n in standing]
    description = " ".join(
        f"{letter} joins {' and '.join(map(node_name, picture.edges[index]))}."
        for letter, index in letters.items()
    )
    title = picture_title(picture)
    return scroll(drawn.draw(title, description, [*lines, *nodes, *labels]), title)


def picture_title(picture: Picture) -> str:
    """Return the title for the drawing of a picture."""
    return f"Hackenbush: {picture}" if picture.edges else "Hackenbush: no edges left"


def node_name(node: int) -> str:
    """Return the name of a node for use in a sentence."""
    return str(node) if node else "the ground"


def standing_nodes(picture: Picture) -> set[int]:
    """Return the set of nodes of a picture, excluding the ground."""
    return {node for edge in picture.edges for node in edge} - {0}


def edge_path(path: str, fallen: bool = False) -> str:
    """Return an edge as an SVG path, dotted if it has fallen."""
    dotted = ' stroke-dasharray="1 6" opacity="0.6"' if fallen else ""
    return f'<path class="nt-edge" d="{path}"{dotted}/>'


def node_circle(node: int, place: Point) -> str:
    """Return a node as an SVG circle with its number."""
    x, y = place
    return (
        f'<circle class="nt-node" cx="{x:.4g}" cy="{y:.4g}" r="10"/>'
        f'<text x="{x:.4g}" y="{y + 5:.4g}" text-anchor="middle">{node}</text>'
    )


# --- Layout ---------------------------------------------------------------------------------------


def _places(picture: Picture) -> dict[int, Point]:
    """Return the positions of the nodes.

    The height of a node is its distance from the ground, measured in edges. The function lays out a
    spanning tree and orders its branches so that the other edges are short.
    """
    parents, counts = picture.parents, Counter(picture.edges)
    above: dict[int, list[int]] = {node: [] for node in parents}
    heights = {0: 0.0}
    for node, below in [*parents.items()][1:]:
        above[below].append(node)
        heights[node] = heights[below] - _ROW_HEIGHT
    others = [(a, b) for a, b in counts if a != b and parents[a] != b and parents[b] != a]

    def measure() -> tuple[float, dict[int, float]]:
        places, _ = _lay_out(0, 0, above, counts)
        return sum(abs(places[a] - places[b]) for a, b in others), places

    length, places = measure()
    for branches in above.values() if others else ():
        for i, j in combinations(range(len(branches)), 2):
            branches[i], branches[j] = branches[j], branches[i]
            candidate = measure()
            if candidate[0] < length:
                length, places = candidate
            else:
                branches[i], branches[j] = branches[j], branches[i]
    positions = {node: (places[node], heights[node]) for node in parents}
    for node in parents:
        # If there is room, centre a leaf above all nodes that support it.
        neighbours = {a + b - node for a, b in counts if node in (a, b) and a != b}
        feet = [positions[other][0] for other in neighbours if heights[other] > heights[node]]
        if len(feet) > 1 and not above[node]:
            moved = positions | {node: (sum(feet) / len(feet), heights[node])}
            gap = min(dist(*pair) for pair in combinations(moved.values(), 2))
            if gap >= _NODE_GAP and _closest(_lines(picture, moved)) >= MIN_TAP_DISTANCE:
                positions = moved
    return positions


def _lay_out(
    node: int, row: int, above: dict[int, list[int]], counts: Counter[Edge]
) -> tuple[dict[int, float], dict[int, tuple[float, float]]]:
    """Lay out the branches above a node.

    Return the x coordinates of the node and of all nodes above it, relative to the node, and the
    horizontal extent of each row.

    The node is centred below its branches, which are as close together as they can be without
    making edges hard to tap. Rows with even numbers contain nodes, and rows with odd numbers
    contain the letters of edges.
    """
    places, rows = dict[int, float](), dict[int, tuple[float, float]]()
    letters = list[tuple[float, float]]()
    for other in above[node]:
        branch, reach = _lay_out(other, row + 2, above, counts)
        aside = MIN_TAP_DISTANCE / 2 * (counts[min(node, other), max(node, other)] - 1)
        shift = 0.0
        if letters:  # letters at midpoints are half as far apart as the nodes above
            shift = (
                letters[-1][0]
                + 2 * (letters[-1][1] + aside)
                + (2 * MIN_TAP_DISTANCE if node else _NODE_GAP)
            )
        for at in rows.keys() & reach.keys():
            shift = max(
                shift, rows[at][1] - reach[at][0] + (MIN_TAP_DISTANCE if at % 2 else _NODE_GAP)
            )
        places |= {one: x + shift for one, x in branch.items()}
        for at, (left, right) in reach.items():
            rows[at] = rows.get(at, (left + shift,))[0], right + shift
        letters.append((shift, aside))
    middle = (letters[0][0] + letters[-1][0]) / 2 if letters else 0.0
    places = {node: 0.0} | {one: x - middle for one, x in places.items()}
    rows = {at: (left - middle, right - middle) for at, (left, right) in rows.items()}
    if node:
        loops = counts[node, node]
        rows[row] = -MIN_TAP_DISTANCE * (loops // 2), MIN_TAP_DISTANCE * (loops - loops // 2)
        sides = [(x - middle) / 2 + far for x, aside in letters for far in (-aside, aside)]
        rows |= {row + 1: (min(sides), max(sides))} if sides else {}
    return places, rows


def _lines(picture: Picture, places: dict[int, Point]) -> list[Line]:
    """Return the drawings of the edges, with their midpoints far enough apart to tap."""
    tree = {(min(pair), max(pair)) for pair in picture.parents.items()}
    counts, edges, lines = Counter(picture.edges), list(enumerate(picture.edges)), dict[int, Line]()
    for i, (a, b) in sorted(edges, key=lambda edge: (edge[1] not in tree, edge[1] == (0, 0))):
        number = i - picture.edges.index((a, b))
        aside = MIN_TAP_DISTANCE * (number - (counts[a, b] - 1) / 2)
        if a == b == 0:
            middles = [line.middle for line in lines.values()]
            x = max(x for x, _ in [*places.values(), *middles]) + _NODE_GAP
            top = (x, -45)
            lines[i] = Line(f"M{x - 18:.4g} 0c-8 -60 44 -60 36 0", (x, -54), top, top)
        elif a == b:
            ways = product(range(1, 2 + counts[a, a]), _TILTS, (1, -1))
            lines[i] = _freest((_petal(places[a], *way) for way in ways), lines, places)
        elif a == 0:
            foot = (places[b][0] + 2 * aside, 0.0)
            lines[i] = _curve(foot, places[b])._replace(far=foot)
        elif (a, b) in tree:
            lines[i] = _curve(places[a], places[b], aside)
        else:
            lines[i] = _freest(_across((a, b), places, aside), lines, places)
    return [lines[i] for i, _ in edges]


def _across(edge: Edge, places: dict[int, Point], aside: float) -> Iterator[Line]:
    """Yield candidate paths for an edge, avoiding nodes other than its ends where possible."""
    start, end = (places[node] for node in edge)
    ways = [
        [_curve(start, end, aside + bend, share) for share in _LETTER_POSITIONS] for bend in _BENDS
    ]
    others = [place for node, place in places.items() if node not in edge]
    clear = [
        all(dist(way.middle, other) > _EDGE_CLEARANCE for way in bent for other in others)
        for bent in ways
    ]
    for bent, is_clear in zip(ways, clear, strict=True):
        yield from bent if is_clear or not any(clear) else ()


def _closest(lines: Iterable[Line]) -> float:
    pairs = combinations([line.middle for line in lines], 2)
    return min((dist(*pair) for pair in pairs), default=inf)


def _freest(ways: Iterable[Line], lines: dict[int, Line], places: dict[int, Point]) -> Line:
    """Return the first of the candidate paths `ways` that has enough room around its midpoint.

    If none of them has enough room, return the one with the most room.
    """

    def room(way: Line) -> float:
        edges = [dist(way.middle, line.middle) / MIN_TAP_DISTANCE for line in lines.values()]
        return min(
            1.0, *edges, *(dist(way.middle, place) / _NODE_CLEARANCE for place in places.values())
        )

    return max(ways, key=room)


def _petal(place: Point, far: int, tilted: float, side: int) -> Line:
    """Draw a loop at a node, to the right if `side` is 1 and to the left if it is -1.

    The length of the loop is `far` times the minimum tap distance, and the loop is tilted upward by
    `tilted` degrees.
    """
    x, y = place
    (u, v), *ends = [
        (
            side * MIN_TAP_DISTANCE * far * cos(radians(tilted + by)),
            -MIN_TAP_DISTANCE * far * sin(radians(tilted + by)),
        )
        for by in (0, 40, -40)
    ]
    # The midpoint of the curve is three quarters of the way from the node to the point midway
    # between the two control points.
    wide = 4 / 3 / cos(radians(40))
    controls = " ".join(f"{wide * dx:.4g} {wide * dy:.4g}" for dx, dy in ends)
    tip = (x + u, y + v)
    return Line(f"M{x:.4g} {y:.4g}c{controls} 0 0", (x + 1.2 * u, y + 1.2 * v), tip, tip)


def _curve(start: Point, end: Point, bend: float = 0.0, share: float = 0.5) -> Line:
    """Draw an edge whose midpoint is moved sideways by `bend`.

    The edge's letter is placed a fraction `share` of the way from the start to the end.
    """
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    right, down = (y - v) / length, (u - x) / length
    if down > 0 or (down == 0 and right < 0):
        right, down = -right, -down
    far = ((x + u) / 2 + bend * right, (y + v) / 2 + bend * down)
    aside = 4 * share * (1 - share) * bend
    at, high = x + share * (u - x) + aside * right, y + share * (v - y) + aside * down
    turn = f"Q{far[0] + bend * right:.4g} {far[1] + bend * down:.4g}" if bend else "L"
    by = 10 if bend >= 0 else -10
    letter = (at + by * right, high + by * down)
    return Line(f"M{x:.4g} {y:.4g}{turn} {u:.4g} {v:.4g}", letter, (at, high), far)
