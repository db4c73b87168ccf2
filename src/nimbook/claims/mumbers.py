"""Claims of "Multiplicative Modular Nim (MuM)" about mumbers: Theorem 4.1 and its proof.

The mumber of a position is the least positive integer that is not the mumber of an option, but our
copy of the text does not show which positive integers are allowed. Only integers coprime to the
modulus can be products. So here, as in the rest of the book, only these are allowed as mumbers; if
the modulus is a prime, this affects only mumbers above the prime. If all positive integers are
allowed, the book speaks of the plain mumber. "The product" is the remainder of the product modulo
n. If Theorem 4.1 is read as a congruence modulo n instead, its first failure is at the same
position, and it fails nearly as often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, product
from math import gcd, inf, prod
from typing import Literal

from nimbook.claims.mum import READINGS
from nimbook.ledger import Arguments, Case, Claims, read_fields
from nimbook.samples import Listed, coprime_heaps, solver, units
from nimbook.sources import MUM
from nimtwist import MuM, Nim, PolyMuM, PowerMuM, Sum, nim_sum
from nimtwist.games.heaps import replace_heap, show_heaps
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.mumber import MumberSolver
from nimtwist.games.products import Consolidation, Heaps, When

CLAIMS = Claims(MUM, "mumbers", read_fields("mumbers"))

PRIMES = Listed((2, 3, 5, 7, 11, 13))

SOURCES_READING: Arguments = READINGS["on the same turn"]
"""The source's reading of Definition 3.4, as table A.1 shows."""


def every_reading(moduli: int) -> Iterator[MuM]:
    """Yield MuM for each modulus from 2 to `moduli`, under each reading of consolidation."""
    for modulus in range(2, moduli + 1):
        for reading in READINGS.values():
            yield MuM(modulus, **reading)


def witness(modulus: int) -> Heaps:
    """Return a position whose mumber differs from its product, or that can lead to such a position.

    The position is (n - q, n - q), where n is the modulus and q is the smallest prime that does not
    divide n. The modulus must not be a divisor of 24. (mum.thm-4.1.1)

    >>> witness(5), witness(30)
    ((3, 3), (23, 23))
    """
    q = next(q for q in range(2, modulus) if gcd(q, modulus) == 1)
    return (modulus - q, modulus - q)


table_of = cache(MuMTable)
"""A cached `MuMTable`: the table of all positions of a few heaps."""


def of_units(rules: MuM) -> MumberSolver[Heaps]:
    """Return a cached solver for `rules`; the solver counts only units as mumbers."""
    return solver(rules, rules.modulus)


def _mumber_of(rules: MuM, position: Heaps) -> str:
    place = f"{show_heaps(position)} modulo {rules.modulus}"
    return f"the mumber of {place}, {rules.consolidation}"


@CLAIMS.of(
    "thm-4.1.1",
    quick={"primes": PRIMES, "max_modulus": 24, "count": 2, "beyond": 8, "searched": 5},
    full={
        **{"primes": Listed((*PRIMES, 17, 19, 23)), "max_modulus": 60},
        **{"count": 4, "beyond": 20, "searched": 14},
    },
    controls={
        "mumbers are products exactly when n divides 48": {"multiple": 48},
        "mumbers are products exactly when n divides 12": {"multiple": 12},
        "modulo 5 it fails exactly when the remainders are 3 and 3": {"failing": ((2, 0),)},
        **{
            f"modulo 5 it fails at the same positions under the reading “{name}”": {
                "modulo_5": reading
            }
            for name, reading in READINGS.items()
            if reading != SOURCES_READING
        },
    },
    repair={"repaired": True},
)
def mumber_is_product(
    primes: Iterable[int],
    max_modulus: int,
    count: int,
    beyond: int,
    searched: int,
    repaired: bool = False,
    multiple: int = 24,
    failing: Sequence[tuple[int, int]] = ((2, 0), (1, 1)),
    modulo_5: Arguments = SOURCES_READING,
) -> Iterator[Case]:
    for rules in every_reading(max_modulus) if repaired else map(MuM, primes):
        modulus = rules.modulus
        if repaired and multiple % modulus:
            place = witness(modulus)
            table = table_of(rules, 2, place[-1])
            fails = any(
                table.mumber(position, of_units=True) != rules.product(position)
                for position in table.positions()
            )
            instance = f"modulo {modulus}, {rules.consolidation}: a failure at or below {place}"
            yield Case(instance, True, fails)
            continue
        table = table_of(rules, count, modulus + beyond)
        for position in table.positions():
            mumber = table.mumber(position, of_units=True)
            result = "stranded" if repaired and rules.is_stranded(position) else mumber
            yield Case(_mumber_of(rules, position), prod(position) % modulus, result)
        for position in coprime_heaps(modulus, 2, min(searched, modulus + beyond)):
            in_bulk = table.mumber(position, of_units=True)
            by_search = of_units(rules).mumber(position)
            yield Case(f"the mumber of {position} in bulk", by_search, in_bulk)
    if repaired:
        yield from _modulo_5(MuM(5, **modulo_5), beyond, failing)


