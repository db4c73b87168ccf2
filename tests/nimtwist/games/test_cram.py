"""Cram: rules and notation, and the solver against the search and the tables."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Cram, cram
from nimtwist.games.cram import CramPosition, CramSolver, free_regions
from nimtwist.games.nim import nim_sum

BOARDS = [(rows, columns) for rows in range(1, 5) for columns in range(rows, 13 // rows + 1)]
cells = st.tuples(st.integers(0, 3), st.integers(0, 3))
positions = st.frozensets(cells, max_size=12)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("no free cells", []),
        (".", []),
        (".#/#.", []),
        ("..", ["no free cells"]),
        ("...", ["##.", "."]),
        ("../..", ["##/..", "#./#.", "./.", ".."]),
        (".#/..", ["##/#.", "."]),
    ],
)
def test_options_written_out(text: str, options: list[str]) -> None:
    assert [Cram().show(option) for option in Cram().options(Cram().read(text))] == options


@given(positions)
def test_a_move_is_two_neighbouring_free_cells_each_pair_once(position: CramPosition) -> None:
    options = Cram().options(position)
    covered = {position - option for option in options}
    assert len(covered) == len(options)
    pairs = {frozenset({a, b}) for a in position for b in position}
    assert covered == {
        pair for pair in pairs if len(pair) == 2 and sum(_distance(*sorted(pair))) == 1
    }


def _distance(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return abs(one[0] - other[0]), abs(one[1] - other[1])


@given(positions)
def test_what_is_shown_is_read_again(position: CramPosition) -> None:
    assert Cram().read(Cram().show(position)) == position


@pytest.mark.parametrize("text", ["..#/...", " ..# /... ", "..\t/\n...", "../...#/##"])
def test_a_board_is_read_in_any_common_form(text: str) -> None:
    assert Cram().read(text) == Cram.rectangle(2, 3) - {(0, 2)}


def test_a_side_of_1000_cells_is_read() -> None:
    assert Cram().read("." * 1000) == Cram.rectangle(1, 1000)
    assert Cram().read("/".join("." * 1000)) == Cram.rectangle(1000, 1)


def test_a_move_is_refused_exactly_if_it_is_no_option() -> None:
    cells = sorted(Cram.rectangle(2, 3))
    boards = [frozenset(free) for count in range(7) for free in combinations(cells, count)]
    for position, other in product(boards, repeat=2):
        refused = Cram().why_illegal(position, other) is not None
        assert refused == (other not in Cram().options(position)), (position, other)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("#...", "a domino covers two neighbouring cells, but this move covers 0"),
        ("##..", "a domino covers two neighbouring cells, but this move covers 1"),
        ("##.#", "a domino covers two neighbouring cells, but these two are not neighbours"),
        ("...", "a move frees no cell, but this one frees 1"),
    ],
)
def test_a_refusal_says_why(option: str, sentence: str) -> None:
    assert Cram().why_illegal(Cram().read("#..."), Cram().read(option)) == sentence


# --- The solver ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_the_solver_knows_the_values_that_the_search_finds(rows: int, columns: int) -> None:
    board, search, solver = Cram.rectangle(rows, columns), Solver(Cram()), CramSolver()
    assert solver.grundy(board) == search.grundy(board)
    assert solver.grundy(Cram.rectangle(columns, rows)) == search.grundy(board)
    assert CramSolver().outcome(board) == search.outcome(board)
    assert CramSolver().winning_options(board) == search.winning_options(board)


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
    values = [solver.grundy(_row(columns)) for columns in range(1, 131)]
    differ = [n for n, value in enumerate(values) if value != values[68 + n % 34]]
    assert differ == [0, 14, 16, 17, 31, 34, 51]


def test_a_region_of_400_cells_is_searched() -> None:
    """In the middle, the first domino leaves two regions that are equal."""
    assert CramSolver().outcome(_row(400)) == "N"


@given(st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4))), st.integers(0, 9))
def test_a_value_is_the_same_wherever_the_cells_lie_and_however_they_are_turned(
    position: CramPosition, far: int
) -> None:
    value = CramSolver().grundy(position)
    turned = frozenset((column, 4 - row) for row, column in position)
    reflected = frozenset((4 - row, column) for row, column in position)
    moved = frozenset((row + far, column + 3 * far) for row, column in position)
    for same in (turned, reflected, moved):
        assert CramSolver().grundy(same) == value
    apart = frozenset((row + 6, column) for row, column in turned)
    assert CramSolver().outcome(position | apart) == "P"


@given(st.frozensets(cells, max_size=9), st.integers(0, 9))
def test_a_region_is_met_once_wherever_it_lies_and_however_it_is_turned(
    position: CramPosition, far: int
) -> None:
    met: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cram, "_PROGRESS_EVERY", 1)
        solver = CramSolver(met.append)
        solver.grundy(position)
        count = len(met)
        for down, right in product((1, -1), repeat=2):
            turned = {(3 + far + down * row, 3 + right * column) for row, column in position}
            solver.grundy(frozenset(turned))
            solver.grundy(frozenset((column, row) for row, column in turned))
    assert len(met) == count


@settings(max_examples=25)
@given(positions, positions)
def test_regions_apart_add_up_as_nimbers(one: CramPosition, other: CramPosition) -> None:
    solver = CramSolver()
    both = one | {(row, column + 5) for row, column in other}
    assert solver.grundy(both) == nim_sum([solver.grundy(one), solver.grundy(other)])


class Interrupted(Exception):
    """Stands for Ctrl-C."""


def test_a_search_that_was_interrupted_goes_on_from_there() -> None:
    met: list[int] = []

    def stop(count: int) -> None:
        met.append(count)
        if len(met) == 1:
            raise Interrupted

    solver, board = Cram().solver(stop), Cram.rectangle(5, 5)
    with pytest.raises(Interrupted):
        solver.grundy(board)
    small = {position: solver.grundy(position) for position in map(_row, range(1, 12))}
    assert small == {position: Solver(Cram()).grundy(position) for position in small}
    assert solver.grundy(board) == CramSolver().grundy(board) == 0
    assert met[0] == 1 << 12


@pytest.mark.parametrize(
    ("rows", "columns", "regions"), [(4, 4, 102), (3, 7, 1464), (4, 6, 2446), (5, 5, 4960)]
)
def test_what_is_asked_first_keeps_the_search_small(
    rows: int, columns: int, regions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many regions are met at most; in almost any other order they are more on one board."""
    monkeypatch.setattr(cram, "_PROGRESS_EVERY", 1)
    met: list[int] = []
    CramSolver(met.append).grundy(Cram.rectangle(rows, columns))
    assert met == [*range(1, len(met) + 1)]
    assert len(met) <= regions


