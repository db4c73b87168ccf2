"""Mutations of the podium rule, ranks and sums without carry, each with claims that detect it."""

from __future__ import annotations

from nimtwist import MultiMove, Rank
from nimtwist.podium import (
    Standings,
    _sums,
    delta,
    is_zero,
)

SOURCE = "podium"

MUTATIONS = [
    # Mutations of the podium rule and of ranks
    (
        Standings.__call__,
        "range(self.players, 0, -1)",
        "range(1, self.players + 1)",
        "kingmaker def-2.1 def-2.3",
    ),
    (Standings.__call__, "worst[:i] + ", "", "kingmaker thm-2.2"),
    (
        Standings.__call__,
        "*standing[:-1])",
        "*standing[-2::-1])",
        "kingmaker def-2.1 thm-2.2 def-2.3",
    ),
    (
        Rank.__call__,
        "+ 1) % self.players",
        "+ 2) % self.players",
        "def-2.3 lemma-2.4 thm-2.5 thm-3.2 why-2",
    ),
    (MultiMove.options, "range(self.most)", "range(self.most + 1)", "lemma-2.4 thm-2.5"),
    # Mutations of sums without carry
    (delta, "bit_length()", "bit_length() + 1", "def-3.1"),
    (_sums, "% players", "% (players + 1)", "def-2.3 def-3.1 ex-algorithm"),
    (is_zero, "not any(", "not all(", "def-3.1 thm-3.2 ex-algorithm"),
]
