"""Tests of the sequences of known games: their published terms, and recognition."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nimbook.study.sequences import SEQUENCES, GameSequence, recognise
from nimtwist import Octal

OEIS = json.loads(Path(__file__).with_name("oeis.json").read_text("utf8"))["sequences"]
BY_NUMBER = {entry.number: entry for entry in SEQUENCES}


def terms(number: str, size: int) -> list[int]:
    return BY_NUMBER[number].terms(size)


def test_terms_are_those_of_the_oeis() -> None:
    assert len(BY_NUMBER) == len(SEQUENCES) and BY_NUMBER.keys() == OEIS.keys()
    for number, (offset, published) in OEIS.items():
        # Our terms may begin later, as in the case of the Fibonacci numbers 0, 1, 1, 2, 3, …
        expected = published[BY_NUMBER[number].offset - offset :]
        assert len(expected) >= 34 and terms(number, len(expected)) == expected, number


entries = st.sampled_from(SEQUENCES)


@settings(max_examples=60)
@given(entries, st.integers(-5, 3), st.integers(8, 60))
def test_shifted_sequences_are_recognised(entry: GameSequence, shift: int, size: int) -> None:
    known = entry.terms(43)
    values = [0] * -shift + known[max(shift, 0) :][:size]
    assume(len(set(values[max(-shift, 0) :])) > 1)
    matches = {match.sequence: match for match in recognise(values)}
    match = matches[entry]
    # The shift can be smaller if the sequence has a period, or begins with zeros.
    assert abs(match.shift - entry.offset) <= abs(shift)
    assert match.terms == min(len(values) - max(entry.offset - match.shift, 0), 40)
    for n, value in enumerate(values[:40]):
        index = n + match.shift - entry.offset
        assert value == (known[index] if index >= 0 else 0)


@settings(max_examples=60)
@given(entries, st.integers(-5, 3), st.integers(7, 30), st.integers(1, 3))
def test_altered_sequences_are_not_recognised(
    entry: GameSequence, shift: int, place: int, change: int
) -> None:
    values = [0] * -shift + entry.terms(34)[max(shift, 0) :]
    assert entry in [match.sequence for match in recognise(values)]
    values[place] += change
    assert entry not in [match.sequence for match in recognise(values)]


def test_matches_are_sorted_by_their_shift() -> None:
    found = recognise([0, 1, 2, 3] * 2)
    assert [match.sequence.number for match in found] == ["A010873", "A014588"]
    shifts = [abs(match.shift) for match in recognise([0, 0, 0, 1, 1, 2, 2, 0, 3, 1, 1, 2, 2])]
    assert shifts == sorted(shifts)


def test_other_sequences_are_not_recognised() -> None:
    assert recognise([n * n + 5 for n in range(50)]) == []
    for values in ([0] * 50, [1] * 50, [0, 1, 2, 3, 1, 4, 3], [0] * 6 + [1] * 30, []):
        assert recognise(values) == []


def test_only_zeros_may_precede_the_first_term() -> None:
    kayles = Octal("0.77").grundy_values(30)
    assert "A002186" in [match.sequence.number for match in recognise([0, *kayles])]
    assert not recognise([5, *kayles])
