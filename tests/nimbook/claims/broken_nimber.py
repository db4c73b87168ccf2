"""What rests on nim arithmetic, and on the tables filled by mex that it is held against."""

from __future__ import annotations

from nimtwist.algebra import nimber

SOURCE = "nimber"

# What is compared with tables of products, and with tables of sums.
PRODUCTS = "mul inverse field fermat table-mul table-pow2"
SUMS = "add add-laws table-add"

MUTATIONS = [
    # The definitions.
    (nimber._fill_table, "mex(excluded(table, a, b))", "len(excluded(table, a, b))", SUMS),
    (nimber.sums_by_mex, "*table[a],", "*table[a][:1],", SUMS),
    (nimber.products_by_mex, "row[b] ^ left ^ corner", "row[b] ^ left", PRODUCTS),
    (nimber.products_by_mex, "table[:a]", "table[1:a]", PRODUCTS),
    # The arithmetic.
    (nimber.roots, "not value(x)", "value(x)", "cubic"),
    (nimber.roots, 'digit == "1"', 'digit == "0"', "cubic"),
]
