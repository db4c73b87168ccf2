"""Computations with infinite nimbers that use only the definitions.

They find products of an infinite nimber and a finite one, and the excesses of primes.
"""

from __future__ import annotations

from functools import reduce
from itertools import count, product
from operator import add

from nimtwist.algebra import tower
from nimtwist.game import mex
from nimtwist.ordinal import Ordinal, excess, kappa, q_set

__all__ = ["alpha", "degree_of_search", "order_of_2", "products_by_mex", "search_excess"]

_Pair = tuple[int, int]
"""ω·j + r as (j, r): place r in block j."""


def products_by_mex(blocks: int, size: int) -> list[list[Ordinal]]:
    """Return a table of a ⊗ b, computed from the definition, for a = ω·j + r and finite b.

    There is a row for each a with j < `blocks` and r < `size`, and a column for each b < `size`,
    both in ascending order. Infinitely many numbers a′ ⊗ b ⊕ a ⊗ b′ ⊕ a′ ⊗ b′ are excluded. But as
    a′ runs through a block, so does the excluded number, because r ↦ r ⊕ s and, for s > 0,
    r ↦ r ⊗ s permute the finite numbers. So the excluded numbers consist of whole blocks and a
    finite set, and their mex can be computed exactly.

    >>> products_by_mex(2, 3)
    [[0, 0, 0], [0, 1, 2], [0, 2, 3], [0, ω, ω·2], [0, ω+1, ω·2+2], [0, ω+2, ω·2+3]]
    """
    rows, columns = (list(product(range(n), range(size))) for n in (blocks, 1))
    table: dict[_Pair, dict[_Pair, _Pair]] = {a: {} for a in rows}

    def option(a: _Pair, b: _Pair, smaller: _Pair, below: _Pair) -> _Pair:
        (i, r), (j, s), (k, t) = table[smaller][b], table[a][below], table[smaller][below]
        return i ^ j ^ k, r ^ s ^ t

    for a, b in product(rows, columns):
        below = [(0, s) for s in range(b[1])]
        block = mex(option(a, b, (i, 0), s)[0] for i in range(a[0]) for s in below)
        options = [option(a, b, (a[0], r), s) for r in range(a[1]) for s in below]
        table[a][b] = block, mex(place for other, place in options if other == block)
    omega = kappa(3)
    return [[omega * block + place for block, place in row.values()] for row in table.values()]


def alpha(p: int) -> Ordinal:
    """Return α_p, the p-th nim-power of κ_p.

    According to the theory, it is the sum of the κ_q with q in `q_set(p)`, plus the excess of p.

    >>> [alpha(p) for p in (3, 5, 7, 11, 13, 19)]
    [2, 4, ω+1, ω^ω+1, ω+4, ω^3+4]
    """
    return reduce(add, map(kappa, q_set(p)), Ordinal(excess(p)))


# Upper bound on the degree of a field to search. For p = 107, the degree is 8268, and the search
# takes half a minute.
_MAX_DEGREE = 8400


def degree_of_search(p: int) -> int:
    """Return the degree of the field in which the search for the excess of an odd prime begins.

    >>> degree_of_search(19), degree_of_search(23)
    (18, 220)
    """
    return tower.field_degree(reduce(add, map(kappa, q_set(p)))._raw)


def order_of_2(p: int) -> int:
    """Return the order of 2 modulo an odd number p: the least f ≥ 1 such that p divides 2^f - 1.

    >>> order_of_2(19)
    18
    """
    return next(f for f in count(1) if pow(2, f, p) == 1)


def search_excess(p: int) -> int:
    """Compute the excess of an odd prime from the definition, given the excesses of smaller primes.

    Let κ be the sum of all κ_q with q in `q_set(p)`. The excess is the least finite m such that the
    field of κ + m has a p-th root of 1 other than 1, but no p-th root of κ + m. (Lenstra 1977)

    Raises:
        ValueError: if `p` is not an odd prime up to 709, or if the field is so large that the
            search would take minutes, as it would for 139.

    >>> [search_excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    kappas = reduce(add, map(kappa, q_set(p)))
    tower.check_size(degree_of_search(p), _MAX_DEGREE, f"the search for the excess of {p}")
    f = order_of_2(p)
    for m in count():
        y = (kappas + m)._raw
        field = tower.field_degree(y)
        # Compute y^(u/p), where u is the number of units in the field of y. Use the norm to the
        # field of degree f, which is the smallest field that contains the p-th roots of 1.
        if field % f == 0:
            root = tower.norm(tower.power(y, ((1 << f) - 1) // p), f, field // f)
            if root != tower.from_int(1):
                break
    return m
