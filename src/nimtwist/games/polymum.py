"""Polynomial MuM: heaps are the elements of a finite field, and so polynomials over GF(2).

S. Tyagi, "Multiplicative Modular Nim (MuM)", arXiv:2507.08830 (2025), section 6.

A number stands for the polynomial that has its binary digits as coefficients: 11 = 0b1011 is
x³ + x + 1. The text that the rules are taken from has lost some of its symbols. How they were found
again:

- Definition 6.1: a canonical heap is a number from 1 to 2ᵏ - 1, one for each element but 0, and a
  move makes it any smaller one: the text says that the new heap is canonical and differs as an
  element, and section 6.4 calls a target "a valid reduction".
- Section 6.4 lost the conditions on heaps under which a winning move is "guaranteed" and under
  which a position is stranded. Here stranded means what section 3.3 says of it, in words: the
  product is not 1, and no legal move makes it 1.
- Consolidation makes one new heap, from which the source says a winning move is guaranteed: the
  canonical heap of the product.
- Section 6.2 has heaps that are not canonical, and the limit on amounts is lost. In MuM the amount
  is below the modulus p, which is also the number of elements: `PolyMuM.amounts`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nimtwist._checks import check_choice, quoted, shortened, whole
from nimtwist.games._heaps import canonical_heaps
from nimtwist.games.mum import Consolidation, Heaps, ProductGame

__all__ = ["PolyMuM", "is_irreducible", "polynomial_text"]

Amounts = Literal["elements", "polynomial", "any"]

_MOST_DEGREE = 256
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class PolyMuM(ProductGame):
    """Polynomial MuM in GF(2ᵏ): a position is a sorted tuple of heaps.

    A move makes one heap smaller. (mum.def-6.1)

    Args:
        polynomial: an irreducible polynomial of degree k, from 1 to 256, as a number.
        consolidation: what becomes of stranded positions, see `ProductGame`.
        heaps: "canonical", from 1 to 2ᵏ - 1, or "any" that do not stand for 0: of these, many stand
            for one element, and a move between two such, a synonym, changes nothing. (mum.sec-6.2)
        amounts: how much a move may take from a heap that is not canonical: less than there are
            "elements", less than the "polynomial" as a number, or "any" amount. Canonical heaps
            are smaller than all of these.
        compulsory: whether the player of a stranded position must consolidate.
        when: what is said of "stranded" positions; or "always", of all of two heaps or more.

    Raises:
        ValueError: if an argument is anything else.

    >>> game = PolyMuM(0b1011)
    >>> game.options((2, 5)), game.is_stranded((2, 2)), game.options((2, 2))
    ([(1, 5), (1, 2), (2, 2), (2, 3), (2, 4)], True, [(1,), (2,), (3,)])
    >>> PolyMuM(0b1111)
    Traceback (most recent call last):
    ...
    ValueError: polynomial 15, x³ + x² + x + 1, is reducible; an irreducible one is 11, x³ + x + 1
    """

    polynomial: int
    consolidation: Consolidation = "same-turn"
    heaps: Literal["canonical", "any"] = "canonical"
    amounts: Amounts = "elements"
    compulsory: bool = True
    when: Literal["stranded", "always"] = "stranded"

    def __post_init__(self) -> None:
        polynomial = whole(self.polynomial, "the polynomial", 2)
        object.__setattr__(self, "polynomial", polynomial)
        check_choice(self.consolidation, "consolidation", ("same-turn", "own-turn", "never"))
        check_choice(self.heaps, "the kind of heaps", ("canonical", "any"))
        check_choice(self.amounts, "the amounts", ("elements", "polynomial", "any"))
        check_choice(self.compulsory, "compulsory", (True, False))
        check_choice(self.when, "when to consolidate", ("stranded", "always"))
        if self.degree > _MOST_DEGREE:
            raise ValueError(
                f"the polynomial {quoted(polynomial)} is of degree {self.degree}: PolyMuM takes "
                f"degrees from 1 to {_MOST_DEGREE}"
            )
        if not is_irreducible(polynomial):
            other = next(filter(is_irreducible, range(1 << self.degree, 2 << self.degree)))
            raise ValueError(
                f"polynomial {quoted(polynomial)}, {shortened(polynomial_text(polynomial))}, is "
                f"reducible; an irreducible one is {other}, {polynomial_text(other)}"
            )

    @property
    def degree(self) -> int:
        """The k of GF(2ᵏ)."""
        return self.polynomial.bit_length() - 1

    # --- The field ---

    def mul(self, a: int, b: int, /) -> int:
        """Return the product of two elements, canonical heaps or 0.

        Raises:
            ValueError: if an argument is not a whole number below 2ᵏ.

        >>> PolyMuM(0b100011011).mul(0x57, 0x83) == 0xC1
        True
        """
        return self._times(self._element(a), self._element(b))

    def inv(self, a: int, /) -> int:
        """Return the element whose product with `a` is 1.

        Raises:
            ValueError: if `a` is not a whole number from 1 to 2ᵏ - 1: 0 has no inverse.

        >>> PolyMuM(0b1011).inv(2)
        5
        """
        return self._pow(self._element(a, least=1), -1)

    def pow(self, a: int, exponent: int, /) -> int:
        """Return the product of `exponent` factors `a`; of inverses if `exponent` is negative.

        The empty product is 1, so 0 to the power of 0 is 1.

        Raises:
            ValueError: if `a` is not a whole number below 2ᵏ, `exponent` is not an integer, or `a`
                is 0 and `exponent` negative.

        >>> [PolyMuM(0b1011).pow(2, n) for n in range(8)]
        [1, 2, 4, 3, 6, 7, 5, 1]
        """
        if isinstance(exponent, bool) or not isinstance(exponent, int):
            raise ValueError(f"an exponent must be an integer, not {quoted(exponent)}")
        if self._element(a) == 0 and exponent < 0:
            raise ValueError(f"0 has no inverse, and so no power {quoted(exponent)}")
        return self._pow(a, exponent)

    def element(self, heap: int, /) -> int:
        """Return the canonical heap of the element that `heap` stands for, or 0.

        Raises:
            ValueError: if `heap` is not a whole number, at least 0.

        >>> [PolyMuM(0b1011).element(heap) for heap in (3, 8, 11)]
        [3, 3, 0]
        """
        heap, x = whole(heap, "a heap"), _remainder(2, self.polynomial)
        # Half of a long number at a time: the upper half, times the remainder of its power of x.
        while (half := heap.bit_length() // 2) > 2 * self.degree:
            upper, heap = heap >> half, heap & (1 << half) - 1
            for place, digit in enumerate(reversed(f"{self._pow(x, half):b}")):
                if digit == "1":
                    heap ^= upper << place
        return _remainder(heap, self.polynomial)

    def _element(self, value: object, least: int = 0) -> int:
        return whole(value, f"an element of GF(2^{self.degree})", least, (1 << self.degree) - 1)

    def _times(self, a: int, b: int) -> int:
        product, top = 0, 1 << self.degree
        while b:
            if b & 1:
                product ^= a
            a <<= 1
            if a & top:
                a ^= self.polynomial
            b >>= 1
        return product

    def _pow(self, a: int, exponent: int) -> int:
        if a == 0:
            return int(exponent == 0)
        power, exponent = 1, exponent % ((1 << self.degree) - 1)
        for digit in bin(exponent)[2:]:
            power = self._times(power, power)
            if digit == "1":
                power = self._times(power, a)
        return power

    # --- The game ---

    def canonical(self, position: Heaps, /) -> Heaps:
        """Return the heaps in ascending order.

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.
        """
        heaps = canonical_heaps(position, least=1)
        for heap in heaps:
            if not self._is_heap(heap):
                if self.heaps == "canonical":
                    raise ValueError(
                        f"heap {quoted(heap)} is not canonical: the heaps of GF(2^{self.degree}) "
                        f"are from 1 to {(1 << self.degree) - 1}"
                    )
                raise ValueError(
                    f"heap {quoted(heap)} stands for 0: it is divisible by the polynomial "
                    f"{polynomial_text(self.polynomial)}"
                )
        return heaps

    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position with one heap, the canonical heap of the product.

        From it, one may move to 1. (mum.sec-6.4.strand)

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.

        >>> PolyMuM(0b1011).consolidated((2, 2, 2))
        (3,)
        """
        return (self.product(position),)

    def moves_to_one(self, position: Heaps, /) -> list[tuple[int, int]]:
        """Return the legal moves, as heap and amount, that make the product 1.

        A heap must come to stand for itself divided by the product. (mum.sec-6.4.win)

        Raises:
            ValueError: if `position` is not a tuple of heaps of this game.

        >>> PolyMuM(0b1011).moves_to_one((2, 6))
        [(6, 1)]
        """
        heaps = self.canonical(position)
        return [
            (heap, heap - smaller)
            for heap, others in self._others(heaps)
            for smaller in self._standing_for(self._pow(others, -1), heap)
        ]

    def _value(self, heap: int) -> int:
        return self.element(heap)

    def _standing_for(self, element: int, heap: int) -> Iterable[int]:
        """Return the heaps that a move makes of one and that stand for an element."""
        if self.heaps == "canonical":
            return [element] if element < heap else []
        return (smaller for smaller in self._smaller(heap) if self.element(smaller) == element)

    def _smaller(self, heap: int) -> Iterable[int]:
        least = max(1, heap - self._most_taken + 1) if self._most_taken else 1
        return filter(self._is_heap, range(least, heap))

    @property
    def _most_taken(self) -> int:
        """What a move takes less than; 0 if there is no limit."""
        return {"elements": 1 << self.degree, "polynomial": self.polynomial, "any": 0}[self.amounts]

    def _why_not(self, heap: int, smaller: int) -> str | None:
        if not self._most_taken or heap - smaller < self._most_taken:
            return None
        return (
            f"a move takes less than {self._most_taken}, and this one takes "
            f"{quoted(heap - smaller)}"
        )

    def _is_heap(self, heap: int) -> bool:
        if self.heaps == "canonical":
            return heap >> self.degree == 0
        return self.element(heap) != 0


