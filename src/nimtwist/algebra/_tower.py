"""The fields whose union is that of the nimbers below ω^(ω^ω), on sums of packed monomials.

For each prime power q there is an ordinal κ_q. If q = 2ⁿ it is the finite number 2^(2^(n-1)); if
q = pⁿ, and p is the odd prime number k, counted from 0, it is ω^(ω^k·p^(n-1)). Every ordinal here
is a nim-sum of products of a finite number and powers of these infinite κ with exponents below p,
and of those the nim-product is the ordinary one. What else is to be known is when an exponent
reaches p: the power p of κ_q is κ_(q/p) if q > p, and α_p if q = p. That is a sum of smaller κ
and a finite number, the *excess* of p.
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
from nimtwist.algebra import nimber
from nimtwist.algebra._cantor import Exponent, Terms, plain

Element = dict[int, int]
"""An ordinal as a nim-sum: by monomials, packed into numbers as `_places` says, coefficients."""


# --- The primes and their excesses ---------------------------------------------------------------

# The excesses of the odd primes to 709, in their order. Those to 281 are OEIS A380496, due to
# Conway, Lenstra, Le Bruyn and Siegel; for the others two programs agree.
_EXCESSES = (
    "001100410101111100011110101001010101410100000011110010110101001"
    "110111011001110000101001101110110000011110110100010010100011101"
)
# The ordinals ω^(ω^k) that can be written are those of the odd primes below this bound.
_PRIME_BOUND = 1 << 17


@cache
def _odd_primes() -> list[int]:
    sieve = bytearray([1]) * _PRIME_BOUND
    sieve[:3] = bytes(3)
    for n in range(2, int(_PRIME_BOUND**0.5) + 1):
        sieve[2 * n :: n] = bytes(len(range(2 * n, _PRIME_BOUND, n)))
    return list(compress(range(_PRIME_BOUND), sieve))


def _tabled_primes() -> list[int]:
    return _odd_primes()[: len(_EXCESSES)]


def tabled_prime(p: object) -> int:
    """Return `p` if it is an odd prime with an excess in the table; else refuse it."""
    prime, (*_, largest) = whole(p, "an odd prime", 3), _tabled_primes()
    if prime > largest:
        raise ValueError(f"the table of excesses ends with {largest}, before {quoted(prime)}")
    if prime not in _tabled_primes():
        raise ValueError(f"an excess belongs to an odd prime, and {prime} is none")
    return prime


def excess(p: int) -> int:
    """Return the excess of an odd prime, the finite number added in α_p, from the table.

    Raises:
        ValueError: if `p` is no odd prime, or past the table, which ends with 709.

    >>> [excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    return int(_EXCESSES[_tabled_primes().index(tabled_prime(p))])


def q_set(p: int) -> tuple[int, ...]:
    """Return the prime powers q whose κ_q add up to α_p but for the excess.

    They are in the order of their primes.

    Raises:
        ValueError: if `p` is no odd prime, or past the table of excesses.

    >>> q_set(3), q_set(7), q_set(19), q_set(13)
    ((2,), (3,), (9,), (4, 3))
    """
    return _components(_order_of_two(tabled_prime(p)))


@cache
def _order_of_two(p: int) -> int:
    return next(f for f in count(1) if builtins.pow(2, f, p) == 1)


@cache
def _components(h: int) -> tuple[int, ...]:
    """Return the prime powers whose κ make the least sum with a degree divisible by `h`."""
    r = next(r for r in count(2) if h % r == 0)
    q = r ** _multiplicity(r, h)
    if q == h:
        return (q,)
    rest = _components(h // q)
    # The degree of a sum of κ is that of their field: squared often enough, their images are equal
    # to them in sum only if each is, for the image of each κ_q is a multiple of a power of it.
    return rest if field_degree(_kappa_sum(rest)) % q == 0 else (q, *rest)


def _multiplicity(p: int, number: int) -> int:
    return next(n for n in count() if number % p ** (n + 1))


# --- Monomials -----------------------------------------------------------------------------------


class _Place(NamedTuple):
    """Where a packed monomial holds the exponent of κ_q, q = p^level: as a multiple of `unit`."""

    p: int
    level: int
    unit: int


# A packed monomial is a number, in which each κ gets the next free place when it is first met. The
# product of two is their sum, until an exponent reaches its p.
_DIGITS = 20
_FLAG = 1 << _DIGITS - 1
_places: list[_Place] = []
# No cache: who empties it would give a κ a second place, and ordinals would no longer be equal.
_place_of: dict[tuple[int, int], _Place] = {}
# Added to a monomial, `_bias[0]` makes each exponent that is p or more reach its bit of `_flags`.
_bias, _flags = [0], [0]
# More places would make every product slow.
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
    """Return ω^E: the last digit of V to base p is the exponent of κ_p, that before of κ_p²."""
    monomial = 0
    for k, multiple in exponent:
        if k >= len(_odd_primes()) or multiple.bit_length() > _EXPONENT_BITS:
            raise ValueError(
                f"ω^({shortened(plain(exponent))}) is out of range: its exponent must be below "
                f"ω^{len(_odd_primes())}, and have coefficients below 2^{_EXPONENT_BITS}"
            )
        for level in count(1):
            if not multiple:
                break
            multiple, digit = divmod(multiple, _odd_primes()[k])
            monomial += digit * _place(_odd_primes()[k], level).unit
    return monomial


@lru_cache(1 << 14)
def _unpacked(monomial: int) -> Exponent:
    multiples: dict[int, int] = {}
    for (p, level, _), digit in _kappas(monomial):
        multiples[p] = multiples.get(p, 0) + digit * p ** (level - 1)
    return tuple((_odd_primes().index(p), multiples[p]) for p in sorted(multiples, reverse=True))


def from_terms(terms: Terms) -> Element:
    """Return what a Cantor normal form writes; an exponent may be out of range."""
    return {_packed(exponent): c for exponent, c in terms}


def from_int(number: int) -> Element:
    """Return a finite number as an element."""
    return {0: number} if number else {}


def finite_part(x: Element) -> int:
    """Return the finite number in the sum."""
    return x.get(0, 0)


def to_terms(x: Element) -> Terms:
    """Return the Cantor normal form."""
    return tuple(sorted(((_unpacked(e), c) for e, c in x.items()), reverse=True))


sort_key = to_terms


def kappa_element(q: int) -> Element:
    """Return κ_q for a power `q` of a prime."""
    p = next(p for p in count(2) if q % p == 0)
    level = _multiplicity(p, q)
    return {0: 1 << (1 << level - 1)} if p == 2 else {_place(p, level).unit: 1}


def _kappa_sum(components: Iterable[int]) -> Element:
    return reduce(add, map(kappa_element, components), {})


@cache
def alpha_element(p: int) -> Element:
    """Return α_p, the power p of κ_p. It is not to be changed."""
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
    """Return the nim-product of `exponent` factors `x`; of inverses if it is negative."""
    if exponent < 0:
        return inv(pow(x, -exponent))
    if exponent.bit_length() > 20 and x:
        exponent %= (1 << _checked_degree(x, "a power")) - 1
    return _power(x, exponent)


def _power(x: Element, exponent: int) -> Element:
    if not exponent:
        return {0: 1}
    result = x
    for digit in f"{exponent:b}"[1:]:
        result = _square(result)
        if digit == "1":
            result = mul(result, x)
    return result


def _reduced(sums: Element) -> Element:
    """Return the element that a sum of monomials is whose exponents may be too large."""
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
    """Return the product of κ to the power of their p, for the flags set, and what it is.

    Only smaller κ are in the latter; so what is to be done again comes to an end.
    """
    less, product = 0, {0: 1}
    while over:
        p, level, unit = _places[(over.bit_length() - 1) // _DIGITS]
        less += p * unit
        over ^= unit * _FLAG
        product = mul(product, _p_th_power(p, level))
    return less, tuple(product.items())


def _p_th_power(p: int, level: int) -> Element:
    """Return κ_q to the power of p, for q = p^level."""
    return {_place(p, level - 1).unit: 1} if level > 1 else alpha_element(p)


# --- Conjugates and inverses ---------------------------------------------------------------------


def _generators(x: Element) -> list[_Place]:
    """Return the κ that are in the monomials of `x`, ascending."""
    return sorted(place for place, _ in _kappas(reduce(or_, x, 0)))


def field_degree(x: Element) -> int:
    """Return the degree over GF(2) of the field that the coefficients and the κ in `x` generate.

    As α_p is no p-th power in its field, and neither is κ_p in the next, and so on, the degree of
    κ_q is q times that of α_p.
    """
    degrees = [p**level * _alpha_degree(p) for p, level, _ in _generators(x)]
    return lcm(*degrees, *map(nimber.degree, x.values()))


@cache
def _alpha_degree(p: int) -> int:
    return field_degree(alpha_element(p))


def check_size(field: int, most: int, what: str) -> None:
    """Refuse what would take longer than some seconds, as its field is of a degree above `most`."""
    if field > most:
        raise ValueError(
            f"{what}: the field has the degree {quoted(field)}, and this is worked out to the "
            f"degree {most}"
        )


def _checked_degree(x: Element, what: str) -> int:
    """Return the degree of the field of `x`, if products alone can be worked out there."""
    if (field := field_degree(x)) > _MOST_FACTORS:
        check_size(field, _MOST_FACTORS, f"{what} of {shortened(plain(to_terms(x)))}")
    return field


# The largest degrees over GF(2) of fields for products alone, and where powers of a κ are needed.
_MOST_FACTORS, _MOST_DEGREE = 8192, 2048


def _frobenius(x: Element, number: int) -> Element:
    """Return `x` squared a `number` of times, term by term and factor by factor."""
    image: Element = {}
    for monomial, c in x.items():
        term = {0: _finite_conjugate(c, number % nimber.degree(c))}
        for place, exponent in _kappas(monomial):
            term = mul(term, _kappa_power(place, exponent, number))
        image = add(image, term)
    return image


def _finite_conjugate(c: int, number: int) -> int:
    """Return `c` squared a `number` of times, by roots if that is the shorter way round."""
    degree = nimber.degree(c)
    if 2 * number <= degree:
        return nimber.pow(c, 1 << number)
    for _ in range(degree - number):
        c = nimber.sqrt(c)
    return c


@lru_cache(1 << 12)
def _kappa_power(place: _Place, exponent: int, number: int = 0) -> Element:
    """Return a power of κ_q, squared a `number` of times, as powers of α_p and of its q-th root."""
    p, level, _ = place
    check_size(_alpha_degree(p), _MOST_DEGREE, f"a power of α_{p}")
    q = p**level
    order = q * ((1 << _alpha_degree(p)) - 1)
    alphas, rest = divmod(exponent * builtins.pow(2, number, order) % order, q)
    monomial = 0
    for n in range(level, 0, -1):
        rest, digit = divmod(rest, p)
        monomial += digit * _place(p, n).unit
    return mul({monomial: 1}, _power(alpha_element(p), alphas))


def _norm(x: Element, step: int, number: int) -> Element:
    """Return the product of a `number` of conjugates: each is the last one squared `step` times."""
    if number == 1:
        return x
    half = _norm(x, step, number // 2)
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
    # Over the field of the others the largest κ has p conjugates, and their product is no longer
    # in need of it.
    p = _generators(x)[-1].p
    step = _checked_degree(x, "the inverse") // p
    others = _norm(_frobenius(x, step), step, p - 1)
    return mul(others, inv(mul(x, others)))


def div(x: Element, y: Element) -> Element:
    """Return the quotient."""
    return mul(x, inv(y))


def sqrt(x: Element) -> Element:
    """Return the element whose square is `x`: its last conjugate in any field that has it."""
    return _frobenius(x, field_degree(x) - 1)


def degree(x: Element) -> int:
    """Return the least d > 0 such that `x` is itself again when squared d times."""
    d = field_degree(x)
    if not _generators(x):
        return d
    for p in (2, *_tabled_primes()):
        while d % p == 0 and _frobenius(x, d // p) == x:
            d //= p
    return d


# --- Equations -----------------------------------------------------------------------------------


def solve_additive(y: Element) -> Element:
    """Return a solution of z² + z = y: the sum of those for the terms of `y`.

    A finite term may need the next finite field. Any other is of a degree d = mr, m a power of two
    and r odd, and has the trace 0 over the field of degree m. Let z be the sum of its conjugates
    number 0 to m - 1, 2m to 3m - 1, and so on to rm - 1: then z² + z is the term and that trace.
    """
    solution: Element = {}
    for monomial, c in y.items():
        if not monomial:
            even, _ = nimber.solve(c)
            solution = add(solution, from_int(even))
            continue
        conjugate = {monomial: c}
        d = degree(conjugate)
        check_size(d, _MOST_DEGREE, f"a root of x² + x = {plain(to_terms(conjugate))}")
        for number in range(d):
            if number // (d & -d) % 2 == 0:
                solution = add(solution, conjugate)
            conjugate = _square(conjugate)
    return solution


def prime_roots(x: Element, p: int) -> list[Element]:
    """Return the p-th roots of `x`, which is not 0, for an odd prime `p`.

    In the smallest field with `x` and α_p let κ be the largest κ_q with q a power of `p`, or α_p.
    It is no p-th power, so the elements with an order that is a power of `p` are powers of its
    part κ' of that kind. The part of `x` of that kind is found as such a power, digit by digit, and
    as the next κ_q is a p-th root of κ, the power has one. The rest of `x` is a power of its own
    p-th root. (Adleman, Manders and Miller 1977)
    """
    field = lcm(field_degree(x), _alpha_degree(p))
    check_size(field, _MOST_DEGREE // 2, f"x^{p} = {plain(to_terms(x))}")
    units = (1 << field) - 1
    sylow = p ** _multiplicity(p, units)
    cofactor = units // sylow
    # To the power of `part` an element keeps its part with an order that is a power of p.
    part = cofactor * builtins.pow(cofactor, -1, sylow)
    root = _place(p, _multiplicity(p, field) + 1)
    unity = list(accumulate([_kappa_power(root, sylow * part)] * (p - 1), mul, initial={0: 1}))
    kept, logarithm, digit = _power(x, part), 0, 1
    while digit < sylow:
        rest = mul(kept, _kappa_power(root, -p * part * logarithm % (p * units)))
        logarithm += digit * unity.index(_power(rest, sylow // (p * digit)))
        digit *= p
    first = mul(
        _power(x, (1 - part) * builtins.pow(p, -1, cofactor) % units),
        _kappa_power(root, part * logarithm),
    )
    return [mul(first, other) for other in unity]


def search_excess(p: int) -> int:
    """Return the excess of an odd prime from its definition, with those of smaller primes.

    Let κ be the sum of the κ_q with q in `q_set`. The excess is the least finite m such that the
    field of κ + m has a p-th root of 1 other than 1, and not one of κ + m. (Lenstra 1977)

    Raises:
        ValueError: if `p` is no odd prime or past the table of excesses, or the field is so large
            that the search would take minutes, as it is for 139.

    >>> [search_excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    kappa, f = _kappa_sum(q_set(p)), _order_of_two(p)
    check_size(field_degree(kappa), _MOST_SEARCHED, f"the search for the excess of {p}")
    for m in count():
        y = add(kappa, from_int(m))
        field = field_degree(y)
        # y to the power of a p-th of its units: a norm to the field of degree f, the smallest one
        # with the roots of 1.
        if field % f == 0 and _norm(_power(y, ((1 << f) - 1) // p), f, field // f) != {0: 1}:
            break
    return m


# That of 107, which takes half a minute, is of degree 8268.
_MOST_SEARCHED = 8400
