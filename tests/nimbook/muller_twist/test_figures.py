"""Blocking Nim from afar: squares for the P-positions, and a census that counts right."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import pandas as pd

from nimbook.muller_twist.figures import family_census, outcome_maps


def test_maps_have_a_square_for_each_p_and_name_every_grid(images: list[Any]) -> None:
    maps = outcome_maps({"one": ["PN", "NP"], "b & c": ["NNP"]})
    assert images == [[[True, False], [False, True]], [[False, False, True]]]
    assert maps.title == "P-positions: one; b & c"
    assert "first heap" in maps._repr_svg_() and "b &amp; c" in maps._repr_svg_()


def first_allowed(modulus: int, restriction: tuple[int, ...]) -> int:
    """Return the least number of sticks allowed; the modulus + 1 if there is none."""
    return min(set(range(1, modulus + 2)) - set(restriction))


def forbids_a_run(modulus: int, restriction: tuple[int, ...], length: int) -> bool:
    """Return whether all of some `length` numbers in a row are forbidden."""
    return any(
        all((start + i) % modulus in {r % modulus for r in restriction} for i in range(length))
        for start in range(modulus)
    )


def kind(modulus: int, family: tuple[tuple[int, ...], ...]) -> str:
    """Return what settles a family, said in other words than in the package."""
    residues = tuple(range(1, modulus + 1))
    if residues in family:
        return "can forbid everything"
    largest = max(len(restriction) for restriction in family)
    if residues[:largest] in family:
        return "Observation 1"
    box = max(first_allowed(modulus, restriction) for restriction in family)
    if any(forbids_a_run(modulus, restriction, box) for restriction in family):
        return "open"
    return "box theorem besides"


def subsets(things: list[tuple[int, ...]]) -> chain[tuple[tuple[int, ...], ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(1, len(things) + 1))


def test_the_census_is_that_of_a_direct_count() -> None:
    census = family_census(3)
    assert census.index.tolist() == [1, 2, 3]
    assert census.index.name == "modulus"
    for modulus in census.index:
        restrictions = [
            restriction
            for size in range(modulus + 1)
            for restriction in combinations(range(1, modulus + 1), size)
        ]
        kinds = [kind(modulus, family) for family in subsets(restrictions)]
        assert len(kinds) == 2 ** (2**modulus) - 1
        row = census.loc[modulus].to_dict()
        assert row.pop("families") == len(kinds)
        assert row == {name: kinds.count(name) for name in row}
        assert sum(row.values()) == len(kinds)


def test_a_smaller_census_is_the_beginning_of_a_larger_one() -> None:
    pd.testing.assert_frame_equal(family_census(1), family_census(2).head(1))
