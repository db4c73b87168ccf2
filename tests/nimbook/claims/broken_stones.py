"""Mutations of the rules of Stones and of nim arithmetic, each with the claims that detect it."""

from __future__ import annotations

from nimbook.claims import stones
from nimtwist import nimber
from nimtwist.games.stones import _as_worded

SOURCE = "stones"

# Claims that are checked by computing the Grundy values of stones by mex
BY_MEX = "grundy ex-14-8 ex-position puzzle nimber.no-game"

MUTATIONS = [
    # Mutations of the rules of Stones
    (_as_worded, "yield others  #", "pass  #", f"rules axes nim lenstra {BY_MEX}"),
    (
        _as_worded,
        "left in range(1, x)), *(",
        "left in range(2, x)), *(",
        f"rules axes nim lenstra {BY_MEX}",
    ),
    # A mutation of the nim-sums defined by mex
    (nimber.sums_by_mex, "{*table[a], ", "{", "nim-sum sum-by-product"),
    # Mutations of the arithmetic
    (nimber.add, "^", "|", "nim-sum f16 sum-by-product"),
    (stones.circle, "order(generator)", "order(generator) - 1", "f16"),
]
