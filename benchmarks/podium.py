"""Time the computation of ranks in three-player Nim: the theory against a search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from benchmarks.measure import Row, side_by_side
from nimtwist import Solver
from nimtwist.games import Nim
from nimtwist.podium import _rank, rank


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row that compares how fast the theory and a search rank three-heap positions."""
    side, repeat = (4, 1) if quick else (24, 3)
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
