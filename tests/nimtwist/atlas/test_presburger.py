"""The second proof: z3 proves what is true for all sizes, and names a pair where it is not."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
import z3

from nimtwist.atlas import presburger
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import antichains, read_family, show_family
from nimtwist.atlas.presburger import decide, formula, objection, smtlib
from nimtwist.atlas.rows import rows
from nimtwist.atlas.search import find
from nimtwist.games import BlockingNim

NIM = BlockingNim(1, [[]])
NIM_PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")

WORDS = re.compile(
    r"the rule fails at x = (\d+), y = (\d+): it leads to the state (.) at \((\d+), (\d+)\), "
    r"where (.) is claimed|the state at \(0, (\d+)\) is 0, where (.) is claimed"
)

# One that is false in the middle of a row, a wedge, words without powers, and periods of 1 to 16.
SMALL = [(1, "nothing"), (2, "1"), (2, "1,2"), (3, "1; 2,3"), (3, "1,3"), (3, "2,3")]


def proof(rules: BlockingNim) -> Certificate:
    found = find(rules)
    assert found is not None
    return found


def alterations(certificate: Certificate, modulus: int) -> Iterator[Certificate]:
    """Yield the certificate with any one number changed by 1, or any one bit of a letter."""
    row, period, word = certificate.row, certificate.period, certificate.word
    for change in (-1, 1):
        if row + change >= 0:
            yield replace(certificate, row=row + change)
        if period + change >= 1:
            yield replace(certificate, period=period + change)
    for tail in changed(certificate.tail, modulus):
        yield replace(certificate, tail=tail)
    for place, piece in enumerate(word):
        before, after = word[:place], word[place + 1 :]
        yield replace(certificate, word=before + after)
        yield replace(certificate, word=(*before, piece, piece, *after))
        if isinstance(piece, Power):
            for block in changed(piece.block, modulus):
                yield replace(certificate, word=(*before, replace(piece, block=block), *after))
            for change in (-1, 1):
                other = replace(piece, times=piece.times + change)
                yield replace(certificate, word=(*before, other, *after))
                other = replace(piece, growth=piece.growth + change)
                yield replace(certificate, word=(*before, other, *after))
        else:
            for literal in changed(piece, modulus):
                yield replace(certificate, word=(*before, literal, *after))


def changed(states: bytes, modulus: int) -> Iterator[bytes]:
    """Yield states with one bit of one of them changed, up to the first that is no residue."""
    for place, bit in ((p, b) for p in range(len(states)) for b in range(modulus + 1)):
        yield states[:place] + bytes([states[place] ^ 1 << bit]) + states[place + 1 :]


def check_words(rules: BlockingNim, said: str | None) -> None:
    """Check that a sentence names a pair, and that the state there is wrong indeed."""
    assert said is not None
    match = WORDS.fullmatch(said)
    assert match, said
    x, y, right, next_x, same_y, claimed, *start = match.groups()
    if start[0]:
        assert start[1] != "0"
    else:
        assert (int(next_x), int(same_y)) == (int(x) + 1, int(y))
        assert right != claimed


@pytest.mark.parametrize(("modulus", "family"), SMALL)
def test_it_agrees_with_the_checker_on_true_and_altered_certificates(
    modulus: int, family: str
) -> None:
    rules = read_family(modulus, family)
    certificate = proof(rules)
    assert objection(rules, certificate) is None
    altered = list(alterations(certificate, modulus))
    refused = 0
    for one in altered if len(altered) < 30 else Random(family).sample(altered, 12):
        said = objection(rules, one)
        assert (said is None) == (flaw(rules, one) is None), one.text()
        if said is not None:
            refused += 1
            check_words(rules, said)
    assert refused


def test_it_refuses_the_certificate_of_another_game() -> None:
    games = [
        rules for rules in antichains(3) if show_family(rules) in ("nothing", "3", "1,3", "2,3")
    ]
    for rules in games:
        for other in games:
            assert decide(rules, proof(other)) == (rules == other)


@pytest.mark.full
def test_every_letter_and_border_of_every_strip_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """That no case holds for want of pairs: what is wrong in any strip is found."""
    rules = read_family(3, "1; 2,3")
    certificate = proof(rules)
    strips = presburger._strips(rules, certificate)
    altered = list[list[presburger._Strip]]()
    for place, strip in enumerate(strips):
        others = [replace(strip, tail=tail) for tail in changed(strip.tail, 2)]
        for at, (block, times, growth) in enumerate(strip.pieces):
            pieces = [(other, times, growth) for other in changed(block, 2)]
            pieces += [(block, times + 1, growth), (block, times, growth + 1)]
            for piece in pieces:
                word = (*strip.pieces[:at], piece, *strip.pieces[at + 1 :])
                others.append(replace(strip, pieces=word))
        others = [one for one in others if not same(one, strip)]
        altered += [[*strips[:place], one, *strips[place + 1 :]] for one in others]
        assert others
    for one in Random(1).sample(altered, 40):
        monkeypatch.setattr(presburger, "_strips", lambda *_, one=one: one)
        check_words(rules, objection(rules, certificate))


def same(one: presburger._Strip, other: presburger._Strip) -> bool:
    """Return whether two strips begin alike: as far as a change by one copy is to be seen."""
    rows_seen = range(4 if one.period else 1)
    return all(one.state(t, y) == other.state(t, y) for t in rows_seen for y in range(60))


def test_strips_begin_with_row_0_and_have_the_rows_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, certificate = BlockingNim(1, [[1]]), Certificate(3, 1, (), b"\1")
    zero, one, two, others = (
        presburger._Strip(x, int(x == 3), (), bytes([x > 0])) for x in range(4)
    )
    late = [replace(strip, first=strip.first + 1) for strip in (zero, one, two, others)]
    for strips, answer in [
        ([zero, one, two, others], z3.unsat),
        ([zero, two, one, others], z3.sat),
        ([zero, one, others], z3.sat),
        ([zero, one, two, replace(others, period=2)], z3.sat),
        (late, z3.sat),
    ]:
        monkeypatch.setattr(presburger, "_strips", lambda *_, strips=strips: strips)
        solver = z3.Solver()
        solver.add(formula(rules, certificate))
        assert solver.check() == answer


def test_the_strips_of_a_proof_are_the_rows() -> None:
    rules = read_family(4, "1,3; 1,2,4; 2,3,4")
    certificate = proof(rules)
    claim = presburger._Claim(rules, certificate)
    assert len(claim.strips) < certificate.row  # the pattern is followed back
    for x, row in zip(range(150), rows(rules), strict=False):
        assert all(claim._state(x, y) == row[y] for y in range(250))


def test_the_script_and_the_formula_say_the_same() -> None:
    wrong = replace(NIM_PROOF, word=(Power(b"\1", 1, 2),))
    for certificate, answer in ((NIM_PROOF, z3.unsat), (wrong, z3.sat)):
        script = smtlib(NIM, certificate)
        assert script.endswith("(check-sat)\n")
        read, made = z3.Solver(), z3.Solver()
        read.from_string(script)
        made.add(formula(NIM, certificate))
        assert read.check() == made.check() == answer
    rules = read_family(3, "1; 2,3")
    assert z3.Z3_eval_smtlib2_string(z3.Context().ref(), smtlib(rules, proof(rules))) == "unsat\n"


def test_progress_is_told_of_every_case() -> None:
    told = list[tuple[int, int]]()
    assert decide(NIM, NIM_PROOF, lambda *numbers: told.append(numbers))
    assert told == [(i + 1, len(told)) for i in range(len(told))] and len(told) >= 2


def test_bad_input_is_refused_in_words() -> None:
    far = replace(NIM_PROOF, row=1 << 14)
    with pytest.raises(ValueError, match=r"add up to at most 4096, not 16384 \+ 1"):
        decide(NIM, far)
    with pytest.raises(ValueError, match="a proof is a Certificate, not 'x'"):
        smtlib(NIM, "x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="modulus up to 6, not BlockingNim"):
        decide(BlockingNim(7, [[]]), NIM_PROOF)
    with pytest.raises(ValueError, match="states are numbers up to 63, not as in Certificate"):
        decide(NIM, replace(NIM_PROOF, tail=b"\x40"))
    with pytest.raises(ValueError, match="progress must be a function of two numbers"):
        decide(NIM, NIM_PROOF, 3)  # type: ignore[arg-type]


def test_without_z3_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    assert smtlib(NIM, NIM_PROOF)
    with pytest.raises(ImportError, match=r"needs z3: pip install 'nimtwist\[proof\]'"):
        decide(NIM, NIM_PROOF)


@pytest.mark.full
@pytest.mark.parametrize(
    "rules",
    [rules for modulus in range(1, 5) for rules in antichains(modulus)],
    ids=lambda rules: f"{rules.modulus}: {show_family(rules)}",
)
def test_z3_proves_every_game_modulo_up_to_4(rules: BlockingNim) -> None:
    certificate = proof(rules)
    assert objection(rules, certificate) is None
    assert flaw(rules, certificate) is None
    altered = list(alterations(certificate, rules.modulus))
    for one in Random(show_family(rules)).sample(altered, 3):
        assert decide(rules, one) == (flaw(rules, one) is None), one.text()


@pytest.mark.full
@pytest.mark.parametrize(("modulus", "family"), [*SMALL, (4, "1; 2,3,4"), (4, "2; 1,4")])
def test_it_agrees_with_the_checker_on_all_alterations(modulus: int, family: str) -> None:
    rules = read_family(modulus, family)
    for one in alterations(proof(rules), modulus):
        said = objection(rules, one)
        assert (said is None) == (flaw(rules, one) is None), one.text()
        if said is not None:
            check_words(rules, said)
