"""Game trees drawn."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TypeVar

from nimbook.show._base import Drawing, scroll, svg
from nimtwist._checks import quoted
from nimtwist.solver import Tree

__all__ = ["outline", "tree"]

Position = TypeVar("Position")

_MOST_LEVELS, _MOST_NODES = 64, 2_000


def tree(
    root: Tree[Position],
    label: Callable[[Tree[Position]], str],
    outcome: Callable[[Position], str] | None = None,
    title: str = "A game tree",
    thick: Callable[[Tree[Position], Tree[Position]], bool] | None = None,
) -> Drawing:
    """Return a game tree, the root at the top, each node with its label and, if given, P or N.

    A label may have several lines. `thick`, if given, takes a node and a child, and says whether
    the edge between them is drawn thick; in words, the child is then "best".

    Raises:
        ValueError: if the tree has more than 64 levels or 2000 nodes.
    """
    count = _levels(root)
    nodes: list[str] = []
    edges: list[str] = []
    sentences: list[str] = []
    right = 0.0

    def name(node: Tree[Position]) -> str:
        return f"{label(node)} {outcome(node.position)}" if outcome else label(node)

    def lines(node: Tree[Position]) -> list[str]:
        return name(node).split("\n")

    def inline(node: Tree[Position]) -> str:
        return " ".join(lines(node))

    def width(node: Tree[Position]) -> float:
        return 9.0 * max(map(len, lines(node))) + 16

    def tallest(node: Tree[Position]) -> int:
        return max([len(lines(node)), *map(tallest, node.children)])

    tall = 10 + 18 * tallest(root)
    high, gap = tall + 34, 14

    def place(node: Tree[Position], depth: int, left: float) -> tuple[float, float]:
        """Draw the subtree from x = left on; return its node's centre and its right edge."""
        nonlocal right
        wide = width(node)
        marked = [thick is not None and thick(node, child) for child in node.children]
        if node.children:
            centres, edge = [], left
            for child in node.children:
                centre, edge = place(child, depth + 1, edge)
                centres.append(centre)
                edge += gap
            edge -= gap
            middle = (centres[0] + centres[-1]) / 2
            names = [
                f"{inline(child)}{' (best)' if best else ''}"
                for child, best in zip(node.children, marked, strict=True)
            ]
            sentences.append(f"From {inline(node)} to {', '.join(names)}.")
        else:
            centres, middle, edge = [], left + wide / 2, left + wide
        middle = max(middle, left + wide / 2)
        edge = max(edge, middle + wide / 2)
        right = max(right, edge)
        top = depth * high + 4
        edges.extend(
            f'<path class="nt-edge{" nt-best" if best else ""}" '
            f'd="M{middle:g} {top + tall}L{centre:g} {top + high}"/>'
            for centre, best in zip(centres, marked, strict=True)
        )
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
        return middle, edge

    place(root, 0, 2)
    height = count * high - high + tall + 12
    inner = "".join(edges + nodes).replace(' class=""', "")
    return scroll(svg(right + 2, height, title, " ".join(reversed(sentences)), inner), title)


def outline(
    root: Tree[Position], label: Callable[[Tree[Position]], str], title: str = "An outline"
) -> Drawing:
    """Return a tree that lies: the root at the left, a line for each leaf, for a tree that is wide.

    Raises:
        ValueError: as for `tree`.
    """
    _levels(root)
    columns: dict[int, int] = {}

    def measure(node: Tree[Position], depth: int) -> None:
        longest = len(label(node))
        columns[depth] = max(columns.get(depth, 0), 9 * longest + 16)
        for child in node.children:
            measure(child, depth + 1)

    measure(root, 0)
    lefts = [2 + sum(columns[k] + 26 for k in range(depth)) for depth in columns]
    edges: list[str] = []
    nodes: list[str] = []
    sentences: list[str] = []
    below = 4

    def place(node: Tree[Position], depth: int) -> float:
        """Draw the subtree below the leaves drawn so far; return the height of its node."""
        nonlocal below
        if node.children:
            names = ", ".join(map(label, node.children))
            sentences.append(f"From {label(node)} to {names}.")
            heights = [place(child, depth + 1) for child in node.children]
            middle = (heights[0] + heights[-1]) / 2
            edges.extend(
                f'<path class="nt-edge" d="M{lefts[depth] + columns[depth]} {middle:g}'
                f'L{lefts[depth + 1]} {height:g}"/>'
                for height in heights
            )
        else:
            middle, below = below + 12, below + 29
        nodes.append(
            f'<rect class="nt-node" x="{lefts[depth]}" y="{middle - 12:g}" '
            f'width="{columns[depth]}" height="24" rx="6"/>'
            f'<text x="{lefts[depth] + columns[depth] / 2:g}" y="{middle + 5:g}" '
            f'text-anchor="middle">{escape(label(node))}</text>'
        )
        return middle

    place(root, 0)
    width = lefts[-1] + columns[len(lefts) - 1] + 2
    return scroll(
        svg(width, below, title, " ".join(reversed(sentences)), "".join(edges + nodes)), title
    )


def _levels(root: Tree[Position]) -> int:
    """Return how many levels a tree has; a `ValueError` if it is too large."""
    level, count, nodes = [root], 0, 0
    while level:
        count, nodes = count + 1, nodes + len(level)
        if count > _MOST_LEVELS or nodes > _MOST_NODES:
            raise ValueError(
                f"the tree of {quoted(root.position)} is too large to draw: at most {_MOST_LEVELS} "
                f"levels and {_MOST_NODES} nodes"
            )
        level = [child for node in level for child in node.children]
    return count