def _modulo_5(rules: MuM, beyond: int, failing: Sequence[tuple[int, int]]) -> Iterator[Case]:
    """Check for which positions modulo 5 the mumber differs from the product.

    The positions have at most two heaps, each at most 5 + `beyond`, or at most six heaps below 5.
    """
    pairs, small = table_of(rules, 2, 5 + beyond), table_of(rules, 6, 4)
    for table in (pairs, small):
        for position in table.positions():
            residues = [heap % 5 for heap in position if table is pairs or heap > 1]
            threes, fours = residues.count(3), residues.count(4)
            only = threes + fours == len(residues)
            claimed = only and (threes % 4, fours) in failing
            failed = table.mumber(position, of_units=True) != prod(position) % 5
            yield Case(f"{position} modulo 5 fails", claimed, failed)


@CLAIMS.of(
    "thm-4.1.2",
    quick={"max_modulus": 8, "largest": 6, "decided": 25},
    full={"max_modulus": 15, "largest": 16, "decided": 60},
    controls={
        "a position is P exactly when its mumber is 2": {"value": 2},
        "the product decides under every reading": {"turns": ("same-turn", "own-turn", "never")},
        "under the others it decides exactly when the modulus divides 48": {"multiple": 48},
        "under the others it decides exactly when the modulus divides 12": {"multiple": 12},
    },
)
def p_is_mumber_1(
    max_modulus: int,
    largest: int,
    decided: int,
    value: int = 1,
    turns: Sequence[Consolidation] = ("same-turn",),
    multiple: int = 24,
) -> Iterator[Case]:
    for rules in every_reading(max_modulus):
        for position in coprime_heaps(rules.modulus, 3, largest):
            outcome, mumber = solver(rules).outcome(position), solver(rules).mumber(position)
            instance = f"{position} modulo {rules.modulus}, of mumber {mumber}, is P"
            yield Case(instance, mumber == value, outcome == "P")
    for rules in every_reading(decided):
        by_product = all(
            solver(rules).outcome(position) == ProductIsOne(rules).outcome(position)
            for position in coprime_heaps(rules.modulus, 2, rules.modulus)
        )
        claimed = rules.consolidation in turns or multiple % rules.modulus == 0
        instance = f"modulo {rules.modulus}, {rules.consolidation}, the product decides"
        yield Case(instance, claimed, by_product)


WAYS = Listed(("as a sum", "side by side"))


