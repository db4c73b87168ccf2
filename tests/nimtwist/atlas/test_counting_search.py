"""The search for staircases, and the edge of what is settled."""

from __future__ import annotations

from itertools import islice

import pytest

from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting_search import edges, find_recurrence, find_staircase
from nimtwist.atlas.families import read_family
from nimtwist.atlas.rows import Reader, rows
from nimtwist.atlas.staircase import counts
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.staircases import COUNTING, staircase

GAME = BlockingNim(3, [{2, 3}, {1, 3}])

TAKES_LONG = {"find_recurrence", "find_staircase"}


@pytest.mark.parametrize("family", ["1,3; 2,3; 2,4; 1,2,5", "1,5; 3,4", "1,2; 1,3,4; 2,3,4"])
def test_an_edge_is_the_rest_of_a_row(family: str) -> None:
    rules, settled = read_family(5, family), bytearray()
    board, reader = [*islice(rows(rules), 400)], Reader(read_family(5, family))
    found = [*islice(edges(rules, settled), 60)]
    for edge in found:
        row = board[edge.row]
        for y in range(len(row.word) + 10):
            past = y - edge.settled
            assert row[y] == (settled[y] if past < 0 else edge.rest[past])
        for later in range(edge.row, 400, 5):
            assert board[later].word[: edge.settled] == settled[: edge.settled]
        for x, state in enumerate(edge.entered, edge.row):
            begins = bytes(board[x][y] for y in range(edge.settled))
            assert reader.read(begins, 0)[1] == state
        # Nothing more is settled: the next letter is another one, n rows later.
        assert board[edge.row + 5][edge.settled] != row[edge.settled]
    assert found[-1].settled > 150


def test_games_that_count_are_found() -> None:
    for family in COUNTING:
        _, found = staircase(family)
        assert counts(found)


def test_too_few_rows_are_not_enough() -> None:
    assert find_staircase(read_family(5, COUNTING[0]), 200) is None


def test_a_long_period_is_found() -> None:
    found = find_staircase(read_family(5, "1,2; 1,3,4; 2,3,4"))
    assert found is not None and not counts(found)
    assert found.certificate is not None
    assert (found.certificate.row, found.certificate.period) == (10, 995)


@pytest.mark.full
def test_a_stage_may_have_many_loops() -> None:
    found = find_staircase(read_family(5, "1,5; 3,4"), 8000)
    assert found is not None and counts(found)
    assert len(found.loops) == 20


@pytest.mark.parametrize(
    ("family", "row", "period"),
    [("1,2; 1,3,4; 2,3,4", 10, 995), ("1,3; 1,4; 3,4", 15, 35)],
)
def test_an_edge_that_comes_again_gives_a_certificate(family: str, row: int, period: int) -> None:
    rules = read_family(5, family)
    found = find_recurrence(rules)
    assert found is not None and flaw(rules, found) is None
    assert (found.row, found.period) == (row, period)
    assert find_recurrence(rules, row) is None
    assert find_recurrence(rules, letters=10) is None
