"""Tests for the text and schemas of proofs, and for recognising counting staircases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import nimtwist.atlas
from nimtwist.atlas.certificate import MAX_NUMBER, Certificate, Power
from nimtwist.atlas.staircase import Growing, Loop, Staircase, counts

NIM = '{"row":1,"period":1,"word":["",["1",1,1]],"tail":"0"}'
STAIRCASE = (
    '{"row":0,"settled":[],"step":["1"],"loops":[{"word":[["1",0,1,2]],"tail":"0","rows":1,'
    '"turns":[0,0],"then":1}]}'
)
LOOP = Loop((), b"\0", 1, (0, 0), 1)

states = st.binary(max_size=5).map(lambda text: bytes(letter % 64 for letter in text))
blocks = states.filter(bool)
numbers = st.integers(0, MAX_NUMBER)
any_number = st.integers(-MAX_NUMBER, MAX_NUMBER)
certificates = st.builds(
    Certificate,
    numbers,
    numbers.filter(bool),
    st.lists(st.one_of(states, st.builds(Power, blocks, numbers, numbers)), max_size=3).map(tuple),
    blocks,
)
words = st.lists(
    st.one_of(states, st.builds(Growing, blocks, any_number, any_number, any_number)), max_size=3
).map(tuple)
loops = st.builds(Loop, words, blocks, numbers.filter(bool), st.tuples(numbers, numbers), numbers)
staircases = st.builds(
    Staircase, numbers, words, words, st.lists(loops, min_size=1, max_size=2).map(tuple)
)


SCHEMAS = {
    proof: Draft202012Validator(
        json.loads((files(nimtwist.atlas) / f"{proof.__name__.lower()}.schema.json").read_text())
    )
    for proof in (Certificate, Staircase)
}


@given(st.one_of(certificates, staircases))
def test_proofs_round_trip_through_text(proof: Certificate | Staircase) -> None:
    text = proof.text()
    assert type(proof).read(text) == proof
    assert "\n" not in text
    assert SCHEMAS[type(proof)].is_valid(json.loads(text))


def variants(part: Any) -> Iterator[Any]:
    """Yield variants of a JSON document, each with a part replaced, removed, repeated or added."""
    yield from (None, True, -1, 0, 1.5, MAX_NUMBER, "", "0", "?", [], [0, 1], ["1", 2, 3], {})
    if isinstance(part, dict):
        yield {**part, "more": 1}
        for key in part:
            yield {name: value for name, value in part.items() if name != key}
            yield from ({**part, key: other} for other in variants(part[key]))
    elif isinstance(part, list):
        for i in range(len(part)):
            yield [*part[:i], *part[i + 1 :]]
            yield [*part[:i], part[i], *part[i:]]
            yield from ([*part[:i], other, *part[i + 1 :]] for other in variants(part[i]))


@pytest.mark.parametrize(("proof", "text"), [(Certificate, NIM), (Staircase, STAIRCASE)])
def test_texts_are_accepted_exactly_when_they_match_the_schema(
    proof: type[Certificate | Staircase], text: str
) -> None:
    seen = set[bool]()
    for document in variants(json.loads(text)):
        is_valid = SCHEMAS[proof].is_valid(document)
        seen.add(is_valid)
        with nullcontext() if is_valid else pytest.raises(ValueError):
            proof.read(json.dumps(document))
    assert seen == {True, False}


# --- Counting ------------------------------------------------------------------------------------


def test_huge_words_are_never_written_out() -> None:
    huge = Growing(b"\1\0", MAX_NUMBER, 1)
    loop = Loop((b"\0", huge), b"\0", 1, (0, 1), 1)
    assert counts(Staircase(0, (), (huge,), (loop,)))
    assert Staircase(0, (), (Growing(b"\1", MAX_NUMBER),), (LOOP,)).certificate is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Each stage settles as many letters as it has rows, so the border is diagonal.
        ('"step":["1"]', '"step":[["1",1,1,0]]'),
        # The word repeats the settled letter, so more letters may be settled than the proof says.
        ('"word":["0"]', '"word":[["1",9,1,0]]'),
    ],
)
def test_staircases_with_linear_borders_do_not_count(old: str, new: str) -> None:
    counting = STAIRCASE.replace("[0,0]", "[0,1]").replace('[["1",0,1,2]]', '["0"]')
    assert counts(Staircase.read(counting))
    assert not counts(Staircase.read(counting.replace(old, new)))