@CLAIMS.of(
    "thm-4.1.3",
    quick={
        "primes": Listed((2, 3, 5)),
        "max_modulus": 7,
        "largest": 4,
        "decided": 25,
        "ways": WAYS,
    },
    full={
        "primes": Listed((2, 3, 5, 7)),
        "max_modulus": 15,
        "largest": 8,
        "decided": 60,
        "ways": WAYS,
    },
    controls={
        "the mumber of a sum is m + k − 1": {"law": lambda m, k, n: m + k - 1},
        "mumbers multiply exactly when n divides 12": {"multiple": 12},
        "parts side by side determine the mumber": {"determined": True},
    },
    repair={
        "repaired": True,
        "ways": Listed(["as a sum"]),
        "law": lambda m, k, n: 1 + nim_sum((m - 1, k - 1)),
    },
)
def sums(
    primes: Iterable[int],
    max_modulus: int,
    largest: int,
    decided: int,
    ways: tuple[str, ...],
    law: Callable[[int, int, int], int] = lambda m, k, n: m * k % n,
    repaired: bool = False,
    multiple: int = 24,
    determined: bool = False,
) -> Iterator[Case]:
    if repaired:
        yield from _repaired_sums(decided, multiple, determined)
    for rules, way in product(every_reading(max_modulus) if repaired else map(MuM, primes), ways):
        modulus = rules.modulus
        single = solver(rules) if repaired else of_units(rules)
        both = solver(Sum(rules, rules), single.modulus)
        for a, b in combinations_with_replacement(coprime_heaps(modulus, 2, largest), 2):
            m, k = single.mumber(a), single.mumber(b)
            if way == "as a sum":
                mumber = both.mumber((a, b))
            else:
                mumber = single.mumber(tuple(sorted(a + b)))
            expected = law(m, k, modulus)
            if not repaired:
                mumber, expected = mumber % modulus, expected % modulus
            parts = f"{rules.show(a)} and {rules.show(b)} modulo {modulus}"
            yield Case(f"{parts}, {way}, of mumbers {m} and {k}", expected, mumber)


def _repaired_sums(decided: int, multiple: int, determined: bool) -> Iterator[Case]:
    """Check for which moduli the mumber of a sum of two heaps is the product of their mumbers.

    Also check an example: two pairs of positions have the same two mumbers, but joining each pair
    into a single position gives two positions with different mumbers.
    """
    for rules in map(MuM, range(2, decided + 1)):
        single, both = of_units(rules), solver(Sum(rules, rules), rules.modulus)
        heaps = coprime_heaps(rules.modulus, 1, rules.modulus)
        multiply = all(
            (both.mumber((a, b)) - single.mumber(a) * single.mumber(b)) % rules.modulus == 0
            for a, b in product(heaps, repeat=2)
        )
        claimed = multiple % rules.modulus == 0
        yield Case(f"modulo {rules.modulus}, mumbers multiply", claimed, multiply)
    mumber = solver(MuM(5)).mumber
    one, other = (((3, 3), (6,)), ((3, 3), (1,)))
    apart = [tuple(map(mumber, parts)) for parts in (one, other)]
    joined = [mumber(tuple(sorted(a + b))) for a, b in (one, other)]
    instance = f"{one} and {other}, of mumbers {apart}, have different mumbers {joined} if joined"
    yield Case(instance, True, apart[0] == apart[1] and (joined[0] == joined[1]) == determined)


@CLAIMS.of(
    "lemma-4.2",
    quick={"most": 15, "largest": 40},
    full={"most": 40, "largest": 200},
    controls={"it is x": {"reduced": False}},
)
def single_heaps(most: int, largest: int, reduced: bool = True) -> Iterator[Case]:
    with_any_heaps = (MuM(modulus, heaps="any") for modulus in range(2, most + 1))
    for rules in chain(every_reading(most), with_any_heaps):
        modulus, counted = rules.modulus, 1 if rules.heaps == "any" else rules.modulus
        for heap in units(counted, largest):
            mumber = solver(rules, counted).mumber((heap,))
            expected = (heap - 1) % modulus + 1 if reduced else heap
            yield Case(f"the mumber of the heap {heap} modulo {modulus}", expected, mumber)


@cache
def _depth(rules: MuM, position: Heaps) -> float:
    """Return the minimum number of moves to a single heap, or infinity if none can be reached."""
    if len(position) == 1:
        return 0
    return 1 + min((_depth(rules, option) for option in rules.options(position)), default=inf)


