"""What the step past the podium paper rests on: ranks, other games' moves, and theories of both."""

from __future__ import annotations

from nimbook.claims.podium_games import NumberedGames, StackedStones
from nimtwist import Rank, grundy_value
from nimtwist.games import BlockingNim, Moore
from nimtwist.games.moore import MooreTheory
from nimtwist.games.stones import _as_worded
from nimtwist.podium import rank

SOURCE = "podium"

MUTATIONS = [
    (Rank.__call__, "default=self.players - 1", "default=0", "moore twist stones sums"),
    (Rank.__call__, "+ 1) % self.players", "+ 1) % 2", "moore twist stones sums"),
    (grundy_value, "set(values)", "set(values) - {1}", "sums"),
    (Moore.options, "min(self.k, len(heaps)) + 1", "2", "moore"),
    (MooreTheory.outcome, "rules.k + 1", "rules.k + 2", "moore"),
    (rank, "len(ordered) < players", "len(ordered) <= players", "moore twist"),
    (BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken", "twist"),
    (_as_worded, "others - {spot}", "others", "stones"),
    (StackedStones.options, "(left, y), (x, low), (left, low)", "(left, low),", "stones"),
    (NumberedGames.options, "number >> option & 1", "number >> option", "sums"),
]
