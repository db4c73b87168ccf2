"""The book's ledger of claims, with one module for each source or part of a source.

The modules contain the functions that check the claims. The statements of the claims, the reasons
and the readings are in a TOML file that has the same name as the module.
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
