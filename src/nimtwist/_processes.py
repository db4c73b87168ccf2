"""Parallel execution in processes on this machine or on a Dask cluster.

The results depend neither on which worker runs a task nor on the order in which tasks finish.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    ProcessPoolExecutor,
    as_completed,
)
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from tqdm import tqdm

from nimtwist._checks import check_callable, check_integer, short_repr

_MAX_PROCESSES = 256
_CLUSTER_TIMEOUT = 10  # seconds to wait for the scheduler, and again for the first worker

Result = TypeVar("Result")


def check_executor(executor: object) -> None:
    """Raise a `ValueError` unless `executor` is a `concurrent.futures.Executor`."""
    if not isinstance(executor, Executor):
        raise ValueError(
            f"executor must be a concurrent.futures.Executor, not {short_repr(executor)}"
        )


def as_done(
    executor: Executor, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[int, Result]]:
    """Yield the index and the result of each task in order of completion.

    Tasks are submitted in the given order. If a task raises an exception, it is re-raised here, and
    the tasks that have not started are cancelled.

    Args:
        executor: the executor that runs the tasks.
        work: the function to call; it must be picklable, such as a module-level function.
        tasks: a tuple of arguments for each call.

    >>> with workers(1) as pool:
    ...     list(as_done(pool, pow, [(2, 3), (3, 2)]))
    [(0, 8), (1, 9)]
    """
    check_executor(executor)
    check_callable(work, "work", "the arguments of a task")
    with _deferred_interrupts():
        indices = {executor.submit(work, *task): i for i, task in enumerate(tasks)}
    try:
        for future in as_completed(indices):
            yield indices[future], future.result()
    finally:
        for future in indices:
            future.cancel()


# --- Executors -----------------------------------------------------------------------------------


@contextmanager
def pool(scheduler: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """Provide an executor for parallel work.

    It uses the Dask cluster at the address `scheduler` or, if none is given, processes on this
    machine.

    Raises:
        ValueError: if the number of processes is invalid, or the cluster cannot be reached.
        BrokenExecutor: if a worker process dies.

    >>> with pool(processes=1) as executor:
    ...     executor.submit(abs, -3).result()
    3
    """
    try:
        with workers(processes) if scheduler is None else _cluster(scheduler) as executor:
            yield executor
    except (BrokenExecutor, CancelledError) as error:
        raise BrokenExecutor("a worker process died before its work was done") from error


@contextmanager
def workers(processes: int | None = None) -> Iterator[Executor]:
    """Provide a pool of local processes, which stop when the `with` block or this process ends.

    By default, there is one process for each available core. If the block raises an exception, such
    as a `KeyboardInterrupt`, the processes are stopped immediately. Processes started by `as_done`
    do not receive Ctrl-C themselves.

    Raises:
        ValueError: if the number of processes is not an integer from 1 to 256.

    >>> with workers(1) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """
    processes = cores() if processes is None else check_processes(processes)
    context = get_context("spawn")  # forking is unsafe, as pyarrow may run threads
    receiver, sender = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, context, _end_with, (receiver,))
    try:
        yield pool
    except BaseException:
        sender.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        sender.close()
        receiver.close()


def cores() -> int:
    """Return the number of processor cores available to this process.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_processes(processes: object) -> int:
    """Return a validated number of processes.

    Raises:
        ValueError: if `processes` is not an integer from 1 to 256.

    >>> check_processes(2)
    2
    """
    return check_integer(processes, "the number of processes", 1, _MAX_PROCESSES)


def _end_with(receiver: Connection) -> None:
    """Exit this process when the other end of a pipe closes (nothing is ever written to it)."""

    def watch() -> None:
        receiver.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C until the block ends.

    Processes started in the block inherit the signal mask and never receive Ctrl-C.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError:
        raise ValueError(
            "a cluster needs distributed, which is not installed: pip install 'nimtwist[dask]'"
        ) from None
    try:
        client = Client(scheduler, timeout=_CLUSTER_TIMEOUT)
    except (OSError, ValueError):
        raise ValueError(f"no Dask scheduler answers at {short_repr(scheduler)}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CLUSTER_TIMEOUT)
        except TimeoutError:
            raise ValueError(f"the scheduler at {short_repr(scheduler)} has no workers") from None
        try:
            yield client.get_executor()
        except KilledWorker as error:
            raise BrokenExecutor from error


# --- Progress ------------------------------------------------------------------------------------


@contextmanager
def progress_bar(unit: str, unit_scale: bool = False) -> Iterator[Callable[..., None]]:
    """Provide a function that shows progress on a terminal: items done and, if known, the total.

    >>> with progress_bar("game") as show:
    ...     show(3, 5)
    """
    with tqdm(unit=unit, unit_scale=unit_scale, file=sys.stderr, disable=None) as bar:

        def show(done: int, total: int | None = None) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show
