"""What checkers run over is all there is, each thing once, smallest first."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

from nimbook.samples import boards, families, pictures, solver
from nimtwist.games import BlockingNim
from nimtwist.games.hackenbush import Picture


def test_boards_are_all_sorted_heaps_smallest_first() -> None:
    listed = boards({1: 5, 2: 3, 3: 1})
    assert listed == sorted(set(listed), key=lambda heaps: (sum(heaps), len(heaps), heaps))
    assert set(listed) == {
        *[()],
        *[(heap,) for heap in range(1, 6)],
        *[(i, j) for j in range(1, 4) for i in range(1, j + 1)],
        (1, 1, 1),
    }


def test_families_are_all_that_are_not_empty_smaller_ones_first() -> None:
    given = [frozenset({n}) for n in range(1, 5)]
    listed = families(given)
    assert len({frozenset(family) for family in listed}) == len(listed) == 2**4 - 1
    assert [len(family) for family in listed] == sorted(len(family) for family in listed)


def test_the_same_game_has_the_same_solver() -> None:
    assert solver(BlockingNim.exactly(3, 1)) is solver(BlockingNim(3, [{3}, {2}, {1}]))


def test_the_pictures_are_all_and_each_is_there_once() -> None:
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
