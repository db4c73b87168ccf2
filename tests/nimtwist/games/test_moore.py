"""Moore's Nim: its options, its notation, and Moore's rule beside it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import MultiMove, Solver
from nimtwist.games import Moore, Nim
from nimtwist.games.nim import nim_sum
from nimtwist.podium import is_zero

heaps = st.lists(st.integers(0, 1 << 70), max_size=6).map(tuple)


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ((), []),
        ((0, 0), []),
        ((2,), [(), (1,)]),
        ((1, 0, 2), [(2,), (1,), (1, 1), ()]),
        ((1, 1, 1), [(1, 1), (1,)]),
    ],
)
def test_options_written_out(position: tuple[int, ...], options: list[tuple[int, ...]]) -> None:
    assert Moore(2).options(position) == options


def test_a_move_is_one_to_k_moves_of_nim() -> None:
    for k, position in product((1, 2, 3), product(range(4), repeat=3)):
        options = Moore(k).options(position)
        assert len(options) == len(set(options))
        assert set(options) == set(MultiMove(Nim(), k).options(position)), (k, position)


def test_single_heaps_have_as_many_options_as_sticks_and_of_equal_ones_each_counts() -> None:
    for k, heap in product((1, 2, 3, 5), (0, 1, 3, 10**30)):
        assert Moore(k).count_options((0, heap)) == heap
    assert [Moore(k).count_options((3, 3, 3)) for k in (1, 2, 3)] == [9, 36, 63]


def test_a_move_is_refused_exactly_if_it_is_no_option() -> None:
    positions = [heaps for length in range(4) for heaps in product(range(4), repeat=length)]
    for k, position in product((1, 2, 3), positions):
        legal = Moore(k).options(position)
        for option in positions:
            refused = Moore(k).why_illegal(position, option) is not None
            assert refused == (Moore(k).canonical(option) not in legal), (k, position, option)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ((2, 4, 2), "a move takes at least one stick, but (4, 2, 2) to (4, 2, 2) takes none"),
        ((3, 1, 1), "a move takes from at most 2 heaps, but (4, 2, 2) to (3, 1, 1) does not"),
        ((3, 3, 2), "a move makes a heap smaller, but (4, 2, 2) to (3, 3, 2) makes one larger"),
        ((5,), "a move takes from at most 2 heaps, but (4, 2, 2) to (5) does not"),
        ((4, True), "a heap must be a whole number, at least 0, not True"),
    ],
)
def test_a_refusal_says_why(option: tuple[int, ...], sentence: str) -> None:
    assert Moore(2).why_illegal((4, 2, 2), option) == sentence


@given(heaps)
def test_moores_rule_for_one_heap_is_boutons(position: tuple[int, ...]) -> None:
    assert (Moore(1).closed_form.outcome(position) == "P") == (nim_sum(position) == 0)


@given(heaps, st.integers(1, 6))
def test_moores_rule_adds_as_the_podium_does(position: tuple[int, ...], k: int) -> None:
    theory = Moore(k).closed_form
    assert theory.outcome(position * (k + 1)) == "P"
    assert (theory.outcome(position) == "P") == is_zero(position, k + 1)


def test_moores_rule_against_the_game() -> None:
    for k in (1, 2, 3, 4):
        solver, theory = Solver(Moore(k)), Moore(k).closed_form
        for position in product(range(4), repeat=4):
            assert solver.outcome(position) == theory.outcome(position), (k, position)


def test_moores_winning_moves_against_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for k in (1, 2, 3):
        solver, theory = Solver(Moore(k)), Moore(k).closed_form
        for position in product(range(5), repeat=4):
            wins = solver.winning_options(position)
            assert theory.winning_options(position) == wins
            monkeypatch.setattr("nimtwist.games.moore._MOST_TRIED", -1)
            some = theory.winning_options(position)
            assert set(some) <= set(wins) and bool(some) == bool(wins), (k, position)
            monkeypatch.undo()
