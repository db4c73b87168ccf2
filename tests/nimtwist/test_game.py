"""Tests that compare the solvers with definitions, and tests of their limits and errors."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from types import FrameType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims.podium import finishing_order
from nimtwist import (
    EndlessPlayError,
    Kayles,
    LoopySolver,
    MultiMove,
    Octal,
    Rank,
    Rules,
    Ruleset,
    SearchLimitError,
    Solver,
    Sum,
    SumSolver,
    Tree,
    _memory,
    check_rules,
    grundy_value,
    mex,
    misere_outcome,
    normal_outcome,
    sequence,
    table,
)
from nimtwist.games import Nim
from nimtwist.games.mumber import MumberSolver
from nimtwist.misere import misere_quotient
from nimtwist.podium import PodiumSolver
from tests.lib import own_brute
from tests.lib.strategies import Graph, SinglePath, dags, graphs

QUESTIONS: dict[str, Callable[[Solver[Any], Any], Any]] = {
    "outcome": lambda solver, position: solver.outcome(position),
    "grundy": lambda solver, position: solver.grundy(position),
    "rank": lambda solver, position: solver.rank(position, 3),
    "winning_options": lambda solver, position: solver.winning_options(position),
    "strategy": lambda solver, position: solver.strategy(position),
    "evaluate": lambda solver, position: solver.evaluate(position, in_order),
}


def in_order(below: list[str]) -> str:
    """Return the game tree as nested brackets. The order of the options affects the result."""
    return f"({''.join(below)})"


# --- Definitions ---------------------------------------------------------------------------------


def outcomes_of(graph: Graph) -> tuple[Callable[[int], str], Callable[[int], str]]:
    """Return the functions that compute outcomes in normal and in misère play."""
    value = own_brute.grundy(graph.options)
    return lambda position: "PN"[value(position) > 0], own_brute.misere(graph.options)


def endless(graph: Graph, start: int) -> set[int]:
    """Return the positions that can be reached from `start` and that lie on a cycle."""

    def followers(position: int) -> set[int]:
        visited: set[int] = set()
        pending = [position]
        while pending:
            new = set(graph.edges[pending.pop()]) - visited
            visited |= new
            pending += new
        return visited

    return {position for position in {start} | followers(start) if position in followers(position)}


# --- Results -------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 12)), st.integers(0, 12))
def test_mex_is_the_least_missing_integer_from_start(values: list[int], start: int) -> None:
    result = mex(iter(values), start)
    assert result >= start and result not in values
    assert set(range(start, result)) <= set(values)


@given(dags(), st.integers(2, 5))
def test_solver_agrees_with_the_definitions(graph: Graph, players: int) -> None:
    solver = Solver(graph)
    value, outcomes = own_brute.grundy(graph.options), outcomes_of(graph)
    for position in reversed(graph.positions):
        for each, outcome in zip((solver, Solver(graph, misere=True)), outcomes, strict=True):
            assert each.outcome(position) == outcome(position)
            winning = [option for option in graph.edges[position] if outcome(option) == "P"]
            assert each.winning_options(position) == [*dict.fromkeys(winning)]
        assert solver.grundy(position) == value(position)
        # A player has number 1 to move next, 2 to move after that, and 0 if just moved.
        winner = finishing_order(graph, position, players)[0]
        assert solver.rank(position, players) == (winner + 1) % players
        rules: list[tuple[Any, Any]] = [
            (normal_outcome, outcomes[0](position)),
            (misere_outcome, outcomes[1](position)),
            (mex, value(position)),
            (grundy_value, value(position)),
            (Rank(players), (winner + 1) % players),
            (in_order, own_brute.solved(graph.options, in_order)(position)),
        ]
        for rule, expected in rules:
            assert solver.evaluate(position, rule) == expected


@given(dags(7), st.booleans(), st.data())
def test_a_strategy_has_a_reply_to_every_move(
    graph: Graph, misere: bool, data: st.DataObject
) -> None:
    relevant = data.draw(st.frozensets(st.sampled_from(graph.positions)))
    solver, outcome = Solver(graph, misere=misere), outcomes_of(graph)[misere]

    def check(tree: Tree[int]) -> None:
        options = list(dict.fromkeys(graph.edges[tree.position]))
        is_won = outcome(tree.position) == "N"
        below = [n for n in options if (outcome(n) == "P" if is_won else n in relevant)]
        assert [child.position for child in tree.children] == below
        for child in tree.children:
            check(child)

    check(solver.strategy(graph.positions[-1], keep=relevant.__contains__))


def test_solvers_handle_games_of_20_000_moves() -> None:
    solver, start = Solver(SinglePath()), 20_001
    assert solver.outcome(start) == "N"
    assert solver.rank(start, players=7) == start % 7
    assert solver.winning_options(start) == [start - 1]
    assert (
        SumSolver(SinglePath()).grundy(start) == SumSolver(Octal("0.1")).grundy((1,) * start) == 1
    )
    assert LoopySolver(SinglePath()).remoteness(start) == start
    tree, depth = Tree.of(SinglePath(), start, 10**30), 0
    while tree.children:
        [tree], depth = tree.children, depth + 1
    assert depth == start


# --- Endless play --------------------------------------------------------------------------------


@given(graphs())
def test_endless_play_is_detected_exactly_when_reachable(graph: Graph) -> None:
    cycles = [endless(graph, start) for start in graph.positions]
    solvers: list[tuple[Any, Any, Any]] = [
        *((Solver(graph), ask, ask) for ask in QUESTIONS.values()),
        (SumSolver(graph), SumSolver.grundy, Solver.grundy),
    ]
    for solver, ask, expected in solvers:
        for start in graph.positions:
            if cycles[start]:
                with pytest.raises(EndlessPlayError) as caught:
                    ask(solver, start)
                assert caught.value.position in cycles[start]
            else:
                # Earlier errors at other positions have not corrupted the memo.
                assert ask(solver, start) == expected(Solver(graph), start)


@given(graphs())
def test_a_cycle_is_detected_as_soon_as_it_closes(graph: Graph) -> None:
    for start in graph.positions:
        rules = Pair(graph)
        with suppress(EndlessPlayError):
            Solver(rules).outcome((start,))
        assert len(rules.calls) == len(set(rules.calls))


# --- Interruption and progress -------------------------------------------------------------------


@pytest.mark.parametrize(
    "solver", [Solver, SumSolver, LoopySolver, lambda rules, call: MumberSolver(rules, 1, call)]
)
def test_progress_is_called_with_growing_counts(solver: Callable[..., Any]) -> None:
    counts: list[int] = []
    solver(SinglePath(), counts.append).outcome(20_000)
    assert 4 <= len(counts) < 20
    assert counts == sorted(set(counts)) and counts[-1] <= 20_001


@dataclass
class Fuse:
    """A graph whose options a generator yields, which raises an error when `calls_left` is 0."""

    graph: Graph
    calls_left: int

    def options(self, position: int, /) -> Any:
        """Yield the options, or raise an error."""
        self.calls_left -= 1
        if self.calls_left == 0:
            raise RuntimeError("the fuse")
        yield from self.graph.edges[position]


@given(dags(), st.integers(1, 9))
def test_an_error_in_options_does_not_corrupt_the_memo(graph: Graph, call: int) -> None:
    for name, ask in QUESTIONS.items():
        rules = Fuse(graph, call)
        solver = Solver(rules)
        with suppress(RuntimeError):
            ask(solver, graph.positions[-1])
        rules.calls_left = 0
        for position in graph.positions:
            assert ask(solver, position) == ask(Solver(graph), position), name


def interrupted_at(line: int, walk: Any, ask: Callable[[Any], object], position: Any) -> bool:
    """Call `ask(position)`, interrupt the function `walk` after `line` lines, and return `True`.

    If `walk` finishes in fewer lines, it is not interrupted, and the result is `False`.
    """
    remaining = line

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal remaining
        if frame.f_code is not walk.__code__:
            return None
        if event == "line":
            remaining -= 1
            if not remaining:
                raise KeyboardInterrupt
        return trace

    old_trace = sys.gettrace()
    sys.settrace(trace)
    try:
        ask(position)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(old_trace)
    return False


ENDING = Graph(((), (0,), (0, 1), (1,), (3, 0, 2), (4, 1), (5, 2, 3)))
LOOPY = Graph(((), (0,), (0, 1), (1, 4), (3, 0, 2), (4, 1), (5, 6), (6, 7), (7,)))


@pytest.mark.parametrize(
    ("kind", "walk", "question", "rules", "positions"),
    [
        (Solver, Solver._walk, "grundy", ENDING, [*ENDING.positions]),
        (SumSolver, SumSolver._walk, "grundy", Kayles(), [(row,) for row in range(6)]),
        (LoopySolver, LoopySolver._analyse, "remoteness", LOOPY, [*LOOPY.positions][:-1]),
    ],
)
def test_interruption_at_any_line_does_not_corrupt_the_memo(
    kind: Any, walk: Any, question: str, rules: Any, positions: list[Any]
) -> None:
    expected = [getattr(kind(rules), question)(position) for position in positions]
    line = 1
    while interrupted_at(line, walk, ask := getattr(kind(rules), question), positions[-1]):
        assert [ask(position) for position in positions] == expected
        line += 1
    assert line > 100


# --- Sums ----------------------------------------------------------------------------------------


class Pair:
    """A sum of copies of one graph. A position is a tuple that holds a position for each copy."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.calls: list[tuple[int, ...]] = []

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the positions after a move in one component."""
        self.calls.append(position)
        return [
            (*position[:i], option, *position[i + 1 :])
            for i, place in enumerate(position)
            for option in self.graph.edges[place]
        ]

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return each component as a tuple with one element."""
        return [(place,) for place in position]


