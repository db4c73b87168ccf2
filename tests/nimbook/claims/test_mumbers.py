"""The claims of MuM on mumbers: how they stand, and what is found where they fail."""

from __future__ import annotations

import math

import pytest

from nimbook.claims import LEDGER
from nimbook.claims.mumbers import (
    STEPS,
    along,
    failures,
    missing,
    p_is_mumber_1,
    proof_steps,
    readings,
    step_failures,
    tally,
    witness,
)
from nimbook.samples import coprime_boards
from nimtwist import Solver
from nimtwist.games import MuM
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.mumber import MumberSolver
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "thm-4.1.1": "refuted",
    "thm-4.1.2": "holds",
    "thm-4.1.3": "refuted",
    "lemma-4.2": "holds",
    "prop-4.3": "refuted",
    "future": "open",
}


@with_the_ledger
@pytest.mark.parametrize(("name", "verdict"), VERDICTS.items())
def test_each_claim_has_its_verdict(name: str, verdict: str) -> None:
    found = checked(f"mum.{name}").verdict
    assert (found.verdict, found.trouble) == (verdict, None)


@with_the_ledger
@pytest.mark.parametrize(
    ("name", "counterexample"),
    [
        ("thm-4.1.1", "(3, 3) modulo 5, same-turn: the mumber is 2, the product 4"),
        (
            "thm-4.1.3",
            "(2) and (2) modulo 5, as a sum: the mumbers are 2 and 2, and 1 together, not 4",
        ),
        ("prop-4.3", "(1, 1) modulo 2 cannot be played down to a single heap"),
    ],
)
def test_the_smallest_counterexamples(name: str, counterexample: str) -> None:
    assert checked(f"mum.{name}").verdict.printed.counterexample == counterexample


def test_the_mumber_of_3_and_3_modulo_5_by_hand() -> None:
    """Below it are (1, 3), where 3 is left, and (2, 3), where no option has 1: mex {3, 1} = 2."""
    rules, solver = MuM(5), MumberSolver(MuM(5))
    assert rules.options((3, 3)) == [(1, 3), (2, 3)]
    assert [solver.mumber(option) for option in rules.options((3, 3))] == [3, 1]
    assert solver.mumber((3, 3)) == 2 != rules.product((3, 3))


@pytest.mark.parametrize(
    ("modulus", "first"),
    [
        (5, (3, 3)),
        (7, (5, 5)),
        (9, (5, 5)),
        (10, (7, 7)),
        (11, (3, 5)),
        (13, (3, 7)),
        (14, (5, 5)),
        (15, (4, 7)),
    ],
)
def test_where_mumber_and_product_differ_first(modulus: int, first: tuple[int, ...]) -> None:
    assert failures(MuM(modulus), 2, modulus)[0] == first


@pytest.mark.parametrize("modulus", [n for n in range(5, 40) if 24 % n])
def test_the_witness_is_not_stranded_and_lacks_an_option_of_product_q(modulus: int) -> None:
    """The heart of the proof that the theorem fails, for moduli beyond those that are searched."""
    place = witness(modulus)
    q = modulus - place[0]
    assert all(math.gcd(n, modulus) > 1 for n in range(2, q)) and math.gcd(q, modulus) == 1
    for rules in readings(modulus):
        assert not rules.is_stranded(place)
    assert missing(MuM(modulus), place) == [q]


@pytest.mark.parametrize("modulus", [2, 3, 4, 6, 8, 12, 24])
def test_for_divisors_of_24_every_unit_is_its_own_inverse_and_nothing_strands(modulus: int) -> None:
    for rules in readings(modulus):
        assert not any(map(rules.is_stranded, coprime_boards(modulus, 2, 30)))
    assert tally(MuM(modulus), 3, modulus + 6)[0] == 0


def test_how_often_it_fails() -> None:
    assert tally(MuM(5), 2, 14) == (15, 78)
    assert tally(MuM(7), 3, 18) == (359, 816)


def test_mumbers_leave_the_remainders() -> None:
    """Modulo 5, the options of (3, 4) have 1, 2, 3 and 4; the next number coprime to 5 is 6."""
    table = MuMTable(MuM(5), 2, 4)
    assert table.mumber((3, 4), of_units=True) == 6
    assert table.mumber((3, 4)) == 5
    assert MumberSolver(MuM(5), 5).mumber((3, 4)) == 6
    assert MumberSolver(MuM(5)).mumber((3, 4)) == 5 == 1 + Solver(MuM(5)).grundy((3, 4))


def test_of_large_heaps_the_remainders_do_not_tell_the_mumber() -> None:
    """Modulo 11 all of these leave 5 and 5; by search, without the table."""
    solver = MumberSolver(MuM(11), 11)
    found = [solver.mumber((27, other)) for other in (27, 38, 49, 60)]
    assert found == along(11, 27, 4) == [2, 14, 10, 10]


@pytest.mark.parametrize("modulus", [5, 7, 9])
def test_of_two_heaps_above_a_small_modulus_they_do(modulus: int) -> None:
    for heap in (n for n in range(modulus, 3 * modulus) if math.gcd(n, modulus) == 1):
        assert len(set(along(modulus, heap, 4))) == 1


def test_the_place_of_a_mumber_among_the_units_is_the_grundy_value() -> None:
    for modulus in range(2, 12):
        rules = MuM(modulus)
        solver, values = MumberSolver(rules, modulus), Solver(rules)
        units = [n for n in range(1, 10 * modulus) if math.gcd(n, modulus) == 1]
        for position in coprime_boards(modulus, 2, modulus + 6):
            assert solver.mumber(position) == units[values.grundy(position)]


def test_which_steps_of_the_proof_fail_and_where_first() -> None:
    wrong = step_failures(5, 2, 9)
    assert list(wrong) == list(STEPS)
    assert {step: found[0] for step, found in wrong.items() if found} == {
        "depth": "(1, 1) modulo 5 cannot be played down to a single heap",
        "options": "(3, 2) modulo 5 can be played to a single heap in 2 moves; not in fewer its "
        "options (3, 1), (2, 1)",
        "sweep": "(1, 1) modulo 5: legal moves make the factors {} only",
        "set": "(1, 1) modulo 5, of product 1: the options have the mumbers {}",
        "induction": "(3, 3) modulo 5, same-turn: the mumber is 2, the product 4",
    }


def test_with_a_heap_above_the_modulus_the_factors_are_swept() -> None:
    for position in coprime_boards(7, 2, 16):
        if position[-1] > 7:
            assert proof_steps(MuM(7), position)["sweep"] is None


def test_by_the_product_every_modulus_of_the_range_is_decided() -> None:
    """Of the quick check, too: each reading of each modulus is a case, past 24."""
    arguments = {**LEDGER["mum.thm-4.1.2"].quick, "most": 1}
    found = list(p_is_mumber_1(**arguments))
    assert len(found) == len(range(2, arguments["decided"] + 1)) * len(readings(5)) > 24 * 5 - 5
    assert not any(found)
    # A single divisor more or less than those of 24 is seen.
    for divided, modulus in ((48, 16), (12, 8), (120, 5), (8, 3)):
        first = next(case for case in p_is_mumber_1(**arguments, divided=divided) if case)
        assert first.startswith(f"modulo {modulus}, own-turn: the product decides")
