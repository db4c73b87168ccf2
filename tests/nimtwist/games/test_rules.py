"""Tests for what only one game has: its moves, its own solver, and descriptions of its moves."""

from __future__ import annotations

from itertools import chain, combinations, product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Kayles, Nim, Octal, Solver, Sum, SumSolver, TakeAndBreak
from nimtwist.game import describe_move
from nimtwist.games import (
    BlockingNim,
    Cram,
    Hackenbush,
    Moore,
    MuM,
    Northcott,
    PolyMuM,
    Stones,
    cram,
)
from nimtwist.games.cram import CramPosition, CramSolver, free_regions
from nimtwist.games.hackenbush import Picture, Principles, fuse
from nimtwist.games.nim import nim_sum
from nimtwist.games.northcott import NimInGaps, Rows, gaps
from nimtwist.games.octal import Periodic
from nimtwist.games.stones import Products, StonesPosition, TurningCorners, off_axes
from tests.lib.positions import NORTHCOTT_POSITIONS as POSITIONS
from tests.lib.positions import NORTHCOTT_WIDTH as WIDTH
from tests.lib.positions import pictures
from tests.lib.strategies import SinglePath

# --- Nim and Moore's Nim -------------------------------------------------------------------------


@given(st.lists(st.integers(0, 1 << 80)))
def test_nim_sum_adds_binary_columns_without_carry(numbers: list[int]) -> None:
    columns = [sum(number >> place & 1 for number in numbers) % 2 for place in range(81)]
    assert nim_sum(numbers) == sum(digit << place for place, digit in enumerate(columns))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_moores_theory_constructs_winning_moves(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimtwist.games.moore._MAX_TRIED", -1)
    solver, theory = Solver(Moore(k)), Moore(k).closed_form
    for position in product(range(4), repeat=4):
        advised, winning = theory.winning_options(position), solver.winning_options(position)
        assert set(advised) <= set(winning) and bool(advised) == bool(winning), position
    large = (2, 3, 5, 5, 8)  # the theory must reduce heaps in several binary columns
    for option in theory.winning_options(large):
        assert theory.outcome(option) == "P" and not Moore(k).why_illegal(large, option)


# --- Octal games ---------------------------------------------------------------------------------


def test_pairs_with_the_same_number_of_sticks_are_merged() -> None:
    rules = TakeAndBreak([(1, [0]), (2, [1]), (1, [2])])
    assert rules == TakeAndBreak({1: [0, 2], 2: [1]})
    assert rules.options((1, 3)) == [(3,), (1, 1, 1), (1, 1)]


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_theory_finds_winning_moves_in_long_rows(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    for heap, value in product((52, 57), (4, 5)):
        position = heap, theory.values.index(value)
        assert theory.winning_options(position) == solver.winning_options(position)
    for long in [(230,), (231, 230), (300, 240, 12), (251, 251, 1)]:
        advised, winning = theory.winning_options(long), solver.winning_options(long)
        assert set(advised) <= set(winning) and bool(advised) == bool(winning)


def test_periods_that_are_too_long_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimtwist.games.octal._MAX_VALUES", 200)
    assert len(Periodic(Octal("0.77"), 0, 200).values) == 200
    with pytest.raises(ValueError, match="too many values"):
        Periodic(Octal("0.77"), 1, 200)


# --- Northcott's game ----------------------------------------------------------------------------


@pytest.mark.parametrize("retreats", [True, False])
@given(POSITIONS)
def test_options_move_one_token_and_turn_the_board(retreats: bool, position: Rows) -> None:
    rules = Northcott(WIDTH, retreats)
    seen = set()
    for option in rules.options(position):
        after = rules.turned(option)
        assert [right for _, right in after] == [right for _, right in position]
        [(old, new)] = [(a, b) for (a, _), (b, _) in zip(position, after, strict=True) if a != b]
        assert retreats or new > old
        words = rules.describe_move(position, option)
        assert words.startswith("advance " if new > old else "retreat ")
        assert words.split()[1] == str(abs(new - old))
        seen.add((old, new, option))
    # A token can move to the free squares in front of it and, if it may retreat, behind it.
    free = sum(right - 1 if retreats else right - 1 - left for left, right in position)
    assert len(seen) == free


@given(POSITIONS)
def test_turning_is_an_involution_that_preserves_gaps(position: Rows) -> None:
    rules = Northcott(WIDTH)
    assert rules.turned(rules.turned(position)) == position
    assert gaps(rules.turned(position)) == gaps(position)


@given(POSITIONS, st.data())
def test_winner_needs_at_most_one_move_per_square_in_front(
    position: Rows, data: st.DataObject
) -> None:
    """The winner always advances a token, while the loser plays at random."""
    theory = NimInGaps(Northcott(WIDTH))
    limit, moves = sum(WIDTH - 2 - left for left, _ in position), 0
    while advances := theory.winning_options(position):
        moves += 1
        options = theory.rules.options(data.draw(st.sampled_from(advances)))
        if not options:
            break
        position = data.draw(st.sampled_from(options))
        assert theory.winning_options(position)
    assert moves <= limit


# --- Hackenbush ----------------------------------------------------------------------------------

RULES = Hackenbush()
grundy = Principles(RULES).grundy


@given(pictures())
def test_a_cut_removes_all_edges_cut_off_from_the_ground(picture: Picture) -> None:
    options = RULES.options(picture)
    assert len(options) == len(picture.edges)
    for i, option in enumerate(options):
        rest = [*picture.edges[:i], *picture.edges[i + 1 :]]
        standing, grown = {0}, True
        while grown:
            touched = {node for edge in rest if standing & set(edge) for node in edge}
            grown, standing = not touched <= standing, standing | touched
        assert list(option.edges) == [edge for edge in rest if set(edge) <= standing]


@given(pictures())
def test_values_match_the_search_and_are_preserved_by_fusion(picture: Picture) -> None:
    value = Solver(RULES).grundy(picture)
    assert grundy(picture) == value
    assert Solver(RULES).grundy(fuse(picture)) == value


@given(pictures(12))
def test_fused_pictures_are_trees_with_loops(picture: Picture) -> None:
    fused = fuse(picture)
    assert len(fused.edges) == len(picture.edges)
    links = [edge for edge in fused.edges if edge[0] != edge[1]]
    assert len(links) == len({node for edge in fused.edges for node in edge} | {0}) - 1
    assert fuse(fused) == fused


# --- Stones and Turning Corners ------------------------------------------------------------------

RECTANGLES = Stones("rectangles")
THEORY = Products(Stones())

small_positions = st.frozensets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=5)


def subsets(width: int, height: int, first: int = 1) -> list[StonesPosition]:
    """Return every set of stones on a small board."""
    spots = list(product(range(first, width + 1), range(first, height + 1)))
    chosen = chain.from_iterable(combinations(spots, n) for n in range(len(spots) + 1))
    return list(map(frozenset, chosen))


@given(small_positions)
def test_both_descriptions_of_the_moves_agree(position: StonesPosition) -> None:
    options = Stones().options(position)
    assert len(options) == len(set(options)) == sum(x * y for x, y in position)
    assert set(options) == set(RECTANGLES.options(position))
    # Of all spots that a move changes, the largest is that of the chosen stone. This stone is
    # removed, so play must end.
    assert all(max(position ^ option) in position for option in options)


@pytest.mark.parametrize("turned", [False, True])
def test_coordinates_may_be_huge(turned: bool) -> None:
    stones = [(3, 1 << 200), (7, (1 << 200) + 5)]
    position = frozenset((y, x) if turned else (x, y) for x, y in stones)
    value, move = THEORY.grundy(position), next(THEORY.winning_moves(position))
    assert value != 0 == THEORY.grundy(Stones().after(position, *move))


def test_turning_corners_matches_stones_off_the_axes() -> None:
    coins, stones = Solver(TurningCorners()), Solver(Stones())
    for heads in subsets(2, 2, first=0):
        options = [off_axes(option) for option in TurningCorners().options(heads)]
        assert sorted(map(sorted, options)) == sorted(
            map(sorted, RECTANGLES.options(off_axes(heads)))
        )
        assert coins.grundy(heads) == stones.grundy(off_axes(heads))


# --- Cram ----------------------------------------------------------------------------------------

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


# --- Descriptions of moves -----------------------------------------------------------------------

TURNING = SimpleNamespace(options=lambda pair: [(pair[1], 0)], turned=lambda pair: pair[::-1])
BLOCKING = BlockingNim.up_to(4, 2)

# For each game: a position, an option and the description of the move. Texts are positions.
MOVES: list[tuple[Any, Any, Any, str]] = [
    (
        Moore(3),
        "9 4 2",
        "5 1 1",
        "take 4 from the heap of 9, 3 from the heap of 4 and 1 from the heap of 2",
    ),
    (Kayles(), "7 1", "4 2 1", "take 1 from the heap of 7, leaving 4 and 2"),
    (Octal("4.0"), "3", "2 1", "split the heap of 3 into 2 and 1"),
    (BLOCKING, "2 5 not 1 3", "2 3 not 1 2", "take 2 from the heap of 5 and forbid 1 and 2"),
    (BLOCKING, "2 not 1", "()", "take 2 from the heap of 2 and forbid nothing"),
    (MuM(5), "2 2", "1", "merge the heaps into 4 and take 3 from the heap of 4"),
    (MuM(5, "own-turn"), "2 2", "4", "merge the heaps into 4"),
    (MuM(5, compulsory=False), "2 2", "1 2", "take 1 from the heap of 2"),
    (PolyMuM(0b1011), "2 2", "3", "merge the heaps into x² and turn the heap x² into x + 1"),
    (Stones(), "3,2", "1,2", "slide the stone (3, 2) to (1, 2)"),
    (Stones(), "1,2 3,2", "()", "slide the stone (3, 2) to (1, 2), where both vanish"),
    (Stones(), "2,3", "1,1 1,3 2,1", "change the corners of the rectangle from (1, 1) to (2, 3)"),
    (Cram(), "../..", ".#/.#", "lay a domino on rows 1 and 2, column 2"),
    (Cram(), ".../...", ".../.##", "lay a domino on row 2, columns 2 and 3"),
    (Hackenbush(), "0-1 1-2", "0-1", "cut the edge 1-2"),
    (Northcott(5), ((1, 3),), ((1, 4),), "retreat 1 square in row 1"),
    (Northcott(5), ((2, 3), (0, 4)), ((1, 2), (0, 1)), "advance 3 squares in row 2"),
    (Sum(Kayles(), Nim()), "5 + 2 1", "5 + 1 1", "take 1 from the heap of 2 in game 2"),
    (SinglePath(), 9, 7, "take 2 from the heap of 9"),
    (SinglePath(), 5, 7, "leave 7"),
    (TURNING, (1, 2), (2, 0), "leave (0, 2)"),
]


@pytest.mark.parametrize(("rules", "position", "option", "description"), MOVES)
def test_moves_are_described(rules: Any, position: Any, option: Any, description: str) -> None:
    before, after = (rules.read(p) if isinstance(p, str) else p for p in (position, option))
    assert describe_move(rules, before, after) == description
