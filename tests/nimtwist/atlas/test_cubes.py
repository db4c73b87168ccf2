"""Tests that cubes and their proofs match the definition and that false proofs are rejected."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product

from hypothesis import given
from hypothesis import strategies as st

from nimtwist.atlas.cubes import CubeProof, _Cube, cube_flaw, find_cube
from nimtwist.atlas.families import antichains
from nimtwist.games import BlockingNim
from tests.lib.strategies import blocking_games

Heaps = tuple[int, ...]

FIGURE_4 = BlockingNim(3, [{2, 3}, {1, 3}])
SMALL = [rules for modulus in (1, 2, 3) for rules in antichains(modulus)]
proved = cache(
    lambda: [(rules, p) for rules in SMALL for m in (1, 2, 3) if (p := find_cube(rules, m, 30))]
)


def good_and_reach(rules: BlockingNim, heaps: int, size: int) -> dict[Heaps, int]:
    """Return, for each tuple of heaps, the residues of its moves to good tuples.

    Bit r - 1 of a value stands for residue r. The values are computed from the definition.
    """
    good, reach = set[Heaps](), dict[Heaps, int]()
    for cell in sorted(product(range(size), repeat=heaps), key=sum):
        residues = {
            (heap - left - 1) % rules.modulus + 1
            for i, heap in enumerate(cell)
            for left in range(heap)
            if (*cell[:i], left, *cell[i + 1 :]) in good
        }
        if any(residues <= restriction for restriction in rules.restrictions):
            good.add(cell)
        reach[cell] = sum(1 << r - 1 for r in residues)
    return reach


@given(blocking_games(), st.sampled_from([(1, 12), (2, 8), (3, 6), (4, 4)]))
def test_states_of_a_cube_agree_with_the_definition(
    rules: BlockingNim, shape: tuple[int, int]
) -> None:
    heaps, size = shape
    cube = _Cube(rules, heaps)
    for _ in range(size):
        cube.grow()
    reach = good_and_reach(rules, heaps, size)
    for cell in combinations_with_replacement(range(size), heaps):
        assert cube.reach(cell) == reach[cell]


@given(
    st.deferred(lambda: st.sampled_from(proved())),
    st.sampled_from(SMALL),
    st.integers(-3, 3),
    st.integers(-3, 3),
)
def test_altered_proofs_are_rejected_unless_they_are_true(
    case: tuple[BlockingNim, CubeProof], other: BlockingNim, later: int, longer: int
) -> None:
    rules, proof = case
    start, period = max(proof.start + later, 0), max(proof.period + longer, 1)
    altered = replace(proof, start=start, period=period)
    follows = start >= proof.start and period % proof.period == 0
    assert (cube_flaw(rules, altered) is None) == follows
    found = find_cube(other, proof.heaps, 30)
    follows = bool(found and found.start <= proof.start and not proof.period % found.period)
    assert (cube_flaw(other, proof) is None) == follows


def test_sizes_are_limited() -> None:
    assert find_cube(FIGURE_4, 3, 9) == CubeProof(3, 6, 3)
    assert find_cube(FIGURE_4, 3, 8) is None
    assert "more than 1,048,576 tuples" in str(cube_flaw(FIGURE_4, CubeProof(3, 10**9, 3)))
