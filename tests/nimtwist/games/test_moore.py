"""Moore's Nim: its options, its notation, and Moore's rule beside it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import MultiMove, Solver
from nimtwist.games import Moore, Nim
from nimtwist.games.moore import moore_outcome
from nimtwist.games.nim import nim_sum
from nimtwist.podium import is_zero

piles = st.lists(st.integers(0, 1 << 70), max_size=6).map(tuple)


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
        ((2, 4, 2), "a move takes at least one stick, and (4, 2, 2) to (4, 2, 2) takes none"),
        ((3, 1, 1), "a move takes from at most 2 heaps, and (4, 2, 2) to (3, 1, 1) does not"),
        ((3, 3, 2), "a move makes a heap smaller, and (4, 2, 2) to (3, 3, 2) makes one larger"),
        ((5,), "a move takes from at most 2 heaps, and (4, 2, 2) to (5) does not"),
        ((4, True), "a heap must be a whole number, at least 0, not True"),
    ],
)
def test_a_refusal_says_why(option: tuple[int, ...], sentence: str) -> None:
    assert Moore(2).why_illegal((4, 2, 2), option) == sentence


@given(piles)
def test_moores_rule_for_one_heap_is_boutons(position: tuple[int, ...]) -> None:
    assert (moore_outcome(position, 1) == "P") == (nim_sum(position) == 0)


@given(piles, st.integers(1, 6))
def test_moores_rule_adds_as_the_podium_does(position: tuple[int, ...], k: int) -> None:
    copies = position * (k + 1)
    assert moore_outcome(copies, k) == "P"
    assert (moore_outcome(position, k) == "P") == is_zero(position, k + 1)


def test_moores_rule_against_the_game() -> None:
    for k in (1, 2, 3, 4):
        solver = Solver(Moore(k))
        for position in product(range(4), repeat=4):
            assert solver.outcome(position) == moore_outcome(position, k), (k, position)