def proof_steps(rules: MuM, position: Heaps) -> dict[str, Case]:
    """Return a case for each step of the printed proof, applied to a position modulo a prime.

    Each step is checked whether or not the steps before it hold. (mum.prop-4.3)

    >>> steps = proof_steps(MuM(5), (3, 3))
    >>> [step for step in steps if steps[step].fails]
    ['options', 'sweep', 'set', 'induction']
    """
    p, search, options = rules.modulus, of_units(rules), rules.options(position)
    whole, residues = rules.product(position), set(range(1, p))
    name, depth = f"{rules.show(position)} modulo {p}", _depth(rules, position)
    deep = [option for option in options if _depth(rules, option) >= depth and depth < inf]
    moves = [(x, s) for x in set(position) for s in range(1, min(x, p)) if s % p != x % p]
    legal = {(1 - s * pow(x, -1, p)) % p for x, s in moves}
    every = [{(1 - s * pow(x, -1, p)) % p for s in range(1, p)} for x in position]
    all_but_1 = all(factors == {*range(p)} - {1} for factors in every)
    children = {(x, s): rules.product(replace_heap(position, x, x - s)) for x, s in moves}
    reached, mumber = set(map(search.mumber, options)), search.mumber(position)
    right = {(x, s): whole * (1 - s * pow(x, -1, p)) % p for x, s in moves}
    mex = next(value for value in range(1, p + 1) if value not in residues - {whole})
    return {
        "depth": Case(f"{name} can be played down to a single heap", True, depth < inf),
        "options": Case(
            f"{name}: all options are nearer to a single heap, except {deep}", True, not deep
        ),
        "product": Case(f"{name}: the products of the options", right, children),
        "factors": Case(f"{name}: the factors {every} are all residues but 1", True, all_but_1),
        "sweep": Case(f"{name}: the factors of legal moves", sorted(residues - {1}), sorted(legal)),
        "set": Case(
            f"{name}, of product {whole}: the mumbers of the options",
            sorted(residues - {whole}),
            sorted(reached),
        ),
        "mex": Case(f"{name}: the mex", whole, mex),
        "induction": Case(_mumber_of(rules, position), whole, mumber),
    }


@CLAIMS.of(
    "prop-4.3",
    quick={"primes": Listed((2, 3, 5, 7)), "max_modulus": 12, "count": 2, "largest": 9},
    full={"primes": PRIMES, "max_modulus": 30, "count": 3, "largest": 14},
    controls={
        "the same if consolidating is a move of its own": {"consolidation": "own-turn"},
        "they agree if some unit below the product is the product of an option": {
            "all_units": False
        },
        "the same if a player may consolidate only if stranded": {"when": "stranded"},
        "the mumber is the product of all heaps but one": {"skipped": 1},
    },
    repair={"repaired": True},
)
def induction(
    primes: Iterable[int],
    max_modulus: int,
    count: int,
    largest: int,
    repaired: bool = False,
    consolidation: Consolidation = "same-turn",
    when: When = "small",
    all_units: bool = True,
    skipped: int = 0,
) -> Iterator[Case]:
    for modulus in range(2, max_modulus + 1) if repaired else primes:
        may = MuM(modulus, consolidation, compulsory=False, when=when)
        must = MuM(modulus, consolidation, when=when)
        for position in coprime_heaps(modulus, count, largest):
            if repaired:
                yield from _in_general(MuM(modulus), position, all_units)
                for rules in (may, must):
                    yield from _repaired_steps(rules, position, skipped)
            elif len(position) > 1:
                yield from proof_steps(MuM(modulus), position).values()


def missing(rules: MuM, position: Heaps) -> list[int]:
    """Return the units below the product of a position that are not the product of any option.

    If mumber and product agree for all options, they agree for the position if and only if there
    are no such units. (mum.prop-4.3)

    >>> missing(MuM(5), (3, 3)), missing(MuM(5), (3, 8))
    ([2], [])
    """
    reached = set(map(rules.product, rules.options(position)))
    below = units(rules.modulus, rules.product(position) - 1)
    return [number for number in below if number not in reached]


def _in_general(rules: MuM, position: Heaps, all_units: bool) -> Iterator[Case]:
    """Check the criterion stated in `missing` if mumber and product agree for all options."""
    agree, *options_agree = (
        of_units(rules).mumber(heaps) == rules.product(heaps)
        for heaps in (position, *rules.options(position))
    )
    if all(options_agree) and not rules.is_stranded(position):
        gap, name = missing(rules, position), f"{rules.show(position)} modulo {rules.modulus}"
        below = len(units(rules.modulus, rules.product(position) - 1))
        instance = f"{name}, where no option has product {gap}, has its product as mumber"
        yield Case(instance, not gap if all_units else len(gap) < below, agree)


