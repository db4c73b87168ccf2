"""The claims of "Many-player Nim with the podium rule": ranks, partitions and Li's theorem."""

from __future__ import annotations

from nimtwist.claims.ledger import Source

__all__ = ["PODIUM"]

PODIUM = Source("podium", "Many-player Nim with the podium rule")
