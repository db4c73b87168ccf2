"""The book's ledger of claims, with one module for each source or part of a source.

Each module contains the functions that check its claims. The TOML file with the same name contains
the statements of the claims, the reasons for the verdicts, and the possible readings.
"""

from importlib import import_module

from nimbook.ledger import Ledger
from nimbook.sources import SOURCES

__all__ = ["LEDGER", "check"]

_MODULES = (
    *("nim", "twist", "nimber", "stones", "gallery", "mum", "mum_composite", "mum_fields"),
    *("mumbers", "seams", "transfinite", "podium", "podium_games"),
    *("atlas", "atlas_heaps"),
)
_CLAIMS = [claim for name in _MODULES for claim in import_module(f"nimbook.claims.{name}").CLAIMS]

LEDGER = Ledger(sorted(_CLAIMS, key=lambda claim: SOURCES.index(claim.source)))
"""Claims by id, sorted by source and, within a source, in the order of the chapters."""

check = LEDGER.check
