"""Claims of the encyclopedia note "nimber" about infinite nimbers, and the theory behind them.

The note states one theorem, due to Conway: the nimbers below ω^(ω^ω) form the smallest
algebraically closed field of nimbers. No finite search can check this theorem. The claims in this
module cover the parts of it that can be checked, and the definitions and numbers behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations_with_replacement, product, takewhile
from math import gcd
from operator import add, mul

from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.ordinal_search import (
    alpha,
    degree_of_search,
    order_of_2,
    products_by_mex,
    search_excess,
)
from nimbook.sources import NIMBER, STONES
from nimtwist import nimber
from nimtwist.algebra import is_irreducible, polynomial_text
from nimtwist.ordinal import Ordinal, excess, kappa, q_set, roots, solve_cubic, solve_quadratic

CLAIMS = Claims(NIMBER, "beyond_infinity", read_fields("transfinite"))

PRINTED = read_printed("transfinite")
"""Excesses of the odd primes up to 709, from the On-Line Encyclopedia of Integer Sequences, and the
sets Q of the other terms, on which two published programs agree."""

ZERO, OMEGA = Ordinal(0), Ordinal.parse("w")

Product = Callable[[Ordinal, Ordinal], Ordinal]


def odd_primes(largest: int) -> Iterator[int]:
    """Yield the odd primes up to `largest`.

    >>> list(odd_primes(13))
    [3, 5, 7, 11, 13]
    """
    return (n for n in range(3, largest + 1) if all(n % d for d in range(2, n)))


def element_of_degree(degree: int) -> Ordinal:
    """Return a nimber of the given degree.

    It is a sum of traces: one trace of κ_q for each prime power q in the factorisation of the
    degree.

    >>> element_of_degree(3), element_of_degree(6)
    (ω^2·3+ω, ω^2·3+ω+2)
    """
    total = ZERO
    for p in [2, *odd_primes(degree)]:
        q = gcd(degree, p**degree)
        if q > 1:
            total += sum(kappa(q).conjugates()[::q], ZERO)
    return total or Ordinal(1)


def _numbers(size: int) -> Iterator[Ordinal]:
    """Yield ω²·a + ω·b + c for a, b and c below `size`, in ascending order."""
    return (OMEGA**2 * a + OMEGA * b + c for a, b, c in product(range(size), repeat=3))


def _below(bound: Ordinal, size: int) -> Iterator[Ordinal]:
    return takewhile(lambda number: number < bound, _numbers(size))


@CLAIMS.of(
    "ordinal-mex",
    quick={"factors": "w, w+1, w^2", "finite": 5, "size": 3},
    full={"factors": "5, w, w+1, w*2+3, w^2, w^2+w*2+1", "finite": 16, "size": 4},
    controls={
        "the product is the ordinary ordinal product": {"times": Ordinal.ordinary_product},
        "the product of two infinite numbers is the ordinary ordinal product": {
            "finite": 0,
            "times": Ordinal.ordinary_product,
        },
        "the product of two infinite numbers is their nim-sum": {"finite": 0, "times": add},
    },
)
def ordinal_mex(factors: str, finite: int, size: int, times: Product = mul) -> Iterator[Case]:
    columns = list(map(Ordinal, range(finite)))
    rows = [OMEGA * a + b for a in range(3) for b in range(finite)]
    for a, row in zip(rows, products_by_mex(3, finite), strict=True):
        for b, value in zip(columns, row, strict=True):
            yield Case(f"{a} ⊗ {b} by mex", times(a, b), value)
    numbers = [Ordinal.parse(text) for text in factors.split(",")]
    for a, b in combinations_with_replacement(numbers, 2):
        claimed = times(a, b)
        for x, y in product(_below(a, size), _below(b, size)):
            option = x * b + a * y + x * y
            yield Case(f"{x} and {y} exclude {claimed} from {a} ⊗ {b}", False, option == claimed)
        yield Case(f"0 is below {claimed}", bool(claimed), ZERO in _below(claimed, size))
        for smaller in _below(claimed, size):
            # The pair x, y excludes ab ⊕ (a ⊕ x)(b ⊕ y), so for each x there is only one y to try.
            pairs = ((x, b + (a * b + smaller) / (a + x)) for x in _below(a, _SEARCH_SIZE))
            excluded = any(y < b and x * b + a * y + x * y == smaller for x, y in pairs)
            instance = f"some pair excludes {smaller} from {a} ⊗ {b}, claimed to be {claimed}"
            yield Case(instance, True, excluded)


# The search tries only numbers x whose coefficients are below this limit. It suffices for
# quadratics with coefficients below 4, because their roots are below 16.
_SEARCH_SIZE = 16


@CLAIMS.of(
    "omega",
    quick={"digits": 8, "fields": 7},
    full={"digits": 16, "fields": 12},
    controls={
        "x³ = 1 has no finite solution": {"cube": 1},
        "x³ = 14 has no finite solution, as there is none below 4": {"digits": 2, "cube": 14},
        "the solutions are those of x³ = 3": {"cube": 3},
    },
)
def omega(digits: int, fields: int, cube: int = 2) -> Iterator[Case]:
    for a in range(1 << digits):
        yield Case(f"the cube of {a} is {cube}", False, nimber.pow(a, 3) == cube)
    for n in range(1, fields + 1):
        third = ((1 << (1 << n)) - 1) // 3
        yield Case(f"{cube} is a cube below 2^(2^{n})", False, nimber.pow(cube, third) == 1)
    numbers = list(_numbers(4))
    for equation, solutions, searched, claimed in (
        ("x³ = 2", roots(cube, 3), [x for x in numbers if x * x * x == cube], "w, w*2, w*3"),
        (
            "x³ + x + 1 = 0",
            solve_cubic(1, 0, 1, 1),
            [x for x in numbers if x * x * x + x + 1 == 0],
            "w^2+w*3, w^2*2+w*2, w^2*3+w",
        ),
    ):
        agree = list(solutions) == searched == [Ordinal.parse(text) for text in claimed.split(",")]
        instance = f"the solutions of {equation}: {searched} by search, {solutions} by the engine"
        yield Case(instance, True, agree)


# The 126 primes of the printed tables.
_PRIMES = tuple(odd_primes(709))

# The sums of a finite number and of powers of the first generators.
_SAMPLE = tuple(
    reduce(add, map(Ordinal.parse, terms))
    for terms in product("012345", ("0", "w", "w*2"), ("0", "w^3", "w^4"), ("0", "w^w", "w^(w^2)"))
)


def kappa_terms(h: int) -> set[int]:
    """Return the indices q of the terms κ_q of κ_h, computed from Lenstra's definition.

    >>> kappa_terms(4), kappa_terms(18), kappa_terms(28)
    ({4}, {9}, {4, 7})
    """
    r = next(r for r in range(2, h + 1) if h % r == 0)
    q = gcd(h, r**h)
    if q == h:
        return {q}
    terms = kappa_terms(h // q)
    return terms if reduce(add, map(kappa, terms)).degree() % q == 0 else terms | {q}


def _is_power(x: Ordinal, p: int) -> bool:
    """Return whether `x` is a p-th power in the field that it generates."""
    units = (1 << x.degree()) - 1
    return units % p > 0 or x ** (units // p) in (0, 1)


@CLAIMS.of(
    "lenstra",
    quick={"largest": 43, "degree": 200},
    full={"largest": 73, "degree": 4000},
    controls={
        "no excess is above 1": {"max_excess": 1},
        "the κ are those of the previous prime": {"shift": 1},
        "the power is that of the previous κ": {"back": 1},
        "the excess is the finite part of the power": {"finite_part": True},
        "all terms of κ are generators of primes": {"primes_only": True},
        "some number below the power has no p-th root": {"all_below": False},
    },
)
def lenstra(
    largest: int,
    degree: int,
    max_excess: int = 9,
    shift: int = 0,
    back: int = 0,
    finite_part: bool = False,
    primes_only: bool = False,
    all_below: bool = True,
) -> Iterator[Case]:
    for n, (p, printed) in enumerate(zip(_PRIMES, PRINTED["A380496"], strict=True)):
        q = PRINTED["Q"][n - shift]
        same = sorted(q_set(p)) == q
        yield Case(f"κ_q is in the power {p} for q = {q_set(p)}, claimed: {q}", True, same)
        searched = p <= largest or degree_of_search(p) <= degree
        claimed, computed = min(printed, max_excess), search_excess(p) if searched else excess(p)
        if finite_part:  # the finite terms of κ are its κ_q with even q
            claimed = int(
                reduce(add, (kappa(each) for each in q if each % 2 == 0), Ordinal(claimed))
            )
        yield Case(f"the excess of {p}", claimed, computed)
        if p <= largest:
            base = kappa(_PRIMES[max(0, n - back)])
            power, expected = base**p, reduce(add, map(kappa, q_set(p)), Ordinal(claimed))
            yield Case(f"the nim-power {p} of {base}", expected, power)
            if not same or claimed != computed or power != expected:
                return  # later primes depend on this one
            terms = kappa_terms(order_of_2(p))
            if primes_only:
                terms = {r for r in (2, *_PRIMES) for each in terms if each % r == 0}
            yield Case(f"the indices of the terms of κ_f for {p}", sorted(terms), q)
            below = [x for x in _SAMPLE if x < power and x.degree() <= 200]
            rootless = [x for x in below if not _is_power(x, p)]
            instance = (
                f"of {len(below)} numbers below {power}, {rootless} have no root of order {p}"
            )
            yield Case(instance, all_below, not rootless)


@CLAIMS.of(
    "lenstra-rule",
    quick={"degree": 100},
    full={"degree": 700},
    controls={
        "the excess is 4 for k = 0, too": {"min_k": 0},
        "the excess is never 4": {"large": 1},
        "the excess is 1 if the member of Q is a power of 2, too": {"even": True},
        "the excess is 1 if Q has several members, too": {"single": False},
    },
)
def lenstra_rule(
    degree: int, min_k: int = 1, large: int = 4, even: bool = False, single: bool = True
) -> Iterator[Case]:
    for p, printed in zip(_PRIMES, PRINTED["A380496"], strict=True):
        q = q_set(p)
        claimed = int((q[0] % 2 == 1 or even) and (len(q) == 1 or not single))
        if order_of_2(p) in (2 * 3**k for k in range(min_k, 9)):
            claimed = large
        computed = search_excess(p) if degree_of_search(p) <= degree else printed
        yield Case(f"the excess of {p}", claimed, computed)


Stone = tuple[Ordinal, Ordinal]

POSITION: tuple[Stone, ...] = tuple(
    (Ordinal.parse(column), Ordinal.parse(row))
    for column, row in [("2", "2"), ("4", "w"), ("w+2", "w+3"), ("w+4", "w+1")]
)
"""The four stones of Le Bruyn's example."""

