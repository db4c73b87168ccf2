"""Each part of a claim is refuted by a control: no sentence of a checker is there in vain."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from types import GeneratorType
from typing import Any

import pytest

from nimbook.claims import LEDGER
from nimbook.ledger import Case

Place = tuple[str, int]
"""Where a checker yields a case: a file, and a line of it."""

# What is no part of the claim, by the claim and words of the sentence: printed numbers, each of
# which is changed in `test_printed`, and the engine beside itself, which is broken in `broken`.
BESIDE = {
    "nimber.cram": ["by search"],
    "nimber.ordinal-mex": ["is not below"],
    "mum.table-5.2": ["the rows are", "reconstructed"],
    "mum.thm-4.1.1": ["by search and in bulk"],
    "podium.ex-algorithm": ["printed is", "in the order", "in bold is", "the moves are"],
}


def places(cases: Iterator[Case]) -> Iterator[tuple[Place, Case]]:
    """Yield each case of a checker with the place at which it, or what it calls, yields it."""
    for case in cases:
        inner: Any = cases
        while isinstance(inner.gi_yieldfrom, GeneratorType):
            inner = inner.gi_yieldfrom
        yield (inner.gi_frame.f_code.co_filename, inner.gi_frame.f_lineno), case


def words(place: Place) -> str:
    """Return what is written from a place on, for a few lines."""
    file, line = place
    return " ".join(linecache.getline(file, line + i).strip() for i in range(4))


@pytest.mark.parametrize("id_", LEDGER)
def test_each_part_is_refuted_by_a_control_or_as_printed(id_: str) -> None:
    """Where one part alone is wrong, the first counterexample is there."""
    claim = LEDGER[id_]
    printed = list(places(claim.checker(**claim.quick)))
    parts = {place for place, _ in printed}
    refuted = {place for place, case in printed if case is not None}
    arguments = {**claim.quick}
    if claim.repair:
        arguments |= claim.repair.arguments
        parts |= {place for place, _ in places(claim.checker(**arguments))}
    for control in claim.controls:
        wrong = places(claim.checker(**{**arguments, **control.arguments}))
        refuted.add(next(place for place, case in wrong if case is not None))
    left = [words(place) for place in sorted(parts - refuted)]
    beside = BESIDE.get(id_, [])
    assert [text for text in left if not any(said in text for said in beside)] == []
    assert all(any(said in text for text in left) for said in beside)