def polynomial_text(number: int) -> str:
    """Return the polynomial over GF(2) that a number stands for, as it is written.

    Raises:
        ValueError: if `number` is not a whole number, at least 0.

    >>> polynomial_text(0b100011011), polynomial_text(0)
    ('x⁸ + x⁴ + x³ + x + 1', '0')
    """
    digits = f"{whole(number, 'a polynomial'):b}"
    powers = [place for place, digit in enumerate(reversed(digits)) if digit == "1"]
    return " + ".join(map(_power_text, reversed(powers))) or "0"


def _power_text(exponent: int) -> str:
    return f"x{raised(exponent)}" if exponent > 1 else "x" if exponent else "1"


def raised(exponent: int) -> str:
    """Return a number as it is written above the line.

    >>> f"x{raised(10)}"
    'x¹⁰'
    """
    return str(exponent).translate(_SUPERSCRIPTS)


def is_irreducible(polynomial: int) -> bool:
    """Return whether a polynomial over GF(2), as a number, is no product of two of lower degree.

    M. Ben-Or's test: it has a factor of degree i at most if it has one in common with one of
    x^(2^j) - x for j = 1, ..., i. Constants are not irreducible.

    Raises:
        ValueError: if `polynomial` is not a whole number, at least 0, or of a degree above 256.

    >>> [number for number in range(16) if is_irreducible(number)]
    [2, 3, 7, 11, 13]
    """
    polynomial = whole(polynomial, "a polynomial", 0, (2 << _MOST_DEGREE) - 1)
    power = 2
    for _ in range((polynomial.bit_length() - 1) // 2):
        power = _remainder(int(f"{power:b}", 4), polynomial)  # zeros between digits: the square
        a, b = polynomial, power ^ 2
        while b:
            a, b = b, _remainder(a, b)
        if a != 1:
            return False
    return polynomial > 1


def _remainder(a: int, b: int) -> int:
    """Return the remainder of one polynomial over GF(2) by another, not 0."""
    degree = b.bit_length()
    while (excess := a.bit_length() - degree) >= 0:
        a ^= b << excess
    return a
