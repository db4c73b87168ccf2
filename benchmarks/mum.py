"""Time lookup tables for MuM against loops that follow the definition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement, permutations
from math import gcd, prod

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist.games import MuM
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.products import Heaps

_LOOPS = {2: "plain double loop", 3: "plain triple loop"}


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows that compare lookup tables for two and three heaps with plain loops."""
    tables = [(11, 2, 20), (11, 2, 500), (101, 2, 300), (11, 3, 20), (11, 3, 125)]
    for modulus, heaps, largest in [(5, 2, 8), (7, 3, 9)] if quick else tables:
        rules = MuM(modulus)
        loop = partial(by_loops, modulus, heaps, largest)
        table, values = MuMTable(rules, heaps, largest), loop()
        assert [table.grundy(position) for position in values] == list(values.values())
        seconds, peer = side_by_side(
            partial(MuMTable, rules, heaps, largest), loop, 1 if quick else 2
        )
        yield Row(
            f"MuMTable mod {modulus}",
            f"{heaps} heaps up to {largest}",
            seconds,
            _LOOPS[heaps],
            peer,
            limit=1,
            note=f"{sum(sorted(position) == [*position] for position in values):,} positions",
        )


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements, for two and three heaps, of how the time grows with the largest heap."""
    for heaps, sizes in ((2, (500, 1000, 2000, 4000)), (3, (60, 120, 240))):
        yield growth(
            f"MuMTable mod 11, {heaps} heaps",
            "largest heap",
            (12, 24) if quick else sizes,
            partial(MuMTable, MuM(11), heaps),
            1 if quick else 2,
        )


def by_loops(modulus: int, count: int, largest: int) -> dict[Heaps, int]:
    """Return the Grundy values of two or three heaps up to `largest`, using straightforward loops.

    A position with a heap above the modulus is never stranded. Values are stored for every order of
    the heaps, so that lookups need no sorting.
    """
    legal = [gcd(heap, modulus) == 1 for heap in range(max(largest, modulus**count) + 1)]

    def options_of(heap: int) -> list[int]:
        return [smaller for smaller in range(max(1, heap - modulus + 1), heap) if legal[smaller]]

    below = list(map(options_of, range(largest + 1)))
    single: dict[int, int] = {}
    for heap in filter(legal.__getitem__, range(modulus**count)):
        single[heap] = mex_of({single[smaller] for smaller in options_of(heap)})
    values: dict[Heaps, int] = {}
    heaps = list(filter(legal.__getitem__, range(largest + 1)))
    for position in combinations_with_replacement(heaps, count):
        if position[-1] < modulus and is_stranded(modulus, position, below):
            options = {single[smaller] for smaller in options_of(prod(position))}
        elif count == 2:
            a, b = position
            options = {values[x, b] for x in below[a]} | {values[a, x] for x in below[b]}
        else:
            a, b, c = position
            options = {values[x, b, c] for x in below[a]} | {values[a, x, c] for x in below[b]}
            options |= {values[a, b, x] for x in below[c]}
        value = mex_of(options)
        for order in permutations(position):
            values[order] = value
    return values


def is_stranded(modulus: int, position: Heaps, below: list[list[int]]) -> bool:
    """Return whether the product of the heaps is not 1 modulo `modulus` and no move makes it 1."""
    return prod(position) % modulus != 1 and not any(
        smaller * prod(position[:i] + position[i + 1 :]) % modulus == 1
        for i, heap in enumerate(position)
        for smaller in below[heap]
    )


def mex_of(values: set[int]) -> int:
    """Return the mex of a set of values."""
    result = 0
    while result in values:
        result += 1
    return result