@given(st.text("+'\"()[\\", max_size=4), st.frozensets(st.tuples(st.integers(0, 1)), max_size=2))
def test_sums_of_games_without_a_notation_can_be_read(text: str, spots: frozenset[Any]) -> None:
    rules = Sum(Sum(Rules(list), Rules(list)), Sum(Nim()), SinglePath())
    position = ((text, spots), ((1, 2),), 7)
    assert rules.read(rules.show(position)) == position


@given(dags(5))
def test_sum_solver_solves_each_component_once(graph: Graph) -> None:
    rules, last = Pair(graph), graph.positions[-1]
    SumSolver(Sum(rules, Sum(rules, rules))).grundy(((last,), ((last,), (last, last))))
    assert set(rules.calls) <= {(position,) for position in graph.positions}
    assert len(rules.calls) == len(set(rules.calls))


# --- User-defined rulesets -----------------------------------------------------------------------


SOLVERS: list[Callable[..., Any]] = [Solver, SumSolver, LoopySolver]


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_search_stops_at_its_limit(solver: Callable[..., Any]) -> None:
    assert solver(SinglePath(), limit=101).outcome(100) == "P"
    assert solver(SinglePath(), limit=None).outcome(100) == "P"
    for rules in (SinglePath(), Rules(lambda n: [n + 1])):
        with pytest.raises(SearchLimitError, match="from position 100 was stopped after 100 pos"):
            solver(rules, limit=100).outcome(100)
    assert solver(SinglePath())._limit == 10**7


