"""How a time is taken, the row that it becomes, and how a time grows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp, log
from statistics import linear_regression

from matplotlib.ticker import EngFormatter

Points = tuple[tuple[int, float], ...]
"""Sizes and seconds."""

duration = EngFormatter("s", places=2, sep=" ")


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, and what it is held against in the same run.

    Args:
        what: what is measured.
        n: how much of it: sizes, counts, digits.
        seconds: how long it took.
        peer: what does the same, or the least that anything could do, a floor.
        peer_seconds: how long that took; None if it is not installed.
        limit: the ratio that we mean to keep to, if we have said so.
        note: what else is known, in a few words.
    """

    what: str
    n: str
    seconds: float
    peer: str
    peer_seconds: float | None
    limit: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """The time divided by the peer's: below 1, ours is faster."""
        return self.seconds / self.peer_seconds if self.peer_seconds is not None else None

    def __str__(self) -> str:
        ratio, limit = self.ratio, f"≤ {self.limit:g}" if self.limit is not None else ""
        beside = "absent" if self.peer_seconds is None else duration(self.peer_seconds)
        times = f"{ratio:9.3g} ×" if ratio is not None else " " * 11
        return (
            f"{self.what:44}{self.n:30}{duration(self.seconds):>10}   "
            f"{self.peer:34}{beside:>10}{times} {limit:8}{self.note}"
        ).rstrip()


@dataclass(frozen=True)
class Growth:
    """How the time of one solver grows with the size of what it is given.

    The time is about `factor` times the power `exponent` of the size: see `fitted`.

    Args:
        what: the solver, and what it solves.
        size: what the size is, in words.
        points: sizes, all above 0 and different, and the seconds that each took.
    """

    what: str
    size: str
    points: Points
    exponent: float
    factor: float

    def __str__(self) -> str:
        points = ", ".join(f"{size}: {duration(seconds)}" for size, seconds in self.points)
        return f"{self.what}, by {self.size}: about its power {self.exponent:.2f}   ({points})"


def fitted(points: Points) -> tuple[float, float]:
    """Return exponent and factor of the power that fits best: a line, on logarithmic scales."""
    sizes, times = ([log(point[place]) for point in points] for place in (0, 1))
    slope, start = linear_regression(sizes, times)
    return slope, exp(start)


def once(function: Callable[[], object]) -> float:
    """Return how long a call takes, in seconds."""
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def side_by_side(
    run: Callable[[], object], beside: Callable[[], object], repeat: int
) -> tuple[float, float]:
    """Return the fastest of each in seconds; run in turn, so that both meet the same load."""
    times = [(once(run), once(beside)) for _ in range(repeat)]
    return min(first for first, _ in times), min(second for _, second in times)


def growth(
    what: str,
    size: str,
    sizes: tuple[int, ...],
    run: Callable[[int], object],
    repeat: int = 3,
) -> Growth:
    """Return how long `run` takes at each of some sizes, the fastest of so many runs."""
    fastest = (min(once(partial(run, each)) for _ in range(repeat)) for each in sizes)
    points = tuple(zip(sizes, fastest, strict=True))
    return Growth(what, size, points, *fitted(points))
