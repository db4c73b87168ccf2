"""Work done side by side: what it gives, and how it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from nimtwist._processes import as_done, pool, workers

MINUTE = 60


class Here(Executor):
    """Does at once, in this process, what it is given."""

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return what is done already."""
        future = Future[Any]()
        try:
            future.set_result(call(*arguments, **named))
        except ZeroDivisionError as error:
            future.set_exception(error)
        return future


class Later(Here):
    """Does nothing until the last task is there, and then the last one first."""

    def __init__(self, tasks: int) -> None:
        self.left = tasks
        self.waiting: list[tuple[Future[Any], Any, Any]] = []

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return what may not be done yet."""
        self.waiting.append((Future[Any](), call, arguments))
        self.left -= 1
        if not self.left:
            for future, *_ in self.waiting[:0:-1]:
                future.set_result(1)
        return self.waiting[-1][0]


def ended(session: int) -> bool:
    """Return whether the processes of a session end."""
    deadline = time.monotonic() + MINUTE
    while time.monotonic() < deadline:
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_each_task_comes_back_with_its_number() -> None:
    assert sorted(as_done(Here(), divmod, [(7, 2), (9, 4), (8, 8)])) == [
        (0, (3, 1)),
        (1, (2, 1)),
        (2, (1, 0)),
    ]
    assert list(as_done(Here(), divmod, [])) == []


def test_what_a_task_raises_is_raised_and_what_was_not_begun_is_given_up() -> None:
    later = Later(3)
    done = as_done(later, abs, [(1,), (2,), (3,)])
    assert [next(done), next(done)] and not later.waiting[0][0].done()
    done.close()  # type: ignore[attr-defined]
    assert later.waiting[0][0].cancelled()
    with pytest.raises(ZeroDivisionError):
        list(as_done(Here(), divmod, [(1, 0), (1, 1)]))


def test_a_pool_ends_at_once_if_its_block_is_interrupted() -> None:
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), workers(1) as pool:
        assert pool.submit(abs, -3).result() == 3
        sleeping = pool.submit(time.sleep, 250)
        while not sleeping.running():
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 125


@pytest.mark.parametrize("error", [BrokenProcessPool, CancelledError])
def test_whoever_does_the_work_a_process_that_dies_is_told_in_a_sentence(
    error: type[BaseException],
) -> None:
    said = "a process ended before its work was done"
    with pytest.raises(BrokenExecutor, match=said), pool(processes=1):
        raise error