CORNER: Stone = (OMEGA + 2, OMEGA)
"""The lower left corner of the rectangle with which the last stone wins."""

ON_AN_AXIS: Stone = (OMEGA + 2, ZERO)


def _value(stones: Iterable[Stone], times: Product = mul) -> Ordinal:
    return sum((times(*stone) for stone in stones), ZERO)


def winning_corners(stones: Sequence[Stone], size: int) -> list[tuple[Stone, Stone]]:
    """Return the moves that make the value 0, each as a stone and a rectangle's lower left corner.

    Only columns n and ω + n with n < `size` are tried. If one coordinate of the corner is 0, the
    move is a slide; if both are 0, the stone is removed. (stones.transfinite)
    """
    columns = [start + n for start in (ZERO, OMEGA) for n in range(size)]
    total = _value(stones)
    return [
        ((x, y), (u, v))
        for x, y in stones
        for u in takewhile(x.__gt__, columns)
        # A move changes the value by (x ⊕ u) ⊗ (y ⊕ v), so in each column there is only one row to
        # try.
        if (v := y + total / (x + u)) < y
    ]


@CLAIMS.of(
    "transfinite",
    quick={"size": 6},
    full={"size": 20},
    controls={
        "the values of stones are ordinary products": {"times": Ordinal.ordinary_product},
        "the corner is (ω+2, 0)": {"corner": ON_AN_AXIS},
    },
    source=STONES,
)
def transfinite(size: int, times: Product = mul, corner: Stone = CORNER) -> Iterator[Case]:
    for stone, text in zip(POSITION, ("3", "w*4", "w^2+w+1", "w^2+w*5+4"), strict=True):
        yield Case(f"the value of the stone {stone}", Ordinal.parse(text), times(*stone))
    yield Case("the value of all stones", Ordinal(6), _value(POSITION, times))
    yield Case("the winning moves", [(POSITION[-1], corner)], winning_corners(POSITION, size))