def _repaired_steps(rules: MuM, position: Heaps, skipped: int) -> Iterator[Case]:
    whole = rules.product(position)
    name = f"{rules.show(position)} modulo {rules.modulus}"
    same = [option for option in rules.options(position) if rules.product(option) == whole]
    yield Case(f"{name} has no option of its product {whole}, except {same}", True, not same)
    gap = missing(rules, position)
    instance = f"{name}, of product {whole}, has options of all smaller mumbers, except {gap}"
    yield Case(instance, True, not gap)
    mumber, claimed = of_units(rules).mumber(position), rules.product(position[skipped:])
    yield Case(_mumber_of(rules, position), claimed, mumber)


@CLAIMS.of(
    "future",
    quick={"max_modulus": 7, "largest": 7},
    full={"max_modulus": 15, "largest": 20},
    controls={
        "a plain mumber is the Grundy value plus 2, in Nim": {"shift_in_nim": 2},
        "a plain mumber is the Grundy value plus 2, in MuM": {"shift": 2},
        "the mumber is the unit one place further on": {"place": 1},
        "one move keeps the mumber": {"keeping_mumber": 1},
        "one move keeps the product": {"keeping_product": 1},
        "a game plus itself has the mumber 2": {"twice": 2},
        "stacking heaps multiplies mumbers": {"stacked": int.__mul__},
        "consolidating heaps adds mumbers": {"consolidated": int.__add__},
        "if only stranded heaps are consolidated, mumbers are products": {"may_join": "stranded"},
        "mumbers repeat with a period one shorter": {"shortened": 1},
        "no mumber occurs twice among one heap more than a period": {"extra": 1},
        "the Grundy value of exponents is their nim-sum": {"exponents": nim_sum},
        "if only stranded heaps are consolidated, they are products in fields, too": {
            "max_modulus": 1,
            "may_join": "stranded",
        },
        "under the source's rule mumbers are products in GF(8), too": {
            "max_modulus": 2,
            "fields_to": 3,
        },
        "the remainders of large heaps determine the mumber": {"determined": True},
    },
)
def future(
    max_modulus: int,
    largest: int,
    shift_in_nim: int = 1,
    stacked: Callable[[int, int], int] = int.__add__,
    consolidated: Callable[[int, int], int] = int.__mul__,
    may_join: Literal["always", "stranded"] = "always",
    shortened: int = 0,
    extra: int = 0,
    exponents: Callable[[tuple[int, ...]], int] = sum,
    fields_to: int = 2,
    determined: bool = False,
    **of_readings: int,
) -> Iterator[Case]:
    nim = solver(Nim())
    for heaps in product(range(5), repeat=2):
        instance = f"the mumber of {heaps} in Nim"
        yield Case(instance, nim.grundy(heaps) + shift_in_nim, nim.mumber(heaps))
    yield from _sprague_grundy(max_modulus, largest, **of_readings)
    for modulus in range(2, max_modulus + 1):
        yield from _field_of_single_heaps(modulus, largest, stacked, consolidated)
        rules = MuM(modulus, compulsory=False, when=may_join)
        for position in coprime_heaps(modulus, 2, largest):
            mumber = of_units(rules).mumber(position)
            yield Case(_mumber_of(rules, position), rules.product(position), mumber)
        yield from _growing_heap(modulus, shortened, extra)
        for two in combinations_with_replacement(range(largest + 1), 2):
            value = solver(PowerMuM(modulus - 1)).grundy(two)
            claimed = exponents(two) % (modulus - 1)
            instance = f"the Grundy value of the powers {two} of an element of order {modulus - 1}"
            yield Case(instance, claimed, value)
    yield from _fields(may_join, fields_to)
    table = table_of(MuM(11), 2, 49)
    line = [table.mumber((27, other), of_units=True) for other in (27, 38, 49)]
    instance = f"modulo 11, the mumbers {line} of a heap of 27 next to 27, 38 and 49 are equal"
    yield Case(instance, determined, len(set(line)) == 1)


