"""Tests that solutions based on proofs agree with the solver and work for huge heaps."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.atlas.cubes import Cubes, find_cube
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.search import find
from nimtwist.atlas.solved import Solved
from nimtwist.games.blocking import BlockingPosition

Theory = Solved | Cubes

KINDS = ["two heaps", "cubes"]
TWO_HEAPS = [
    (3, "1,2; 1,3"),
    (4, "1,3; 2,3"),
    (4, "1,3; 1,2,4; 2,3,4"),
    (5, "2,5; 1,3,4; 2,3,4"),
]


@cache
def theories(kind: str) -> list[Theory]:
    """Return solved games of the given kind, using proofs found by a search."""
    if kind == "two heaps":
        pairs = [(rules, find(rules, 600)) for rules in (read_family(*game) for game in TWO_HEAPS)]
        return [Solved(rules, proof) for rules, proof in pairs if proof]
    games = [(rules, m) for n in (1, 2, 3) for rules in antichains(n) for m in (1, 2, 3)]
    return [Cubes(rules, cube) for rules, m in games if (cube := find_cube(rules, m, 30))]


def max_heaps(theory: Theory) -> int:
    return theory.proof.heaps if isinstance(theory, Cubes) else 2


def fewest_sticks(
    position: BlockingPosition, winning: list[BlockingPosition]
) -> set[BlockingPosition]:
    """Return, for each of two heaps, the winning options that take the fewest sticks from it."""
    first, second = (0, 0, *position[0])[-2:]
    fewest = set[BlockingPosition]()
    for heap, other in ((first, second), (second, first)):
        for size in reversed(range(heap)):
            after = tuple(sorted(filter(None, (size, other))))
            if options := {option for option in winning if option[0] == after}:
                fewest |= options
                break
    return fewest


@pytest.mark.parametrize("kind", KINDS)
def test_theories_agree_with_the_solver(kind: str) -> None:
    assert len(theories(kind)) >= 4
    for theory in theories(kind):
        rules, solver = theory.rules, Solver(theory.rules)
        count = max_heaps(theory)
        if isinstance(theory, Solved):
            with pytest.raises(ValueError, match="at most two heaps"):
                theory.outcome(((1, 1, 1), rules.family[0]))
        for heaps in combinations_with_replacement(range({1: 15, 2: 10, 3: 5}[count]), count):
            for forbidden in rules.family:
                position = rules.canonical((heaps, forbidden))
                assert theory.outcome(position) == solver.outcome(position)
                advised = theory.winning_options(position)
                winning = solver.winning_options(position)
                assert {*advised} <= {*winning} and bool(advised) == bool(winning)
                if isinstance(theory, Solved):
                    assert {*advised} == fewest_sticks(position, winning)


def has_only_losing_options(theory: Theory, position: BlockingPosition) -> bool:
    """Return whether a sample of the options consists of N-positions only."""
    rules, (heaps, forbidden) = theory.rules, position
    return all(
        theory.outcome(rules.canonical(((*heaps[:i], heap - taken, *heaps[i + 1 :]), named))) == "N"
        for i, heap in enumerate(heaps)
        for taken in {*range(1, 20), *range(max(1, heap - 20), heap + 1), heap // 2}
        if 0 < taken <= heap and (taken - 1) % rules.modulus + 1 not in forbidden
        for named in rules.family
    )


@settings(max_examples=100)
@given(
    st.sampled_from(KINDS).flatmap(lambda kind: st.sampled_from(theories(kind))),
    st.lists(st.integers(0, 10**30), min_size=3, max_size=3),
    st.sampled_from([None, 1, 2]),
    st.integers(0, 400),
    st.data(),
)
def test_winning_moves_of_huge_heaps_lead_to_p_positions(
    theory: Theory, sizes: list[int], slope: int | None, offset: int, data: st.DataObject
) -> None:
    if slope:  # choose a pair near a border between the blocks of a row
        sizes[1] = slope * sizes[0] + offset
    rules, forbidden = theory.rules, data.draw(st.sampled_from(theory.rules.family))
    position = rules.canonical((tuple(sizes[: max_heaps(theory)]), forbidden))
    options = theory.winning_options(position)
    assert bool(options) == (theory.outcome(position) == "N")
    for option in options:
        assert rules.why_illegal(position, option) is None
        assert theory.outcome(option) == "P"
    assert options or has_only_losing_options(theory, position)
