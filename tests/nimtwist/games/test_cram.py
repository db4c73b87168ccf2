"""Cram: its moves and regions, and the solver against the search and the tables."""

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
def test_a_move_is_two_neighbouring_free_cells_each_pair_once(position: CramPosition) -> None:
    covered = [sorted(position - option) for option in Cram().options(position)]
    assert covered == [
        [(r, c), (s, d)]
        for (r, c), (s, d) in product(sorted(position), repeat=2)
        if (s - r, d - c) in {(0, 1), (1, 0)}
    ]


@pytest.mark.parametrize("text", ["", "..//..", "..;..", "ab", "../.x"])
def test_what_is_no_board_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="is not a board"):
        Cram().read(text)


def test_a_side_of_1000_cells_is_read_and_no_longer_one() -> None:
    assert Cram().read("." * 1000) == row(1000)
    assert Cram().read("/".join("." * 1000)) == Cram.rectangle(1000, 1)
    for longer in ("." * 1001, "/".join("." * 1001)):
        with pytest.raises(ValueError, match="at most 1000 rows and columns"):
            Cram().read(longer)


# --- The solver ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns", "count"), [(1, 5, 8), (2, 5, 162), (3, 4, 550)])
def test_the_solver_agrees_with_the_search_on_every_position_of_a_board(
    rows: int, columns: int, count: int
) -> None:
    """The numbers of positions are those that M. Schneider counts (github.com, "juvavum")."""
    search, solver, board = Solver(Cram()), CramSolver(), Cram.rectangle(rows, columns)
    unseen, seen = [board], {board}
    while unseen:
        position = unseen.pop()
        assert solver.grundy(position) == search.grundy(position), Cram().show(position)
        new = set(Cram().options(position)) - seen
        unseen += new
        seen |= new
    assert len(seen) == count


@given(positions)
def test_the_solver_agrees_with_the_search_on_any_cells(position: CramPosition) -> None:
    search, solver = Solver(Cram()), CramSolver()
    assert solver.outcome(position) == search.outcome(position)
    assert solver.winning_options(position) == search.winning_options(position)
    assert solver.grundy(position) == search.grundy(position)


def test_one_row_is_dawsons_kayles_whose_values_have_the_period_34_from_53_on() -> None:
    """A002187, one place on: "period 34 with the only exceptions at 0, 14, 16, 17, 31, 34, 51"."""
    solver = CramSolver()
    values = [solver.grundy(row(columns)) for columns in range(1, 104)]
    differ = [n for n, value in enumerate(values) if value != values[68 + n % 34]]
    assert differ == [0, 14, 16, 17, 31, 34, 51]


def test_a_region_of_400_cells_is_searched_and_no_larger_one() -> None:
    """In the middle, the first domino leaves two regions that are equal."""
    assert CramSolver().outcome(row(400)) == "N"
    with pytest.raises(ValueError, match="401 connected free cells is too large"):
        CramSolver().outcome(row(401))


@given(st.frozensets(cells, max_size=9), st.integers(0, 9))
def test_a_region_is_met_once_wherever_it_lies_and_however_it_is_turned(
    position: CramPosition, far: int
) -> None:
    met: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cram, "_PROGRESS_EVERY", 1)
        solver = CramSolver(met.append)
        value, count = solver.grundy(position), len(met)
        for down, right in product((1, -1), repeat=2):
            turned = frozenset((3 + far + down * r, 3 + right * c) for r, c in position)
            assert solver.grundy(turned) == value
            assert solver.grundy(frozenset((c, r) for r, c in turned)) == value
    assert met == [*range(1, count + 1)] and bool(met) == bool(free_regions(position))


def test_a_search_may_be_interrupted_at_any_call() -> None:
    """Stop after each call in turn, ask another question, and go on."""
    board, stops, split = Cram.rectangle(3, 4), 0, CramSolver._split
    value, other = CramSolver().grundy(board), CramSolver().grundy(row(9))
    for limit in range(0, 4000, 37):
        left = limit

        def count(self: CramSolver, mask: int, step: int) -> tuple[cram._Region, ...]:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return split(self, mask, step)

        solver = CramSolver()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(CramSolver, "_split", count)
            try:
                solver.grundy(board)
            except KeyboardInterrupt:
                stops += 1
            else:
                break
        assert solver.grundy(row(9)) == other
        assert solver.grundy(board) == value
    assert stops > 3


@given(positions)
def test_regions_are_what_no_domino_joins_and_their_values_add_up(position: CramPosition) -> None:
    regions, solver = free_regions(position), CramSolver()
    joined = [position - option for option in Cram().options(position)]
    assert all(sum(pair <= region for region in regions) == 1 for pair in joined)
    assert set().union(*regions) == set().union(*joined)
    assert all(len(free_regions(region)) == 1 for region in regions)
    assert solver.grundy(position) == nim_sum(map(solver.grundy, regions))
