"""Certificates as text: what is read is what was written, and nothing else is read."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimtwist.atlas
from nimtwist.atlas.certificate import LETTERS, Certificate, Power, letters
from tests.bad_input import Call, Sentence
from tests.nimtwist.atlas.certificates import certified

NIM = '{"row":1,"period":1,"word":[["1",1,1]],"tail":"0"}'
SCHEMA = json.loads((files(nimtwist.atlas) / "certificate.schema.json").read_text("utf8"))

CALLS: dict[str, Call] = {
    "Certificate.read": (Certificate.read, (NIM,)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Certificate.read("{"),
        "a certificate is a JSON object with row, period, word and tail, not '{'",
    ),
    (
        lambda: Certificate.read(NIM.replace('"row":1', '"row":-1')),
        "the row of a certificate must be a whole number, from 0 to 32768, not -1",
    ),
    (
        lambda: Certificate.read(NIM.replace('"period":1', '"period":0')),
        "the period of a certificate must be a whole number, from 1 to 32768, not 0",
    ),
    (
        lambda: Certificate.read(NIM.replace("[[", "[").replace("]]", "]")),
        "a piece of a certificate's word is a text, or a list of a block, how often it comes, and "
        "its growth; not 1",
    ),
    (
        lambda: Certificate.read(NIM.replace('["1",', '["?",')),
        f"states are a text of the characters {LETTERS}, not '?'",
    ),
    (
        lambda: Certificate.read(NIM.replace('"0"', '""')),
        "the tail of a certificate must not be empty",
    ),
    (
        lambda: Certificate.read(NIM.replace('["1",', '["",')),
        "a block of a certificate must not be empty",
    ),
]

states = st.binary(max_size=5).map(lambda text: bytes(letter % 64 for letter in text))
blocks = states.filter(bool)
counts = st.integers(0, 10**9)
rows = st.integers(0, 2**15 - 1)
pieces = st.one_of(states, st.builds(Power, blocks, counts, counts))
certificates = st.builds(
    Certificate, rows, rows.map(lambda n: n + 1), st.lists(pieces).map(tuple), blocks
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
