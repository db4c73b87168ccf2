"""Nim-sums from afar."""

from __future__ import annotations

from nimbook.figures import Picture, pair_map
from nimtwist.games.nim import nim_sum


def nim_sum_map(size: int) -> Picture:
    """Return the nim-sums of all pairs of numbers below `size`, as shades."""
    return pair_map(
        size,
        lambda i, j: nim_sum((i, j)),
        "nim-sum",
        "heap",
        "Squares within squares: each square of side 2, 4, 8, … is cut into four, of which those "
        "on the diagonal are alike, and dark, and the other two are alike, and lighter.",
    )
