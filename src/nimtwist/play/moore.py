"""Moore's Nim played: a button for each position that may be left, where these are not too many."""

from __future__ import annotations

from nimtwist.games.moore import Moore
from nimtwist.play._play import count_options

__all__: list[str] = []


@count_options.register
def _moore_options(rules: Moore, position: tuple[int, ...]) -> int:
    rules.show(position)  # refuses what is no position
    ways = [1]  # of lowering 0, 1, 2, … of the heaps so far
    for heap in position:
        lowered = [0, *(count * heap for count in ways)]
        ways = [a + b for a, b in zip([*ways, 0], lowered, strict=True)][: rules.k + 1]
    return sum(ways) - 1
