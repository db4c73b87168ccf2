"""Tests that z3 proves true certificates, and refutes false ones with a pair of heaps."""

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
from nimtwist.atlas.presburger import counterexample, smtlib
from nimtwist.atlas.search import find
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.proofs import Alterations, first_rows

NIM = BlockingNim(1, [[]])
NIM_PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")

SENTENCE = re.compile(
    r"the rule fails at x = (\d+), y = (\d+): it gives state (.) at \((\d+), (\d+)\), "
    r"not (.) as claimed|the state at \(0, (\d+)\) is 0, not [^0] as claimed"
)

# These games cover words without powers, periods from 1 to 16, and a failure inside a row.
SMALL = [(1, "nothing"), (2, "1"), (2, "1,2"), (3, "1; 2,3"), (3, "1,3"), (3, "2,3"), (4, "2; 1,4")]
# In this game, some copies of a block are irregular in the rows before the certificate begins.
WEDGE = (4, "1,3; 1,2,4; 2,3,4")


def proof(rules: BlockingNim) -> Certificate:
    result = find(rules)
    assert result is not None
    return result


def answer(script: str) -> str:
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), script)).strip()


def check(rules: BlockingNim, altering: Alterations, tries: int) -> None:
    """Compare z3 with the checker on a certificate and on altered copies of it."""
    certificate = proof(rules)
    assert counterexample(rules, certificate) is None and flaw(rules, certificate) is None
    for _ in range(tries):
        other = altering.certificate(certificate)
        wrong = counterexample(rules, other)
        assert (wrong is None) == (flaw(rules, other) is None), other.text()
        if wrong is not None:
            match = SENTENCE.fullmatch(wrong)
            assert match, wrong
            x, y, state, next_x, same_y, claimed, start = match.groups()
            assert start or state != claimed
            assert start or (int(next_x), int(same_y)) == (int(x) + 1, int(y))


@pytest.mark.parametrize(("modulus", "family"), SMALL)
def test_z3_agrees_with_the_checker(modulus: int, family: str) -> None:
    check(read_family(modulus, family), Alterations(modulus, Power), 12)


@pytest.mark.full
@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_z3_proves_all_games_up_to_modulus_4(modulus: int) -> None:
    altering = Alterations(modulus, Power)
    for rules in antichains(modulus):
        check(rules, altering, 4)


def test_certificates_of_other_games_are_refuted() -> None:
    games = [read_family(3, family) for family in ("nothing", "3", "1,3", "2,3")]
    for rules in games:
        for other in games:
            assert (counterexample(rules, proof(other)) is None) == (rules == other)
    assert counterexample(NIM, replace(NIM_PROOF, tail=b"\2"))  # modulo 1, there is no residue 2


@pytest.mark.parametrize(("modulus", "family"), [*SMALL, WEDGE])
def test_failure_messages_agree_with_the_rule(modulus: int, family: str) -> None:
    """Check that each message about a true certificate names the correct state twice.

    Since the certificate is true, the state that it claims is the state that the rule gives.
    """
    rules = read_family(modulus, family)
    certificate = proof(rules)
    size = certificate.row + 3 * certificate.period
    claim, rows = presburger._Claim(rules, certificate), first_rows(rules, size + 1)
    for x, y in product(range(size), repeat=2):
        state = LETTERS[rows[x + 1][y]]
        assert claim.failure(x, y) == (
            f"the rule fails at x = {x}, y = {y}: it gives state {state} at "
            f"({x + 1}, {y}), not {state} as claimed"
        )
    wrong = presburger._Claim(NIM, Certificate(0, 1, (b"\1",), b"\0")).failure(0, 0)
    assert wrong == "the state at (0, 0) is 0, not 1 as claimed"


def test_strips_must_contain_all_rows_in_order(
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


def test_the_smtlib_script_gives_the_same_answer() -> None:
    wrong = replace(NIM_PROOF, word=(Power(b"\1", 1, 2),))
    rules = read_family(3, "1; 2,3")
    for game, certificate, expected in [
        (NIM, NIM_PROOF, "unsat"),
        (NIM, wrong, "sat"),
        (rules, proof(rules), "unsat"),
    ]:
        assert answer(smtlib(game, certificate)) == expected
