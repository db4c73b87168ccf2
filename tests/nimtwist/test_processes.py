"""Tests for parallel execution: results, errors and shutdown."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from nimtwist._processes import as_done, pool, workers


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


class LastFirst(InlineExecutor):
    """An executor that does nothing until it has received its last task.

    It then completes all tasks except the first, in reverse order.
    """

    def __init__(self, tasks: int) -> None:
        self.missing = tasks
        self.queue: list[tuple[Future[Any], Any, Any]] = []

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return a future that may still be pending."""
        self.queue.append((Future[Any](), call, arguments))
        self.missing -= 1
        if not self.missing:
            for future, *_ in self.queue[:0:-1]:
                future.set_result(1)
        return self.queue[-1][0]


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


def test_results_come_with_the_index_of_their_task() -> None:
    assert sorted(as_done(InlineExecutor(), divmod, [(7, 2), (9, 4), (8, 8)])) == [
        (0, (3, 1)),
        (1, (2, 1)),
        (2, (1, 0)),
    ]
    assert list(as_done(InlineExecutor(), divmod, [])) == []


def test_errors_propagate_and_pending_tasks_are_cancelled() -> None:
    executor = LastFirst(3)
    results = as_done(executor, abs, [(1,), (2,), (3,)])
    assert [next(results), next(results)] and not executor.queue[0][0].done()
    results.close()  # type: ignore[attr-defined]
    assert executor.queue[0][0].cancelled()
    with pytest.raises(ZeroDivisionError):
        list(as_done(InlineExecutor(), divmod, [(1, 0), (1, 1)]))


def test_a_pool_ends_at_once_if_its_block_is_interrupted() -> None:
    """The task that is running never ends."""
    with pytest.raises(KeyboardInterrupt), workers(1) as pool:
        assert pool.submit(abs, -3).result() == 3
        wait_for(pool.submit(signal.pause).running)
        raise KeyboardInterrupt


@pytest.mark.parametrize("error", [BrokenProcessPool, CancelledError])
def test_the_death_of_a_worker_is_reported(error: type[BaseException]) -> None:
    message = "a worker process died before its work was done"
    with pytest.raises(BrokenExecutor, match=message), pool(processes=1):
        raise error
