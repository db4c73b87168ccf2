"""The claims of "Nim with a modular Muller twist": that all are there, and how they stand."""

from __future__ import annotations

from itertools import product

import pytest

from nimbook.claims import LEDGER
from nimbook.claims.twist import (
    FIGURE_4,
    NOT_2,
    PRINTED,
    Sizes,
    odd_or_even_kinds,
    period_break,
    sensible,
    theorem_1,
    theorem_2,
)
from nimtwist import Solver
from nimtwist.games import BlockingNim
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "twist.lemma-1": "holds",
    "twist.ex-nimsum": "holds",
    "twist.odd-even": "holds",
    "twist.fig-1": "holds",
    "twist.thm-1": "conditional",
    "twist.ex-421": "holds",
    "twist.fig-2": "conditional",
    "twist.equiv": "conditional",
    "twist.thm-1r": "holds",
    "twist.lemma-2": "conditional",
    "twist.thm-2": "conditional",
    "twist.note-2": "holds",
    "twist.cor-1": "holds",
    "twist.sec-3.2": "conditional",
    "twist.obs-1": "conditional",
    "twist.obs-2": "holds",
    "twist.fig-3": "holds",
    "twist.fig-4": "holds",
    "twist.open": "open",
}


def test_the_ledger_has_the_19_claims_of_the_article_in_its_order() -> None:
    assert [id_ for id_, claim in LEDGER.items() if claim.source.name == "twist"] == list(VERDICTS)


@with_the_ledger
@pytest.mark.parametrize(("id_", "verdict"), VERDICTS.items())
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    assert checked(id_).verdict.verdict == verdict


@with_the_ledger
@pytest.mark.parametrize(
    ("id_", "counterexample"),
    [
        ("twist.thm-1", "(2) not 1, modulo 1: the game says P, the claim N"),
        ("twist.lemma-2", "modulo 1 with k = 1 one can force no move at all"),
    ],
)
def test_what_is_conditional_shows_the_smallest_counterexample(
    id_: str, counterexample: str
) -> None:
    assert checked(id_).verdict.printed.counterexample == counterexample


@pytest.mark.parametrize(
    ("figure", "part"), [(f, part) for f in ("fig-2", "fig-3", "fig-4") for part in PRINTED[f]]
)
def test_a_printed_grid_is_seven_by_seven_letters_and_symmetric(figure: str, part: str) -> None:
    rows = PRINTED[figure][part]
    assert len(rows) == 7
    assert all(len(row) == 7 and set(row) <= {"P", "N"} for row in rows)
    assert ["".join(column) for column in zip(*rows, strict=True)] == rows


def test_the_parts_of_the_figures_are_those_of_the_article() -> None:
    parts = {figure: "".join(printed) for figure, printed in PRINTED.items()}
    assert parts == {"fig-1": "moveswin", "fig-2": "ab", "fig-3": "abc", "fig-4": "ab"}


@pytest.mark.parametrize(
    ("heaps", "forbidden", "expected"),
    [((), 1, False), ((1,), 1, True), ((1, 1), 2, False), ((1, 2), 2, True), ((3,), 1, True)],
)
def test_a_restriction_is_sensible_if_it_forbids_what_could_be_taken(
    heaps: tuple[int, ...], forbidden: int, expected: bool
) -> None:
    assert sensible(BlockingNim.exactly(3, 1), (heaps, frozenset({forbidden}))) == expected


def test_a_period_breaks_where_outcomes_differ_and_nowhere_else() -> None:
    game = Solver(FIGURE_4)
    assert period_break(FIGURE_4, 3, 1, Sizes({2: 20})) is None
    first = period_break(FIGURE_4, 3, 0, Sizes({2: 20}))
    assert first == (((3,), frozenset({1, 3})), ((0,), frozenset({1, 3})))
    assert [game.outcome(position) for position in first] == ["N", "P"]
    # With seven heaps the order of fewer is broken.
    broken = period_break(FIGURE_4, 3, 5, Sizes({7: 9}))
    assert broken is not None
    assert [heaps for heaps, _ in broken] == [(1, 1, 1, 1, 2, 5, 9), (1, 1, 1, 1, 2, 5, 6)]
    assert len({game.outcome(position) for position in broken}) == 2
    assert period_break(FIGURE_4, 3, 5, Sizes({6: 9})) is None


# --- The theorems as functions --------------------------------------------------------------------

ONE = frozenset({1})
PILES = [(), (1,), (2,), (3,), (5,), (1, 1), (1, 2), (1, 4), (2, 2), (3, 4), (1, 2, 2)]


@pytest.mark.parametrize("modulus", [2, 3, 4])
def test_the_theorems_are_right_for_k_below_n(modulus: int) -> None:
    for k in range(modulus):
        rules = BlockingNim.exactly(modulus, k)
        solver = Solver(rules)
        for heaps, forbidden in product(PILES, rules.family):
            outcome = solver.outcome((heaps, forbidden))
            assert theorem_2(heaps, forbidden, modulus, k) == outcome
            if k == 1:
                assert theorem_1(heaps, forbidden) == outcome


def test_the_theorems_are_wrong_for_k_equal_to_n_where_no_move_is_left() -> None:
    assert Solver(BlockingNim.exactly(2, 2)).outcome(((3,), frozenset({1, 2}))) == "P"
    assert theorem_2((3,), frozenset({1, 2}), modulus=2, k=2) == "N"
    assert Solver(BlockingNim.exactly(1, 1)).outcome(((2,), ONE)) == "P"
    assert theorem_1((2,), ONE) == "N"


def test_the_three_kinds_of_odd_or_even_nim_exclude_each_other_and_miss_nothing() -> None:
    solver = Solver(BlockingNim.exactly(2, 1))
    for heaps, (forbidden, must_take) in product(PILES, [(ONE, "even"), (NOT_2, "odd")]):
        kinds = odd_or_even_kinds(heaps, must_take)
        assert len(kinds) == (solver.outcome((heaps, forbidden)) == "P")