@CLAIMS.of(
    "transfinite-winner",
    quick={"size": 6},
    full={"size": 20},
    controls={"after the winning move the next player can win, too": {"after_move": True}},
    source=STONES,
    repair={"second": False},
)
def transfinite_winner(size: int, second: bool = True, after_move: bool = False) -> Iterator[Case]:
    stones = list(POSITION)
    if after_move:
        (x, y), (u, v) = stones.pop(), CORNER
        stones += [(u, y), (x, v), (u, v)]
    moves = winning_corners(stones, size)
    value = _value(stones)
    how = ", ".join(f"the stone {stone} with the corner {corner}" for stone, corner in moves)
    instance = f"the value is {value}, and the next player wins by {how or 'no move'}"
    yield Case(instance, not second, bool(moves))


_EQUATIONS: dict[str, int] = {"degrees": 0, "largest": 2}
"""Arguments for controls that concern equations only."""


@CLAIMS.of(
    "closure",
    quick={"degrees": 12, "largest": 13, "numbers": "1, 4, w+1"},
    full={"degrees": 22, "largest": 43, "numbers": "1, 6, w, w^2+1, w^w+3"},
    controls={
        "the nimbers below ω^ω are closed": {"below": "w^w"},
        "the nimber is a root of its polynomial plus 1": {"changed": lambda p: p ^ 1},
        "x times its polynomial is irreducible": {"changed": lambda p: p << 1},
        "the nimber for d has degree d + 1": {"extra_degree": 1},
        "the nimber for d has d − 1 conjugates": {"missing": 1},
        "α is the (p + 1)-th power of κ": {"degrees": 1, "extra_power": 1},
        "α is above κ": {"degrees": 1, "above": True},
        "the field of α has one unit less": {"degrees": 1, "non_units": 2},
        "α is a p-th power in its own field": {"degrees": 1, "is_power": True},
        "quadratics have one solution": {**_EQUATIONS, "count": 1},
        "solutions of ax² + bx + c = 0 make the left side 1": {**_EQUATIONS, "value_at_root": 1},
        "quadratics have finite solutions": {**_EQUATIONS, "below": "w"},
        "equations x^p = a have p − 1 solutions": {**_EQUATIONS, "missing_roots": 1},
        "solutions of x^p = a have the p-th power a + 1": {**_EQUATIONS, "offset": 1},
        "solutions of equations are below ω^ω": {**_EQUATIONS, "below": "w^w"},
    },
)
def closure(
    degrees: int,
    largest: int,
    numbers: str,
    below: str = "w^(w^9)",  # a number below ω^(ω^ω)
    changed: Callable[[int], int] = lambda p: p,
    extra_degree: int = 0,
    missing: int = 0,
    extra_power: int = 0,
    above: bool = False,
    non_units: int = 1,
    is_power: bool = False,
    count: int = 2,
    value_at_root: int = 0,
    missing_roots: int = 0,
    offset: int = 0,
) -> Iterator[Case]:
    bound = Ordinal.parse(below)
    for degree in range(1, degrees + 1):
        x = element_of_degree(degree)
        yield Case(f"the nimber {x} of degree {degree} is small enough", True, x < bound)
        polynomial = changed(x.minimal_polynomial())
        text = polynomial_text(polynomial)
        value = ZERO
        for digit in f"{polynomial:b}":
            value = value * x + int(digit)
        yield Case(f"the value of {text} at {x}", ZERO, value)
        yield Case(f"{text}, with the root {x}, is irreducible", True, is_irreducible(polynomial))
        yield Case(f"the degree of {x}", degree + extra_degree, polynomial.bit_length() - 1)
        conjugates = x.conjugates()
        yield Case(
            f"the conjugates of {x}, {conjugates}, are {degree - missing} different numbers",
            True,
            len(conjugates) == len(set(conjugates)) == degree - missing,
        )
    for p in odd_primes(largest):
        root, power = kappa(p), alpha(p)
        yield Case(f"{root} to the power of {p + extra_power}", power, root ** (p + extra_power))
        yield Case(f"{power} is above its root {root}", above, power > root)
        units = (1 << power.degree()) - non_units
        yield Case(f"{p} divides {units}", True, units % p == 0)
        instance = f"{power} is a {p}-th power in its own field"
        yield Case(instance, is_power, power ** (units // p) == 1)
    coefficients = [Ordinal.parse(text) for text in numbers.split(",")]
    for a, b, c in product(coefficients, repeat=3):
        solutions = solve_quadratic(a, b, c)
        equation = f"({a})x² + ({b})x + ({c}) = 0"
        yield Case(
            f"the number of solutions of {equation}, {solutions}", count, len(set(solutions))
        )
        for x in solutions:
            yield Case(f"the left side of {equation} at {x}", value_at_root, a * x * x + b * x + c)
            yield Case(f"the solution {x} of {equation} is small enough", True, x < bound)
    for a, p in product(coefficients, (3, 5, 7)):
        solutions = roots(a, p)
        equation = f"x^{p} = {a + offset}"
        yield Case(
            f"the number of solutions of {equation}, {solutions}",
            p - missing_roots,
            len(set(solutions)),
        )
        for x in solutions:
            yield Case(f"{x} to the power of {p}", a + offset, x**p)
            yield Case(f"the solution {x} of {equation} is small enough", True, x < bound)
