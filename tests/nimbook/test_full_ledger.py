"""Tests that the saved results of the full check are up to date."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nimbook.claims import LEDGER
from tests.lib.verdicts import checked, with_the_ledger
from tools.full_ledger import PATH, select_fields

SAVED: dict[str, dict[str, Any]] = {
    entry["id"]: entry for entry in json.loads(PATH.read_text("utf8"))
}
OUTDATED = "run `make full-ledger`"


def test_all_claims_are_saved_in_order() -> None:
    assert [*SAVED] == [*LEDGER], OUTDATED


@with_the_ledger
@pytest.mark.parametrize("id_", LEDGER)
def test_saved_results_match_the_claims(id_: str) -> None:
    claim, entry = LEDGER[id_], SAVED[id_]
    assert entry["statement"] == claim.statement, OUTDATED
    assert entry["range"] == claim.range_(claim.full), OUTDATED
    quick = checked(id_).verdict
    assert entry["verdict"] == quick.verdict, OUTDATED
    assert entry["cases"] >= quick.printed.cases and entry["proofs"] >= quick.printed.proofs


@pytest.mark.full
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("id_", LEDGER)
def test_full_check_gives_the_saved_results(id_: str) -> None:
    assert select_fields(LEDGER.check(id_, "full").as_json()) == SAVED[id_], OUTDATED
