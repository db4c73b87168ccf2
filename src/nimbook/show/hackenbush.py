"""Hackenbush drawn: pictures that stand on the ground, with a letter for each edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import ceil, cos, dist, hypot, inf, radians, sin
from string import ascii_lowercase
from typing import NamedTuple

from nimbook.show._base import Drawing, scroll, svg
from nimtwist.games.hackenbush import Edge, Picture

FINGER = 45.0
"""How far the middles of edges are apart, so that a finger can choose between them."""
# How high an edge is, and how far apart two nodes are that do not stand on the same one.
_HIGH, _WIDE = 84.0, 64.0
_MARGIN = 24.0
# How far from any node an edge's middle should be, and all of it from those that it does not join.
_NODE, _PAST = 24.0, 18.0
# How edges that are not in the tree may be bent, where their letters may stand, and loops lie.
_BENDS, _SHARES = (0, 24, 48, -24, 72, 96), (0.5, 0.4, 0.6, 0.3, 0.7)
_TILTED = (-12, 52, -52)

Point = tuple[float, float]


class Line(NamedTuple):
    """How an edge is drawn."""

    path: str
    letter: Point
    """The place of its letter, beside the line."""
    middle: Point
    """Where it is touched; not quite in the middle if another edge is there."""
    far: Point
    """The point that sticks out most."""


def edge_letters(picture: Picture, within: Picture | None = None) -> dict[str, int]:
    """Return the letter of each edge and its index in the picture, in order.

    If this picture is what cuts have left of `within`, each edge keeps the letter that it had
    there; of several edges between the same nodes, the first ones are left.

    Raises:
        ValueError: if there are more than 26 edges to letter.

    >>> edge_letters(Picture([(0, 1), (1, 3)]), Picture([(0, 1), (1, 2), (1, 3)]))
    {'a': 0, 'c': 1}
    """
    lettered = within or picture
    if len(lettered.edges) > len(ascii_lowercase):
        raise ValueError(f"{lettered} has too many edges to draw: at most 26")
    left = Counter(picture.edges)
    letters: dict[str, int] = {}
    for letter, edge in zip(ascii_lowercase, lettered.edges, strict=False):
        if left[edge]:
            left[edge] -= 1
            letters[letter] = len(letters)
    return letters


@dataclass(frozen=True)
class Plan:
    """Where everything in a picture stands; the ground is at 0, and what is above it below 0."""

    places: dict[int, Point]
    """Each node."""
    edges: list[Line]
    """Each edge."""
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
    def closest(self) -> float:
        """How far the middles of two edges are apart at least."""
        return _closest(self.edges)

    def draw(self, title: str, about: str, parts: Iterable[str]) -> str:
        """Return a drawing of the ground and other parts."""
        left, right = self.left, self.right
        hatches = "".join(
            f"M{left + 10 + 12 * i:.4g} 0l-8 9" for i in range(ceil((right - left - 10) / 12))
        )
        inner = (
            f'<g transform="translate({-left:.4g} {-self.top:.4g})">'
            f'<path class="nt-edge nt-ground" d="M{left:.4g} 0H{right:.4g}{hatches}"/>'
            f"{''.join(parts)}</g>"
        )
        return svg(self.width, self.height, title, about, inner)


def plan(picture: Picture) -> Plan:
    """Return where everything in a picture stands."""
    places = _places(picture)
    edges = _lines(picture, places)
    ends = [at for line in edges for at in (line.letter, line.far)]
    across, down = zip((0.0, 0.0), *places.values(), *ends, strict=True)
    left = min(across) - _MARGIN
    return Plan(places, edges, left, min(down) - 16, max(max(across) + _MARGIN, left + 108))


def hackenbush_picture(
    picture: Picture, within: Picture | None = None, lettered: bool = True
) -> Drawing:
    """Return a picture of Hackenbush, each edge with its letter and each node with its number.

    If this picture is what cuts have left of `within`, everything stays in its place, and what has
    fallen is dotted.
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
    about = " ".join(
        f"{letter} joins {' and '.join(map(node_name, picture.edges[index]))}."
        for letter, index in letters.items()
    )
    title = picture_title(picture)
    return scroll(drawn.draw(title, about, [*lines, *nodes, *labels]), title)


