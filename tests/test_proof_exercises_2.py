"""Brute-force checks of the proof exercises for chapters 7 to 12.

Each check says whether the statement of an exercise holds for an instance, or, if `wrong` is true,
whether a false variant of the statement does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from math import gcd
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from nimbook.residues import prime_powers
from nimtwist import BlockingNim, MuM, Nim, PolyMuM, Rules, Solver, nim_sum, nimber
from nimtwist.games import OrdinalStones
from nimtwist.games.mumber import MumberSolver
from nimtwist.ordinal import Ordinal

Heaps = tuple[int, ...]
Element = tuple[int, ...]
Check = Callable[[Any, bool], bool]

PROOFS = Path(__file__).parents[1] / "book" / "proofs"
NIM = Solver(Nim())


class Exercise(NamedTuple):
    """A check and the instances that it is run on."""

    check: Check
    instances: Sequence[Any]


EXERCISES: dict[str, Exercise] = {}


def exercise(label: str, instances: Iterable[Any]) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        EXERCISES[label] = Exercise(check, [*instances])
        return check

    return register


def positions(sizes: Iterable[int], most: int, fewest: int = 0) -> list[Heaps]:
    sizes = [*sizes]
    return [p for n in range(fewest, most + 1) for p in combinations_with_replacement(sizes, n)]


def coprime(n: int, largest: int) -> list[int]:
    return [heap for heap in range(1, largest + 1) if gcd(heap, n) == 1]


# --- Chapter 7: composite moduli -----------------------------------------------------------------

DIVISORS = [(n, d) for n in range(2, 17) for d in range(2, n + 1) if n % d == 0]


@exercise("proof-7-stranded-factor", DIVISORS)
def stranded_in_a_factor_game(case: tuple[int, int], wrong: bool) -> bool:
    n, d = case
    stranded = [(MuM(d).is_stranded(p), MuM(n).is_stranded(p)) for p in positions(coprime(n, n), 3)]
    return all(
        modulo_n if modulo_d else not (wrong and modulo_n) for modulo_d, modulo_n in stranded
    )


@exercise("proof-7-stranded-pairs", range(2, 31))
def stranded_pairs(n: int, wrong: bool) -> bool:
    pairs = [*filter(MuM(n).is_stranded, positions(coprime(n, n + 5), 2, 2))]
    exist = (12 if wrong else 24) % n != 0
    return bool(pairs) == any(a == b for a, b in pairs) == exist


@exercise("proof-7-one-factor", DIVISORS)
def one_factor_is_enough(case: tuple[int, int], wrong: bool) -> bool:
    n, d = case
    factor, whole = Solver(MuM(d)), Solver(MuM(n))
    pairs = [(factor.outcome(p), whole.outcome(p)) for p in positions(coprime(n, n + 1), 2)]
    enough = n == d or (n == 2 * d and (wrong or d % 2 == 1))
    return ("N", "P") not in pairs and (("P", "N") not in pairs) == enough


@exercise("proof-7-side-by-side", range(2, 31))
def side_by_side(n: int, wrong: bool) -> bool:
    powers = prime_powers(n)
    whole, parts = Solver(MuM(n)), [Solver(MuM(q)) for q in powers]
    same = all(
        (nim_sum(part.grundy(p) for part in parts) == 0) == (whole.outcome(p) == "P")
        for p in [*positions(coprime(n, n), 1), *positions(coprime(n, 8), 2)]
    )
    return same == (n % 2 == 0 or len(powers) == 1 if wrong else sum(q > 2 for q in powers) <= 1)


# --- Chapter 8: finite fields --------------------------------------------------------------------

FIELDS = [PolyMuM(polynomial) for polynomial in (0b11, 0b111, 0b1011, 0b1101, 0b10011, 0b100101)]


@exercise("proof-8-half", product(FIELDS[1:4], (2, 3)))
def half_of_all_heaps(case: tuple[PolyMuM, int], wrong: bool) -> bool:
    field, m = case
    larger = [
        sum(field.mul(heap, field.inv(field.product(row))) < heap for heap in row)
        for row in product(range(1, 1 << field.degree), repeat=m)
        if field.product(row) != 1
    ]
    if wrong:  # exactly a quarter of the rows are stranded
        return 4 * larger.count(0) == len(larger)
    return 2 * sum(larger) == m * len(larger) and (m > 2 or larger.count(0) == larger.count(2))


@exercise("proof-8-four-elements", positions((1, 2, 3), 7))
def four_elements(heaps: Heaps, wrong: bool) -> bool:
    field = PolyMuM(0b111)
    stranded = heaps.count(2) % 3 == 2 and (wrong or 3 not in heaps)
    values = field.is_stranded(heaps), Solver(field).grundy(heaps)
    return values == (stranded, field.product(heaps) - 1)


def compose(row: Iterable[Element], degree: int) -> Element:
    return reduce(lambda g, h: tuple(g[i] for i in h), row, tuple(range(degree)))


def orders(*generators: Element) -> list[list[Element]]:
    """Return a list of the elements of a permutation group, rotated in all ways and reversed."""
    group = {tuple(range(len(generators[0])))}
    while more := {compose(pair, len(pair[1])) for pair in product(group, generators)} - group:
        group |= more
    listed = sorted(group)
    turned = [listed[i:] + listed[:i] for i in range(len(listed))]
    return turned + [order[::-1] for order in turned]


GROUPS = [
    *chain(orders((1, 0)), orders((1, 2, 0)), orders((1, 2, 3, 0)), orders((1, 0, 2), (1, 2, 0))),
    *map(list, permutations(orders((1, 0, 2, 3), (0, 1, 3, 2))[0])),
]


@exercise("proof-8-any-group", GROUPS)
def any_group(order: list[Element], wrong: bool) -> bool:
    degree = len(order[0])
    one = tuple(range(degree))

    def moves(row: tuple[Element, ...]) -> list[tuple[Element, ...]]:
        smaller = [(i, g) for i, old in enumerate(row) for g in order[: order.index(old)]]
        return [(*row[:i], g, *row[i + 1 :]) for i, g in smaller]

    def options(row: tuple[Element, ...]) -> list[tuple[Element, ...]]:
        values = [compose(r, degree) for r in (row, *moves(row))]
        return moves(row) if one in values else moves((values[0],))

    solver = Solver(Rules(options))
    rows = [row for n in range(3) for row in product(order, repeat=n)]
    decides = all((solver.outcome(row) == "P") == (compose(row, degree) == one) for row in rows)
    return decides == (wrong or order[0] == one)


@exercise("proof-8-differences", FIELDS)
def differences(field: PolyMuM, wrong: bool) -> bool:
    elements = range(1 << field.degree)
    inverse = [field.inv(x) if x else 0 for x in elements]
    for a in elements[1:]:
        counts = Counter(inverse[x] ^ inverse[x ^ a] for x in elements)
        special = counts.pop(inverse[a])
        four = wrong or field.degree % 2 == 0
        if special != (4 if four else 2) or max(counts.values(), default=0) > 2:
            return False
    return True


# --- Chapter 9: mumbers --------------------------------------------------------------------------


@cache
def mumbers(n: int) -> MumberSolver[Heaps]:
    return MumberSolver(MuM(n), n)


@exercise("proof-9-ones", ((n, p) for n in range(2, 10) for p in positions(coprime(n, n + 3), 3)))
def heaps_of_one(case: tuple[int, Heaps], wrong: bool) -> bool:
    n, heaps = case
    return mumbers(n).mumber((*heaps, n + 1 if wrong else 1)) == mumbers(n).mumber(heaps)


@exercise("proof-9-small", range(3, 16))
def smallest_heaps(n: int, wrong: bool) -> bool:
    q, next_larger = coprime(n, 2 * n)[1:3]
    small = positions((1, q), 6)
    pairs = [(next_larger if wrong else 2, x) for x in coprime(n, 3 * n)] if n % 2 else []
    return all(mumbers(n).mumber(p) == MuM(n).product(p) for p in [*small, *pairs])


@exercise("proof-9-nim-products", GROUPS)
def nim_decided_by_a_product(order: list[Element], wrong: bool) -> bool:
    r, degree = len(order), len(order[0])
    one = tuple(range(degree))
    rows = [row for n in range(4) for row in product(range(r), repeat=n)]
    decides = all(
        (NIM.outcome(row) == "P") == (compose((order[i] for i in row), degree) == one)
        for row in rows
    )
    if wrong:
        return decides == all(compose((g, g), degree) == one for g in order)
    return decides == all(
        i ^ j < r and compose((order[i], order[j]), degree) == order[i ^ j]
        for i, j in product(range(r), repeat=2)
    )


@exercise("proof-9-universal", [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)])
def values_that_multiply(group: tuple[int, int], wrong: bool) -> bool:
    """Try all assignments m of elements of the group Z/r × Z/s to heaps of 0 to 3."""
    games = {p: NIM.grundy(p) for p in positions(range(4), 3)}
    for heaps in product(product(*map(range, group)), repeat=4):
        m = {p: tuple(sum(heaps[h][i] for h in p) % group[i] for i in (0, 1)) for p in games}
        if any(games[p] == 0 and m[p] != (0, 0) for p in games):
            continue  # the assignment does not meet the condition
        if any(2 * x % r for p in games for x, r in zip(m[p], group)):
            return False
        only_p = all(m[p] != (0, 0) for p in games if games[p])
        if len({(games[p], m[p]) for p in games}) != 4 or (only_p and len({*m.values()}) != 4):
            return False
        if wrong and len({*m.values()}) > 1:
            return False
    return True


# --- Chapter 10: beyond infinity -----------------------------------------------------------------

W = Ordinal.parse("w")


@exercise("proof-10-cube-roots", range(1, 16))
def cube_roots(a: int, wrong: bool) -> bool:
    factors = [W**0, W] if wrong else [W**0, W, W**2]
    roots = [[factor * b for b in range(1, 16) if (factor * b) ** 3 == a] for factor in factors]
    return sorted(map(len, roots))[-2:] == [0, 3]


@exercise("proof-10-fermat", [(3, 16), *((p, 8) for p in (3, 5, 7, 11, 13, 17, 19, 23))])
def roots_and_fermat_numbers(case: tuple[int, int], wrong: bool) -> bool:
    p, bits = case
    powers = {nimber.pow(x, p) for x in range(1 << bits)}
    divides = p % 4 == 1 if wrong else any((2**2**j + 1) % p == 0 for j in range(8))
    return (powers >= {*range(256)}) != divides


@exercise("proof-10-play-ends", combinations(product(range(1, 5), repeat=2), 2))
def play_ends(stones: tuple[tuple[int, int], ...], wrong: bool) -> bool:
    def measure(position: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the natural sums of the coordinates, largest first; 4 stands for ω."""
        sums = [(stone.count(4), sum(x for x in stone if x < 4)) for stone in position]
        return sorted(sums, reverse=True)

    position = frozenset(stones) - {(4, 4)}
    size: Callable[[Any], Any] = len if wrong else measure
    return all(size(option) < size(position) for option in OrdinalStones().options(position))


