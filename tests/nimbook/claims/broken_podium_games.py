"""Mutations of the code that computes ranks, each with the claims that detect it."""

from __future__ import annotations

from nimtwist import Rank

SOURCE = "podium"

MUTATIONS = [
    (Rank.__call__, "default=self.players - 1", "default=0", "moore twist stones sums"),
    (Rank.__call__, "+ 1) % self.players", "+ 1) % 2", "moore twist stones sums"),
]
