"""What rests on the nim-product of infinite numbers, and on solving equations with it."""

from __future__ import annotations

from nimbook.claims.transfinite import winning_corners
from nimbook.ordinal_search import products_by_mex, search_excess
from nimtwist.algebra import _tower, nimber
from nimtwist.algebra._number import NimNumber
from nimtwist.ordinal import solve_cubic, solve_quadratic

SOURCE = "nimber"

MUTATIONS = [
    # Products.
    (_tower._times, "_alpha(p)", "{(): p}", "ordinal-mex omega"),
    (_tower._added, "% p + carry", "% p", "closure"),
    (_tower._square, "(c, c)", "(c, 1)", "closure omega"),
    (_tower._frobenius, "% nimber.degree(c)", "% 2", "closure"),
    (nimber.pow, "% _units", "% 2 * _units", "omega"),
    # The definition.
    (products_by_mex, "r ^ s ^ t", "r ^ s", "ordinal-mex"),
    (NimNumber.__lt__, "(self._raw) <", "(self._raw) >", "ordinal-mex closure"),
    # The infinite board.
    (_tower.inv, "nimber.inv(c)", "c", "stones.transfinite stones.transfinite-winner"),
    (
        winning_corners,
        "if (v := y + total",
        "if (v := total",
        "stones.transfinite stones.transfinite-winner",
    ),
    # The generators.
    (_tower._alpha, "from_int(excess(p))", "{}", "lenstra"),
    (_tower._components, "% q == 0 else", "% q else", "lenstra lenstra-rule closure"),
    (search_excess, "root !=", "root ==", "lenstra"),
    # Conjugates and equations.
    (NimNumber.minimal_polynomial, "[::-1]", "", "closure"),
    (NimNumber.conjugates, "self.degree() - 1", "self.degree()", "closure"),
    (_tower.solve_additive, "(d & -d) % 2", "d % 2", "closure"),
    (_tower.prime_roots, "power(part * logarithm)", "power(0)", "omega closure"),
    (solve_quadratic, "a * c / (b * b)", "a * c / b", "closure"),
    (solve_cubic, "u + p / u", "u", "omega"),
]
