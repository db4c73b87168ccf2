"""Cram by regions, beside the search of the whole game; and the boards that only it can do."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from benchmarks.measure import Row, side_by_side
from nimbook.gallery.claims import published_cram_values
from nimtwist import Solver
from nimtwist.games import Cram
from nimtwist.games.cram import CramSolver

LARGE = ((1, 60), (2, 12), (3, 9), (5, 5), (4, 7), (5, 6))


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for a board that both can do, and one for each larger board, beside that."""
    sides, repeat = ((3, 4), 1) if quick else ((4, 5), 3)
    board = Cram.rectangle(*sides)

    def by_regions() -> int:
        return CramSolver().grundy(board)

    def by_search() -> int:
        return Solver(Cram()).grundy(board)

    assert by_regions() == by_search()
    seconds, search = side_by_side(by_regions, by_search, repeat)
    beside = f"Solver, {sides[0]} × {sides[1]}"
    yield Row("CramSolver", f"{sides[0]} × {sides[1]}", seconds, beside, search)
    for large in LARGE[:3] if quick else LARGE:
        started = perf_counter()
        value = CramSolver().grundy(Cram.rectangle(*large))
        seconds = perf_counter() - started
        note = f"value {value}, published {published_cram_values().get(large, 'nowhere here')}"
        yield Row("CramSolver", f"{large[0]} × {large[1]}", seconds, beside, search, note=note)
