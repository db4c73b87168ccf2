"""How a time is taken, and the row that it becomes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, and what it is held against."""

    subject: str
    seconds: float
    beside: str
    beside_seconds: float
    note: str = ""

    def __str__(self) -> str:
        ratio = self.seconds / self.beside_seconds
        return (
            f"{self.subject:52}{self.seconds:9.3f} s   {self.beside:30}"
            f"{self.beside_seconds:9.3f} s{ratio:8.2f} ×   {self.note}"
        ).rstrip()


def side_by_side(
    run: Callable[[], object], beside: Callable[[], object], repeat: int
) -> tuple[float, float]:
    """Return the fastest of each in seconds; run in turn, so that both meet the same load."""

    def once(function: Callable[[], object]) -> float:
        started = time.perf_counter()
        function()
        return time.perf_counter() - started

    times = [(once(run), once(beside)) for _ in range(repeat)]
    return min(first for first, _ in times), min(second for _, second in times)
