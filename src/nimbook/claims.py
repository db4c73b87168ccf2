"""The ledger of the book: the claims that the chapters enter, by source."""

from __future__ import annotations

from importlib import import_module

from nimbook import CHAPTERS
from nimbook.ledger import Claims, Ledger
from nimbook.sources import SOURCES

__all__ = ["CHAPTERS", "LEDGER", "check"]


def _entered(chapter: str) -> Claims:
    claims: Claims = import_module(f"nimbook.{chapter}.claims").CLAIMS
    return claims


_CLAIMS = [claim for chapter in CHAPTERS for claim in _entered(chapter)]

LEDGER = Ledger(sorted(_CLAIMS, key=lambda claim: SOURCES.index(claim.source)))
"""The claims by id: by source, and those of one source as the chapters have them."""

check = LEDGER.check
