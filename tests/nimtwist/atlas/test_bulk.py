"""Tests that compare the bulk tools with tools that handle one game at a time."""

from __future__ import annotations

from functools import cache
from itertools import islice

import numpy as np
import pytest

from nimtwist.atlas import bulk
from nimtwist.atlas.bulk import Codes, are_box_games, distinct
from nimtwist.atlas.families import antichains, code_of, rules_of
from nimtwist.atlas.rows import rows

codes = cache(bulk.codes)


def sample(modulus: int, count: int) -> Codes:
    """Return random codes for a modulus, unsorted, with the first code repeated at the end."""
    chosen = np.random.default_rng(modulus).choice(codes(modulus), count, replace=False)
    return np.append(chosen, chosen[0])


def pattern(modulus: int, code: int, size: int) -> list[tuple[int, ...]]:
    """Return the good pairs x ≤ y of a game, column by column."""
    first = [*islice(rows(rules_of(modulus, code)), size)]
    return [
        tuple(code >> (first[x][y] | first[y][x]) & 1 for x in range(y + 1)) for y in range(size)
    ]


# --- All games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_codes_match_antichains(modulus: int) -> None:
    assert codes(modulus).tolist() == [code_of(rules) for rules in antichains(modulus)]


@pytest.mark.parametrize(("modulus", "count"), [(5, 7_580), (6, 7_828_353)])
def test_number_and_validity_of_codes_for_large_moduli(modulus: int, count: int) -> None:
    result = codes(modulus)
    assert result.dtype == np.uint64 and len(result) == count
    assert (result[1:] > result[:-1]).all()
    for code in sample(modulus, 20).tolist():
        assert code_of(rules_of(modulus, code)) == code


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_numbers_that_are_not_codes_are_rejected(modulus: int) -> None:
    for code in {*range(1 << (1 << modulus))} - {*codes(modulus).tolist()}:
        with pytest.raises(ValueError, match=f"\\b{code}\\b"):
            distinct(modulus, np.array([*codes(modulus), code], np.uint64), 1)


@pytest.mark.parametrize(("modulus", "count"), [(1, 2), (2, 5), (3, 19), (4, 167), (5, 300)])
def test_bulk_box_games_match_is_box_game(modulus: int, count: int) -> None:
    sampled = sample(modulus, count)
    expected = [rules_of(modulus, code).is_box_game for code in sampled.tolist()]
    assert are_box_games(modulus, sampled).tolist() == expected


# --- Games with the same pattern -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(3, 19, 12), (4, 167, 32), (5, 1_000, 48), (6, 1_000, 12)]
)
def test_games_are_grouped_exactly_by_pattern(modulus: int, count: int, size: int) -> None:
    sampled = sample(modulus, count)
    patterns = [pattern(modulus, code, size) for code in sampled.tolist()]
    classes = distinct(modulus, sampled, size)
    assert classes.first.tolist() == [patterns.index(each) for each in patterns]
    assert classes.growth.tolist() == [
        len({tuple(each[:smaller]) for each in patterns}) for smaller in range(1, size + 1)
    ]
    members = [each.tolist() for each in classes.members]
    assert [each[0] for each in members] == classes.representatives.tolist()
    assert sorted(i for each in members for i in each) == [*range(len(patterns))]
    assert all(classes.first[i] == each[0] for each in members for i in each)


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(2, 5, 5), (3, 19, 6), (4, 167, 12), (5, 300, 16), (6, 300, 9)]
)
def test_games_are_grouped_exactly_by_states(modulus: int, count: int, size: int) -> None:
    sampled, first, expected = sample(modulus, count), dict[tuple[int, ...], int](), list[int]()
    for i, code in enumerate(sampled.tolist()):
        game = islice(rows(rules_of(modulus, code)), size + 1)
        states = tuple(row[y] for row in game for y in range(size))
        expected.append(first.setdefault(states, i))
    assert distinct(modulus, sampled, size, states=True).first.tolist() == expected
