"""Impartial Hackenbush: cut an edge of a picture, and what no longer hangs on the ground falls.

E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays" (1982),
chapter 7. The rules come first, then the value of a picture by the colon and fusion principles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nimtwist._checks import check_text, quoted, whole
from nimtwist.game import ClosedValue

__all__ = ["Hackenbush", "Picture", "Principles", "fuse", "pieces"]

Edge = tuple[int, int]

_GROUND = 0
# A picture that a person types: its edges have a letter each.
_MOST_EDGES_TYPED = 26
_LARGEST_NODE_TYPED = 999


@dataclass(frozen=True)
class Picture:
    """A picture of Hackenbush: a finite multigraph, all of it connected to the ground.

    Nodes are whole numbers, and 0 is the ground. `edges` is a tuple of pairs of nodes, sorted; an
    edge may be there several times, and it may join a node to itself.

    Raises:
        ValueError: if `edges` is no collection of pairs of nodes, or one of them is not connected
            to the ground.

    >>> Picture([(2, 1), (0, 1), (0, 1)])
    Picture(edges=((0, 1), (0, 1), (1, 2)))
    """

    edges: tuple[Edge, ...]

    def __init__(self, edges: Iterable[Iterable[int]] = ()) -> None:
        try:
            given = list(edges)
            pairs = [tuple(edge) for edge in given]
        except TypeError:
            raise ValueError(
                f"edges are a collection of pairs of nodes, not {quoted(edges)}"
            ) from None
        for edge, pair in zip(given, pairs, strict=True):
            if len(pair) != 2:
                raise ValueError(f"an edge is a pair of nodes, not {quoted(edge)}")
        named = ([whole(node, "a node") for node in pair] for pair in pairs)
        ordered = sorted((min(pair), max(pair)) for pair in named)
        reached = _parents(ordered)
        for a, b in ordered:
            if a not in reached:
                raise ValueError(f"the edge {a}-{b} is not connected to the ground, which is 0")
        object.__setattr__(self, "edges", tuple(ordered))

    @classmethod
    def stalks(cls, heights: Iterable[int]) -> Picture:
        """Return a picture of stalks, paths that stand on the ground: heaps of Nim.

        Raises:
            ValueError: if `heights` holds anything but whole numbers.

        >>> Picture.stalks([2, 1])
        Picture(edges=((0, 1), (0, 3), (1, 2)))
        """
        edges: list[Edge] = []
        try:
            for height in heights:
                top = len(edges)
                for step in range(1, whole(height, "the height of a stalk") + 1):
                    edges.append((top + step - 1 if step > 1 else _GROUND, top + step))
        except TypeError:
            raise ValueError(f"heights are whole numbers, not {quoted(heights)}") from None
        return cls(edges)

    @property
    def parents(self) -> dict[int, int]:
        """The nodes, nearest to the ground first, each with the one below it on a shortest way.

        They are a spanning tree; the ground has itself below it.
        """
        return _parents(self.edges)

    def cut(self, index: int) -> Picture:
        """Return what stands when the edge at `index` is cut.

        Raises:
            ValueError: if `index` is not that of an edge.

        >>> Picture([(0, 1), (1, 2), (1, 3)]).cut(0)
        Picture(edges=())
        """
        index = whole(index, "the index of an edge", 0, len(self.edges) - 1)
        return _standing((*self.edges[:index], *self.edges[index + 1 :]))

    def __str__(self) -> str:
        return f"({', '.join(f'{a}-{b}' for a, b in self.edges)})"


def _parents(edges: Iterable[Edge]) -> dict[int, int]:
    """Return what `Picture.parents` says, of the edges that are connected to the ground."""
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
    """Return the picture of those edges, sorted as they come, that are connected to the ground."""
    reached = _parents(edges)
    picture = object.__new__(Picture)  # nothing is left to be checked
    object.__setattr__(picture, "edges", tuple(edge for edge in edges if edge[0] in reached))
    return picture


@dataclass(frozen=True)
class Hackenbush:
    """Impartial Hackenbush: a position is a `Picture`; who has no edge left to cut loses.

    >>> Hackenbush().options(Picture([(0, 1), (1, 2)]))
    [Picture(edges=()), Picture(edges=((0, 1),))]
    """

    def canonical(self, position: Picture, /) -> Picture:
        """Return the position, whose edges are sorted; its nodes keep their names."""
        if not isinstance(position, Picture):
            raise ValueError(f"a position is a Picture, not {quoted(position)}")
        return position

    def options(self, position: Picture, /) -> list[Picture]:
        """Return what stands when an edge is cut, for each edge, in their order."""
        return [position.cut(i) for i in range(len(self.canonical(position).edges))]

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
        """Return the position as text, its edges by their nodes.

        >>> Hackenbush().show(Picture([(0, 1), (1, 2)]))
        '(0-1, 1-2)'
        """
        return str(self.canonical(position))

    def read(self, text: str, /) -> Picture:
        """Return the position that `text` means.

        >>> Hackenbush().read("0-1 1-2 2-0")
        Picture(edges=((0, 1), (0, 2), (1, 2)))
        """
        inner = check_text(text).strip().removeprefix("(").removesuffix(")")
        words = [word for word in re.split(r"[\s,]+", inner) if word]
        if len(words) > _MOST_EDGES_TYPED:
            raise ValueError(f"{quoted(text)} has {len(words)} edges: at most {_MOST_EDGES_TYPED}")
        for word in words:
            if not re.fullmatch(r"[0-9]{1,3}-[0-9]{1,3}", word):
                raise ValueError(
                    f"{quoted(word)} is not an edge: an edge is its two nodes, numbers from 0 to "
                    f"{_LARGEST_NODE_TYPED} of which 0 is the ground, as in 0-1"
                )
        return Picture([map(int, word.split("-")) for word in words])

    def why_illegal(self, position: Picture, option: Picture, /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one.

        >>> Hackenbush().why_illegal(Picture([(0, 1), (1, 2)]), Picture([(0, 3)]))
        'a move draws nothing, and (0-3) has the edge 0-3, which (0-1, 1-2) has not'
        """
        try:
            before, after = self.canonical(position), self.canonical(option)
        except ValueError as error:
            return str(error)
        if after in self.options(before):
            return None
        for edge in after.edges:
            if after.edges.count(edge) > before.edges.count(edge):
                return (
                    f"a move draws nothing, and {after} has the edge {edge[0]}-{edge[1]}, "
                    f"which {before} has not{' so often' if edge in before.edges else ''}"
                )
        if after == before:
            return "a move cuts an edge, and this one cuts none"
        return f"a move cuts one edge, and no single cut makes {after} of {before}"


# --- The theory: fusion and colon ----------------------------------------------------------------


def fuse(picture: Picture) -> Picture:
    """Return the picture with the nodes of each cycle fused into one, and its edges into loops.

    The fusion principle says that it has the same value. What is left is a tree, with loops.
    (nimber.hackenbush)

    Raises:
        ValueError: if `picture` is not a `Picture`.

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
        # An edge beside the tree closes a cycle: climb down from both ends until they meet.
        a, b = map(find, edge)
        while a != b:
            if depth[a] < depth[b]:
                a, b = b, a
            home[a] = find(parents[a])
            a = home[a]
    return Picture([(find(a), find(b)) for a, b in edges])


class Principles(ClosedValue[Picture]):
    """The theory of Hackenbush: the Grundy value by the fusion and colon principles.

    Cycles are fused. A loop is worth 1; a branch that hangs on an edge is worth one more than what
    it carries; and what is joined to one node is worth the nim-sum. (nimber.hackenbush)

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

    Raises:
        ValueError: if `picture` is not a `Picture`.

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
