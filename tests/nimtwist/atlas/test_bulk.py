"""Tests that compare the bulk tools with grids and searches, which handle one game at a time."""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import blake2b
from itertools import islice

import numpy as np
import pytest

from nimtwist.atlas import bulk
from nimtwist.atlas.bulk import Codes, are_box_games, distinct, packed_patterns, patterns
from nimtwist.atlas.families import antichains, code_of, rules_of
from nimtwist.atlas.rows import rows
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.pair_grid import PairGrid

codes = cache(bulk.codes)


def sample(modulus: int, count: int) -> Codes:
    """Return random codes for a modulus, unsorted, with the first code repeated at the end."""
    chosen = np.random.default_rng(modulus).choice(codes(modulus), count, replace=False)
    return np.append(chosen, chosen[0])


def good_pairs(rules: BlockingNim, size: int) -> list[list[bool]]:
    """Return a table that tells which pairs are good, computed from the grids of outcomes."""
    grid = PairGrid(rules, size)
    grids = [grid.rows(forbidden) for forbidden in rules.family]
    return [[any(rows[x][y] == "P" for rows in grids) for y in range(size)] for x in range(size)]


def bits(pairs: list[list[bool]]) -> int:
    """Return a pattern as an integer with one bit for each unordered pair."""
    size = len(pairs)
    return sum(pairs[x][y] << y * (y + 1) // 2 + x for y in range(size) for x in range(y + 1))


def numbers(words: Codes) -> list[int]:
    return [sum(word << 64 * i for i, word in enumerate(row)) for row in words.tolist()]


def groups(words: Codes) -> list[int]:
    """Return, for each pattern, the index of the first pattern that is equal to it."""
    first: dict[bytes, int] = {}
    return [first.setdefault(row.tobytes(), i) for i, row in enumerate(words)]


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
            packed_patterns(modulus, np.array([*codes(modulus), code], np.uint64), 1)


@pytest.mark.parametrize(("modulus", "count"), [(1, 2), (2, 5), (3, 19), (4, 167), (5, 300)])
def test_bulk_box_games_match_is_box_game(modulus: int, count: int) -> None:
    sampled = sample(modulus, count)
    expected = [rules_of(modulus, code).is_box_game for code in sampled.tolist()]
    assert are_box_games(modulus, sampled).tolist() == expected


# --- Patterns ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "count", "size"),
    [(1, 2, 24), (2, 5, 24), (3, 19, 24), (4, 60, 20), (5, 20, 24), (6, 20, 24), (6, 1, 128)],
)
def test_patterns_hashes_and_counts_match_the_grids(
    modulus: int, count: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "_CHUNK", 3 * size**2)  # process a few games at a time
    sampled = sample(modulus, count)
    expected = [good_pairs(rules_of(modulus, code), size) for code in sampled.tolist()]
    words, result = packed_patterns(modulus, sampled, size), patterns(modulus, sampled, size)
    assert numbers(words) == [bits(pairs) for pairs in expected]
    assert result.good.tolist() == [sum(map(sum, pairs)) for pairs in expected]
    length = 8 * words.shape[1]
    assert result.texts() == [
        blake2b(bits(pairs).to_bytes(length, "little"), digest_size=16).hexdigest()
        for pairs in expected
    ]


# --- Games with the same pattern -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(3, 19, 12), (4, 167, 32), (5, 1_000, 48), (6, 1_000, 12)]
)
def test_games_are_grouped_exactly_by_pattern(
    modulus: int, count: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "_CHUNK", 100 * size**2)  # process a hundred patterns at a time
    sampled = sample(modulus, count)
    classes, words = distinct(modulus, sampled, size), packed_patterns(modulus, sampled, size)
    assert classes.first.tolist() == groups(words)
    assert classes.growth.tolist() == [
        len({*groups(packed_patterns(modulus, sampled, smaller))}) for smaller in range(1, size + 1)
    ]
    assert (classes.good == patterns(modulus, sampled, size).good).all()
    sizes = Counter(classes.first.tolist())
    assert dict(zip(classes.representatives.tolist(), classes.sizes.tolist(), strict=True)) == sizes


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
