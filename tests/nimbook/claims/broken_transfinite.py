"""What rests on the nim-product of infinite numbers, and on solving equations with it."""

from __future__ import annotations

from nimbook.claims.transfinite import winning_corners
from nimbook.ordinal_search import products_by_mex, search_excess
from nimtwist.algebra import _tower, nimber
from nimtwist.algebra._number import NimNumber
from nimtwist.ordinal import solve_cubic, solve_quadratic
from tests.mutations import Mutation

SOURCE = "nimber"

MUTATIONS: list[tuple[Mutation, str]] = [
    # Products.
    (Mutation(_tower._times, "_alpha(p)", "{(): p}"), "ordinal-mex omega"),
    (Mutation(_tower._added, "% p + carry", "% p"), "closure"),
    (Mutation(_tower._square, "(c, c)", "(c, 1)"), "closure omega"),
    (Mutation(_tower._frobenius, "% nimber.degree(c)", "% 2"), "closure"),
    (Mutation(nimber.pow, "% _units", "% 2 * _units"), "omega"),
    # The definition.
    (Mutation(products_by_mex, "r ^ s ^ t", "r ^ s"), "ordinal-mex"),
    (Mutation(NimNumber.__lt__, "(self._raw) <", "(self._raw) >"), "ordinal-mex closure"),
    # The infinite board.
    (
        Mutation(_tower.inv, "nimber.inv(c)", "c"),
        "stones.transfinite stones.transfinite-winner",
    ),
    (
        Mutation(winning_corners, "if (v := y + total", "if (v := total"),
        "stones.transfinite stones.transfinite-winner",
    ),
    # The generators.
    (Mutation(_tower._alpha, "from_int(excess(p))", "{}"), "lenstra"),
    (Mutation(_tower._components, "% q == 0 else", "% q else"), "lenstra lenstra-rule closure"),
    (Mutation(search_excess, "root !=", "root =="), "lenstra"),
    # Conjugates and equations.
    (Mutation(NimNumber.minimal_polynomial, "[::-1]", ""), "closure"),
    (Mutation(NimNumber.conjugates, "self.degree() - 1", "self.degree()"), "closure"),
    (Mutation(_tower.solve_additive, "(d & -d) % 2", "d % 2"), "closure"),
    (Mutation(_tower.prime_roots, "power(part * logarithm)", "power(0)"), "omega closure"),
    (Mutation(solve_quadratic, "a * c / (b * b)", "a * c / b"), "closure"),
    (Mutation(solve_cubic, "u + p / u", "u"), "omega"),
]
