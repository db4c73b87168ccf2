"""MuM: the table, beside loops by the definition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement, permutations
from math import gcd, prod

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist.games import MuM
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.products import Heaps

_LOOPS = {2: "the plain double loop", 3: "the plain triple loop"}


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for tables of two and three heaps."""
    tables = [(11, 2, 20), (11, 2, 500), (101, 2, 300), (11, 3, 20), (11, 3, 125)]
    for modulus, heaps, largest in [(5, 2, 8), (7, 3, 9)] if quick else tables:
        rules = MuM(modulus)
        loop = partial(by_loops, modulus, heaps, largest)
        table, values = MuMTable(rules, heaps, largest), loop()
        assert [table.grundy(position) for position in values] == list(values.values())
        seconds, least = side_by_side(
            partial(MuMTable, rules, heaps, largest), loop, 1 if quick else 2
        )
        yield Row(
            f"MuMTable mod {modulus}",
            f"{heaps} heaps to {largest}",
            seconds,
            _LOOPS[heaps],
            least,
            limit=1,
            note=f"{sum(sorted(position) == [*position] for position in values):,} positions",
        )


def growths(quick: bool) -> Iterator[Growth]:
    """Yield how the time of a table grows with the largest heap, of two heaps and of three."""
    for heaps, sizes in ((2, (500, 1000, 2000, 4000)), (3, (60, 120, 240))):
        yield growth(
            f"MuMTable mod 11, {heaps} heaps",
            "the largest heap",
            (12, 24) if quick else sizes,
            partial(MuMTable, MuM(11), heaps),
            1 if quick else 2,
        )


def by_loops(modulus: int, count: int, largest: int) -> dict[Heaps, int]:
    """Return the Grundy values of two or three heaps up to the largest, in loops, as one would.

    Heaps above the modulus are never stranded. Every order of the heaps is entered, so that none
    needs to be sorted when it is looked up.
    """
    legal = [gcd(heap, modulus) == 1 for heap in range(max(largest, modulus**count) + 1)]

    def lower(heap: int) -> list[int]:
        return [less for less in range(max(1, heap - modulus + 1), heap) if legal[less]]

    below = list(map(lower, range(largest + 1)))
    single: dict[int, int] = {}
    for heap in filter(legal.__getitem__, range(modulus**count)):
        single[heap] = mex_of({single[less] for less in lower(heap)})
    values: dict[Heaps, int] = {}
    heaps = list(filter(legal.__getitem__, range(largest + 1)))
    for position in combinations_with_replacement(heaps, count):
        if position[-1] < modulus and is_stranded(modulus, position, below):
            left = {single[less] for less in lower(prod(position))}
        elif count == 2:
            a, b = position
            left = {values[x, b] for x in below[a]} | {values[a, x] for x in below[b]}
        else:
            a, b, c = position
            left = {values[x, b, c] for x in below[a]} | {values[a, x, c] for x in below[b]}
            left |= {values[a, b, x] for x in below[c]}
        value = mex_of(left)
        for order in permutations(position):
            values[order] = value
    return values


def is_stranded(modulus: int, position: Heaps, below: list[list[int]]) -> bool:
    """Return whether the product is not 1 and no move makes it 1."""
    return prod(position) % modulus != 1 and not any(
        less * prod(position[:i] + position[i + 1 :]) % modulus == 1
        for i, heap in enumerate(position)
        for less in below[heap]
    )


def mex_of(values: set[int]) -> int:
    """Return the least number that is not among the values."""
    least = 0
    while least in values:
        least += 1
    return least
