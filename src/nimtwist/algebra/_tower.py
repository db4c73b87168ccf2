"""The finite fields whose union is the field of nimbers below ω^(ω^ω), on Cantor normal forms.

For each prime power q there is an ordinal κ_q. If q = 2ⁿ it is the finite number 2^(2^(n-1)); if
q = pⁿ, where p is the k-th odd prime, counted from 0, it is ω^(ω^k·p^(n-1)). Every ordinal here is
a nim-sum of products of a finite number and powers of the infinite κ with exponents below p, and
the nim-product of such factors is their ordinary product. It remains to say what the p-th power of
κ_q is: κ_(q/p) if q > p, and α_p if q = p. This α_p is the sum of some smaller κ and a finite
number, the *excess* of p. So κ_q is a q-th root of α_p, and every term is the product of a finite
number and powers α_p^x with fractions x below 1.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import accumulate, compress, count
from math import lcm

from nimtwist._checks import check_integer, short_repr, shorten
from nimtwist.algebra import _powers, nimber
from nimtwist.algebra._cantor import Exponent, Terms, plain

Element = dict[Exponent, int]
"""An ordinal as a nim-sum: the terms of its Cantor normal form, in any order."""

_ONE: Element = {(): 1}


# --- The primes and their excesses ---------------------------------------------------------------

# The excesses of the odd primes up to 709, in order, as OEIS A380496 has them.
_EXCESSES = (
    "001100410101111100011110101001010101410100000011110010110101001"
    "110111011001110000101001101110110000011110110100010010100011101"
)
# The ordinals ω^(ω^k) within range are those of the odd primes below this bound.
_PRIME_BOUND = 1 << 17


@cache
def _odd_primes() -> list[int]:
    sieve = bytearray([1]) * _PRIME_BOUND
    sieve[:3] = bytes(3)
    for n in range(2, int(_PRIME_BOUND**0.5) + 1):
        sieve[2 * n :: n] = bytes(len(range(2 * n, _PRIME_BOUND, n)))
    return list(compress(range(_PRIME_BOUND), sieve))


def tabled_primes() -> list[int]:
    """Return the odd primes with an excess in the table."""
    return _odd_primes()[: len(_EXCESSES)]


def tabled_prime(p: object) -> int:
    """Return `p` if it is one of these primes; reject anything else."""
    prime, (*_, largest) = check_integer(p, "an odd prime", 3), tabled_primes()
    if prime > largest:
        raise ValueError(f"the table of excesses ends with {largest}, before {short_repr(prime)}")
    if prime not in tabled_primes():
        raise ValueError(f"only odd primes have an excess, and {prime} is not one")
    return prime


def excess(p: int) -> int:
    """Return the excess of an odd prime up to 709, the finite number added in α_p, from the table.

    >>> [excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    return int(_EXCESSES[_odd_primes().index(tabled_prime(p))])


def q_set(p: int) -> tuple[int, ...]:
    """Return the prime powers q whose κ_q add up to α_p without its excess, for a `p` up to 709.

    They are in the order of their primes.

    >>> q_set(3), q_set(7), q_set(19), q_set(13)
    ((2,), (3,), (9,), (4, 3))
    """
    p = tabled_prime(p)
    return _components(next(f for f in count(1) if builtins.pow(2, f, p) == 1))


@cache
def _components(h: int) -> tuple[int, ...]:
    """Return the prime powers whose κ form the least sum whose degree is divisible by `h`."""
    r, level = _least_prime(h)
    q = r**level
    if q == h:
        return (q,)
    rest = _components(h // q)
    # A sum of κ has the degree of the field that they generate: repeated squaring returns to the
    # sum only when it returns to each κ_q, as it turns each into a multiple of a power of itself.
    return rest if field_degree(_kappa_sum(rest)) % q == 0 else (q, *rest)


def _least_prime(number: int) -> tuple[int, int]:
    """Return the least prime factor of a number above 1, and how often it divides the number."""
    p = next(p for p in count(2) if number % p == 0)
    return p, multiplicity(p, number)


def multiplicity(p: int, number: int) -> int:
    """Return how often a prime divides a number."""
    return next(n for n in count() if number % p ** (n + 1))


# --- Elements ------------------------------------------------------------------------------------

# The longest V in an exponent.
_EXPONENT_BITS = 256


def _fraction(p: int, multiple: int) -> Fraction:
    """Return the x with ω^(ω^k·V) = α_p^x: the digits of V in base p, in reverse, after the point.

    For a V of p^(n-1), which stands for κ_q with q = p^n, it is 1/q.
    """
    top, q = 0, 1
    while multiple:
        multiple, digit = divmod(multiple, p)
        top, q = top * p + digit, q * p
    return Fraction(top, q)


def _multiple(p: int, x: Fraction) -> int:
    """Return the V with ω^(ω^k·V) = α_p^x, for an x below 1: the inverse of `_fraction`."""
    multiple, top, q = 0, x.numerator, x.denominator
    while q > 1:
        top, digit = divmod(top, p)
        multiple, q = multiple * p + digit, q // p
    return multiple


@lru_cache(1 << 14)
def _factors(exponent: Exponent) -> tuple[tuple[int, Fraction], ...]:
    """Return ω^E as a product of powers α_p^x: each p with its x, descending."""
    return tuple((_odd_primes()[k], _fraction(_odd_primes()[k], v)) for k, v in exponent)


def from_terms(terms: Terms) -> Element:
    """Return the element with a Cantor normal form; rejects exponents that are out of range."""
    for exponent, _ in terms:
        for k, multiple in exponent:
            if k >= len(_odd_primes()) or multiple.bit_length() > _EXPONENT_BITS:
                raise ValueError(
                    f"ω^({shorten(plain(exponent))}) is out of range: its exponent must be below "
                    f"ω^{len(_odd_primes())}, and have coefficients below 2^{_EXPONENT_BITS}"
                )
    return dict(terms)


def from_int(number: int) -> Element:
    """Return a finite number as an element."""
    return {(): number} if number else {}


def finite_part(x: Element) -> int:
    """Return the finite term of the sum."""
    return x.get((), 0)


def to_terms(x: Element) -> Terms:
    """Return the Cantor normal form."""
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
    """Return α_p, the p-th power of κ_p. It is cached, so do not change it."""
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
    """Return the nim-square, which is the sum of the squares of the terms."""
    return _sum_of_products((e, e, _finite_product(c, c)) for e, c in x.items())


def _sum_of_products(products: Iterable[tuple[Exponent, Exponent, int]]) -> Element:
    """Return the sum of ω^E ⊗ ω^F ⊗ c over all (E, F, c)."""
    total: Element = {}
    for e, f, c in products:
        for g, d in _times(e, f):
            total[g] = total.get(g, 0) ^ _finite_product(c, d)
    return {g: c for g, c in total.items() if c}


@lru_cache(1 << 14)
def _times(e: Exponent, f: Exponent) -> tuple[tuple[Exponent, int], ...]:
    """Return ω^E ⊗ ω^F as a sum of terms.

    Whole powers of α_p have only smaller κ, so multiplying by them comes to an end.
    """
    multiples, whole_powers = dict(e), _ONE
    for k, multiple in f:
        p = _odd_primes()[k]
        multiples[k], carry = _added(p, multiples.get(k, 0), multiple)
        if carry:
            whole_powers = mul(whole_powers, _alpha(p))
    power = tuple((k, multiples[k]) for k in sorted(multiples, reverse=True) if multiples[k])
    return tuple((mul({power: 1}, whole_powers) if whole_powers != _ONE else {power: 1}).items())


def _added(p: int, v: int, w: int) -> tuple[int, int]:
    """Return the sum of two exponents of α_p below 1, less than 1, and the integer carried.

    All are given by the V of ω^(ω^k·V), whose digits are in reverse: so they are carried down.
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
    """Return the nim-product of `exponent` factors `x`, or of inverses if it is negative."""
    if exponent < 0:
        return inv(pow(x, -exponent))
    if exponent.bit_length() > 20 and x:
        exponent %= (1 << check_size(field_degree(x), _MOST_FACTORS, "a power of ", x)) - 1
    return power(x, exponent)


def power(x: Element, exponent: int) -> Element:
    """Return the same for an exponent of at least 0, without reducing it first."""
    return _powers.power(x, exponent, _square, mul) if exponent else _ONE


# --- Conjugates and inverses ---------------------------------------------------------------------

# The largest degrees over GF(2) of a field: for products alone, and where powers of a κ are needed.
_MOST_FACTORS, _MOST_DEGREE = 8192, 2048


def field_degree(x: Element) -> int:
    """Return the degree over GF(2) of the field that the coefficients and the κ in `x` generate.

    As α_p is not a p-th power in its field, nor κ_p in the next field, and so on, the degree of κ_q
    is q times that of α_p.
    """
    factors = [factor for exponent in x for factor in _factors(exponent)]
    degrees = [power.denominator * _alpha_degree(p) for p, power in factors]
    return lcm(*degrees, *map(nimber.degree, x.values()))


@cache
def _alpha_degree(p: int) -> int:
    return field_degree(_alpha(p))


def check_size(field: int, most: int, what: str, x: Element | None = None) -> int:
    """Return the degree of a field; reject one above `most`, where work would take too long.

    The message says `what` the field is needed for, and for which `x` if there is one.
    """
    if field > most:
        number = "" if x is None else shorten(plain(to_terms(x)))
        raise ValueError(
            f"{what}{number}: this needs a field of degree {short_repr(field)}, and the largest "
            f"allowed here has degree {most}"
        )
    return field


def _frobenius(x: Element, number: int) -> Element:
    """Return `x` squared `number` times, term by term and factor by factor."""
    image: Element = {}
    for exponent, c in x.items():
        term = from_int(nimber.pow(c, 1 << number % nimber.degree(c)))
        for p, power in _factors(exponent):
            term = mul(term, _alpha_power(p, power, number))
        image = add(image, term)
    return image


@lru_cache(1 << 12)
def _alpha_power(p: int, x: Fraction, number: int = 0) -> Element:
    """Return α_p^x, squared `number` times; the denominator of x is a power of p."""
    top, q = x.numerator, x.denominator
    order = q * ((1 << check_size(_alpha_degree(p), _MOST_DEGREE, f"a power of α_{p}")) - 1)
    alphas, rest = divmod(top * builtins.pow(2, number, order) % order, q)
    whole_powers = power(_alpha(p), alphas)
    if not rest:
        return whole_powers
    k, multiple = _odd_primes().index(p), _multiple(p, Fraction(rest, q))
    return mul({((k, multiple),): 1}, whole_powers)


def norm(x: Element, step: int, number: int) -> Element:
    """Return the product of `number` conjugates: each is the one before, squared `step` times."""
    if number == 1:
        return x
    half = norm(x, step, number // 2)
    product = mul(half, _frobenius(half, step * (number // 2)))
    return mul(x, _frobenius(product, step)) if number % 2 else product


def inv(x: Element) -> Element:
    """Return the inverse, through the norm to a smaller field."""
    if not x:
        raise ValueError("0 has no inverse, and so no negative powers")
    if len(x) == 1:
        ((exponent, c),) = x.items()
        powers = (_alpha_power(p, -power) for p, power in _factors(exponent))
        return reduce(mul, powers, from_int(nimber.inv(c)))
    # Over the field that the other κ generate, `x` has p conjugates, and their product no longer
    # contains the largest κ.
    p, _ = max(_factors(exponent)[0] for exponent in x if exponent)
    step = check_size(field_degree(x), _MOST_FACTORS, "the inverse of ", x) // p
    others = norm(_frobenius(x, step), step, p - 1)
    return mul(others, inv(mul(x, others)))


def div(x: Element, y: Element) -> Element:
    """Return the quotient."""
    return mul(x, inv(y))


def sqrt(x: Element) -> Element:
    """Return the element whose square is `x`: its last conjugate in any field that contains it."""
    return _frobenius(x, field_degree(x) - 1)


def degree(x: Element) -> int:
    """Return the least d > 0 such that squaring `x` d times gives `x` again."""
    d = field_degree(x)
    if not any(x):
        return d
    for p in (2, *tabled_primes()):
        while d % p == 0 and _frobenius(x, d // p) == x:
            d //= p
    return d


# --- Equations -----------------------------------------------------------------------------------


def solve_additive(y: Element) -> Element:
    """Return a solution of z² + z = y: the sum of those for the terms of `y`.

    A finite term may need the next finite field. Any other has a degree d = mr, m a power of two
    and r odd, and trace 0 over the field of degree m. Number its conjugates from 0, and let z be
    the sum of those from 0 to m - 1, 2m to 3m - 1, and so on up to rm - 1: then z² + z is the sum
    of the term and that trace.
    """
    solution: Element = {}
    for exponent, c in y.items():
        if not exponent:
            solution = add(solution, from_int(nimber.solve(c)[0]))
            continue
        conjugate = {exponent: c}
        d = check_size(degree(conjugate), _MOST_DEGREE, "a root of x² + x = ", conjugate)
        for number in range(d):
            if number // (d & -d) % 2 == 0:
                solution = add(solution, conjugate)
            conjugate = _square(conjugate)
    return solution


def prime_roots(x: Element, p: int) -> list[Element]:
    """Return the p-th roots of `x`, which is not 0, for an odd prime `p`.

    Every element is the product of its *p-part*, whose order is a power of `p`, and a rest, whose
    order is prime to `p`. In the smallest field with `x` and α_p, let κ be the largest κ_q with q a
    power of `p`, or α_p if there is none. As κ is not a p-th power, its p-part generates all
    p-parts. That of `x` is found as one of its powers, digit by digit; and it has a p-th root, as κ
    has one, the next κ_q. The rest has a p-th root among its own powers. (Adleman, Manders and
    Miller 1977)
    """
    field = lcm(field_degree(x), _alpha_degree(p))
    units = (1 << check_size(field, _MOST_DEGREE // 2, f"a root of x^{p} = ", x)) - 1
    sylow = p ** multiplicity(p, units)
    cofactor = units // sylow
    # Raising an element to the power `part` gives its p-part.
    part = cofactor * builtins.pow(cofactor, -1, sylow)
    q = p ** (multiplicity(p, field) + 1)  # of the root of κ

    def root_power(exponent: int) -> Element:
        return _alpha_power(p, Fraction(exponent, q))

    unity = list(accumulate([root_power(sylow * part)] * (p - 1), mul, initial=_ONE))
    kept, logarithm, digit = power(x, part), 0, 1
    while digit < sylow:
        rest = mul(kept, root_power(-p * part * logarithm))
        logarithm += digit * unity.index(power(rest, sylow // (p * digit)))
        digit *= p
    first = mul(
        power(x, (1 - part) * builtins.pow(p, -1, cofactor) % units),
        root_power(part * logarithm),
    )
    return [mul(first, other) for other in unity]
