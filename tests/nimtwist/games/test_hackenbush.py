"""Hackenbush: what a cut leaves, and the colon and fusion principles beside the search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Hackenbush
from nimtwist.games.hackenbush import Picture, Principles, fuse, pieces
from nimtwist.games.nim import nim_sum

RULES = Hackenbush()
VALUE = Principles(RULES).grundy


@st.composite
def pictures(draw: st.DrawFn, most: int = 7) -> Picture:
    """Pictures that grow edge by edge: each begins at a node that there is."""
    edges: list[tuple[int, int]] = []
    nodes = [0]
    for _ in range(draw(st.integers(0, most))):
        a, b = draw(st.sampled_from(nodes)), draw(st.integers(0, len(nodes)))
        edges.append((a, b))
        nodes += [b] if b not in nodes else []
    return Picture(edges)


@given(pictures())
def test_a_cut_takes_its_edge_and_all_that_no_path_joins_to_the_ground(picture: Picture) -> None:
    options = RULES.options(picture)
    assert len(options) == len(picture.edges)
    for i, option in enumerate(options):
        rest = [*picture.edges[:i], *picture.edges[i + 1 :]]
        standing, grown = {0}, True
        while grown:
            more = {node for edge in rest if standing & set(edge) for node in edge}
            grown, standing = not more <= standing, standing | more
        assert list(option.edges) == [edge for edge in rest if set(edge) <= standing]


@given(pictures())
def test_the_value_is_that_of_the_search_and_fusing_keeps_it(picture: Picture) -> None:
    value = Solver(RULES).grundy(picture)
    assert VALUE(picture) == value
    assert Solver(RULES).grundy(fuse(picture)) == value


@given(pictures(12))
def test_fused_a_picture_is_a_tree_with_loops_and_has_all_its_edges(picture: Picture) -> None:
    fused = fuse(picture)
    assert len(fused.edges) == len(picture.edges)
    joints = [edge for edge in fused.edges if edge[0] != edge[1]]
    assert len(joints) == len({node for edge in fused.edges for node in edge} | {0}) - 1
    assert fuse(fused) == fused


@given(pictures(10))
def test_the_pieces_have_all_edges_and_only_the_ground_in_common(picture: Picture) -> None:
    parts = pieces(picture)
    assert sorted(edge for part in parts for edge in part.edges) == list(picture.edges)
    nodes = [{node for edge in part.edges for node in edge} - {0} for part in parts]
    assert sum(map(len, nodes)) == len(set().union(*nodes))
    assert all(pieces(part) == [part] for part in parts)
    assert VALUE(picture) == nim_sum(map(VALUE, parts))


def test_so_many_edges_can_be_typed_and_no_more() -> None:
    assert RULES.read("0-1," * 26).edges == ((0, 1),) * 26
    with pytest.raises(ValueError, match="26"):
        RULES.read("0-1," * 27)
