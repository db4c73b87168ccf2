"""The claims of the note on nimbers, for the games there are."""

from __future__ import annotations

import pytest

from nimtwist.claims import LEDGER, check


def test_the_ledger_has_the_claims_of_the_note_for_the_games_there_are() -> None:
    ids = [id_ for id_, claim in LEDGER.items() if claim.checker.__module__.endswith(".gallery")]
    assert sorted(ids) == ["nimber.nim", "nimber.sprague-grundy"]


@pytest.mark.parametrize("id_", ["nimber.nim", "nimber.sprague-grundy"])
def test_they_hold_as_printed(id_: str) -> None:
    verdict = check(id_)
    assert (verdict.verdict, verdict.reading) == ("holds", "as printed")
