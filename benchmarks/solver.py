"""Time the generic solver on blocking Nim against a straightforward recursion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist import Solver
from nimtwist.games import BlockingNim
from nimtwist.games.blocking import BlockingPosition


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for two equal heaps under all restrictions that forbid 2 residues modulo 4."""
    largest, repeat = (8, 1) if quick else (40, 5)
    rules = BlockingNim.exactly(4, 2)
    starts: list[BlockingPosition] = [((largest, largest), r) for r in rules.family]
    edges = count_edges(rules, starts)

    def generic() -> list[bool]:
        solver = Solver(rules)
        return [solver.outcome(start) == "N" for start in starts]

    def recursive() -> list[bool]:
        @cache
        def wins(position: BlockingPosition) -> bool:
            # Don't short-circuit: the solver also visits every option, to check that play ends.
            return False in [wins(option) for option in rules.options(position)]

        return [wins(start) for start in starts]

    assert generic() == recursive()
    seconds, peer = side_by_side(generic, recursive, repeat)
    yield Row(
        "Solver, blocking Nim mod 4, k = 2",
        f"2 heaps up to {largest}",
        seconds,
        "recursion with functools.cache",
        peer,
        limit=2,
        note=f"{edges:,} edges: {edges / seconds:,.0f} edges/s, peer {edges / peer:,.0f}",
    )


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time grows with the size of two equal heaps."""
    rules = BlockingNim.exactly(4, 2)

    def outcome(heap: int) -> None:
        Solver(rules).outcome(((heap, heap), rules.family[0]))

    sizes = (4, 8) if quick else (10, 20, 40, 80)
    yield growth("Solver, blocking Nim mod 4, k = 2", "size of two equal heaps", sizes, outcome)


def count_edges(rules: BlockingNim, starts: Iterable[BlockingPosition]) -> int:
    """Return the total number of moves in all positions that can be reached from `starts`."""
    seen, unseen, edges = set(starts), list(starts), 0
    while unseen:
        options = rules.options(unseen.pop())
        edges += len(options)
        new = set(options) - seen
        seen |= new
        unseen += new
    return edges
