"""Game trees drawn."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TypeVar

from nimtwist._checks import check_callable
from nimtwist.drawing._base import Drawing, plain_text, scroll, svg
from nimtwist.game import Tree

__all__ = ["levels", "tree"]

Position = TypeVar("Position")

_MOST_LEVELS = 64
_MOST_NODES = 2_000


def tree(
    root: Tree[Position],
    label: Callable[[Tree[Position]], str],
    outcome: Callable[[Position], str] | None = None,
    title: str = "A game tree",
) -> Drawing:
    """Return a game tree, the root at the top, each node with its label and, if given, P or N.

    Raises:
        ValueError: if the tree has more than 64 levels or 2000 nodes, or an argument is not of
            its kind.
    """
    count = levels(root)
    check_callable(label, "label", "one tree")
    if outcome is not None:
        check_callable(outcome, "outcome", "one position")
    plain_text(title, "the title of a tree")
    high, gap = 62, 14
    nodes: list[str] = []
    edges: list[str] = []
    sentences: list[str] = []
    right = 0.0

    def name(node: Tree[Position]) -> str:
        named = plain_text(label(node), "the label of a node")
        return f"{named} {outcome(node.position)}" if outcome else named

    def width(node: Tree[Position]) -> float:
        return 9.0 * len(name(node)) + 16

    def place(node: Tree[Position], depth: int, left: float) -> tuple[float, float]:
        """Draw the subtree from x = left on; return its node's centre and its right edge."""
        nonlocal right
        wide = width(node)
        if node.children:
            centres, edge = [], left
            for child in node.children:
                centre, edge = place(child, depth + 1, edge)
                centres.append(centre)
                edge += gap
            edge -= gap
            middle = (centres[0] + centres[-1]) / 2
            sentences.append(
                f"From {name(node)} to {', '.join(name(child) for child in node.children)}."
            )
        else:
            centres, middle, edge = [], left + wide / 2, left + wide
        middle = max(middle, left + wide / 2)
        edge = max(edge, middle + wide / 2)
        right = max(right, edge)
        top = depth * high + 4
        edges.extend(
            f'<path class="nt-edge" d="M{middle:g} {top + 28}L{centre:g} {top + high}"/>'
            for centre in centres
        )
        kind = f" nt-{outcome(node.position)}" if outcome else ""
        nodes.append(
            f'<rect class="nt-node{kind}" x="{middle - wide / 2:g}" y="{top}" width="{wide:g}" '
            f'height="28" rx="6"/><text class="{kind.strip()}" x="{middle:g}" y="{top + 19}" '
            f'text-anchor="middle">{escape(name(node))}</text>'
        )
        return middle, edge

    place(root, 0, 2)
    tall = count * high - high + 40
    inner = "".join(edges + nodes).replace(' class=""', "")
    return scroll(svg(right + 2, tall, title, " ".join(reversed(sentences)), inner), title)


def levels(root: Tree[Position]) -> int:
    """Return how many levels a tree has; a `ValueError` if it is none, or too large to draw."""
    level, count, nodes = [root], 0, 0
    while level:
        for node in level:
            if not isinstance(node, Tree):
                raise ValueError(f"a game tree is a Tree of Trees, not {node!r}")
        count, nodes = count + 1, nodes + len(level)
        if count > _MOST_LEVELS or nodes > _MOST_NODES:
            raise ValueError(
                f"the tree of {root.position!r} is too large to draw: at most {_MOST_LEVELS} "
                f"levels and {_MOST_NODES} nodes"
            )
        level = [child for node in level for child in node.children]
    return count
