"""Nim arithmetic on integers of any size, and tables computed from the definitions.

The nim-sum is the exclusive or. Nim-products are computed by splitting the factors into halves (see
`mul`) until they have at most 16 bits, and then by adding logarithms. `sums_by_mex` and
`products_by_mex` use none of this: they fill tables from the recursive definitions.

A nimber is an integer ≥ 0 of any size. For any other argument, every function raises a `ValueError`
that quotes the argument.

Conway, On Numbers and Games (1976), chapter 6; Lenstra, Nim multiplication (1978).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from typing import NamedTuple

from nimtwist.algebra import _powers
from nimtwist.algebra.polynomial import is_irreducible
from nimtwist.checks import check_integer, short_repr, shorten
from nimtwist.game import mex

__all__ = [
    "add",
    "degree",
    "div",
    "inv",
    "isomorphism",
    "mul",
    "order",
    "pow",
    "products_by_mex",
    "roots",
    "solve",
    "sqrt",
    "sums_by_mex",
    "trace",
]


# --- The arithmetic ------------------------------------------------------------------------------


def add(a: int, b: int) -> int:
    """Return the nim-sum a ⊕ b, that is, the binary sum without carries (nimber.add).

    >>> add(7, 14)
    9
    """
    return _nimber(a) ^ _nimber(b)


def mul(a: int, b: int) -> int:
    """Return the nim-product a ⊗ b.

    If both factors are below F², where F is a Fermat 2-power, write a = a₁F ⊕ a₀ and
    b = b₁F ⊕ b₀ with halves below F. Since F ⊗ F = F ⊕ F/2, three products of halves and one
    multiplication by F/2 suffice: the nim-product is
    ((a₁ ⊕ a₀)(b₁ ⊕ b₀) ⊕ a₀b₀)F ⊕ a₀b₀ ⊕ a₁b₁(F/2). (nimber.mul, nimber.fermat)

    >>> mul(14, 8)
    10
    """
    return _mul(_nimber(a), _nimber(b), _logarithms(_TABLE_BITS))


def inv(a: int) -> int:
    """Return the multiplicative inverse of `a`.

    Raises:
        ValueError: if `a` is 0.

    >>> inv(8)
    10
    """
    a = _nimber(a)
    if not a:
        raise ValueError("0 has no inverse")
    return _inv(a, _logarithms(_TABLE_BITS))


def div(a: int, b: int) -> int:
    """Return the nim-quotient a ⊘ b, the number whose nim-product with `b` is `a`.

    Raises:
        ValueError: if `b` is 0.

    >>> div(10, 8)
    14
    """
    a, b, base = _nimber(a), _nimber(b), _logarithms(_TABLE_BITS)
    if not b:
        raise ValueError(f"cannot divide {short_repr(a)} by 0")
    return _mul(a, _inv(b, base), base)


def sqrt(a: int) -> int:
    """Return the nim square root of `a`. It is unique and lies in the same field as `a`.

    >>> sqrt(2), mul(3, 3)
    (3, 2)
    """
    return _sqrt(_nimber(a), _logarithms(_TABLE_BITS))


def pow(a: int, exponent: int) -> int:
    """Return the nim-power a^exponent for any integer `exponent`.

    The exponent is an ordinary integer, not a nimber. As an empty product, 0 to the power 0 is 1.

    Raises:
        ValueError: if `a` is 0 and the exponent is negative.

    >>> pow(4, 15), pow(4, -1) == inv(4)
    (1, True)
    """
    a = _nimber(a)
    if type(exponent) is not int:
        raise ValueError(f"an exponent must be an integer, not {short_repr(exponent)}")
    if a:
        return _pow(a, exponent % _units(degree(a)), _logarithms(_TABLE_BITS))
    if exponent < 0:
        raise ValueError("0 has no inverse and no negative powers")
    return int(not exponent)


def degree(a: int) -> int:
    """Return the degree of `a` over GF(2), the least power of two 2ⁿ with a < 2^(2ⁿ).

    The smallest field containing `a` consists of the numbers below 2^(2ⁿ). All its subfields have
    this form, so 2ⁿ is also the degree of the minimal polynomial of `a`. The degree of 0 and 1
    is 1. (nimber.field)

    >>> degree(1), degree(2), degree(4), degree(15), degree(16)
    (1, 2, 4, 4, 8)
    """
    return _power_of_two(max(_nimber(a).bit_length(), 1))


# For finite numbers, these take the place of the functions with the same names in `tower`.
field_degree, from_int, finite_part, sort_key = degree, int, int, int


def trace(a: int, field: int | None = None) -> int:
    """Return the trace of `a` over GF(2), the sum of its conjugates, which is 0 or 1.

    The conjugates are a, a², a⁴, …; their number is the degree of the field. Let F be a Fermat
    2-power. Its conjugate over the field of numbers below F is F ⊕ 1. So the trace of a₁F ⊕ a₀,
    where a₁ and a₀ are below F, equals the trace of a₁. By induction, if `a` is written with as
    many bits as the degree of the field, its trace is the highest bit.

    Args:
        a: a nimber.
        field: the degree of a field that contains `a`. It must be a power of two; the default is
            the least possible degree, that of `a`.

    >>> trace(8), trace(7), trace(8, 8)
    (1, 0, 0)
    """
    minimum = degree(a)
    field = minimum if field is None else check_integer(field, "the degree of a field", 1)
    if field < minimum or field != _power_of_two(field):
        raise ValueError(
            f"the degree of a field that contains {short_repr(a)} must be a power of two "
            f"≥ {minimum}, not {short_repr(field)}"
        )
    return a >> field - 1 & 1


def order(a: int) -> int:
    """Return the multiplicative order of `a`: the least n > 0 such that the n-th power of `a` is 1.

    The order divides 2ᵈ − 1, where d is the degree of `a`. Since d is a power of two, 2ᵈ − 1 is a
    product of Fermat numbers.

    Raises:
        ValueError: if `a` is 0, or if its degree is above 512, for which not all prime factors
            of 2ᵈ − 1 are known.

    >>> [order(a) for a in range(1, 8)]
    [1, 3, 3, 15, 15, 15, 15]
    """
    base = _logarithms(_TABLE_BITS)
    return _powers.order(_nimber(a), degree(a), lambda exponent: _pow(a, exponent, base) == 1)


def solve(c: int) -> tuple[int, int]:
    """Return the two solutions of x² ⊕ x = c, an even number and its successor.

    They lie in the smallest field that contains `c` if the trace of `c` there is 0, and in the next
    larger field if it is 1.

    >>> solve(0), solve(1), solve(6)
    ((0, 1), (2, 3), (14, 15))
    """
    # Let F = 2^field. If `c` has trace 1, `_solve` solves x² ⊕ x = c ⊕ F/2 instead. Then x ⊕ F
    # solves the equation for `c`, because F² ⊕ F = F/2.
    field, outside = degree(c), trace(c)
    even = _solve(c, field, _logarithms(_TABLE_BITS)) ^ outside << field
    return even, even ^ 1


def roots(polynomial: int, field: int = 8) -> list[int]:
    """Return the roots below 2^`field` of a polynomial over GF(2).

    Args:
        polynomial: an integer ≥ 1 whose binary digits are the coefficients: 0b1011 is x³ + x + 1.
        field: the maximum length of the roots in bits, an integer from 0 to 16.

    >>> roots(0b111), roots(0b1011)
    ([2, 3], [])
    """
    digits = f"{check_integer(polynomial, 'a polynomial', 1):b}"
    numbers = range(1 << check_integer(field, "the bit length of the roots", 0, 16))
    base = _logarithms(_TABLE_BITS)

    def value(x: int) -> int:
        return reduce(lambda partial, digit: _mul(partial, x, base) ^ (digit == "1"), digits, 0)

    return [x for x in numbers if not value(x)]


def isomorphism(polynomial: int = 0x11B) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return an isomorphism from a field of polynomials to nimbers, and its inverse, as tables.

    Each polynomial of lower degree than `polynomial` is mapped to its value at the smallest root of
    `polynomial`; any other root would do as well.

    Args:
        polynomial: an irreducible polynomial over GF(2) of degree 1, 2, 4 or 8, encoded as in
            `roots`. The default is the polynomial of AES, x⁸ + x⁴ + x³ + x + 1 (FIPS 197, 4.2).

    >>> to_nimber, from_nimber = isomorphism()
    >>> mul(to_nimber[0x57], to_nimber[0x83]) == to_nimber[0xC1]
    True
    """
    field = check_integer(polynomial, "a polynomial", 1).bit_length() - 1
    if field not in (1, 2, 4, 8) or not is_irreducible(polynomial):
        raise ValueError(
            "expected an irreducible polynomial of degree 1, 2, 4 or 8 over GF(2), "
            f"got {shorten(f'{polynomial:#b}')} = {short_repr(polynomial)}"
        )
    # The numbers below 2^field form a field of that size, so they contain all roots.
    root, to_nimber = roots(polynomial, field)[0], [0]
    for exponent in range(field):
        power = pow(root, exponent)
        to_nimber += [element ^ power for element in to_nimber]
    from_nimber = sorted(range(len(to_nimber)), key=to_nimber.__getitem__)
    return tuple(to_nimber), tuple(from_nimber)


