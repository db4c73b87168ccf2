"""Impartial Hackenbush: a cut removes an edge and everything no longer connected to the ground.

E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays" (1982),
chapter 7. The rules come first, then the evaluation of pictures by the colon and fusion principles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nimtwist.checks import check_integer, check_text, short_repr
from nimtwist.game import ClosedValue
from nimtwist.games.graphs import read_edges
from nimtwist.games.heaps import check_option_count
from nimtwist.sums import MoveMixin

__all__ = ["Hackenbush", "Picture", "Principles", "fuse", "pieces"]

Edge = tuple[int, int]

_GROUND = 0
# `_MAX_STALK` bounds the height of a stalk, and `_MAX_TYPED_NODE` the node numbers in text.
_MAX_STALK = 10**5
_MAX_TYPED_NODE = 9_999


@dataclass(frozen=True)
class Picture:
    """A Hackenbush picture: a finite multigraph connected to the ground.

    Nodes are nonnegative integers, and 0 is the ground. `edges` is a sorted tuple of pairs of
    nodes; multiple edges and loops are allowed.

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
                raise ValueError(f"an edge must be a pair of nodes, not {short_repr(pair)}")
        ordered = sorted((min(pair), max(pair)) for pair in pairs)
        reached = _parents(ordered)
        for a, b in ordered:
            if a not in reached:
                raise ValueError(f"the edge {a}-{b} is not connected to the ground, node 0")
        object.__setattr__(self, "edges", tuple(ordered))

    @classmethod
    def stalks(cls, heights: Iterable[int]) -> Picture:
        """Return stalks of the given heights: paths from the ground that behave like Nim heaps.

        Raises:
            ValueError: if a height is not an integer from 0 to 100,000.

        >>> Picture.stalks([2, 1])
        Picture(edges=((0, 1), (0, 3), (1, 2)))
        """
        edges: list[Edge] = []
        for height in heights:
            top = len(edges)
            for step in range(1, check_integer(height, "the height of a stalk", 0, _MAX_STALK) + 1):
                edges.append((top + step - 1 if step > 1 else _GROUND, top + step))
        return cls(edges)

    @property
    def parents(self) -> dict[int, int]:
        """The parent of each node: the next node on a shortest path to the ground.

        The nodes nearest to the ground come first. The edges to the parents form a spanning tree;
        the ground is its own parent.
        """
        return _parents(self.edges)

    def cut(self, index: int) -> Picture:
        """Return the picture that remains after cutting the edge at `index`.

        >>> Picture([(0, 1), (1, 2), (1, 3)]).cut(0)
        Picture(edges=())
        """
        index = check_integer(index, "the index of an edge", 0, len(self.edges) - 1)
        return _standing((*self.edges[:index], *self.edges[index + 1 :]))

    def __str__(self) -> str:
        return f"({', '.join(f'{a}-{b}' for a, b in self.edges)})"


def _parents(edges: Iterable[Edge]) -> dict[int, int]:
    """Return the parents, as in `Picture.parents`, of the nodes connected to the ground."""
    neighbours: dict[int, list[int]] = {}
    for a, b in edges:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    parents = {_GROUND: _GROUND}
    reached = [_GROUND]
    for node in reached:
        for neighbour in neighbours.get(node, ()):
            if neighbour not in parents:
                parents[neighbour] = node
                reached.append(neighbour)
    return parents


def _standing(edges: tuple[Edge, ...]) -> Picture:
    """Return the picture of all edges that are connected to the ground; `edges` must be sorted."""
    reached = _parents(edges)
    return Picture(edge for edge in edges if edge[0] in reached)


