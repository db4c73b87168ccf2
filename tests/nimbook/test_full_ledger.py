"""The full check of the ledger that is kept in the book is one of the claims as they stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nimbook.claims import LEDGER
from tests.verdicts import checked, with_the_ledger
from tools.full_ledger import PATH, kept

KEPT: dict[str, dict[str, Any]] = {
    entry["id"]: entry for entry in json.loads(PATH.read_text("utf8"))
}
AGAIN = "run `make full-ledger`"


def test_it_has_all_claims_in_order() -> None:
    assert [*KEPT] == [*LEDGER], AGAIN


@with_the_ledger
@pytest.mark.parametrize("id_", LEDGER)
def test_what_is_kept_fits_the_claim(id_: str) -> None:
    claim, entry = LEDGER[id_], KEPT[id_]
    assert entry["statement"] == claim.statement, AGAIN
    assert entry["range"] == claim.range_(claim.full), AGAIN
    quick = checked(id_).verdict
    assert entry["verdict"] == quick.verdict, AGAIN
    assert entry["cases"] >= quick.printed.cases and entry["proofs"] >= quick.printed.proofs


@pytest.mark.full
@pytest.mark.parametrize("id_", LEDGER)
def test_it_is_so(id_: str) -> None:
    assert kept(LEDGER.check(id_, "full").as_json()) == KEPT[id_], AGAIN
