"""Mutations of the rules that the claims about composite moduli depend on."""

from __future__ import annotations

from nimtwist.games.products import ProductGame

SOURCE = "mum"

ALL = "sec-5 sec-5.1 table-5.2 table-A.2"

MUTATIONS = [
    # Mutations of the rules of MuM
    (ProductGame._smaller, "limit + 1", "limit", ALL),
    (ProductGame._smaller, "1), heap", "1) + 1, heap", ALL),
]
