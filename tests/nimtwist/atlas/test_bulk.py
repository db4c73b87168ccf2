"""All games of a modulus at once, against the grids and the search that take one at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from hashlib import blake2b
from itertools import islice

import numpy as np
import pytest

from nimtwist.atlas import bulk
from nimtwist.atlas.bulk import Codes, boxes, distinct, packed, patterns
from nimtwist.atlas.families import antichains, code_of, rules_of
from nimtwist.atlas.rows import rows
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.pair_grid import PairGrid

codes = cache(bulk.codes)


def some(modulus: int, count: int) -> Codes:
    """Return some codes of a modulus, in no order, and the first of them twice."""
    chosen = np.random.default_rng(modulus).choice(codes(modulus), count, replace=False)
    return np.append(chosen, chosen[0])


def good_pairs(rules: BlockingNim, size: int) -> list[list[bool]]:
    """Return which pairs are good, by the grids of outcomes."""
    grid = PairGrid(rules, size)
    under = [grid.rows(forbidden) for forbidden in rules.family]
    return [[any(rows[x][y] == "P" for rows in under) for y in range(size)] for x in range(size)]


def bits(pairs: list[list[bool]]) -> int:
    """Return a pattern as a number, by the numbers of the pairs."""
    size = len(pairs)
    return sum(pairs[x][y] << y * (y + 1) // 2 + x for y in range(size) for x in range(y + 1))


def numbers(words: Codes) -> list[int]:
    return [sum(word << 64 * place for place, word in enumerate(row)) for row in words.tolist()]


def groups(words: Codes) -> list[int]:
    """Return for each pattern the index of the first one that is equal, bit by bit."""
    first: dict[bytes, int] = {}
    return [first.setdefault(row.tobytes(), i) for i, row in enumerate(words)]


# --- All games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_the_codes_are_those_of_all_antichains(modulus: int) -> None:
    assert codes(modulus).tolist() == [code_of(rules) for rules in antichains(modulus)]


@pytest.mark.parametrize(("modulus", "count"), [(5, 7_580), (6, 7_828_353)])
def test_there_are_as_many_codes_as_games_and_each_is_one(modulus: int, count: int) -> None:
    found = codes(modulus)
    assert found.dtype == np.uint64 and len(found) == count
    assert (found[1:] > found[:-1]).all()
    for code in some(modulus, 20).tolist():
        assert code_of(rules_of(modulus, code)) == code


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_every_other_number_is_refused(modulus: int) -> None:
    for code in {*range(1 << (1 << modulus))} - {*codes(modulus).tolist()}:
        with pytest.raises(ValueError, match=f"\\b{code}\\b"):
            packed(modulus, np.array([*codes(modulus), code], np.uint64), 1)


@pytest.mark.parametrize(("modulus", "count"), [(1, 2), (2, 5), (3, 19), (4, 167), (5, 300)])
def test_the_games_of_boxes_are_those_of_the_rules(modulus: int, count: int) -> None:
    chosen = some(modulus, count)
    expected = [rules_of(modulus, code).is_box_game for code in chosen.tolist()]
    assert boxes(modulus, chosen).tolist() == expected


# --- Patterns ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "count", "size"),
    [(1, 2, 24), (2, 5, 24), (3, 19, 24), (4, 60, 20), (5, 20, 24), (6, 20, 24), (6, 1, 128)],
)
def test_patterns_their_hashes_and_counts_are_those_of_the_grids(
    modulus: int, count: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "_CHUNK", 3 * size**2)  # a few games at a time
    chosen = some(modulus, count)
    expected = [good_pairs(rules_of(modulus, code), size) for code in chosen.tolist()]
    words, found = packed(modulus, chosen, size), patterns(modulus, chosen, size)
    assert numbers(words) == [bits(pairs) for pairs in expected]
    assert found.good.tolist() == [sum(map(sum, pairs)) for pairs in expected]
    length = 8 * words.shape[1]
    assert found.texts() == [
        blake2b(bits(pairs).to_bytes(length, "little"), digest_size=16).hexdigest()
        for pairs in expected
    ]


# --- Which games have the same pattern -----------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(3, 19, 12), (4, 167, 32), (5, 1_000, 48), (6, 1_000, 12)]
)
def test_games_are_together_exactly_if_their_patterns_are_equal_bit_by_bit(
    modulus: int, count: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "_CHUNK", 100 * size**2)  # a hundred patterns at a time
    chosen = some(modulus, count)  # one twice, and not in order
    found, words = distinct(modulus, chosen, size), packed(modulus, chosen, size)
    assert found.first.tolist() == groups(words)
    assert found.growth.tolist() == [
        len({*groups(packed(modulus, chosen, smaller))}) for smaller in range(1, size + 1)
    ]
    assert (found.good == patterns(modulus, chosen, size).good).all()
    together = Counter(found.first.tolist())
    assert dict(zip(found.representatives.tolist(), found.sizes.tolist(), strict=True)) == together


@pytest.mark.parametrize(("modulus", "size"), [(2, 9), (3, 32), (4, 9), (5, 7), (5, 32)])
def test_the_games_with_one_pattern_are_all_between_two_of_them(modulus: int, size: int) -> None:
    every, members = codes(modulus), defaultdict[int, list[int]](list)
    for code, first in zip(every.tolist(), distinct(modulus, every, size).first, strict=True):
        members[int(first)].append(code)
    for least, *others in members.values():
        greatest = [least, *others][-1]
        between = (every & np.uint64(least) == least) & (every & ~np.uint64(greatest) == 0)
        assert every[between].tolist() == [least, *others]


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(2, 5, 5), (3, 19, 6), (4, 167, 12), (5, 300, 16), (6, 300, 9)]
)
def test_games_are_together_exactly_if_their_states_are_equal(
    modulus: int, count: int, size: int
) -> None:
    chosen, first, expected = some(modulus, count), dict[tuple[int, ...], int](), list[int]()
    for i, code in enumerate(chosen.tolist()):
        game = islice(rows(rules_of(modulus, code)), size + 1)
        states = tuple(row[y] for row in game for y in range(size))
        expected.append(first.setdefault(states, i))
    assert distinct(modulus, chosen, size, states=True).first.tolist() == expected
