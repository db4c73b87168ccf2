"""Drawings of game trees."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import count
from typing import TypeVar

from nimbook.show._base import Drawing, captioned, svg
from nimtwist.checks import short_repr
from nimtwist.solver import Tree

__all__ = ["layout", "tree"]

Position = TypeVar("Position")

_MAX_LEVELS, _MAX_NODES = 64, 2_000


def tree(
    root: Tree[Position],
    label: Callable[[Tree[Position]], str],
    outcome: Callable[[Position], str] | None = None,
    title: str = "A game tree",
    thick: Callable[[Tree[Position], Tree[Position]], bool] | None = None,
) -> Drawing:
    """Draw a game tree with its root at the top.

    Args:
        root: the tree.
        label: a function that returns the label of a node, which may have several lines.
        outcome: a function that returns the outcome of a position, "P" or "N", which is drawn after
            the label.
        title: the caption of the drawing.
        thick: a function that returns whether to draw the edge from a node to its child as a thick
            line; the description then calls the child "best".

    Raises:
        ValueError: if the tree has more than 64 levels or 2,000 nodes.
    """

    def lines(node: Tree[Position]) -> list[str]:
        name = f"{label(node)} {outcome(node.position)}" if outcome else label(node)
        return name.split("\n")

    def width(node: Tree[Position]) -> float:
        return 7.8 * max(map(len, lines(node))) + 14

    placed, right = layout(root, width, 10, 2)
    tall = 10 + 18 * max(len(lines(node)) for node, *_ in placed)
    high, levels = tall + 34, 1 + max(depth for _, depth, *_ in placed)
    nodes: list[str] = []
    edges: list[str] = []
    sentences: list[str] = []
    for node, depth, middle, centres in placed:
        wide, top, names = width(node), depth * high + 4, []
        for child, centre in zip(node.children, centres, strict=True):
            best = thick is not None and thick(node, child)
            names.append(f"{' '.join(lines(child))}{' (best)' if best else ''}")
            edges.append(
                f'<path class="nt-edge{" nt-best" if best else ""}" '
                f'd="M{middle:g} {top + tall}L{centre:g} {top + high}"/>'
            )
        if names:
            sentences.append(f"From {' '.join(lines(node))} to {', '.join(names)}.")
        kind = f" nt-{outcome(node.position)}" if outcome else ""
        nodes.append(
            f'<rect class="nt-node{kind}" x="{middle - wide / 2:g}" y="{top}" width="{wide:g}" '
            f'height="{tall}" rx="6"/>'
        )
        nodes.extend(
            f'<text class="{kind.strip()}" x="{middle:g}" y="{top + 19 + 18 * i}" '
            f'text-anchor="middle">{escape(line)}</text>'
            for i, line in enumerate(lines(node))
        )
    height = levels * high - high + tall + 12
    inner = "".join(edges + nodes).replace(' class=""', "")
    return captioned(svg(right + 2, height, title, " ".join(reversed(sentences)), inner), title)


def layout(
    root: Tree[Position], breadth: Callable[[Tree[Position]], float], gap: float, start: float
) -> tuple[list[tuple[Tree[Position], int, float, list[float]]], float]:
    """Place the nodes of each level side by side from `start` on, each centred on its children.

    `breadth` returns the width of a node, and `gap` is the space between neighbouring nodes. The
    result is a pair: the nodes in postorder, each with its depth, its centre and the centres of its
    children; and the x coordinate of the right end of the rightmost node.

    Raises:
        ValueError: if the tree has more than 64 levels or 2,000 nodes.
    """
    placed: list[tuple[Tree[Position], int, float, list[float]]] = []
    numbers = count()

    def place(node: Tree[Position], depth: int, near: float) -> tuple[float, float]:
        if depth == _MAX_LEVELS or next(numbers) == _MAX_NODES:
            raise ValueError(
                f"the tree of {short_repr(root.position)} is too large to draw: at most "
                f"{_MAX_LEVELS} levels and {_MAX_NODES:,} nodes"
            )
        middles, far = list[float](), near - gap
        for child in node.children:
            middle, far = place(child, depth + 1, far + gap)
            middles.append(middle)
        half = breadth(node) / 2
        middle = max(near + half, (middles[0] + middles[-1]) / 2 if middles else 0)
        placed.append((node, depth, middle, middles))
        return middle, max(far, middle + half)

    _, end = place(root, 0, start)
    return placed, end
