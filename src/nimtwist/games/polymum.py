"""Polynomial MuM: heaps are the elements of a finite field, and so polynomials over GF(2).

S. Tyagi, "Multiplicative Modular Nim (MuM)", arXiv:2507.08830 (2025), section 6.

A number stands for the polynomial that has its binary digits as coefficients: 11 = 0b1011 is
x³ + x + 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from nimtwist._checks import check_choice, check_integer, short_repr
from nimtwist.algebra.polynomial import BinaryField, polynomial_text
from nimtwist.games._heaps import canonical_heaps, changed
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.products import Consolidation, Heaps, ProductGame

__all__ = ["PolyMuM"]

Amounts = Literal["elements", "polynomial", "any"]


@dataclass(frozen=True)
class PolyMuM(BinaryField, ProductGame):
    """Polynomial MuM in GF(2ᵏ): a position is a sorted tuple of heaps.

    A move makes one heap smaller. (mum.def-6.1)

    Args:
        polynomial: an irreducible polynomial of degree k, from 1 to 256, as a number.
        consolidation: what becomes of stranded positions; see `ProductGame`.
        heaps: "canonical", from 1 to 2ᵏ - 1, or "any" that do not stand for 0. Many of these stand
            for one element, and a move to a synonym leaves the product as it is. (mum.sec-6.2)
        amounts: how much a move may take from a heap that is not canonical: less than the number
            of "elements", less than the "polynomial" as a number, or "any" amount. Canonical heaps
            are smaller than all of these.
        compulsory: whether a player must consolidate, or only may.
        when: consolidation is for "stranded" positions, or "always", for two heaps or more.

    >>> game = PolyMuM(0b1011)
    >>> game.options((2, 5)), game.is_stranded((2, 2)), game.options((2, 2))
    ([(1, 5), (1, 2), (2, 2), (2, 3), (2, 4)], True, [(1,), (2,), (3,)])
    >>> PolyMuM(0b1111)
    Traceback (most recent call last):
    ...
    ValueError: polynomial 15, x³ + x² + x + 1, is reducible; an irreducible one is 11, x³ + x + 1
    """

    consolidation: Consolidation = "same-turn"
    heaps: Literal["canonical", "any"] = "canonical"
    amounts: Amounts = "elements"
    compulsory: bool = True
    when: Literal["stranded", "always"] = "stranded"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self.consolidation, "consolidation", ("same-turn", "own-turn", "never"))
        check_choice(self.heaps, "the kind of heaps", ("canonical", "any"))
        check_choice(self.amounts, "the amounts", ("elements", "polynomial", "any"))
        check_choice(self.compulsory, "compulsory", (True, False))
        check_choice(self.when, "when to consolidate", ("stranded", "always"))

    def element(self, heap: int, /) -> int:
        """Return the canonical heap of the element that `heap` stands for, or 0.

        >>> [PolyMuM(0b1011).element(heap) for heap in (3, 8, 11)]
        [3, 3, 0]
        """
        return self.remainder(check_integer(heap, "a heap"))

    def _name(self, heap: int) -> str:
        return polynomial_text(heap)

    def _describe_reduction(self, before: Heaps, after: Heaps) -> str:
        [heap], [left] = changed(before, after)
        return f"make the heap {polynomial_text(heap)} into {polynomial_text(left)}"

    # --- The game ---

    def canonical(self, position: Heaps, /) -> Heaps:
        """Return the heaps in ascending order."""
        heaps = canonical_heaps(position, least=1)
        for heap in heaps:
            if not self._is_heap(heap):
                if self.heaps == "canonical":
                    raise ValueError(
                        f"heap {short_repr(heap)} is not canonical: the heaps of "
                        f"GF(2^{self.degree}) are from 1 to {(1 << self.degree) - 1}"
                    )
                raise ValueError(
                    f"heap {short_repr(heap)} stands for 0: it is divisible by the polynomial "
                    f"{polynomial_text(self.polynomial)}"
                )
        return heaps

    @property
    def closed_form(self) -> ProductIsOne | None:
        """The theory by products, for the rules as the source reads them."""
        plain = PolyMuM(self.polynomial)
        is_plain = self in (plain, replace(plain, compulsory=False))
        return ProductIsOne(self) if is_plain else None

    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position with one heap, the canonical heap of the product.

        A move can make this heap 1. (mum.sec-6.4.strand)

        >>> PolyMuM(0b1011).consolidated((2, 2, 2))
        (3,)
        """
        return (self.product(position),)

    def _value(self, heap: int) -> int:
        return self.remainder(heap) if heap >> self.degree else heap

    def _standing_for(self, value: int, heap: int) -> Iterable[int]:
        if self.heaps == "canonical":
            return [value] if value < heap else []
        return (smaller for smaller in self._smaller(heap) if self._value(smaller) == value)

    @property
    def _most_taken(self) -> int:
        """The least amount too large for a move; 0 if there is no limit."""
        return {"elements": 1 << self.degree, "polynomial": self.polynomial, "any": 0}[self.amounts]

    def _is_heap(self, heap: int) -> bool:
        if self.heaps == "canonical":
            return heap >> self.degree == 0
        return self._value(heap) != 0
