"""The pictures that checkers run over are all there are, each once."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

from nimbook.samples import pictures
from nimtwist.games.hackenbush import Picture


def test_every_picture_is_there_once() -> None:
    """Find them a second time, among all small graphs, whatever the names of the nodes."""
    nodes = range(4)

    def least(picture: Picture) -> tuple[tuple[int, int], ...]:
        names = [(0, *rest) for rest in permutations(nodes[1:])]
        return min(Picture([(n[a], n[b]) for a, b in picture.edges]).edges for n in names)

    for size in range(4):
        found = set()
        for edges in combinations_with_replacement(combinations_with_replacement(nodes, 2), size):
            try:
                found.add(least(Picture(edges)))
            except ValueError as floats:
                assert "is not connected to the ground" in str(floats)
        listed = [least(picture) for picture in pictures(size) if len(picture.edges) == size]
        assert sorted(found) == sorted(listed)
