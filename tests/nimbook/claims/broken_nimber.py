"""What rests on nim arithmetic, and on the tables filled by mex that it is held against."""

from __future__ import annotations

from nimbook.claims import nimber as claims
from nimtwist.algebra import BinaryField, nimber

SOURCE = "nimber"

# What is compared with tables of products, and with tables of sums.
PRODUCTS = "mul inverse field fermat table-mul table-pow2"
SUMS = "add add-laws table-add"

MUTATIONS = [
    # The definitions.
    (nimber._filled, "mex(excluded(table, a, b))", "len(excluded(table, a, b))", SUMS),
    (nimber.sums_by_mex, "*table[a],", "*table[a][:1],", SUMS),
    (nimber.products_by_mex, "row[b] ^ left ^ corner", "row[b] ^ left", PRODUCTS),
    (nimber.products_by_mex, "table[:a]", "table[1:a]", PRODUCTS),
    (claims.inverse_steps, "plus(1, mul", "max(1, mul", "inverse"),
    (claims.inverse_steps, "range(1, a)", "range(1, a - 1)", "inverse"),
    (claims.inverse_steps, "smaller ^ a,", "smaller,", "inverse"),
    # The arithmetic.
    (nimber.add, "^", "|", "add table-add"),
    (nimber._mul, "cross ^ low", "cross", "mul"),
    (nimber._mul, "a1 ^ a0", "a1", "mul"),
    (nimber._mul, "low ^ _mul(_mul", "_mul(_mul", "mul"),
    (nimber._mul, "1 << half - 1", "1 << half", "mul fermat table-mul table-pow2"),
    (nimber._logarithms, "[2 * units]", "[units]", "mul inverse table-mul"),
    (nimber._inv, "- base.log[a]", "- 1", "inverse"),
    (nimber._sqrt, "exponent % 2 * _units", "_units", "field"),
    (nimber.pow, "% _units", "% 2 * _units", "mul"),
    (nimber.roots, "not value(x)", "value(x)", "cubic"),
    (nimber.roots, 'digit == "1"', 'digit == "0"', "cubic"),
    # What the checkers find out by themselves.
    (claims._powers, "products[powers[-1]][a]", "products[a][a]", "field table-mul"),
    (BinaryField._times, "a ^= self.polynomial", "a ^= top", "cubic"),
    (claims.digit_matrix, "value >> place", "value >> 0", "table-add"),
    (claims.walsh_columns, "i & j", "i | j", "table-mul"),
    (claims.agreeing, "term(*place)", "place", "table-add table-pow2 mul inverse field"),
]
