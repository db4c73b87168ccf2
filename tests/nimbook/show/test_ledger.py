"""Tests for the conversion of the ledger to a DataFrame."""

from __future__ import annotations

from nimbook.show.ledger import ledger_table
from tests.lib.verdicts import checked, with_the_ledger

pytestmark = with_the_ledger


def test_each_claim_is_a_row_with_its_repair() -> None:
    holds, refuted = (checked(id_).verdict for id_ in ("twist.lemma-1", "stones.sum-by-product"))
    table = ledger_table([holds, refuted])
    assert table.equals(ledger_table([holds.as_json(), refuted.as_json()]))
    assert table["verdict"].to_dict() == {holds.claim.id: "holds", refuted.claim.id: "refuted"}
    row = table.loc[refuted.claim.id]
    assert refuted.repaired and row["repaired"] == refuted.repaired.statement
    assert row["repaired_cases"] == refuted.repaired.cases
    assert row["counterexample"] == refuted.printed.counterexample
