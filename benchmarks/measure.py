"""Tools for timing code beside its peers, and for recording the times as rows of a table."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log
from operator import eq
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory
from time import perf_counter
from types import ModuleType
from typing import Any

from matplotlib.ticker import EngFormatter

duration = EngFormatter("s", places=2, sep=" ")


@dataclass(frozen=True)
class Row:
    """A row of the table: our time and the time it is compared with, both from the same run.

    Args:
        what: the function or solver.
        n: the size of the problem, for example the number of heaps or bits.
        seconds: the time that our code takes.
        peer: another implementation, or a lower bound that no implementation can beat.
        peer_seconds: the time that the peer takes; None if it is not installed.
        note: a short remark.
    """

    what: str
    n: str
    seconds: float
    peer: str = ""
    peer_seconds: float | None = None
    note: str = ""

    def __str__(self) -> str:
        theirs = ""
        if self.peer:
            time = "absent" if self.peer_seconds is None else duration(self.peer_seconds)
            theirs = f", {self.peer}: {time}"
        return f"{self.what}, {self.n}: {duration(self.seconds)}{theirs}   {self.note}".rstrip()


@dataclass(frozen=True)
class Growth:
    """The growth of a time with the size of the problem: about a power of the size.

    Args:
        what: the solver and the problem.
        size: a phrase that says what the size counts, such as "number of pins".
        points: pairs of a positive size and the time for it in seconds. The sizes are distinct.
        exponent: the exponent of the power that fits the points best on logarithmic axes.
    """

    what: str
    size: str
    points: list[tuple[int, float]]
    exponent: float


def package(name: str) -> ModuleType | None:
    """Return a package, or None if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def c_library(name: str) -> ctypes.CDLL | None:
    """Compile a C file of this folder and load it; return None if there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    source = Path(__file__).with_name(f"{name}.c")
    with TemporaryDirectory() as folder:
        library = Path(folder, f"{name}.so")
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
        subprocess.run([compiler, *options], check=True)
        return ctypes.CDLL(str(library))


def once(function: Callable[[], object]) -> float:
    """Return the duration of a call in seconds."""
    started = perf_counter()
    function()
    return perf_counter() - started


def compare(
    what: str,
    n: str,
    run: Callable[[], Any],
    peer: str = "",
    other: Callable[[], Any] | None = None,
    *,
    repeat: int = 3,
    same: Callable[[Any, Any], bool] = eq,
    per: tuple[int, str] | None = None,
) -> Row:
    """Compare the results of `run` and `other`, if any, then run them alternately and time both.

    Alternating between them keeps the load on the machine similar for both, and the best time of
    each counts. The comparison also compiles functions and fills lookup tables before the timing.

    Args:
        what: the function or solver.
        n: the size of the problem.
        run: our code.
        peer: the name of what it is compared with, if anything.
        other: the peer, or None if it is not installed.
        repeat: the number of times that each of them runs.
        same: compares the two results. The default is `==`.
        per: a number of equal tasks, and what each of them is, such as (500, "product").

    Raises:
        ValueError: if the results differ.
    """
    result = run()
    if other and not same(result, other()):
        raise ValueError(f"{what} and {peer} have different results for {n}")
    times = [(once(run), once(other) if other else None) for _ in range(repeat)]
    seconds = min(ours for ours, _ in times)
    theirs = min((each for _, each in times if each is not None), default=None)
    note = ""
    if per:
        count, task = per
        both = [each for each in (seconds, theirs) if each is not None]
        note = f"{' and '.join(duration(each / count) for each in both)} per {task}"
    return Row(what, n, seconds, peer, theirs, note)


def floor(*_: object) -> bool:
    """Accept every result, as the argument `same` for a lower bound, which computes nothing."""
    return True


def growth(
    what: str, size: str, sizes: Sequence[int], run: Callable[[int], object], repeat: int = 3
) -> Growth:
    """Time `run` for each size, taking the best of `repeat` runs, and fit a power of the size."""
    points = [(n, min(once(lambda n=n: run(n)) for _ in range(repeat))) for n in sizes]  # type: ignore[misc]
    slope, _ = linear_regression(*zip(*((log(n), log(t)) for n, t in points), strict=True))
    return Growth(what, size, points, slope)
