"""Certificates as text: what is read is what was written, and nothing else is read."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimtwist.atlas
from nimtwist.atlas.certificate import LETTERS, MOST, Certificate, Power, letters
from nimtwist.atlas.solved import Solved
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.certificates import certified

NIM = '{"row":1,"period":1,"word":[["1",1,1]],"tail":"0"}'
SCHEMA = json.loads((files(nimtwist.atlas) / "certificate.schema.json").read_text("utf8"))


states = st.binary(max_size=5).map(lambda text: bytes(letter % 64 for letter in text))
blocks = states.filter(bool)
counts = st.integers(0, MOST)
pieces = st.one_of(states, st.builds(Power, blocks, counts, counts))
certificates = st.builds(
    Certificate, counts, counts.filter(bool), st.lists(pieces).map(tuple), blocks
)


@given(certificates)
def test_a_certificate_is_read_as_it_was_written(certificate: Certificate) -> None:
    text = certificate.text()
    assert Certificate.read(text) == certificate
    assert "\n" not in text and Certificate.read(text).text() == text
    jsonschema.validate(json.loads(text), SCHEMA)


REFUSED = [
    *("{}", "[]", "1"),
    NIM.replace('"row":1', '"row":-1'),
    NIM.replace('"period":1', '"period":0'),
    NIM.replace('"period":1', '"period":1.5'),
    NIM.replace('"tail":"0"', '"tail":""'),
    NIM.replace('"tail":"0"', '"tail":"?"'),
    NIM.replace('"tail":"0"', '"tail":"0","tails":"0"'),
    NIM.replace('["1",1,1]', '["1",1]'),
    NIM.replace('["1",1,1]', '["1",1,1,1]'),
    NIM.replace('["1",1,1]', '["",1,1]'),
    NIM.replace('["1",1,1]', '["1",-1,1]'),
    NIM.replace('["1",1,1]', '["1",1,-1]'),
    NIM.replace('["1",1,1]', "1"),
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_schema_refuses_is_not_read(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(text), SCHEMA)
    with pytest.raises(ValueError):
        Certificate.read(text)


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        (Certificate, (-5, 1, (Power(b"\1", 0, 1),), b"\0")),
        (Certificate, (1, 0, (b"\1",), b"\0")),
        (Certificate, (1, -1, (b"\1",), b"\0")),
        (Certificate, (1.0, 1, (b"\1",), b"\0")),
        (Certificate, (1, True, (b"\1",), b"\0")),
        (Certificate, (1, 1, [b"\1"], b"\0")),
        (Certificate, (1, 1, (bytearray(b"\1"),), b"\0")),
        (Certificate, (1, 1, (b"\1",), b"")),
        (Power, (b"", 1, 1)),
        (Power, ("1", 1, 1)),
        (Power, (b"\1", -1, 1)),
        (Power, (b"\1", 1, -1)),
        (Power, (b"\1", math.nan, 1)),
        (Power, (b"\1", math.inf, 0)),
        (Power, (b"\1", MOST + 1, 0)),
    ],
)
def test_no_ill_formed_certificate_can_be_made(
    record: Callable[..., object], fields: tuple[object, ...]
) -> None:
    with pytest.raises(ValueError):
        record(*fields)


def test_the_numbers_of_a_certificate_are_those_of_python() -> None:
    small: Any = np.uint8(1)
    large: Any = np.int64(1)
    power = Power(b"\1", large, small)
    proof = Certificate(small, large, (power,), b"\0")
    assert {type(n) for n in (power.times, power.growth, proof.row, proof.period)} == {int}
    assert Solved(BlockingNim(1, [[]]), proof).outcome(((10**30, 10**30), frozenset())) == "P"


@given(st.sampled_from(range(5, len(NIM) - 1)))
def test_a_text_that_was_cut_off_is_not_read(end: int) -> None:
    with pytest.raises(ValueError):
        Certificate.read(NIM[:end])


def test_there_is_a_letter_for_each_set_of_six_residues() -> None:
    assert len(set(LETTERS)) == 64
    assert letters(bytes(range(64))) == LETTERS


def test_certificates_are_a_few_words() -> None:
    texts = [found.text() for modulus in (1, 2, 3) for _, found in certified(modulus)]
    assert max(map(len, texts)) < 100
