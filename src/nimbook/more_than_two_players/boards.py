"""Moore's Nim played: a button for each position that may be left, where these are not too many."""

from __future__ import annotations

from nimbook.play._play import count_options
from nimtwist.games.moore import Moore

__all__: list[str] = []


@count_options.register
def _moore_options(rules: Moore, position: tuple[int, ...]) -> int:
    return rules.count_options(position)
