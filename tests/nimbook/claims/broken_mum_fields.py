"""What rests on the field, on the moves in it, and on AES around its inversion."""

from __future__ import annotations

from nimbook import aes
from nimbook.claims.mum_fields import _by_moves
from nimtwist import Oracle
from nimtwist.algebra import BinaryField
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.polymum import PolyMuM
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MOVES = "def-6.1 sec-6.4.win sec-6.4.strand"

MUTATIONS = [
    # The field.
    (BinaryField._times, "a ^= self.polynomial", "a ^= self.polynomial ^ 1", "sec-6.5 table-6"),
    (BinaryField._times, "product ^= a", "product |= a", "sec-6.5 table-6"),
    (BinaryField._pow, "self._times(b, b)", "b", "sec-6.5 table-6"),
    (BinaryField._inverse, "factor ^= ", "factor |= ", "table-6 sec-6.4.win sec-6.4.strand"),
    # The moves.
    (ProductGame._smaller, ", heap))", ", heap - 1))", f"{MOVES} sec-6.2 table-6"),
    (ProductGame._smaller, "taken or heap", "taken or 1", "sec-6.2"),
    (PolyMuM._standing_for, "value < heap", "value < heap - 1", "sec-6.4.strand"),
    (
        ProductGame._to_one,
        "self._inverse(self._product(others))",
        "self._product(others)",
        f"{MOVES} sec-6.5",
    ),
    (PolyMuM.consolidated, "self.product(position)", "max(position)", "sec-6.4.strand"),
    (ProductGame.consolidates, '== "never"', '!= "never"', MOVES),
    (ProductGame._joined, '"own-turn"', '"same-turn"', MOVES),
    (ProductIsOne.outcome, "== 1", "!= 1", "def-6.1"),
    (ProductGame._smaller, "- most + 1", "- most", "sec-6.2"),
    (Oracle.winning_options, '== "P"', '== "N"', "sec-6.2"),
    # AES.
    (_by_moves, "255 - dict", "dict", "sec-6.5"),
    (aes.affine, "range(5)", "range(4)", "sec-6.5"),
    (aes.affine, "0x63", "0x62", "sec-6.5"),
    (aes.rounds, "i + 4 * (i % 4)", "i + 4", "sec-6.5"),
    (aes.rounds, "number < _ROUNDS", "number <= _ROUNDS", "sec-6.5"),
    (aes._mixed, "a ^ b)", "a)", "sec-6.5"),
    (aes.expand_key, "(*word[1:], word[0])", "word", "sec-6.5"),
    (aes.expand_key, "// 4 - 1)", "// 4)", "sec-6.5"),
]
