"""Exact nim arithmetic on the ordinals below ω^(ω^ω), which Conway showed to be a field.

For each prime power q there is an ordinal κ_q. If q = 2ⁿ it is the finite number 2^(2^(n-1)); if
q = pⁿ, and p is the odd prime number k, counted from 0, it is ω^(ω^k·p^(n-1)). Every ordinal here
is a nim-sum of products of a finite number and powers of these infinite κ with exponents below p,
and of those the nim-product is the ordinary one. What else is to be known is when an exponent
reaches p: the power p of κ_q is κ_(q/p) if q > p, and α_p if q = p. That is a sum of smaller κ
and a finite number, the *excess* of p.

Conway, On Numbers and Games (1976), chapter 6; Lenstra, On the algebraic closure of two (1977);
DiMuro, On Onₚ (2011); Siegel, Combinatorial Game Theory (2013), VIII.4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, total_ordering
from itertools import compress
from math import lcm
from typing import Any, NamedTuple

from nimtwist import nimber
from nimtwist._checks import quoted, whole
from nimtwist.nimber import Nimber

__all__ = ["Ordinal", "alpha", "excess", "kappa", "q_set"]

Exponent = tuple[tuple[int, int], ...]
"""Σ ω^k·V as pairs (k, V), k descending."""
Terms = tuple[tuple[Exponent, int], ...]
"""Σ ω^E·c as pairs (E, c), E descending: such tuples compare as the ordinals do."""
Element = dict[int, int]
"""An ordinal as a nim-sum: by monomials, packed into numbers as `_places` says, coefficients."""


# --- The primes and their excesses ---------------------------------------------------------------

# The excesses of the odd primes to 709, in their order. Those to 281 are OEIS A380496, due to
# Conway, Lenstra, Le Bruyn and Siegel; for the others two programs agree.
_EXCESSES = (
    "001100410101111100011110101001010101410100000011110010110101001"
    "110111011001110000101001101110110000011110110100010010100011101"
)
_LARGEST_PRIME = 709
# The ordinals ω^(ω^k) that can be written are those of the odd primes below this bound.
_PRIME_BOUND = 1 << 17
# More places for monomials would make every product slow.
_EXPONENT_BITS = 256


@cache
def _odd_primes() -> list[int]:
    sieve = bytearray([1]) * _PRIME_BOUND
    sieve[:3] = bytes(3)
    for n in range(2, int(_PRIME_BOUND**0.5) + 1):
        sieve[2 * n :: n] = bytes(len(range(2 * n, _PRIME_BOUND, n)))
    return list(compress(range(_PRIME_BOUND), sieve))


@cache
def _index(p: int) -> int:
    return _odd_primes().index(p)


def excess(p: int) -> int:
    """Return the excess of an odd prime, the finite number in α_p, from the table. (OEIS A380496)

    Raises:
        ValueError: if `p` is no odd prime, or past the table, which ends at 709.

    >>> [excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    return int(_EXCESSES[_index(_tabled(p))])


def _tabled(p: int) -> int:
    p = whole(p, "an odd prime", 3)
    if p > _LARGEST_PRIME:
        raise ValueError(
            f"the excess of {quoted(p)} is not in the table, which ends with {_LARGEST_PRIME}"
        )
    if p not in _odd_primes()[: len(_EXCESSES)]:
        raise ValueError(f"an excess belongs to an odd prime, and {p} is none")
    return p


def q_set(p: int) -> tuple[int, ...]:
    """Return the prime powers q whose κ_q are the terms of α_p other than the excess, descending.

    Raises:
        ValueError: if `p` is no odd prime, or past the table of excesses.

    >>> q_set(3), q_set(7), q_set(19), q_set(13)
    ((2,), (3,), (9,), (4, 3))
    """
    return _components(_order_of_two(_tabled(p)))


def _order_of_two(p: int) -> int:
    return next(f for f in range(1, p) if pow(2, f, p) == 1)


@cache
def _components(h: int) -> tuple[int, ...]:
    """Return the prime powers whose κ make the least element with a degree divisible by `h`."""
    r = next(r for r in range(2, h + 1) if h % r == 0)
    q = r
    while h % (q * r) == 0:
        q *= r
    if q == h:
        return (q,)
    rest = _components(h // q)
    return rest if _field(_kappas(rest)) % q == 0 else (q, *rest)


# --- Monomials -----------------------------------------------------------------------------------


class _Place(NamedTuple):
    """Where a packed monomial holds the exponent of κ_q, q = p^level: as a multiple of `unit`."""

    p: int
    level: int
    unit: int


# A packed monomial is a number; the product of two is their sum, until an exponent reaches its p.
# Each κ gets the next free place when it is first met.
_DIGITS = 20
_FLAG = 1 << _DIGITS - 1
_places: list[_Place] = []
_units: dict[tuple[int, int], int] = {}
# Added to a monomial, `_bias[0]` makes each exponent that is p or more reach its bit of `_flags`.
_bias, _flags = [0], [0]


def _unit(p: int, level: int) -> int:
    """Return the packed monomial κ_q for q = p^level."""
    if (p, level) not in _units:
        unit = 1 << _DIGITS * len(_places)
        _units[p, level] = unit
        _places.append(_Place(p, level, unit))
        _bias[0] += unit * (_FLAG - p)
        _flags[0] += unit * _FLAG
    return _units[p, level]


def _powers(monomial: int) -> Iterable[tuple[_Place, int]]:
    """Yield the κ of a packed monomial, with their exponents."""
    while monomial:
        index = (monomial & -monomial).bit_length() - 1
        place = _places[index // _DIGITS]
        exponent = monomial // place.unit % (1 << _DIGITS)
        yield place, exponent
        monomial -= exponent * place.unit


@lru_cache(1 << 14)
def _packed(exponent: Exponent) -> int:
    """Return ω^E: the digits of V to base p, from the last on, are exponents of κ_p, κ_p², …"""
    monomial = 0
    for k, multiple in exponent:
        if k >= len(_odd_primes()) or multiple.bit_length() > _EXPONENT_BITS:
            raise ValueError(
                f"ω^({_plain(exponent)}) is out of range: exponents here are below "
                f"ω^{len(_odd_primes())}, with coefficients below 2^{_EXPONENT_BITS}"
            )
        p, level = _odd_primes()[k], 1
        while multiple:
            multiple, digit = divmod(multiple, p)
            monomial += digit * _unit(p, level)
            level += 1
    return monomial


@lru_cache(1 << 14)
def _unpacked(monomial: int) -> Exponent:
    multiples: dict[int, int] = {}
    for place, digit in _powers(monomial):
        k = _index(place.p)
        multiples[k] = multiples.get(k, 0) + digit * place.p ** (place.level - 1)
    return tuple(sorted(multiples.items(), reverse=True))


def _kappa(q: int) -> tuple[int, int]:
    """Return the monomial and the coefficient of κ_q."""
    p = next(p for p in range(2, q + 1) if q % p == 0)
    level = next(n for n in range(1, q) if p**n >= q)
    return (0, 1 << (1 << level - 1)) if p == 2 else (_unit(p, level), 1)


def _kappas(components: Iterable[int]) -> Element:
    return dict(map(_kappa, components))


@cache
def _alpha(p: int) -> Element:
    """Return α_p, the p-th power of κ_p. It is not to be changed."""
    power = _kappas(q_set(p))
    finite = power.pop(0, 0) ^ excess(p)
    return power | {0: finite} if finite else power


# --- Sums and products ---------------------------------------------------------------------------

_finite_product = lru_cache(1 << 16)(nimber.mul)


@lru_cache(1 << 16)
def _reduced(monomial: int) -> tuple[tuple[int, int], ...]:
    """Return what a monomial is whose exponents may be too large, as an element's items."""
    factor = 1
    while over := monomial + _bias[0] & _flags[0]:
        place = _places[(over.bit_length() - 1) // _DIGITS]
        monomial -= place.p * place.unit
        if place.level > 1:
            monomial += _unit(place.p, place.level - 1)
            continue
        power = _alpha(place.p)
        if len(power) == 1:
            ((other, c),) = power.items()
            monomial += other
            factor = _finite_product(factor, c)
            continue
        product = {monomial + other: c for other, c in power.items()}
        return tuple(_scaled(_collected(product), factor).items())
    return ((monomial, factor),)


def _collected(sums: Element) -> Element:
    """Return the element that a sum of monomials with exponents too large is."""
    element: Element = {}
    for monomial, c in sums.items():
        if c:
            for part, factor in _reduced(monomial):
                element[part] = element.get(part, 0) ^ _finite_product(c, factor)
    return {monomial: c for monomial, c in element.items() if c}


def _scaled(x: Element, factor: int) -> Element:
    return {monomial: _finite_product(c, factor) for monomial, c in x.items()} if factor else {}


def _plus(x: Element, y: Element) -> Element:
    total = x.copy()
    for monomial, c in y.items():
        if c := total.pop(monomial, 0) ^ c:
            total[monomial] = c
    return total


def _times(x: Element, y: Element) -> Element:
    sums: Element = {}
    for e, c in x.items():
        for f, d in y.items():
            sums[e + f] = sums.get(e + f, 0) ^ _finite_product(c, d)
    return _collected(sums)


def _square(x: Element) -> Element:
    return _collected({2 * e: _finite_product(c, c) for e, c in x.items()})


def _power(x: Element, exponent: int) -> Element:
    result = {0: 1}
    for digit in f"{exponent:b}":
        result = _square(result)
        if digit == "1":
            result = _times(result, x)
    return result


# --- Conjugates and inverses -----------------------------------------------------------------------


def _field(x: Element) -> int:
    """Return the degree over GF(2) of the field that the coefficients and the κ in `x` generate.

    That of κ_p over the field of α_p is p, as α_p is no p-th power there, and so on up: the degree
    of κ_q is q times that of α_p.
    """
    degrees = [nimber.degree(c) for c in x.values()]
    used = 0
    for monomial in x:
        used |= monomial
    for place, _ in _powers(used):
        degrees.append(place.p**place.level * _alpha_field(place.p))
    return lcm(*degrees)


@cache
def _alpha_field(p: int) -> int:
    return _field(_alpha(p))


def _frobenius(x: Element, times: int) -> Element:
    """Return x squared so many `times`: a sum of what becomes of each term, factor by factor."""
    image: Element = {}
    for monomial, c in x.items():
        term = {0: nimber.pow(c, 1 << times % nimber.degree(c))}
        for place, exponent in _powers(monomial):
            term = _times(term, _frobenius_of_power(place, exponent, times))
        image = _plus(image, term)
    return image


@lru_cache(1 << 12)
def _frobenius_of_power(place: _Place, exponent: int, times: int) -> Element:
    """Return a power of κ_q, squared so many times: κ_q is a q-th root of α_p."""
    q = place.p**place.level
    units = (1 << _alpha_field(place.p)) - 1
    whole_powers, rest = divmod(exponent * pow(2, times, q * units) % (q * units), q)
    monomial = 0
    for level in range(place.level, 0, -1):
        rest, digit = divmod(rest, place.p)
        monomial += digit * _unit(place.p, level)
    return _times({monomial: 1}, _power(_alpha(place.p), whole_powers))


def _norm(x: Element, step: int, count: int) -> Element:
    """Return the product of `count` conjugates of `x`: each is the one before, squared `step` times."""
    if count == 1:
        return x
    half = _norm(x, step, count // 2)
    product = _times(half, _frobenius(half, step * (count // 2)))
    return _times(x, _frobenius(product, step)) if count % 2 else product


def _inverse(x: Element) -> Element:
    """Return the inverse of an element other than 0, through its norm to a smaller field."""
    used = 0
    for monomial in x:
        used |= monomial
    if not used:
        return {0: nimber.inv(x[0])}
    p, *_ = max(place for place, _ in _powers(used))
    # The largest κ has p conjugates over the field of the others; the product of those of x has
    # none of it.
    step = _field(x) // p
    others = _norm(_frobenius(x, step), step, p - 1)
    return _times(others, _inverse(_times(x, others)))


# --- The value -----------------------------------------------------------------------------------


@total_ordering
class Ordinal:
    """An ordinal below ω^(ω^ω), whose `+`, `-`, `*`, `/` and `**` are those of nim arithmetic.

    `Ordinal(6)` is a finite one; `Ordinal.parse` reads the others. A whole number and a `Nimber`
    stand for the finite ordinal on either side of an operator, and a whole number is equal to its
    ordinal. Only an exponent is an ordinary integer. The sum and product of set theory are
    `ordinary_sum` and `ordinary_product`.

    Raises:
        ValueError: if `value` is no whole number, at least 0, or what is asked for does not
            exist, as the inverse of 0, or needs an excess that is past the table.
        TypeError: if the other side of an operator is no ordinal, or an exponent no integer.

    >>> w = Ordinal.parse("w")
    >>> w * w, w**3, w + w, w > 10**100
    (ω^2, 2, 0, True)
    """

    __slots__ = ("_element",)

    def __init__(self, value: int | Nimber = 0) -> None:
        number = whole(int(value) if isinstance(value, Nimber) else value, "a finite ordinal")
        self._element = {0: number} if number else {}

    @classmethod
    def parse(cls, text: str) -> Ordinal:
        """Return the ordinal that `text` writes in Cantor normal form.

        ω is `w` or `ω`, a product `*` or `·`; of several powers the right one is first. Only the
        normal form is read: terms descend, and coefficients stand on the right. So `1+w`, `w+w`
        and `2*w` are refused, of which set theory and nim arithmetic make different ordinals.

        Raises:
            ValueError: if `text` writes no ordinal so, or one that is not below ω^(ω^ω).

        >>> Ordinal.parse("w^(w*4)+w^w*4+1")
        ω^(ω·4)+ω^ω·4+1
        """
        return cls._of(_Reader(text).terms())

    @classmethod
    def _of(cls, terms: Terms) -> Ordinal:
        return cls._made({_packed(exponent): c for exponent, c in terms})

    @classmethod
    def _made(cls, element: Element) -> Ordinal:
        ordinal = cls.__new__(cls)
        ordinal._element = element
        return ordinal

    @property
    def terms(self) -> Terms:
        """The Cantor normal form Σ ω^E·c as pairs (E, c), E descending; and E = Σ ω^k·V likewise.

        >>> Ordinal.parse("w^(w*4+2)*5+7").terms
        ((((1, 4), (0, 2)), 5), ((), 7))
        """
        return tuple(sorted(((_unpacked(e), c) for e, c in self._element.items()), reverse=True))

    def __str__(self) -> str:
        return _plain(self.terms)

    __repr__ = __str__

    def latex(self) -> str:
        r"""Return the Cantor normal form in LaTeX.

        >>> print(Ordinal.parse("w^(w*4)+3").latex())
        \omega^{\omega\cdot 4}+3
        """
        return _written(self.terms, r"\omega", r"\cdot ", lambda above: f"{{{above}}}")

    def __reduce__(self) -> tuple[Callable[[Terms], Ordinal], tuple[Terms]]:
        # The places of packed monomials are this process's own.
        return Ordinal._of, (self.terms,)

    def __bool__(self) -> bool:
        return bool(self._element)

    def __int__(self) -> int:
        if self._element.keys() - {0}:
            raise ValueError(f"{self} is infinite, and so no whole number")
        return self._element.get(0, 0)

    def __eq__(self, other: object) -> bool:
        if type(other) is int:
            return self._element == ({0: other} if other else {})
        return isinstance(other, Ordinal) and self._element == other._element

    def __hash__(self) -> int:
        return hash(self.terms if self._element.keys() - {0} else int(self))

    def __lt__(self, other: Ordinal | int) -> bool:
        return self.terms < self._other(other, "<").terms

    def __add__(self, other: Ordinal | Nimber | int) -> Ordinal:
        return self._made(_plus(self._element, self._other(other, "+")._element))

    __radd__ = __add__

    def __sub__(self, other: Ordinal | Nimber | int) -> Ordinal:
        return self._made(_plus(self._element, self._other(other, "-")._element))

    __rsub__ = __sub__

    def __neg__(self) -> Ordinal:
        return self

    def __mul__(self, other: Ordinal | Nimber | int) -> Ordinal:
        return self._made(_times(self._element, self._other(other, "*")._element))

    __rmul__ = __mul__

    def __truediv__(self, other: Ordinal | Nimber | int) -> Ordinal:
        return self * self._other(other, "/").inv()

    def __rtruediv__(self, other: Nimber | int) -> Ordinal:
        return self._other(other, "/") * self.inv()

    def __pow__(self, exponent: int) -> Ordinal:
        if type(exponent) is not int:
            raise TypeError(f"the exponent of a nim power is an integer, not {exponent!r}")
        if exponent < 0:
            return self.inv() ** -exponent
        if self and exponent.bit_length() > (field := _field(self._element)):
            exponent %= (1 << field) - 1
        return self._made(_power(self._element, exponent))

    def inv(self) -> Ordinal:
        """Return the ordinal whose nim-product with this one is 1.

        Raises:
            ValueError: if this is 0.

        >>> Ordinal.parse("w^w").inv()
        ω^(ω·4)·15
        """
        if not self:
            raise ValueError("0 has no inverse")
        return self._made(_inverse(self._element))

    def _other(self, other: object, operator: str) -> Ordinal:
        if isinstance(other, Ordinal):
            return other
        if isinstance(other, Nimber) or type(other) is int:
            return Ordinal(other)
        raise TypeError(
            f"{operator!r} joins the ordinal {self} and {other!r}, which is neither an ordinal nor "
            "a whole number nor a nimber"
        )


# --- Text ----------------------------------------------------------------------------------------


def _written(
    terms: Iterable[tuple[Any, int]], omega: str, dot: str, raised: Callable[[str], str]
) -> str:
    """Write Σ ω^E·c; an exponent E is a number or itself such a sum."""
    parts = []
    for exponent, c in terms:
        above = str(exponent)
        if not isinstance(exponent, int):
            above = _written(exponent, omega, dot, raised)
        if above == "0":
            parts.append(str(c))
        else:
            power = omega if above == "1" else f"{omega}^{raised(above)}"
            parts.append(power if c == 1 else f"{power}{dot}{c}")
    return "+".join(parts) or "0"


def _plain(terms: Iterable[tuple[Any, int]]) -> str:
    return _written(
        terms, "ω", "·", lambda above: above if above.isdecimal() or above == "ω" else f"({above})"
    )


class _Reader:
    """Recursive descent through a Cantor normal form; a method reads what its name says."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ValueError(f"an ordinal is read from text, not from {quoted(text)}")
        self.text, self.depth = text, 0
        self.tokens = re.findall(r"[0-9]+|[^0-9\s]", text.replace("ω", "w").replace("·", "*"))[::-1]

    def terms(self) -> Terms:
        terms = self.sum()
        if self.tokens:
            raise self.refusal(f"{self.tokens[-1]!r} cannot stand there")
        return terms

    def sum(self) -> Terms:
        terms = self.product()
        while self.took("+"):
            more = self.product()
            if not terms or not more or more[0] >= terms[-1] or more[0][0] == terms[-1][0]:
                raise self.refusal("its terms must descend, as in w^2+w*3+1")
            terms += more
        return terms

    def product(self) -> Terms:
        terms = self.power()
        if self.took("*"):
            factor = self.power()
            if [c for e, c in terms if e] != [1] or len(factor) != 1 or factor[0][0]:
                raise self.refusal("a product is a power of w times a number from 1, as in w^2*3")
            return ((terms[0][0], factor[0][1]),)
        return terms

    def power(self) -> Terms:
        self.depth += 1
        if self.depth > 20:
            raise self.refusal("it is nested too deep")
        terms = self.atom()
        if self.took("^"):
            if terms != _OMEGA:
                raise self.refusal("a power is one of w, as in w^2")
            exponent = self.power()
            if exponent and exponent[0] >= ((((1, 1),), 1)):
                raise self.refusal(f"ω^({_plain(exponent)}) is not below ω^(ω^ω)")
            terms = ((tuple((e[0][1] if e else 0, c) for e, c in exponent), 1),)
        self.depth -= 1
        return terms

    def atom(self) -> Terms:
        token = self.tokens.pop() if self.tokens else ""
        if token == "w":
            return _OMEGA
        if token == "(":
            terms = self.sum()
            if self.took(")"):
                return terms
            raise self.refusal("a parenthesis is not closed")
        if not token.isdecimal() or len(token) > 4000:
            missing = f"{token[:20]!r} stands" if token else "it ends"
            raise self.refusal(f"{missing} where w, a number or ( should come")
        return (((), int(token)),) if int(token) else ()

    def took(self, token: str) -> bool:
        """Return whether that is next, and go past it."""
        if self.tokens[-1:] != [token]:
            return False
        self.tokens.pop()
        return True

    def refusal(self, why: str) -> ValueError:
        return ValueError(f"{self.text!r} is no ordinal in Cantor normal form: {why}")


_OMEGA: Terms = ((((0, 1),), 1),)


# --- The generators ------------------------------------------------------------------------------


def kappa(q: int) -> Ordinal:
    """Return κ_q for a prime power q, the least ordinal whose degree over GF(2) `q` divides.

    Raises:
        ValueError: if `q` is no power of a prime, or of one past the table of excesses.

    >>> [kappa(q) for q in (2, 4, 8, 3, 9, 5, 25, 7)]
    [2, 4, 16, ω, ω^3, ω^ω, ω^(ω·5), ω^(ω^2)]
    """
    q = whole(q, "the index of a κ", 2)
    p = (
        q & -q
        if q % 2 == 0
        else next((p for p in _odd_primes()[: len(_EXCESSES)] if q % p == 0), q)
    )
    return Ordinal._made(_kappas([q]))


def alpha(p: int) -> Ordinal:
    """Return α_p, which is κ_p to the power of p: the least that is no p-th power below κ_p.

    Raises:
        ValueError: if `p` is no odd prime, or past the table of excesses.

    >>> [alpha(p) for p in (3, 5, 7, 11, 13, 19)]
    [2, 4, ω+1, ω^ω+1, ω+4, ω^3+4]
    """
    return Ordinal._made(_alpha(_tabled(p)))
