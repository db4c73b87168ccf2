"""Tests for Cram: moves, regions, and a comparison of Cram's own solver with the general one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Cram, cram
from nimtwist.games.cram import CramPosition, CramSolver, free_regions
from nimtwist.games.nim import nim_sum

cells = st.tuples(st.integers(0, 3), st.integers(0, 3))
positions = st.frozensets(cells, max_size=12)


def row(columns: int) -> CramPosition:
    return Cram.rectangle(1, columns)


@given(positions)
def test_each_pair_of_adjacent_free_cells_is_one_move(position: CramPosition) -> None:
    covered = [sorted(position - option) for option in Cram().options(position)]
    assert covered == [
        [(r, c), (s, d)]
        for (r, c), (s, d) in product(sorted(position), repeat=2)
        if (s - r, d - c) in {(0, 1), (1, 0)}
    ]


# --- The solver ----------------------------------------------------------------------------------


@given(positions)
def test_solver_agrees_with_the_search_on_random_positions(position: CramPosition) -> None:
    search, solver = Solver(Cram()), CramSolver()
    assert solver.outcome(position) == search.outcome(position)
    assert solver.winning_options(position) == search.winning_options(position)
    assert solver.grundy(position) == search.grundy(position)


@given(st.frozensets(cells, max_size=9), st.integers(0, 9))
def test_regions_are_cached_up_to_symmetry(position: CramPosition, shift: int) -> None:
    reports: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cram, "_PROGRESS_EVERY", 1)
        solver = CramSolver(reports.append)
        value, count = solver.grundy(position), len(reports)
        for down, right in product((1, -1), repeat=2):
            turned = frozenset((3 + shift + down * r, 3 + right * c) for r, c in position)
            assert solver.grundy(turned) == value
            assert solver.grundy(frozenset((c, r) for r, c in turned)) == value
    assert reports == [*range(1, count + 1)] and bool(reports) == bool(free_regions(position))


def test_search_can_be_interrupted_anywhere() -> None:
    """Interrupt the search after various numbers of calls, solve another position, and resume."""
    board, interrupts, split = Cram.rectangle(3, 4), 0, CramSolver._split
    value, row_value = CramSolver().grundy(board), CramSolver().grundy(row(9))
    for limit in range(0, 4000, 37):
        remaining = limit

        def count(self: CramSolver, mask: int, step: int) -> tuple[cram._Region, ...]:
            nonlocal remaining
            remaining -= 1
            if remaining < 0:
                raise KeyboardInterrupt
            return split(self, mask, step)

        solver = CramSolver()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(CramSolver, "_split", count)
            try:
                solver.grundy(board)
            except KeyboardInterrupt:
                interrupts += 1
            else:
                break
        assert solver.grundy(row(9)) == row_value
        assert solver.grundy(board) == value
    assert interrupts > 3


@given(positions)
def test_regions_share_no_move_and_their_values_add_up(position: CramPosition) -> None:
    regions, solver = free_regions(position), CramSolver()
    dominoes = [position - option for option in Cram().options(position)]
    assert all(sum(domino <= region for region in regions) == 1 for domino in dominoes)
    assert set().union(*regions) == set().union(*dominoes)
    assert all(len(free_regions(region)) == 1 for region in regions)
    assert solver.grundy(position) == nim_sum(map(solver.grundy, regions))
