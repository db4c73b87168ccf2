"""The search for certificates, and the repetitions that it sees."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import read_family
from nimtwist.atlas.rows import Row, rows
from nimtwist.atlas.search import find, shape
from nimtwist.games import BlockingNim

GAME = BlockingNim(3, [{2, 3}, {1, 3}])

TAKES_LONG = {"find"}


def spelled(found: Certificate) -> bytes:
    return b"".join(
        piece.block * piece.times if isinstance(piece, Power) else piece for piece in found.word
    )


words = st.lists(
    st.tuples(st.sampled_from([b"\0", b"\1", b"\0\1", b"\0\0\1\2"]), st.integers(1, 12))
).map(lambda parts: b"".join(block * times for block, times in parts))


@given(words, st.sampled_from([b"\3", b"\3\4", b"\3\4\5"]))
def test_the_shape_of_a_row_is_the_row(word: bytes, tail: bytes) -> None:
    found = shape(Row(word, tail))
    assert spelled(found) == word
    assert all(power.times >= 4 and not len(power.block) % len(tail) for power in found.powers)


@given(st.sampled_from([b"\0", b"\0\1", b"\0\1\1"]), st.integers(4, 40), words)
def test_a_long_repetition_is_seen(block: bytes, times: int, before: bytes) -> None:
    tail = bytes(len(block))
    found = shape(Row(before + b"\7" + block * times, tail))
    assert found.powers and found.powers[-1].block == block[-len(block) :]


@pytest.mark.parametrize(
    ("modulus", "family", "row", "period"),
    [
        (4, "1; 2; 3; 4", None, None),  # boxes of 2
        (5, "1,3; 2,3; 2,4; 3,5; 4,5", 320, 80),
        (5, "1,3,5; 2,3,4; 3,4,5; 1,2,4,5", None, None),  # where repetitions overlap
    ],
)
def test_what_is_found_is_a_proof(
    modulus: int, family: str, row: int | None, period: int | None
) -> None:
    rules = read_family(modulus, family)
    found = find(rules, 401)
    assert found is not None and flaw(rules, found) is None
    assert row is None or (found.row, found.period) == (row, period)


def test_too_few_rows_give_nothing_and_more_rows_give_the_same() -> None:
    rules = read_family(5, "1,3; 2,3; 2,4; 3,5; 4,5")
    assert find(rules, 400) is None
    found = find(rules, 401)
    assert found is not None and found == find(rules, 1000)


def test_progress_is_told_row_by_row() -> None:
    told: list[int] = []
    found = find(GAME, 100, told.append)
    assert found is not None
    assert told == [*range(1, found.row + found.period + 1)]


def test_an_overlap_of_two_repetitions_belongs_to_the_first() -> None:
    rules = read_family(5, "1,3,5; 2,3,4; 3,4,5; 1,2,4,5")
    for row in islice(rows(rules), 60, 260, 7):
        assert spelled(shape(row)) == row.word
