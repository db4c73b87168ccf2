"""Moore's Nim played: a button for each position that may be left, where these are not too many."""

from __future__ import annotations

from nimbook.match import Guide, guide
from nimtwist.games.moore import Moore

__all__: list[str] = []


class _MooreGuide(Guide[tuple[int, ...]]):
    rules: Moore

    def count_options(self, position: tuple[int, ...]) -> int:
        return self.rules.count_options(position)


guide.register(Moore, _MooreGuide)
