"""How many moves there are in blocking Nim."""

from __future__ import annotations

from nimbook.match import Guide, guide
from nimtwist.games.blocking import BlockingNim, BlockingPosition


class _BlockingGuide(Guide[BlockingPosition]):
    rules: BlockingNim

    def count_options(self, position: BlockingPosition) -> int:
        self.show(position)  # refuses what is no position
        piles, forbidden = set(position[0]), position[1]
        blocked = sum((pile - r) // self.rules.modulus + 1 for pile in piles for r in forbidden)
        return (sum(piles) - blocked) * len(self.rules.family)


guide.register(BlockingNim, _BlockingGuide)
