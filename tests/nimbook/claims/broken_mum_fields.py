"""What rests on the field, on the moves in it, and on AES around its inversion."""

from __future__ import annotations

from nimbook import aes
from nimbook.claims.mum_fields import _by_moves
from nimtwist import Oracle
from nimtwist.algebra import BinaryField
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.polymum import PolyMuM
from nimtwist.games.products import ProductGame
from tests.mutations import Mutation

SOURCE = "mum"

MOVES = "def-6.1 sec-6.4.win sec-6.4.strand"

MUTATIONS: list[tuple[Mutation, str]] = [
    # The field.
    (
        Mutation(BinaryField._times, "a ^= self.polynomial", "a ^= self.polynomial ^ 1"),
        "sec-6.5 table-6",
    ),
    (Mutation(BinaryField._times, "product ^= a", "product |= a"), "sec-6.5 table-6"),
    (Mutation(BinaryField._pow, "self._times(b, b)", "b"), "sec-6.5 table-6"),
    (
        Mutation(BinaryField._inverse, "factor ^= ", "factor |= "),
        "table-6 sec-6.4.win sec-6.4.strand",
    ),
    # The moves.
    (
        Mutation(ProductGame._smaller, ", heap))", ", heap - 1))"),
        f"{MOVES} sec-6.2 table-6",
    ),
    (
        Mutation(ProductGame._smaller, "self._most_taken or heap", "self._most_taken or 1"),
        "sec-6.2",
    ),
    (Mutation(PolyMuM._standing_for, "value < heap", "value < heap - 1"), "sec-6.4.strand"),
    (
        Mutation(
            ProductGame._to_one, "self._inverse(self._product(others))", "self._product(others)"
        ),
        f"{MOVES} sec-6.5",
    ),
    (Mutation(PolyMuM.consolidated, "self.product(position)", "max(position)"), "sec-6.4.strand"),
    (Mutation(ProductGame.consolidates, '== "never"', '!= "never"'), MOVES),
    (Mutation(ProductGame._joined, '"own-turn"', '"same-turn"'), MOVES),
    (Mutation(ProductIsOne.outcome, "== 1", "!= 1"), "def-6.1"),
    (Mutation(ProductGame._smaller, "- most + 1", "- most"), "sec-6.2"),
    (Mutation(Oracle.winning_options, '== "P"', '== "N"'), "sec-6.2"),
    # AES.
    (Mutation(_by_moves, "255 - dict", "dict"), "sec-6.5"),
    (Mutation(aes.affine, "range(5)", "range(4)"), "sec-6.5"),
    (Mutation(aes.affine, "0x63", "0x62"), "sec-6.5"),
    (Mutation(aes.rounds, "i + 4 * (i % 4)", "i + 4"), "sec-6.5"),
    (Mutation(aes.rounds, "number < _ROUNDS", "number <= _ROUNDS"), "sec-6.5"),
    (Mutation(aes._mixed, "a ^ b)", "a)"), "sec-6.5"),
    (Mutation(aes.expand_key, "(*word[1:], word[0])", "word"), "sec-6.5"),
    (Mutation(aes.expand_key, "// 4 - 1)", "// 4)"), "sec-6.5"),
]
