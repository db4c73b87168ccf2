"""Games that a certificate solves: compared with the search on boards, and with themselves."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.families import read_family
from nimtwist.atlas.search import find
from nimtwist.atlas.solved import Solved
from nimtwist.games import BlockingNim
from nimtwist.games.pair_grid import PairGrid
from tests.nimtwist.atlas.certificates import certified

NIM = BlockingNim(1, [[]])
PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")
SOLVED = Solved(NIM, PROOF)
NOTHING = frozenset[int]()


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_it_agrees_with_the_board(modulus: int) -> None:
    games = certified(modulus)
    for rules, proof in games if modulus < 4 else games[::17]:
        size = 30 if proof.row < 40 else 60
        theory, board = Solved(rules, proof), PairGrid(rules, size)
        for forbidden in rules.family:
            for x, row in enumerate(board.rows(forbidden)):
                for y in range(0, size, 1 + x % 3):
                    assert theory.outcome(((y, x), forbidden)) == row[y], (rules, x, y)


@pytest.mark.parametrize(
    ("modulus", "family"), [(3, "1,2; 1,3"), (4, "1,3; 2,3"), (4, "1,3; 1,2,4; 2,3,4")]
)
def test_it_wins_wherever_the_search_does(modulus: int, family: str) -> None:
    rules = read_family(modulus, family)
    proof = find(rules)
    assert proof is not None
    theory, search = Solved(rules, proof), Solver(rules)
    for x, y, forbidden in product(range(9), range(9), rules.family):
        position = ((x, y), forbidden)
        assert theory.outcome(position) == search.outcome(position)
        moves = theory.winning_options(position)
        assert set(moves) <= set(search.winning_options(position))
        assert bool(moves) == (search.outcome(position) == "N")


GAMES = [
    Solved(rules, proof)
    for modulus, family, limit in [
        (3, "1,2; 1,3", 400),
        (4, "1,3; 2,3", 400),
        (4, "1,3; 1,2,4; 2,3,4", 400),
        (5, "2,5; 1,3,4; 2,3,4", 600),
    ]
    for rules in [read_family(modulus, family)]
    for proof in [find(rules, limit)]
    if proof is not None
]


def test_the_games_that_are_played_with_large_heaps_are_all_there() -> None:
    assert len(GAMES) == 4


@given(
    st.sampled_from(GAMES),
    st.integers(0, 10**30),
    st.one_of(st.integers(0, 10**30), st.integers(-400, 400)),
    st.sampled_from([1, 2]),
)
def test_with_heaps_of_any_size_it_wins_and_its_losses_are_sure(
    theory: Solved, first: int, second: int, slope: int
) -> None:
    """From N it moves to P; from P no option that is looked at is P."""
    rules, other = theory.rules, abs(slope * first + second if abs(second) <= 400 else second)
    for forbidden in rules.family:
        position = rules.canonical(((first, other), forbidden))
        moves = theory.winning_options(position)
        assert bool(moves) == (theory.outcome(position) == "N")
        for after in moves:
            assert theory.outcome(after) == "P"
            assert rules.why_illegal(position, after) is None
        if not moves:
            for heap, beside in ((first, other), (other, first)):
                for taken in {*range(1, 30), *range(max(1, heap - 30), heap + 1), heap // 2}:
                    allowed = (taken - 1) % rules.modulus + 1 not in forbidden
                    if 0 < taken <= heap and allowed:
                        for said in rules.family:
                            assert theory.outcome(((heap - taken, beside), said)) == "N"
