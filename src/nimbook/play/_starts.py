"""Starting positions of product games, as readers type them."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations_with_replacement

from nimbook.engine import oracle
from nimtwist.games.products import Heaps, ProductGame

__all__ = ["heaps_typed", "read_start"]


def read_start(rules: ProductGame, text: str) -> Heaps:
    """Return the heaps in a text; without any, two small heaps from which the next player wins.

    >>> from nimtwist import MuM
    >>> read_start(MuM(5), "8, 7"), read_start(MuM(5), ""), read_start(MuM(2), "")
    ((7, 8), (2, 2), (1, 1))
    """
    if text.strip():
        return rules.read(text)
    for heaps in combinations_with_replacement(range(2, 30), 2):
        with suppress(ValueError):  # no heaps of this game
            if oracle(rules, rules.canonical(heaps)).outcome(heaps) == "N":
                return heaps
    return 1, 1


def heaps_typed(position: Heaps) -> dict[str, str]:
    """Return heaps as a reader types them.

    >>> heaps_typed((3, 8))
    {'heaps': '8, 3'}
    """
    return {"heaps": ", ".join(map(str, reversed(position)))}
