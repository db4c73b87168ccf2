"""Tests for Hackenbush: cuts, and a comparison of the colon and fusion principles with a search."""

from __future__ import annotations

from hypothesis import given

from nimtwist import Solver
from nimtwist.games import Hackenbush
from nimtwist.games.hackenbush import Picture, Principles, fuse, pieces
from nimtwist.games.nim import nim_sum
from tests.lib.positions import pictures

RULES = Hackenbush()
grundy = Principles(RULES).grundy


@given(pictures())
def test_a_cut_removes_all_edges_cut_off_from_the_ground(picture: Picture) -> None:
    options = RULES.options(picture)
    assert len(options) == len(picture.edges)
    for i, option in enumerate(options):
        rest = [*picture.edges[:i], *picture.edges[i + 1 :]]
        standing, grown = {0}, True
        while grown:
            touched = {node for edge in rest if standing & set(edge) for node in edge}
            grown, standing = not touched <= standing, standing | touched
        assert list(option.edges) == [edge for edge in rest if set(edge) <= standing]


@given(pictures())
def test_values_match_the_search_and_are_preserved_by_fusion(picture: Picture) -> None:
    value = Solver(RULES).grundy(picture)
    assert grundy(picture) == value
    assert Solver(RULES).grundy(fuse(picture)) == value


@given(pictures(12))
def test_fused_pictures_are_trees_with_loops(picture: Picture) -> None:
    fused = fuse(picture)
    assert len(fused.edges) == len(picture.edges)
    links = [edge for edge in fused.edges if edge[0] != edge[1]]
    assert len(links) == len({node for edge in fused.edges for node in edge} | {0}) - 1
    assert fuse(fused) == fused


@given(pictures(10))
def test_pieces_partition_the_edges_and_share_only_the_ground(picture: Picture) -> None:
    parts = pieces(picture)
    assert sorted(edge for part in parts for edge in part.edges) == list(picture.edges)
    nodes = [{node for edge in part.edges for node in edge} - {0} for part in parts]
    assert sum(map(len, nodes)) == len(set().union(*nodes))
    assert all(pieces(part) == [part] for part in parts)
    assert grundy(picture) == nim_sum(map(grundy, parts))
