"""The common base class of finite and infinite nimbers, and the class `Nimber`."""

from __future__ import annotations

from collections.abc import Callable
from functools import total_ordering
from types import ModuleType
from typing import Any, ClassVar, Self

from nimtwist.algebra import _powers, nimber, tower
from nimtwist.checks import check_integer, decimal, short_repr

__all__ = ["NimNumber", "Nimber"]

# Maximum degree over GF(2) of the fields in which conjugates and minimal polynomials are computed.
_MAX_FIELD_DEGREE = 1024


@total_ordering
class NimNumber:
    """A number in Conway's field of nimbers: the base class of `Nimber` and `Ordinal`.

    A `Nimber` is always finite, whereas an `Ordinal` may be infinite.

    The operators `+`, `-`, `*`, `/` and `**` perform nim arithmetic. Operands, including those of
    comparisons, may be of type `int`, `Nimber` or `Ordinal`; the result is an `Ordinal` if either
    operand is one, otherwise a `Nimber`. Numbers with the same value, including integers, are equal
    and have the same hash. Comparisons use the order of the ordinals. Exponents are ordinary
    integers.

    Raises:
        ValueError: if a number is negative, if the result does not exist (such as the inverse of
            0), or if the computation needs too large a field.
        TypeError: if an operand or exponent has an unsupported type.
    """

    __slots__ = ("_raw",)
    _raw: Any
    # The module whose functions operate on `_raw`.
    _arithmetic: ClassVar[ModuleType]

    def __init__(self, value: NimNumber | int = 0) -> None:
        if isinstance(value, type(self)):
            self._raw = value._raw
        else:
            value = int(value) if isinstance(value, NimNumber) else value
            self._raw = self._arithmetic.from_int(check_integer(value, "a nimber"))

    @classmethod
    def _from_raw(cls, raw: Any) -> Self:
        number = cls.__new__(cls)
        number._raw = raw
        return number

    @property
    def _finite_part(self) -> int:
        return int(self._arithmetic.finite_part(self._raw))

    def __bool__(self) -> bool:
        return bool(self._raw)

    def __int__(self) -> int:
        if self != self._finite_part:
            raise ValueError(f"expected a finite nimber, got {short_repr(self)}")
        return self._finite_part

    def __eq__(self, other: object) -> bool:
        if isinstance(other, type(self)):
            return bool(self._raw == other._raw)
        if isinstance(other, Nimber):
            other = other.value
        if type(other) is not int:
            return NotImplemented
        return bool(self._raw == self._arithmetic.from_int(other))

    def __hash__(self) -> int:
        finite = self._finite_part
        return hash(finite if self == finite else self._arithmetic.sort_key(self._raw))

    def __lt__(self, other: NimNumber | int) -> bool:
        raw, key = self._convert(other), self._arithmetic.sort_key
        return raw if raw is NotImplemented else bool(key(self._raw) < key(raw))

    def __add__(self, other: Self | Nimber | int) -> Self:
        return self._apply(self._arithmetic.add, other)

    def __sub__(self, other: Self | Nimber | int) -> Self:
        return self._apply(self._arithmetic.add, other)

    def __mul__(self, other: Self | Nimber | int) -> Self:
        return self._apply(self._arithmetic.mul, other)

    def __truediv__(self, other: Self | Nimber | int) -> Self:
        return self._apply(self._arithmetic.div, other)

    def __rtruediv__(self, other: Nimber | int) -> Self:
        return self._apply(lambda a, b: self._arithmetic.div(b, a), other)

    __radd__, __rsub__, __rmul__ = __add__, __sub__, __mul__

    def __neg__(self) -> Self:
        return self

    def __pow__(self, exponent: int) -> Self:
        if type(exponent) is not int:
            return NotImplemented
        return self._from_raw(self._arithmetic.pow(self._raw, exponent))

    def inv(self) -> Self:
        """Return the multiplicative inverse.

        >>> Nimber(8).inv()
        *10
        """
        return self._from_raw(self._arithmetic.inv(self._raw))

    def sqrt(self) -> Self:
        """Return the square root. Every nimber has exactly one.

        >>> Nimber(2).sqrt()
        *3
        """
        return self._from_raw(self._arithmetic.sqrt(self._raw))

    def degree(self) -> int:
        """Return the degree over GF(2): the least d > 0 with x^(2^d) = x.

        >>> [Nimber(n).degree() for n in (1, 2, 4, 16)]
        [1, 2, 4, 8]
        """
        return int(self._arithmetic.degree(self._raw))

    def order(self) -> int:
        """Return the multiplicative order: the least n > 0 with x^n = 1.

        Infinite nimbers have one too, since each of them lies in a finite field.

        Raises:
            ValueError: if the number is 0, or if 2^d - 1 is too hard to factor, where d is the
                degree.

        >>> [Nimber(n).order() for n in range(1, 8)]
        [1, 3, 3, 15, 15, 15, 15]
        """
        return _powers.order(self, self.degree(), lambda exponent: self**exponent == 1)

    def log(self, base: Self) -> int:
        """Return the logarithm to a base: the least n ≥ 0 with base^n = x.

        Raises:
            ValueError: if the number or the base is 0, if the number is not a power of the base, or
                if the order of the base has a prime factor above 10^11.

        >>> Nimber(12).log(Nimber(4)), Nimber(4) ** 11
        (11, *12)
        """
        return _powers.log(self, type(self)(base))

    def conjugates(self) -> list[Self]:
        """Return the conjugates x, x², x⁴, …; their number equals the degree.

        >>> Nimber(4).conjugates()
        [*4, *6, *5, *7]
        """
        self._check_size("the conjugates")
        result = [self]
        for _ in range(self.degree() - 1):
            result.append(result[-1] ** 2)
        return result

    def trace(self) -> int:
        """Return the trace over GF(2), the sum of the conjugates, which is 0 or 1.

        Each infinite term of the number has trace 0 over the finite nimbers. The trace therefore
        equals that of the finite part, taken in the largest field of finite nimbers whose degree
        divides the degree of the number.

        >>> Nimber(8).trace(), Nimber(7).trace()
        (1, 0)
        """
        degree = self.degree()
        return nimber.trace(self._finite_part, degree & -degree)

    def minimal_polynomial(self) -> int:
        """Return the minimal polynomial over GF(2), encoded as an integer: 0b1011 is x³ + x + 1.

        The lowest binary digits of the powers 1, x, x², … form a sequence that starts with 1. Its
        shortest linear recurrence has the coefficients of the minimal polynomial. The
        Berlekamp–Massey algorithm finds this recurrence.

        >>> bin(Nimber(4).minimal_polynomial())
        '0b10011'
        """
        self._check_size("the minimal polynomial")
        current, previous, length, gap, digits, power = 1, 1, 0, 1, 0, self**0
        for n in range(2 * self.degree()):
            digits = digits << 1 | power._finite_part & 1
            power *= self
            if (current & digits).bit_count() % 2:
                current, old = current ^ previous << gap, current
                if 2 * length <= n:
                    length, previous, gap = n + 1 - length, old, 0
            gap += 1
        return int(f"{current:0{length + 1}b}"[::-1], 2)

    def _check_size(self, task: str) -> None:
        field = self._arithmetic.field_degree(self._raw)
        tower.check_size(field, _MAX_FIELD_DEGREE, f"{task} of {short_repr(self)}")

    def _apply(self, operation: Callable[[Any, Any], Any], other: object) -> Self:
        raw = self._convert(other)
        result: Self = raw if raw is NotImplemented else self._from_raw(operation(self._raw, raw))
        return result

    def _convert(self, other: object) -> Any:
        """Convert an operand to the form of this type's `_raw` attribute.

        If the operand has an unsupported type, return `NotImplemented`.
        """
        if isinstance(other, type(self)):
            return other._raw
        if isinstance(other, Nimber):
            return self._arithmetic.from_int(other.value)
        if type(other) is int:
            return self._arithmetic.from_int(check_integer(other, "a nimber"))
        return NotImplemented


class Nimber(NimNumber):
    """A finite nimber, whose `+`, `-`, `*`, `/` and `**` perform nim arithmetic.

    Its repr has a star, as in `*6`; `value` and `int()` give the integer. See `NimNumber` for
    equality, errors and operands of other types.

    >>> Nimber(4) * Nimber(4) == Nimber(6) == 6
    True
    >>> Nimber(7) + Nimber(14), 1 / Nimber(8), Nimber(2) ** -1
    (*9, *10, *3)
    """

    __slots__ = ()
    _raw: int
    _arithmetic: ClassVar[ModuleType] = nimber

    @property
    def value(self) -> int:
        """This nimber as an `int`, for example 6 for `*6`."""
        return self._raw

    def __repr__(self) -> str:
        return f"*{decimal(self._raw)}"
