"""Exact nim arithmetic on the ordinals below ω^(ω^ω), computed with Lenstra's excesses.

Nim-sums are taken coefficient by coefficient in Cantor normal form; see `nimtwist.algebra.tower`
for products. The ordinals below ω^(ω^ω) form the smallest algebraically closed field of nimbers:
each element has a finite degree over GF(2), an n-th root for every n ≥ 1 and, unless it is 0, an
inverse.

Every function raises a `ValueError`, which quotes the argument, if the argument is not an ordinal
or if the result needs too large a field.

Conway, On Numbers and Games (1976), chapter 6; Lenstra, On the algebraic closure of two (1977);
DiMuro, On Onₚ (2011); Siegel, Combinatorial Game Theory (2013), chapter VIII.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import ClassVar, TypeAlias

from nimtwist.algebra import _cantor, tower
from nimtwist.algebra._cantor import Terms
from nimtwist.algebra._number import Nimber, NimNumber
from nimtwist.algebra.tower import Element, excess, q_set
from nimtwist.checks import check_integer, short_repr

__all__ = ["Ordinal", "excess", "kappa", "q_set", "roots", "solve_cubic", "solve_quadratic"]

Number: TypeAlias = "Ordinal | Nimber | int"

# --- The value -----------------------------------------------------------------------------------


class Ordinal(NimNumber):
    """An ordinal below ω^(ω^ω), whose `+`, `-`, `*`, `/` and `**` perform nim arithmetic.

    `Ordinal(6)` is a finite ordinal; `Ordinal.parse` reads any ordinal from text. See `NimNumber`
    for equality, errors and operands of other types. The methods `ordinary_sum` and
    `ordinary_product` compute the sum and product of set theory.

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
    _arithmetic: ClassVar[ModuleType] = tower

    @classmethod
    def parse(cls, text: str) -> Ordinal:
        """Parse an ordinal below ω^(ω^ω) in Cantor normal form.

        Write ω as `w`, `omega` or `ω`, and multiplication as `*`, `·` or `×`. Powers associate to
        the right. Only the normal form is accepted, with descending terms and coefficients on the
        right. Thus `1+w`, `w+w` and `2*w` raise a `ValueError`, since they mean different ordinals
        in set theory and in nim arithmetic.

        >>> Ordinal.parse("w^(w*4)+w^w*4+1")
        ω^(ω·4)+ω^ω·4+1
        """
        return cls._from_raw(tower.from_terms(_cantor.parse(text)))

    @property
    def terms(self) -> Terms:
        """The Cantor normal form Σ ω^E·c as pairs (E, c), in descending order of E.

        Each exponent E = Σ ω^k·V is in turn a tuple of pairs (k, V), in descending order of k.

        >>> Ordinal.parse("w^(w*4+2)*5+7").terms
        ((((1, 4), (0, 2)), 5), ((), 7))
        """
        return tower.to_terms(self._raw)

    def __str__(self) -> str:
        return _cantor.to_text(self.terms)

    __repr__ = __str__

    def ordinary_sum(self, other: Ordinal | Nimber | int) -> Ordinal:
        """Return the ordinary (set-theoretic) sum, in which 1 + ω = ω.

        >>> w = Ordinal.parse("w")
        >>> Ordinal(1).ordinary_sum(w), w.ordinary_sum(1), w.ordinary_sum(w)
        (ω, ω+1, ω·2)
        """
        return _from_terms(_cantor.ordinary_sum(self.terms, Ordinal(other).terms))

    def ordinary_product(self, other: Ordinal | Nimber | int) -> Ordinal:
        """Return the ordinary (set-theoretic) product, in which 2 · ω = ω.

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
    return Ordinal._from_raw(tower.from_terms(terms))


# --- Generators and equations --------------------------------------------------------------------


def kappa(q: int) -> Ordinal:
    """Return κ_q, the least ordinal whose degree is divisible by the prime power `q`.

    `q` is a power of 2 up to 2048, or a power below 2^256 of an odd prime up to 709.

    >>> [kappa(q) for q in (2, 4, 8, 3, 9, 5, 25, 7)]
    [2, 4, 16, ω, ω^3, ω^ω, ω^(ω·5), ω^(ω^2)]
    """
    q = check_integer(q, "the index of a κ", 2)
    if q.bit_length() <= 256:
        for p in (2, *tower.tabled_primes()):
            level = tower.multiplicity(p, q)
            if p**level == q <= (2048 if p == 2 else q):
                return Ordinal._from_raw(tower.kappa(p, level))
    raise ValueError(
        "the index of a κ must be a power of 2 up to 2048, or a power below 2^256 of an odd prime "
        f"up to 709, not {short_repr(q)}"
    )


def solve_quadratic(a: Number, b: Number, c: Number) -> tuple[Ordinal, ...]:
    """Return the roots of ax² + bx + c in ascending order: two roots, or one if b = 0.

    If b ≠ 0, substituting x = (b/a)z gives z² + z = ac/b².

    Raises:
        ValueError: if a = 0.

    >>> w = Ordinal.parse("w")
    >>> solve_quadratic(1, 1, w), solve_quadratic(1, 0, w), solve_quadratic(1, w, 1)
    ((ω^2·3+ω·2, ω^2·3+ω·2+1), (ω^2·2,), (ω^2+2, ω^2+ω+2))
    """
    a, b, c = map(Ordinal, (a, b, c))
    if not a:
        raise ValueError("the coefficient of x² must not be 0")
    if not b:
        return ((c / a).sqrt(),)
    z = Ordinal._from_raw(tower.solve_additive((a * c / (b * b))._raw))
    return tuple(sorted(b / a * root for root in (z, z + 1)))


def solve_cubic(a: Number, b: Number, c: Number, d: Number) -> tuple[Ordinal, ...]:
    """Return the distinct roots of ax³ + bx² + cx + d in ascending order.

    Substituting x = y + b/a gives y³ + py + q = 0, and y = u + p/u solves this if u³ is a root of
    t² + qt + p³. (Cardano 1545)

    Raises:
        ValueError: if a = 0.

    >>> solve_cubic(1, 0, 1, 1)
    (ω^2+ω·3, ω^2·2+ω·2, ω^2·3+ω)
    """
    a, b, c, d = map(Ordinal, (a, b, c, d))
    if not a:
        raise ValueError("the coefficient of x³ must not be 0")
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
    """Return all p-th roots of `a` in ascending order, for a prime `p` up to 709.

    There are p roots, but only one if p = 2 or a = 0.

    >>> roots(2, 3), roots(1, 3), roots(Ordinal.parse("w"), 2)
    ((ω, ω·2, ω·3), (1, 2, 3), (ω^2·2,))
    """
    a = Ordinal(a)
    if check_integer(p, "a prime", 2) == 2:
        return (a.sqrt(),)
    p = tower.check_tabled_prime(p)
    return tuple(sorted(map(Ordinal._from_raw, tower.prime_roots(a._raw, p)))) if a else (a,)
