"""Mutations of the rules of Nim and of nim-sums, each with the claims that detect it."""

from __future__ import annotations

from nimbook.claims import nim as claims
from nimtwist.games import Nim

SOURCE = "nimber"
VALUES = "nimber.nim nimber.sprague-grundy"

MUTATIONS = [
    (Nim.options, "range(1, heap)", "range(1, heap - 1)", VALUES),
    (claims.sum_by_columns, "n >> place", "n", "twist.lemma-1 twist.ex-nimsum"),
]
