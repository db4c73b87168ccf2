"""Tests for what only one game has: its moves, its own solver, and descriptions of its moves."""

from __future__ import annotations

from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import (
    Kayles,
    Nim,
    Octal,
    Solver,
    Subtraction,
    Sum,
    SumSolver,
    TakeAndBreak,
    sequence,
)
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
from nimtwist.games.stones import Products, StonesPosition
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


# From the test suite of CGSuite: the Grundy values and the misère Grundy values of 0 to 20 sticks,
# and the number of options of a heap of 20.
TAKE_AND_BREAK: dict[str, tuple[list[int], list[int], int]] = {
    "0.[3]": ([*range(21)], [1, 0, *range(2, 21)], 20),
    "4!.0": (
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0],
        [1, 1, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2],
        9,
    ),
    "0.77": (
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1],
        [1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0],
        20,
    ),
    "0.07": (
        [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3],
        [1, 1, 0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 1, 3],
        10,
    ),
    "0.0330003": (  # Subtraction([2, 3, 7])
        [0, 0, 1, 1, 2] * 4 + [0],
        [1, 1, 0, 0, 2] * 4 + [1],
        3,
    ),
    "0.3003330[3]": (  # Subtraction([2, 3, 7], allbut => true)
        [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10],
        [1, 0, 1, 0, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10],
        17,
    ),
    "0.3f": (
        [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11],
        [1, 0, 2, 1, 0, 2, 1, 0, 4, 1, 0, 4, 1, 0, 6, 1, 0, 6, 1, 0, 6],
        38,
    ),
}


@pytest.mark.parametrize("code", TAKE_AND_BREAK)
def test_values_of_take_and_break_games(code: str) -> None:
    rules, (values, misere_values, count) = Octal(code), TAKE_AND_BREAK[code]
    assert rules.grundy_values(21) == values
    assert sequence(rules, 21, play="misère") == misere_values
    assert len(rules.options((20,))) == count


@pytest.mark.parametrize(
    ("code", "heap", "options"),
    [  # the first four from the test suite of CGSuite, where 8.0 is called 80.0
        ("8.0", 7, "1,1,5;1,2,4;1,3,3;2,2,3"),
        ("0.[3]", 7, "6;5;4;3;2;1;"),
        ("0.7[03]", 7, "6;1,5;2,4;3,3;4;2;"),
        ("0.3F!", 9, "8;7;1,6;2,5;3,4;1,2,4"),
        ("0.3F=", 8, "7;6;3,3;2,2,2"),
        ("0.3F?", 8, "7;6;1,5;2,4;1,1,4;1,2,3"),
        ("4!.4=", 5, "1,4;2,3;2,2"),
        ("80.0", 5, "1,1,4;1,2,3;2,2,2"),
    ],
)
def test_options_of_take_and_break_games(code: str, heap: int, options: str) -> None:
    expected = [tuple(map(int, filter(None, o.split(",")))) for o in options.split(";")]
    assert Octal(code).options((heap,)) == expected


@pytest.mark.parametrize(
    ("code", "normal"),
    [
        ("·77", "0.77"),
        (".3f", "0.3F"),
        (" 0.[v!0] ", "0.[V!0]"),
        ("g{3}4!.0", "G{3}4!.0"),
        ("0.&36;=", "0.&36;="),
    ],
)
def test_codes_are_normalized(code: str, normal: str) -> None:
    assert Octal(code).code == normal


def test_codes_describe_the_same_moves_as_other_games() -> None:
    for code, rules in {
        "4!.0": TakeAndBreak({0: [2]}, different=True),
        "{2,5}.&36;": TakeAndBreak({0: [2, 5], 1: [2, 5]}),
    }.items():
        assert Octal(code).grundy_values(30) == rules.grundy_values(30), code
    for code in ("4?.0", "0.3F=", "0.3F?"):
        search = SumSolver(Octal(code))
        assert Octal(code).grundy_values(20) == [search.grundy((n,)) for n in range(20)], code