def picture_title(picture: Picture) -> str:
    """Return the name of the drawing of a picture."""
    return f"Hackenbush: {picture}" if picture.edges else "Hackenbush: nothing stands"


def node_name(node: int) -> str:
    """Return a node's name in a sentence."""
    return str(node) if node else "the ground"


def standing_nodes(picture: Picture) -> set[int]:
    """Return the nodes above the ground."""
    return {node for edge in picture.edges for node in edge} - {0}


def edge_path(line: str, fallen: bool = False) -> str:
    """Return an edge drawn; it is dotted if it has fallen."""
    dotted = ' stroke-dasharray="1 6" opacity="0.6"' if fallen else ""
    return f'<path class="nt-edge" d="{line}"{dotted}/>'


def node_circle(node: int, place: Point) -> str:
    """Return a node drawn, with its number."""
    x, y = place
    return (
        f'<circle class="nt-node" cx="{x:.4g}" cy="{y:.4g}" r="10"/>'
        f'<text x="{x:.4g}" y="{y + 5:.4g}" text-anchor="middle">{node}</text>'
    )


# --- Where everything stands ----------------------------------------------------------------------


def _places(picture: Picture) -> dict[int, Point]:
    """Return where the nodes stand: as high as they are edges away from the ground.

    A spanning tree is laid out, with its branches in an order in which the other edges are short.
    """
    parents, counts = picture.parents, Counter(picture.edges)
    above: dict[int, list[int]] = {node: [] for node in parents}
    heights = {0: 0.0}
    for node, below in [*parents.items()][1:]:
        above[below].append(node)
        heights[node] = heights[below] - _HIGH
    others = [(a, b) for a, b in counts if a != b and parents[a] != b and parents[b] != a]

    def laid() -> tuple[float, dict[int, float]]:
        places, _ = _lay(0, 0, above, counts)
        return sum(abs(places[a] - places[b]) for a, b in others), places

    length, places = laid()
    for branches in above.values() if others else ():
        for i, j in combinations(range(len(branches)), 2):
            branches[i], branches[j] = branches[j], branches[i]
            tried = laid()
            if tried[0] < length:
                length, places = tried
            else:
                branches[i], branches[j] = branches[j], branches[i]
    found = {node: (places[node], heights[node]) for node in parents}
    for node in parents:
        # What nothing stands on is put in the middle above all that it stands on, if there is room.
        beside = {a + b - node for a, b in counts if node in (a, b) and a != b}
        feet = [found[other][0] for other in beside if heights[other] > heights[node]]
        if len(feet) > 1 and not above[node]:
            moved = found | {node: (sum(feet) / len(feet), heights[node])}
            near = min(dist(*pair) for pair in combinations(moved.values(), 2))
            if near >= _WIDE and _closest(_lines(picture, moved)) >= FINGER:
                found = moved
    return found


