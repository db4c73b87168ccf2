"""Stranded pairs of heaps from afar."""

from __future__ import annotations

from nimbook.figures import Picture, flag_map
from nimtwist.algebra import polynomial_text
from nimtwist.games.polymum import PolyMuM


def stranded_map(polynomial: int) -> Picture:
    """Return all pairs of heaps of Polynomial MuM from afar: a square for each stranded pair.

    (mum.sec-6.4.win)
    """
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    target = {heap: rules.inv(heap) for heap in heaps}  # beside a heap, the other must become this
    marked = [[a < target[b] and b < target[a] for b in heaps] for a in heaps]
    name = polynomial_text(rules.polynomial)
    share = sum(map(sum, marked)) / len(heaps) ** 2
    return flag_map(
        {"": marked},
        f"Stranded pairs of heaps modulo {name}",
        f"Dots mark {share:.0%} of all pairs: nearly all where both heaps are small, bars along "
        "the top and the left, and ever fewer towards the lower right.",
        start=1,
    )
