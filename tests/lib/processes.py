"""Executors and processes in tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class InlineExecutor(Executor):
    """An executor that runs each task immediately, in this process."""

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return a completed future."""
        future = Future[Any]()
        try:
            future.set_result(call(*arguments, **named))
        except ZeroDivisionError as error:
            future.set_exception(error)
        return future


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until a condition holds; if it never does, the time limit for every test ends it."""
    while not condition():
        time.sleep(0.01)


def session_ended(session: int) -> bool:
    """Return whether all processes of a session have ended."""
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return True
    return False
