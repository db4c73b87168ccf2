"""Tools for timing code and recording the results as rows of a table or as growth rates."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp, log
from statistics import linear_regression

from matplotlib.ticker import EngFormatter

Points = tuple[tuple[int, float], ...]
"""Pairs (size, seconds)."""

duration = EngFormatter("s", places=2, sep=" ")


@dataclass(frozen=True)
class Row:
    """A row of the table: our time and the time it is compared with, both from the same run.

    Args:
        what: the function or solver.
        n: the size of the problem, for example the number of heaps or bits.
        seconds: the time that our code takes.
        peer: another implementation, a lower bound that no implementation can beat, or a target.
        peer_seconds: the time that the peer takes; None if it is not installed.
        limit: the maximum ratio that we promise, if any.
        note: a short remark.
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
        """Our time divided by the peer's; a ratio below 1 means that our code is faster."""
        return self.seconds / self.peer_seconds if self.peer_seconds is not None else None

    def __str__(self) -> str:
        ratio, limit = self.ratio, f"≤ {self.limit:g}" if self.limit is not None else ""
        peer_time = "absent" if self.peer_seconds is None else duration(self.peer_seconds)
        ratio_text = f"{ratio:9.3g} ×" if ratio is not None else " " * 11
        return (
            f"{self.what:44}{self.n:30}{duration(self.seconds):>10}   "
            f"{self.peer:34}{peer_time:>10}{ratio_text} {limit:8}{self.note}"
        ).rstrip()


@dataclass(frozen=True)
class Growth:
    """The growth of a solver's time with the size of the problem.

    The time is about `factor * size**exponent`; see `fit_power_law`.

    Args:
        what: the solver and the problem.
        size: a phrase that says what the size counts, such as "number of pins".
        points: pairs of a positive size and the time for it in seconds. The sizes are distinct.
        exponent: the exponent of the fitted power law.
        factor: the constant factor of the power law.
    """

    what: str
    size: str
    points: Points
    exponent: float
    factor: float

    def __str__(self) -> str:
        points = ", ".join(f"{size}: {duration(seconds)}" for size, seconds in self.points)
        return f"{self.what}, by {self.size}: exponent {self.exponent:.2f}   ({points})"


def fit_power_law(points: Points) -> tuple[float, float]:
    """Return the exponent and factor of the power law that best fits the points on log-log axes."""
    sizes, times = ([log(point[place]) for point in points] for place in (0, 1))
    slope, intercept = linear_regression(sizes, times)
    return slope, exp(intercept)


def once(function: Callable[[], object]) -> float:
    """Return the duration of a call in seconds."""
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def side_by_side(
    run: Callable[[], object], peer: Callable[[], object], repeat: int
) -> tuple[float, float]:
    """Run both functions alternately, and return the best time of each in seconds.

    Alternating between them keeps the load on the machine similar for both.
    """
    times = [(once(run), once(peer)) for _ in range(repeat)]
    return min(ours for ours, _ in times), min(theirs for _, theirs in times)


def growth(
    what: str,
    size: str,
    sizes: tuple[int, ...],
    run: Callable[[int], object],
    repeat: int = 3,
) -> Growth:
    """Time `run` for each size, taking the best of `repeat` runs, and fit a power law."""
    fastest = (min(once(partial(run, n)) for _ in range(repeat)) for n in sizes)
    points = tuple(zip(sizes, fastest, strict=True))
    return Growth(what, size, points, *fit_power_law(points))
