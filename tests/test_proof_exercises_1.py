"""The statements of the proof exercises of chapters 1 to 6, checked by brute force.

Each check yields, for every instance, whether the exercise's statement is true, and whether a
deliberately false variant of the statement is true.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, gcd, prod
from pathlib import Path
from typing import Any

import pytest

from nimtwist import (
    BlockingNim,
    Hackenbush,
    LoopySolver,
    MuM,
    Nim,
    Nimber,
    Northcott,
    Octal,
    Rules,
    Solver,
    Stones,
    SumSolver,
    mex,
    nim_sum,
    sequence,
)
from nimtwist.games.hackenbush import Picture

PAGES = Path(__file__).parents[1] / "book" / "proofs"

Check = Callable[[], Iterator[tuple[bool, bool]]]
Heap = tuple[int, ...]

CHECKS: dict[str, Check] = {}


def exercise(name: str) -> Callable[[Check], Check]:
    """Register the check of the exercise with the label `proof-<name>`."""

    def register(check: Check) -> Check:
        CHECKS[f"proof-{name}"] = check
        return check

    return register


@pytest.mark.parametrize("name", CHECKS)
def test_statement(name: str) -> None:
    results = list(CHECKS[name]())
    assert all(statement for statement, _ in results)
    assert not all(variant for _, variant in results)


def test_every_exercise_is_checked() -> None:
    pages = "".join(page.read_text("utf-8") for page in PAGES.glob("0[1-6]_*.md"))
    assert sorted(re.findall(r"^\((proof-.*)\)=$", pages, re.M)) == sorted(CHECKS)


def take(amounts: Iterable[int]) -> Solver[int]:
    """Return a solver for a single heap from which only certain numbers of sticks may be taken."""
    return Solver(Rules(lambda heap: [heap - s for s in amounts if s <= heap]))


def subsets(elements: Iterable[Any], least: int = 0) -> list[frozenset[Any]]:
    """Return the subsets with at least `least` elements."""
    pool = list(elements)
    return [frozenset(s) for k in range(least, len(pool) + 1) for s in combinations(pool, k)]


# Chapter 1


@exercise("1-multiples")
def multiples() -> Iterator[tuple[bool, bool]]:
    for m, allowed in product((2, 3, 4), subsets(range(1, 9), least=1)):
        solver = take(allowed)
        multiples = all((solver.outcome(n) == "P") == (n % m == 0) for n in range(20))
        no_multiple = all(s % m for s in allowed)
        yield multiples == (no_multiple and allowed >= set(range(1, m))), multiples == no_multiple


@exercise("1-odd-number")
def odd_number() -> Iterator[tuple[bool, bool]]:
    solver, found = Solver(Nim()), set()
    for heaps in product(range(1, 6), repeat=3):
        moves = [(*heaps[:i], n, *heaps[i + 1 :]) for i in range(3) for n in range(heaps[i])]
        wins = sum(solver.outcome(option) == "P" for option in moves)
        found.add(wins)
        yield wins % 2 == (solver.outcome(heaps) == "N"), wins <= 1
    yield found == {0, 1, 3}, True


@exercise("1-half")
def half() -> Iterator[tuple[bool, bool]]:
    solver = Solver(Rules(lambda heap: range(-(-heap // 2), heap)))
    for k, value in enumerate(map(solver.grundy, range(60))):
        yield solver.grundy(2 * k) == k, True
        yield solver.grundy(2 * k + 1) == value, solver.grundy(2 * k + 1) == k
        yield (value == 0) == (k & (k + 1) == 0), True


@exercise("1-pairs")
def pairs() -> Iterator[tuple[bool, bool]]:
    for allowed, n in product(subsets(range(1, 7), least=1), range(25)):
        values, s, t = take(allowed).grundy, min(allowed), max(allowed)
        misere = Solver(take(allowed).rules, misere=True).outcome(n) == "P"
        claim = n >= s and values(n - s) == 0
        yield (values(n) == 1) == claim == misere, misere == (n >= t and values(n - t) == 0)


# Chapter 2


@exercise("2-restrictions")
def restrictions() -> Iterator[tuple[bool, bool]]:
    for n, k in [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3)]:
        game = BlockingNim.exactly(n, k)
        solver = Solver(game)
        for heaps in product(range(8), repeat=2):
            if nim_sum(heap // (k + 1) for heap in heaps) == 0:
                wins = sum(solver.outcome((heaps, c)) == "P" for c in game.restrictions)
                r, least = max(h % (k + 1) for h in heaps), min(h % (k + 1) for h in heaps)
                yield wins == comb(n - r, k - r), wins == comb(n - least, k - least)


@exercise("2-one-restriction")
def one_restriction() -> Iterator[tuple[bool, bool]]:
    for n in range(1, 6):
        for c in subsets(range(n)):
            if len(c) < n:
                m = min(s for s in range(1, n + 1) if s % n not in c)
                runs = any(all((a + i) % n in c for i in range(m)) for a in range(n))
                values = take([s for s in range(1, 4 * n) if s % n not in c]).grundy
                boxes = all(values(p) == p // m for p in range(4 * n))
                yield boxes == (not runs), boxes


@exercise("2-modulus-4")
def modulus_4() -> Iterator[tuple[bool, bool]]:
    families = {n: subsets(subsets(range(1, n + 1))[:-1], least=1) for n in range(1, 5)}
    # All 32,767 families modulo 4 would take too long.
    families[4] = [
        f
        for f in families[4]
        if len(f) < 3 or all({a, a % 4 + 1} - c for c in f for a in range(1, 5))
    ]
    found = Counter(n for n in families for f in families[n] if is_exceptional(n, f))
    yield found == {4: 80}, found == {4: 64}


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


@exercise("2-one-residue")
def one_residue() -> Iterator[tuple[bool, bool]]:
    for n in range(2, 7):
        residues = range(1, n)
        solver = Solver(
            Rules(lambda x, n=n: product(range(x[0] - x[1], -1, -n), range(1, n)))  # type: ignore[misc]
        )
        for p, r in product(range(4 * n), residues):
            is_p = solver.outcome((p, r)) == "P"
            yield is_p == (p < r or (p - r + 1) % n == 0), is_p == (p < r)


@exercise("2-named-heap")
def named_heap() -> Iterator[tuple[bool, bool]]:
    """A position is a tuple of heaps, and the index of the heap that is named."""

    def moves(position: tuple[Heap, int]) -> Iterator[tuple[Heap, int]]:
        heaps, named = position
        for i, left in ((i, n) for i, heap in enumerate(heaps) if i != named for n in range(heap)):
            others = tuple(filter(None, (*heaps[:i], left, *heaps[i + 1 :])))
            yield from ((others, j) for j in range(len(others)))

    solver = Solver(Rules(moves))
    for a, b, c in product(range(1, 7), repeat=3):
        yield solver.outcome(((a,), 0)) == "P" != solver.outcome(((a, b), 1)), True
        is_p = solver.outcome(((a, b, c), 2)) == "P"
        yield is_p == (a == b <= c), is_p == (a == b)


# Chapter 3


@exercise("3-at-most")
def at_most() -> Iterator[tuple[bool, bool]]:
    for a, b in product(range(17), repeat=2):
        total, times = Solver(Nim()).grundy((a, b)), product_by_mex(a, b)
        yield total <= a + b and times <= a * b, times < a * b or a * b == 0


@cache
def product_by_mex(a: int, b: int) -> int:
    """Return the nim-product of two numbers, from its definition."""
    times = product_by_mex
    return mex(times(x, b) ^ times(a, y) ^ times(x, y) for x in range(a) for y in range(b))


@exercise("3-closed")
def closed() -> Iterator[tuple[bool, bool]]:
    for m in range(2, 18):
        pairs = product(range(m), repeat=2)
        closed = all(a ^ b < m and product_by_mex(a, b) < m for a, b in pairs)
        yield closed == (m in (2, 4, 16)), closed == (m & (m - 1) == 0)


@exercise("3-block")
def block() -> Iterator[tuple[bool, bool]]:
    for fermat in (2, 4, 16):
        solutions: dict[int, list[int]] = {}
        for x in map(Nimber, range(256)):
            solutions.setdefault(int(x**fermat + x), []).append(int(x))
        for found in solutions.values():
            start = found[0]
            yield found == [*range(start, start + fermat)] and start % fermat == 0, len(found) == 2
    yield {int(x**4 + x) for x in map(Nimber, range(256))} >= {*range(16)}, True


@exercise("3-power")
def power() -> Iterator[tuple[bool, bool]]:
    for fermat in (2, 4, 16, 256, 65536):
        root, power = Nimber(fermat), Nimber(1)
        for digit in f"{fermat + 1:b}":
            power = power * power * (root if digit == "1" else 1)
        yield power == fermat // 2, power == 1


@exercise("3-cubic")
def cubic() -> Iterator[tuple[bool, bool]]:
    def has_root(coefficients: Iterable[int], below: int) -> bool:
        values = [Nimber(0)] * below
        for coefficient in coefficients:
            values = [value * x + coefficient for x, value in enumerate(values)]
        return 0 in values

    for fermat, polynomial in [(f, c) for f in (2, 4) for c in product(range(f), repeat=3)]:
        cubic, quadratic = (1, *polynomial), (1, *polynomial[1:])
        stays = has_root(cubic, fermat) == has_root(cubic, 256)
        yield stays, has_root(quadratic, fermat) == has_root(quadratic, 16)
    for degree in (2, 4, 5, 6, 7):
        polynomials = [(1, *c) for c in product(range(2), repeat=degree)]
        yield any(has_root(c, 4) and not has_root(c, 2) for c in polynomials), True


# Chapter 4


@exercise("4-heap")
def stone_as_heap() -> Iterator[tuple[bool, bool]]:
    solver = SumSolver(Stones())
    for x, y in product(range(1, 9), repeat=2):
        options = Stones().options(frozenset({(x, y)}))
        values = sorted(solver.grundy(option) for option in options)
        heap = values == [*range(x * y)]
        yield heap == (product_by_mex(x, y) == x * y), heap == (values.count(0) == 1)


@exercise("4-end")
def end_at_will() -> Iterator[tuple[bool, bool]]:
    nim = Solver(Nim())
    slides = Solver(Rules(lambda stone: [None, *slide(*stone)] if stone else []))
    for x, y in product(range(1, 10), repeat=2):
        value = slides.grundy((x, y))
        yield value == 1 + nim.grundy((x - 1, y - 1)), value == nim.grundy((x, y))


def slide(x: int, y: int) -> list[tuple[int, int]]:
    """Return the spots to which a stone can slide."""
    return [(a, y) for a in range(1, x)] + [(x, b) for b in range(1, y)]


@exercise("4-odious")
def odious() -> Iterator[tuple[bool, bool]]:
    solver = Solver(
        Rules(
            lambda heads: [
                heads ^ {n, *others}
                for n in heads
                for k in range(3)
                for others in combinations(range(n), k)
            ]
        )
    )
    numbers = [n for n in range(20) if n.bit_count() % 2]
    for n in range(9):
        value = solver.grundy(frozenset({n}))
        yield value == numbers[n], value == 2**n


@exercise("4-share")
def share() -> Iterator[tuple[bool, bool]]:
    solver = Solver(Stones())
    for fermat in (2, 4):
        board = subsets(product(range(1, fermat), repeat=2))
        p = Counter(len(stones) for stones in board if solver.outcome(stones) == "P")
        yield fermat * p.total() == len(board), True
        triples, twos = comb((fermat - 1) ** 2, 3), comb((fermat - 1) ** 2, 2)
        yield fermat * p[2] == twos, fermat * p[3] == triples


@exercise("4-longest")
def longest() -> Iterator[tuple[bool, bool]]:
    def delannoy(x: int, y: int) -> int:
        steps = ((1, 0), (0, 1), (1, 1))
        return 1 if x * y == 0 else sum(delannoy(x - a, y - b) for a, b in steps)

    def length(lengths: list[int]) -> int:
        return 1 + max(lengths, default=-1)

    solver = Solver(Stones())
    for stones in subsets(product(range(1, 4), repeat=2), least=1):
        moves = solver.evaluate(stones, length)
        lengths = [(delannoy(x, y) - 1) // 2 for x, y in stones]
        yield moves == sum(lengths), moves == sum(x * y for x, y in stones)


# Chapter 5


@exercise("5-ring")
def ring() -> Iterator[tuple[bool, bool]]:
    solver = Solver(Hackenbush())
    for n in range(1, 11):
        value = solver.grundy(Picture([(i, (i + 1) % n) for i in range(n)]))
        yield value == n % 2, value == 0


@exercise("5-retreat")
def retreat() -> Iterator[tuple[bool, bool]]:
    solver = LoopySolver(Northcott(5))
    for rows in product(combinations(range(5), 2), repeat=2):
        if solver.outcome(rows) == "P":
            moves, behind = solver.remoteness(rows) or 0, sum(left for left, _ in rows)
            gaps = sum(right - left - 1 for left, right in rows)
            yield 2 * behind <= moves <= 2 * (behind + gaps), moves == 2 * behind


@exercise("5-straight")
def straight() -> Iterator[tuple[bool, bool]]:
    for k, (rows, columns) in product((2, 3, 4), combinations(range(1, 7), 2)):
        if rows * columns <= 15:
            first = pieces_outcome(k, rows, columns) == "N"
            if rows % 2 == columns % 2 == 0:
                yield not first, True
            sides = ((rows, columns), (columns, rows))
            if any(a % 2 and b >= k and (b - k) % 2 == 0 for a, b in sides):
                yield first, True
            elif rows % 2:
                yield True, first


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


@exercise("5-period")
def period() -> Iterator[tuple[bool, bool]]:
    for code in ("0.07", "0.7", "0.15", "0.34", "0.77", "0.351", "0.165", "0.6"):
        values, k = list(sequence(Octal(code), 250)), len(code) - 2
        for p, start in product(range(1, 35), range(1, 72)):
            same = [a == b for a, b in zip(values, values[p:])][start:]
            holds = all(same)
            yield holds or not all(same[: start + p + k]), holds or not all(same[: p + k])


@exercise("5-parallel")
def parallel() -> Iterator[tuple[bool, bool]]:
    solver = Solver(Hackenbush())
    for branch in ([], [(0, 2)], [(0, 2), (2, 3)], [(0, 0), (0, 2), (2, 3)], [(0, 2), (2, 2)] * 2):
        b = solver.grundy(Picture(branch))
        on_node = [(start or 1, end or 1) for start, end in branch]
        for k in range(2, 6):
            value = solver.grundy(Picture([(0, 1)] * k + on_node))
            yield value == b ^ (k % 2), value == b


# Chapter 6


def stranded(n: int, heaps: Heap) -> bool:
    """Return whether the product is not 1 and no move makes it 1."""
    options = MuM(n, "never").options(heaps)
    return prod(heaps) % n != 1 and all(prod(option) % n != 1 for option in options)


def units(n: int) -> list[int]:
    """Return the heaps below `n`."""
    return [u for u in range(1, n) if gcd(u, n) == 1]


@exercise("6-heap")
def heap() -> Iterator[tuple[bool, bool]]:
    for n in range(2, 16):
        solver = Solver(MuM(n))
        for x in (x for x in range(1, 4 * n) if gcd(x, n) == 1):
            smaller = sum(u < x % n for u in units(n))
            yield solver.grundy((x,)) == smaller, solver.grundy((x,)) == x % n - 1


@exercise("6-copies")
def copies() -> Iterator[tuple[bool, bool]]:
    for n in range(2, 16):
        for x in units(n):
            some = any(stranded(n, (x,) * k) for k in range(1, n + 1))
            yield some == (x != max(x**k % n for k in range(n))), some == (1 < x < n - 1)


@exercise("6-mirror")
def mirror() -> Iterator[tuple[bool, bool]]:
    def counts(n: int, k: int) -> tuple[int, int]:
        tuples = [h for h in product(units(n), repeat=k) if prod(h) % n != 1]
        free = [h for h in tuples if all(can_win(n, h, x) for x in h)]
        return sum(stranded(n, h) for h in tuples), len(free)

    def can_win(n: int, heaps: Heap, x: int) -> bool:
        return any(prod(heaps) // x * y % n == 1 for y in range(1, x))

    for n in range(3, 10):
        for k in (2, 4):
            few, many = counts(n, k)
            yield few == many, 4 * few == len(units(n)) ** k
        few, many = counts(n, 1)
        yield few != many, True


@exercise("6-largest")
def largest() -> Iterator[tuple[bool, bool]]:
    for n in range(3, 10):
        found = {0}
        for k in range(2, 7):
            tuples = combinations_with_replacement(units(n), k)
            found |= {heaps[-1] for heaps in tuples if stranded(n, heaps)}
        yield max(found) <= n - 2, max(found) <= n - 3
        yield n % 2 == 0 or n < 5 or max(found) == n - 2, True
