"""Sums without carry, all columns at once, and ranks by theory and by search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from benchmarks.measure import Row, side_by_side
from nimtwist import Solver
from nimtwist.games import Nim
from nimtwist.podium import _rank, is_zero, rank


def digit_by_digit(heaps: tuple[int, ...], players: int) -> bool:
    """Return whether Δ is 0, by its definition, one column after the other."""
    columns = range(max(heaps).bit_length())
    return all(sum(heap >> column & 1 for heap in heaps) % players == 0 for column in columns)


def positions(
    players: int, heaps: int, digits: int, zero: bool, count: int
) -> list[tuple[int, ...]]:
    """Return random positions; if `zero`, those in which every column adds up to a multiple."""
    source = random.Random(1)
    if not zero:
        return [tuple(source.getrandbits(digits) for _ in range(heaps)) for _ in range(count)]
    found = []
    for _ in range(count):
        rows = [0] * heaps
        for place in range(digits):
            ones = players * source.randrange(heaps // players + 1)
            for row in source.sample(range(heaps), ones):
                rows[row] |= 1 << place
        found.append(tuple(rows))
    return found


def _tested(players: int, heaps: int, digits: int, zero: bool, tests: int, repeat: int) -> Row:
    """Return the row for so many different positions."""
    asked = positions(players, heaps, digits, zero, tests)

    def at_once() -> list[bool]:
        return [is_zero(heaps, players) for heaps in asked]

    def by_digits() -> list[bool]:
        return [digit_by_digit(heaps, players) for heaps in asked]

    assert at_once() == by_digits()
    seconds, loop = side_by_side(at_once, by_digits, repeat)
    return Row(
        f"is_zero, {'Δ = 0' if zero else 'any'}, {players} players",
        f"{heaps} heaps of {digits} bits, {tests} times",
        seconds,
        "digit by digit",
        loop,
        limit=1,
    )


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for 8 heaps of 64 bits, any or with Δ = 0; the slowest of others; and for ranks.

    The slowest is the one of the largest ratio, of 2 to 7 players, 3 to 20 heaps, 8 to 200 bits.
    With fewer heaps than players, Δ is 0 only if all are empty.
    """
    tests, side, repeat = (10, 4, 1) if quick else (200, 24, 5)
    for zero in (False, True):
        for players in (3, 4, 7):
            yield _tested(players, 8, 64, zero, tests, repeat)
        others = [
            _tested(players, heaps, digits, zero, tests, repeat)
            for players in range(2, 4 if quick else 8)
            for heaps in ((5,) if quick else (3, 5, 12, 20))
            for digits in ((9,) if quick else (8, 32, 200))
            if heaps >= players or not zero
        ]
        slowest = max(others, key=lambda row: row.ratio or 0)
        yield replace(slowest, note=f"the largest ratio of {len(others)}")
    repeat = min(repeat, 3)
    grid = list(product(range(side), repeat=3))

    def by_search() -> list[int]:
        solver = Solver(Nim())
        return [solver.rank(heaps, 3) for heaps in grid]

    def by_theory() -> list[int]:
        _rank.cache_clear()
        return [rank(heaps, 3) for heaps in grid]

    assert by_theory() == by_search()
    seconds, search = side_by_side(by_theory, by_search, repeat)
    yield Row(
        "rank, 3 players",
        f"{side} × {side} × {side}",
        seconds,
        "Solver",
        search,
        limit=1,
    )
