"""Mutations of MuM's rules and of its Grundy values, each with the claims that detect it."""

from __future__ import annotations

from nimtwist import grundy_value
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MUTATIONS = [
    # Mutations of the rules of MuM
    (
        ProductGame._smaller,
        "- limit + 1",
        "- limit + 2",
        "def-3.1 prop-3.2 prop-3.3 def-3.4 ex-3.5 sec-3.4 ex-4.4",
    ),
    (
        ProductGame._reduced,
        "each_heap(heaps)",
        "list(each_heap(heaps))[:1]",
        "def-3.1 prop-3.2 prop-3.3 def-3.4 ex-3.5 sec-3.4 table-A.1",
    ),
    # A mutation of the code that computes Grundy values
    (grundy_value, "set(values)", "set(values[1:])", "ex-4.4 table-A.1"),
]
