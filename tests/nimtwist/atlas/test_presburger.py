"""The second proof: z3 proves what is true for all sizes, and names a pair where it is not."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
import z3

from nimtwist.atlas import presburger
from nimtwist.atlas.certificate import LETTERS, Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.presburger import objection, smtlib
from nimtwist.atlas.search import find
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.proofs import Altering, board

NIM = BlockingNim(1, [[]])
NIM_PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")

WORDS = re.compile(
    r"the rule fails at x = (\d+), y = (\d+): it leads to the state (.) at \((\d+), (\d+)\), "
    r"where (.) is claimed|the state at \(0, (\d+)\) is 0, where [^0] is claimed"
)

# One that is false in the middle of a row, words without powers, and periods of 1 to 16.
SMALL = [(1, "nothing"), (2, "1"), (2, "1,2"), (3, "1; 2,3"), (3, "1,3"), (3, "2,3"), (4, "2; 1,4")]
# In rows between those that its certificate is about, other copies of a block come first.
WEDGE = (4, "1,3; 1,2,4; 2,3,4")


def proof(rules: BlockingNim) -> Certificate:
    found = find(rules)
    assert found is not None
    return found


def answer(script: str) -> str:
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), script)).strip()


def check(rules: BlockingNim, altering: Altering, tries: int) -> None:
    """Compare z3 with the checker on a certificate and on altered ones."""
    certificate = proof(rules)
    assert objection(rules, certificate) is None and flaw(rules, certificate) is None
    for _ in range(tries):
        other = altering.certificate(certificate)
        wrong = objection(rules, other)
        assert (wrong is None) == (flaw(rules, other) is None), other.text()
        if wrong is not None:
            match = WORDS.fullmatch(wrong)
            assert match, wrong
            x, y, right, next_x, same_y, claimed, start = match.groups()
            assert start or right != claimed
            assert start or (int(next_x), int(same_y)) == (int(x) + 1, int(y))


@pytest.mark.parametrize(("modulus", "family"), SMALL)
def test_it_agrees_with_the_checker_on_true_and_altered_certificates(
    modulus: int, family: str
) -> None:
    check(read_family(modulus, family), Altering(modulus, Power), 12)


@pytest.mark.full
@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_z3_proves_every_game_modulo_up_to_4(modulus: int) -> None:
    altering = Altering(modulus, Power)
    for rules in antichains(modulus):
        check(rules, altering, 4)


def test_it_refuses_the_certificate_of_another_game() -> None:
    games = [read_family(3, family) for family in ("nothing", "3", "1,3", "2,3")]
    for rules in games:
        for other in games:
            assert (objection(rules, proof(other)) is None) == (rules == other)
    assert objection(NIM, replace(NIM_PROOF, tail=b"\2"))  # there is no residue 2


@pytest.mark.parametrize(("modulus", "family"), [*SMALL, WEDGE])
def test_a_failure_is_told_by_the_rule(modulus: int, family: str) -> None:
    """At any pair of a proved game, the rule leads to the state that is claimed."""
    rules = read_family(modulus, family)
    certificate = proof(rules)
    size = certificate.row + 3 * certificate.period
    claim, rows = presburger._Claim(rules, certificate), board(rules, size + 1)
    for x, y in product(range(size), repeat=2):
        state = LETTERS[rows[x + 1][y]]
        assert claim.failure(x, y) == (
            f"the rule fails at x = {x}, y = {y}: it leads to the state {state} at "
            f"({x + 1}, {y}), where {state} is claimed"
        )
    wrong = presburger._Claim(NIM, Certificate(0, 1, (b"\1",), b"\0")).failure(0, 0)
    assert wrong == "the state at (0, 0) is 0, where 1 is claimed"


def test_strips_begin_with_row_0_and_have_the_rows_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, certificate = BlockingNim(1, [[1]]), Certificate(3, 1, (), b"\1")
    zero, one, two, others = (
        presburger._Strip(x, int(x == 3), (), bytes([x > 0])) for x in range(4)
    )
    late = [replace(strip, first=strip.first + 1) for strip in (zero, one, two, others)]
    for strips, expected in [
        ([zero, one, two, others], "unsat"),
        ([zero, two, one, others], "sat"),
        ([zero, one, others], "sat"),
        ([zero, one, two, replace(others, period=2)], "sat"),
        (late, "sat"),
    ]:
        monkeypatch.setattr(presburger, "_strips", lambda *_, strips=strips: strips)
        assert answer(smtlib(rules, certificate)) == expected


def test_the_script_says_the_same() -> None:
    wrong = replace(NIM_PROOF, word=(Power(b"\1", 1, 2),))
    rules = read_family(3, "1; 2,3")
    for game, certificate, expected in [
        (NIM, NIM_PROOF, "unsat"),
        (NIM, wrong, "sat"),
        (rules, proof(rules), "unsat"),
    ]:
        assert answer(smtlib(game, certificate)) == expected
