"""Tests of loopy games: against fixpoints on the graph of a sum, written from the definitions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nimtwist import (
    LoopySolver,
    LoopySumSolver,
    LoopyValue,
    Nim,
    Northcott,
    Rules,
    SearchLimitError,
    Sum,
)
from tests.lib.strategies import Graph, graphs

INFINITY = LoopyValue()


# --- Definitions ---------------------------------------------------------------------------------


def outcomes_within(
    moves: int, options: Mapping[Any, Sequence[Any]], misere: bool = False
) -> dict[Any, str]:
    """Return the outcome of every position, counting play longer than `moves` moves as a draw.

    If there are as many moves as positions, these are the outcomes of the game.
    """
    end = "N" if misere else "P"
    outcomes = {position: "D" if below else end for position, below in options.items()}
    for _ in range(moves):
        below = {p: [outcomes[option] for option in options[p]] for p in options}
        outcomes = {
            p: end if not b else "N" if "P" in b else "D" if "D" in b else "P"
            for p, b in below.items()
        }
    return outcomes


def added(*games: Sequence[Sequence[int]]) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Return the graph of the sum of some graphs."""
    return {
        position: [
            (*position[:i], option, *position[i + 1 :])
            for i, place in enumerate(position)
            for option in games[i][place]
        ]
        for position in product(*(range(len(game)) for game in games))
    }


def values_in_order(
    options: Sequence[Sequence[int]], order: Iterable[int]
) -> list[int | LoopyValue]:
    """Return the values of a graph, trying positions in this order after each new label."""
    order, labels = [*order], dict[int, int]()

    def label(position: int) -> int | None:
        known = {labels[option] for option in options[position] if option in labels}
        mex = min({*range(len(known) + 1)} - known)
        unlabelled = [option for option in options[position] if option not in labels]
        reverts = all(mex in map(labels.get, options[option]) for option in unlabelled)
        return mex if reverts else None

    while new := [p for p in order if p not in labels and label(p) is not None]:
        labels[new[0]] = label(new[0]) or 0
    return [
        labels.get(p, LoopyValue(frozenset(labels[q] for q in options[p] if q in labels)))
        for p in range(len(options))
    ]


# --- Values --------------------------------------------------------------------------------------


def test_values_of_a_small_graph() -> None:
    """The first four are from the test suite of CGSuite (A. N. Siegel).

    The only move from 4 leads to a position whose value is known by then, and can be reverted to 0.
    """
    solver = LoopySolver(Graph(((), (2,), (1,), (0, 1), (3,))))
    assert [str(solver.value(n)) for n in range(5)] == ["0", "∞", "∞", "∞(0)", "0"]


@given(graphs(), st.randoms(use_true_random=False))
def test_values_do_not_depend_on_the_order_of_labels(graph: Graph, source: random.Random) -> None:
    solver = LoopySolver(graph)
    values = [solver.value(position) for position in graph.positions]
    for _ in range(3):
        order = source.sample([*graph.positions], len(graph.positions))
        assert values_in_order(graph.edges, order) == values


def test_values_of_long_games() -> None:
    assert LoopySolver(Nim()).value((300,)) == 300
    assert LoopySolver(Rules(lambda n: [n - 1] if n else [])).value(20_001) == 1


# --- Sums ----------------------------------------------------------------------------------------


def check_sum(*games: Graph) -> None:
    """Check the outcomes and winning options of a sum, and its values, against the whole graph."""
    options = added(*(graph.edges for graph in games))
    outcomes = outcomes_within(len(options), options)
    rules = Sum(*games)
    solver, whole = LoopySumSolver(rules), LoopySolver(rules)
    for position, below in options.items():
        assert solver.outcome(position) == outcomes[position]
        assert solver.value(position) == whole.value(position)
        winning = [option for option in dict.fromkeys(below) if outcomes[option] == "P"]
        assert solver.winning_options(position) == winning


@given(graphs(5), graphs(5))
def test_sums_of_two(one: Graph, other: Graph) -> None:
    check_sum(one, other)


@given(graphs(4), graphs(4), graphs(4))
def test_sums_of_three(one: Graph, two: Graph, three: Graph) -> None:
    check_sum(one, two, three)


HEAP = Graph(tuple(tuple(range(n)) for n in range(6)))


@given(graphs())
def test_sums_with_a_heap_of_nim(graph: Graph) -> None:
    check_sum(graph, HEAP)
    check_sum(HEAP, graph, graph)


def test_components_are_searched_separately() -> None:
    calls = []

    def options(position: tuple[int, ...]) -> list[tuple[int, ...]]:
        calls.append(position)
        return [
            (*position[:i], (place + step) % 7, *position[i + 1 :])
            for i, place in enumerate(position)
            for step in (1, -1)
            if place
        ]

    rules = Rules(options, components=lambda position: [(place,) for place in position])
    circle = LoopySumSolver(Sum(rules, Nim()), limit=7)
    assert circle.value(((2, 3, 5, 1, 4), (3,))) == INFINITY
    assert sorted(calls) == [(n,) for n in range(7)]
    assert circle.value(((0, 0), (3,))) == 3
    with pytest.raises(SearchLimitError, match="was stopped after 6 positions"):
        LoopySumSolver(rules, limit=6).outcome((2,))


