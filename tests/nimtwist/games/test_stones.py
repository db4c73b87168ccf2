"""Stones: both move sets, the notation, Turning Corners, and the arithmetic against the search."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Nim, Stones
from nimtwist.games.stones import Products, Stone, StonesPosition, TurningCorners, off_axes

WORKED = frozenset({(1, 3), (4, 7), (6, 4), (10, 3), (14, 8)})
RECTANGLES = Stones("rectangles")
THEORY = Products(Stones())

spots = st.tuples(st.integers(1, 10**6), st.integers(1, 10**6))
boards = st.frozensets(spots, max_size=6)
near = st.frozensets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=5)


def subsets(width: int, height: int, first: int = 1) -> list[StonesPosition]:
    """Return every set of stones on a small board."""
    places = list(product(range(first, width + 1), range(first, height + 1)))
    chosen = chain.from_iterable(combinations(places, n) for n in range(len(places) + 1))
    return list(map(frozenset, chosen))


@cache
def solver() -> Solver[StonesPosition]:
    return Solver(Stones())


@pytest.mark.parametrize("rules", [Stones(), RECTANGLES])
@pytest.mark.parametrize(
    ("position", "options"),
    [
        ([], []),
        ([(1, 1)], [[]]),
        ([(1, 3)], [[], [(1, 1)], [(1, 2)]]),
        ([(2, 1)], [[], [(1, 1)]]),
        ([(1, 1), (2, 1)], [[(2, 1)], [(1, 1)], []]),
        ([(2, 2)], [[], [(1, 2)], [(2, 1)], [(1, 1), (1, 2), (2, 1)]]),
        (
            [(1, 1), (2, 2)],
            [[(2, 2)], [(1, 1)], [(1, 1), (1, 2)], [(1, 1), (2, 1)], [(1, 2), (2, 1)]],
        ),
    ],
)
def test_options_written_out(
    rules: Stones, position: list[Stone], options: list[list[Stone]]
) -> None:
    found = rules.options(frozenset(position))
    assert len(found) == len(options)
    assert set(found) == set(map(frozenset, options))


def test_all_options_as_worded_are_rectangles_and_none_is_listed_twice() -> None:
    for position in subsets(3, 3):
        worded, rectangles = Stones().options(position), RECTANGLES.options(position)
        assert len(worded) == len(set(worded)) == sum(x * y for x, y in position)
        assert sorted(map(sorted, worded)) == sorted(map(sorted, rectangles))
        assert rectangles == list(map(off_axes, TurningCorners().options(position)))


@given(near)
def test_both_move_sets_agree_on_a_larger_board(position: StonesPosition) -> None:
    assert set(Stones().options(position)) == set(RECTANGLES.options(position))


def test_a_move_lowers_the_position_so_play_ends() -> None:
    # The largest spot that changes is the chosen stone, which goes.
    for position in subsets(3, 3):
        for option in Stones().options(position):
            assert max(position ^ option) in position


@given(boards)
def test_what_is_shown_is_read_again(position: StonesPosition) -> None:
    assert Stones().read(Stones().show(position)) == position


@pytest.mark.parametrize(
    "text", ["(1, 3), (4, 7)", "4,7;1,3", " 1 3 4 7 ", "(1,3)(4,7)", "1,3,4,7", "(1 3);\t(4 7),"]
)
def test_stones_are_read_in_any_common_form(text: str) -> None:
    assert Stones().read(text) == {(1, 3), (4, 7)}


@pytest.mark.parametrize("text", ["", "  ", "no stones", "()", " no  stones "])
def test_no_stones_can_be_read(text: str) -> None:
    assert Stones().read(text) == frozenset()
    assert Stones().show(frozenset()) == "no stones"


@pytest.mark.parametrize("rules", [Stones(), RECTANGLES])
def test_a_move_is_refused_exactly_if_it_is_no_option(rules: Stones) -> None:
    positions = subsets(3, 2)
    for position, option in product(positions, repeat=2):
        refused = rules.why_illegal(position, option) is not None
        assert refused == (option not in rules.options(position)), (position, option)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (WORKED, "a move changes the board, but this one changes nothing"),
        (WORKED | {(5, 5)}, "the top right of the changes, (5, 5), is not a stone of {}"),
        (WORKED ^ {(4, 7), (6, 4)}, "the top right of the changes, (6, 7), is not a stone of {}"),
        (
            WORKED ^ {(4, 7), (3, 3)},
            "the changes, at (3, 3), (4, 7), are not all the corners of a rectangle",
        ),
        (
            WORKED ^ {(4, 7), (3, 7), (4, 6)},
            "the changes, at (3, 7), (4, 6), (4, 7), are not all the corners of a rectangle",
        ),
        (
            WORKED ^ {(4, 7), (3, 7), (2, 7)},
            "the changes, at (2, 7), (3, 7), (4, 7), are not all the corners of a rectangle",
        ),
        (
            frozenset({(0, 1)}),
            "a coordinate of (0, 1) must be a whole number, at least 1, not 0",
        ),
    ],
)
def test_a_refusal_says_why(option: StonesPosition, sentence: str) -> None:
    said = sentence.format(Stones().show(WORKED))
    assert Stones().why_illegal(WORKED, option) == said


def test_the_value_by_search_is_the_nim_sum_of_the_products() -> None:
    for position in subsets(3, 3):
        assert solver().grundy(position) == THEORY.grundy(position)


def test_the_moves_by_arithmetic_are_the_winning_ones_of_the_search() -> None:
    for position in subsets(3, 3):
        moves = [Stones().after(position, *move) for move in THEORY.winning_moves(position)]
        assert len(set(moves)) == len(moves)
        assert set(moves) == set(solver().winning_options(position))


@given(near)
def test_the_moves_by_arithmetic_are_those_to_value_0(position: StonesPosition) -> None:
    moves = {Stones().after(position, *move) for move in THEORY.winning_moves(position)}
    zero = {option for option in Stones().options(position) if THEORY.grundy(option) == 0}
    assert moves == (zero if THEORY.grundy(position) else set())
    assert bool(moves) == bool(THEORY.grundy(position))


@pytest.mark.parametrize("turned", [False, True])
def test_coordinates_may_be_of_any_size(turned: bool) -> None:
    stones = [(3, 1 << 200), (7, (1 << 200) + 5)]
    position = frozenset((y, x) if turned else (x, y) for x, y in stones)
    value, corner = THEORY.grundy(position), next(THEORY.winning_moves(position))
    assert value != 0 == THEORY.grundy(Stones().after(position, *corner))


def test_stones_in_the_left_column_are_heaps_of_nim() -> None:
    nim = Solver(Nim())
    for position in subsets(1, 6):
        assert solver().grundy(position) == nim.grundy(tuple(y for _, y in position))


def test_turning_corners_is_the_game_when_heads_on_the_axes_are_forgotten() -> None:
    coins = Solver(TurningCorners())
    for heads in subsets(2, 2, first=0):
        found = [off_axes(option) for option in TurningCorners().options(heads)]
        assert sorted(map(sorted, found)) == sorted(
            map(sorted, RECTANGLES.options(off_axes(heads)))
        )
        assert coins.grundy(heads) == solver().grundy(off_axes(heads))


def test_a_rectangle_changes_its_corners() -> None:
    after = Stones().after
    assert after(WORKED, (14, 8), (6, 4)) == (WORKED - {(14, 8), (6, 4)}) | {(14, 4), (6, 8)}
    assert after(WORKED, (14, 8), (6, 0)) == (WORKED - {(14, 8)}) | {(6, 8)}
    assert after(WORKED, (10, 3), (1, 0)) == WORKED - {(10, 3), (1, 3)}
    assert after(WORKED, (14, 8), (0, 0)) == WORKED - {(14, 8)}
