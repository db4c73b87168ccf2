"""Huge sizes in every argument of every public name: an answer soon, or a refusal, or a search.

A search is one that `LONG` names. It can be stopped, and what it knows is sound after that: those
with a `progress` are stopped by it and asked again, the others from outside, as by Ctrl-C.
"""

from __future__ import annotations

import re
import resource
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import signature
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import ipywidgets as ipw
import pytest

from nimbook.links import Inputs
from nimtwist import LoopySolver, Solver, SumSolver
from nimtwist._checks import LONGEST_SENTENCE
from nimtwist.games import BlockingNim, Cram, MuM, Nim
from nimtwist.games.blocking import PairGrid
from nimtwist.games.cram import CramSolver
from nimtwist.games.mum import MumberSolver, MuMSolver, MuMTable
from nimtwist.podium import PodiumSolver
from tests.budgets import SpentError, processor_time
from tests.nimbook.test_labs import NOTEBOOKS, labs
from tests.test_bad_input import CALLS

SECONDS = 4.0
"""What a call may take of the processor's time, of whatever size its arguments are."""

GIGABYTE = 1 << 30
HUGE = (10**9, 10**30)
ALL_SIZES = (300, 10**4, 10**6, *HUGE)
OFTEN = 50
"""How many times more parts a collection is given."""


def grown(right: Any, sizes: Sequence[int]) -> Iterator[Any]:
    """Yield what is like an argument that is right, but huge: one of its numbers, or how many."""
    if isinstance(right, bool):
        return
    if isinstance(right, int | range):
        yield from map(type(right), sizes)
    elif isinstance(right, tuple | list):
        for i, part in enumerate(right):
            for huge in grown(part, sizes):
                yield type(right)([*right[:i], huge, *right[i + 1 :]])
        yield right * OFTEN
    elif isinstance(right, frozenset):
        for part in right:
            for huge in grown(part, sizes):
                yield (right - {part}) | {huge}
    elif isinstance(right, dict):
        for key, part in right.items():
            for huge in grown(part, sizes):
                yield {**right, key: huge}


