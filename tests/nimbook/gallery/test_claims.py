"""The claims of the note on nimbers, for the games there are."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from nimbook.claims import check
from nimbook.gallery.claims import CLAIMS, PRINCIPLES, above_each_ground_edge
from nimbook.samples import pictures
from nimtwist import Solver
from nimtwist.games import Hackenbush
from nimtwist.games.hackenbush import Picture
from nimtwist.games.nim import nim_sum


def test_the_ledger_has_the_claims_of_the_note_for_the_games_there_are() -> None:
    assert [claim.id for claim in CLAIMS] == [
        "nimber.cram",
        "nimber.northcott",
        "nimber.hackenbush",
        "nimber.kayles",
    ]


@pytest.mark.parametrize(
    ("id_", "counterexample"),
    [
        ("nimber.northcott", "2-3 on 4 squares: 0-3 may be answered by 0-2, which loses"),
        (
            "nimber.hackenbush",
            "(0-1, 0-1, 1-1) has the value 1, its connections (0-1, 1-1) and (0-1, 1-1) have 2 "
            "and 2",
        ),
    ],
)
def test_they_stand_under_a_reading(id_: str, counterexample: str) -> None:
    verdict = check(id_)
    assert (verdict.verdict, verdict.printed.counterexample) == ("conditional", counterexample)
    assert verdict.repaired is not None and verdict.repaired.failures == 0


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


def test_the_smallest_pictures_on_which_ground_edges_are_no_heaps_are_three() -> None:
    solver = Solver(Hackenbush())
    failing = [
        Hackenbush().show(picture)
        for picture in pictures(3)
        if nim_sum(map(solver.grundy, above_each_ground_edge(picture))) != solver.grundy(picture)
    ]
    assert failing == ["(0-1, 0-1, 1-1)", "(0-1, 0-1, 1-2)", "(0-1, 0-2, 1-2)"]


def test_a_value_is_odd_if_the_number_of_edges_is() -> None:
    assert all(PRINCIPLES.grundy(picture) % 2 == len(picture.edges) % 2 for picture in pictures(5))


def test_above_each_ground_edge_stands_what_it_alone_would_hold() -> None:
    parts = above_each_ground_edge(Picture([(0, 0), (0, 1), (0, 2), (1, 2), (2, 3), (3, 3)]))
    assert list(map(str, parts)) == ["(0-0)", "(0-1, 1-2, 2-3, 3-3)", "(0-2, 1-2, 2-3, 3-3)"]
