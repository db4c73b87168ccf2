"""The finite fields whose union is the field of nimbers below ω^(ω^ω), on packed monomials.

For each prime power q there is an ordinal κ_q. If q = 2ⁿ it is the finite number 2^(2^(n-1)); if
q = pⁿ, where p is the k-th odd prime, counted from 0, it is ω^(ω^k·p^(n-1)). Every ordinal here is
a nim-sum of products of a finite number and powers of the infinite κ with exponents below p, and
the nim-product of such factors is their ordinary product. It remains to say what the p-th power of
κ_q is: κ_(q/p) if q > p, and α_p if q = p. This α_p is the sum of some smaller κ and a finite
number, the *excess* of p.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from itertools import accumulate, compress, count
from math import lcm
from operator import or_
from typing import NamedTuple

from nimtwist._checks import quoted, shortened, whole
from nimtwist.algebra import _powers, nimber
from nimtwist.algebra._cantor import Exponent, Terms, plain

Element = dict[int, int]
"""An ordinal as a nim-sum: the coefficient of each monomial, which is packed as `_places` says."""


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
    prime, (*_, largest) = whole(p, "an odd prime", 3), tabled_primes()
    if prime > largest:
        raise ValueError(f"the table of excesses ends with {largest}, before {quoted(prime)}")
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


# --- Monomials -----------------------------------------------------------------------------------


class _Place(NamedTuple):
    """Where a packed monomial holds the exponent of κ_q, q = p^level: as a multiple of `unit`."""

    p: int
    level: int
    unit: int


# A packed monomial is a number, in which each κ gets the next free place when it is first met. Two
# are multiplied by adding the numbers, until an exponent reaches its p.
_DIGITS = 20
_FLAG = 1 << _DIGITS - 1
_places: list[_Place] = []
# Not a cache: if it were emptied, a κ could get a second place, and equal ordinals would differ.
_place_of: dict[tuple[int, int], _Place] = {}
# Added to a monomial, `_bias[0]` makes each exponent of p or more reach its bit of `_flags[0]`.
_bias, _flags = [0], [0]
# Longer ones would need more places, which would make every product slow.
_EXPONENT_BITS = 256


def _place(p: int, level: int) -> _Place:
    if (p, level) not in _place_of:
        place = _Place(p, level, 1 << _DIGITS * len(_places))
        _place_of[p, level] = place
        _places.append(place)
        _bias[0] += place.unit * (_FLAG - p)
        _flags[0] += place.unit * _FLAG
    return _place_of[p, level]


def _kappas(monomial: int) -> Iterator[tuple[_Place, int]]:
    """Yield the κ of a packed monomial, with their exponents."""
    while monomial:
        place = _places[((monomial & -monomial).bit_length() - 1) // _DIGITS]
        exponent = monomial // place.unit % (1 << _DIGITS)
        yield place, exponent
        monomial -= exponent * place.unit


@lru_cache(1 << 14)
def _packed(exponent: Exponent) -> int:
    """Return ω^E, E = Σ ω^k·V: the last digit of V in base p is the exponent of κ_p, and so on."""
    monomial = 0
    for k, multiple in exponent:
        if k >= len(_odd_primes()) or multiple.bit_length() > _EXPONENT_BITS:
            raise ValueError(
                f"ω^({shortened(plain(exponent))}) is out of range: its exponent must be below "
                f"ω^{len(_odd_primes())}, and have coefficients below 2^{_EXPONENT_BITS}"
            )
        p, level = _odd_primes()[k], 0
        while multiple:
            multiple, digit = divmod(multiple, p)
            level += 1
            monomial += digit * _place(p, level).unit
    return monomial


@lru_cache(1 << 14)
def _unpacked(monomial: int) -> Exponent:
    multiples: dict[int, int] = {}
    for (p, level, _), digit in _kappas(monomial):
        multiples[p] = multiples.get(p, 0) + digit * p ** (level - 1)
    return tuple((_odd_primes().index(p), multiples[p]) for p in sorted(multiples, reverse=True))


def from_terms(terms: Terms) -> Element:
    """Return the element with a Cantor normal form; rejects exponents that are out of range."""
    return {_packed(exponent): c for exponent, c in terms}


def from_int(number: int) -> Element:
    """Return a finite number as an element."""
    return {0: number} if number else {}


def finite_part(x: Element) -> int:
    """Return the finite term of the sum."""
    return x.get(0, 0)


def to_terms(x: Element) -> Terms:
    """Return the Cantor normal form."""
    return tuple(sorted(((_unpacked(e), c) for e, c in x.items()), reverse=True))


sort_key = to_terms


def kappa(p: int, level: int) -> Element:
    """Return κ_q for q = p^level; for level 0, α_p, which is to κ_p what κ_p is to the next κ."""
    if p == 2:
        return {0: 1 << (1 << level - 1)}
    return {_place(p, level).unit: 1} if level else _alpha(p)


def _kappa_sum(components: Iterable[int]) -> Element:
    return reduce(add, (kappa(*_least_prime(q)) for q in components), {})


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
    sums: Element = {}
    for e, c in x.items():
        for f, d in y.items():
            sums[e + f] = sums.get(e + f, 0) ^ _finite_product(c, d)
    return _reduced(sums)


def _square(x: Element) -> Element:
    """Return the nim-square, which is the sum of the squares of the terms."""
    return _reduced({2 * e: _finite_product(c, c) for e, c in x.items()})


def pow(x: Element, exponent: int) -> Element:
    """Return the nim-product of `exponent` factors `x`, or of inverses if it is negative."""
    if exponent < 0:
        return inv(pow(x, -exponent))
    if exponent.bit_length() > 20 and x:
        exponent %= (1 << check_size(field_degree(x), _MOST_FACTORS, "a power of ", x)) - 1
    return power(x, exponent)


def power(x: Element, exponent: int) -> Element:
    """Return the same for an exponent of at least 0, without reducing it first."""
    return _powers.power(x, exponent, _square, mul) if exponent else {0: 1}


def _reduced(sums: Element) -> Element:
    """Return a sum of monomials, whose exponents may be too large, as an element."""
    element: Element = {}
    todo = list(sums.items())
    for monomial, c in todo:
        if over := monomial + _bias[0] & _flags[0]:
            less, product = _carried(over)
            todo += [(monomial - less + other, _finite_product(c, d)) for other, d in product]
        else:
            element[monomial] = element.get(monomial, 0) ^ c
    return {monomial: c for monomial, c in element.items() if c}


@lru_cache(1 << 14)
def _carried(over: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the product of the flagged κ, each to the power of its p: as a monomial, and reduced.

    The reduced form has only smaller κ, so reducing comes to an end.
    """
    less, product = 0, {0: 1}
    while over:
        p, level, unit = _places[(over.bit_length() - 1) // _DIGITS]
        less += p * unit
        over ^= unit * _FLAG
        product = mul(product, kappa(p, level - 1))
    return less, tuple(product.items())


# --- Conjugates and inverses ---------------------------------------------------------------------

# The largest degrees over GF(2) of a field: for products alone, and where powers of a κ are needed.
_MOST_FACTORS, _MOST_DEGREE = 8192, 2048


def _generators(x: Element) -> list[_Place]:
    """Return the κ that are in the monomials of `x`, ascending."""
    return sorted(place for place, _ in _kappas(reduce(or_, x, 0)))


def field_degree(x: Element) -> int:
    """Return the degree over GF(2) of the field that the coefficients and the κ in `x` generate.

    As α_p is not a p-th power in its field, nor κ_p in the next field, and so on, the degree of κ_q
    is q times that of α_p.
    """
    degrees = [p**level * _alpha_degree(p) for p, level, _ in _generators(x)]
    return lcm(*degrees, *map(nimber.degree, x.values()))


@cache
def _alpha_degree(p: int) -> int:
    return field_degree(_alpha(p))


def check_size(field: int, most: int, what: str, x: Element | None = None) -> int:
    """Return the degree of a field; reject one above `most`, where work would take too long.

    The message says `what` the field is needed for, and for which `x` if there is one.
    """
    if field > most:
        number = "" if x is None else shortened(plain(to_terms(x)))
        raise ValueError(
            f"{what}{number}: this needs a field of degree {quoted(field)}, and the largest "
            f"allowed here has degree {most}"
        )
    return field


def _frobenius(x: Element, number: int) -> Element:
    """Return `x` squared `number` times, term by term and factor by factor."""
    image: Element = {}
    for monomial, c in x.items():
        term = {0: nimber.pow(c, 1 << number % nimber.degree(c))}
        for place, exponent in _kappas(monomial):
            term = mul(term, _kappa_power(place, exponent, number))
        image = add(image, term)
    return image


@lru_cache(1 << 12)
def _kappa_power(place: _Place, exponent: int, number: int = 0) -> Element:
    """Return a power of κ_q, squared `number` times, as powers of α_p and of its q-th root."""
    p, level, _ = place
    q = p**level
    order = q * ((1 << check_size(_alpha_degree(p), _MOST_DEGREE, f"a power of α_{p}")) - 1)
    alphas, rest = divmod(exponent * builtins.pow(2, number, order) % order, q)
    monomial = 0
    for n in range(level, 0, -1):
        rest, digit = divmod(rest, p)
        monomial += digit * _place(p, n).unit
    return mul({monomial: 1}, power(_alpha(p), alphas))


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
        ((monomial, c),) = x.items()
        powers = (_kappa_power(place, -exponent) for place, exponent in _kappas(monomial))
        return reduce(mul, powers, {0: nimber.inv(c)})
    # Over the field that the other κ generate, `x` has p conjugates, and their product no longer
    # contains the largest κ.
    p = _generators(x)[-1].p
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
    if not _generators(x):
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
    for monomial, c in y.items():
        if not monomial:
            solution = add(solution, from_int(nimber.solve(c)[0]))
            continue
        conjugate = {monomial: c}
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
    root = _place(p, multiplicity(p, field) + 1)
    unity = list(accumulate([_kappa_power(root, sylow * part)] * (p - 1), mul, initial={0: 1}))
    kept, logarithm, digit = power(x, part), 0, 1
    while digit < sylow:
        rest = mul(kept, _kappa_power(root, -p * part * logarithm % (p * units)))
        logarithm += digit * unity.index(power(rest, sylow // (p * digit)))
        digit *= p
    first = mul(
        power(x, (1 - part) * builtins.pow(p, -1, cofactor) % units),
        _kappa_power(root, part * logarithm),
    )
    return [mul(first, other) for other in unity]
