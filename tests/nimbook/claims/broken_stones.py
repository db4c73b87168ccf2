"""What rests on the rules of Stones, on the search, and on the arithmetic beside them."""

from __future__ import annotations

from nimbook.claims import stones
from nimtwist import nimber
from nimtwist.games.stones import _as_worded

SOURCE = "stones"

# What is worked out by mex, stone by stone.
BY_MEX = "grundy ex-14-8 ex-position puzzle nimber.no-game"

MUTATIONS = [
    # The rules.
    (_as_worded, "yield others  #", "pass  #", f"rules axes nim lenstra {BY_MEX}"),
    (
        _as_worded,
        "left in range(1, x)), *(",
        "left in range(2, x)), *(",
        f"rules axes nim lenstra {BY_MEX}",
    ),
    # The search.
    (nimber.sums_by_mex, "{*table[a], ", "{", "nim-sum sum-by-product"),
    # The arithmetic.
    (nimber.add, "^", "|", "nim-sum f16 sum-by-product"),
    (stones.circle, "order(generator)", "order(generator) - 1", "f16"),
]
