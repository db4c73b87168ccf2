"""Time the solver on a path, the deepest possible game, against recursion from the path's end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist import Solver


@dataclass(frozen=True)
class Path:
    """A ruleset with a single line of play: the only move from n is to n - 1."""

    def options(self, position: int, /) -> list[int]:
        """Return the only option, n - 1, or no options if n is 0."""
        return [position - 1] if position else []


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for the outcome of a position 100,000 moves from the end."""
    depth, repeat = (1_000, 1) if quick else (100_000, 5)
    seconds, peer = side_by_side(
        lambda: Solver(Path()).outcome(depth), lambda: recursion(depth), repeat
    )
    subject = f"{depth:,} positions deep"
    yield Row("Solver, path", subject, seconds, "recursion from the end", peer, limit=1)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time grows with the depth of the game."""
    depths = (100, 200) if quick else (1_000, 10_000, 100_000)
    yield growth("Solver, path", "depth", depths, lambda depth: Solver(Path()).outcome(depth))


def recursion(start: int) -> bool:
    """Return whether `start` is an N-position, staying within Python's recursion limit.

    Unlike the solver, this function relies on knowing where and after how many moves the game ends.
    """
    options = Path().options

    @cache
    def wins(position: int) -> bool:
        return False in [wins(option) for option in options(position)]

    for position in range(0, start, 200):
        wins(position)
    return wins(start)