def _nimber(a: object) -> int:
    return check_integer(a, "a nimber")


def _power_of_two(size: int) -> int:
    """Return the least power of two ≥ `size`."""
    return 1 << (size - 1).bit_length()


def _units(field: int) -> int:
    """Return the number of nonzero elements of the field of degree `field`."""
    return (1 << field) - 1


# --- The algorithms ------------------------------------------------------------------------------


class _Logarithms(NamedTuple):
    """Tables of logarithms and powers for the field of numbers with up to `digits` binary digits.

    `log[0]` is so large that adding any logarithm to it gives an index among the zeros at the end
    of `power`. So products need no special case for a factor of 0.
    """

    digits: int
    log: list[int]
    power: list[int]


# Maximum length in bits of factors whose product is looked up. The tables take up 5 MB and are
# built in 10 ms.
_TABLE_BITS = 16
# The least generator of each field's multiplicative group, keyed by the degree of the field.
_GENERATORS = {1: 1, 2: 2, 4: 4, 8: 18, 16: 258}


@cache
def _logarithms(digits: int) -> _Logarithms:
    """Return the tables for numbers with up to `digits` binary digits.

    They are computed from the tables for half as many digits.
    """
    units, half = _units(digits), digits // 2
    mask = (1 << half) - 1
    powers = [1]
    if digits > 1:
        base, generator = _logarithms(half), _GENERATORS[digits]
        # Multiplying by the generator is a linear map, so it is enough to tabulate the products for
        # the low and the high half of the digits separately.
        low = [_mul(part, generator, base) for part in range(1 << half)]
        high = [_mul(part << half, generator, base) for part in range(1 << half)]
        for _ in range(units - 1):
            powers.append(low[powers[-1] & mask] ^ high[powers[-1] >> half])
    log = [2 * units] * (units + 1)
    for exponent, power in enumerate(powers):
        log[power] = exponent
    return _Logarithms(digits, log, powers * 2 + [0] * (2 * units + 1))


