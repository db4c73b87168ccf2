"""Tests for the checkers: which proofs they reject, and how they read and compare rows."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist.atlas import _steps, checker, counting
from nimtwist.atlas._steps import (
    Pieces,
    Times,
    _rows_equal,
)
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.families import read_family
from nimtwist.atlas.staircase import Growing, Loop, Staircase
from nimtwist.games import BlockingNim
from tests.lib.budgets import processor_time
from tests.lib.proofs import COUNTING, staircase

NIM = BlockingNim(1, [[]])
PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")
LOOP = Loop((), b"\0", 1, (0, 0), 1)
STAIRCASE = Staircase(0, (), (b"\1",), (LOOP,))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"word": (Power(b"\1", 1, 2),)}, "the word 1 row after row 1 is not that of the next"),
        ({"period": 2}, "the word 2 rows after row 1 is not that of the next"),
        ({"row": 2}, "row 2 of the game differs from the certificate"),
        ({"word": (Power(b"\2", 1, 1),)}, "a letter is not a state of this game"),
        ({"word": (), "tail": b"\0\0"}, "the tail must have 1 letters, not 2"),
        ({"row": 0, "word": (Power(b"\0", 0, 1),)}, "too few times to be read in row 0"),
    ],
)
def test_each_condition_on_a_certificate_is_checked(change: dict[str, Any], reason: str) -> None:
    assert flaw(NIM, PROOF) is None
    assert reason in str(flaw(NIM, replace(PROOF, **change)))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"row": 1}, "row 1 of the game"),
        ({"step": (b"\2",)}, "a residue above"),
        ({"step": (b"\0",)}, "the step does not recur"),
        ({"settled": (b"\0",)}, "the settled part does not recur"),
        ({"settled": (Growing(b"\1", -1),)}, "a block of the settled part may have a negative"),
        ({"settled": (Growing(b"\1", 0, 1),)}, "a block of the settled part grows with"),
        ({"step": (Growing(b"\1", 1, 0, 1),)}, "a block of the step grows with"),
        ({"loops": (replace(LOOP, tail=b"\0\0"),)}, "must have 1 letters"),
        ({"loops": (replace(LOOP, then=0),)}, "a stage has no rows"),
        ({"loops": (replace(LOOP, turns=(1, 0)),)}, "a turn of loop 1"),
        ({"loops": (LOOP, LOOP)}, "the next loop does not begin"),
        ({"loops": (replace(LOOP, then=2),)}, "the next stage does not begin"),
        ({"loops": (replace(LOOP, word=(Growing(b"\0", 0, 1),)),)}, "too few times to be read"),
    ],
)
def test_each_condition_on_a_staircase_is_checked(change: dict[str, Any], reason: str) -> None:
    assert counting_flaw(NIM, STAIRCASE) is None
    assert reason in str(counting_flaw(NIM, replace(STAIRCASE, **change)))


def test_row_counts_of_a_loop_are_multiples_of_the_modulus() -> None:
    rules, proof = staircase(COUNTING[1])
    [loop] = proof.loops
    for other in (replace(loop, rows=4), replace(loop, then=loop.then + 1)):
        wrong = counting_flaw(rules, replace(proof, loops=(other,)))
        assert wrong == "the numbers of rows in loop 1 are not multiples of 5"


def test_a_step_must_not_change_the_states_of_its_reader() -> None:
    rules, proof = staircase(COUNTING[0])
    settled = proof.settled[0]
    assert isinstance(settled, bytes)
    wrong = counting_flaw(rules, replace(proof, settled=(), step=(settled,)))
    assert wrong == "the step changes the states of its reader"


LARGE = 10**17


@pytest.mark.parametrize(
    ("family", "endless"),
    [
        (None, replace(PROOF, row=10**9, word=(Power(b"\1", 10**9, 1),))),
        (None, replace(PROOF, period=10**9, word=(Power(b"\1", 1, 10**9),))),
        (None, replace(STAIRCASE, row=10**9, settled=(Growing(b"\1", 10**9),))),
        (None, replace(STAIRCASE, loops=(replace(LOOP, rows=10**9, turns=(1, 0)),))),
        # The number of copies of one block grows so fast that the checker compares the rows letter
        # by letter.
        (None, replace(PROOF, word=(Power(b"\1", 0, LARGE), Power(b"\1\1", LARGE, 0)))),
        # The reader's state changes with each copy of a block that it reads, and never settles.
        (
            "1,3; 1,4; 2,3; 2,4; 3,4",
            f'{{"row":3,"period":1,"word":[["C",{LARGE},9],["C",2,{LARGE}]],"tail":"CCCC"}}',
        ),
        ("2; 1,4", f'{{"row":5,"period":4,"word":[["10750",{LARGE},5],"7"],"tail":"7777"}}'),
    ],
)
def test_checkers_limit_their_running_time(
    family: str | None, endless: Certificate | Staircase | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_steps, "_MAX_LOOKUPS", 1 << 18)
    proof = Certificate.read(endless) if isinstance(endless, str) else endless
    rules = read_family(4, family) if family else NIM
    with processor_time(1):
        if isinstance(proof, Certificate):
            assert flaw(rules, proof)
        else:
            assert counting_flaw(rules, proof)


def test_checkers_do_not_import_the_searches() -> None:
    source = "".join(map(inspect.getsource, (checker, counting, _steps)))
    imported = {line.split()[1] for line in source.splitlines() if line.startswith("from nimtwist")}
    assert imported == {
        "nimtwist.checks",
        "nimtwist.atlas._steps",
        "nimtwist.atlas.certificate",
        "nimtwist.atlas.counting",
        "nimtwist.atlas.staircase",
        "nimtwist.games.blocking",
    }


# --- Rows for all s and j at once ----------------------------------------------------------------


REGION = (1, 1)
TAIL: tuple[bytes, Times] = (b"\2", (inf, 0, 0))
blocks = st.binary(min_size=1, max_size=3).map(lambda b: bytes(letter % 2 for letter in b))
# Coefficients (a, b, c) such that a + b·s + c·j is nonnegative in the region 0 ≤ j ≤ 1 + s.
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


def similar(row: Pieces) -> Iterator[Pieces]:
    """Yield altered copies of a row.

    Each copy omits one block, repeats one block more often, or ends earlier than the row.
    """
    for i, (block, (a, b, c)) in enumerate(row):
        for pieces in [], [(block, (a + 1, b, c))], [(block, (a, b + 1, c))]:
            yield [*row[:i], *pieces, *row[i + 1 :]]
        yield row[:i]


@settings(max_examples=200)
@given(rows_at_once, rows_at_once, st.sampled_from([b"\0", b"\1\0", b"\2"]))
def test_rows_that_compare_equal_have_equal_letters(
    row: Pieces, second: Pieces, tail: bytes
) -> None:
    for other in (second, *similar(row)):
        for one, two in ((row, other), (other, row)):
            if _rows_equal([*one, (tail, TAIL[1])], [*two, (tail, TAIL[1])], REGION):
                for first, then in zip(instances(one), instances(two), strict=True):
                    size = max(len(first), len(then)) + 2
                    assert (first + tail * size)[:size] == (then + tail * size)[:size]
