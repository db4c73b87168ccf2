"""Two heaps beside others: proofs of their rows, against the definition and altered."""

from __future__ import annotations

from dataclasses import replace

from nimtwist.atlas.beside import BesideProof, beside_flaw, find_beside, planes
from nimtwist.atlas.certificate import Power
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.several import find_cube
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.proofs import Altering, stated

Heaps = tuple[int, ...]

FIGURE_4 = BlockingNim(3, [{2, 3}, {1, 3}])
GAMES = [
    *((rules, (1,)) for rules in antichains(2)),
    *((rules, (2,)) for rules in [*antichains(3)][::3]),
    *((rules, (1, 1)) for rules in [*antichains(3)][1::6]),
    (read_family(4, "1,3; 1,4; 3,4"), (1,)),
    (FIGURE_4, (2, 1, 1, 1, 1)),
]


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


def is_true(found: dict[Heaps, int], proof: BesideProof, size: int) -> bool:
    """Return whether the rows below a size that a proof states are those of the definition."""
    return all(
        proof.alphabet[row[y]][i] == found[x, y, *plane]
        for x, row in stated(proof.certificate)
        if x < size
        for y in range(size)
        for i, plane in enumerate(planes(proof.others))
    )


def test_accepted_proofs_are_true() -> None:
    accepted = 0
    for rules, others in GAMES:
        proof = find_beside(rules, others)
        assert proof
        first, period = proof.certificate.row, proof.certificate.period
        size = min(first + period + rules.modulus + 1, 22)
        found = by_definition(rules, proof.others, size)
        assert beside_flaw(rules, proof) is None and is_true(found, proof, size)
        altering = Altering(rules.modulus, Power)
        for _ in range(15):
            other = replace(proof, certificate=altering.certificate(proof.certificate))
            if beside_flaw(rules, other) is None:
                accepted += 1
                assert is_true(found, other, size)
        used = {
            0,
            *proof.certificate.tail,
            *(letter for _, row in stated(proof.certificate) for letter in row.word),
        }
        for i in used:
            letter = tuple(state ^ 1 for state in proof.alphabet[i])
            alphabet = (*proof.alphabet[:i], letter, *proof.alphabet[i + 1 :])
            assert beside_flaw(rules, replace(proof, alphabet=alphabet))
    assert accepted > 10


def test_an_alphabet_that_does_not_fit_is_refused() -> None:
    proof = find_beside(FIGURE_4, (2,))
    assert proof
    for alphabet in [(), proof.alphabet[1:], ((0, 0),), (*proof.alphabet, proof.alphabet[1])]:
        assert beside_flaw(FIGURE_4, replace(proof, alphabet=alphabet)) == (
            "the alphabet is not one of states in 3 planes, all empty in the first letter"
        )


def test_a_game_is_unbounded_exactly_if_it_has_no_cube() -> None:
    for modulus in (1, 2, 3):
        for rules in antichains(modulus):
            beside = [find_beside(rules, (z,)) for z in range(4)]
            assert all(beside)
            unbounded = any(proof.unbounded for proof in beside if proof)
            assert unbounded == (find_cube(rules, 3, 20) is None)