class Yielding:
    """A ruleset whose options are those that a function yields."""

    def __init__(self, options: Callable[[int], Iterator[int]]) -> None:
        self.options = options


QUARTER = 5 * 10**8
SEARCHES: dict[str, Callable[[Ruleset[Any]], object]] = {
    "Solver": lambda rules: Solver(rules).outcome(1),
    "misère": lambda rules: Solver(rules, misere=True).outcome(1),
    "strategy": lambda rules: Solver(rules).strategy(1),
    "SumSolver": lambda rules: SumSolver(rules).grundy(1),
    "a sum": lambda rules: SumSolver(Sum(Nim(), rules)).grundy(((1,), 1)),
    "LoopySolver": lambda rules: LoopySolver(rules).outcome(1),
    "PodiumSolver": lambda rules: PodiumSolver(rules).standings(1, 3),
    "misere_quotient": lambda rules: misere_quotient(rules, [1]),
    "Tree": lambda rules: Tree.of(rules, 1, 10**9),
    "MultiMove": lambda rules: MultiMove(rules, 10**9).options(1),
    "sequence": lambda rules: sequence(rules, 2),
    "table": lambda rules: table(rules, [[1]], position=lambda n: n),
    "check_rules": lambda rules: check_rules(rules, [1]),
    "Rules": lambda rules: rules.options(1),
}


