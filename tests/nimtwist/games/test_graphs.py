"""Tests for games on graphs, and for the parser of lists of edges."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import (
    ArcKayles,
    DigraphGame,
    Geography,
    Hackenbush,
    LoopySolver,
    NodeKayles,
    Octal,
    Solver,
    SumSolver,
    read_edges,
)
from tests.lib import own_brute
from tests.lib.strategies import IntegerLike

# From the test suite of CGSuite: the values of Arc Kayles on paths of 1 to 20 vertices.
ARC_KAYLES = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]

EDGES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8)


def path(vertices: int) -> list[tuple[int, ...]]:
    return [(0,), *((vertex - 1, vertex) for vertex in range(1, vertices))]


def test_paths_are_octal_games() -> None:
    chess, kayles = Octal("0.137").grundy_values(21), Octal("0.07").grundy_values(21)
    assert kayles[1:] == ARC_KAYLES
    for count in range(1, 21):
        for kind, value in ((NodeKayles, chess[count]), (ArcKayles, kayles[count])):
            rules = kind(path(count))
            assert SumSolver(rules).grundy(rules.vertices) == value


# --- The definitions -----------------------------------------------------------------------------


def node_kayles(edges: list[Any]) -> own_brute.Options:
    def options(left: frozenset[Any]) -> list[frozenset[Any]]:
        pairs = {(a, b) for a, b in edges} | {(b, a) for a, b in edges}
        return [frozenset(w for w in left if w != v and (v, w) not in pairs) for v in left]

    return options


def arc_kayles(edges: list[Any]) -> own_brute.Options:
    return lambda left: [left - {a, b} for a, b in edges if a in left and b in left]


def geography(edges: list[Any]) -> own_brute.Options:
    def options(position: Any) -> list[Any]:
        token, left = position
        return [(b, left - {b}) for a, b in edges if a == token and b in left and b != token]

    return options


@given(EDGES)
def test_values_match_the_definitions(edges: list[tuple[int, int]]) -> None:
    for rules, brute in (
        (NodeKayles(edges), node_kayles(edges)),
        (ArcKayles(edges), arc_kayles(edges)),
    ):
        start = rules.vertices
        assert own_brute.grundy(brute)(start) == SumSolver(rules).grundy(start)
        assert Solver(rules).grundy(start) == SumSolver(rules).grundy(start)
        assert {rules.canonical(frozenset(option)) for option in brute(start)} == {
            *rules.options(start)
        }
    both_ways = edges + [(b, a) for a, b in edges]
    for directed in (True, False):
        token_rules = Geography(edges, directed)
        value = own_brute.grundy(geography(edges if directed else both_ways))
        for vertex in token_rules.vertices:
            position = vertex, token_rules.vertices - {vertex}
            assert Solver(token_rules).grundy(position) == value(position)


@given(EDGES)
def test_outcomes_of_digraphs_match_the_definition(arcs: list[tuple[int, int]]) -> None:
    """A position is lost if all moves lead to won ones, won if some move leads to a lost one."""
    rules = DigraphGame(arcs)
    outcomes: dict[Any, str] = {}
    for _ in rules.vertices:
        for vertex in rules.vertices - outcomes.keys():
            after = [outcomes.get(head) for tail, head in arcs if tail == vertex]
            if "P" in after:
                outcomes[vertex] = "N"
            elif set(after) <= {"N"}:
                outcomes[vertex] = "P"
    for vertex in rules.vertices:
        assert LoopySolver(rules).outcome(vertex) == outcomes.get(vertex, "D")


# --- Notation ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("", []),
        ("a b", [("a", "b")]),
        ("a,b\nb,c", [("a", "b"), ("b", "c")]),
        ("1\t2\r\n2 3\n", [(1, 2), (2, 3)]),
        ("# a graph\n0-1 1-2, 2-0\n\n7 # alone", [(0, 1), (1, 2), (2, 0), (7,)]),
        ("a b, b c; lonely", [("a", "b"), ("b", "c"), ("lonely",)]),
        ("a-b, c d, 3-e f-f", [("a", "b"), ("c", "d"), (3, "e"), ("f", "f")]),
        ("0-1,", [(0, 1)]),
        ("0-1," * 1_000, [(0, 1)] * 1_000),
    ],
)
def test_lists_of_edges_are_read(text: str, edges: list[tuple[Any, ...]]) -> None:
    assert read_edges(text) == edges


@pytest.mark.parametrize(
    "line", ["a b c", "a, b, c", "a-b-c", "a-", "a-b c", "-1", "a b, c", "a! b"]
)
def test_other_lines_are_rejected(line: str) -> None:
    with pytest.raises(ValueError, match="is not an edge") as caught:
        read_edges(f"0-1\n{line}  # comment\n2-3")
    assert line in str(caught.value) and "2-3" not in str(caught.value)


def test_long_lists_of_edges_are_rejected() -> None:
    for read in (read_edges, NodeKayles, Hackenbush().read):
        with pytest.raises(ValueError, match="1001 edges: at most 1,000 are allowed"):
            read("0-1\n" * 1_001)


def test_hackenbush_reads_the_same_lists() -> None:
    rules = Hackenbush()
    assert rules.read("0 1\n1 2  # a stalk\n2 0") == rules.read("0-1 1-2 2-0")
    stalk = rules.read("\n".join(f"{node} {node + 1}" for node in range(1_000)))
    assert rules.closed_form.grundy(stalk) == 1_000
    for text, edge in (("0-x", "'0-x'"), ("0-1\n3", "'3'"), ("0-10000", "'0-10000'")):
        with pytest.raises(ValueError, match=f"{edge} is not an edge: .* nodes from 0 to 9999"):
            rules.read(text)


def test_graphs_are_equal_if_their_edges_are() -> None:
    one: Any = IntegerLike(1)
    assert NodeKayles("a-b 1-a") == NodeKayles([("b", "a"), ("a", "1"), (one, "a")])
    assert NodeKayles("a-b") != NodeKayles("a-b; c")
    assert DigraphGame("a-b") != DigraphGame("b-a") and Geography("a-b") != Geography("b-a")
    assert Geography("a-b", directed=False) == Geography("b-a", directed=False)


def test_positions_are_read_and_moves_described() -> None:
    nodes, arcs = NodeKayles("a-b b-c; 4"), ArcKayles("a-b b-c c-d e-e")
    assert nodes.read("all") == nodes.vertices == nodes.read("4, a b, c")
    assert nodes.read("no vertices") == frozenset() and nodes.show(frozenset()) == "no vertices"
    assert nodes.describe_move(nodes.vertices, nodes.read("4")) == (
        "delete b with its neighbours a, c"
    )
    assert nodes.describe_move(nodes.vertices, nodes.read("a b c")) == "delete 4"
    assert arcs.describe_move(arcs.vertices, arcs.read("c d e")) == "delete the edge a-b"
    assert arcs.describe_move(arcs.vertices, arcs.read("a b c d")) == "delete the edge e-e"
    assert NodeKayles("all-b").read("all") == {"all"}
    walk = Geography("a-b b-c c-a a-d")
    assert walk.show(walk.read("a")) == "a: b, c, d" and walk.show(walk.read("a: c")) == "a:"
    assert walk.describe_move(walk.read("a"), walk.read("b: c, d")) == "move the token from a to b"
    loop = DigraphGame("a-a a-1")
    assert loop.read("1") == 1 and loop.describe_move("a", "a") == "move the token from a to a"


BAD_EDGES: list[Any] = [[("a", "b", "c")], [()], ["ab"], [("a b", "c")], [(-1, 2)], [(True, 2)]]


@pytest.mark.parametrize("edges", [*BAD_EDGES, [(1, None)], "a b c"])
@pytest.mark.parametrize("kind", [NodeKayles, ArcKayles, Geography, DigraphGame])
def test_bad_edges_are_rejected(kind: Any, edges: Any) -> None:
    with pytest.raises(ValueError, match=r"must be|is not an edge") as caught:
        kind(edges)
    bad = edges if isinstance(edges, str) else edges[0]
    assert any(repr(part) in str(caught.value) for part in (bad, *bad))


def test_vertices_of_another_graph_are_rejected() -> None:
    for call in (
        lambda: NodeKayles("a-b").options(frozenset({"z"})),
        lambda: ArcKayles("a-b").read("a, z"),
        lambda: Geography("a-b").canonical(("z", frozenset())),
        lambda: Geography("a-b").read("a: z"),
        lambda: DigraphGame("a-b").read("z"),
    ):
        with pytest.raises(ValueError, match=r"'z' is not a vertex .* \['a', 'b'\]"):
            call()
    with pytest.raises(ValueError, match="True is not a vertex"):
        DigraphGame("1-2").options(True)
    with pytest.raises(ValueError, match="directed must be True or False, not 'yes'"):
        Geography("a-b", "yes")  # type: ignore[arg-type]