@dataclass(frozen=True)
class Hackenbush(MoveMixin):
    """Impartial Hackenbush. A position is a `Picture`; a player with no edge to cut loses.

    >>> Hackenbush().options(Picture([(0, 1), (1, 2)]))
    [Picture(edges=()), Picture(edges=((0, 1),))]
    """

    def canonical(self, position: Picture, /) -> Picture:
        """Validate the position and return it unchanged: its edges are already sorted."""
        if not isinstance(position, Picture):
            raise ValueError(f"a position must be a Picture, not {short_repr(position)}")
        return position

    def options(self, position: Picture, /) -> list[Picture]:
        """Return the pictures that remain after each possible cut, in the order of the edges."""
        edges = self.canonical(position).edges
        check_option_count(len(edges), position, len(edges))
        return [position.cut(i) for i in range(len(edges))]

    @property
    def closed_form(self) -> Principles:
        """The closed form, which computes Grundy values by the fusion and colon principles."""
        return Principles(self)

    def components(self, position: Picture, /) -> list[Picture]:
        """Return the `pieces`, with their nodes renumbered 1, 2, ... from the ground up.

        >>> [str(piece) for piece in Hackenbush().components(Picture([(0, 5), (0, 7), (7, 2)]))]
        ['(0-1)', '(0-1, 1-2)']
        """
        components = []
        for piece in pieces(position):
            number = {node: i for i, node in enumerate(piece.parents)}
            components.append(Picture((number[a], number[b]) for a, b in piece.edges))
        return components

    def show(self, position: Picture, /) -> str:
        """Return the position as text, each edge written as its two nodes.

        >>> Hackenbush().show(Picture([(0, 1), (1, 2)]))
        '(0-1, 1-2)'
        """
        return str(self.canonical(position))

    def read(self, text: str, /) -> Picture:
        """Parse a position: edges such as 0-1, as `nimtwist.games.graphs.read_edges` accepts them.

        >>> Hackenbush().read("0-1 1-2 2-0")
        Picture(edges=((0, 1), (0, 2), (1, 2)))
        """
        inner = check_text(text).strip().removeprefix("(").removesuffix(")")
        edges = read_edges(inner)
        for edge in edges:
            nodes = [node for node in edge if type(node) is int and node <= _MAX_TYPED_NODE]
            if len(nodes) != 2:
                raise ValueError(
                    f"{short_repr('-'.join(map(str, edge)))} is not an edge: write an edge as two "
                    f"nodes from 0 to {_MAX_TYPED_NODE}, where 0 is the ground, as in 0-1"
                )
        return Picture(map(int, edge) for edge in edges)

    def _describe_move(self, before: Picture, after: Picture) -> str:
        a, b = before.edges[self.options(before).index(after)]
        return f"cut the edge {a}-{b}"


# --- The theory: fusion and colon ----------------------------------------------------------------


def fuse(picture: Picture) -> Picture:
    """Return the picture with the nodes of each cycle fused; the edges of cycles become loops.

    By the fusion principle, the value does not change. The result is a tree with loops.
    (nimber.hackenbush)

    >>> fuse(Picture([(0, 1), (1, 2), (2, 3), (3, 1)]))
    Picture(edges=((0, 1), (1, 1), (1, 1), (1, 1)))
    """
    edges, parents = Hackenbush().canonical(picture).edges, picture.parents
    depth = {_GROUND: 0}
    for node, parent in list(parents.items())[1:]:
        depth[node] = depth[parent] + 1
    fused = {node: node for node in parents}

    def find(node: int) -> int:
        while fused[node] != node:
            node = fused[node]
        return node

    tree = {(min(pair), max(pair)) for pair in parents.items()} - {(_GROUND, _GROUND)}
    for edge in edges:
        if edge in tree:
            tree.remove(edge)
            continue
        # An edge outside the tree closes a cycle: descend from both ends until the paths meet.
        a, b = map(find, edge)
        while a != b:
            if depth[a] < depth[b]:
                a, b = b, a
            fused[a] = find(parents[a])
            a = fused[a]
    return Picture([(find(a), find(b)) for a, b in edges])


class Principles(ClosedValue[Picture]):
    """The theory of Hackenbush: Grundy values by the fusion and colon principles.

    After the cycles are fused, a loop has value 1, the value of any other edge is 1 more than that
    of its upper node, and a node has the nim-sum of the values of its loops and upward edges.
    (nimber.hackenbush)

    >>> Principles(Hackenbush()).grundy(Picture([(0, 1), (1, 2), (1, 3), (3, 4)]))
    4
    """

    theorem = "the fusion principle and the colon principle give the Grundy value of a picture"

    def grundy(self, position: Picture, /) -> int:
        """Return the Grundy value of a picture, computed from the leaves down to the ground."""
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
    """Split a picture into pieces that have only the ground in common.

    >>> [str(piece) for piece in pieces(Picture([(0, 1), (0, 2), (0, 3), (2, 3)]))]
    ['(0-1)', '(0-2, 0-3, 2-3)']
    """
    groups: list[tuple[set[int], list[Edge]]] = []
    for edge in Hackenbush().canonical(picture).edges:
        nodes, edges = set(edge) - {_GROUND}, [edge]
        separate = []
        for group in groups:
            if group[0] & nodes:
                nodes, edges = nodes | group[0], group[1] + edges
            else:
                separate.append(group)
        groups = [*separate, (nodes, edges)]
    return [Picture(edges) for edges in sorted(sorted(edges) for _, edges in groups)]
