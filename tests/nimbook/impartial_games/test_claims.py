"""The claims on Nim and on what every impartial game is worth."""

from __future__ import annotations

import pytest

from nimbook.claims import check
from nimbook.impartial_games.claims import CLAIMS

IDS = ["twist.lemma-1", "twist.ex-nimsum", "nimber.sprague-grundy", "nimber.nim"]


def test_the_chapter_has_these_claims() -> None:
    assert [claim.id for claim in CLAIMS] == IDS


@pytest.mark.parametrize("id_", IDS)
def test_they_hold_as_printed(id_: str) -> None:
    verdict = check(id_)
    assert (verdict.verdict, verdict.reading) == ("holds", "as printed")