@exercise("proof-10-degree", product(range(1, 17), range(17)))
def degree_is_even(case: tuple[int, int], wrong: bool) -> bool:
    a, b = case
    degree = (W * a + b).degree()
    return degree == 6 if wrong else degree % 2 == 0


# --- Chapter 11: more than two players -----------------------------------------------------------


@exercise("proof-11-equal-heaps", product(range(1, 4), range(6), range(2, 6)))
def equal_heaps(case: tuple[int, int, int], wrong: bool) -> bool:
    h, k, n = case
    return NIM.rank((h,) * k, n) == (min(k, n - 1) if wrong else k % n)


@exercise("proof-11-adding", product(positions(range(1, 4), 2), range(1, 4), (2, 3, 4)))
def adding_equal_heaps(case: tuple[Heaps, int, int], wrong: bool) -> bool:
    heaps, h, n = case
    before, after = NIM.rank(heaps, n), NIM.rank((*heaps, *(h,) * n), n)
    if wrong or n == 2:
        return after == before
    return after < before if (heaps, h) == ((1, 2), 3) else (after > 0) <= after <= before


@exercise("proof-11-take-away", product(range(1, 5), range(2, 6), range(40)))
def take_at_most(case: tuple[int, int, int], wrong: bool) -> bool:
    m, n, x = case
    solver = Solver(Rules(lambda heap: range(max(0, heap - m), heap)))
    period = m * n + 1 if wrong else m * (n - 1) + 1
    return solver.rank(x, n) == -(-(x % period) // m)


@exercise("proof-11-base-two", product(range(3, 6), range(2, 5)))
def no_other_base(case: tuple[int, int], wrong: bool) -> bool:
    b, n = case
    b -= wrong  # a position with n sticks refutes every base but 2

    def disagree(heaps: Heaps) -> bool:
        sums = [sum(heap // b**place % b for heap in heaps) for place in range(4)]
        return all(total % n == 0 for total in sums) != (NIM.rank(heaps, n) == 0)

    return n == min(map(sum, filter(disagree, positions(range(1, 7), n))), default=0)


@exercise("proof-11-threes", ((n, p) for n in range(2, 6) for p in positions((1, 2, 3), 6)))
def heaps_of_at_most_three(case: tuple[int, Heaps], wrong: bool) -> bool:
    n, heaps = case
    a, b, c = (heaps.count(size) for size in (1, 2, 3))
    x, y = (b + c) % n, (a + c) % n
    enough = y <= min(x, c) or (n - y <= min(x, b) and not wrong)
    return NIM.rank(heaps, n) == (x if enough else x + y - min(x, c))


# --- Chapter 12: the open problem ----------------------------------------------------------------


def antichains(n: int) -> list[BlockingNim]:
    sets = [frozenset(c) for k in range(n + 1) for c in combinations(range(1, n + 1), k)]
    families = chain(*(combinations(sets, k) for k in range(1, 4)))
    return [BlockingNim(n, f) for f in families if not any(a < b for a in f for b in f)]


GAMES = [rules for n in (1, 2, 3) for rules in antichains(n)]
solver_of = cache(Solver[Any])


def is_good(game: BlockingNim, *heaps: int) -> bool:
    return any(solver_of(game).outcome((heaps, c)) == "P" for c in game.family)


@exercise("proof-12-all-good", GAMES)
def everything_is_good(game: BlockingNim, wrong: bool) -> bool:
    n, family = game.modulus, game.family
    all_good = all(is_good(game, *heaps) for heaps in positions(range(6), 2))
    return all_good == any(n in c if wrong else len(c) == n for c in family)


@exercise("proof-12-one-heap", GAMES)
def one_heap(game: BlockingNim, wrong: bool) -> bool:
    n, family = game.modulus, game.family
    start, outcome = n - 1 if wrong else n, solver_of(game).outcome
    good = all(is_good(game, x) or not is_good(game, x + n) for x in range(4 * n))
    return good and all(
        outcome(((x,), c)) == outcome(((x + n,), c)) for c in family for x in range(start, 5 * n)
    )


@exercise(
    "proof-12-line",
    [
        g
        for g in [*GAMES, BlockingNim(4, [{2}, {1, 3}])]
        if all(g.modulus not in c for c in g.family)
    ],
)
def good_sizes_on_a_line(game: BlockingNim, wrong: bool) -> bool:
    n, family = game.modulus, game.family
    most = max(map(len, family)) + 1
    full = {*family} == {*map(frozenset, combinations(range(1, n), most - 1))}
    for fixed in positions(range(1, 3), 2):
        good = sum(is_good(game, *fixed, x) for x in range(n * n * (sum(fixed) + 1) + n))
        if not (most if full or wrong else 1) <= good <= most:
            return False
    return True


FIGURE_4 = BlockingNim(3, [[1, 3], [2, 3]])


@exercise("proof-12-figure-4", product(range(13), repeat=2))
def figure_4_by_hand(case: tuple[int, int], wrong: bool) -> bool:
    x, y = case
    good = (x - y) % 3 == 0 if wrong or min(case) else max(case) % 3 != 2
    return is_good(FIGURE_4, x, y) == good


# --- The tests -----------------------------------------------------------------------------------


@pytest.mark.parametrize("label", EXERCISES)
def test_statement(label: str) -> None:
    check, instances = EXERCISES[label]
    assert not [instance for instance in instances if not check(instance, False)]


@pytest.mark.parametrize("label", EXERCISES)
def test_wrong_variant(label: str) -> None:
    check, instances = EXERCISES[label]
    assert not all(check(instance, True) for instance in instances)


def test_every_exercise_has_a_check() -> None:
    files = [path for path in sorted(PROOFS.glob("*.md")) if "07" <= path.name[:2] <= "12"]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [*EXERCISES] == re.findall(r"^\((proof-.+)\)=$", text, re.MULTILINE)
