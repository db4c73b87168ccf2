"""How the game of stones is played by theory."""

from __future__ import annotations

from nimbook.match import Guide, Oracle, guide
from nimtwist.game import Outcome
from nimtwist.games.stones import Stones, StonesPosition, stones_value, winning_moves


class _ByProducts:
    """Knows the values by arithmetic (stones.grundy): the whole game is too large to search."""

    def outcome(self, position: StonesPosition, /) -> Outcome:
        return "N" if stones_value(position) else "P"

    def winning_options(self, position: StonesPosition, /) -> list[StonesPosition]:
        return [Stones().after(position, *move) for move in winning_moves(position)]


class _StonesGuide(Guide[StonesPosition]):
    def oracle(self, position: StonesPosition) -> Oracle[StonesPosition]:
        return _ByProducts()

    def count_options(self, position: StonesPosition) -> int:
        self.show(position)  # refuses what is no position
        return sum(x * y for x, y in position)


guide.register(Stones, _StonesGuide)
