"""The claims on many players: how they stand, what is printed, and what the words may mean."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest

from nimbook.claims import LEDGER
from nimbook.claims.podium import (
    changed_heaps,
    ex_algorithm,
    proof_of_3_2,
    reductions,
    shortfall,
    thm_3_2,
)
from nimbook.samples import boards
from nimbook.sources import PODIUM
from nimtwist import MultiMove
from nimtwist.games import Nim
from nimtwist.podium import is_zero, nearest, rank, reduction
from tests.verdicts import checked, with_the_ledger

CLAIMS = (
    "kingmaker",
    *("def-2.1", "thm-2.2", "def-2.3", "lemma-2.4", "thm-2.5", "def-3.1", "thm-3.2"),
    *("ex-algorithm", "why-2"),
)


def test_the_claims_are_in_the_ledger() -> None:
    of_source = [id_ for id_, claim in LEDGER.items() if claim.source == PODIUM]
    assert {f"podium.{name}" for name in CLAIMS} <= set(of_source)


@with_the_ledger
@pytest.mark.parametrize("name", CLAIMS)
def test_each_holds_but_for_the_words_of_the_algorithm(name: str) -> None:
    found = checked(f"podium.{name}").verdict
    assert found.verdict == ("conditional" if name == "ex-algorithm" else "holds")


@pytest.mark.parametrize(
    ("words", "smallest"),
    [
        ("an assertion", "(1,), 2 players: the first sum is 1, n − 1"),
        ("a rule which column to take", "(1,), 2 players: it ends at (1,), Δ is (1,)"),
    ],
)
def test_where_the_words_of_the_first_step_fail(words: str, smallest: str) -> None:
    found = ex_algorithm(3, {2: 2, 3: 2}, 0, (words,))
    assert next(filter(None, found)) == smallest
    for_three = (case for case in ex_algorithm(3, {3: 2}, 0, (words,)) if case and "3 pl" in case)
    if words != "an assertion":
        assert "(1, 2, 2), 3 players: 3 numbers are changed, into (0, 0, 0)" in for_three


def test_in_no_move_at_all_a_0_position_reaches_itself() -> None:
    # Lemma 2.4 needs a move; Theorem 2.5 says "another", and does not.
    for heaps in combinations_with_replacement(range(4), 3):
        reached = [p for p in MultiMove(Nim(), 2).options(heaps) if rank(p, 3) == 0]
        assert is_zero(heaps, 3) == (not reached)
        assert is_zero(heaps, 3) <= any(is_zero(p, 3) for p in [heaps, *reached])


def test_the_printed_proof_of_theorem_3_2_has_two_gaps() -> None:
    first = [case for case in proof_of_3_2((1, 1, 1, 1), 2, printed=(1, 2)) if case]
    assert first == ["(1, 1, 1, 1), 2 players: 4 ones in column 1"]
    assert not any(proof_of_3_2((1, 1, 1, 1), 2))
    second = next(filter(None, proof_of_3_2((3, 3, 3), 3, printed=(1, 2))))
    assert second == "(3, 3, 3) → (2, 3, 3) → (1, 3, 3): 3 ones in column 1 again"
    assert not any(proof_of_3_2((3, 3, 3), 3))
    small: dict[str, Any] = {"players": 4, "sizes": {3: 3, 5: 1}, "sticks": 8}
    cases = [case for case in thm_3_2(**small, printed=(1, 2)) if case]
    assert cases and all("2 players: 4 ones" in case for case in cases)


def test_every_choice_of_rows_is_tried_once() -> None:
    found = [[step.changed for step in steps[1:]] for steps in reductions((3, 3, 2, 2, 1), 3)]
    assert found == [[(0,)], [(1,)], [(2,), (2,)], [(3,), (3,)]]
    assert [len(list(reductions((1,) * count, 4))) for count in range(7)] == [1, 1, 1, 1, 1, 5, 15]


def test_every_choice_is_tried_among_rows_that_were_changed_before() -> None:
    # Two rows are changed in the first column, and either may be changed again in the second.
    found = {tuple(step.changed for step in steps[1:]) for steps in reductions((2, 2, 1, 1), 3)}
    assert found == {((0, 1), (0,)), ((0, 1), (1,))}


def test_the_quick_check_chooses_among_rows_that_were_changed_before() -> None:
    """In more than a hundred runs of the algorithm there are such rows, and not all are needed."""
    arguments = LEDGER["podium.ex-algorithm"].quick
    choices = 0
    for heaps, players in product(boards(arguments["sizes"]), range(2, arguments["players"] + 1)):
        for steps in reductions(heaps, players):
            changed: set[int] = set()
            for before, step in pairwise(steps):
                place = 1 << (len(step.sums) - 1 - (step.column or 0))
                again = {row for row in changed if before.heaps[row] & place}
                choices += len(again) > before.sums[step.column or 0]
                changed.update(step.changed)
    assert choices > 100


def test_how_often_the_algorithm_is_not_minimal() -> None:
    assert shortfall(3, 3, 15) == (0, 800)
    assert shortfall(3, 4, 7) == (14, 315)
    assert rank((2, 2, 2, 3), 3) == 1 and nearest((2, 2, 2, 3), 3) == [(2, 2, 2, 0)]
    assert changed_heaps(reduction((2, 2, 2, 3), 3)) == 2


def test_some_choice_is_minimal_for_three_players_but_not_for_four() -> None:
    for heaps in combinations_with_replacement(range(5), 4):
        best = min(map(changed_heaps, reductions(heaps, 3)))
        assert best == rank(heaps, 3)
    assert rank((2, 2, 3, 3, 4), 4) == 2
    assert {changed_heaps(steps) for steps in reductions((2, 2, 3, 3, 4), 4)} == {3}
