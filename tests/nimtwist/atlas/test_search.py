"""Tests for the searches for certificates and staircases, and for the shapes and edges of rows."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import edges, find_recurrence, find_staircase
from nimtwist.atlas.driver import certificate_of
from nimtwist.atlas.families import read_family
from nimtwist.atlas.rows import Reader, Row, rows
from nimtwist.atlas.search import find, shape
from nimtwist.atlas.staircase import counts
from nimtwist.games import BlockingNim
from tests.lib.proofs import COUNTING, written_out

words = st.lists(
    st.tuples(st.sampled_from([b"\0", b"\1", b"\0\1", b"\0\0\1\2"]), st.integers(1, 12))
).map(lambda parts: b"".join(block * times for block, times in parts))


@given(words, st.sampled_from([b"\3", b"\3\4", b"\3\4\5"]))
def test_a_shape_spells_out_its_row(word: bytes, tail: bytes) -> None:
    result = shape(Row(word, tail))
    assert written_out(result.word, 0) == word
    assert all(power.times >= 4 and not len(power.block) % len(tail) for power in result.powers)


@given(st.sampled_from([b"\0", b"\0\1", b"\0\1\1"]), st.integers(4, 40), words)
def test_a_long_repetition_is_found(block: bytes, times: int, before: bytes) -> None:
    tail = bytes(len(block))
    result = shape(Row(before + b"\7" + block * times, tail))
    assert result.powers and result.powers[-1].block == block[-len(block) :]


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


@pytest.mark.parametrize("family", ["1,3; 2,3; 2,4; 1,2,5", "1,5; 3,4", "1,2; 1,3,4; 2,3,4"])
def test_settled_letters_and_edge_make_up_the_row(family: str) -> None:
    rules, settled = read_family(5, family), bytearray()
    board, reader = [*islice(rows(rules), 400)], Reader(read_family(5, family))
    first_edges = [*islice(edges(rules, settled), 60)]
    for edge in first_edges:
        row = board[edge.row]
        for y in range(len(row.word) + 10):
            offset = y - edge.settled
            assert row[y] == (settled[y] if offset < 0 else edge.rest[offset])
        for later in range(edge.row, 400, 5):
            assert board[later].word[: edge.settled] == settled[: edge.settled]
        for x, state in enumerate(edge.entered, edge.row):
            prefix = bytes(board[x][y] for y in range(edge.settled))
            assert reader.read(prefix, 0)[1] == state
        # The next letter is not settled: five rows later, it is different. (The modulus is 5.)
        assert board[edge.row + 5][edge.settled] != row[edge.settled]
    assert first_edges[-1].settled > 150


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
