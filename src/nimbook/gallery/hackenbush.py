"""Hackenbush drawn: pictures that stand on the ground, with a letter for each edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from math import ceil, hypot
from string import ascii_lowercase

from nimbook.draw._base import Drawing, scroll, svg, wrap
from nimbook.draw.tables import outcome_tag, panels
from nimtwist.game import Solver
from nimtwist.games.hackenbush import Edge, Hackenbush, Picture, fuse, pieces
from nimtwist.games.nim import nim_sum

_HIGH, _WIDE = 66.0, 62.0

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


def hackenbush_picture(
    picture: Picture, within: Picture | None = None, lettered: bool = True
) -> Drawing:
    """Return a picture of Hackenbush, each edge with its letter and each node with its number.

    If this picture is what cuts have left of `within`, everything stays in its place, and what has
    fallen is dotted.
    """
    drawn, letters = within or picture, edge_letters(picture, within)
    places = _places(drawn)
    lines, labels, extent = [], [], [(0.0, 26.0), *places.values()]
    for letter, (line, label) in zip(ascii_lowercase, _lines(drawn, places), strict=False):
        fallen = "" if letter in letters else ' stroke-dasharray="1 6" opacity="0.6"'
        lines.append(f'<path class="nt-edge" d="{line}"{fallen}/>')
        if letter in letters and lettered:
            x, y = label
            labels.append(f'<text x="{x:.4g}" y="{y + 5:.4g}" text-anchor="middle">{letter}</text>')
        extent.append(label)
    standing = {node for edge in picture.edges for node in edge}
    nodes = [
        f'<circle class="nt-node" cx="{x:.4g}" cy="{y:.4g}" r="10"/>'
        f'<text x="{x:.4g}" y="{y + 5:.4g}" text-anchor="middle">{node}</text>'
        for node, (x, y) in places.items()
        if node in standing and node
    ]
    left, right = (pick(x for x, _ in extent) for pick in (min, max))
    top = min(y for _, y in extent) - 16
    left, right = left - 24, max(right, left + 60) + 24
    hatches = "".join(
        f"M{left + 10 + 12 * i:.4g} 0l-8 9" for i in range(ceil((right - left - 10) / 12))
    )
    ground = f'<path class="nt-edge" d="M{left:.4g} 0H{right:.4g}{hatches}"/>'
    joined = {letter: picture.edges[index] for letter, index in letters.items()}
    about = " ".join(
        f"{letter} joins {'the ground' if a == 0 else a} and {'the ground' if b == 0 else b}."
        for letter, (a, b) in joined.items()
    )
    title = f"Hackenbush: {picture}" if picture.edges else "Hackenbush: nothing stands"
    inner = (
        f'<g transform="translate({-left:.4g} {-top:.4g})">'
        + "".join([ground, *lines, *nodes, *labels])
        + "</g>"
    )
    return scroll(svg(round(right - left), round(14 - top), title, about, inner), title)


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


def _lines(picture: Picture, places: dict[int, Point]) -> Iterator[tuple[str, Point]]:
    """Yield the path of each edge, and where its letter stands."""
    right = max((x for node, (x, _) in places.items() if node), default=-_WIDE) + _WIDE
    for (a, b), group in groupby(picture.edges):
        edges = list(group)
        for i, spread in enumerate(_spread(len(edges))):
            if a == b == 0:
                x = right + i * _WIDE * 0.8
                yield f"M{x - 18:.4g} 0c-8 -60 44 -60 36 0", (x, -54)
            elif a == b:
                yield _petal(places[a], i)
            elif a == 0:
                x, y = places[b]
                foot = x + 34 * spread
                yield f"M{foot:.4g} 0L{x:.4g} {y:.4g}", ((x + foot) / 2 + 10, y / 2)
            else:
                yield _curve(places[a], places[b], spread, _between((a, b), places))


def _spread(count: int) -> list[float]:
    """Return `count` numbers, one apart, with 0 in the middle."""
    return [i - (count - 1) / 2 for i in range(count)]


def _between(edge: Edge, places: dict[int, Point]) -> bool:
    """Return whether another node stands on the line between two of the same height."""
    (x, y), (u, v) = (places[node] for node in edge)
    return any(y == v == high and min(x, u) < at < max(x, u) for at, high in places.values())


def _petal(place: Point, i: int) -> tuple[str, Point]:
    """Return a loop at a node: to the right, the next one to the left, larger ones outside."""
    x, y = place
    side, size = (1 if i % 2 == 0 else -1), 44 + 32 * (i // 2)
    line = f"M{x:.4g} {y:.4g}c{side * size} {-size * 0.9:.4g} {side * size} {size * 0.5:.4g} 0 0"
    return line, (x + side * (size * 0.75 + 9), y - size * 0.12)


def _curve(start: Point, end: Point, spread: float, over: bool) -> tuple[str, Point]:
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
    return line, (middle[0] + across[0] * aside, middle[1] + across[1] * aside)


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