def _mul(a: int, b: int, base: _Logarithms) -> int:
    digits, log, power = base
    if not (a | b) >> digits:
        return power[log[a] + log[b]]
    if not a or not b:
        return 0
    half = _power_of_two((a | b).bit_length()) // 2
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = _mul(a0, b0, base)
    if not a1:
        return _mul(a0, b1, base) << half ^ low
    if not b1:
        return _mul(a1, b0, base) << half ^ low
    cross = _mul(a1 ^ a0, b1 ^ b0, base)
    return (cross ^ low) << half ^ low ^ _mul(_mul(a1, b1, base), 1 << half - 1, base)


def _square(a: int, base: _Logarithms) -> int:
    if not a >> base.digits:
        return base.power[2 * base.log[a]]
    half = degree(a) // 2
    top = _square(a >> half, base)
    return top << half ^ _square(a & (1 << half) - 1, base) ^ _mul(top, 1 << half - 1, base)


def _sqrt(a: int, base: _Logarithms) -> int:
    if not a >> base.digits:
        # Adding the number of units, which is odd, makes an odd logarithm even.
        exponent = base.log[a]
        return base.power[(exponent + exponent % 2 * _units(base.digits)) // 2] if a else 0
    half = degree(a) // 2
    a1, a0 = a >> half, a & (1 << half) - 1
    return _sqrt(a1, base) << half ^ _sqrt(a0 ^ _mul(a1, 1 << half - 1, base), base)


def _inv(a: int, base: _Logarithms) -> int:
    if not a >> base.digits:
        return base.power[_units(base.digits) - base.log[a]]
    half = degree(a) // 2
    a1, a0 = a >> half, a & (1 << half) - 1
    # Let F = 2^half. The product of `a` and its conjugate a₁F ⊕ a₀ ⊕ a₁ is the norm, which lies in
    # the field of numbers below F.
    norm = _mul(a0, a0 ^ a1, base) ^ _mul(_square(a1, base), 1 << half - 1, base)
    return _mul(a1 << half ^ a0 ^ a1, _inv(norm, base), base)


def _pow(a: int, exponent: int, base: _Logarithms) -> int:
    if not exponent:
        return 1
    return _powers.power(a, exponent, lambda b: _square(b, base), lambda b, c: _mul(b, c, base))


def _solve(c: int, field: int, base: _Logarithms) -> int:
    """Return the even solution of x² ⊕ x = c in a field, ignoring the highest digit of `c`.

    That digit is the trace of `c`, which must be 0 for a solution to exist.
    """
    if field == 1:
        return 0
    half = field // 2
    top = _solve(c >> half, half, base)
    rest = c & (1 << half) - 1 ^ _mul(_square(top, base), 1 << half - 1, base)
    # If `rest` has trace 1, replace `top` by the other solution, `top` ⊕ 1. This changes the square
    # of `top` by 1, and `rest` by F/2, where F = 2^half. F/2 has trace 1, so the trace of `rest`
    # becomes 0.
    top ^= rest >> half - 1
    return top << half ^ _solve(rest, half, base)


# --- The definitions -----------------------------------------------------------------------------

# Upper bound on the number of rows and on the number of columns, since filling an n × n table can
# take time proportional to n⁴.
_MAX_TABLE_SIZE = 512


def sums_by_mex(rows: int, columns: int) -> list[list[int]]:
    """Compute the table of a ⊕ b for all a < `rows` and b < `columns` from the definition.

    By definition, a ⊕ b is the mex of all a′ ⊕ b and a ⊕ b′ with a′ < a and b′ < b. Both `rows` and
    `columns` must be at most 512.

    >>> sums_by_mex(3, 4)
    [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
    """
    return _fill_table(
        rows, columns, lambda table, a, b: {*table[a], *(row[b] for row in table[:a])}
    )


def products_by_mex(rows: int, columns: int) -> list[list[int]]:
    """Compute the table of a ⊗ b for all a < `rows` and b < `columns` from the definition.

    By definition, a ⊗ b is the mex of all a′ ⊗ b ⊕ a ⊗ b′ ⊕ a′ ⊗ b′ with a′ < a and b′ < b. Both
    `rows` and `columns` must be at most 512.

    >>> products_by_mex(4, 4)
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    return _fill_table(
        rows,
        columns,
        lambda table, a, b: {
            row[b] ^ left ^ corner for row in table[:a] for left, corner in zip(table[a], row[:b])
        },
    )


def _fill_table(
    rows: int, columns: int, excluded: Callable[[list[list[int]], int, int], set[int]]
) -> list[list[int]]:
    """Fill a table row by row; each entry is the mex of the set that `excluded` returns."""
    columns = check_integer(columns, "the number of columns", 0, _MAX_TABLE_SIZE)
    table: list[list[int]] = []
    for a in range(check_integer(rows, "the number of rows", 0, _MAX_TABLE_SIZE)):
        table.append([])
        for b in range(columns):
            table[a].append(mex(excluded(table, a, b)))
    return table