def _row(columns: int) -> CramPosition:
    return Cram.rectangle(1, columns)


def test_every_instant_is_one_at_which_the_search_may_stop() -> None:
    """Stop after each call in turn, ask another question, and go on."""
    board = Cram.rectangle(3, 4)
    solver, value = CramSolver(), CramSolver().grundy(board)
    stops = 0
    for limit in range(0, 4000, 37):
        with pytest.MonkeyPatch.context() as patch:
            left = limit
            split = CramSolver._split

            def count(self: CramSolver, mask: int, step: int, split=split):  # type: ignore[no-untyped-def]
                nonlocal left
                left -= 1
                if left < 0:
                    raise KeyboardInterrupt
                return split(self, mask, step)

            patch.setattr(CramSolver, "_split", count)
            try:
                solver = CramSolver()
                solver.grundy(board)
            except KeyboardInterrupt:
                stops += 1
            else:
                break
        assert solver.grundy(_row(9)) == CramSolver().grundy(_row(9))
        assert solver.grundy(board) == value
    assert stops > 3


@given(positions)
def test_regions_are_what_no_domino_joins_and_their_values_add_up(position: CramPosition) -> None:
    regions, solver = free_regions(position), CramSolver()
    joined = [pair for option in Cram().options(position) for pair in [position - option]]
    assert all(sum(pair <= region for region in regions) == 1 for pair in joined)
    assert set().union(*regions) == set().union(*joined)
    assert all(len(free_regions(region)) == 1 for region in regions)
    assert solver.grundy(position) == nim_sum(map(solver.grundy, regions))
