"""Polynomials over GF(2), encoded as integers, and the finite fields built from them.

The binary digits of an integer are the coefficients of a polynomial: 11 = 0b1011 is x³ + x + 1.
Sums are exclusive ors. Modulo an irreducible polynomial of degree k, the polynomials of lower
degree form GF(2ᵏ), the field with 2ᵏ elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nimtwist.algebra import _powers
from nimtwist.checks import check_integer, set_integer, short_repr, shorten

__all__ = ["BinaryField", "is_irreducible", "polynomial_text"]

_MAX_DEGREE = 256
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class BinaryField:
    """The field GF(2ᵏ) of polynomials over GF(2) modulo an irreducible polynomial of degree k.

    The elements are the integers below 2ᵏ, and `a ^ b` is the sum of two elements.

    Args:
        polynomial: the irreducible polynomial as an integer; k is from 1 to 256.

    Raises:
        ValueError: if the polynomial is reducible or its degree is out of range. The methods raise
            it if an argument is not an element of the field, or if the inverse or a negative
            power of 0 is requested.

    >>> field = BinaryField(0b100011011)  # the field of AES
    >>> field.degree, field.mul(0x57, 0x83) == 0xC1
    (8, True)
    >>> BinaryField(0b1111)
    Traceback (most recent call last):
    ...
    ValueError: polynomial 15, x³ + x² + x + 1, is reducible; an irreducible one is 11, x³ + x + 1
    """

    polynomial: int

    def __post_init__(self) -> None:
        set_integer(self, "polynomial", 2)
        polynomial = self.polynomial
        if self.degree > _MAX_DEGREE:
            raise ValueError(
                f"the degree of the polynomial must be from 1 to {_MAX_DEGREE}, but "
                f"{short_repr(polynomial)} has degree {self.degree}"
            )
        if not is_irreducible(polynomial):
            other = next(filter(is_irreducible, range(1 << self.degree, 2 << self.degree)))
            raise ValueError(
                f"polynomial {short_repr(polynomial)}, {shorten(polynomial_text(polynomial))}, is "
                f"reducible; an irreducible one is {other}, {polynomial_text(other)}"
            )

    @cached_property
    def degree(self) -> int:
        """The degree k of GF(2ᵏ)."""
        return self.polynomial.bit_length() - 1

    def mul(self, a: int, b: int, /) -> int:
        """Return the product of two elements.

        >>> BinaryField(0b1011).mul(2, 4)
        3
        """
        return self._times(self._element(a), self._element(b))

    def inv(self, a: int, /) -> int:
        """Return the inverse of a nonzero element.

        Raises:
            ValueError: if `a` is 0.

        >>> BinaryField(0b1011).inv(2)
        5
        """
        return self._inverse(self._element(a, least=1))

    def pow(self, a: int, exponent: int, /) -> int:
        """Return an element raised to any integer `exponent`.

        As an empty product, 0 to the power 0 is 1.

        Raises:
            ValueError: if `a` is 0 and the exponent is negative.

        >>> [BinaryField(0b1011).pow(2, n) for n in range(8)]
        [1, 2, 4, 3, 6, 7, 5, 1]
        """
        if isinstance(exponent, bool) or not isinstance(exponent, int):
            raise ValueError(f"an exponent must be an integer, not {short_repr(exponent)}")
        if self._element(a) == 0:
            if exponent < 0:
                raise ValueError(f"0 to the power {short_repr(exponent)} is undefined")
            return int(exponent == 0)
        units = (1 << self.degree) - 1
        return _powers.power(a, exponent % units or units, lambda b: self._times(b, b), self._times)

    def remainder(self, polynomial: int, /) -> int:
        """Return a polynomial of any degree reduced modulo the polynomial of the field.

        >>> [BinaryField(0b1011).remainder(number) for number in (3, 8, 11)]
        [3, 3, 0]
        """
        return _remainder(check_integer(polynomial, "a polynomial"), self.polynomial)

    def _element(self, value: object, least: int = 0) -> int:
        return check_integer(
            value, f"an element of GF(2^{self.degree})", least, (1 << self.degree) - 1
        )

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

    def _inverse(self, a: int) -> int:
        """Return the inverse of a nonzero element by the extended Euclidean algorithm."""
        b, factor, other = self.polynomial, 1, 0
        # Invariant, modulo the field polynomial: a = element · factor and b = element · other.
        while a != 1:
            shift = a.bit_length() - b.bit_length()
            if shift < 0:
                a, b, factor, other, shift = b, a, other, factor, -shift
            a ^= b << shift
            factor ^= other << shift
        return factor


def is_irreducible(polynomial: int) -> bool:
    """Return whether a polynomial of degree at most 256 is irreducible.

    Ben-Or's test: a polynomial has a factor of a degree from 1 to i if and only if it shares a
    nonconstant factor with x^(2^j) - x for some j from 1 to i. Constants are not irreducible.

    >>> [number for number in range(16) if is_irreducible(number)]
    [2, 3, 7, 11, 13]
    """
    polynomial = check_integer(polynomial, "a polynomial", 0, (2 << _MAX_DEGREE) - 1)
    power = 2
    for _ in range((polynomial.bit_length() - 1) // 2):
        # Inserting a zero between successive binary digits squares a polynomial.
        power = _remainder(int(f"{power:b}", 4), polynomial)
        a, b = polynomial, power ^ 2
        while b:
            a, b = b, _remainder(a, b)
        if a != 1:
            return False
    return polynomial > 1


def polynomial_text(number: int) -> str:
    """Return a polynomial, encoded as an integer ≥ 0, as text.

    >>> polynomial_text(0b100011011), polynomial_text(0)
    ('x⁸ + x⁴ + x³ + x + 1', '0')
    """
    digits = f"{check_integer(number, 'a polynomial'):b}"
    powers = [len(digits) - place for place, digit in enumerate(digits, 1) if digit == "1"]
    texts = [f"x{superscript(n)}" if n > 1 else "x" if n else "1" for n in powers]
    return " + ".join(texts) or "0"


def superscript(exponent: int) -> str:
    """Return an exponent written in superscript digits.

    >>> f"x{superscript(10)}"
    'x¹⁰'
    """
    return str(exponent).translate(_SUPERSCRIPTS)


def _remainder(a: int, b: int) -> int:
    """Return polynomial `a` modulo a nonzero polynomial `b`."""
    length = b.bit_length()
    while (excess := a.bit_length() - length) >= 0:
        a ^= b << excess
    return a
