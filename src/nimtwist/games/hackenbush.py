"""Impartial Hackenbush: cut an edge, and whatever is no longer connected to the ground falls.

E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays" (1982),
chapter 7. The rules come first, then the value of a picture by the colon and fusion principles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nimtwist._checks import check_integer, check_text, short_repr
from nimtwist.game import ClosedValue
from nimtwist.games._heaps import check_count
from nimtwist.games._moves import Moves

__all__ = ["Hackenbush", "Picture", "Principles", "fuse", "pieces"]

Edge = tuple[int, int]

_GROUND = 0
# The largest picture that can be typed: the book names its edges by letters.
_MOST_STALK = 10**5
_MOST_EDGES_TYPED = 26
_LARGEST_NODE_TYPED = 999


@dataclass(frozen=True)
class Picture:
    """A picture of Hackenbush: a finite multigraph, all of it connected to the ground.

    Nodes are integers, and 0 is the ground. `edges` is a sorted tuple of pairs of nodes; an
    edge may occur several times, and it may join a node to itself.

    Raises:
        ValueError: if `edges` is not a collection of pairs of nodes, or an edge is not connected
            to the ground.

    >>> Picture([(2, 1), (0, 1), (0, 1)])
    Picture(edges=((0, 1), (0, 1), (1, 2)))
    """

    edges: tuple[Edge, ...]

    def __init__(self, edges: Iterable[Iterable[int]] = ()) -> None:
        pairs = [tuple(check_integer(node, "a node") for node in edge) for edge in edges]
        for pair in pairs:
            if len(pair) != 2:
                raise ValueError(f"an edge is a pair of nodes, not {short_repr(pair)}")
        ordered = sorted((min(pair), max(pair)) for pair in pairs)
        reached = _parents(ordered)
        for a, b in ordered:
            if a not in reached:
                raise ValueError(f"the edge {a}-{b} is not connected to the ground, which is 0")
        object.__setattr__(self, "edges", tuple(ordered))

    @classmethod
    def stalks(cls, heights: Iterable[int]) -> Picture:
        """Return a picture of stalks, paths that stand on the ground: heaps of Nim.

        Raises:
            ValueError: if `heights` holds anything but integers from 0 to 100,000.

        >>> Picture.stalks([2, 1])
        Picture(edges=((0, 1), (0, 3), (1, 2)))
        """
        edges: list[Edge] = []
        for height in heights:
            top = len(edges)
            for step in range(
                1, check_integer(height, "the height of a stalk", 0, _MOST_STALK) + 1
            ):
                edges.append((top + step - 1 if step > 1 else _GROUND, top + step))
        return cls(edges)

    @property
    def parents(self) -> dict[int, int]:
        """The nodes, nearest to the ground first, each with the next on a shortest path there.

        They form a spanning tree; the ground is its own parent.
        """
        return _parents(self.edges)

    def cut(self, index: int) -> Picture:
        """Return what is left standing when the edge at `index` is cut.

        >>> Picture([(0, 1), (1, 2), (1, 3)]).cut(0)
        Picture(edges=())
        """
        index = check_integer(index, "the index of an edge", 0, len(self.edges) - 1)
        return _standing((*self.edges[:index], *self.edges[index + 1 :]))

    def __str__(self) -> str:
        return f"({', '.join(f'{a}-{b}' for a, b in self.edges)})"


def _parents(edges: Iterable[Edge]) -> dict[int, int]:
    """Return `Picture.parents` for the edges that are connected to the ground."""
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    parents = {_GROUND: _GROUND}
    reached = [_GROUND]
    for node in reached:
        for other in beside.get(node, ()):
            if other not in parents:
                parents[other] = node
                reached.append(other)
    return parents


def _standing(edges: tuple[Edge, ...]) -> Picture:
    """Return the picture of those of the sorted `edges` that are connected to the ground."""
    reached = _parents(edges)
    return Picture(edge for edge in edges if edge[0] in reached)


@dataclass(frozen=True)
class Hackenbush(Moves):
    """Impartial Hackenbush: a position is a `Picture`; a player with no edge left to cut loses.

    >>> Hackenbush().options(Picture([(0, 1), (1, 2)]))
    [Picture(edges=()), Picture(edges=((0, 1),))]
    """

    def canonical(self, position: Picture, /) -> Picture:
        """Return the position itself: its edges are sorted already, and nodes keep their names."""
        if not isinstance(position, Picture):
            raise ValueError(f"a position is a Picture, not {short_repr(position)}")
        return position

    def options(self, position: Picture, /) -> list[Picture]:
        """Return what is left standing when an edge is cut, for each edge in order."""
        edges = self.canonical(position).edges
        check_count(len(edges), position, len(edges))
        return [position.cut(i) for i in range(len(edges))]

    @property
    def closed_form(self) -> Principles:
        """The theory: the fusion and colon principles."""
        return Principles(self)

    def components(self, position: Picture, /) -> list[Picture]:
        """Return the pieces, see `pieces`, with their nodes named 1, 2, ... from the ground up.

        >>> [str(piece) for piece in Hackenbush().components(Picture([(0, 5), (0, 7), (7, 2)]))]
        ['(0-1)', '(0-1, 1-2)']
        """
        found = []
        for piece in pieces(position):
            name = {node: i for i, node in enumerate(piece.parents)}
            found.append(Picture((name[a], name[b]) for a, b in piece.edges))
        return found

    def show(self, position: Picture, /) -> str:
        """Return the position as text, each edge as its two nodes.

        >>> Hackenbush().show(Picture([(0, 1), (1, 2)]))
        '(0-1, 1-2)'
        """
        return str(self.canonical(position))

    def read(self, text: str, /) -> Picture:
        """Return the position that `text` describes.

        >>> Hackenbush().read("0-1 1-2 2-0")
        Picture(edges=((0, 1), (0, 2), (1, 2)))
        """
        inner = check_text(text).strip().removeprefix("(").removesuffix(")")
        words = [word for word in re.split(r"[\s,]+", inner) if word]
        if (count := len(words)) > _MOST_EDGES_TYPED:
            raise ValueError(f"{short_repr(text)} has {count} edges, more than {_MOST_EDGES_TYPED}")
        for word in words:
            if not re.fullmatch(r"[0-9]{1,3}-[0-9]{1,3}", word):
                raise ValueError(
                    f"{short_repr(word)} is not an edge: an edge is written as its two nodes, "
                    f"numbers from 0 to {_LARGEST_NODE_TYPED}, where 0 is the ground, as in 0-1"
                )
        return Picture([map(int, word.split("-")) for word in words])

    def _words(self, before: Picture, after: Picture) -> str:
        a, b = before.edges[self.options(before).index(after)]
        return f"cut the edge {a}-{b}"


# --- The theory: fusion and colon ----------------------------------------------------------------


def fuse(picture: Picture) -> Picture:
    """Return the picture with the nodes of each cycle fused into one, its edges becoming loops.

    The fusion principle says that it has the same value. What is left is a tree, with loops.
    (nimber.hackenbush)

    >>> fuse(Picture([(0, 1), (1, 2), (2, 3), (3, 1)]))
    Picture(edges=((0, 1), (1, 1), (1, 1), (1, 1)))
    """
    edges, parents = Hackenbush().canonical(picture).edges, picture.parents
    depth = {_GROUND: 0}
    for node, below in list(parents.items())[1:]:
        depth[node] = depth[below] + 1
    home = {node: node for node in parents}

    def find(node: int) -> int:
        while home[node] != node:
            node = home[node]
        return node

    tree = {(min(pair), max(pair)) for pair in parents.items()} - {(_GROUND, _GROUND)}
    for edge in edges:
        if edge in tree:
            tree.remove(edge)
            continue
        # An edge outside the tree closes a cycle: climb down from both ends until they meet.
        a, b = map(find, edge)
        while a != b:
            if depth[a] < depth[b]:
                a, b = b, a
            home[a] = find(parents[a])
            a = home[a]
    return Picture([(find(a), find(b)) for a, b in edges])


class Principles(ClosedValue[Picture]):
    """The theory of Hackenbush: the Grundy value by the fusion and colon principles.

    Cycles are fused. A loop is worth 1; an edge that is not a loop is worth one more than what
    stands on it; and what stands on one node is worth its nim-sum. (nimber.hackenbush)

    >>> Principles(Hackenbush()).grundy(Picture([(0, 1), (1, 2), (1, 3), (3, 4)]))
    4
    """

    def grundy(self, position: Picture, /) -> int:
        """Return the value of a picture, worked out from its leaves down to the ground."""
        tree = fuse(position)
        parents = tree.parents
        values = dict.fromkeys(parents, 0)
        for a, b in tree.edges:
            if a == b:
                values[a] ^= 1
        for node in reversed(parents):
            if node != _GROUND:
                values[parents[node]] ^= values[node] + 1
        return values[_GROUND]


def pieces(picture: Picture) -> list[Picture]:
    """Return the separate pieces of a picture: they have only the ground in common.

    >>> [str(piece) for piece in pieces(Picture([(0, 1), (0, 2), (0, 3), (2, 3)]))]
    ['(0-1)', '(0-2, 0-3, 2-3)']
    """
    found: list[tuple[set[int], list[Edge]]] = []
    for edge in Hackenbush().canonical(picture).edges:
        nodes, edges = set(edge) - {_GROUND}, [edge]
        apart = []
        for piece in found:
            if piece[0] & nodes:
                nodes, edges = nodes | piece[0], piece[1] + edges
            else:
                apart.append(piece)
        found = [*apart, (nodes, edges)]
    return [Picture(edges) for edges in sorted(sorted(edges) for _, edges in found)]
