"""Northcott's game: its rules and notation, and Nim beside it."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import EndlessPlayError, LoopySolver, Solver
from nimtwist.games import Northcott
from nimtwist.games.nim import nim_sum
from nimtwist.games.northcott import NimInGaps, Rows, gaps

WIDTH = 6
ROWS = st.tuples(st.integers(0, WIDTH - 2), st.integers(1, WIDTH - 1)).filter(lambda r: r[0] < r[1])
POSITIONS = st.lists(ROWS, max_size=3).map(tuple)


def all_positions(width: int, rows: int) -> list[Rows]:
    return list(product(combinations(range(width), 2), repeat=rows))


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ((), []),
        (((0, 1),), []),
        (((2, 3),), [((1, 4),), ((1, 3),)]),
        (((0, 2), (0, 1)), [((2, 3), (3, 4))]),
        (((0, 4),), [((0, 3),), ((0, 2),), ((0, 1),)]),
    ],
)
def test_options_written_out(position: Rows, options: list[Rows]) -> None:
    assert Northcott(5).options(position) == options


def test_without_retreats_tokens_go_only_towards_each_other() -> None:
    assert Northcott(5, retreats=False).options(((2, 4),)) == [((0, 1),)]


@given(POSITIONS)
def test_each_option_is_one_token_moved_and_the_board_turned_round(position: Rows) -> None:
    rules = Northcott(WIDTH)
    seen = set()
    for option in rules.options(position):
        after = rules.turned(option)
        assert [right for _, right in after] == [right for _, right in position]
        [(old, new)] = [(a, b) for (a, _), (b, _) in zip(position, after, strict=True) if a != b]
        seen.add((old, new, option))
    # A token has the free squares before and behind it to go to.
    assert len(seen) == sum(right - 1 for _, right in position)


@given(POSITIONS)
def test_turned_twice_a_board_is_as_it_was_and_its_gaps_never_change(position: Rows) -> None:
    rules = Northcott(WIDTH)
    assert rules.turned(rules.turned(position)) == position
    assert gaps(rules.turned(position)) == gaps(position)


@given(POSITIONS)
def test_what_is_shown_is_read_again(position: Rows) -> None:
    rules = Northcott(WIDTH)
    assert rules.read(rules.show(position)) == position


@pytest.mark.parametrize("retreats", [True, False])
def test_a_move_is_refused_exactly_if_it_is_no_option(retreats: bool) -> None:
    rules = Northcott(4, retreats)
    positions = all_positions(4, 2)
    for position in positions:
        options = rules.options(position)
        for option in positions:
            assert (rules.why_illegal(position, option) is None) == (option in options)


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        (((1, 3),), "the board has 2 rows, not 1"),
        (((1, 3), (0, 4)), "a move takes a token to another square, but this one moves none"),
        (
            ((0, 3), (1, 4)),
            "a move takes one token to another square, but this one moves 2",
        ),
        (
            ((1, 2), (0, 4)),
            "a move leaves the other player's tokens where they are, but this one moves the one on "
            "3",
        ),
        (((0, 3), (0, 4)), "tokens only move towards each other, but 1 to 0 is a retreat"),
    ],
)
def test_a_refusal_says_why_in_the_squares_that_the_player_sees(after: Rows, sentence: str) -> None:
    rules = Northcott(5, retreats=False)
    assert rules.why_illegal(((1, 3), (0, 4)), rules.turned(after)) == sentence


def test_play_need_not_end_unless_there_are_no_retreats() -> None:
    with pytest.raises(EndlessPlayError):
        Solver(Northcott(4)).outcome(((0, 2),))
    assert Solver(Northcott(4, retreats=False)).outcome(((0, 2),)) == "N"


def test_the_winning_advances_are_winning_options_and_there_is_one_wherever_one_can_win() -> None:
    theory, solver = NimInGaps(Northcott(5)), LoopySolver(Northcott(5))
    for position in all_positions(5, 2):
        advances = theory.winning_options(position)
        assert set(advances) <= set(solver.winning_options(position))
        assert bool(advances) == (solver.outcome(position) == "N") == (nim_sum(gaps(position)) > 0)


@given(POSITIONS, st.data())
def test_the_winner_is_done_when_the_squares_in_front_are_used_up(
    position: Rows, data: Any
) -> None:
    """The winner answers by advances; the loser does as they like, and so loses soon."""
    theory = NimInGaps(Northcott(WIDTH))
    left, moves = sum(WIDTH - 2 - left for left, _ in position), 0
    while advances := theory.winning_options(position):
        moves += 1
        options = theory.rules.options(data.draw(st.sampled_from(advances)))
        if not options:
            break
        position = data.draw(st.sampled_from(options))
        assert theory.winning_options(position)
    assert moves <= left


def test_what_is_no_position_is_refused_as_a_move() -> None:
    assert Northcott(5).why_illegal(((0, 3),), ((1, 5),)) == (
        "the square of a token must be a whole number, from 0 to 4, not 5"
    )


def test_so_many_rows_can_be_typed() -> None:
    assert Northcott(2).read("0-1 " * 12) == ((0, 1),) * 12