@pytest.mark.parametrize(
    ("search", "kind"),
    [pair for pair in product(SEARCHES, [Rules, Yielding]) if pair != ("Rules", Yielding)],
)
def test_options_that_never_stop_are_noticed(
    search: str, kind: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    used = 0

    def endless(position: int) -> Iterator[int]:
        nonlocal used
        while position:
            used += size
            yield 0

    monkeypatch.setattr(_memory, "in_use", lambda: used)
    monkeypatch.setattr(_memory, "clock", lambda: 0)
    size = 10**6
    with pytest.raises(SearchLimitError) as caught:
        SEARCHES[search](kind(endless))
    assert used < QUARTER + 4096 * size and "options of this position" in str(notes(caught))
    assert " GB of memory" in str(caught.value)
    size = 0
    monkeypatch.setattr("nimtwist.game._MAX_OPTIONS", 10_000)
    with pytest.raises(SearchLimitError) as caught:
        SEARCHES[search](kind(endless))
    assert "had returned 10,240 options" in str(notes(caught))


def notes(caught: pytest.ExceptionInfo[Any]) -> list[str]:
    return list(caught.value.__notes__)


@pytest.mark.parametrize("search", [name for name in SEARCHES if name != "Rules"])
def test_positions_that_grow_are_noticed(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used = 1

    def double(position: int) -> list[int]:
        nonlocal used
        used *= 2 if position else 1
        return [position + 1] if position else []

    # Whatever takes memory takes time: here, a gigabyte takes a second.
    monkeypatch.setattr(_memory, "in_use", lambda: used)
    monkeypatch.setattr(_memory, "clock", lambda: used / 1e9)
    with pytest.raises(SearchLimitError):
        SEARCHES[search](Rules(double))
    assert used < 5e9


@pytest.mark.parametrize("search", [name for name in SEARCHES if name != "Rules"])
def test_a_memory_error_ends_the_search_in_a_sentence(search: str) -> None:
    def options(position: int) -> list[int]:
        if position > 3:
            raise MemoryError
        return [position + 1] if position else []

    with pytest.raises(SearchLimitError, match="play need not end, or the game is too large") as e:
        SEARCHES[search](Rules(options))
    assert notes(e) == ["No memory was left at position 4."]


@pytest.mark.parametrize("count", [1, 5000])
def test_all_searches_of_a_solver_share_the_limit_on_memory(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    used = 0

    def options(n: int) -> Iterator[int]:
        nonlocal used
        used += 10**8 * (n > 0)
        yield from [0] * count * (n > 0)

    monkeypatch.setattr(_memory, "in_use", lambda: used)
    monkeypatch.setattr(_memory, "clock", lambda: used / 1e10)
    for search in (
        lambda rules: sequence(rules, 100),
        lambda rules: table(rules, [range(100)], position=lambda n: n),
        lambda rules: misere_quotient(rules, range(100)),
    ):
        with pytest.raises(SearchLimitError, match=r"from position \d+ .* and 2 GB of memory"):
            search(Rules(options))


def test_an_endless_game_ends_in_an_error() -> None:
    program = (
        "from nimtwist import _memory; _memory.LIMIT = 3 * 10**7\n"
        "from nimtwist import Rules, Solver; Solver(Rules(lambda n: [n + 1])).outcome(7)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert "SearchLimitError: the search from position 7 was stopped after" in run.stderr
    assert "positions and 0.03 GB of memory: play need not end" in run.stderr


def test_multi_moves_trees_and_strategies_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("solver", "sums"):
        monkeypatch.setattr(f"nimtwist.{module}.MAX_POSITIONS", 1000)
    for build in (lambda: MultiMove(Rules(lambda n: [n + 1]), 10**9).options(3),
                  lambda: Tree.of(Rules(lambda n: [n, n]), 3, 100)):  # fmt: skip
        with pytest.raises(SearchLimitError, match="from position 3"):
            build()
    with pytest.raises(SearchLimitError):
        Solver(Rules(lambda n: range(max(n - 2, 0), n)), limit=100).strategy(40)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("options", "position"),
    [
        (lambda n: None, 3),
        (lambda n: [n - 1] if n else 5, 0),
        (lambda n: [[n]], 3),
        (lambda n: [n - 1, [n]] if n == 3 else [], 3),
        (lambda n: [n - 1] if n else [()[n]], 0),
        (lambda n, player: [n], 3),
    ],
)
def test_errors_in_rulesets_name_the_position(
    solver: Callable[..., Any], options: Any, position: int
) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)) as caught:
        solver(Rules(options), limit=1000).outcome(3)
    where, *advice = caught.value.__notes__
    assert where == f"The search was at position {position}."
    assert bool(advice) == ("unhashable" in str(caught.value))


@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_reject_partizan_games_and_non_rulesets(solver: Callable[..., Any]) -> None:
    for partizan in ({"left_options": list}, {"right_options": list}):
        with pytest.raises(ValueError, match=r"^[a-z].* impartial games only, .* is partizan"):
            solver(SimpleNamespace(options=list, **partizan))
    for other in ("nim", Nim):
        with pytest.raises(ValueError, match=r"^[a-z].* takes a ruleset, .* not "):
            solver(other)


@pytest.mark.parametrize(
    "error",
    [EndlessPlayError((1, 2)), SearchLimitError((1, 2), 30), SearchLimitError(3, 30, 10**9)],
    ids=repr,
)
def test_search_errors_can_be_pickled(error: Any) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), vars(copy), str(copy)) == (type(error), vars(error), str(error))
