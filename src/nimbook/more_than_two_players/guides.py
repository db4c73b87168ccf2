"""How many moves there are in Moore's Nim."""

from __future__ import annotations

from nimbook.match import Guide, guide
from nimtwist.games.moore import Moore


class _MooreGuide(Guide[tuple[int, ...]]):
    rules: Moore

    def count_options(self, position: tuple[int, ...]) -> int:
        return self.rules.count_options(position)


guide.register(Moore, _MooreGuide)
