"""The checker of staircases against boards: what it accepts is true there."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimtwist.atlas.counting
from nimtwist.atlas import _steps
from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import (
    Pieces,
    Times,
    _at_least,
    _Flaw,
    _read,
    _same,
    _tidy,
    counting_flaw,
)
from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.rows import Reader, rows
from nimtwist.atlas.staircase import Growing, Loop, Staircase, counts
from nimtwist.games import BlockingNim
from tests.budgets import processor_time
from tests.nimtwist.atlas.staircases import COUNTING, altered, said, staircase

NIM = BlockingNim(1, [[]])
PROOF = Staircase(0, (), (b"\1",), (Loop((), b"\0", 1, (0, 0), 1),))


def is_true(rules: BlockingNim, staircase: Staircase, stages: int = 4) -> bool:
    """Return whether a staircase is right about the first rows that it speaks of."""
    told = [*said(staircase, stages)]
    first = [*islice(rows(rules), max(number for number, _ in told) + 1)]
    return all(
        [row[y] for y in range(most)] == [first[number][y] for y in range(most)]
        for number, row in told
        for most in [max(len(row.word), len(first[number].word)) + 2 * rules.modulus]
    )


@pytest.mark.parametrize("family", COUNTING)
def test_what_is_proved_is_true_on_a_board(family: str) -> None:
    rules, found = staircase(family)
    assert counting_flaw(rules, found) is None
    assert is_true(rules, found)


@pytest.mark.parametrize(
    "family", [COUNTING[0], *(pytest.param(name, marks=pytest.mark.full) for name in COUNTING[1:])]
)
def test_what_is_altered_is_refused_unless_it_is_true(family: str) -> None:
    rules, found = staircase(family)
    others = [other for other in altered(found, 5) if other != found]
    accepted = [other for other in others if counting_flaw(rules, other) is None]
    assert all(is_true(rules, other) for other in accepted)
    assert len(accepted) <= 4 < 100 < len(others)


def test_a_staircase_is_refused_for_another_game() -> None:
    for family in COUNTING:
        for other in COUNTING:
            wrong = counting_flaw(read_family(5, other), staircase(family)[1])
            assert (wrong is None) == (family == other)


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_a_staircase_that_does_not_count_is_a_certificate(modulus: int) -> None:
    found = [(rules, find_staircase(rules, 200)) for rules in antichains(modulus)]
    proofs = [(rules, one) for rules, one in found if one is not None]
    assert len(proofs) > len(found) // 2
    for rules, one in proofs:
        assert counting_flaw(rules, one) is None and is_true(rules, one)
        assert not counts(one) and one.certificate is not None
        assert flaw(rules, one.certificate) is None


def test_games_modulo_6_have_proofs() -> None:
    rules = BlockingNim(6, [{1, 3}])
    found = find_staircase(rules)
    assert found and counting_flaw(rules, found) is None
    assert found.certificate and flaw(rules, found.certificate) is None


LOOP = PROOF.loops[0]


@pytest.mark.parametrize(
    ("other", "wrong"),
    [
        (replace(PROOF, row=1), "row 1 of the game is another one"),
        (replace(PROOF, step=(b"\2",)), "a letter stands for a residue above 1"),
        (replace(PROOF, step=(b"\0",)), "the step is not there again after 1 rows"),
        (replace(PROOF, settled=(b"\0",)), "the settled part is not there again after 1 rows"),
        (
            replace(PROOF, settled=(Growing(b"\1", -1),)),
            "a block of the settled part may come less often than never",
        ),
        (
            replace(PROOF, settled=(Growing(b"\1", 0, 1),)),
            "a block of the settled part grows with what is not known there",
        ),
        (
            replace(PROOF, step=(Growing(b"\1", 1, 0, 1),)),
            "a block of the step grows with what is not known there",
        ),
        (
            replace(PROOF, loops=(replace(LOOP, tail=b"\0\0"),)),
            "the tail of loop 1 must have 1 letters",
        ),
        (replace(PROOF, loops=(replace(LOOP, then=0),)), "a stage has no rows"),
        (
            replace(PROOF, loops=(replace(LOOP, turns=(1, 0)),)),
            "a turn of loop 1 does not lead to the next one",
        ),
        (
            replace(PROOF, loops=(LOOP, LOOP)),
            "after loop 1 the next loop does not begin",
        ),
        (
            replace(PROOF, loops=(replace(LOOP, then=2),)),
            "after loop 1 the next stage does not begin",
        ),
        (
            replace(PROOF, loops=(replace(LOOP, word=(Growing(b"\0", 0, 1),)),)),
            "a block may come too few times to be read",
        ),
    ],
)
def test_what_is_wrong_is_said(other: Staircase, wrong: str) -> None:
    assert counting_flaw(NIM, other) == wrong


@pytest.mark.parametrize(
    "endless",
    [
        replace(PROOF, row=10**9, settled=(Growing(b"\1", 10**9),)),
        replace(PROOF, step=(Growing(b"\1", 10**9),), loops=(replace(LOOP, then=10**9),)),
        replace(PROOF, loops=(replace(LOOP, rows=10**9, turns=(1, 0)),)),
    ],
)
def test_what_would_take_days_to_read_is_refused(
    endless: Staircase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_steps, "_MOST_LOOKED_UP", 1 << 18)
    with processor_time(1):
        wrong = counting_flaw(NIM, endless)
    assert wrong == "more than 262144 look-ups are needed to read on"


def test_a_turn_must_take_as_many_rows_as_the_settled_part() -> None:
    rules, found = staircase(COUNTING[1])
    [loop] = found.loops
    for other in (replace(loop, rows=4), replace(loop, then=loop.then + 1)):
        wrong = counting_flaw(rules, replace(found, loops=(other,)))
        assert wrong == "the rows of loop 1 are no multiples of 5"


def test_the_settled_part_must_be_left_in_the_same_states_after_each_step() -> None:
    rules, found = staircase(COUNTING[0])
    settled = found.settled[0]
    assert isinstance(settled, bytes)
    wrong = counting_flaw(rules, replace(found, settled=(), step=(settled,)))
    assert wrong == "the step is not left as it is entered"


def test_the_checker_knows_nothing_of_the_search() -> None:
    source = inspect.getsource(nimtwist.atlas.counting)
    imported = {line.split()[1] for line in source.splitlines() if line.startswith("from nimtwist")}
    assert imported == {
        "nimtwist._checks",
        "nimtwist.atlas._steps",
        "nimtwist.atlas.staircase",
        "nimtwist.games.blocking",
    }


# --- Rows for all s and j at once ----------------------------------------------------------------

REGION = (1, 1)
TAIL: tuple[bytes, Times] = (b"\2", (inf, 0, 0))
blocks = st.binary(min_size=1, max_size=3).map(lambda b: bytes(letter % 2 for letter in b))
# a + b·s + c·j is not negative in the region 0 ≤ j ≤ 1 + s.
times = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(-1, 1)).filter(
    lambda t: t[0] + min(t[2], 0) >= 0 and t[1] + min(t[2], 0) >= 0
)
rows_at_once = st.lists(st.tuples(blocks, times), max_size=4)


def instances(row: Pieces) -> list[bytes]:
    return [
        b"".join(block * int(a + b * s + c * j) for block, (a, b, c) in row)
        for s in range(8)
        for j in range(2 + s)
    ]


@given(st.tuples(*[st.integers(-3, 3)] * 3), st.integers(-2, 2))
def test_what_is_at_least_something_is(form: tuple[int, int, int], least: int) -> None:
    a, b, c = form
    found = [a + b * s + c * j for s in range(12) for j in range(2 + s)]
    assert _at_least(form, least, REGION) == (min(found) >= least)


def rewritten(row: Pieces, data: st.DataObject) -> Pieces:
    """Return the same row, with a copy written out and blocks that begin further on."""
    other: Pieces = []
    for block, (a, b, c) in row:
        if _at_least((a, b, c), 1, REGION):
            turn = data.draw(st.integers(0, len(block) - 1))
            turned = block[turn:] + block[:turn]
            other += [(block[:turn] or block, (1, 0, 0)), (turned, (a - 1, b, c))]
            other += [(block[turn:], (1, 0, 0))] if turn else []
        else:
            other.append((block, (a, b, c)))
    return [piece for piece in other if any(piece[1])]


def near(row: Pieces) -> Iterator[Pieces]:
    """Yield rows that end early, or in which a block comes more often or never."""
    for i, (block, (a, b, c)) in enumerate(row):
        for pieces in [], [(block, (a + 1, b, c))], [(block, (a, b + 1, c))]:
            yield [*row[:i], *pieces, *row[i + 1 :]]
        yield row[:i]


@given(rows_at_once, rows_at_once, st.sampled_from([b"\0", b"\1\0", b"\2"]))
def test_rows_that_are_said_to_be_the_same_are(row: Pieces, second: Pieces, tail: bytes) -> None:
    for other in (second, *near(row)):
        for one, two in ((row, other), (other, row)):
            if _same([*one, (tail, TAIL[1])], [*two, (tail, TAIL[1])], REGION):
                for first, then in zip(instances(one), instances(two), strict=True):
                    most = max(len(first), len(then)) + 2
                    assert (first + tail * most)[:most] == (then + tail * most)[:most]


@given(rows_at_once, st.data())
def test_a_row_written_in_another_way_is_the_same(row: Pieces, data: st.DataObject) -> None:
    one, two = ([*other, TAIL] for other in (row, rewritten(row, data)))
    assert _same(one, two, REGION) and _same(two, one, REGION)
    tidy = _tidy(two)
    assert instances(tidy[:-1]) == instances(row) and all(block for block, _ in tidy)
    for (block, often), (following, then) in pairwise(tidy):
        assert then != (1, 0, 0) or (often != then and not following.startswith(block))
        assert often != (1, 0, 0) or not block.endswith(following)


@given(rows_at_once, st.integers(0, 31))
def test_a_row_is_read_for_all_s_and_j_at_once(row: Pieces, state: int) -> None:
    rules = read_family(5, COUNTING[0])
    reader, steps = Reader(rules), PairSteps(rules)
    try:
        written, after = _read(steps, state, row, REGION)
    except _Flaw:
        return
    expected = [reader.read(word, state) for word in instances(row)]
    assert [(word, after) for word in instances(written)] == expected
