"""Tests for the searches for certificates and staircases, and for the shapes and edges of rows."""

from __future__ import annotations

import pytest

from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import find_recurrence, find_staircase
from nimtwist.atlas.driver import certificate_of
from nimtwist.atlas.families import read_family
from nimtwist.atlas.search import find
from nimtwist.atlas.staircase import counts
from nimtwist.games import BlockingNim
from tests.lib.proofs import COUNTING


@pytest.mark.parametrize(
    ("modulus", "family", "row", "period"),
    [
        (4, "1; 2; 3; 4", None, None),  # a game with boxes of size 2
        (5, "1,3; 2,3; 2,4; 3,5; 4,5", 320, 80),
        (5, "1,3,5; 2,3,4; 3,4,5; 1,2,4,5", None, None),  # rows with overlapping repetitions
    ],
)
def test_certificates_are_found_in_the_fewest_rows(
    modulus: int, family: str, row: int | None, period: int | None
) -> None:
    rules = read_family(modulus, family)
    proof = find(rules, 401)
    assert proof is not None and flaw(rules, proof) is None
    if row and period:
        assert (proof.row, proof.period) == (row, period)
        assert find(rules, row + period) is None
        assert find(rules, 1000) == proof


# --- Edges and staircases ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "row", "period", "letters"),
    [("1,2; 1,3,4; 2,3,4", 10, 995, 2739), ("1,3; 1,4; 3,4", 15, 35, 66)],
)
def test_a_recurring_edge_gives_a_certificate(
    family: str, row: int, period: int, letters: int
) -> None:
    rules = read_family(5, family)
    proof, stairs = find_recurrence(rules), find_staircase(rules)
    assert proof is not None and flaw(rules, proof) is None
    assert (proof.row, proof.period) == (row, period)
    assert stairs is not None and not counts(stairs) and stairs.certificate == proof
    assert find_recurrence(rules, row + period - 5) is None
    assert find_recurrence(rules, row + period - 4, letters) == proof
    assert find_recurrence(rules, letters=letters - 1) is None
    # The atlas looks for a recurring edge in the first 7 * `limit` rows.
    assert not certificate_of(rules, (row + period - 5) // 7)
    assert certificate_of(rules, (row + period) // 7) == proof


def test_games_modulo_6_have_proofs() -> None:
    rules = BlockingNim(6, [{1, 3}])
    stairs = find_staircase(rules)
    assert stairs and counting_flaw(rules, stairs) is None
    assert stairs.certificate and flaw(rules, stairs.certificate) is None


@pytest.mark.parametrize(
    ("family", "limit", "row", "turns"),
    [
        (COUNTING[0], 1430, 305, [(0, 2), (1, 2)]),
        (COUNTING[1], 1105, 265, [(0, 1)]),
        (COUNTING[2], 2370, 650, [(0, 1), (0, 1)]),
    ],
)
def test_staircases_are_found_in_the_fewest_rows(
    family: str, limit: int, row: int, turns: list[tuple[int, int]]
) -> None:
    rules = read_family(5, family)
    stairs = find_staircase(rules, limit)
    assert stairs is not None and counting_flaw(rules, stairs) is None
    assert (stairs.row, [loop.turns for loop in stairs.loops]) == (row, turns)
    assert find_staircase(rules, limit - 5) is None


@pytest.mark.full
def test_a_stage_may_have_many_loops() -> None:
    stairs = find_staircase(read_family(5, "1,5; 3,4"), 8000)
    assert stairs is not None and counts(stairs)
    assert len(stairs.loops) == 20
