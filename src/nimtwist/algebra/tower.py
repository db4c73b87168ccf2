"""The tower of finite fields whose union is the field of nimbers below ω^(ω^ω).

Elements are stored in Cantor normal form. For each prime power q there is an ordinal κ_q: the
finite number 2^(2^(n-1)) if q = 2ⁿ, and ω^(ω^k·p^(n-1)) if q = pⁿ for an odd prime p = p_k, where
p_0 = 3, p_1 = 5, … Every ordinal below ω^(ω^ω) is a nim-sum of terms. Each term is the product of a
finite number and powers of infinite κ_q, where the exponent of κ_q is below the prime p that
divides q; for such factors, the nim-product equals the ordinary product. The p-th nim-power of κ_q
is κ_(q/p) if q > p, and α_p if q = p. Here α_p is the nim-sum of certain smaller κ_q (see `q_set`)
and a finite number, the *excess* of p: the least one for which the sum has no p-th root below κ_p.
The excess need not be the finite part of α_p, since some κ_q are finite: α_29 = κ_7 + κ_4 =
ω^(ω^2) + 4, and the excess of 29 is 0. Hence κ_q is a q-th root of α_p, and every term is the
product of a finite number and powers α_p^x with rational exponents 0 ≤ x < 1.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import accumulate, compress, count
from math import lcm

from nimtwist.algebra import _powers, nimber
from nimtwist.algebra._cantor import Exponent, Terms, to_text
from nimtwist.checks import check_integer, short_repr, shorten

Element = dict[Exponent, int]
"""An ordinal as a nim-sum: a mapping from exponents to coefficients, in any order."""

_ONE: Element = {(): 1}


# --- The primes and their excesses ---------------------------------------------------------------

# The excesses of the odd primes up to 709, in ascending order (OEIS A380496).
_EXCESSES = (
    "001100410101111100011110101001010101410100000011110010110101001"
    "110111011001110000101001101110110000011110110100010010100011101"
)
# Only odd primes p_k below this bound are used, so ω^(ω^k) is supported only for these k.
_PRIME_BOUND = 1 << 17


@cache
def _odd_primes() -> list[int]:
    sieve = bytearray([1]) * _PRIME_BOUND
    sieve[:3] = bytes(3)
    for n in range(2, int(_PRIME_BOUND**0.5) + 1):
        sieve[2 * n :: n] = bytes(len(range(2 * n, _PRIME_BOUND, n)))
    return list(compress(range(_PRIME_BOUND), sieve))


def tabled_primes() -> list[int]:
    """Return the odd primes whose excess is in the table."""
    return _odd_primes()[: len(_EXCESSES)]


def check_tabled_prime(p: object) -> int:
    """Return `p` if it is an odd prime whose excess is in the table.

    Raises:
        ValueError: if `p` is not such a prime.
    """
    prime, (*_, largest) = check_integer(p, "an odd prime", 3), tabled_primes()
    if prime > largest:
        raise ValueError(f"expected an odd prime up to {largest}, got {short_repr(prime)}")
    if prime not in tabled_primes():
        raise ValueError(f"expected an odd prime, got {prime}")
    return prime


def excess(p: int) -> int:
    """Look up the excess of an odd prime `p` up to 709.

    This is the least finite number that, added to the κ_q of `q_set`, gives an ordinal that has no
    p-th root below κ_p. It may differ from the finite part of α_p, which includes finite κ_q.

    >>> [excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    return int(_EXCESSES[_odd_primes().index(check_tabled_prime(p))])


def q_set(p: int) -> tuple[int, ...]:
    """Return the prime powers q whose κ_q, added to the excess of `p`, give α_p.

    `p` is an odd prime up to 709. The prime powers are in ascending order of their primes.

    >>> q_set(3), q_set(7), q_set(19), q_set(13), q_set(29)
    ((2,), (3,), (9,), (4, 3), (4, 7))
    """
    p = check_tabled_prime(p)
    return _components(next(f for f in count(1) if builtins.pow(2, f, p) == 1))


@cache
def _components(h: int) -> tuple[int, ...]:
    """Return the prime powers q that occur in the least suitable sum of ordinals κ_q.

    A sum is suitable if its degree over GF(2) is divisible by `h`.
    """
    r, level = _least_prime(h)
    q = r**level
    if q == h:
        return (q,)
    rest = _components(h // q)
    # The degree of a sum of κ_q is that of the field they generate: repeated squaring maps each κ_q
    # to a multiple of a power of itself, so it fixes the sum only if it fixes every κ_q.
    return rest if field_degree(_kappa_sum(rest)) % q == 0 else (q, *rest)


def _least_prime(number: int) -> tuple[int, int]:
    """Return the least prime factor of an integer ≥ 2, and its multiplicity."""
    p = next(p for p in count(2) if number % p == 0)
    return p, multiplicity(p, number)


def multiplicity(p: int, number: int) -> int:
    """Return the multiplicity of a prime as a factor of a number."""
    return next(n for n in count() if number % p ** (n + 1))


# --- Elements ------------------------------------------------------------------------------------

# Maximum length in bits of a coefficient V in an exponent.
_EXPONENT_BITS = 256


def _fraction(p: int, multiple: int) -> Fraction:
    """Return the exponent x with ω^(ω^k·V) = α_p^x, where p = p_k and V is `multiple`.

    In base p, the digits of x after the radix point are those of V in reverse order. For example,
    if V = p^(n-1), then ω^(ω^k·V) is κ_q with q = p^n, and x is 1/q.
    """
    top, q = 0, 1
    while multiple:
        multiple, digit = divmod(multiple, p)
        top, q = top * p + digit, q * p
    return Fraction(top, q)


def _multiple(p: int, x: Fraction) -> int:
    """Invert `_fraction`: return the V with ω^(ω^k·V) = α_p^x, where p = p_k and 0 ≤ x < 1."""
    multiple, top, q = 0, x.numerator, x.denominator
    while q > 1:
        top, digit = divmod(top, p)
        multiple, q = multiple * p + digit, q // p
    return multiple


@lru_cache(1 << 14)
def _factors(exponent: Exponent) -> tuple[tuple[int, Fraction], ...]:
    """Write ω^`exponent` as a product of powers α_p^x; return the pairs (p, x), largest p first."""
    return tuple((_odd_primes()[k], _fraction(_odd_primes()[k], v)) for k, v in exponent)


def from_terms(terms: Terms) -> Element:
    """Return the element with a given Cantor normal form.

    Raises:
        ValueError: if an exponent is out of range.
    """
    for exponent, _ in terms:
        for k, multiple in exponent:
            if k >= len(_odd_primes()) or multiple.bit_length() > _EXPONENT_BITS:
                raise ValueError(
                    f"ω^({shorten(to_text(exponent))}) is out of range: its exponent must be below "
                    f"ω^{len(_odd_primes())} with coefficients below 2^{_EXPONENT_BITS}"
                )
    return dict(terms)


def from_int(number: int) -> Element:
    """Return the element for an integer ≥ 0."""
    return {(): number} if number else {}


def finite_part(x: Element) -> int:
    """Return the finite part of an element: the coefficient of ω^0."""
    return x.get((), 0)


def to_terms(x: Element) -> Terms:
    """Return the Cantor normal form of an element."""
    return tuple(sorted(x.items(), reverse=True))


sort_key = to_terms


def kappa(p: int, level: int) -> Element:
    """Return κ_q for q = p^level."""
    if p == 2:
        return {(): 1 << (1 << level - 1)}
    return {((_odd_primes().index(p), p ** (level - 1)),): 1}


def _kappa_sum(components: Iterable[int]) -> Element:
    return reduce(add, (kappa(*_least_prime(q)) for q in components))


@cache
def _alpha(p: int) -> Element:
    """Return α_p, the p-th power of κ_p. The result is cached, so do not mutate it."""
    return add(_kappa_sum(q_set(p)), from_int(excess(p)))


# --- Sums and products ---------------------------------------------------------------------------

_finite_product = lru_cache(1 << 16)(nimber.mul)


def add(x: Element, y: Element) -> Element:
    """Return the nim-sum."""
    total = x.copy()
    for monomial, c in y.items():
        if c := total.pop(monomial, 0) ^ c:
            total[monomial] = c
    return total


def mul(x: Element, y: Element) -> Element:
    """Return the nim-product."""
    return _sum_of_products(
        (e, f, _finite_product(c, d)) for e, c in x.items() for f, d in y.items()
    )


def _square(x: Element) -> Element:
    """Return the nim-square, the sum of the squares of the terms."""
    return _sum_of_products((e, e, _finite_product(c, c)) for e, c in x.items())


def _sum_of_products(products: Iterable[tuple[Exponent, Exponent, int]]) -> Element:
    """Return the sum of ω^E ⊗ ω^F ⊗ c over all triples (E, F, c) in `products`."""
    total: Element = {}
    for e, f, c in products:
        for g, d in _multiply_monomials(e, f):
            total[g] = total.get(g, 0) ^ _finite_product(c, d)
    return {g: c for g, c in total.items() if c}


@lru_cache(1 << 14)
def _multiply_monomials(e: Exponent, f: Exponent) -> tuple[tuple[Exponent, int], ...]:
    """Return the nim-product of ω^`e` and ω^`f` as a sum of terms.

    The recursion ends because integer powers of α_p contain only κ_q that are smaller than κ_p.
    """
    multiples, whole_powers = dict(e), _ONE
    for k, multiple in f:
        p = _odd_primes()[k]
        multiples[k], carry = _add_exponents(p, multiples.get(k, 0), multiple)
        if carry:
            whole_powers = mul(whole_powers, _alpha(p))
    power = tuple((k, multiples[k]) for k in sorted(multiples, reverse=True) if multiples[k])
    return tuple((mul({power: 1}, whole_powers) if whole_powers != _ONE else {power: 1}).items())


def _add_exponents(p: int, v: int, w: int) -> tuple[int, int]:
    """Add two exponents of α_p, both below 1; return the sum's fractional part and the carry.

    `v`, `w` and the fractional part are encoded as integers: if κ_p = ω^(ω^k), an exponent x of α_p
    is represented by the integer V for which ω^(ω^k·V) = α_p^x. In base p, the digits of V are
    those of x in reverse order, so carries propagate downwards.
    """
    unit, total, carry = 1, 0, 0
    while unit * p <= max(v, w):
        unit *= p
    while unit:
        carry, digit = divmod(v // unit % p + w // unit % p + carry, p)
        total += digit * unit
        unit //= p
    return total, carry


def pow(x: Element, exponent: int) -> Element:
    """Return the nim-power x^exponent for any integer `exponent`."""
    if exponent < 0:
        return inv(pow(x, -exponent))
    if exponent.bit_length() > 20 and x:
        exponent %= (1 << check_size(field_degree(x), _MAX_PRODUCT_DEGREE, "a power of ", x)) - 1
    return power(x, exponent)


def power(x: Element, exponent: int) -> Element:
    """Return the nim-power x^exponent for `exponent` ≥ 0, without reducing the exponent first."""
    return _powers.power(x, exponent, _square, mul) if exponent else _ONE


# --- Conjugates and inverses ---------------------------------------------------------------------

# Upper bounds on the degree over GF(2) of the field in which a result is computed. The first bound
# applies to inverses and to powers of an element; the second applies to roots and to powers of a
# single α_p.
_MAX_PRODUCT_DEGREE, _MAX_POWER_DEGREE = 8192, 2048


def field_degree(x: Element) -> int:
    """Return the degree over GF(2) of the field generated by the coefficients and κ_q in `x`.

    In the field that α_p generates, α_p is not a p-th power. Likewise, none of κ_p, κ_(p²), … is a
    p-th power in the field that it generates. So the degree of κ_q is q times that of α_p.
    """
    factors = [factor for exponent in x for factor in _factors(exponent)]
    degrees = [power.denominator * _alpha_degree(p) for p, power in factors]
    return lcm(*degrees, *map(nimber.degree, x.values()))


@cache
def _alpha_degree(p: int) -> int:
    return field_degree(_alpha(p))


def check_size(field: int, maximum: int, purpose: str, x: Element | None = None) -> int:
    """Return `field`, the degree of a field, if it is at most `maximum`.

    Raises:
        ValueError: if the degree is larger, since the computation would take too long. The message
            begins with `purpose` and, if given, `x`.
    """
    if field > maximum:
        number = "" if x is None else shorten(to_text(to_terms(x)))
        raise ValueError(
            f"{purpose}{number} needs a field of degree {short_repr(field)}, "
            f"which exceeds the limit of {maximum}"
        )
    return field


def _frobenius(x: Element, times: int) -> Element:
    """Return `x` after `times` squarings, computed term by term and factor by factor."""
    image: Element = {}
    for exponent, c in x.items():
        term = from_int(nimber.pow(c, 1 << times % nimber.degree(c)))
        for p, power in _factors(exponent):
            term = mul(term, _alpha_power(p, power, times))
        image = add(image, term)
    return image


@lru_cache(1 << 12)
def _alpha_power(p: int, x: Fraction, times: int = 0) -> Element:
    """Return α_p^x after `times` squarings, where the denominator of x is a power of p."""
    top, q = x.numerator, x.denominator
    order = q * ((1 << check_size(_alpha_degree(p), _MAX_POWER_DEGREE, f"a power of α_{p}")) - 1)
    alphas, rest = divmod(top * builtins.pow(2, times, order) % order, q)
    whole_powers = power(_alpha(p), alphas)
    if not rest:
        return whole_powers
    k, multiple = _odd_primes().index(p), _multiple(p, Fraction(rest, q))
    return mul({((k, multiple),): 1}, whole_powers)


def norm(x: Element, step: int, number: int) -> Element:
    """Return the product of `number` conjugates of `x`.

    The first conjugate is `x` itself; squaring a conjugate `step` times gives the next conjugate.
    """
    if number == 1:
        return x
    half = norm(x, step, number // 2)
    product = mul(half, _frobenius(half, step * (number // 2)))
    return mul(x, _frobenius(product, step)) if number % 2 else product


def inv(x: Element) -> Element:
    """Return the inverse, computed from the norm, which lies in a smaller field."""
    if not x:
        raise ValueError("0 has no inverse and no negative powers")
    if len(x) == 1:
        ((exponent, c),) = x.items()
        powers = (_alpha_power(p, -power) for p, power in _factors(exponent))
        return reduce(mul, powers, from_int(nimber.inv(c)))
    # Let κ be the largest κ_q in `x`, where q is a power of the prime p. Over the field that the
    # other κ_q generate, `x` has p conjugates, whose product does not contain κ.
    p, _ = max(_factors(exponent)[0] for exponent in x if exponent)
    step = check_size(field_degree(x), _MAX_PRODUCT_DEGREE, "the inverse of ", x) // p
    others = norm(_frobenius(x, step), step, p - 1)
    return mul(others, inv(mul(x, others)))


def div(x: Element, y: Element) -> Element:
    """Return the quotient."""
    return mul(x, inv(y))


def sqrt(x: Element) -> Element:
    """Return the square root, computed by squaring `x` d - 1 times in a field of degree d."""
    return _frobenius(x, field_degree(x) - 1)


def degree(x: Element) -> int:
    """Return the degree over GF(2): the least d > 0 with x^(2^d) = x."""
    d = field_degree(x)
    if not any(x):
        return d
    for p in (2, *tabled_primes()):
        while d % p == 0 and _frobenius(x, d // p) == x:
            d //= p
    return d


# --- Equations -----------------------------------------------------------------------------------


def solve_additive(y: Element) -> Element:
    """Return a solution of z² + z = y, computed as the sum of solutions for the terms of `y`.

    The solution for a finite term may lie in the next larger field of finite nimbers. For any
    other term, let mr be its degree, where m is a power of two and r is odd; its trace over the
    field of degree m is 0. Number its conjugates from 0, and let z be the sum of conjugates 0 to
    m - 1, 2m to 3m - 1, and so on up to conjugate rm - 1. Then z² + z is the sum of the term and
    this trace, so it equals the term.
    """
    solution: Element = {}
    for exponent, c in y.items():
        if not exponent:
            solution = add(solution, from_int(nimber.solve(c)[0]))
            continue
        conjugate = {exponent: c}
        d = check_size(degree(conjugate), _MAX_POWER_DEGREE, "a root of x² + x = ", conjugate)
        for number in range(d):
            if number // (d & -d) % 2 == 0:
                solution = add(solution, conjugate)
            conjugate = _square(conjugate)
    return solution


def prime_roots(x: Element, p: int) -> list[Element]:
    """Return the p-th roots of a nonzero `x` for an odd prime `p`.

    Every nonzero element is the product of its *p-part*, whose order is a power of `p`, and a
    cofactor, whose order is coprime to `p`. In the smallest field that contains `x` and α_p, let κ
    be the largest κ_q with q a power of `p`, or α_p if there is none. Since κ is not a p-th power,
    its p-part generates all p-parts. The algorithm finds the discrete logarithm of the p-part of
    `x` to this base, digit by digit. This logarithm gives a p-th root of the p-part in terms of the
    p-th root of κ, which is the next κ_q. The cofactor of `x` has a p-th root among its own powers.
    (Adleman, Manders and Miller 1977)
    """
    field = lcm(field_degree(x), _alpha_degree(p))
    units = (1 << check_size(field, _MAX_POWER_DEGREE // 2, f"a root of x^{p} = ", x)) - 1
    sylow = p ** multiplicity(p, units)
    cofactor = units // sylow
    # Raising an element to the power `part` gives its p-part.
    part = cofactor * builtins.pow(cofactor, -1, sylow)
    q = p ** (multiplicity(p, field) + 1)  # κ_q is the p-th root of κ

    def root_power(exponent: int) -> Element:
        return _alpha_power(p, Fraction(exponent, q))

    unity = list(accumulate([root_power(sylow * part)] * (p - 1), mul, initial=_ONE))
    p_part, logarithm, digit = power(x, part), 0, 1
    while digit < sylow:
        rest = mul(p_part, root_power(-p * part * logarithm))
        logarithm += digit * unity.index(power(rest, sylow // (p * digit)))
        digit *= p
    first = mul(
        power(x, (1 - part) * builtins.pow(p, -1, cofactor) % units),
        root_power(part * logarithm),
    )
    return [mul(first, other) for other in unity]
