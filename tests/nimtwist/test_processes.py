"""Tests for parallel execution: results, errors and shutdown."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from nimtwist import processes
from nimtwist.processes import _Cluster, as_done, pool, versions, workers
from tests.lib.processes import InlineExecutor, wait_for


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


# --- Clusters ------------------------------------------------------------------------------------


class MockClient:
    """A client that reports given numbers of workers, and then that the scheduler has stopped."""

    def __init__(self, *workers: int) -> None:
        self.workers = [*workers]

    @property
    def status(self) -> str:
        """The status of the connection to the scheduler."""
        return "running" if self.workers else "connecting"

    def nthreads(self) -> dict[str, int]:
        """Return the number of threads of each worker."""
        return {f"tcp://{n}": 1 for n in range(self.workers.pop(0))}

    def get_executor(self) -> Executor:
        """Return an executor."""
        return InlineExecutor()


@pytest.mark.parametrize(
    ("workers", "message", "warnings"),
    [
        ((0, 0, 1, 0, 0, 2), "the scheduler at 'tcp://s' has stopped, or cannot be reached", 2),
        ((2, 0, 0, 0), "no worker is connected to the scheduler at 'tcp://s'; its log says why", 1),
    ],
)
def test_a_cluster_without_workers_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    workers: tuple[int, ...],
    message: str,
    warnings: int,
) -> None:
    """With a patience of 2, the cluster is looked at three times in a row; no clock is read."""
    monkeypatch.setattr(processes, "_POLL", 0)
    monkeypatch.setattr(processes, "_PATIENCE", 2)
    cluster, queue = _Cluster(MockClient(*workers), "tcp://s", {}), SimpleQueue[Future[int]]()
    with pytest.raises(BrokenExecutor, match=message):
        cluster.next_done(queue)
    wait = "no worker is connected to the scheduler at 'tcp://s'; waiting 0 seconds for one\n"
    assert capsys.readouterr().err == warnings * wait
    queue.put(Future())
    assert cluster.next_done(queue)


def test_workers_that_join_later_must_have_the_same_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mock executor runs the tasks in this process, which is the worker."""
    monkeypatch.setattr("distributed.get_worker", lambda: SimpleNamespace(address="tcp://w"))
    same = versions(("nimtwist",))
    cluster = _Cluster(MockClient(1), "tcp://s", same)
    assert list(as_done(cluster, divmod, [(7, 2), (9, 4)])) == [(0, (3, 1)), (1, (2, 1))]
    assert cluster.submit(int, "11", base=2).result() == 3
    cluster = _Cluster(MockClient(1), "tcp://s", {"nimtwist": "0.0.1 (source 1234)"})
    with pytest.raises(
        ValueError, match=r"the worker at tcp://w has nimtwist .* has nimtwist 0\.0\.1 \("
    ):
        list(as_done(cluster, divmod, [(7, 2)]))
    assert versions(("no_such_package",)) == {"no_such_package": "missing"}
