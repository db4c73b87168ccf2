"""Tests that the list of small Hackenbush pictures is complete and has no duplicates."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

from nimbook.samples import pictures
from nimtwist.games.hackenbush import Picture


def test_every_picture_occurs_once() -> None:
    """Compare the pictures with all small connected graphs up to isomorphism."""
    nodes = range(4)

    def canonical(picture: Picture) -> tuple[tuple[int, int], ...]:
        names = [(0, *rest) for rest in permutations(nodes[1:])]
        return min(Picture([(n[a], n[b]) for a, b in picture.edges]).edges for n in names)

    for size in range(4):
        expected = set()
        for edges in combinations_with_replacement(combinations_with_replacement(nodes, 2), size):
            try:
                expected.add(canonical(Picture(edges)))
            except ValueError as error:
                assert "is not connected to the ground" in str(error)
        listed = [canonical(picture) for picture in pictures(size) if len(picture.edges) == size]
        assert sorted(expected) == sorted(listed)
