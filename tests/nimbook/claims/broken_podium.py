"""What rests on the podium rule played out, on ranks, on sums without carry, on the algorithm."""

from __future__ import annotations

from nimtwist import MultiMove, Rank
from nimtwist.games import Nim
from nimtwist.podium import (
    PodiumSolver,
    Standings,
    _can_lower,
    _lower,
    _rank,
    _sums,
    _top_down,
    delta,
    is_zero,
    rank,
    reduction,
)

SOURCE = "podium"

MUTATIONS = [
    # The rule, played out.
    (
        Standings.__call__,
        "range(self.players, 0, -1)",
        "range(1, self.players + 1)",
        "kingmaker def-2.1 def-2.3",
    ),
    (Standings.__call__, "<= bad", ">= bad", "kingmaker def-2.1 def-2.3"),
    (Standings.__call__, "worst[:i] + ", "", "kingmaker thm-2.2"),
    (
        Standings.__call__,
        "*standing[:-1])",
        "*standing[-2::-1])",
        "kingmaker def-2.1 thm-2.2 def-2.3",
    ),
    (PodiumSolver.winners, "index(1)", "index(2)", "kingmaker"),
    (
        Rank.__call__,
        "+ 1) % self.players",
        "+ 2) % self.players",
        "def-2.3 lemma-2.4 thm-2.5 thm-3.2 why-2",
    ),
    (MultiMove.options, "moves < self.most", "moves <= self.most", "lemma-2.4 thm-2.5"),
    (MultiMove.options, "reached.update", "reached.copy().update", "lemma-2.4 thm-2.5"),
    (Nim.options, "range(1, heap)", "range(1, heap % 3)", "thm-3.2"),
    # Sums without carry.
    (delta, "bit_length()", "bit_length() + 1", "def-3.1"),
    (_sums, "% players", "% (players + 1)", "def-2.3 def-3.1 ex-algorithm"),
    (is_zero, "not any(", "not all(", "def-3.1 thm-3.2 ex-algorithm"),
    # The algorithm.
    (reduction, "| (place - 1)", "| (place >> 1)", "ex-algorithm"),
    (reduction, "modified |= changed", "modified &= changed", "ex-algorithm"),
    (reduction, "modified |= changed", "modified = changed", "ex-algorithm"),
    (reduction, "passed = {0}\n", "passed = {0, 1}\n", "ex-algorithm"),
    (_top_down, "rows[:count]", "rows[-count:]", "ex-algorithm"),
    # Ranks of Nim.
    (_rank, "range(1, players - 1)", "range(1, players - 2)", "def-2.3"),
    (rank, "< players", "<= players", "def-2.3"),
    (_lower, "raised <= len(lowered)", "raised < len(lowered)", "def-2.3"),
    (_lower, "- len(others)) %", "+ len(others)) %", "def-2.3"),
    (_can_lower, "players, most)}", "players, 0)}", "def-2.3"),
]
