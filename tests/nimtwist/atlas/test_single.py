"""One restriction alone: the proofs of its values, their checker, and the game they solve."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver, mex
from nimtwist.atlas.single import OneRestriction, SingleProof, single_flaw, solve_single
from nimtwist.games import BlockingNim

Restriction = frozenset[int]

GAME = BlockingNim(4, [{1, 2}])
PROOF = SingleProof(4, frozenset({1, 2}), 0, 3, 1, 0, (0, 0, 0))
POSITION = ((5, 9), frozenset({1, 2}))

TAKES_LONG = {"solve_single"}


def every_restriction(most: int, least: int = 1) -> list[tuple[int, Restriction]]:
    return [
        (modulus, frozenset(residues))
        for modulus in range(least, most + 1)
        for k in range(modulus + 1)
        for residues in combinations(range(1, modulus + 1), k)
    ]


def proved(modulus: int, restriction: Restriction) -> SingleProof:
    proof = solve_single(modulus, restriction)
    assert proof is not None
    return proof


def values(modulus: int, restriction: Restriction, size: int) -> list[int]:
    """Return the Grundy values by the definition alone."""
    found: list[int] = []
    for heap in range(size):
        options = (found[heap - s] for s in range(1, heap + 1) if s % modulus not in restriction)
        found.append(mex(options))
    return found


@pytest.mark.parametrize(("modulus", "restriction"), every_restriction(5))
def test_the_values_are_those_of_the_definition(modulus: int, restriction: Restriction) -> None:
    proof = proved(modulus, restriction)
    blocked = frozenset(r % modulus for r in restriction)
    size = proof.settled + 3 * proof.period + 2 * modulus
    assert [proof.value(heap) for heap in range(size)] == values(modulus, blocked, size)


@pytest.mark.parametrize(("modulus", "restriction"), every_restriction(5))
def test_start_and_period_are_the_smallest(modulus: int, restriction: Restriction) -> None:
    proof = proved(modulus, restriction)
    found = [proof.value(heap) for heap in range(proof.settled + 3 * proof.period)]
    for period in range(1, proof.period + 1):
        steps = [b - a for a, b in zip(found, found[period:], strict=False)]
        assert (len(set(steps[proof.start :])) == 1) == (period == proof.period)
    assert not proof.start or len(set(steps[proof.start - 1 :])) == 2


def test_every_restriction_up_to_modulo_7_has_a_proof_that_stands() -> None:
    for modulus, restriction in every_restriction(7):
        assert single_flaw(proved(modulus, restriction)) is None


@pytest.mark.full
def test_every_restriction_modulo_8_to_10_has_a_proof_that_stands() -> None:
    for modulus, restriction in every_restriction(10, least=8):
        assert single_flaw(proved(modulus, restriction)) is None


def test_search_goes_no_further_than_it_is_told() -> None:
    proof, told = proved(4, frozenset({1, 2, 4})), list[int]()
    size = proof.settled + proof.period
    assert solve_single(4, proof.restriction, size, told.append) == proof
    assert solve_single(4, proof.restriction, size - 1) is None
    assert told == [0]


@given(st.sampled_from(every_restriction(5)), st.data())
def test_an_altered_proof_is_refused(case: tuple[int, Restriction], data: st.DataObject) -> None:
    proof = proved(*case)
    name = data.draw(st.sampled_from(["start", "period", "saltus", "settled", "values", "modulus"]))
    if name == "values":
        place = data.draw(st.integers(0, len(proof.values) - 1))
        value = proof.values[place] + data.draw(st.sampled_from([-1, 1]))
        altered = replace(proof, values=(*proof.values[:place], value, *proof.values[place + 1 :]))
    elif name == "modulus":  # the values of another game
        other = data.draw(st.sampled_from(every_restriction(5)))
        altered = replace(proof, modulus=other[0], restriction=other[1])
        if proved(*other).values[: len(proof.values)] == proof.values[: len(proved(*other).values)]:
            return
    else:
        by = data.draw(st.sampled_from([-2, -1, 1, 2]))
        if getattr(proof, name) + by < (name == "period"):
            return  # no proof is made of that
        altered = replace(proof, **{name: getattr(proof, name) + by})
        if name == "start" and proof.start < altered.start <= proof.settled:
            return  # a weaker statement, and true
    assert single_flaw(altered) is not None


def test_states_that_differ_are_refused_even_if_the_values_agree() -> None:
    rules = proved(4, frozenset({1, 2, 4}))
    early = replace(rules, settled=rules.start, values=rules.values[: rules.start + rules.period])
    assert rules.start < rules.settled
    assert single_flaw(early) == "the states at 8 and 12 differ"


def test_what_is_no_proof_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a proof is a SingleProof, not 7$"):
        single_flaw(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^the number of sizes must be .* not 0$"):
        solve_single(3, frozenset({1}), 0)
    with pytest.raises(ValueError, match=r"^a forbidden residue must be .* not 4$"):
        solve_single(3, frozenset({4}))
    with pytest.raises(ValueError, match=r"^progress must be a function of one number, not 5$"):
        solve_single(3, frozenset({1}), progress=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^a heap must be a whole number, at least 0, not -1$"):
        proved(3, frozenset({1})).value(-1)


@pytest.mark.parametrize(("modulus", "restriction"), [*every_restriction(3), (4, frozenset({3}))])
def test_the_closed_form_is_that_of_the_solver(modulus: int, restriction: Restriction) -> None:
    rules = BlockingNim(modulus, [restriction])
    theory, solver = OneRestriction(rules, proved(modulus, restriction)), Solver(rules)
    for heaps, largest in (1, 24), (2, 9), (3, 5):
        for sizes in combinations_with_replacement(range(largest + 1), heaps):
            position = rules.canonical((sizes, restriction))
            assert theory.grundy(position) == solver.grundy(position)
            assert theory.outcome(position) == solver.outcome(position)
            told, all_of_them = theory.winning_options(position), solver.winning_options(position)
            assert set(told) <= set(all_of_them) and bool(told) == bool(all_of_them)
            if theory.proof.saltus:
                assert set(told) == set(all_of_them)


@given(st.sampled_from(every_restriction(6)), st.lists(st.integers(0, 10**30), max_size=5))
def test_huge_heaps_are_won_by_moves_of_the_rules(
    case: tuple[int, Restriction], heaps: list[int]
) -> None:
    modulus, restriction = case
    rules = BlockingNim(modulus, [restriction])
    theory = OneRestriction(rules, proved(modulus, restriction))
    position = rules.canonical((tuple(heaps), restriction))
    options = theory.winning_options(position)
    assert bool(options) == (theory.outcome(position) == "N")
    for option in options:
        assert rules.why_illegal(position, option) is None
        assert theory.outcome(option) == "P"
