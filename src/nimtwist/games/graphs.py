"""Games on a graph that is given by its edges: Node Kayles, Arc Kayles, Geography and a token.

T. J. Schaefer, "On the complexity of some two-person perfect-information games", Journal of
Computer and System Sciences 16 (1978), introduces the first three. A. N. Siegel, "Combinatorial
Game Theory" (2013), treats tokens on graphs where play need not end.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nimtwist.checks import check_choice, check_integer, check_text, short_repr
from nimtwist.games.heaps import check_option_count
from nimtwist.sums import MoveMixin

__all__ = ["ArcKayles", "DigraphGame", "Geography", "NodeKayles", "read_edges"]

Vertex = int | str
Edge = tuple[Vertex, ...]
"""The two ends of an edge, or an isolated vertex."""
Vertices = frozenset[Vertex]

_NO_VERTICES = "no vertices"
_MAX_TYPED_EDGES = 1_000


def read_edges(text: str) -> list[Edge]:
    r"""Parse a list of edges.

    A line holds an edge, such as `a b` or `a-b`, several edges separated by commas, or a single
    word, which is an isolated vertex. Edges with a hyphen may also be separated by spaces. A
    semicolon ends a line, and # begins a comment. Vertices are words of at most 20 letters and
    digits; numbers become integers.

    Raises:
        ValueError: if a line has any other form, or if there are more than 1,000 edges.

    >>> read_edges("0-1 1-2")
    [(0, 1), (1, 2)]
    >>> read_edges("a b  # an edge\nb c, c d\nalone")
    [('a', 'b'), ('b', 'c'), ('c', 'd'), ('alone',)]
    """
    edges: list[Edge] = []
    for line in re.split("[\n;]", check_text(text)):
        pairs = _split_line(line.partition("#")[0])
        is_edges = all(len(pair) == 2 for pair in pairs) or [*map(len, pairs)] == [1]
        if not is_edges or not all(_is_name(name) for pair in pairs for name in pair):
            raise ValueError(
                f"{short_repr(line.strip())} is not an edge: write an edge as two vertices, as in "
                "0-1 or a b, on a line of its own or between commas"
            )
        edges += [tuple(map(_read_vertex, pair)) for pair in pairs]
    if len(edges) > _MAX_TYPED_EDGES:
        raise ValueError(
            f"{short_repr(text)} has {len(edges)} edges: at most {_MAX_TYPED_EDGES:,} are allowed"
        )
    return edges


def _split_line(line: str) -> list[list[str]]:
    """Split a line into edges, and each edge into words."""
    parts = [words for part in line.split(",") if (words := part.split())]
    if "-" not in line and [*map(len, parts)] == [1, 1]:  # a comma between the two ends
        return [parts[0] + parts[1]]
    pairs: list[list[str]] = []
    for words in parts:
        pairs += [word.split("-") for word in words] if "-" in "".join(words) else [words]
    return pairs


def _is_name(name: str) -> bool:
    return re.fullmatch(r"\w{1,20}", name) is not None


def _read_vertex(name: str) -> Vertex:
    return int(name) if re.fullmatch("[0-9]+", name) else name


def _check_vertex(vertex: object) -> Vertex:
    if not isinstance(vertex, str):
        return check_integer(vertex, "a vertex")
    if not _is_name(vertex):
        raise ValueError(
            "a vertex must be an integer or a word of at most 20 letters and digits, not "
            f"{short_repr(vertex)}"
        )
    return _read_vertex(vertex)


def _order(part: Any) -> Any:
    """Return the sort key of a vertex or an edge: integers come before words."""
    return tuple(map(_order, part)) if isinstance(part, tuple) else (isinstance(part, str), part)


def _in_order(vertices: Iterable[Vertex]) -> list[Vertex]:
    return sorted(vertices, key=_order)


def _names(vertices: Iterable[Vertex]) -> str:
    return ", ".join(map(str, _in_order(vertices)))


class _GraphGame(MoveMixin):
    """Base class of games on a graph."""

    edges: tuple[Edge, ...]
    directed: bool = False

    def __init__(self, edges: Iterable[Iterable[Vertex]] | str) -> None:
        pairs = read_edges(edges) if isinstance(edges, str) else edges
        checked = {self._check_edge(edge) for edge in pairs}
        object.__setattr__(self, "edges", tuple(sorted(checked, key=_order)))

    def _check_edge(self, edge: Iterable[Vertex]) -> Edge:
        ends = [] if isinstance(edge, str) else [*map(_check_vertex, edge)]
        if len(ends) not in (1, 2):
            raise ValueError(f"an edge must be a pair of vertices, not {short_repr(edge)}")
        return tuple(ends if self.directed else _in_order(ends))

    @cached_property
    def vertices(self) -> Vertices:
        """The vertices of the graph."""
        return frozenset(vertex for edge in self.edges for vertex in edge)

    @cached_property
    def _next(self) -> dict[Vertex, Vertices]:
        """For each vertex, the vertices to which its edges lead; each way if undirected."""
        ends: dict[Vertex, set[Vertex]] = {vertex: set() for vertex in self.vertices}
        for edge in self.edges:
            if len(edge) == 2:
                ends[edge[0]].add(edge[1])
                if not self.directed:
                    ends[edge[1]].add(edge[0])
        return {vertex: frozenset(heads) for vertex, heads in ends.items()}

    def _check(self, vertex: Vertex) -> Vertex:
        """Return a vertex of the graph."""
        if type(vertex) not in (int, str) or vertex not in self.vertices:
            raise ValueError(
                f"{short_repr(vertex)} is not a vertex of the graph, whose vertices are "
                f"{short_repr(_in_order(self.vertices))}"
            )
        return vertex

    def _check_set(self, vertices: object) -> Vertices:
        if not isinstance(vertices, frozenset | set):
            raise ValueError(f"the vertices left must be a set, not {short_repr(vertices)}")
        return frozenset(map(self._check, vertices))

    def _read_set(self, text: str) -> Vertices:
        return self._check_set({_read_vertex(word) for word in re.split(r"[\s,]+", text) if word})

    def _reached(self, start: Vertex, left: Vertices) -> Vertices:
        """Return the vertices to which paths from a start lead if all others are among `left`."""
        reached, unvisited = {start}, [start]
        while unvisited:
            more = (self._next[unvisited.pop()] & left) - reached
            reached |= more
            unvisited += more
        return frozenset(reached)


class _Deletion(_GraphGame):
    """Base class of games in which a move deletes vertices. A position is the set of the others."""

    @abstractmethod
    def _deletions(self, left: Vertices) -> list[tuple[str, Vertices]]:
        """Return the moves in words, each with the vertices that it deletes."""

    def canonical(self, position: Vertices, /) -> Vertices:
        """Validate the position and return it as a frozenset."""
        return self._check_set(position)

    def options(self, position: Vertices, /) -> list[Vertices]:
        """Return the distinct options, in the order of the vertices or edges."""
        left = self.canonical(position)
        moves = self._deletions(left)
        check_option_count(len(moves), position, len(left))
        return list(dict.fromkeys(self.canonical(left - deleted) for _, deleted in moves))

    def components(self, position: Vertices, /) -> list[Vertices]:
        """Return the connected components of the graph that is left."""
        left, parts = self.canonical(position), []
        for vertex in _in_order(left):
            if vertex in left:
                parts.append(self._reached(vertex, left))
                left -= parts[-1]
        return parts

    def show(self, position: Vertices, /) -> str:
        """Return the vertices that are left, separated by commas."""
        return _names(self.canonical(position)) or _NO_VERTICES

    def read(self, text: str, /) -> Vertices:
        """Parse a position: the vertices that are left, or "all" before the first move."""
        starts = {"all": self.vertices, _NO_VERTICES: frozenset[Vertex]()}
        start = None if text in self.vertices else starts.get(check_text(text).strip())
        return self.canonical(self._read_set(text) if start is None else start)

    def _describe_move(self, before: Vertices, after: Vertices) -> str:
        moves = self._deletions(before)
        return next(words for words, gone in moves if self.canonical(before - gone) == after)


@dataclass(frozen=True, init=False)
class NodeKayles(_Deletion):
    """Node Kayles: a move deletes a vertex and its neighbours. A player who cannot move loses.

    `edges` are those of an undirected graph: pairs of vertices, tuples of one isolated vertex, or a
    text for `read_edges`. A position is the set of vertices that are left, at first `vertices`. The
    game on a path is Dawson's Chess.

    Raises:
        ValueError: if `edges` are not edges.

    >>> path = NodeKayles("a-b, b-c, c-d")
    >>> [path.show(option) for option in path.options(path.vertices)]
    ['c, d', 'd', 'a', 'a, b']
    >>> [path.show(part) for part in path.components(path.read("a, b, d"))]
    ['a, b', 'd']
    """

    edges: tuple[Edge, ...]

    def _deletions(self, left: Vertices) -> list[tuple[str, Vertices]]:
        moves = []
        for vertex in _in_order(left):
            near = (self._next[vertex] & left) - {vertex}
            words = f"delete {vertex}{' with its neighbours ' if near else ''}{_names(near)}"
            moves.append((words, near | {vertex}))
        return moves


@dataclass(frozen=True, init=False)
class ArcKayles(_Deletion):
    """Arc Kayles: a move deletes an edge with both its ends. A player who cannot move loses.

    `edges` are as in `NodeKayles`. A position is the set of vertices that are left; the canonical
    form omits vertices without an edge. The game on a path is Dawson's Kayles.

    Raises:
        ValueError: if `edges` are not edges.

    >>> path = ArcKayles("a-b, b-c, c-d")
    >>> [path.show(option) for option in path.options(path.vertices)]
    ['c, d', 'no vertices', 'a, b']
    """

    edges: tuple[Edge, ...]

    def canonical(self, position: Vertices, /) -> Vertices:
        """Return the vertices that are an end of an edge that is left."""
        left = self._check_set(position)
        return frozenset(vertex for vertex in left if self._next[vertex] & left)

    def _deletions(self, left: Vertices) -> list[tuple[str, Vertices]]:
        edges = [edge for edge in self.edges if len(edge) == 2 and left.issuperset(edge)]
        return [(f"delete the edge {a}-{b}", frozenset((a, b))) for a, b in edges]


@dataclass(frozen=True, init=False)
class Geography(_GraphGame):
    """Geography: a move takes a token along an edge to a vertex where it has not been before.

    `edges` are as in `NodeKayles`. If the graph is directed, an edge leads from its first vertex to
    its second. A player who cannot move loses. A position is a pair: the vertex of the token, and
    the set of vertices where it has not been. The canonical form omits those that it cannot reach.

    Raises:
        ValueError: if `edges` are not edges, or `directed` is not a bool.

    >>> rules = Geography("a-b b-c b-d d-a")
    >>> [rules.show(option) for option in rules.options(rules.read("b"))]
    ['c:', 'd: a']
    """

    edges: tuple[Edge, ...]
    directed: bool = True

    def __init__(self, edges: Iterable[Iterable[Vertex]] | str, directed: bool = True) -> None:
        check_choice(directed, "directed", (True, False))
        object.__setattr__(self, "directed", directed)
        super().__init__(edges)

    def canonical(self, position: tuple[Vertex, Vertices], /) -> tuple[Vertex, Vertices]:
        """Return the position without the vertices that the token cannot reach."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise ValueError(
                "a position must be a pair of a vertex and a set of vertices, not "
                f"{short_repr(position)}"
            )
        token, left = self._check(position[0]), self._check_set(position[1])
        return token, self._reached(token, left) - {token}

    def options(self, position: tuple[Vertex, Vertices], /) -> list[tuple[Vertex, Vertices]]:
        """Return the options, in the order of the vertices."""
        token, left = self.canonical(position)
        return [self.canonical((head, left)) for head in _in_order(self._next[token] & left)]

    def show(self, position: tuple[Vertex, Vertices], /) -> str:
        """Return the vertex of the token and those that it can still reach."""
        token, left = self.canonical(position)
        return f"{token}: {_names(left)}".rstrip()

    def read(self, text: str, /) -> tuple[Vertex, Vertices]:
        """Parse a position: the vertex of the token, a colon, and the vertices left.

        Without a colon, all other vertices are left.

        >>> Geography("a-b b-c").read("b")
        ('b', frozenset({'c'}))
        """
        token, colon, left = check_text(text).partition(":")
        vertices = self._read_set(left) if colon else self.vertices
        return self.canonical((_read_vertex(token.strip()), vertices))

    def _describe_move(self, before: Any, after: Any) -> str:
        return f"move the token from {before[0]} to {after[0]}"


