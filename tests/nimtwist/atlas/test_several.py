"""Several heaps: cubes of states, the proofs they are, their checker, and the games they solve."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.atlas.families import antichains
from nimtwist.atlas.several import CubeProof, Cubes, _Cube, cube_flaw, find_cube
from nimtwist.games import BlockingNim
from tests.strategies import blocking_games

Heaps = tuple[int, ...]

FIGURE_4 = BlockingNim(3, [{2, 3}, {1, 3}])
PROOF = CubeProof(3, 6, 3)
POSITION = ((5, 9), frozenset({1, 3}))

TAKES_LONG = {"find_cube"}

SMALL = [rules for modulus in (1, 2, 3) for rules in antichains(modulus)]
PROVED = [
    (rules, proof) for rules in SMALL for m in (1, 2, 3) if (proof := find_cube(rules, m, 30))
]


def good_and_reach(rules: BlockingNim, heaps: int, size: int) -> dict[Heaps, set[int]]:
    """Return by the definition the residues of the moves to good heaps, all orders of heaps."""
    good, reach = set[Heaps](), dict[Heaps, set[int]]()
    for cell in sorted(product(range(size), repeat=heaps), key=sum):
        reach[cell] = {
            (heap - left - 1) % rules.modulus + 1
            for i, heap in enumerate(cell)
            for left in range(heap)
            if (*cell[:i], left, *cell[i + 1 :]) in good
        }
        if any(reach[cell] <= restriction for restriction in rules.restrictions):
            good.add(cell)
    return reach


@given(blocking_games(), st.sampled_from([(1, 12), (2, 8), (3, 6), (4, 4)]))
def test_a_cube_has_the_states_of_the_definition(
    rules: BlockingNim, shape: tuple[int, int]
) -> None:
    heaps, size = shape
    cube = _Cube(rules, heaps)
    for _ in range(size):
        cube.grow()
    reach = good_and_reach(rules, heaps, size)
    for cell in combinations_with_replacement(range(size), heaps):
        assert cube.reach(cell) == sum(1 << r - 1 for r in reach[cell])
        assert all(reach[order] == reach[cell] for order in permutations(cell))


@pytest.mark.parametrize(("rules", "proof"), PROVED, ids=str)
def test_a_proof_stands_and_is_the_smallest(rules: BlockingNim, proof: CubeProof) -> None:
    assert cube_flaw(rules, proof) is None
    assert rules.modulus % proof.period == 0
    for size in range(1, proof.size + 1):
        for period in range(1, size + 1):
            smaller = CubeProof(proof.heaps, size - period, period)
            assert (cube_flaw(rules, smaller) is None) == (smaller == proof)


@pytest.mark.parametrize(("rules", "proof"), PROVED, ids=str)
def test_what_a_proof_says_is_so_beyond_its_cube(rules: BlockingNim, proof: CubeProof) -> None:
    size = proof.size + rules.modulus * (3 if proof.heaps < 3 else 1)
    reach = good_and_reach(rules, proof.heaps, size)
    for cell, residues in reach.items():
        assert residues == reach[proof.reduced(cell)]


@given(st.sampled_from(PROVED), st.sampled_from(SMALL), st.integers(-3, 3), st.integers(-3, 3))
def test_an_altered_proof_is_refused_unless_it_follows(
    case: tuple[BlockingNim, CubeProof], other: BlockingNim, later: int, longer: int
) -> None:
    rules, proof = case
    start, period = max(proof.start + later, 0), max(proof.period + longer, 1)
    altered = replace(proof, start=start, period=period)
    follows = start >= proof.start and period % proof.period == 0
    assert (cube_flaw(rules, altered) is None) == follows
    found = find_cube(other, proof.heaps, 30)
    follows = found is not None and found.start <= proof.start
    follows = follows and found is not None and proof.period % found.period == 0
    assert (cube_flaw(other, proof) is None) == follows


@pytest.mark.parametrize(("heaps", "start"), [(1, 2), (2, 3), (3, 6), (4, 6), (5, 6), (6, 6)])
def test_the_family_of_figure_4_up_to_six_heaps(heaps: int, start: int) -> None:
    assert find_cube(FIGURE_4, heaps) == CubeProof(heaps, start, 3)


def test_search_goes_no_further_than_it_is_told() -> None:
    told = list[int]()
    assert find_cube(FIGURE_4, 3, 9, told.append) == CubeProof(3, 6, 3)
    assert told == [*range(1, 10)]
    assert find_cube(FIGURE_4, 3, 8) is None


def test_what_is_about_nothing_is_refused() -> None:
    assert cube_flaw(FIGURE_4, CubeProof(3, 10**9, 3)) == (
        "CubeProof(heaps=3, start=1000000000, period=3) has more than 1048576 choices of heaps to "
        "check"
    )
    with pytest.raises(ValueError, match=r"^the number of heaps must be .* 1 to 16, not 0$"):
        CubeProof(0, 6, 3)
    with pytest.raises(ValueError, match=r"^a BlockingNim is proved by a CubeProof, not .* by 3$"):
        cube_flaw(FIGURE_4, 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^cubes are those of .* modulus up to 6, not Blocking"):
        _Cube(BlockingNim(7, [{1}]), 2)
    with pytest.raises(ValueError, match=r"^the number of heaps must be .* 1 to 16, not 0$"):
        find_cube(FIGURE_4, 0)
    with pytest.raises(ValueError, match=r"^the size of a cube must be .* not 0$"):
        find_cube(FIGURE_4, 2, 0)
    with pytest.raises(ValueError, match=r"^progress must be a function of one number, not 5$"):
        find_cube(FIGURE_4, 2, progress=5)  # type: ignore[arg-type]
    theory = Cubes(FIGURE_4, CubeProof(2, 3, 3))
    with pytest.raises(ValueError, match=r"^the proof is about 2 heaps at most, not \(1, 1, 1\)$"):
        theory.outcome(((1, 1, 1), frozenset({1, 3})))


@pytest.mark.parametrize(("rules", "proof"), PROVED, ids=str)
def test_the_closed_form_is_that_of_the_solver(rules: BlockingNim, proof: CubeProof) -> None:
    theory, solver = Cubes(rules, proof), Solver(rules)
    largest = {1: 20, 2: 13, 3: 8}[proof.heaps]
    for sizes in combinations_with_replacement(range(largest + 1), proof.heaps):
        for forbidden in rules.family:
            position = rules.canonical((sizes, forbidden))
            assert theory.outcome(position) == solver.outcome(position)
            told, all_of_them = theory.winning_options(position), solver.winning_options(position)
            assert set(told) <= set(all_of_them) and bool(told) == bool(all_of_them)


@given(st.sampled_from(PROVED), st.lists(st.integers(0, 10**30), min_size=3, max_size=3), st.data())
def test_huge_heaps_are_won_by_moves_of_the_rules(
    case: tuple[BlockingNim, CubeProof], heaps: list[int], data: st.DataObject
) -> None:
    rules, proof = case
    theory, forbidden = Cubes(rules, proof), data.draw(st.sampled_from(rules.family))
    position = rules.canonical((tuple(heaps[: proof.heaps]), forbidden))
    options = theory.winning_options(position)
    assert bool(options) == (theory.outcome(position) == "N")
    for option in options:
        assert rules.why_illegal(position, option) is None
        assert theory.outcome(option) == "P"
