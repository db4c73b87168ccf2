"""Time limits for tests, measured in processor time to be independent of the machine's load."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class SpentError(BaseException):
    """Raised when a limit is exceeded.

    This is not an `Exception`, so that the tested code does not catch it.
    """


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """Limit the processor time that this process spends in a `with` block.

    Raises:
        SpentError: if the block exceeds the limit.
    """

    def end(_signal: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_name == "__del__":  # Python ignores exceptions raised here
                signal.setitimer(signal.ITIMER_PROF, 0.001)
                return
            frame = frame.f_back
        raise SpentError

    before = signal.signal(signal.SIGPROF, end)
    gc.disable()  # Python also ignores exceptions in garbage collection callbacks
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        gc.enable()
        signal.signal(signal.SIGPROF, before)