def test_rows_of_northcotts_game_are_heaps_of_nim_in_every_sum() -> None:
    rules = Sum(Northcott(5), Graph(((), (2,), (1,), (0, 1))))
    solver = LoopySumSolver(rules)
    for left, right in product(range(5), repeat=2):
        if left < right:
            gap = right - left - 1
            assert solver.value((((left, right),), 0)) == gap
            assert solver.value((((left, right),), 3)) == LoopyValue(frozenset({gap}))
            assert solver.outcome((((left, right),), 3)) == ("D" if gap else "N")


# --- Misère play ---------------------------------------------------------------------------------


@pytest.mark.parametrize("misere", [False, True])
@given(graph=graphs())
@example(graph=Graph(((), (0,), (1,), (2, 0))))  # with a fast and a slow win
def test_outcomes_and_remoteness(graph: Graph, misere: bool) -> None:
    solver = LoopySolver(graph, misere=misere)
    edges = dict(enumerate(graph.edges))
    outcomes = outcomes_within(len(edges), edges, misere)
    for position in graph.positions:
        outcome, moves = solver.outcome(position), solver.remoteness(position)
        assert outcome == outcomes[position]
        assert (outcome == "D") == (moves is None)
        if moves is not None:
            assert outcomes_within(moves, edges, misere)[position] == outcome
            assert moves == 0 or outcomes_within(moves - 1, edges, misere)[position] == "D"
        winning = solver.winning_options(position)
        assert len(winning) == len({*winning})
        assert {*winning} == {q for q in graph.edges[position] if outcomes[q] == "P"}
        remaining = [moves for moves in map(solver.remoteness, winning) if moves is not None]
        assert remaining == sorted(remaining) and len(remaining) == len(winning)


@pytest.mark.parametrize("misere", [False, True])
@given(graph=graphs(), source=st.randoms(use_true_random=False))
def test_solved_positions_are_not_searched_again(
    graph: Graph, source: random.Random, misere: bool
) -> None:
    """Positions are solved in any order, each with a single call of `options` for each kind."""
    order, listed = [*range(len(graph.edges))], list[int]()
    source.shuffle(order)

    def options(position: int) -> tuple[int, ...]:
        listed.append(position)
        return graph.edges[position]

    solver = LoopySolver(Rules(options), misere=misere)
    for position in order:
        fresh = LoopySolver(graph, misere=misere)
        assert solver.remoteness(position) == fresh.remoteness(position)
    assert len(listed) == len(order)
    if not misere:
        assert [*map(solver.value, order)] == [LoopySolver(graph).value(p) for p in order]
        assert len(listed) == 2 * len(order)


def test_no_values_in_misere_play() -> None:
    with pytest.raises(ValueError, match="loopy nim values are defined for normal play only"):
        LoopySolver(Nim(), misere=True).value((1,))
    with pytest.raises(ValueError, match="misere must be True or False, not 1"):
        LoopySolver(Nim(), misere=1)  # type: ignore[arg-type]


# --- The type of values --------------------------------------------------------------------------


def test_infinite_values() -> None:
    value = LoopyValue(frozenset({10, 0, 3}))
    assert str(value) == "∞(0, 3, 10)" and str(INFINITY) == "∞"
    assert value ^ 2 == 2 ^ value == LoopyValue(frozenset({8, 2, 1}))
    assert value ^ value == value ^ INFINITY == INFINITY ^ 5 == INFINITY
    assert LoopyValue({1}) == LoopyValue(frozenset({1}))  # type: ignore[arg-type]
    for wrong in (-1, 1.5, True, "x"):
        with pytest.raises(ValueError, match="a finite value must be an integer ≥ 0, not"):
            LoopyValue(frozenset({wrong}))  # type: ignore[arg-type]


# --- Interruption --------------------------------------------------------------------------------


@given(graphs(), st.integers(1, 9))
def test_an_error_in_options_does_not_corrupt_the_values(graph: Graph, call: int) -> None:
    calls: list[int] = []

    def options(position: int) -> Sequence[int]:
        calls.append(position)
        if len(calls) == call:
            calls.pop()
            raise RuntimeError("the fuse")
        return graph.edges[position]

    solver = LoopySolver(Rules(options))
    start = graph.positions[-1]
    with suppress(RuntimeError):
        solver.value(start)
    call = 0
    solver.value(start)
    assert len(calls) == len(set(calls))
    assert [*map(solver.value, graph.positions)] == [
        *map(LoopySolver(graph).value, graph.positions)
    ]