def _lay(
    node: int, row: int, above: dict[int, list[int]], counts: Counter[Edge]
) -> tuple[dict[int, float], dict[int, tuple[float, float]]]:
    """Return how far to the right of a node what stands on it is, and how far each row reaches.

    The node is in the middle below its branches, and these as close as fingers allow. Nodes are in
    the rows with even numbers, the letters of the edges below them in those between.
    """
    places, rows = dict[int, float](), dict[int, tuple[float, float]]()
    letters = list[tuple[float, float]]()
    for other in above[node]:
        branch, reach = _lay(other, row + 2, above, counts)
        aside = FINGER / 2 * (counts[min(node, other), max(node, other)] - 1)
        shift = 0.0
        if letters:  # which are half as far apart as the nodes
            shift = letters[-1][0] + 2 * (letters[-1][1] + aside) + (2 * FINGER if node else _WIDE)
        for at in rows.keys() & reach.keys():
            shift = max(shift, rows[at][1] - reach[at][0] + (FINGER if at % 2 else _WIDE))
        places |= {one: x + shift for one, x in branch.items()}
        for at, (left, right) in reach.items():
            rows[at] = rows.get(at, (left + shift,))[0], right + shift
        letters.append((shift, aside))
    middle = (letters[0][0] + letters[-1][0]) / 2 if letters else 0.0
    places = {node: 0.0} | {one: x - middle for one, x in places.items()}
    rows = {at: (left - middle, right - middle) for at, (left, right) in rows.items()}
    if node:
        loops = counts[node, node]
        rows[row] = -FINGER * (loops // 2), FINGER * (loops - loops // 2)
        sides = [(x - middle) / 2 + far for x, aside in letters for far in (-aside, aside)]
        rows |= {row + 1: (min(sides), max(sides))} if sides else {}
    return places, rows


def _lines(picture: Picture, places: dict[int, Point]) -> list[Line]:
    """Return how each edge is drawn, with middles so far apart that a finger can choose."""
    tree = {(min(pair), max(pair)) for pair in picture.parents.items()}
    counts, edges, lines = Counter(picture.edges), list(enumerate(picture.edges)), dict[int, Line]()
    for i, (a, b) in sorted(edges, key=lambda edge: (edge[1] not in tree, edge[1] == (0, 0))):
        number = i - picture.edges.index((a, b))
        aside = FINGER * (number - (counts[a, b] - 1) / 2)
        if a == b == 0:
            middles = [line.middle for line in lines.values()]
            x = max(x for x, _ in [*places.values(), *middles]) + _WIDE
            top = (x, -45)
            lines[i] = Line(f"M{x - 18:.4g} 0c-8 -60 44 -60 36 0", (x, -54), top, top)
        elif a == b:
            ways = product(range(1, 2 + counts[a, a]), _TILTED, (1, -1))
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
    """Yield ways to draw an edge between two nodes, past the others if possible."""
    start, end = (places[node] for node in edge)
    ways = [[_curve(start, end, aside + bend, share) for share in _SHARES] for bend in _BENDS]
    others = [place for node, place in places.items() if node not in edge]
    past = [
        all(dist(way.middle, other) > _PAST for way in bent for other in others) for bent in ways
    ]
    for bent, is_past in zip(ways, past, strict=True):
        yield from bent if is_past or not any(past) else ()


def _closest(lines: Iterable[Line]) -> float:
    pairs = combinations([line.middle for line in lines], 2)
    return min((dist(*pair) for pair in pairs), default=inf)


def _freest(ways: Iterable[Line], lines: dict[int, Line], places: dict[int, Point]) -> Line:
    """Return the first way to draw an edge whose middle is free, or else the one closest to it."""

    def room(way: Line) -> float:
        edges = [dist(way.middle, line.middle) / FINGER for line in lines.values()]
        return min(1.0, *edges, *(dist(way.middle, place) / _NODE for place in places.values()))

    return max(ways, key=room)


def _petal(place: Point, far: int, tilted: float, side: int) -> Line:
    """Return a loop at a node, so far and so much tilted upwards, to the right or to the left."""
    x, y = place
    (u, v), *ends = [
        (
            side * FINGER * far * cos(radians(tilted + by)),
            -FINGER * far * sin(radians(tilted + by)),
        )
        for by in (0, 40, -40)
    ]
    # Halfway, a cubic curve has gone three quarters of the way to its control points.
    wide = 4 / 3 / cos(radians(40))
    controls = " ".join(f"{wide * dx:.4g} {wide * dy:.4g}" for dx, dy in ends)
    tip = (x + u, y + v)
    return Line(f"M{x:.4g} {y:.4g}c{controls} 0 0", (x + 1.2 * u, y + 1.2 * v), tip, tip)


def _curve(start: Point, end: Point, bend: float = 0.0, share: float = 0.5) -> Line:
    """Return an edge between two nodes, bent aside, with its letter after a share of the way."""
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