@contextmanager
def memory(limit: int) -> Iterator[None]:
    """Refuse this process more memory than so many bytes above what it has, where Linux tells."""
    before, pages = resource.getrlimit(resource.RLIMIT_AS), Path("/proc/self/statm")
    if not pages.exists():
        yield
        return
    used = int(pages.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def fault(
    call: Callable[..., object],
    right: tuple[object, ...],
    seconds: float,
    sizes: Sequence[int] = HUGE,
) -> str | None:
    """Return what is wrong with a call of huge arguments; `None` if it answers or refuses."""
    for place, argument in enumerate(right):
        for huge in grown(argument, sizes):
            try:
                with memory(GIGABYTE), processor_time(seconds):
                    call(*right[:place], huge, *right[place + 1 :])
            except ValueError:
                continue
            except SpentError:
                return f"takes more than {seconds:g} s of {str(huge)[:100]}"
            except MemoryError:
                return f"takes more than a gigabyte of {str(huge)[:100]}"
            except Exception as error:
                return f"raises {type(error).__name__} of {str(huge)[:100]}"
    return None


LONG = {
    *("MultiMove.options", "SumSolver.grundy", "Oracle.outcome", "Oracle.winning_options"),
    *("Solver.evaluate", "Solver.outcome", "Solver.grundy", "Solver.rank", "Solver.strategy"),
    *("LoopySolver.outcome", "LoopySolver.remoteness", "LoopySolver.winning_options"),
    *("PodiumSolver.possible_standings", "PodiumSolver.standings", "PodiumSolver.winners"),
    *("MuMSolver.grundy", "MuMTable", "MumberSolver.mumber", "rows"),
}
"""What goes through as many positions, or rows, as there are."""

ASKS_FOR_MEMORY = {"CompiledCram"}
"""How much, is its argument."""


def test_what_is_long_is_a_public_name() -> None:
    assert CALLS.keys() >= LONG | ASKS_FOR_MEMORY


@pytest.mark.parametrize("name", sorted(CALLS.keys() - LONG - ASKS_FOR_MEMORY))
def test_a_huge_size_is_answered_soon_or_refused(
    name: str, pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = ALL_SIZES if pytestconfig.getoption("full") else HUGE
    assert not fault(*CALLS[name], SECONDS, sizes)


@pytest.mark.parametrize("name", sorted(LONG))
def test_what_takes_long_can_be_stopped_and_is_sound_after_that(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call, right = CALLS[name]
    before = named(call(*right))
    started = process_time()
    assert str(fault(call, right, 0.1, ALL_SIZES)).startswith("takes more than 0.1 s")
    assert process_time() - started < SECONDS
    assert named(call(*right)) == before


def named(found: object) -> str:
    """Return what is found in words, without the place that it has in memory."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(found))


@pytest.mark.parametrize(
    ("bad", "wrong"),
    [
        (lambda size: [0] * min(size, GIGABYTE), "takes more than a gigabyte"),
        (lambda size: sum(1 for _ in range(size)), "takes more than 0.1 s"),
        (lambda size: 1.0 / (10**9 // size), "raises ZeroDivisionError"),
    ],
)
def test_a_call_that_does_not_look_at_sizes_is_found(
    bad: Callable[[int], object], wrong: str
) -> None:
    assert str(fault(bad, (3,), 0.1)).startswith(wrong)


# --- Searches that are stopped -------------------------------------------------------------------


class Search(NamedTuple):
    """A search with a `progress`, a question that takes some time, and what is to be the same."""

    make: Callable[[Callable[..., object] | None], Any]
    ask: Callable[[Any], object]


TWISTED = BlockingNim.exactly(3, 1)
PLACES = [((heap, 5, 9), frozenset({r})) for heap in range(10) for r in (1, 2, 3)]
SEARCHES = {
    "Solver": Search(
        lambda progress: Solver(TWISTED, progress),
        lambda solver: [*map(solver.outcome, reversed(PLACES)), *map(solver.grundy, PLACES)],
    ),
    "SumSolver": Search(
        lambda progress: SumSolver(TWISTED, progress),
        lambda solver: [*map(solver.grundy, reversed(PLACES))],
    ),
    "LoopySolver": Search(
        lambda progress: LoopySolver(TWISTED, progress),
        lambda solver: [*map(solver.remoteness, reversed(PLACES))],
    ),
    "PodiumSolver": Search(
        lambda progress: PodiumSolver(Nim(), progress),
        lambda solver: [solver.standings((3, 9, heap), 3) for heap in (0, 5, 9)],
    ),
    "CramSolver": Search(CramSolver, lambda solver: solver.grundy(Cram.rectangle(5, 5))),
    "MuMSolver": Search(
        lambda progress: MuMSolver(MuM(11), progress),
        lambda solver: [solver.grundy((14, heap, 19)) for heap in (3, 30)],
    ),
    "MumberSolver": Search(
        lambda progress: MumberSolver(MuM(11), progress=progress),
        lambda solver: [solver.mumber((14, heap, 19)) for heap in (3, 30)],
    ),
    "MuMTable": Search(
        lambda progress: MuMTable(MuM(11), 3, 40, progress),
        lambda table: [table.grundy((14, heap, 19)) for heap in (3, 30)],
    ),
    "PairGrid": Search(
        lambda progress: PairGrid(TWISTED, 90, progress),
        lambda grid: grid.rows(frozenset({1})),
    ),
}

STOPPED_ELSEWHERE = {"CompiledCram"}
"""What is compiled is stopped by the tests of the command that shows it."""


def test_every_search_is_stopped() -> None:
    classes = {
        name
        for name, (call, _) in CALLS.items()
        if isinstance(call, type) and call.__module__.startswith("nimtwist.")
        if "progress" in signature(call).parameters
    }
    assert classes == (SEARCHES.keys() | STOPPED_ELSEWHERE) & classes
    assert SEARCHES.keys() - classes <= {"PodiumSolver"}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_that_is_stopped_by_its_progress_goes_on_soundly(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("game", "games.cram", "games.mum", "games._planes"):
        monkeypatch.setattr(f"nimtwist.{module}._PROGRESS_EVERY", 7)  # so that little is enough
    make, ask = SEARCHES[name]
    told = 0

    def stop(*_: object) -> None:
        nonlocal told
        told += 1
        if told <= 30:
            raise KeyboardInterrupt

    search = found = None
    while found is None:
        try:
            search = search or make(stop)
            found = ask(search)
        except KeyboardInterrupt:
            assert told <= 30
    assert told >= 3, f"{name} told its progress {told} times"
    assert found == ask(make(None))


# --- Labs, at the largest they take --------------------------------------------------------------


def largest(inputs: Inputs) -> Iterator[dict[str, str]]:
    """Yield what the controls of a lab can be set to: sliders as far as they go, and each menu."""
    ends = {
        name: str(control.max)
        for name, control in inputs.controls.items()
        if isinstance(control, ipw.IntSlider | ipw.BoundedIntText)
    }
    menus = {
        name: control._options_labels
        for name, control in inputs.controls.items()
        if isinstance(control, ipw.Dropdown) and name != "opponent"
    }
    for chosen in product(*menus.values()):
        yield ends | dict(zip(menus, chosen, strict=True))
        for name in ends:
            yield {name: ends[name], **dict(zip(menus, chosen, strict=True))}


def slow(name: str, inputs: Inputs, seconds: float) -> list[dict[str, str]]:
    """Return what a lab takes longer for than that, of the largest that its controls can be."""
    before, found = inputs.texts, list[dict[str, str]]()
    for texts in largest(inputs):
        try:
            with processor_time(seconds):
                inputs.set(texts)
        except ValueError as error:
            assert len(str(error)) <= LONGEST_SENTENCE, name
        except SpentError:
            found.append(texts)
    inputs.set(before)
    return found


@pytest.mark.xdist_group("tests/nimbook/test_labs.py")  # which makes the labs, too
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_lab_draws_the_largest_it_takes_soon(notebook: Path) -> None:
    assert not {
        name: late
        for name, (_, inputs) in labs(notebook).items()
        if (late := slow(name, inputs, 1.0))
    }


def test_a_lab_that_is_slow_is_found() -> None:
    heap = ipw.IntSlider(1, 0, 10**6)
    inputs = Inputs({"heap": heap}, lambda: Solver(Nim()).outcome((heap.value, heap.value)))
    assert slow("slow", inputs, 0.1) == [{"heap": "1000000"}] * 2
