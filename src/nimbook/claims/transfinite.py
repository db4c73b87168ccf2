"""What the encyclopedia note "nimber" claims of infinite nimbers, and the theory that it rests on.

The note states one theorem, Conway's: the nimbers below ω^(ω^ω) are the smallest algebraically
closed field of nimbers. No finite search can check it. The claims of this file are what can be
checked of it, and of the definitions and numbers behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations_with_replacement, product, takewhile
from math import gcd
from operator import add, mul

from nimbook.ledger import Case, Claims, read_printed, read_words
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

CLAIMS = Claims(NIMBER, "beyond_infinity", read_words("transfinite"))

PRINTED = read_printed("transfinite")
"""For the odd primes to 709: the excesses as the On-Line Encyclopedia of Integer Sequences has
them, and the q of the other terms, on which two published programs agree."""

ZERO, OMEGA = Ordinal(0), Ordinal.parse("w")

Product = Callable[[Ordinal, Ordinal], Ordinal]


def odd_primes(largest: int) -> Iterator[int]:
    """Yield the odd primes up to `largest`.

    >>> list(odd_primes(13))
    [3, 5, 7, 11, 13]
    """
    return (n for n in range(3, largest + 1) if all(n % d for d in range(2, n)))


def element_of_degree(degree: int) -> Ordinal:
    """Return a nimber of this degree: the sum, over its prime powers q, of traces of κ_q.

    >>> element_of_degree(3), element_of_degree(6)
    (ω^2·3+ω, ω^2·3+ω+2)
    """
    found = ZERO
    for p in [2, *odd_primes(degree)]:
        q = gcd(degree, p**degree)
        if q > 1:
            found += sum(kappa(q).conjugates()[::q], ZERO)
    return found or Ordinal(1)


def _numbers(size: int) -> Iterator[Ordinal]:
    """Yield ω²·a + ω·b + c for a, b and c below `size`, from 0 on."""
    return (OMEGA**2 * a + OMEGA * b + c for a, b, c in product(range(size), repeat=3))


def _below(bound: Ordinal, size: int) -> Iterator[Ordinal]:
    return takewhile(lambda number: number < bound, _numbers(size))


@CLAIMS.of(
    "ordinal-mex",
    quick={"factors": "w, w+1, w^2", "finite": 5, "size": 3},
    full={"factors": "5, w, w+1, w*2+3, w^2, w^2+w*2+1", "finite": 16, "size": 4},
    controls={
        "the product is that of set theory": {"times": Ordinal.ordinary_product},
        "of two infinite numbers it is that of set theory": {
            "finite": 0,
            "times": Ordinal.ordinary_product,
        },
        "of two infinite numbers it is their sum": {"finite": 0, "times": add},
    },
)
def ordinal_mex(factors: str, finite: int, size: int, times: Product = mul) -> Iterator[Case]:
    columns = list(map(Ordinal, range(finite)))
    rows = [OMEGA * a + b for a in range(3) for b in range(finite)]
    for a, row in zip(rows, products_by_mex(3, finite), strict=True):
        for b, found in zip(columns, row, strict=True):
            yield Case(f"{a} ⊗ {b} by mex", times(a, b), found)
    numbers = [Ordinal.parse(text) for text in factors.split(",")]
    for a, b in combinations_with_replacement(numbers, 2):
        claimed = times(a, b)
        for x, y in product(_below(a, size), _below(b, size)):
            excluded = x * b + a * y + x * y
            yield Case(f"{x} and {y} exclude {claimed} from {a} ⊗ {b}", False, excluded == claimed)
        yield Case(f"0 is below {claimed}", bool(claimed), ZERO in _below(claimed, size))
        for smaller in _below(claimed, size):
            # What x and y exclude is αβ ⊕ (α ⊕ x)(β ⊕ y): so x has one y at most.
            pairs = ((x, b + (a * b + smaller) / (a + x)) for x in _below(a, _REACH))
            shown = any(y < b and x * b + a * y + x * y == smaller for x, y in pairs)
            instance = f"something excludes {smaller} from {a} ⊗ {b}, claimed {claimed}"
            yield Case(instance, True, shown)


# Where to look for x: below 16 lie the roots of all quadratics with coefficients below 4.
_REACH = 16


@CLAIMS.of(
    "omega",
    quick={"digits": 8, "fields": 7},
    full={"digits": 16, "fields": 12},
    controls={
        "x³ = 1 has no finite solution": {"cube": 1},
        "x³ = 14 has none, as none is below 4": {"digits": 2, "cube": 14},
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
    for equation, found, searched, claimed in (
        ("x³ = 2", roots(cube, 3), [x for x in numbers if x * x * x == cube], "w, w*2, w*3"),
        (
            "x³ + x + 1 = 0",
            solve_cubic(1, 0, 1, 1),
            [x for x in numbers if x * x * x + x + 1 == 0],
            "w^2+w*3, w^2*2+w*2, w^2*3+w",
        ),
    ):
        right = list(found) == searched == [Ordinal.parse(text) for text in claimed.split(",")]
        instance = f"the solutions of {equation} are {searched} by search and {found} by the engine"
        yield Case(instance, True, right)


# The primes of the printed tables: 126 of them.
_LISTED = tuple(odd_primes(709))


@CLAIMS.of(
    "lenstra",
    quick={"largest": 43, "degree": 200},
    full={"largest": 73, "degree": 4000},
    controls={
        "no excess is above 1": {"most": 1},
        "the κ are those of the prime before": {"shift": 1},
        "the power is that of the κ before": {"before": 1},
    },
)
def lenstra(
    largest: int, degree: int, most: int = 9, shift: int = 0, before: int = 0
) -> Iterator[Case]:
    for n, (p, printed) in enumerate(zip(_LISTED, PRINTED["A380496"], strict=True)):
        q = PRINTED["Q"][n - shift]
        same = sorted(q_set(p)) == q
        yield Case(f"κ_q is in the power {p} for q = {q_set(p)}, claimed {q}", True, same)
        searched = p <= largest or degree_of_search(p) <= degree
        claimed, found = min(printed, most), search_excess(p) if searched else excess(p)
        yield Case(f"the excess of {p}", claimed, found)
        if p <= largest:
            base = kappa(_LISTED[max(0, n - before)])
            power, wanted = base**p, reduce(add, map(kappa, q_set(p)), Ordinal(claimed))
            yield Case(f"the nim-power {p} of {base}", wanted, power)
            if not same or claimed != found or power != wanted:
                return  # what comes later rests on it


@CLAIMS.of(
    "lenstra-rule",
    quick={"degree": 100},
    full={"degree": 700},
    controls={
        "4 also for k = 0": {"least": 0},
        "never 4": {"large": 1},
        "1 also if Q is a power of 2": {"even": True},
        "1 also if Q has several members": {"single": False},
    },
)
def lenstra_rule(
    degree: int, least: int = 1, large: int = 4, even: bool = False, single: bool = True
) -> Iterator[Case]:
    for p, printed in zip(_LISTED, PRINTED["A380496"], strict=True):
        q = q_set(p)
        claimed = int((q[0] % 2 == 1 or even) and (len(q) == 1 or not single))
        if order_of_2(p) in (2 * 3**k for k in range(least, 9)):
            claimed = large
        found = search_excess(p) if degree_of_search(p) <= degree else printed
        yield Case(f"the excess of {p}", claimed, found)


Stone = tuple[Ordinal, Ordinal]

POSITION: tuple[Stone, ...] = tuple(
    (Ordinal.parse(column), Ordinal.parse(row))
    for column, row in [("2", "2"), ("4", "w"), ("w+2", "w+3"), ("w+4", "w+1")]
)
"""The four stones of Le Bruyn's example."""

