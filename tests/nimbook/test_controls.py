"""Tests that every part of every claim fails in some control, so that no check is vacuous."""

from __future__ import annotations

import linecache

import pytest

from nimbook.claims import LEDGER
from tests.lib.verdicts import Place, checked, with_the_ledger

pytestmark = with_the_ledger

# Checks that are not part of a claim, given as substrings of their source code. `test_printed`
# covers the printed numbers, and `test_mutations` covers cross-checks of the engine.
EXEMPT = {
    "nimber.cram": ["by search"],
    "nimber.ordinal-mex": ["0 is below"],
    "stones.transfinite": ["of all stones"],
    "mum.table-5.2": ["the rows of the table", "printed {theirs!r}"],
    "mum.thm-4.1.1": ["in bulk"],
    "podium.ex-algorithm": ["a row of", "of the columns", "changed rows", '"the moves"'],
}


def source(place: Place) -> str:
    """Return four lines of source code, starting at the given place."""
    file, line = place
    return " ".join(linecache.getline(file, line + i).strip() for i in range(4))


@pytest.mark.parametrize("id_", LEDGER)
def test_each_part_fails_in_a_control_or_as_printed(id_: str) -> None:
    """Each part must be the first to fail in some control, or must fail in the claim as printed."""
    claim, runs = LEDGER[id_], checked(id_).runs
    stated = runs[: 2 if claim.repair else 1]  # the claim as printed, and any repair
    controls = runs[len(stated) :]
    assert len(controls) == len(claim.controls)
    parts = set().union(*(run.places for run in stated))
    refuted = {*runs[0].failing, *(next(iter(run.failing)) for run in controls)}
    unrefuted = [source(place) for place in sorted(parts - refuted)]
    exempt = EXEMPT.get(id_, [])
    assert [text for text in unrefuted if not any(part in text for part in exempt)] == []
    assert all(any(part in text for text in unrefuted) for part in exempt)
