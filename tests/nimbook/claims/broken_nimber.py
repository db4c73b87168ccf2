"""Mutations of nim arithmetic and of tables filled by mex, each with the claims that detect it."""

from __future__ import annotations

from nimtwist.algebra import nimber

SOURCE = "nimber"

# Claims that are checked with a table of nim-products (PRODUCTS) or of nim-sums (SUMS)
PRODUCTS = "mul inverse field fermat table-mul table-pow2"
SUMS = "add add-laws table-add"

MUTATIONS = [
    # Mutations of the tables filled by mex
    (nimber._fill_table, "mex(excluded(table, a, b))", "len(excluded(table, a, b))", SUMS),
    (nimber.sums_by_mex, "*table[a],", "*table[a][:1],", SUMS),
    (nimber.products_by_mex, "row[b] ^ left ^ corner", "row[b] ^ left", PRODUCTS),
    (nimber.products_by_mex, "table[:a]", "table[1:a]", PRODUCTS),
    # Mutations of the function that finds roots
    (nimber.roots, "not value(x)", "value(x)", "cubic"),
    (nimber.roots, 'digit == "1"', 'digit == "0"', "cubic"),
]
