"""Mutations of the arithmetic of infinite nimbers, each with the claims that detect it."""

from __future__ import annotations

from nimbook.claims.transfinite import winning_corners
from nimbook.ordinal_search import products_by_mex
from nimtwist.algebra import tower

SOURCE = "nimber"

MUTATIONS = [
    # Mutations of the code that multiplies infinite nimbers
    (tower._multiply_monomials, "_alpha(p)", "{(): p}", "ordinal-mex omega"),
    (tower._add_exponents, "% p + carry", "% p", "closure"),
    (tower._square, "(c, c)", "(c, 1)", "closure omega"),
    # A mutation of the products defined by mex
    (products_by_mex, "r ^ s ^ t", "r ^ s", "ordinal-mex"),
    # Mutations that affect winning moves on the infinite board
    (tower.inv, "nimber.inv(c)", "c", "stones.transfinite stones.transfinite-winner"),
    (
        winning_corners,
        "if (v := y + total",
        "if (v := total",
        "stones.transfinite stones.transfinite-winner",
    ),
    # Mutations of the field generators
    (tower._alpha, "from_int(excess(p))", "{}", "lenstra"),
    (tower._components, "% q == 0 else", "% q else", "lenstra lenstra-rule closure"),
]
