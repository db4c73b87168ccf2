"""The claims on heaps that are elements of a field: how they stand, and why."""

from __future__ import annotations

import pytest

from nimbook.claims.mum_fields import (
    GF8,
    count_stranded,
    fields,
    positions,
    targets,
)
from nimtwist import Solver
from nimtwist.games import PolyMuM
from nimtwist.games.products import Consolidation
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "mum.sec-6.2": "holds",
    "mum.def-6.1": "holds",
    "mum.sec-6.4.win": "refuted",
    "mum.sec-6.4.strand": "holds",
    "mum.sec-6.5": "holds",
    "mum.table-6": "holds",
}


@with_the_ledger
@pytest.mark.parametrize(("id_", "verdict"), VERDICTS.items())
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    assert checked(id_).verdict.verdict == verdict


def test_the_fields_are_all_to_degree_4_and_the_least_or_aess_then() -> None:
    assert [fields(k) for k in range(1, 5)] == [(2, 3), (7,), (11, 13), (19, 25, 31)]
    assert [fields(k) for k in range(5, 9)] == [(37,), (67,), (131,), (283,)]


@pytest.mark.parametrize(
    ("polynomial", "found"),
    [
        (0b111, (1, 4)),
        (0b1011, (6, 24)),
        (0b1101, (6, 24)),
        (0b10011, (35, 112)),
        (0b11001, (33, 112)),
        (0b11111, (30, 112)),
        (0b100101, (111, 480)),
        (0b1000011, (580, 1984)),
        (0b10000011, (2110, 8064)),
    ],
)
def test_about_a_quarter_of_the_winning_pairs_is_stranded(
    polynomial: int, found: tuple[int, int]
) -> None:
    assert count_stranded(PolyMuM(polynomial)) == found
    assert abs(found[0] / found[1] - 1 / 4) < 1 / 15


@with_the_ledger
def test_the_printed_guarantee_fails_in_as_many_cases_as_there_are_stranded_positions() -> None:
    printed = checked("mum.sec-6.4.win").verdict.printed
    assert printed.counterexample == (
        "(2, 2) modulo x² + x + 1 has the product 3: 2 would have to become 3"
    )
    counts = [
        count_stranded(PolyMuM(polynomial), count)
        for k, most in ((2, 3), (3, 3), (4, 2))
        for polynomial in fields(k)
        for count in range(1, most + 1)
    ]
    assert (printed.failures, printed.cases) == tuple(map(sum, zip(*counts, strict=True)))


@pytest.mark.parametrize("heap", range(1, 8))
def test_only_the_largest_heap_always_has_its_winning_move(heap: int) -> None:
    above = [
        dict(targets(GF8, position))[heap] < heap
        for position in positions(GF8, 2)
        if heap in position and GF8.product(position) != 1
    ]
    assert all(above) == (heap == 7)


@pytest.mark.parametrize("consolidation", ["own-turn", "never"])
def test_under_other_readings_2_and_2_is_the_first_to_be_lost(
    consolidation: Consolidation,
) -> None:
    rules = PolyMuM(0b111, consolidation)
    solver = Solver(rules)
    wrong = [
        p for p in positions(rules, 2) if (solver.outcome(p) == "P") != (rules.product(p) == 1)
    ]
    assert wrong[0] == (2, 2) and solver.outcome((2, 2)) == "P"


def test_without_canonical_heaps_the_product_no_longer_decides() -> None:
    rules = PolyMuM(0b1011, heaps="any")
    solver = Solver(rules)
    assert rules.product((6, 8)) == rules.product((3, 6)) == 1
    assert solver.outcome((6, 8)) == "N" and (3, 6) in solver.winning_options((6, 8))
