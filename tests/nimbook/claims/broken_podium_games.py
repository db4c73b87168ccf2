"""What the step past the podium paper rests on: ranks, other games' moves, and theories of both."""

from __future__ import annotations

from nimbook.claims.podium_games import NumberedGames, StackedStones
from nimtwist import Rank, grundy_value
from nimtwist.games import BlockingNim, Moore
from nimtwist.games.moore import MooreTheory
from nimtwist.games.stones import _as_worded
from nimtwist.podium import rank
from tests.mutations import Mutation

SOURCE = "podium"

MUTATIONS: list[tuple[Mutation, str]] = [
    (Mutation(Rank.__call__, "default=self.players - 1", "default=0"), "moore twist stones sums"),
    (Mutation(Rank.__call__, "+ 1) % self.players", "+ 1) % 2"), "moore twist stones sums"),
    (Mutation(grundy_value, "set(values)", "set(values) - {1}"), "sums"),
    (Mutation(Moore.options, "min(self.k, len(heaps)) + 1", "2"), "moore"),
    (Mutation(MooreTheory.outcome, "rules.k + 1", "rules.k + 2"), "moore"),
    (Mutation(rank, "len(ordered) < players", "len(ordered) <= players"), "moore twist"),
    (Mutation(BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken"), "twist"),
    (Mutation(_as_worded, "others - {spot}", "others"), "stones"),
    (Mutation(StackedStones.options, "(left, y), (x, low), (left, low)", "(left, low),"), "stones"),
    (Mutation(NumberedGames.options, "number >> option & 1", "number >> option"), "sums"),
]