@dataclass(frozen=True, init=False)
class DigraphGame(_GraphGame):
    """The game in which a move takes a token along an arc. A position is the vertex of the token.

    `edges` are as in `NodeKayles`; each pair is an arc from its first vertex to its second. A
    player who cannot move loses. If the graph has a cycle, play need not end, and the game requires
    a `LoopySolver`.

    Raises:
        ValueError: if `edges` are not edges.

    >>> from nimtwist import LoopySolver
    >>> rules = DigraphGame("1-2 2-1 2-3 3-4 5-1")
    >>> rules.options(2), [LoopySolver(rules).outcome(vertex) for vertex in range(1, 6)]
    ([1, 3], ['D', 'D', 'N', 'P', 'D'])
    """

    edges: tuple[Edge, ...]
    directed = True

    def canonical(self, position: Vertex, /) -> Vertex:
        """Validate the position and return it unchanged."""
        return self._check(position)

    def options(self, position: Vertex, /) -> list[Vertex]:
        """Return the vertices to which an arc leads, in order."""
        return _in_order(self._next[self.canonical(position)])

    def show(self, position: Vertex, /) -> str:
        """Return the vertex of the token."""
        return str(self.canonical(position))

    def read(self, text: str, /) -> Vertex:
        """Parse a position: the vertex of the token."""
        return self.canonical(_read_vertex(check_text(text).strip()))

    def _describe_move(self, before: Vertex, after: Vertex) -> str:
        return f"move the token from {before} to {after}"
