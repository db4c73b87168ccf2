"""Tests that all accepted proofs for two heaps with extra heaps are true, even altered proofs."""

from __future__ import annotations

from dataclasses import replace

from nimtwist.atlas.certificate import Power
from nimtwist.atlas.extra_heaps import (
    ExtraHeapsProof,
    extra_heaps_flaw,
    find_extra_heaps_proof,
    planes,
)
from nimtwist.atlas.families import antichains, read_family
from nimtwist.games import BlockingNim
from tests.lib.proofs import Alterations, stated_rows

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
    """Return the states for all x and y below `size`, computed directly from the definition.

    Each key is a tuple of heaps (x, y, *plane), where `plane` lists the extra heaps.
    """
    n, good, states = rules.modulus, set[Heaps](), dict[Heaps, int]()
    for plane in planes(others):
        for x in range(size):
            for y in range(size):
                heaps = x, y, *plane
                residues = [
                    {
                        (heap - smaller - 1) % n + 1
                        for smaller in range(heap)
                        if tuple(sorted(filter(None, (*heaps[:i], smaller, *heaps[i + 1 :]))))
                        in good
                    }
                    for i, heap in enumerate(heaps)
                ]
                if any(set().union(*residues) <= restriction for restriction in rules.restrictions):
                    good.add(tuple(sorted(filter(None, heaps))))
                states[heaps] = sum(1 << r - 1 for r in residues[0])
    return states


def is_true(states: dict[Heaps, int], proof: ExtraHeapsProof, size: int) -> bool:
    """Return whether the rows that a proof states agree with `states`, for x and y below `size`."""
    return all(
        proof.alphabet[row[y]][i] == states[x, y, *plane]
        for x, row in stated_rows(proof.certificate)
        if x < size
        for y in range(size)
        for i, plane in enumerate(planes(proof.others))
    )


def test_accepted_proofs_are_true() -> None:
    accepted = 0
    for rules, others in GAMES:
        proof = find_extra_heaps_proof(rules, others)
        assert proof
        first, period = proof.certificate.row, proof.certificate.period
        size = min(first + period + rules.modulus + 1, 22)
        states = by_definition(rules, proof.others, size)
        assert extra_heaps_flaw(rules, proof) is None and is_true(states, proof, size)
        altering = Alterations(rules.modulus, Power)
        for _ in range(15):
            other = replace(proof, certificate=altering.certificate(proof.certificate))
            if extra_heaps_flaw(rules, other) is None:
                accepted += 1
                assert is_true(states, other, size)
        used = {
            0,
            *proof.certificate.tail,
            *(letter for _, row in stated_rows(proof.certificate) for letter in row.word),
        }
        for i in used:
            letter = tuple(state ^ 1 for state in proof.alphabet[i])
            alphabet = (*proof.alphabet[:i], letter, *proof.alphabet[i + 1 :])
            assert extra_heaps_flaw(rules, replace(proof, alphabet=alphabet))
    assert accepted > 10


def test_invalid_alphabets_are_rejected() -> None:
    proof = find_extra_heaps_proof(FIGURE_4, (2,))
    assert proof
    for alphabet in [(), proof.alphabet[1:], ((0, 0),), (*proof.alphabet, proof.alphabet[1])]:
        assert extra_heaps_flaw(FIGURE_4, replace(proof, alphabet=alphabet)) == (
            "the letters must be distinct tuples of 3 states, and letter 0 must be empty"
        )
