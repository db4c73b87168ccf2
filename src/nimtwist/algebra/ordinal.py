"""Exact nim arithmetic on the ordinals below ω^(ω^ω): Conway's field, with Lenstra's excesses.

The nim-sum of ordinals is that of the coefficients in their Cantor normal forms; how the product
comes about, `nimtwist.algebra._tower` says. These ordinals are the smallest algebraically closed
field of nimbers: every element has a finite degree over GF(2), an inverse, and roots of every kind.

Conway, On Numbers and Games (1976), chapter 6; Lenstra, On the algebraic closure of two (1977);
DiMuro, On Onₚ (2011); Siegel, Combinatorial Game Theory (2013), chapter VIII.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from types import ModuleType
from typing import ClassVar, TypeAlias

from nimtwist._checks import quoted, whole
from nimtwist.algebra import _cantor, _tower
from nimtwist.algebra._cantor import Terms
from nimtwist.algebra._number import Nimber, NimNumber
from nimtwist.algebra._tower import Element, excess, q_set, search_excess
from nimtwist.game import mex

__all__ = [
    "Ordinal",
    "alpha",
    "excess",
    "kappa",
    "products_by_mex",
    "q_set",
    "roots",
    "search_excess",
    "solve_cubic",
    "solve_quadratic",
    "sums_by_mex",
]

Number: TypeAlias = "Ordinal | Nimber | int"

# --- The value -----------------------------------------------------------------------------------


class Ordinal(NimNumber):
    """An ordinal below ω^(ω^ω), whose `+`, `-`, `*`, `/` and `**` are those of nim arithmetic.

    `Ordinal(6)` is a finite one; `Ordinal.parse` reads the others. What stands on the other side of
    an operator, what is equal and what is refused, `NimNumber` says. The sum and product of set
    theory are `ordinary_sum` and `ordinary_product`.

    >>> w = Ordinal.parse("w")
    >>> w * w, w**3, w + w, w > 10**100
    (ω^2, 2, 0, True)
    >>> w.inv(), w.sqrt(), w.degree(), w.order(), w.trace(), bin(w.minimal_polynomial())
    (ω^2·3, ω^2·2, 6, 9, 0, '0b1001001')
    >>> w.conjugates()
    [ω, ω^2, ω·2, ω^2·3, ω·3, ω^2·2]
    """

    __slots__ = ()
    _raw: Element
    _law: ClassVar[ModuleType] = _tower

    @classmethod
    def parse(cls, text: str) -> Ordinal:
        """Return the ordinal that `text` writes in Cantor normal form.

        ω is `w` or `ω`, a product `*` or `·`; of several powers the right one is first. Only the
        normal form is read: terms descend, and coefficients stand on the right. So `1+w`, `w+w`
        and `2*w` are refused, of which set theory and nim arithmetic make different ordinals.

        Raises:
            ValueError: if `text` writes no ordinal so, or one that is not below ω^(ω^ω).

        >>> Ordinal.parse("w^(w*4)+w^w*4+1")
        ω^(ω·4)+ω^ω·4+1
        """
        return cls._of(_tower.from_terms(_cantor.read(text)))

    @property
    def terms(self) -> Terms:
        """The Cantor normal form Σ ω^E·c as pairs (E, c), E descending; and E = Σ ω^k·V likewise.

        >>> Ordinal.parse("w^(w*4+2)*5+7").terms
        ((((1, 4), (0, 2)), 5), ((), 7))
        """
        return _tower.to_terms(self._raw)

    def __str__(self) -> str:
        return _cantor.plain(self.terms)

    __repr__ = __str__

    def latex(self) -> str:
        r"""Return the Cantor normal form in LaTeX.

        >>> print(Ordinal.parse("w^(w*4)+3").latex())
        \omega^{\omega\cdot 4}+3
        """
        return _cantor.latex(self.terms)

    def __reduce__(self) -> tuple[Callable[[Terms], Ordinal], tuple[Terms]]:
        # Where a packed monomial has its exponents is this process's own affair.
        return _from_terms, (self.terms,)

    def ordinary_sum(self, other: Ordinal | Nimber | int) -> Ordinal:
        """Return the sum of set theory, in which 1 + ω is ω.

        >>> w = Ordinal.parse("w")
        >>> Ordinal(1).ordinary_sum(w), w.ordinary_sum(1), w.ordinary_sum(w)
        (ω, ω+1, ω·2)
        """
        return _from_terms(_cantor.ordinary_sum(self.terms, Ordinal(other).terms))

    def ordinary_product(self, other: Ordinal | Nimber | int) -> Ordinal:
        """Return the product of set theory, in which 2 · ω is ω.

        >>> w = Ordinal.parse("w")
        >>> Ordinal(2).ordinary_product(w), w.ordinary_product(2), (w + 1).ordinary_product(w + 2)
        (ω, ω·2, ω^2+ω·2+1)
        """
        total: Terms = ()
        if self:
            (leading, c), *rest = self.terms
            for exponent, factor in Ordinal(other).terms:
                if exponent:
                    total += ((_cantor.ordinary_sum(leading, exponent), factor),)
                else:
                    total += ((leading, c * factor), *rest)
        return _from_terms(total)


def _from_terms(terms: Terms) -> Ordinal:
    return Ordinal._of(_tower.from_terms(terms))


# --- Generators ----------------------------------------------------------------------------------


def kappa(q: int) -> Ordinal:
    """Return κ_q for a power `q` of a prime: the least ordinal with a degree that `q` divides.

    Raises:
        ValueError: if `q` is none of these: the powers of 2 from 2 to 2048, and the powers, below
            2^256, of the odd primes to 709.

    >>> [kappa(q) for q in (2, 4, 8, 3, 9, 5, 25, 7)]
    [2, 4, 16, ω, ω^3, ω^ω, ω^(ω·5), ω^(ω^2)]
    """
    q = whole(q, "the index of a κ", 2)
    p = next((p for p in range(2, 710) if q % p == 0), q)
    rest = q
    while rest % p == 0:
        rest //= p
    if rest > 1 or p > 709 or q.bit_length() > (12 if p == 2 else 256):
        raise ValueError(
            "the index of a κ is a power of 2 to 2048, or a power, below 2^256, of an odd prime to "
            f"709, not {quoted(q)}"
        )
    return Ordinal._of(_tower.kappa_element(q))


def alpha(p: int) -> Ordinal:
    """Return α_p, the power p of κ_p: the least ordinal that is no p-th power below κ_p.

    Raises:
        ValueError: if `p` is no odd prime, or past the table of excesses, which ends with 709.

    >>> [alpha(p) for p in (3, 5, 7, 11, 13, 19)]
    [2, 4, ω+1, ω^ω+1, ω+4, ω^3+4]
    """
    return Ordinal._of(_tower.alpha_element(_tower.tabled_prime(p)))


# --- Equations -----------------------------------------------------------------------------------


def solve_quadratic(a: Number, b: Number, c: Number) -> tuple[Ordinal, ...]:
    """Return the roots of ax² + bx + c, ascending: two of them, or one if b = 0.

    If it is not, x = (b/a)z makes it z² + z = ac/b².

    Raises:
        ValueError: if `a` is 0 or one of the three no ordinal, or too large a field is needed.

    >>> w = Ordinal.parse("w")
    >>> solve_quadratic(1, 1, w), solve_quadratic(1, 0, w), solve_quadratic(1, w, 1)
    ((ω^2·3+ω·2, ω^2·3+ω·2+1), (ω^2·2,), (ω^2+2, ω^2+ω+2))
    """
    a, b, c = map(Ordinal, (a, b, c))
    if not a:
        raise ValueError("in a quadratic equation x² has a coefficient other than 0")
    if not b:
        return ((c / a).sqrt(),)
    z = Ordinal._of(_tower.solve_additive((a * c / (b * b))._raw))
    return tuple(sorted(b / a * root for root in (z, z + 1)))


def solve_cubic(a: Number, b: Number, c: Number, d: Number) -> tuple[Ordinal, ...]:
    """Return the roots of ax³ + bx² + cx + d, ascending, each once.

    With x = y + b/a it is y³ + py + q = 0; and y = u + p/u is a root if u³ is one of t² + qt + p³.
    (Cardano 1545)

    Raises:
        ValueError: if `a` is 0 or one of the four no ordinal, or too large a field is needed.

    >>> solve_cubic(1, 0, 1, 1)
    (ω^2+ω·3, ω^2·2+ω·2, ω^2·3+ω)
    """
    a, b, c, d = map(Ordinal, (a, b, c, d))
    if not a:
        raise ValueError("in a cubic equation x³ has a coefficient other than 0")
    b, c, d = b / a, c / a, d / a
    p, q = b * b + c, b * c + d
    ys: Iterable[Ordinal]
    if not p:
        ys = roots(q, 3)
    elif not q:
        ys = (q, p.sqrt())
    else:
        ys = (u + p / u for u in roots(solve_quadratic(1, q, p**3)[0], 3))
    return tuple(sorted(y + b for y in ys))


def roots(a: Number, p: int) -> tuple[Ordinal, ...]:
    """Return all x with x^p = a for a prime `p`, ascending: `p` of them, or one if p = 2 or a = 0.

    Raises:
        ValueError: if `a` is no ordinal or `p` no prime with an excess in the table, or too large
            a field is needed.

    >>> roots(2, 3), roots(1, 3), roots(Ordinal.parse("w"), 2)
    ((ω, ω·2, ω·3), (1, 2, 3), (ω^2·2,))
    """
    a = Ordinal(a)
    if whole(p, "a prime", 2) == 2:
        return (a.sqrt(),)
    _tower.tabled_prime(p)
    return tuple(sorted(map(Ordinal._of, _tower.prime_roots(a._raw, p)))) if a else (a,)


# --- The definitions -----------------------------------------------------------------------------

# ω·j + r is the pair (j, r) here, the place r in block j. When a smaller ordinal of an option goes
# through a block, so does the option: r ↦ r ⊕ s and, for s > 0, r ↦ r ⊗ s permute the finite
# numbers. So what is excluded is whole blocks and a finite set, and its mex is found exactly.
_Pair = tuple[int, int]
_LARGEST_TABLE = 32


def _least_other(blocks: set[int], pairs: set[_Pair]) -> _Pair:
    block = mex(blocks)
    return block, mex(place for other, place in pairs if other == block)


def _written_out(table: dict[_Pair, dict[_Pair, _Pair]]) -> list[list[Ordinal]]:
    omega = kappa(3)
    return [[omega * block + place for block, place in row.values()] for row in table.values()]


def sums_by_mex(blocks: int, size: int) -> list[list[Ordinal]]:
    """Return the table of a ⊕ b from the definition, for the ordinals ω·j + r.

    Rows and columns are those with j < `blocks` and r < `size`, ascending. What is excluded are all
    a′ ⊕ b and a ⊕ b′, infinitely many.

    Raises:
        ValueError: if `blocks` or `size` is not a whole number from 0 to 32.

    >>> sums_by_mex(2, 2)
    [[0, 1, ω, ω+1], [1, 0, ω+1, ω], [ω, ω+1, 0, 1], [ω+1, ω, 1, 0]]
    """
    pairs = _pairs(blocks, size)
    table: dict[_Pair, dict[_Pair, _Pair]] = {pair: {} for pair in pairs}
    for (i, r), (j, s) in product(pairs, pairs):
        table[i, r][j, s] = _least_other(
            {table[x, 0][j, 0][0] for x in range(i)} | {table[i, 0][y, 0][0] for y in range(j)},
            {table[i, x][j, s] for x in range(r)} | {table[i, r][j, y] for y in range(s)},
        )
    return _written_out(table)


def products_by_mex(blocks: int, size: int) -> list[list[Ordinal]]:
    """Return the table of a ⊗ b from the definition, for a = ω·j + r and finite b.

    Rows and columns are those with j < `blocks` and r, b < `size`, ascending. What is excluded are
    all a′ ⊗ b ⊕ a ⊗ b′ ⊕ a′ ⊗ b′, infinitely many.

    Raises:
        ValueError: if `blocks` or `size` is not a whole number from 0 to 32.

    >>> products_by_mex(2, 3)
    [[0, 0, 0], [0, 1, 2], [0, 2, 3], [0, ω, ω·2], [0, ω+1, ω·2+2], [0, ω+2, ω·2+3]]
    """
    pairs = _pairs(blocks, size)
    table: dict[_Pair, dict[_Pair, _Pair]] = {pair: {} for pair in pairs}

    def option(a: _Pair, b: _Pair, smaller: _Pair, below: _Pair) -> _Pair:
        (i, r), (j, s), (k, t) = table[smaller][b], table[a][below], table[smaller][below]
        return i ^ j ^ k, r ^ s ^ t

    for a, b in product(pairs, _pairs(1, size)):
        below = [(0, s) for s in range(b[1])]
        table[a][b] = _least_other(
            {option(a, b, (i, 0), s)[0] for i in range(a[0]) for s in below},
            {option(a, b, (a[0], r), s) for r in range(a[1]) for s in below},
        )
    return _written_out(table)


def _pairs(blocks: int, size: int) -> list[_Pair]:
    whole(blocks, "the number of blocks", 0, _LARGEST_TABLE)
    whole(size, "what is seen of a block", 0, _LARGEST_TABLE)
    return list(product(range(blocks), range(size)))