def _fields(when: Literal["always", "stranded"], fields_to: int) -> Iterator[Case]:
    """Check whether mumber and product agree in the fields of 4 and 8 elements.

    Both the source's consolidation rule and the repaired rule are checked.
    """
    for polynomial in (0b111, 0b1011, 0b1101):
        source = PolyMuM(polynomial)
        repaired = PolyMuM(polynomial, compulsory=False, when=when)
        for rules, claimed in ((repaired, False), (source, source.degree > fields_to)):
            pairs = combinations_with_replacement(range(1, 1 << rules.degree), 2)
            differ = [pair for pair in pairs if solver(rules).mumber(pair) != rules.product(pair)]
            instance = f"{rules}: mumber and product differ at {differ}"
            yield Case(instance, claimed, bool(differ))


def _sprague_grundy(
    max_modulus: int,
    largest: int,
    shift: int = 1,
    place: int = 0,
    keeping_mumber: int = 0,
    keeping_product: int = 0,
    twice: int = 1,
) -> Iterator[Case]:
    """Check how a position's mumber is related to its Grundy value and to its options' mumbers.

    For single heaps, also check the mumber of the sum of two copies of the heap.
    """
    for rules in every_reading(max_modulus):
        modulus = rules.modulus
        search, double = solver(rules), solver(Sum(rules, rules))
        for position in coprime_heaps(modulus, 2, largest):
            mumber, value = search.mumber(position), search.grundy(position)
            name = f"{rules.show(position)} modulo {modulus}, {rules.consolidation}"
            yield Case(f"the mumber of {name}, of Grundy value {value}", value + shift, mumber)
            claimed = units(modulus, modulus * (value + place + 1))[value + place]
            unit = of_units(rules).mumber(position)
            yield Case(f"the mumber of {name} among units", claimed, unit)
            options = rules.options(position)
            same = [option for option in options if search.mumber(option) == mumber]
            instance = f"{name}: the number of options with the same mumber, {same}"
            yield Case(instance, keeping_mumber, len(same))
            if rules.consolidation != "own-turn":  # a turn spent consolidating keeps the product
                same = [o for o in options if rules.product(o) == rules.product(position)]
                instance = f"{name}: the number of options with the same product, {same}"
                yield Case(instance, keeping_product, len(same))
            if len(position) == 1:
                mumber = double.mumber((position, position))
                yield Case(f"the mumber of {name} plus itself", twice, mumber)


def _growing_heap(modulus: int, shortened: int, extra: int) -> Iterator[Case]:
    """Check when the mumbers of pairs begin to repeat if one heap is fixed and the other grows."""
    table = table_of(MuM(modulus), 2, 5 * modulus)
    heaps = units(modulus, 5 * modulus)
    period = len(heaps) // 5
    for other in heaps[:period]:
        line = [table.grundy((other, heap)) for heap in heaps]
        yield Case(
            f"next to {other} modulo {modulus}, mumbers repeat from 3n on: {line[3 * period :]}",
            True,
            line[3 * period : 4 * period - shortened]
            == line[4 * period - shortened : 5 * period - 2 * shortened],
        )
        yield Case(
            f"next to {other} modulo {modulus}, the mumbers of a period differ: {line}",
            True,
            all(
                len(set(line[i : i + period + extra])) == period + extra
                for i in range(period, 4 * period)
            ),
        )


def _field_of_single_heaps(
    modulus: int,
    largest: int,
    stacked: Callable[[int, int], int],
    consolidated: Callable[[int, int], int],
) -> Iterator[Case]:
    """Check formulas for the mumbers of heaps x + y and xy, given the mumbers of heaps x and y."""
    mumber = solver(MuM(modulus, heaps="any")).mumber
    for x, y in combinations_with_replacement(range(1, min(largest, 9) + 1), 2):
        m, k = mumber((x,)), mumber((y,))
        for heap, claimed in ((x + y, stacked(m, k)), (x * y, consolidated(m, k))):
            computed = mumber((heap,))
            instance = f"{x} and {y} modulo {modulus}: mumbers {m} and {k}, {computed} for {heap}"
            yield Case(instance, True, (computed - claimed) % modulus == 0)
