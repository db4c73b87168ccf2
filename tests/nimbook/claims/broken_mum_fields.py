"""Mutations of finite fields and of moves in polynomial MuM, each with claims that detect it."""

from __future__ import annotations

from nimtwist.algebra import BinaryField
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MOVES = "def-6.1 sec-6.4.win sec-6.4.strand"

MUTATIONS = [
    # Mutations of the field arithmetic
    (BinaryField._times, "a ^= self.polynomial", "a ^= self.polynomial ^ 1", "sec-6.5 table-6"),
    (BinaryField._inverse, "factor ^= ", "factor |= ", "table-6 sec-6.4.win sec-6.4.strand"),
    # Mutations of the moves in polynomial MuM
    (ProductGame._smaller, ", heap))", ", heap - 1))", f"{MOVES} sec-6.2 table-6"),
    (ProductGame._smaller, "limit or heap", "limit or 1", "sec-6.2"),
    (
        ProductGame._to_one,
        "self._inverse(self._product(others))",
        "self._product(others)",
        f"{MOVES} sec-6.5",
    ),
]
