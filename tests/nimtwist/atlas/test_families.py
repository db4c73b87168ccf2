"""Games as antichains and as codes: counted, and compared with the rules."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given

from nimtwist import Solver
from nimtwist.atlas.families import (
    antichains,
    code_of,
    maximal,
    read_family,
    rules_of,
    show_family,
)
from nimtwist.games import BlockingNim
from tests.strategies import blocking_games

GAME = BlockingNim(4, [{1, 3}, {2, 4}])


def sets_of(modulus: int) -> list[frozenset[int]]:
    residues = range(1, modulus + 1)
    return [frozenset(c) for size in range(modulus + 1) for c in combinations(residues, size)]


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_the_games_are_the_non_empty_antichains(modulus: int) -> None:
    sets = sets_of(modulus)
    families = [
        frozenset(c for c, chosen in zip(sets, choice, strict=True) if chosen)
        for choice in product([False, True], repeat=len(sets))
    ]
    plain = {
        family
        for family in families
        if family and not any(a < b for a, b in product(family, repeat=2))
    }
    listed = [rules.restrictions for rules in antichains(modulus)]
    assert set(listed) == plain and len(listed) == len(plain)


def test_there_are_as_many_games_as_dedekind_counted() -> None:
    assert [len([*antichains(modulus)]) for modulus in range(1, 6)] == [2, 5, 19, 167, 7580]


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_codes_and_texts_stand_for_their_games(modulus: int) -> None:
    games = [*antichains(modulus)]
    codes = [code_of(rules) for rules in games]
    assert codes == sorted(set(codes))
    assert [rules_of(modulus, code) for code in codes] == games
    assert [read_family(modulus, show_family(rules)) for rules in games] == games
    assert [maximal(rules) for rules in games] == games


@given(blocking_games())
def test_the_code_says_which_sets_some_restriction_contains(rules: BlockingNim) -> None:
    code = code_of(rules)
    for number in range(1 << rules.modulus):
        reached = {r + 1 for r in range(rules.modulus) if number >> r & 1}
        assert code >> number & 1 == any(reached <= c for c in rules.restrictions)


@given(blocking_games())
def test_only_maximal_restrictions_matter(rules: BlockingNim) -> None:
    reduced = maximal(rules)
    assert reduced.restrictions <= rules.restrictions
    assert code_of(reduced) == code_of(rules)
    whole, part = Solver(rules), Solver(reduced)
    for heaps in [(), (1,), (3,), (1, 2), (2, 2), (2, 4), (1, 1, 2)]:
        for forbidden in reduced.restrictions:
            assert whole.outcome((heaps, forbidden)) == part.outcome((heaps, forbidden))
