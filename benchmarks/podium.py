"""Sums without carry, all columns at once, and ranks by theory and by search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from benchmarks.measure import Row, side_by_side
from nimtwist import Solver
from nimtwist.games import Nim
from nimtwist.podium import is_zero, rank


def digit_by_digit(heaps: tuple[int, ...], players: int) -> bool:
    """Return whether Δ is 0, by its definition, one column after the other."""
    columns = range(max(heaps).bit_length())
    return all(sum(heap >> column & 1 for heap in heaps) % players == 0 for column in columns)


def _tests(name: str, positions: list[tuple[int, ...]], players: int, tests: int) -> Row:
    """Return the row for so many tests; digit by digit only some are made, and multiplied."""
    asked = (positions * (tests // len(positions) + 1))[:tests]
    few = asked[: max(10, tests // 50)]

    def at_once() -> list[bool]:
        return [is_zero(heaps, players) for heaps in asked]

    def by_digits() -> list[bool]:
        return [digit_by_digit(heaps, players) for heaps in few]

    assert at_once()[: len(few)] == by_digits()
    seconds, loop = side_by_side(at_once, by_digits, 1)
    return Row(
        f"is_zero, {name}, {players} players",
        f"8 heaps of 64 bits, {tests:,} times",
        seconds,
        "digit by digit",
        loop * len(asked) / len(few),
    )


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for 8 heaps of 64 bits, any or with Δ = 0, and one for the ranks of three."""
    tests, side, repeat = (10, 4, 1) if quick else (1_000_000, 24, 3)
    source = random.Random(1)
    heaps = [tuple(source.getrandbits(64) for _ in range(8)) for _ in range(1000)]
    yield _tests("any", heaps, 3, tests)
    yield _tests("Δ = 0", [some[:2] * 4 for some in heaps], 4, tests)
    grid = list(product(range(side), repeat=3))

    def by_search() -> list[int]:
        solver = Solver(Nim())
        return [solver.rank(heaps, 3) for heaps in grid]

    def by_theory() -> list[int]:
        return [rank(heaps, 3) for heaps in grid]

    assert by_theory() == by_search()
    seconds, search = side_by_side(by_theory, by_search, repeat)
    yield Row(
        "rank, 3 players",
        f"{side} × {side} × {side}",
        seconds,
        "Solver",
        search,
    )
