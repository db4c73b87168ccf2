"""Each part of a claim is refuted by a control: no sentence of a checker is there in vain."""

from __future__ import annotations

import linecache

import pytest

from nimbook.claims import LEDGER
from tests.verdicts import Place, checked, with_the_ledger

pytestmark = with_the_ledger

# What is no part of the claim, by the claim and words of the sentence: printed numbers, each of
# which is changed in `test_printed`, and the engine beside itself, which is broken in `broken`.
BESIDE = {
    "nimber.cram": ["by search"],
    "nimber.ordinal-mex": ["0 is below"],
    "stones.transfinite": ["of all stones"],
    "mum.table-5.2": ["the rows of the table", "printed {theirs!r}"],
    "mum.thm-4.1.1": ["in bulk"],
    "podium.ex-algorithm": ["a row of", "of the columns", "changed rows", '"the moves"'],
}


def words(place: Place) -> str:
    """Return what is written from a place on, for a few lines."""
    file, line = place
    return " ".join(linecache.getline(file, line + i).strip() for i in range(4))


@pytest.mark.parametrize("id_", LEDGER)
def test_each_part_is_refuted_by_a_control_or_as_printed(id_: str) -> None:
    """Where one part alone is wrong, the first counterexample is there."""
    claim, runs = LEDGER[id_], checked(id_).runs
    stated = runs[: 2 if claim.repair else 1]  # as printed, and repaired
    against = runs[len(stated) :]
    assert len(against) == len(claim.controls)
    parts = set().union(*(run.places for run in stated))
    refuted = {*runs[0].failing, *(next(iter(run.failing)) for run in against)}
    left = [words(place) for place in sorted(parts - refuted)]
    beside = BESIDE.get(id_, [])
    assert [text for text in left if not any(said in text for said in beside)] == []
    assert all(any(said in text for text in left) for said in beside)
