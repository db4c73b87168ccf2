"""Parallel execution in processes on this machine or on a Dask cluster.

The results depend neither on which worker runs a task nor on the order in which tasks finish.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from tqdm import tqdm

from nimtwist.checks import check_callable, check_integer, short_repr, shorten

_MAX_PROCESSES = 256
_CLUSTER_TIMEOUT = 10  # seconds to wait for the scheduler, and again for the first worker
_POLL = 1  # seconds to wait for a result of a cluster before looking for its workers
_PATIENCE = 60  # times to look without seeing a worker

Result = TypeVar("Result")


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
    if not isinstance(executor, Executor):
        raise ValueError(
            f"executor must be a concurrent.futures.Executor, not {short_repr(executor)}"
        )
    check_callable(work, "work", "the arguments of a task")
    with _deferred_interrupts():
        indices = {executor.submit(work, *task): i for i, task in enumerate(tasks)}
    done = SimpleQueue[Future[Result]]()
    for future in indices:
        future.add_done_callback(done.put)
    try:
        for _ in indices:
            future = executor.next_done(done) if isinstance(executor, _Cluster) else done.get()
            yield indices[future], future.result()
    finally:
        for future in indices:
            future.cancel()


# --- Executors -----------------------------------------------------------------------------------


@contextmanager
def pool(
    scheduler: str | None = None,
    processes: int | None = None,
    packages: tuple[str, ...] = ("nimtwist",),
) -> Iterator[Executor]:
    """Provide an executor for parallel work.

    It uses the Dask cluster at the address `scheduler` or, if none is given, processes on this
    machine. A cluster must have the same versions of `packages` as this process.

    Raises:
        ValueError: if the number of processes is invalid, the cluster cannot be reached, or it has
            another version of a package.
        BrokenExecutor: if a worker process dies, or if the cluster loses its scheduler or, for a
            minute, all its workers.

    >>> with pool(processes=1) as executor:
    ...     executor.submit(abs, -3).result()
    3
    """
    try:
        with workers(processes) if scheduler is None else _cluster(scheduler, packages) as executor:
            yield executor
    except (BrokenExecutor, CancelledError) as error:
        if type(error) is BrokenExecutor:
            raise
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
    if processes is None:
        processes = cores()  # which may be more than users can choose
    else:
        processes = check_integer(processes, "the number of processes", 1, _MAX_PROCESSES)
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


# --- Dask clusters -------------------------------------------------------------------------------


@contextmanager
def _cluster(scheduler: str, packages: tuple[str, ...]) -> Iterator[Executor]:
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
    with _silent_logs(), client:
        try:
            client.wait_for_workers(1, timeout=_CLUSTER_TIMEOUT)
        except TimeoutError:
            raise ValueError(f"the scheduler at {short_repr(scheduler)} has no workers") from None
        cluster = _Cluster(client, scheduler, versions(packages))
        try:
            cluster.check()
            yield cluster
        except KilledWorker as error:
            raise BrokenExecutor("several workers died while they did the same task") from error
        except CancelledError as error:
            raise BrokenExecutor(cluster.lost) from error


@contextmanager
def _silent_logs() -> Iterator[None]:
    """Log no errors: exceptions report lost connections, and Dask logs pages of tracebacks."""
    disabled = logging.root.manager.disable
    logging.disable(logging.ERROR)
    try:
        yield
    finally:
        logging.disable(disabled)


class _Cluster(Executor):
    """An executor on a Dask cluster that has the same versions of some packages as this process."""

    def __init__(self, client: Any, scheduler: str, required: dict[str, str]) -> None:
        self._client = client
        self._executor = client.get_executor()
        self._name = f"the scheduler at {short_repr(scheduler)}"
        self._required = required
        self.lost = f"{self._name} has stopped, or cannot be reached any more"

    def check(self) -> None:
        """Raise a `ValueError` if a worker or the scheduler has other versions of the packages."""
        packages, found = tuple(self._required), dict[str, object]()
        for address in self._client.nthreads():
            # A worker that does not answer is not waited for: it checks itself before each task.
            with suppress(TimeoutError):
                answers = self._client.sync(
                    self._client._run,
                    versions,
                    packages,
                    workers=[address],
                    on_error="return",
                    callback_timeout=_CLUSTER_TIMEOUT,
                )
                found[f"the worker at {address}"] = answers[address]
        try:
            found[self._name] = self._client.run_on_scheduler(versions, packages)
        except Exception as error:  # whatever prevents it from loading the packages
            found[self._name] = error
        for name, each in found.items():
            _check_versions(name, each, self._required)

    def submit(self, work: Callable[..., Any], /, *task: Any, **options: Any) -> Future[Any]:
        """Submit a task; the worker that runs it checks its versions, as it may have joined late.

        A worker that cannot load the packages stops when it receives the task.
        """
        future: Future[Any] = self._executor.submit(
            _run_with_versions, self._required, work, *task, **options
        )
        return future

    def next_done(self, done: SimpleQueue[Future[Result]]) -> Future[Result]:
        """Wait for the next future in a queue.

        Raises:
            BrokenExecutor: if the scheduler has stopped, or there are no workers for a minute.
        """
        misses = 0
        while True:
            try:
                return done.get(timeout=_POLL)
            except Empty:
                pass
            if self._client.status != "running":
                raise BrokenExecutor(self.lost)
            try:
                has_workers = bool(self._client.nthreads())
            except (OSError, RuntimeError):  # the scheduler does not answer
                has_workers = False
            misses = 0 if has_workers else misses + 1
            wait = f"no worker is connected to {self._name}"
            if misses == 1:
                print(f"{wait}; waiting {_POLL * _PATIENCE} seconds for one", file=sys.stderr)
            if misses > _PATIENCE:
                raise BrokenExecutor(f"{wait}; its log says why they stopped")


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    """Return the version of each package, with a digest of its source code.

    >>> [*versions(("nimtwist",))]
    ['nimtwist']
    """
    return {package: _version(package) for package in packages}


@cache
def _version(package: str) -> str:
    try:
        root = Path(str(files(package)))
    except ModuleNotFoundError:
        return "missing"
    sources = sorted(path for path in root.rglob("*") if path.suffix in (".json", ".py", ".toml"))
    code = sha256()
    for path in sources:
        data = path.read_bytes()
        code.update(f"{path.relative_to(root).as_posix()} {len(data)} ".encode() + data)
    version = getattr(import_module(package), "__version__", "")
    return f"{version} (source {code.hexdigest()[:8]})".lstrip()


def _check_versions(name: str, found: object, required: dict[str, str]) -> None:
    """Raise a `ValueError` unless a worker or scheduler has the required versions.

    `found` is its result of `versions`, or the exception that it raised instead.
    """
    for package, version in required.items():
        if isinstance(found, dict):
            has = f"has {package} {found[package]}"
            if found[package] == version:
                continue
        else:
            has = f"cannot load {package} ({shorten(str(found))})"
        raise ValueError(
            f"{name} {has}, but this process has {package} {version}: install the same version "
            "there, and start it again"
        )


def _run_with_versions(
    required: dict[str, str], work: Callable[..., Result], *task: Any, **options: Any
) -> Result:
    from distributed import get_worker

    found = versions(tuple(required))
    if found != required:
        _check_versions(f"the worker at {get_worker().address}", found, required)
    return work(*task, **options)


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
