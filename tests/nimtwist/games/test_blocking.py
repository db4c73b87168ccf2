"""Tests for blocking Nim: rules, families, closed forms, and grids of two heaps."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import BlockingNim
from nimtwist.games.blocking import Boxes
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.restrictions import longest_run, smallest_allowed
from tests.lib.strategies import blocking_games

NONE, ONE = frozenset[int](), frozenset({1})


def residue(taken: int, modulus: int) -> int:
    return taken % modulus or modulus


# --- Rules ---------------------------------------------------------------------------------------


def test_equality_ignores_how_a_family_is_written() -> None:
    game = BlockingNim(3, [[1], (2, 2), {3}])
    assert game == BlockingNim.exactly(3, 1) and hash(game) == hash(BlockingNim.exactly(3, 1))
    assert game != BlockingNim(4, [[1], [2], [3]]) and game != BlockingNim.up_to(3, 1)
    assert eval(repr(game)) == game


# --- Closed forms --------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_smallest_allowed_and_longest_run_match_counting(modulus: int) -> None:
    for forbidden in BlockingNim.up_to(modulus, modulus).family:
        allowed = [n for n in range(1, 40) if residue(n, modulus) not in forbidden]
        assert smallest_allowed(modulus, forbidden) == min(allowed, default=math.inf)
        gaps = [after - before - 1 for before, after in pairwise(allowed)]
        assert longest_run(modulus, forbidden) == max(gaps, default=math.inf)


def test_an_infinite_box_takes_few_sticks_from_a_huge_heap() -> None:
    boxes = Boxes(BlockingNim.up_to(1, 1), math.inf)
    assert boxes.winning_options(((10**30,), NONE)) == [((10**30 - 1,), ONE)]


@given(blocking_games(8), st.integers(1, 20), st.one_of(st.integers(1, 9), st.just(math.inf)))
def test_box_rows_match_the_outcome_of_each_pair(rules: BlockingNim, size: int, box: float) -> None:
    boxes = Boxes(rules, box)
    for forbidden in rules.family:
        rows = boxes.rows(forbidden, size)
        assert list(map(len, rows)) == [size] * size
        for i, j in product(range(size), repeat=2):
            assert rows[i][j] == boxes.outcome(((i, j), forbidden))


# --- Grids ---------------------------------------------------------------------------------------


@given(blocking_games(9), st.integers(1, 12))
def test_grid_matches_the_solver(rules: BlockingNim, size: int) -> None:
    solver, grid = Solver(rules), PairGrid(rules, size)
    for forbidden in rules.family:
        rows = grid.rows(forbidden)
        assert [len(row) for row in rows] == [size] * size
        for i, j in product(range(size), repeat=2):
            outcome = solver.outcome((tuple(sorted((i, j))), forbidden))
            assert rows[i][j] == grid.outcome(i, j, forbidden) == outcome, (i, j, forbidden)


def test_grid_smaller_than_the_modulus_ignores_the_modulus() -> None:
    small, huge = (BlockingNim(n, [{1}, {2, n}]) for n in (20, 10**30))
    assert PairGrid(small, 9).rows(ONE) == PairGrid(huge, 9).rows(ONE)


# --- Families ------------------------------------------------------------------------------------


def boxes_are_correct(rules: BlockingNim, box: float, size: int) -> bool:
    """Return whether boxes of size `box` give the right outcomes for all pairs below `size`."""
    grid, boxes = PairGrid(rules, size), Boxes(rules, box)
    return all(boxes.rows(forbidden, size) == grid.rows(forbidden) for forbidden in rules.family)


@given(blocking_games())
def test_box_games_are_exactly_those_solved_by_boxes(rules: BlockingNim) -> None:
    """If boxes fail for a game modulo n, then they fail for some heaps below 2n.

    According to boxes of size s, no single heap p >= s is a P-position. But if a restriction
    forbids s consecutive numbers, a + 1 to a + s, then it forbids every move from p ≡ a + s (mod n)
    to a heap below s. If the boxes are right for all smaller heaps, these are the only
    heaps worth moving to, so the boxes fail at p. The smallest such p is below s + n, and s <= n.
    """
    s = rules.smallest_unavoidable
    assert rules.is_box_game == (rules.closed_form is not None)
    assert rules.is_box_game == boxes_are_correct(rules, s, 2 * rules.modulus)
    assert rules.is_box_game == boxes_are_correct(rules, s, 4 * rules.modulus + 3)
    # If the boxes were larger than s, (s, s) would be an N-position. If they were smaller, a single
    # heap of size `box` would be an N-position. Neither is true.
    for box in {*range(1, rules.modulus + 2), math.inf} - {s}:
        assert not boxes_are_correct(rules, box, 2 * rules.modulus + 3)