CORNER: Stone = (OMEGA + 2, OMEGA)
"""The lower left corner of the rectangle with which the last of them wins."""

ON_AN_AXIS: Stone = (OMEGA + 2, ZERO)


def _value(stones: Iterable[Stone], times: Product = mul) -> Ordinal:
    return sum((times(*stone) for stone in stones), ZERO)


def winning_corners(stones: Sequence[Stone], size: int) -> list[tuple[Stone, Stone]]:
    """Return the stones, each with a lower left corner of a rectangle, that make the value 0.

    The columns that are tried are those below `size`, and ω plus such a number. A corner with a 0
    stands for a slide, or for taking the stone away. (stones.transfinite)
    """
    columns = [start + n for start in (ZERO, OMEGA) for n in range(size)]
    total = _value(stones)
    return [
        ((x, y), (u, v))
        for x, y in stones
        for u in takewhile(x.__gt__, columns)
        # A move changes the value by (x ⊕ u) ⊗ (y ⊕ v): so each column has one row to try.
        if (v := y + total / (x + u)) < y
    ]


@CLAIMS.of(
    "transfinite",
    quick={"size": 6},
    full={"size": 20},
    controls={
        "stones are worth ordinary products": {"times": Ordinal.ordinary_product},
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
    controls={"after the winning move the next player can win, too": {"moved": True}},
    source=STONES,
    repair={"second": False},
)
def transfinite_winner(size: int, second: bool = True, moved: bool = False) -> Iterator[Case]:
    stones = list(POSITION)
    if moved:
        (x, y), (u, v) = stones.pop(), CORNER
        stones += [(u, y), (x, v), (u, v)]
    found = winning_corners(stones, size)
    value = _value(stones)
    how = ", ".join(f"the stone {stone} with the corner {corner}" for stone, corner in found)
    instance = f"the value is {value}, and the next player wins by {how or 'no move'}"
    yield Case(instance, not second, bool(found))


_EQUATIONS: dict[str, int] = {"degrees": 0, "largest": 2}
"""For a control that is about equations only."""


@CLAIMS.of(
    "closure",
    quick={"degrees": 12, "largest": 13, "numbers": "1, 4, w+1"},
    full={"degrees": 22, "largest": 43, "numbers": "1, 6, w, w^2+1, w^w+3"},
    controls={
        "the nimbers below ω^ω are closed": {"below": "w^w"},
        "it is a root of its polynomial plus 1": {"of": lambda p: p ^ 1},
        "x times its polynomial is irreducible": {"of": lambda p: p << 1},
        "the nimber shown for d is of degree d + 1": {"more": 1},
        "it has d − 1 conjugates": {"fewer": 1},
        "α is the next power of κ": {"degrees": 1, "next_power": 1},
        "α is above κ": {"degrees": 1, "above": True},
        "the field of α has one unit less": {"degrees": 1, "less": 2},
        "α is a p-th power in its own field": {"degrees": 1, "is_power": True},
        "quadratics have one solution": {**_EQUATIONS, "many": 1},
        "those of ax² + bx + c = 0 make it 1": {**_EQUATIONS, "made": 1},
        "quadratics are solved by finite numbers": {**_EQUATIONS, "below": "w"},
        "equations x^p = a have p − 1 solutions": {**_EQUATIONS, "less_many": 1},
        "those of x^p = a make it a + 1": {**_EQUATIONS, "off": 1},
        "they are below ω^ω": {**_EQUATIONS, "below": "w^w"},
    },
)
def closure(
    degrees: int,
    largest: int,
    numbers: str,
    below: str = "w^(w^9)",  # and so below ω^(ω^ω)
    of: Callable[[int], int] = lambda p: p,
    more: int = 0,
    fewer: int = 0,
    next_power: int = 0,
    above: bool = False,
    less: int = 1,
    is_power: bool = False,
    many: int = 2,
    made: int = 0,
    less_many: int = 0,
    off: int = 0,
) -> Iterator[Case]:
    bound = Ordinal.parse(below)
    for degree in range(1, degrees + 1):
        x = element_of_degree(degree)
        yield Case(f"the nimber {x} of degree {degree} is small enough", True, x < bound)
        polynomial = of(x.minimal_polynomial())
        shown = polynomial_text(polynomial)
        value = ZERO
        for digit in f"{polynomial:b}":
            value = value * x + int(digit)
        yield Case(f"the value of {shown} at {x}", ZERO, value)
        yield Case(f"{shown}, of the root {x}, is irreducible", True, is_irreducible(polynomial))
        yield Case(f"the degree of {x}", degree + more, polynomial.bit_length() - 1)
        conjugates = x.conjugates()
        yield Case(
            f"the conjugates of {x}, {conjugates}, are all different, {degree - fewer} of them",
            True,
            len(conjugates) == len(set(conjugates)) == degree - fewer,
        )
    for p in odd_primes(largest):
        root, power = kappa(p), alpha(p)
        yield Case(f"{root} to the power of {p + next_power}", power, root ** (p + next_power))
        yield Case(f"{power} is above its root {root}", above, power > root)
        units = (1 << power.degree()) - less
        yield Case(f"{p} divides {units}", True, units % p == 0)
        instance = f"{power} is a power of {p} in its own field"
        yield Case(instance, is_power, power ** (units // p) == 1)
    coefficients = [Ordinal.parse(text) for text in numbers.split(",")]
    for a, b, c in product(coefficients, repeat=3):
        solved = solve_quadratic(a, b, c)
        shown = f"of ({a})x² + ({b})x + ({c}) = 0"
        yield Case(f"the number of solutions {shown}, {solved}", many, len(set(solved)))
        for x in solved:
            yield Case(f"{x} in the equation {shown}", made, a * x * x + b * x + c)
            yield Case(f"{x} is no solution {shown}", True, x < bound)
    for a, p in product(coefficients, (3, 5, 7)):
        solved = roots(a, p)
        shown = f"of x^{p} = {a + off}"
        yield Case(f"the number of solutions {shown}, {solved}", p - less_many, len(set(solved)))
        for x in solved:
            yield Case(f"{x} to the power of {p}", a + off, x**p)
            yield Case(f"{x} is no solution {shown}", True, x < bound)