@pytest.mark.parametrize(
    ("code", "why"),
    [
        *(
            (code, "TakeAndBreak")
            for code in ("0.*", "0.{0,1,2+}", "0.W", "3", "0.", "0.[3", "[3]")
        ),
        *((code, "TakeAndBreak") for code in ("0.3[]", "0.[3]3", "0.3!!", "0.{}", "0.３", "0.3ſ")),
        *((code, "would not end") for code in ("1.0", "2.7", "7!.0", "40.0", "C0.0", "800.0")),
        *((code, "at most 10") for code in ("0.{11}", "0.&2048;")),
    ],
)
def test_other_codes_are_rejected(code: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        Octal(code)
    assert repr(code) in str(caught.value)


def test_simple_descriptions_apply_or_are_known_not_to() -> None:
    simple = ("0.77", "4.0", "0.3F", "4!.3F!", "4!.7!3=", "0.33!", "8.0")
    others = ("0.[3]", "0.[3!]", "80.0", "4?.0", "0.3F=", "4!.4", "4!.04=")
    rules: list[Any] = [Subtraction({1, 2}), TakeAndBreak({0: [2]}, True), *map(Octal, simple)]
    assert all(game.is_simple for game in rules)
    assert not any(Octal(code).is_simple for code in others)
    assert [Octal(code).different for code in simple] == [0, 0, 0, 1, 1, 0, 0]


def test_games_with_endless_digits_have_moves_of_any_size() -> None:
    rules = Octal("0.3[03]")
    assert rules.moves == ((1, (0, 1)), (3, (0, 1)))
    assert [taken for taken, _, _ in rules.moves_for(9)] == [1, 3, 5, 7, 9]
    assert rules.why_illegal((10**30,), (10**30 - 5,)) is None
    assert rules.why_illegal((10**30,), (10**30 - 6,))
    with pytest.raises(ValueError, match="too many to list: at most 1,000,000"):
        rules.options((10**30,))


@pytest.mark.parametrize("code", ["0.G!", "0.G?", "0.&1024;", "8=.0"])
def test_random_splits_of_huge_heaps_are_options(code: str) -> None:
    for heap in (3 * 10**30, 3 * 10**30 + 3):
        option = Octal(code).random_option((heap,), Random(1))
        assert Octal(code).why_illegal((heap,), option) is None


def test_periods_are_proved_only_if_the_theorem_applies() -> None:
    proved = {code: True for code in ("0.77", "0.137", "0.2!3", "0.33?", "80.3")}
    proved |= {code: False for code in ("0.[3]", "0.[0]", "0.7!7!", "0.7=", "4?.07")}
    for code, is_proved in proved.items():
        assert (Octal(code).why_periodic(1, 1, [0] * 100) is not None) == is_proved, code
    values: Any = np.array(Kayles().grundy_values(200))
    assert Kayles().why_periodic(71, 12, values) == "theorem of Guy and Smith"
    outcomes: Any = np.where(values > 0, "N", "P")
    assert Kayles().why_periodic(71, 12, outcomes) is None


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
    # The winner always advances, so play ends.
    advances = {option for old, new, option in seen if new > old}
    assert {*NimInGaps(rules).winning_options(position)} <= advances
    # A token can move to the free squares in front of it and, if it may retreat, behind it.
    free = sum(right - 1 if retreats else right - 1 - left for left, right in position)
    assert len(seen) == free


@given(POSITIONS)
def test_turning_is_an_involution_that_preserves_gaps(position: Rows) -> None:
    rules = Northcott(WIDTH)
    assert rules.turned(rules.turned(position)) == position
    assert gaps(rules.turned(position)) == gaps(position)


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
    (Octal("80.0"), "7", "3 3 2", "add 1 to the heap of 7 and split it into 3, 3 and 2"),
    (Octal("0.[3]"), "7", "", "take 7 from the heap of 7"),
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
