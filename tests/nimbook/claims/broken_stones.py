"""What rests on the rules of Stones, on the search, and on the arithmetic beside them."""

from __future__ import annotations

from nimbook.claims import stones
from nimbook.claims.nim import sum_by_columns
from nimtwist import SumSolver, grundy_value, nimber
from nimtwist.games import Nim, Stones
from nimtwist.games.nim import nim_sum
from nimtwist.games.stones import Products, TurningCorners, _as_worded, _turn, off_axes

SOURCE = "stones"

# What is worked out by mex, stone by stone.
BY_MEX = "grundy ex-14-8 ex-position puzzle nimber.no-game"

MUTATIONS = [
    # The rules.
    (_as_worded, "yield others  #", "pass  #", f"rules axes nim lenstra {BY_MEX}"),
    (_as_worded, "spot in others else", "spot in () else", "rules axes nim lenstra"),
    (
        _as_worded,
        "left in range(1, x)), *(",
        "left in range(2, x)), *(",
        f"rules axes nim lenstra {BY_MEX}",
    ),
    (
        _as_worded,
        "low in range(1, y))]",
        "low in range(1, y - 1))]",
        f"rules axes nim lenstra {BY_MEX}",
    ),
    (_as_worded, "product(range(1, x), ", "product(range(2, x), ", f"rules axes lenstra {BY_MEX}"),
    (_as_worded, "| (corners - others)", "| corners", "axes lenstra"),
    (_turn, "(left, low)}", "}", "axes lenstra ex-position"),
    (
        TurningCorners.options,
        "product(range(x), range(y))",
        "product(range(x), [0])",
        "axes lenstra",
    ),
    (off_axes, "if 0 not in stone", "", "axes ex-position"),
    (Stones.after, "off_axes(_turn(position, stone, corner))", "position", "axes"),
    (Nim.options, "range(1, heap)", "range(1, heap - 1)", "nim"),
    # The search.
    (grundy_value, "set(values)", "set(values), 1", "grundy"),
    (SumSolver._value, "_mex(values)", "len(values)", BY_MEX),
    (nimber.sums_by_mex, "{*table[a], ", "{", "nim-sum sum-by-product"),
    # The arithmetic.
    (nim_sum, "reduce(xor,", "reduce(max,", "nim-sum grundy ex-position puzzle"),
    (nimber.add, "^", "|", "nim-sum f16 sum-by-product"),
    (
        nimber.mul,
        "_nimber(a)",
        "_nimber(a ^ a // 2)",
        "grundy sum-by-product ex-14-8 ex-position nimber.no-game",
    ),
    (nimber.inv, "_inv(a,", "_inv(a ^ a // 2,", "sum-by-product ex-position"),
    (stones.circle, "order(generator)", "order(generator) - 1", "f16"),
    (sum_by_columns, "n >> place", "n", "nim-sum"),
    (Products.grundy, "mul(x, y)", "x * y", "grundy ex-position"),
    (Products.winning_moves, "other < long", "other < long - 1", "ex-position"),
]
