"""Staircases as text, and what it means to count."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimtwist.atlas
from nimtwist.atlas.certificate import MOST, Power
from nimtwist.atlas.staircase import Growing, Loop, Staircase, counts
from tests.nimtwist.atlas.staircases import COUNTING, spelled, staircase

NIM = '{"row":0,"settled":[],"step":["1"],"loops":[{"word":[],"tail":"0","rows":1,'
NIM += '"turns":[0,0],"then":1}]}'
WITH_BLOCK = NIM.replace('"word":[]', '"word":[["1",0,1,2]]')
LOOP = Loop((), b"\0", 1, (0, 0), 1)
SCHEMA = json.loads((files(nimtwist.atlas) / "staircase.schema.json").read_text("utf8"))


states = st.binary(max_size=5).map(lambda text: bytes(letter % 64 for letter in text))
numbers = st.integers(0, MOST)
any_number = st.integers(-MOST, MOST)
words = st.lists(
    st.one_of(states, st.builds(Growing, states.filter(bool), any_number, any_number, any_number)),
    max_size=3,
).map(tuple)
loops = st.builds(
    Loop, words, states.filter(bool), numbers.filter(bool), st.tuples(numbers, numbers), numbers
)
staircases = st.builds(
    Staircase, numbers, words, words, st.lists(loops, min_size=1, max_size=2).map(tuple)
)


@given(staircases)
def test_a_staircase_is_read_as_it_was_written(staircase: Staircase) -> None:
    text = staircase.text()
    assert Staircase.read(text) == staircase
    assert "\n" not in text
    jsonschema.validate(json.loads(text), SCHEMA)


REFUSED = [
    *("{}", "[]", "1"),
    NIM.replace('"row":0', '"row":-1'),
    NIM.replace('"rows":1', '"rows":0'),
    NIM.replace('"then":1', '"then":-1'),
    NIM.replace("[0,0]", "[0]"),
    NIM.replace("[0,0]", "[0,0,0]"),
    NIM.replace("[0,0]", "[0,-1]"),
    NIM.replace('"tail":"0"', '"tail":"?"'),
    NIM.replace('"tail":"0"', '"tail":"0","tails":"0"'),
    WITH_BLOCK.replace('["1",0,1,2]', '["1",0,1]'),
    WITH_BLOCK.replace('["1",0,1,2]', '["1",0,1,2.5]'),
    WITH_BLOCK.replace('["1",0,1,2]', '["",0,1,2]'),
    WITH_BLOCK.replace('["1",0,1,2]', "1"),
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_schema_refuses_is_not_read(text: str) -> None:
    assert Staircase.read(NIM) and Staircase.read(WITH_BLOCK)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(text), SCHEMA)
    with pytest.raises(ValueError):
        Staircase.read(text)


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        (Growing, (b"", 1)),
        (Growing, (b"\1", math.nan)),
        (Growing, (b"\1", 1, 0.0)),
        (Growing, (b"\1", 1, 0, True)),
        (Loop, ([], b"\0", 1, (0, 0), 1)),
        (Loop, ((), b"", 1, (0, 0), 1)),
        (Loop, ((), b"\0", 0, (0, 0), 1)),
        (Loop, ((), b"\0", 1, (0, -1), 1)),
        (Loop, ((), b"\0", 1, (0, 0.0), 1)),
        (Loop, ((), b"\0", 1, (0, 0), -1)),
        (Staircase, (-3, (), (b"\1",), (LOOP,))),
        (Staircase, (0.0, (), (b"\1",), (LOOP,))),
        (Staircase, (0, (Power(b"\1", 1, 1),), (b"\1",), (LOOP,))),
        (Staircase, (0, (), "1", (LOOP,))),
        (Staircase, (0, (), (b"\1",), ())),
    ],
)
def test_no_ill_formed_staircase_can_be_made(
    record: Callable[..., object], fields: tuple[object, ...]
) -> None:
    with pytest.raises(ValueError):
        record(*fields)


def test_a_word_of_huge_numbers_is_not_written_out() -> None:
    huge = Growing(b"\1\0", MOST, 1)
    loop = Loop((b"\0", huge), b"\0", 1, (0, 1), 1)
    assert counts(Staircase(0, (), (huge,), (loop,)))
    assert Staircase(0, (), (Growing(b"\1", MOST),), (LOOP,)).certificate is None


@pytest.mark.parametrize("family", COUNTING)
def test_where_a_game_that_counts_is_settled_is_no_linear_function_of_the_row(family: str) -> None:
    _, found = staircase(family)
    assert counts(found) and found.certificate is None
    row, size, places = found.row, 0, list[tuple[int, int]]()
    for s in range(4):
        places.append((row, size))
        row += sum(
            loop.rows * (loop.turns[0] + loop.turns[1] * s) + loop.then for loop in found.loops
        )
        size += len(spelled(found.step, s, 0))
    (x, y), (a, b), *others = places
    assert all((v - y) * (a - x) != (u - x) * (b - y) for u, v in others)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # As many letters as rows: the border is on the diagonal.
        ('"step":["1"]', '"step":[["1",1,1,0]]'),
        # The same letters come in the next stage: more may be settled than is said.
        ('"word":[]', '"word":[["1",9,1,0]]'),
    ],
)
def test_what_is_a_linear_function_of_the_row_does_not_count(old: str, new: str) -> None:
    text = NIM.replace('"turns":[0,0]', '"turns":[0,1]')
    counting = text.replace('"word":[]', '"word":["0"]')
    assert counts(Staircase.read(counting))
    assert not counts(Staircase.read(text.replace(old, new)))
