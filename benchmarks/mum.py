"""The table of MuM, beside the search that finds the same values."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import Row, side_by_side
from nimtwist import Solver
from nimtwist.games import MuM
from nimtwist.games.mum import MuMTable


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for all positions of three heaps modulo 13, stranded ones consolidated."""
    largest, repeat = (12, 1) if quick else (60, 3)
    rules = MuM(13)
    positions = list(MuMTable(rules, 3, largest).positions())

    def in_bulk() -> list[int]:
        table = MuMTable(rules, 3, largest)
        return [table.grundy(position) for position in positions]

    def by_search() -> list[int]:
        solver = Solver(rules)
        return [solver.grundy(position) for position in positions]

    assert in_bulk() == by_search()
    seconds, search = side_by_side(in_bulk, by_search, repeat)
    yield Row(
        "MuMTable mod 13",
        f"3 heaps to {largest}",
        seconds,
        "Solver",
        search,
        note=f"{len(positions):,} positions",
    )
