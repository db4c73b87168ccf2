"""A budget of processor time, which ends what takes more; it does not matter what else runs."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class SpentError(BaseException):
    """The budget is spent; no `except Exception` in what is tested stops this."""


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """End what takes more time of this process than that; waiting, and other processes, are free.

    Raises:
        SpentError: if it takes more.
    """

    def end(_signal: int, _frame: object) -> None:
        raise SpentError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
