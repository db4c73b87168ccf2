"""The book's ledger of claims, with one module for each source or part of a source.

Each module contains the functions that check its claims. The TOML file with the same name contains
the statements of the claims, the reasons for the verdicts, and the possible readings.
"""

from importlib import import_module
from itertools import chain

from nimbook.ledger import Ledger
from nimbook.sources import SOURCES

__all__ = ["LEDGER", "MODULES", "check"]

_MODULES = (
    *("nim", "twist", "nimber", "stones", "gallery", "mum", "mum_composite", "mum_fields"),
    *("mumbers", "seams", "transfinite", "podium", "podium_games"),
    *("atlas", "atlas_heaps"),
)
_CLAIMS = {name: import_module(f"nimbook.claims.{name}").CLAIMS for name in _MODULES}

MODULES = {claim.id: name for name, claims in _CLAIMS.items() for claim in claims}
"""The name of the module with the checker of each claim, by id."""

LEDGER = Ledger(sorted(chain(*_CLAIMS.values()), key=lambda claim: SOURCES.index(claim.source)))
"""Claims by id, sorted by source and, within a source, in the order of the chapters."""

check = LEDGER.check
