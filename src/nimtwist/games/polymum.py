"""Polynomial MuM: heaps represent elements of a finite field, as polynomials over GF(2).

S. Tyagi, "Multiplicative Modular Nim (MuM)", arXiv:2507.08830 (2025), section 6.

An integer represents the polynomial whose coefficients are its binary digits: 11 = 0b1011 is
x³ + x + 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from nimtwist.algebra.polynomial import BinaryField, polynomial_text
from nimtwist.checks import check_choice, check_integer, short_repr
from nimtwist.games.heaps import canonical_heaps, changed_heaps
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.products import Consolidation, Heaps, ProductGame

__all__ = ["PolyMuM"]

Amounts = Literal["elements", "polynomial", "any"]


@dataclass(frozen=True)
class PolyMuM(BinaryField, ProductGame):
    """Polynomial MuM in GF(2ᵏ): a position is a sorted tuple of heaps.

    A move reduces one heap. (mum.def-6.1)

    Args:
        polynomial: an irreducible polynomial of degree k from 1 to 256, as an integer.
        consolidation: the treatment of stranded positions; see `ProductGame`.
        heaps: the legal heaps: only the "canonical" ones, which are the integers from 1 to 2ᵏ - 1,
            or "any" heaps that do not represent 0. With "any", different heaps may represent the
            same element, and a move from one of them to another does not change the product.
            (mum.sec-6.2)
        amounts: the amounts that a move may take from one heap: with "elements", any amount less
            than the number of elements of the field; with "polynomial", any amount less than the
            polynomial as an integer; with "any", any amount at all. This matters only for heaps
            that are not canonical, since canonical heaps are smaller than both bounds.
        compulsory: true if a player must consolidate, false if this is optional.
        when: the positions that can be consolidated: with "stranded", only stranded ones; with
            "always", all that have at least two heaps.

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
        """Return the canonical heap for the element that `heap` represents, or 0 for the element 0.

        >>> [PolyMuM(0b1011).element(heap) for heap in (3, 8, 11)]
        [3, 3, 0]
        """
        return self.remainder(check_integer(heap, "a heap"))

    def _name(self, heap: int) -> str:
        return polynomial_text(heap)

    def _describe_reduction(self, before: Heaps, after: Heaps) -> str:
        [old], [new] = changed_heaps(before, after)
        return f"turn the heap {polynomial_text(old)} into {polynomial_text(new)}"

    # --- The game ---

    def canonical(self, position: Heaps, /) -> Heaps:
        """Return the heaps in ascending order."""
        heaps = canonical_heaps(position, minimum=1)
        for heap in heaps:
            if not self._is_heap(heap):
                if self.heaps == "canonical":
                    raise ValueError(
                        f"heap {short_repr(heap)} is not canonical: heaps in "
                        f"GF(2^{self.degree}) range from 1 to {(1 << self.degree) - 1}"
                    )
                raise ValueError(
                    f"heap {short_repr(heap)} represents 0: it is divisible by the polynomial "
                    f"{polynomial_text(self.polynomial)}"
                )
        return heaps

    @property
    def closed_form(self) -> ProductIsOne | None:
        """The closed form for the source's rules, based on the product; `None` for other rules."""
        default = PolyMuM(self.polynomial)
        applies = self in (default, replace(default, compulsory=False))
        return ProductIsOne(self) if applies else None

    def consolidated(self, position: Heaps, /) -> Heaps:
        """Return the position whose only heap is the canonical heap for the product.

        A move can reduce this heap to 1. (mum.sec-6.4.strand)

        >>> PolyMuM(0b1011).consolidated((2, 2, 2))
        (3,)
        """
        return (self.product(position),)

    def _value(self, heap: int) -> int:
        return self.remainder(heap) if heap >> self.degree else heap

    def _heaps_representing(self, value: int, heap: int) -> Iterable[int]:
        if self.heaps == "canonical":
            return [value] if value < heap else []
        return (smaller for smaller in self._smaller(heap) if self._value(smaller) == value)

    @property
    def _amount_limit(self) -> int:
        """The smallest amount that is too large for one move, or 0 if there is no limit."""
        return {"elements": 1 << self.degree, "polynomial": self.polynomial, "any": 0}[self.amounts]

    def _is_heap(self, heap: int) -> bool:
        if self.heaps == "canonical":
            return heap >> self.degree == 0
        return self._value(heap) != 0
