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
from tests.mutations import Mutation

SOURCE = "podium"

MUTATIONS: list[tuple[Mutation, str]] = [
    # The rule, played out.
    (
        Mutation(Standings.__call__, "range(self.players, 0, -1)", "range(1, self.players + 1)"),
        "kingmaker def-2.1 def-2.3",
    ),
    (Mutation(Standings.__call__, "<= bad", ">= bad"), "kingmaker def-2.1 def-2.3"),
    (Mutation(Standings.__call__, "worst[:i] + ", ""), "kingmaker thm-2.2"),
    (
        Mutation(Standings.__call__, "*standing[:-1])", "*standing[-2::-1])"),
        "kingmaker def-2.1 thm-2.2 def-2.3",
    ),
    (Mutation(PodiumSolver.winners, "index(1)", "index(2)"), "kingmaker"),
    (
        Mutation(Rank.__call__, "+ 1) % self.players", "+ 2) % self.players"),
        "def-2.3 lemma-2.4 thm-2.5 thm-3.2 why-2",
    ),
    (Mutation(MultiMove.options, "moves < self.most", "moves <= self.most"), "lemma-2.4 thm-2.5"),
    (Mutation(MultiMove.options, "reached.update", "reached.copy().update"), "lemma-2.4 thm-2.5"),
    (Mutation(Nim.options, "range(1, heap)", "range(1, heap % 3)"), "thm-3.2"),
    # Sums without carry.
    (Mutation(delta, "bit_length()", "bit_length() + 1"), "def-3.1"),
    (Mutation(_sums, "% players", "% (players + 1)"), "def-2.3 def-3.1 ex-algorithm"),
    (Mutation(is_zero, "not any(", "not all("), "def-3.1 thm-3.2 ex-algorithm"),
    # The algorithm.
    (Mutation(reduction, "| (place - 1)", "| (place >> 1)"), "ex-algorithm"),
    (Mutation(reduction, "modified |= changed", "modified &= changed"), "ex-algorithm"),
    (Mutation(reduction, "modified |= changed", "modified = changed"), "ex-algorithm"),
    (Mutation(reduction, "passed = {0}\n", "passed = {0, 1}\n"), "ex-algorithm"),
    (Mutation(_top_down, "rows[:count]", "rows[-count:]"), "ex-algorithm"),
    # Ranks of Nim.
    (Mutation(_rank, "range(1, players - 1)", "range(1, players - 2)"), "def-2.3"),
    (Mutation(rank, "< players", "<= players"), "def-2.3"),
    (Mutation(_lower, "raised <= len(lowered)", "raised < len(lowered)"), "def-2.3"),
    (Mutation(_lower, "- len(others)) %", "+ len(others)) %"), "def-2.3"),
    (Mutation(_can_lower, "players, most)}", "players, 0)}"), "def-2.3"),
]
