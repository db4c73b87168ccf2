"""Tests that proofs for single restrictions are correct, and that false ones are rejected."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from nimtwist import mex
from nimtwist.atlas.one_restriction import SingleProof, single_flaw, solve_single
from nimtwist.games.restrictions import Restriction

LATE = frozenset({1, 2, 4})
"""A restriction modulo 4 whose states become periodic later than its values."""

# All restrictions up to modulus 5, and one modulo 6 whose values grow and whose states become
# periodic late.
GAMES = [
    (modulus, frozenset(residues))
    for modulus in range(1, 6)
    for count in range(modulus + 1)
    for residues in combinations(range(1, modulus + 1), count)
] + [(6, frozenset({1, 3, 4}))]


def proved(game: tuple[int, Restriction]) -> SingleProof:
    proof = solve_single(*game)
    assert proof
    return proof


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_are_correct_and_start_and_period_minimal(
    game: tuple[int, Restriction],
) -> None:
    proof = proved(game)
    values: list[int] = []
    blocked = {r % proof.modulus for r in proof.restriction}
    for heap in range(proof.settled + 3 * proof.period + 2 * proof.modulus):
        taken = (s for s in range(1, heap + 1) if s % proof.modulus not in blocked)
        values.append(mex(values[heap - s] for s in taken))
        assert proof.value(heap) == values[heap]
    for period in range(1, proof.period + 1):
        steps = [b - a for a, b in zip(values, values[period:], strict=False)]
        assert (len({*steps[proof.start :]}) == 1) == (period == proof.period)
    assert not proof.start or len({*steps[proof.start - 1 :]}) == 2


def test_the_number_of_heap_sizes_is_limited() -> None:
    proof = solve_single(4, LATE)
    assert proof
    size = proof.settled + proof.period
    assert solve_single(4, LATE, size) == proof and solve_single(4, LATE, size - 1) is None
    assert solve_single(1, frozenset(), 1) == solve_single(1, frozenset())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_proofs_are_accepted_exactly_where_states_recur(
    game: tuple[int, Restriction],
) -> None:
    proof = proved(game)
    values = tuple(map(proof.value, range(proof.settled + 2 * proof.period + 2)))
    for settled, period in product(range(proof.settled + 2), range(1, 2 * proof.period + 1)):
        end = settled + period
        numbers = (settled, period, max(values[end] - values[settled], 0), settled)
        claim = SingleProof(proof.modulus, proof.restriction, *numbers, values[:end])
        recurs = settled >= proof.settled and period % proof.period == 0
        for start in {settled, min(settled, proof.start)}:
            assert (single_flaw(replace(claim, start=start)) is None) == recurs
    if proof.start:
        assert single_flaw(replace(proof, start=proof.start - 1))
    assert single_flaw(replace(proof, start=proof.settled + 1))
    assert single_flaw(replace(proof, saltus=proof.saltus + 1))
    for place, value in enumerate(proof.values):
        wrong = (*proof.values[:place], value + 1, *proof.values[place + 1 :])
        assert single_flaw(replace(proof, values=wrong))
