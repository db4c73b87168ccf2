"""The statements of the proof exercises, checked by brute force.

The exercise with the label `proof-1-half` is checked by the function `proof_1_half`. For every
instance it yields a computed value, the value according to the exercise, and, where it differs, the
value according to a deliberately false variant of the statement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

from nimbook.residues import prime_powers
from nimbook.samples import units
from nimtwist import (
    BlockingNim,
    Hackenbush,
    LoopySolver,
    MuM,
    Nim,
    Nimber,
    Northcott,
    Octal,
    PolyMuM,
    Rules,
    Solver,
    Stones,
    SumSolver,
    nim_sum,
    nimber,
    sequence,
)
from nimtwist.atlas.families import antichains
from nimtwist.games import OrdinalStones
from nimtwist.games.hackenbush import Picture
from nimtwist.games.mumber import MumberSolver
from nimtwist.ordinal import Ordinal

PAGES = sorted((Path(__file__).parents[1] / "book/proofs").glob("*.md"))
LABELS = re.findall(r"^\((proof-.*)\)=$", "".join(p.read_text("utf8") for p in PAGES), re.M)
NIM = Solver(Nim())

Results = Iterator[tuple[Any, ...]]
Heaps = tuple[int, ...]
Element = tuple[int, ...]


@pytest.mark.parametrize("label", LABELS)
def test_statement_is_true_and_its_variant_is_false(label: str) -> None:
    results = list(globals()[label.replace("-", "_")]())
    assert all(computed == stated for computed, stated, *_ in results)
    assert not all(computed == variant for computed, *_, variant in results)


def take(amounts: Iterable[int]) -> Rules:
    """Return the rules for a single heap from which only certain numbers of sticks may be taken."""
    return Rules(lambda heap: [heap - s for s in amounts if s <= heap])


def subsets(elements: Iterable[Any], least: int = 0) -> list[frozenset[Any]]:
    """Return the subsets with at least `least` elements."""
    pool = list(elements)
    return [frozenset(s) for k in range(least, len(pool) + 1) for s in combinations(pool, k)]


def positions(sizes: Sequence[int], most: int, fewest: int = 0) -> list[Heaps]:
    """Return the positions of at least `fewest` and at most `most` heaps."""
    return [p for n in range(fewest, most + 1) for p in combinations_with_replacement(sizes, n)]


def proof_1_multiples() -> Results:
    for m, allowed in product((2, 3, 4), subsets(range(1, 9), least=1)):
        outcome = Solver(take(allowed)).outcome
        multiples = all((outcome(n) == "P") == (n % m == 0) for n in range(20))
        no_multiple = all(s % m for s in allowed)
        yield multiples, no_multiple and allowed >= set(range(1, m)), no_multiple


def proof_1_odd_number() -> Results:
    numbers = set()
    for heaps in product(range(1, 6), repeat=3):
        moves = [(*heaps[:i], n, *heaps[i + 1 :]) for i in range(3) for n in range(heaps[i])]
        wins = sum(NIM.outcome(option) == "P" for option in moves)
        numbers.add(wins)
        yield NIM.outcome(heaps) == "N", wins % 2 == 1, wins == 1
    yield numbers, {0, 1, 3}


def proof_1_half() -> Results:
    grundy = Solver(Rules(lambda heap: range(-(-heap // 2), heap))).grundy
    for k in range(60):
        yield grundy(2 * k), k
        yield grundy(2 * k + 1), grundy(k), k
        yield grundy(k) == 0, k & (k + 1) == 0


def proof_1_pairs() -> Results:
    for allowed in subsets(range(1, 7), least=1):
        grundy, s, t = Solver(take(allowed)).grundy, min(allowed), max(allowed)
        misere = Solver(take(allowed), misere=True)
        for n in range(25):
            after_least = n >= s and grundy(n - s) == 0
            yield grundy(n) == 1, after_least
            yield misere.outcome(n) == "P", after_least, n >= t and grundy(n - t) == 0


def proof_2_restrictions() -> Results:
    for n, k in [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3)]:
        game = BlockingNim.exactly(n, k)
        solver = Solver(game)
        for heaps in product(range(8), repeat=2):
            if nim_sum(heap // (k + 1) for heap in heaps) == 0:
                wins = sum(solver.outcome((heaps, c)) == "P" for c in game.restrictions)
                r, least = max(h % (k + 1) for h in heaps), min(h % (k + 1) for h in heaps)
                yield wins, comb(n - r, k - r), comb(n - least, k - least)


def proof_2_one_restriction() -> Results:
    for n in range(1, 6):
        for c in subsets(range(n)):
            if len(c) < n:
                m = min(s for s in range(1, n + 1) if s % n not in c)
                runs = any(all((a + i) % n in c for i in range(m)) for a in range(n))
                grundy = Solver(take([s for s in range(1, 4 * n) if s % n not in c])).grundy
                yield all(grundy(p) == p // m for p in range(4 * n)), not runs, True


def proof_2_modulus_4() -> Results:
    families = {n: subsets(subsets(range(1, n + 1))[:-1], least=1) for n in range(1, 5)}
    # All 32,767 families modulo 4 would take too long.
    families[4] = [
        f
        for f in families[4]
        if len(f) < 3 or all({a, a % 4 + 1} - c for c in f for a in range(1, 5))
    ]
    found = Counter(n for n in families for f in families[n] if is_exceptional(n, f))
    yield found, {4: 80}, {4: 64}


def is_exceptional(n: int, family: frozenset[frozenset[int]]) -> bool:
    """Return whether boxes work for a family without the strictest constraint."""
    k = max(map(len, family))
    least = {c: min(a for a in range(1, n + 1) if a not in c) for c in family}
    s, solver = max(least.values()), Solver(BlockingNim(n, family))
    heaps = [(p,) for p in range(2 * n + 1)] + list(combinations(range(n + 2), 2))
    return {*range(1, k + 1)} not in family and all(
        (solver.outcome((h, c)) == "P")
        == (nim_sum(p // s for p in h) == 0 and all(p % s < least[c] for p in h))
        for h in heaps
        for c in family
    )


def proof_2_one_residue() -> Results:
    for n in range(2, 7):
        residues = range(1, n)
        solver = Solver(
            Rules(lambda x, n=n: product(range(x[0] - x[1], -1, -n), range(1, n)))  # type: ignore[misc]
        )
        for p, r in product(range(4 * n), residues):
            yield solver.outcome((p, r)) == "P", p < r or (p - r + 1) % n == 0, p < r


def proof_2_named_heap() -> Results:
    """A position is a tuple of heaps, and the index of the heap that is named."""

    def moves(position: tuple[Heaps, int]) -> Iterator[tuple[Heaps, int]]:
        heaps, named = position
        for i, left in ((i, n) for i, heap in enumerate(heaps) if i != named for n in range(heap)):
            others = tuple(filter(None, (*heaps[:i], left, *heaps[i + 1 :])))
            yield from ((others, j) for j in range(len(others)))

    solver = Solver(Rules(moves))
    for a, b, c in product(range(1, 7), repeat=3):
        yield solver.outcome(((a,), 0)) + solver.outcome(((a, b), 1)), "PN"
        yield solver.outcome(((a, b, c), 2)) == "P", a == b <= c, a == b


def proof_3_at_most() -> Results:
    for a, b in product(range(17), repeat=2):
        yield nimber.add(a, b) <= a + b, True
        yield nimber.mul(a, b) <= a * b, True, nimber.mul(a, b) < a * b or a * b == 0


def proof_3_closed() -> Results:
    for m in range(2, 18):
        pairs = product(range(m), repeat=2)
        closed = all(a ^ b < m and nimber.mul(a, b) < m for a, b in pairs)
        yield closed, m in (2, 4, 16), m & (m - 1) == 0


def proof_3_block() -> Results:
    for fermat in (2, 4, 16):
        solutions: dict[int, list[int]] = {}
        for x in map(Nimber, range(256)):
            solutions.setdefault(int(x**fermat + x), []).append(int(x))
        for block in solutions.values():
            yield block, [*range(block[0], block[0] + fermat)], block[:2]
            yield block[0] % fermat, 0
    yield {int(x**4 + x) for x in map(Nimber, range(256))} >= {*range(16)}, True


def proof_3_power() -> Results:
    for fermat in (2, 4, 16, 256, 65536):
        yield nimber.pow(fermat, fermat + 1), fermat // 2, 1


def proof_3_cubic() -> Results:
    def has_root(coefficients: Iterable[int], below: int) -> bool:
        values = [Nimber(0)] * below
        for coefficient in coefficients:
            values = [value * x + coefficient for x, value in enumerate(values)]
        return 0 in values

    for fermat, polynomial in [(f, c) for f in (2, 4) for c in product(range(f), repeat=3)]:
        yield has_root((1, *polynomial), fermat), has_root((1, *polynomial), 256)
        quadratic = (1, *polynomial[1:])
        yield True, True, has_root(quadratic, fermat) == has_root(quadratic, 16)
    for degree in (2, 4, 5, 6, 7):
        polynomials = [(1, *c) for c in product(range(2), repeat=degree)]
        yield any(has_root(c, 4) and not has_root(c, 2) for c in polynomials), True


def proof_4_heap() -> Results:
    solver = SumSolver(Stones())
    for x, y in product(range(1, 9), repeat=2):
        options = Stones().options(frozenset({(x, y)}))
        values = sorted(solver.grundy(option) for option in options)
        yield nimber.mul(x, y) == x * y, values == [*range(x * y)], values.count(0) == 1


def proof_4_end() -> Results:
    def slide(x: int, y: int) -> list[tuple[int, int]]:
        return [(a, y) for a in range(1, x)] + [(x, b) for b in range(1, y)]

    slides = Solver(Rules(lambda stone: [None, *slide(*stone)] if stone else []))
    for x, y in product(range(1, 10), repeat=2):
        yield slides.grundy((x, y)), 1 + nim_sum((x - 1, y - 1)), nim_sum((x, y))


def proof_4_odious() -> Results:
    def moves(heads: frozenset[int]) -> Iterator[frozenset[int]]:
        for n in heads:
            for k in range(3):
                yield from (heads ^ {n, *others} for others in combinations(range(n), k))

    numbers = [n for n in range(20) if n.bit_count() % 2]
    for n in range(9):
        yield Solver(Rules(moves)).grundy(frozenset({n})), numbers[n], 2**n


def proof_4_share() -> Results:
    solver = Solver(Stones())
    for fermat in (2, 4):
        board = subsets(product(range(1, fermat), repeat=2))
        p = Counter(len(stones) for stones in board if solver.outcome(stones) == "P")
        yield fermat * p.total(), len(board)
        yield fermat * p[2], comb((fermat - 1) ** 2, 2)
        yield True, True, fermat * p[3] == comb((fermat - 1) ** 2, 3)


def proof_4_longest() -> Results:
    def delannoy(x: int, y: int) -> int:
        steps = ((1, 0), (0, 1), (1, 1))
        return 1 if x * y == 0 else sum(delannoy(x - a, y - b) for a, b in steps)

    def length(lengths: list[int]) -> int:
        return 1 + max(lengths, default=-1)

    solver = Solver(Stones())
    for stones in subsets(product(range(1, 4), repeat=2), least=1):
        lengths = [(delannoy(x, y) - 1) // 2 for x, y in stones]
        yield solver.evaluate(stones, length), sum(lengths), sum(x * y for x, y in stones)


def proof_5_ring() -> Results:
    for n in range(1, 11):
        yield Solver(Hackenbush()).grundy(Picture([(i, (i + 1) % n) for i in range(n)])), n % 2, 0


def proof_5_retreat() -> Results:
    solver = LoopySolver(Northcott(5))
    for rows in product(combinations(range(5), 2), repeat=2):
        if solver.outcome(rows) == "P":
            moves, behind = solver.remoteness(rows) or 0, sum(left for left, _ in rows)
            gaps = sum(right - left - 1 for left, right in rows)
            yield 2 * behind <= moves <= 2 * (behind + gaps), True, moves == 2 * behind


def proof_5_straight() -> Results:
    for k, (rows, columns) in product((2, 3, 4), combinations(range(1, 7), 2)):
        if rows * columns <= 15:
            outcome = pieces_outcome(k, rows, columns)
            if rows % 2 == columns % 2 == 0:
                yield outcome, "P"
            sides = ((rows, columns), (columns, rows))
            if any(a % 2 and b >= k and (b - k) % 2 == 0 for a, b in sides):
                yield outcome, "N"
            elif rows % 2:
                yield outcome, outcome, "N"


def pieces_outcome(k: int, rows: int, columns: int) -> str:
    """Return the outcome of an empty board on which straight pieces of `k` squares are placed."""
    squares = frozenset(product(range(rows), range(columns)))
    pieces = [
        {(row + i * down, column + i * (1 - down)) for i in range(k)}
        for (row, column), down in product(squares, (0, 1))
    ]
    placed = [piece for piece in pieces if piece <= squares]
    solver = Solver(Rules(lambda free: [free - piece for piece in placed if piece <= free]))
    return solver.outcome(squares)


def proof_5_period() -> Results:
    for code in ("0.07", "0.7", "0.15", "0.34", "0.77", "0.351", "0.165", "0.6"):
        values, k = list(sequence(Octal(code), 250)), len(code) - 2
        for p, start in product(range(1, 35), range(1, 72)):
            same = [a == b for a, b in zip(values, values[p:])][start:]
            yield all(same), all(same[: start + p + k]), all(same[: p + k])


def proof_5_parallel() -> Results:
    solver = Solver(Hackenbush())
    for branch in ([], [(0, 2)], [(0, 2), (2, 3)], [(0, 0), (0, 2), (2, 3)], [(0, 2), (2, 2)] * 2):
        b = solver.grundy(Picture(branch))
        on_node = [(start or 1, end or 1) for start, end in branch]
        for k in range(2, 6):
            yield solver.grundy(Picture([(0, 1)] * k + on_node)), b ^ (k % 2), b


def proof_6_heap() -> Results:
    for n in range(2, 16):
        for x in units(n, 4 * n - 1):
            smaller = sum(u < x % n for u in units(n, n))
            yield Solver(MuM(n)).grundy((x,)), smaller, x % n - 1


def proof_6_copies() -> Results:
    for n in range(2, 16):
        for x in units(n, n - 1):
            some = any(MuM(n).is_stranded((x,) * k) for k in range(1, n + 1))
            yield some, x != max(x**k % n for k in range(n)), 1 < x < n - 1


def proof_6_mirror() -> Results:
    def counts(n: int, k: int) -> tuple[int, int]:
        tuples = [h for h in product(units(n, n), repeat=k) if prod(h) % n != 1]
        free = [h for h in tuples if all(can_win(n, h, x) for x in h)]
        return sum(map(MuM(n).is_stranded, tuples)), len(free)

    def can_win(n: int, heaps: Heaps, x: int) -> bool:
        return any(prod(heaps) // x * y % n == 1 for y in range(1, x))

    for n in range(3, 10):
        for k in (2, 4):
            few, many = counts(n, k)
            yield few, many, len(units(n, n)) ** k / 4
        few, many = counts(n, 1)
        yield few != many, True


def proof_6_largest() -> Results:
    for n in range(3, 10):
        stranded = filter(MuM(n).is_stranded, positions(units(n, n), 6, 2))
        largest = max((heaps[-1] for heaps in stranded), default=0)
        yield largest <= n - 2, True, largest <= n - 3
        yield n % 2 == 0 or n < 5 or largest == n - 2, True


DIVISORS = [(n, d) for n in range(2, 17) for d in range(2, n + 1) if n % d == 0]


def proof_7_stranded_factor() -> Results:
    for n, d in DIVISORS:
        for heaps in positions(units(n, n), 3):
            modulo_d, modulo_n = MuM(d).is_stranded(heaps), MuM(n).is_stranded(heaps)
            yield modulo_d and modulo_n, modulo_d, modulo_n


def proof_7_stranded_pairs() -> Results:
    for n in range(2, 31):
        pairs = [*filter(MuM(n).is_stranded, positions(units(n, n + 5), 2, 2))]
        yield bool(pairs), any(a == b for a, b in pairs)
        yield bool(pairs), 24 % n != 0, 12 % n != 0


def proof_7_one_factor() -> Results:
    for n, d in DIVISORS:
        factor, whole = Solver(MuM(d)), Solver(MuM(n))
        pairs = [(factor.outcome(p), whole.outcome(p)) for p in positions(units(n, n + 1), 2)]
        yield ("N", "P") in pairs, False
        enough = n == d or (n == 2 * d and d % 2 == 1)
        yield ("P", "N") not in pairs, enough, n in (d, 2 * d)


def proof_7_side_by_side() -> Results:
    for n in range(2, 31):
        powers = prime_powers(n)
        whole, parts = Solver(MuM(n)), [Solver(MuM(q)) for q in powers]
        same = all(
            (nim_sum(part.grundy(p) for part in parts) == 0) == (whole.outcome(p) == "P")
            for p in [*positions(units(n, n), 1), *positions(units(n, 8), 2)]
        )
        yield same, sum(q > 2 for q in powers) <= 1, n % 2 == 0 or len(powers) == 1


FIELDS = [PolyMuM(polynomial) for polynomial in (0b11, 0b111, 0b1011, 0b1101, 0b10011, 0b100101)]


def proof_8_half() -> Results:
    for field, m in product(FIELDS[1:4], (2, 3)):
        larger = [
            sum(field.mul(heap, field.inv(field.product(row))) < heap for heap in row)
            for row in product(range(1, 1 << field.degree), repeat=m)
            if field.product(row) != 1
        ]
        yield 2 * sum(larger), m * len(larger)
        stranded = larger.count(0)
        yield stranded, larger.count(2) if m == 2 else stranded, len(larger) / 4


def proof_8_four_elements() -> Results:
    field = PolyMuM(0b111)
    solver = Solver(field)
    for heaps in positions((1, 2, 3), 7):
        yield solver.grundy(heaps), field.product(heaps) - 1
        right_twos = heaps.count(2) % 3 == 2
        yield field.is_stranded(heaps), right_twos and 3 not in heaps, right_twos


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


def proof_8_any_group() -> Results:
    for order in GROUPS:
        degree = len(order[0])
        one = tuple(range(degree))

        def moves(row: tuple[Element, ...], order: list[Element] = order) -> list[Any]:
            smaller = [(i, g) for i, old in enumerate(row) for g in order[: order.index(old)]]
            return [(*row[:i], g, *row[i + 1 :]) for i, g in smaller]

        def options(
            row: tuple[Element, ...], degree: int = degree, one: Element = one, moves: Any = moves
        ) -> list[Any]:
            values = [compose(r, degree) for r in (row, *moves(row))]
            return list(moves(row) if one in values else moves((values[0],)))

        solver = Solver(Rules(options))
        rows = [row for n in range(3) for row in product(order, repeat=n)]
        decides = all((solver.outcome(row) == "P") == (compose(row, degree) == one) for row in rows)
        yield decides, order[0] == one, True


def proof_8_differences() -> Results:
    for field in FIELDS:
        elements = range(1 << field.degree)
        inverse = [field.inv(x) if x else 0 for x in elements]
        for a in elements[1:]:
            counts = Counter(inverse[x] ^ inverse[x ^ a] for x in elements)
            yield counts.pop(inverse[a]), 2 if field.degree % 2 else 4, 4
            yield max(counts.values(), default=0) <= 2, True


def proof_9_ones() -> Results:
    for n in range(2, 10):
        mumber = MumberSolver(MuM(n), n).mumber
        for heaps in positions(units(n, n + 3), 3):
            yield mumber(heaps), mumber((*heaps, 1)), mumber((*heaps, n + 1))


def proof_9_small() -> Results:
    for n in range(3, 16):
        solver, legal = MumberSolver(MuM(n), n), units(n, 3 * n)
        for heaps in positions((1, legal[1]), 6):
            yield solver.mumber(heaps), MuM(n).product(heaps)
        for x in legal if n % 2 else ():
            yield solver.mumber((2, x)), MuM(n).product((2, x))
            larger = legal[2], x
            yield True, True, solver.mumber(larger) == MuM(n).product(larger)


def proof_9_nim_products() -> Results:
    for order in GROUPS:
        r, degree = len(order), len(order[0])
        one = tuple(range(degree))
        decides = all(
            (NIM.outcome(row) == "P") == (compose((order[i] for i in row), degree) == one)
            for n in range(4)
            for row in product(range(r), repeat=n)
        )
        multiplies = all(
            i ^ j < r and compose((order[i], order[j]), degree) == order[i ^ j]
            for i, j in product(range(r), repeat=2)
        )
        yield decides, multiplies, all(compose((g, g), degree) == one for g in order)


def proof_9_universal() -> Results:
    """Try all assignments m of elements of the group Z/r × Z/s to heaps of 0 to 3."""
    games = {p: NIM.grundy(p) for p in positions(range(4), 3)}
    for group in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)]:
        for heaps in product(product(*map(range, group)), repeat=4):
            m = {p: tuple(sum(heaps[h][i] for h in p) % group[i] for i in (0, 1)) for p in games}
            if any(games[p] == 0 and m[p] != (0, 0) for p in games):
                continue  # the assignment does not meet the condition
            yield any(2 * x % r for p in games for x, r in zip(m[p], group)), False
            yield len({(games[p], m[p]) for p in games}), 4
            values = len({*m.values()})
            only_p = all(m[p] != (0, 0) for p in games if games[p])
            yield values, 4 if only_p else values, 1


W = Ordinal.parse("w")


def proof_10_cube_roots() -> Results:
    for a in range(1, 16):
        roots = [
            [factor * b for b in range(1, 16) if (factor * b) ** 3 == a]
            for factor in (W**0, W, W**2)
        ]
        counts = [*map(len, roots)]
        yield sorted(counts)[1:], [0, 3], sorted(counts[:2])


def proof_10_fermat() -> Results:
    for p, bits in [(3, 16), *((p, 8) for p in (3, 5, 7, 11, 13, 17, 19, 23))]:
        powers = {nimber.pow(x, p) for x in range(1 << bits)}
        divides = any((2**2**j + 1) % p == 0 for j in range(8))
        yield powers >= {*range(256)}, not divides, p % 4 != 1


def proof_10_play_ends() -> Results:
    def measure(position: Iterable[Any]) -> list[tuple[int, int]]:
        """Return the natural sums of the coordinates, largest first; 4 stands for ω."""
        sums = [(stone.count(4), sum(x for x in stone if x < 4)) for stone in position]
        return sorted(sums, reverse=True)

    for stones in combinations(product(range(1, 5), repeat=2), 2):
        position: frozenset[Any] = frozenset(stones) - {(4, 4)}
        for option in OrdinalStones().options(position):
            yield measure(option) < measure(position), True, len(option) < len(position)


def proof_10_degree() -> Results:
    for a, b in product(range(1, 17), range(17)):
        yield (W * a + b).degree() % 2, 0
        yield True, True, (W * a + b).degree() == 6


def proof_11_equal_heaps() -> Results:
    for h, k, n in product(range(1, 4), range(6), range(2, 6)):
        yield NIM.rank((h,) * k, n), k % n, min(k, n - 1)


def proof_11_adding() -> Results:
    for heaps, h, n in product(positions(range(1, 4), 2), range(1, 4), (2, 3, 4)):
        before, after = NIM.rank(heaps, n), NIM.rank((*heaps, *(h,) * n), n)
        yield after, before if n == 2 else after, before
        yield (after > 0) <= after <= before, True
        if n > 2 and (heaps, h) == ((1, 2), 3):
            yield after < before, True


def proof_11_take_away() -> Results:
    for m, n in product(range(1, 5), range(2, 6)):
        solver = Solver(Rules(lambda heap, m=m: range(max(0, heap - m), heap)))  # type: ignore[misc]
        for x in range(40):
            yield solver.rank(x, n), -(-(x % (m * (n - 1) + 1)) // m), -(-(x % (m * n + 1)) // m)


def proof_11_base_two() -> Results:
    """A position with n sticks refutes every base but 2."""
    for base, n in product(range(2, 6), range(2, 5)):

        def disagree(heaps: Heaps, b: int = base, n: int = n) -> bool:
            sums = [sum(heap // b**place % b for heap in heaps) for place in range(4)]
            return all(total % n == 0 for total in sums) != (NIM.rank(heaps, n) == 0)

        least = min(map(sum, filter(disagree, positions(range(1, 7), n))), default=0)
        yield least, 0 if base == 2 else n, n


def proof_11_threes() -> Results:
    for n, heaps in product(range(2, 6), positions((1, 2, 3), 6)):
        a, b, c = (heaps.count(size) for size in (1, 2, 3))
        x, y = (b + c) % n, (a + c) % n
        all_of_x = y <= min(x, c)
        less = x + y - min(x, c)
        right = x if all_of_x or n - y <= min(x, b) else less
        yield NIM.rank(heaps, n), right, x if all_of_x else less


GAMES = [rules for n in (1, 2, 3) for rules in antichains(n)]
FIGURE_4 = BlockingNim(3, [[1, 3], [2, 3]])
solver_of = cache(Solver[Any])


def is_good(game: BlockingNim, *heaps: int) -> bool:
    return any(solver_of(game).outcome((heaps, c)) == "P" for c in game.family)


def proof_12_all_good() -> Results:
    for game in GAMES:
        n, family = game.modulus, game.family
        all_good = all(is_good(game, *heaps) for heaps in positions(range(6), 2))
        yield all_good, any(len(c) == n for c in family), any(n in c for c in family)


def proof_12_one_heap() -> Results:
    for game in GAMES:
        n, outcome = game.modulus, solver_of(game).outcome
        yield all(is_good(game, x) or not is_good(game, x + n) for x in range(4 * n)), True
        for c in game.family:
            repeats = [outcome(((x,), c)) == outcome(((x + n,), c)) for x in range(5 * n)]
            yield all(repeats[n:]), True, all(repeats[n - 1 :])


def proof_12_line() -> Results:
    for game in [*GAMES, BlockingNim(4, [{2}, {1, 3}])]:
        n, family = game.modulus, game.family
        if any(n in c for c in family):
            continue
        most = max(map(len, family)) + 1
        full = {*family} == {*map(frozenset, combinations(range(1, n), most - 1))}
        for fixed in positions(range(1, 3), 2):
            sizes = range(n * n * (sum(fixed) + 1) + n)
            good = sum(is_good(game, *fixed, x) for x in sizes)
            yield (most if full else 1) <= good <= most, True, good == most


def proof_12_figure_4() -> Results:
    for x, y in product(range(13), repeat=2):
        congruent = (x - y) % 3 == 0
        good = congruent if min(x, y) else max(x, y) % 3 != 2
        yield is_good(FIGURE_4, x, y), good, congruent
