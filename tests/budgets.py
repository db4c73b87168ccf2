"""A budget of processor time, which ends what takes more; it does not matter what else runs."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class SpentError(BaseException):
    """The budget is spent; no `except Exception` in what is tested stops this."""


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """End what takes more time of this process than that; waiting, and other processes, are free.

    Raises:
        SpentError: if it takes more.
    """

    def end(_signal: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_name == "__del__":  # which would swallow it
                signal.setitimer(signal.ITIMER_PROF, 0.001)
                return
            frame = frame.f_back
        raise SpentError

    before = signal.signal(signal.SIGPROF, end)
    gc.disable()  # what it calls would swallow it, too
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        gc.enable()
        signal.signal(signal.SIGPROF, before)
