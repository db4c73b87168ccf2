"""Two heaps beside others: planes, proofs of their rows, and what these say of the game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from nimtwist.atlas.beside import BesideProof, beside_flaw, find_beside, planes
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.several import find_cube
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.certificates import altered, said

Heaps = tuple[int, ...]

FIGURE_4 = BlockingNim(3, [{2, 3}, {1, 3}])
WEDGE = read_family(4, "1,3; 1,4; 3,4")

TAKES_LONG = {"planes", "find_beside"}


@cache
def proved() -> list[tuple[BlockingNim, BesideProof]]:
    """Return proofs of small games beside one heap or two, and one of more planes."""
    asked = [
        (rules, others)
        for modulus in (1, 2, 3)
        for rules in antichains(modulus)
        for others in [(), (1,), (2,), (1, 1)]
    ]
    asked += [(WEDGE, (1,)), (FIGURE_4, (2, 1, 1, 1, 1))]
    found = [(rules, find_beside(rules, others)) for rules, others in asked]
    assert all(proof for _, proof in found)
    return [(rules, proof) for rules, proof in found if proof]


def by_definition(rules: BlockingNim, others: Heaps, size: int) -> dict[Heaps, int]:
    """Return V(x; y, plane) for all x and y below a size, as (x, y, *plane): move by move."""
    n, good, found = rules.modulus, set[Heaps](), dict[Heaps, int]()
    for plane in planes(others):
        for x in range(size):
            for y in range(size):
                here = x, y, *plane
                away = [
                    {
                        (heap - left - 1) % n + 1
                        for left in range(heap)
                        if tuple(sorted(filter(None, (*here[:i], left, *here[i + 1 :])))) in good
                    }
                    for i, heap in enumerate(here)
                ]
                if any(set().union(*away) <= restriction for restriction in rules.restrictions):
                    good.add(tuple(sorted(filter(None, here))))
                found[here] = sum(1 << r - 1 for r in away[0])
    return found


def test_planes_come_after_what_can_be_reached_from_them() -> None:
    for others in [(), (3,), (2, 2), (2, 1, 1)]:
        found = planes(others)
        assert len(found) == len({*found})
        for i, plane in enumerate(found):
            for j, heap in enumerate(plane):
                for left in range(heap):
                    option = tuple(sorted(filter(None, (*plane[:j], left, *plane[j + 1 :]))))
                    assert option in found[:i]


def check(rules: BlockingNim, proof: BesideProof) -> None:
    """Compare a proof with the definition, as far as its first rows go."""
    assert beside_flaw(rules, proof) is None
    first, period = proof.certificate.row, proof.certificate.period
    size = min(first + period + rules.modulus + 1, 22)
    found = by_definition(rules, proof.others, size)
    for t in range(3):
        if (x := first + period * t) < size:
            row = said(proof.certificate, t)
            for y in range(size):
                for i, plane in enumerate(planes(proof.others)):
                    assert proof.alphabet[row[y]][i] == found[x, y, *plane]


def test_a_proof_stands_and_says_what_the_definition_does() -> None:
    for rules, proof in proved()[::3]:
        check(rules, proof)


@pytest.mark.full
def test_every_proof_stands_and_says_what_the_definition_does() -> None:
    for rules, proof in proved():
        check(rules, proof)


def test_what_is_proved_unbounded_has_no_cube_and_the_other_way_round() -> None:
    for modulus in (1, 2, 3):
        for rules in antichains(modulus):
            beside = [find_beside(rules, (z,)) for z in range(4)]
            assert all(beside)
            unbounded = any(proof.unbounded for proof in beside if proof)
            assert unbounded == (find_cube(rules, 3, 20) is None)


def test_the_family_of_figure_4_is_unbounded_with_seven_heaps() -> None:
    six, seven = (find_beside(FIGURE_4, others) for others in [(2, 1, 1, 1), (2, 1, 1, 1, 1)])
    assert six and not six.unbounded
    assert seven and seven.unbounded and beside_flaw(FIGURE_4, seven) is None


def first_letters(certificate: Certificate) -> list[list[int]]:
    return [[said(certificate, t)[y] for y in range(60)] for t in range(4)]


def test_an_altered_proof_is_refused() -> None:
    for rules, proof in proved()[::6]:
        for wrong in altered(proof.certificate, rules.modulus):
            refused = beside_flaw(rules, replace(proof, certificate=wrong))
            same = first_letters(wrong) == first_letters(proof.certificate)
            assert refused or same
        for i, letter in enumerate(proof.alphabet):
            changed = tuple(state ^ 1 for state in letter)
            alphabet = (*proof.alphabet[:i], changed, *proof.alphabet[i + 1 :])
            if not i or i in said(proof.certificate, 1).word + proof.certificate.tail:
                assert beside_flaw(rules, replace(proof, alphabet=alphabet))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"row": 7}, "row 7 of the game is another one"),
        ({"period": 2}, "after 2 rows from row 6 the word is not that of the next period"),
        ({"tail": b"\1\1"}, "the tail must have 3 letters, not 2"),
        ({"tail": b"\1\1\xff"}, "a letter is not in the alphabet"),
    ],
)
def test_a_flaw_is_a_sentence(change: dict[str, object], sentence: str) -> None:
    proof = find_beside(FIGURE_4, (2,))
    assert proof and proof.certificate.row == 6
    wrong = replace(proof, certificate=replace(proof.certificate, **change))  # type: ignore[arg-type]
    assert beside_flaw(FIGURE_4, wrong) == sentence


def test_an_alphabet_that_does_not_fit_is_refused() -> None:
    proof = find_beside(FIGURE_4, (2,))
    assert proof
    for alphabet in [(), proof.alphabet[1:], ((0, 0),), (*proof.alphabet, proof.alphabet[1])]:
        assert beside_flaw(FIGURE_4, replace(proof, alphabet=alphabet)) == (
            "the alphabet is not one of states in 3 planes, all empty in the first letter"
        )
