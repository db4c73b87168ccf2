"""Nim: its options, its notation, and the arithmetic beside it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import Nim
from nimtwist.games.nim import nim_sum

heaps = st.lists(st.integers(0, 10**6), max_size=5).map(tuple)


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ((), []),
        ((0, 0), []),
        ((2,), [(), (1,)]),
        ((1, 0, 2), [(2,), (1,), (1, 1)]),
        ((1, 1), [(1,)]),
    ],
)
def test_options_written_out(position: tuple[int, ...], options: list[tuple[int, ...]]) -> None:
    assert Nim().options(position) == options


@given(heaps)
def test_what_is_shown_is_read_again(position: tuple[int, ...]) -> None:
    read = Nim().read(Nim().show(position))
    assert read == Nim().canonical(position) == tuple(sorted(filter(None, position)))


@pytest.mark.parametrize("text", ["4, 0, 2", " 4 0 2 ", "(4,0,2)", "(4, 0, 2)", "4,,0\t2,"])
def test_heaps_are_read_in_any_common_form(text: str) -> None:
    assert Nim().read(text) == (2, 4)


def test_a_move_is_refused_exactly_if_it_is_no_option() -> None:
    positions = [heaps for length in range(4) for heaps in product(range(4), repeat=length)]
    for position in positions:
        legal = Nim().options(position)
        for option in positions:
            refused = Nim().why_illegal(position, option) is not None
            assert refused == (Nim().canonical(option) not in legal), (position, option)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ((2, 4), "a move takes at least one stick, but (4, 2) to (4, 2) takes none"),
        ((3, 1), "a move takes from one heap only, but (4, 2) to (3, 1) does not"),
        ((4, 3), "a move makes a heap smaller, but (4, 2) to (4, 3) makes one larger"),
        ((4, 2, 1), "a move takes from one heap only, but (4, 2) to (4, 2, 1) does not"),
        ((4, True), "a heap must be a whole number, at least 0, not True"),
    ],
)
def test_a_refusal_says_why(option: tuple[int, ...], sentence: str) -> None:
    assert Nim().why_illegal((4, 2), option) == sentence


@given(st.lists(st.integers(0, 1 << 80)))
def test_the_nim_sum_adds_each_binary_column_without_carry(numbers: list[int]) -> None:
    columns = [sum(number >> place & 1 for number in numbers) % 2 for place in range(81)]
    assert nim_sum(numbers) == sum(digit << place for place, digit in enumerate(columns))
    assert nim_sum(numbers + numbers) == 0


def test_the_winning_moves_are_those_to_nim_sum_0() -> None:
    solver = Solver(Nim())
    for position in product(range(6), repeat=3):
        zero = [option for option in Nim().options(position) if nim_sum(option) == 0]
        assert solver.winning_options(position) == zero
        assert Nim().closed_form.winning_options(position) == zero
        assert bool(zero) == (nim_sum(position) != 0)
