"""Work that is done side by side: by processes of this machine, or by a cluster.

What is done gives the same whoever does it, and in whatever order it comes back.
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

_MOST = 256
_PATIENCE = 10  # seconds to wait for the scheduler of a cluster, and for its workers

Result = TypeVar("Result")


def check_executor(executor: object) -> None:
    """Raise a `ValueError` if something is not what work can be left to."""
    if not isinstance(executor, Executor):
        raise ValueError(
            f"work is left to a concurrent.futures.Executor, not to {short_repr(executor)}"
        )


def as_done(
    executor: Executor, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[int, Result]]:
    """Yield the number of each task and what `work` returns for it, as they are done.

    They are begun in the order in which they are given. If one raises an exception, so does this,
    and what was not begun is given up.

    Args:
        executor: what the work is left to.
        work: a function that other processes find by its name.
        tasks: the arguments of each call.

    >>> with workers(1) as pool:
    ...     list(as_done(pool, pow, [(2, 3), (3, 2)]))
    [(0, 8), (1, 9)]
    """
    check_executor(executor)
    check_callable(work, "the work", "what is in a task")
    with _interrupts_held():
        waiting = {executor.submit(work, *task): i for i, task in enumerate(tasks)}
    try:
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    finally:
        for future in waiting:
            future.cancel()


# --- Who does it ---------------------------------------------------------------------------------


@contextmanager
def pool(scheduler: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """Give the processes of this machine, or those of a Dask cluster at an address.

    Raises:
        ValueError: if the number of processes is wrong, or there is no such cluster.
        BrokenExecutor: if a process ended before its work was done.

    >>> with pool(processes=1) as executor:
    ...     executor.submit(abs, -3).result()
    3
    """
    try:
        with workers(processes) if scheduler is None else _cluster(scheduler) as executor:
            yield executor
    except (BrokenExecutor, CancelledError) as error:
        raise BrokenExecutor("a process ended before its work was done") from error


@contextmanager
def workers(processes: int | None = None) -> Iterator[Executor]:
    """Give a pool of processes of this machine, which end with the block, or with this process.

    Without a number there are as many as there are processors for this process. If the block ends
    with an exception, as after Ctrl-C, they end at once. Ctrl-C itself does not reach them, if the
    work is left to them by `as_done`.

    Raises:
        ValueError: if the number of processes is not an integer from 1 to 256.

    >>> with workers(1) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """
    processes = cores() if processes is None else number(processes)
    context = get_context("spawn")  # other threads, such as those of pyarrow, forbid to fork
    watched, kept = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, context, _end_with, (watched,))
    try:
        yield pool
    except BaseException:
        kept.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        kept.close()
        watched.close()


def cores() -> int:
    """Return how many processors there are for this process.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def number(processes: object) -> int:
    """Return a number of processes.

    Raises:
        ValueError: if it is not an integer from 1 to 256.

    >>> number(2)
    2
    """
    return check_integer(processes, "the number of processes", 1, _MOST)


def _end_with(watched: Connection) -> None:
    """End this process when the other end of a connection, which nobody writes to, is closed."""

    def watch() -> None:
        watched.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Put off Ctrl-C; processes that are started meanwhile never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError:
        raise ValueError(
            "a cluster needs distributed, which is not installed: pip install 'nimtwist[dask]'"
        ) from None
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError):
        raise ValueError(f"no Dask scheduler answers at {short_repr(scheduler)}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ValueError(f"the scheduler at {short_repr(scheduler)} has no workers") from None
        try:
            yield client.get_executor()
        except KilledWorker as error:
            raise BrokenExecutor from error


# --- How far it is -------------------------------------------------------------------------------


@contextmanager
def progress_bar(unit: str, unit_scale: bool = False) -> Iterator[Callable[..., None]]:
    """Give what shows how many are done, and of how many if that is known, on a terminal.

    >>> with progress_bar("game") as show:
    ...     show(3, 5)
    """
    with tqdm(unit=unit, unit_scale=unit_scale, file=sys.stderr, disable=None) as bar:

        def show(done: int, total: int | None = None) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show
