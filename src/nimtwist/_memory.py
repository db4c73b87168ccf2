"""How much memory the searches use."""

from __future__ import annotations

import sys
from math import inf
from time import monotonic as clock

try:
    import resource
except ModuleNotFoundError:  # on Windows and in a web page
    resource = None  # type: ignore[assignment]

__all__ = ["LIMIT", "Meter", "clock", "in_use"]

LIMIT = 2 * 10**9
"""How many bytes a search may use by default."""

_PAUSE = 0.05  # seconds between two readings: time to allocate about a tenth of a gigabyte


class Meter:
    """A meter of the memory that the searches of one solver use.

    Reading the memory takes time. A search therefore reads it only after a certain amount of work,
    and when the `clock` passes the time that the last reading returned: whatever fills the memory
    with little work, such as positions that grow, takes time.
    """

    def __init__(self) -> None:
        self._due = -inf
        self.used = 0
        """The number of bytes that all searches have used up to the last reading."""

    def begin(self) -> float:
        """Begin a search, and return the time of the next reading.

        What was allocated before the search does not count, unless the last search has just ended:
        many short searches are measured like a long one.
        """
        if clock() > self._due:
            self._start, self._due = in_use() - self.used, clock() + _PAUSE
        return self._due

    def read(self) -> float:
        """Update `used`, and return the time of the next reading."""
        self.used, self._due = max(in_use() - self._start, 0), clock() + _PAUSE
        return self._due


def in_use() -> int:
    """Return how much memory this process uses, in bytes; 0 if the system does not say."""
    if resource is None:
        return 0
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:  # not Linux; macOS tells the largest amount so far
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used if sys.platform == "darwin" else 0
