"""Tests for games written as antichains, as codes and as text."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given

from nimtwist.atlas.families import (
    antichains,
    code_of,
    maximal,
    read_family,
    rules_of,
    show_family,
)
from nimtwist.games import BlockingNim
from tests.lib.strategies import blocking_games


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_games_are_the_nonempty_antichains(modulus: int) -> None:
    residues = range(1, modulus + 1)
    sets = [frozenset(c) for size in range(modulus + 1) for c in combinations(residues, size)]
    families = (
        {c for c, chosen in zip(sets, choice, strict=True) if chosen}
        for choice in product([False, True], repeat=len(sets))
    )
    expected = {
        frozenset(family)
        for family in families
        if family and not any(a < b for a, b in product(family, repeat=2))
    }
    listed = [rules.restrictions for rules in antichains(modulus)]
    assert {*listed} == expected and len(listed) == len(expected)


@pytest.mark.parametrize(("modulus", "count"), [(1, 2), (2, 5), (3, 19), (4, 167)])
def test_games_round_trip_through_codes_and_texts(modulus: int, count: int) -> None:
    games = [*antichains(modulus)]
    codes = [code_of(rules) for rules in games]
    assert len(games) == count and codes == sorted({*codes})
    assert [rules_of(modulus, code) for code in codes] == games
    assert [read_family(modulus, show_family(rules)) for rules in games] == games
    assert [maximal(rules) for rules in games] == games


@given(blocking_games())
def test_codes_list_the_subsets_of_the_restrictions(rules: BlockingNim) -> None:
    code = code_of(rules)
    for number in range(1 << rules.modulus):
        reached = {r + 1 for r in range(rules.modulus) if number >> r & 1}
        assert code >> number & 1 == any(reached <= c for c in rules.restrictions)
    assert code_of(maximal(rules)) == code and maximal(rules).restrictions <= rules.restrictions
