"""The claims on Nim and on what every impartial game is worth."""

from __future__ import annotations

import pytest

from nimbook.claims.nim import CLAIMS
from tests.verdicts import checked, with_the_ledger

IDS = ["twist.lemma-1", "twist.ex-nimsum", "nimber.sprague-grundy", "nimber.nim"]


def test_the_chapter_has_these_claims() -> None:
    assert [claim.id for claim in CLAIMS] == IDS


@with_the_ledger
@pytest.mark.parametrize("id_", IDS)
def test_they_hold_as_printed(id_: str) -> None:
    verdict = checked(id_).verdict
    assert (verdict.verdict, verdict.reading) == ("holds", "as printed")
