"""The claims on outcomes in MuM: how they stand, and what tables show."""

from __future__ import annotations

import pytest

from nimbook.claims import LEDGER
from nimbook.claims.mum import (
    EXAMPLE,
    PRINTED,
    READINGS,
    outcomes_apart,
    outcomes_by_reading,
    prop_3_2,
    prop_3_3,
    table_a1,
    table_a1_by_reading,
    winning_amount,
)
from nimbook.samples import coprime_boards
from nimbook.sources import MUM
from nimtwist import Solver
from nimtwist.games import MuM
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "mum.def-3.1": "holds",
    "mum.prop-3.2": "holds",
    "mum.prop-3.3": "holds",
    "mum.def-3.4": "conditional",
    "mum.ex-3.5": "holds",
    "mum.sec-3.4": "refuted",
    "mum.ex-4.4": "holds",
    "mum.table-A.1": "holds",
}


def test_the_claims_are_in_the_ledger() -> None:
    assert set(VERDICTS) <= set(LEDGER)
    assert all(claim.source == MUM for claim in map(LEDGER.__getitem__, VERDICTS))


@with_the_ledger
@pytest.mark.parametrize(("id_", "verdict"), VERDICTS.items())
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    assert checked(id_).verdict.verdict == verdict


@with_the_ledger
def test_where_the_readings_part_is_2_and_2_modulo_5() -> None:
    assert checked("mum.def-3.4").verdict.printed.counterexample == (
        "(2, 2), modulo 5 is lost if consolidated as a turn of its own"
    )
    assert checked("mum.sec-3.4").verdict.printed.counterexample == (
        "(3, 3), modulo 5: its mumber is 2, that of the heaps 3, 3"
    )


@pytest.mark.parametrize("consolidation", ["own-turn", "never"])
def test_the_propositions_need_consolidation_on_the_same_turn(consolidation: str) -> None:
    sizes: dict[str, int] = {"moduli": 6, "over": 4, "three": 6}
    for proposition, first in (
        (prop_3_2, "(6, 2), modulo 5: taking 3 from 6 is not a legal move to a losing position"),
        (prop_3_3, "(3, 2), modulo 5: the move to (2, 2) wins"),
    ):
        found = [case for case in proposition(**sizes, consolidation=consolidation) if case]
        assert found[0] == first
        assert not any(proposition(**sizes))


@pytest.mark.parametrize("modulus", [5, 6, 9])
def test_outcomes_by_reading_are_those_of_the_search(modulus: int) -> None:
    for name, wrong, of, smallest in outcomes_by_reading(modulus, 2, 9):
        rules = MuM(modulus, **READINGS[name])
        solver, found = Solver(rules), []
        heaps = [heap for heap in range(1, 10) if rules._is_heap(heap)]
        pairs = [(a, b) for b in heaps for a in heaps if a <= b]
        positions: list[tuple[int, ...]] = [(), *((heap,) for heap in heaps), *pairs]
        for position in positions:
            if (solver.outcome(position) == "P") != (rules.product(position) == 1):
                found.append(position)
        assert (wrong, of) == (len(found), len(positions))
        assert (smallest == "none") == (not found)
        if name.startswith("on the same turn"):
            assert not found


def test_if_consolidation_takes_a_turn_what_is_stranded_is_lost() -> None:
    """Of two heaps modulo 5 that changes nothing; of three, and modulo 7, it does."""
    assert not outcomes_apart(5, 2, 24)
    assert outcomes_apart(5, 3, 4)[0] == (2, 2, 2)
    assert outcomes_apart(7, 2, 9)[0] == (2, 3)
    for modulus in range(2, 12):
        rules = MuM(modulus, "own-turn")
        turn, never = Solver(rules), Solver(MuM(modulus, "never"))
        may = Solver(MuM(modulus, "own-turn", compulsory=False))
        for position in coprime_boards(modulus, 2, modulus + 4):
            assert may.outcome(position) == never.outcome(position)
            if rules.is_stranded(position):
                assert turn.outcome(position) == "P"


def test_modulo_2_no_move_is_legal() -> None:
    for heap in range(1, 40, 2):
        assert MuM(2).options((heap,)) == [] == MuM(2).options((heap, heap))


def test_three_rows_of_table_a_1_change_without_consolidation() -> None:
    changed = dict(table_a1_by_reading())
    assert changed["on the same turn"] == "none"
    for reading in ("never", "as a turn of its own"):
        rows = [row.split(":")[0] for row in changed[reading].split("; ")]
        assert rows == ["(2, 2, 6)", "(2, 3, 6)", "(3, 3, 6)"]


def test_only_one_reading_has_the_printed_values() -> None:
    printed = PRINTED["table-A.1-single"] + PRINTED["table-A.1"]
    agree = [
        name
        for name, reading in READINGS.items()
        if table_a1(MuM(5, heaps="any", **reading)) == printed
    ]
    assert agree == ["on the same turn"]
    assert table_a1() == table_a1(EXAMPLE) == printed


@pytest.mark.parametrize("modulus", range(2, 11))
def test_the_amount_of_proposition_3_2_makes_the_product_1(modulus: int) -> None:
    rules = MuM(modulus)
    for position in coprime_boards(modulus, 2, 2 * modulus + 2):
        value = rules.product(position)
        found = [(heap, winning_amount(heap, value, modulus)) for heap in dict.fromkeys(position)]
        legal = [(heap, amount) for heap, amount in found if 0 < amount < heap]
        assert rules.moves_to_one(position) == legal
        if value != 1:
            assert all((heap, amount) in legal for heap, amount in found if heap > modulus)
