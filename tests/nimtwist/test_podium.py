"""Tests that compare the podium rule with all equilibria, and Li's theory of Nim with a search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims.podium import finishing_order
from nimbook.samples import every_graph
from nimtwist import MultiMove, Solver
from nimtwist.games import Nim
from nimtwist.podium import (
    PodiumSolver,
    Step,
    ZeroSums,
    delta,
    is_zero,
    nearest,
    rank,
    reduction,
)
from tests.lib.strategies import Graph, dags

small = st.lists(st.integers(0, 7), max_size=5).map(tuple)
large = st.lists(st.integers(0, 1 << 70), max_size=9).map(tuple)
players = st.integers(2, 6)


def count_reduced(before: Sequence[int], after: Sequence[int]) -> int:
    assert all(b <= a for a, b in zip(before, after, strict=True))
    return sum(b < a for a, b in zip(before, after, strict=True))


# --- The podium rule -----------------------------------------------------------------------------


@given(dags(7), players)
def test_standings_agree_with_naive_play(graph: Graph, n: int) -> None:
    solver = PodiumSolver(graph)
    for position in graph.positions:
        order = finishing_order(graph, position, n)
        assert [order.index(player) + 1 for player in range(n)] == list(
            solver.standings(position, n)
        )
        assert solver.winners(position, n) == {order[0]}


def equilibria(graph: Graph, start: int, n: int, podium: bool) -> set[tuple[int, ...]]:
    """Return the standings of the n players in all equilibria.

    All ways to choose one move in each position are tried. Players prefer better places if `podium`
    is true. Otherwise, they only care about winning.
    """

    def standing(choice: Sequence[Any], position: int) -> tuple[int, ...]:
        if choice[position] is None:
            return tuple(range(n, 0, -1))
        after = standing(choice, choice[position])
        return (after[-1], *after[:-1])

    def cost(choice: Sequence[Any], option: int) -> int:
        place = standing(choice, option)[-1]
        return place if podium else int(place > 1)

    choices: Iterator[Sequence[Any]] = product(*(edges or (None,) for edges in graph.edges))
    return {
        standing(choice, start)
        for choice in choices
        if all(
            cost(choice, choice[position]) == min(cost(choice, option) for option in edges)
            for position, edges in enumerate(graph.edges)
            if edges
        )
    }


@pytest.mark.parametrize("podium", [True, False])
@pytest.mark.parametrize("n", range(2, 6))
def test_possible_standings_are_those_of_equilibria(n: int, podium: bool) -> None:
    for graph in every_graph(4):
        start = graph.positions[-1]
        possible = PodiumSolver(graph).possible_standings(start, n, podium)
        assert possible == equilibria(graph, start, n, podium)
        assert len(possible) == 1 or not podium


@given(dags(7), st.integers(1, 5))
def test_a_multi_move_combines_moves_up_to_the_limit(graph: Graph, limit: int) -> None:
    def reached(position: int, moves: int) -> Iterator[int]:
        for option in graph.options(position) if moves else ():
            yield option
            yield from reached(option, moves - 1)

    turns = MultiMove(graph, limit)
    for position in graph.positions:
        options = turns.options(position)
        assert len(options) == len(set(options))
        assert set(options) == set(reached(position, limit))


# --- Digit sums and ranks ------------------------------------------------------------------------


@given(large, players)
def test_each_digit_counts_the_ones_in_its_column_modulo_n(heaps: tuple[int, ...], n: int) -> None:
    digits = delta(heaps, n)
    assert len(digits) == max(heaps, default=0).bit_length()
    for place, digit in enumerate(reversed(digits)):
        assert digit == sum(heap >> place & 1 for heap in heaps) % n
    assert is_zero(heaps, n) == (not any(digits))
    assert is_zero(heaps * n, n)


@pytest.mark.parametrize("n", range(2, 6))
def test_winning_options_are_all_options_with_delta_0(n: int) -> None:
    for count in range(5):
        for position in combinations_with_replacement(range(1, 7), count):
            zeros = [option for option in Nim().options(position) if is_zero(option, n)]
            winning = ZeroSums(n).winning_options(position)
            assert sorted(winning) == sorted(zeros) and len(set(winning)) == len(winning)
            assert (ZeroSums(n).outcome(position) == "P") == is_zero(position, n)


@given(small, st.integers(2, 5))
def test_nearest_lists_all_zeros_reducing_the_fewest_heaps(heaps: tuple[int, ...], n: int) -> None:
    zeros = [p for p in product(*(range(heap + 1) for heap in heaps)) if not any(delta(p, n))]
    fewest = min(count_reduced(heaps, zero) for zero in zeros)
    assert rank(heaps, n) == fewest
    assert nearest(heaps, n) == [zero for zero in zeros if count_reduced(heaps, zero) == fewest]


@pytest.mark.parametrize("n", range(2, 6))
def test_best_options_have_the_next_lower_rank(n: int) -> None:
    solver = Solver(Nim())
    for count in range(5):
        for position in combinations_with_replacement(range(6), count):
            best, now = ZeroSums(n).best_options(position), solver.rank(position, n)
            assert set(best) <= set(Nim().options(position)) and bool(best) == bool(now)
            assert {solver.rank(option, n) for option in best} <= {now - 1}, position
            if now == 1:
                assert set(best) == set(ZeroSums(n).winning_options(position))


# --- The algorithm -------------------------------------------------------------------------------


@given(large, players, st.integers())
def test_the_algorithm_zeroes_columns_from_left_to_right(
    heaps: tuple[int, ...], n: int, seed: int
) -> None:
    rng = random.Random(seed)

    def choose(rows: Sequence[int], count: int) -> list[int]:
        assert 0 < count <= len(rows)
        return rng.sample(list(rows), count)

    steps = reduction(heaps, n, choose)
    width = len(delta(heaps, n))
    assert steps[0] == Step(heaps, delta(heaps, n))
    modified: set[int] = set()
    for before, step in pairwise(steps):
        column = step.column
        assert column is not None and not any(before.sums[:column]) and before.sums[column]
        assert not any(step.sums[: column + 1]) and len(step.changed) == before.sums[column]
        place = 1 << (width - 1 - column)
        for row, (old, new) in enumerate(zip(before.heaps, step.heaps, strict=True)):
            assert (row in step.changed) == (old != new)
            if old != new:
                assert old & place and new == (old - old % place - place) + place - 1
        # Each step first uses the rows that earlier steps have changed, before it uses any others.
        # All the rows changed earlier have a 1 in this column.
        assert modified <= set(step.changed) or set(step.changed) <= modified
        modified |= set(step.changed)
        assert step.sums == (0,) * (width - len(delta(step.heaps, n))) + delta(step.heaps, n)
    assert not any(steps[-1].sums)
    assert count_reduced(heaps, steps[-1].heaps) == len(modified) < n


def test_the_alternative_start_can_fail() -> None:
    steps = reduction((1, 2, 2), 3, start="not n - 1")
    assert [step.column for step in steps] == [None, 1, 0, 1]
    assert count_reduced((1, 2, 2), steps[-1].heaps) == 3
    assert reduction((1, 1), 3, start="not n - 1") == [Step((1, 1), (2,))]
