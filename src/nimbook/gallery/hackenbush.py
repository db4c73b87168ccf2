"""Hackenbush drawn: pictures that stand on the ground, with a letter for each edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil, hypot
from string import ascii_lowercase

from nimbook.draw._base import Drawing, scroll, svg, wrap
from nimbook.draw.tables import outcome_tag, panels
from nimtwist.game import Solver
from nimtwist.games.hackenbush import Edge, Hackenbush, Picture, fuse, pieces
from nimtwist.games.nim import nim_sum

_HIGH, _WIDE = 66.0, 62.0
_MARGIN = 24.0

Point = tuple[float, float]


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
    edges: list[tuple[str, Point, Point]]
    """Each edge: its path, the place of its letter, and its middle."""
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
    def ground(self) -> str:
        """The path of the ground."""
        left, right = self.left, self.right
        hatches = "".join(
            f"M{left + 10 + 12 * i:.4g} 0l-8 9" for i in range(ceil((right - left - 10) / 12))
        )
        return f"M{left:.4g} 0H{right:.4g}{hatches}"

    def draw(self, title: str, about: str, parts: Iterable[str]) -> str:
        """Return a drawing of the ground and other parts."""
        inner = (
            f'<g transform="translate({-self.left:.4g} {-self.top:.4g})">'
            f'<path class="nt-edge nt-ground" d="{self.ground}"/>{"".join(parts)}</g>'
        )
        return svg(self.width, self.height, title, about, inner)


def plan(picture: Picture) -> Plan:
    """Return where everything in a picture stands."""
    places = _places(picture)
    edges = list(_lines(picture, places))
    letters = [label for _, label, _ in edges]
    sides = [x for x, _ in places.values()] + [x for x, _ in letters]
    left, right = min(0.0, *sides) - _MARGIN, max(0.0, *sides) + _MARGIN
    right = max(right, left + 108)
    top = min(y for _, y in [(0.0, 26.0), *places.values(), *letters]) - 16
    return Plan(places, edges, left, top, right)


def hackenbush_picture(
    picture: Picture, within: Picture | None = None, lettered: bool = True
) -> Drawing:
    """Return a picture of Hackenbush, each edge with its letter and each node with its number.

    If this picture is what cuts have left of `within`, everything stays in its place, and what has
    fallen is dotted.
    """
    letters, drawn = edge_letters(picture, within), plan(within or picture)
    lines, labels = [], []
    for letter, (line, (x, y), _) in zip(ascii_lowercase, drawn.edges, strict=False):
        lines.append(edge_path(line, letter not in letters))
        if letter in letters and lettered:
            labels.append(f'<text x="{x:.4g}" y="{y + 5:.4g}" text-anchor="middle">{letter}</text>')
    nodes = [
        node_circle(node, place)
        for node, place in drawn.places.items()
        if node in standing_nodes(picture)
    ]
    joined = {letter: picture.edges[index] for letter, index in letters.items()}
    about = " ".join(
        f"{letter} joins {node_name(a)} and {node_name(b)}." for letter, (a, b) in joined.items()
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


def _places(picture: Picture) -> dict[int, Point]:
    """Return where the nodes stand: as high as they are edges away from the ground.

    A spanning tree is laid out, each node in the middle above its branches.
    """
    parents = picture.parents
    above: dict[int, list[int]] = {node: [] for node in parents}
    for node, below in parents.items():
        if node:
            above[below].append(node)
    loops = Counter(a for a, b in picture.edges if a == b)
    places: dict[int, Point] = {}

    def place(node: int, left: float, high: float) -> float:
        """Place what stands on a node from x = left on; return its right edge."""
        right = left
        for other in above[node]:
            right = place(other, right, high - _HIGH)
        alone = left + _WIDE * (1 + 0.4 * (loops[node] if node else 0))
        places[node] = ((left + max(right, left + _WIDE)) / 2, high)
        return max(right, alone)

    place(0, 0.0, 0.0)
    return places


def _lines(picture: Picture, places: dict[int, Point]) -> Iterator[tuple[str, Point, Point]]:
    """Yield the path of each edge, where its letter stands, and its middle."""
    right = max((x for node, (x, _) in places.items() if node), default=-_WIDE) + _WIDE
    for (a, b), group in groupby(picture.edges):
        edges = list(group)
        for i, spread in enumerate(_spread(len(edges))):
            if a == b == 0:
                x = right + i * _WIDE * 0.8
                yield f"M{x - 18:.4g} 0c-8 -60 44 -60 36 0", (x, -54), (x, -45)
            elif a == b:
                yield _petal(places[a], i)
            elif a == 0:
                x, y = places[b]
                foot = x + 34 * spread
                middle = (x + foot) / 2, y / 2
                yield f"M{foot:.4g} 0L{x:.4g} {y:.4g}", (middle[0] + 10, middle[1]), middle
            else:
                yield _curve(places[a], places[b], spread, _between((a, b), places))


def _spread(count: int) -> list[float]:
    """Return `count` numbers, one apart, with 0 in the middle."""
    return [i - (count - 1) / 2 for i in range(count)]


def _between(edge: Edge, places: dict[int, Point]) -> bool:
    """Return whether another node stands on the line between two of the same height."""
    (x, y), (u, v) = (places[node] for node in edge)
    return any(y == v == high and min(x, u) < at < max(x, u) for at, high in places.values())


def _petal(place: Point, i: int) -> tuple[str, Point, Point]:
    """Return a loop at a node: to the right, the next one to the left, larger ones outside."""
    x, y = place
    side, size = (1 if i % 2 == 0 else -1), 44 + 32 * (i // 2)
    line = f"M{x:.4g} {y:.4g}c{side * size} {-size * 0.9:.4g} {side * size} {size * 0.5:.4g} 0 0"
    middle = (x + side * size * 0.75, y - size * 0.15)
    return line, (middle[0] + side * 9, y - size * 0.12), middle


def _curve(start: Point, end: Point, spread: float, over: bool) -> tuple[str, Point, Point]:
    """Return an edge between two nodes, bent aside for those beside it, and over those between."""
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    across = ((y - v) / length, (u - x) / length)
    if across[1] > 0 or (across[1] == 0 and across[0] < 0):
        across = (-across[0], -across[1])
    bend = 30 * spread + (0.3 * length if over else 0)
    middle = ((x + u) / 2 + across[0] * bend, (y + v) / 2 + across[1] * bend)
    aside = 10 if bend >= 0 else -10
    control = (middle[0] + across[0] * bend, middle[1] + across[1] * bend)
    line = f"M{x:.4g} {y:.4g}Q{control[0]:.4g} {control[1]:.4g} {u:.4g} {v:.4g}"
    return line, (middle[0] + across[0] * aside, middle[1] + across[1] * aside), middle


def hackenbush_position(
    picture: Picture, solver: Solver[Picture], within: Picture | None = None
) -> Drawing:
    """Return a picture with its outcome, its value and the winning cuts, all from the game itself.

    `within` is as for `hackenbush_picture`.
    """
    drawn = hackenbush_picture(picture, within)
    options = Hackenbush().options(picture)
    wins = [
        letter
        for letter, index in edge_letters(picture, within).items()
        if solver.outcome(options[index]) == "P"
    ]
    winning = f"to win, cut {' or '.join(wins)}" if wins else "no cut wins"
    value = solver.grundy(picture)
    return wrap(
        f"<p>{outcome_tag(solver.outcome(picture))}, value {value}: {winning}.</p>{drawn}", ""
    )


def hackenbush_steps(picture: Picture) -> Drawing:
    """Return a picture, the same with its cycles fused, and the stalks that its pieces equal."""
    values = [Hackenbush().closed_form.grundy(piece) for piece in pieces(picture)]
    steps = {
        "as drawn": hackenbush_picture(picture),
        "cycles fused": hackenbush_picture(fuse(picture), lettered=False),
        f"each piece a stalk: nim-sum {nim_sum(values)}": hackenbush_picture(
            Picture.stalks(values), lettered=False
        ),
    }
    return panels(*(wrap(f"<p>{step}</p>{drawing}", "") for step, drawing in steps.items()))
