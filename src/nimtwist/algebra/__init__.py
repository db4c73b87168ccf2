"""Finite and infinite nimbers, polynomials over GF(2), and finite fields of polynomials."""

from nimtwist.algebra._number import Nimber, NimNumber
from nimtwist.algebra.ordinal import Ordinal
from nimtwist.algebra.polynomial import BinaryField, is_irreducible, polynomial_text

__all__ = [
    "BinaryField",
    "NimNumber",
    "Nimber",
    "Ordinal",
    "is_irreducible",
    "polynomial_text",
]
