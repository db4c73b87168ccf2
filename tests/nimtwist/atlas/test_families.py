"""Tests for the games of the atlas: their families, rows, classes and equivalence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.equivalence import decisive_bits
from nimtwist.atlas.families import (
    antichains,
    code_of,
    maximal,
    read_family,
    rules_of,
    show_family,
)
from nimtwist.atlas.kinds import LONG_TRANSIENT, kind
from nimtwist.atlas.rows import Row, rows, shortest
from nimtwist.games import BlockingNim
from nimtwist.games.pair_grid import PairGrid
from tests.lib.proofs import beginning, certified, first_rows
from tests.lib.strategies import blocking_games

# --- Antichains, codes and texts -----------------------------------------------------------------


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


# --- Rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 5])
def test_rows_agree_with_the_outcomes_of_pairs(modulus: int) -> None:
    games = [*antichains(modulus)]
    for rules in games if modulus < 4 else Random(12).sample(games, 6):
        first = [*islice(rows(rules), 24)]
        grid = PairGrid(rules, 24)
        for forbidden in rules.family:
            outcomes = grid.rows(forbidden)
            allowed = sum(1 << r for r in range(rules.modulus) if r + 1 not in forbidden)
            for x, y in product(range(24), repeat=2):
                reached = (first[x][y] | first[y][x]) & allowed
                assert outcomes[x][y] == ("N" if reached else "P"), rules


@given(st.binary(max_size=6), st.binary(min_size=1, max_size=3), st.integers(0, 3))
def test_shortest_words_do_not_change_the_row(word: bytes, tail: bytes, copies: int) -> None:
    row, short = Row(word + tail * copies, tail), shortest(word + tail * copies, tail)
    assert [row[y] for y in range(40)] == [short[y] for y in range(40)]
    assert not short.word or short.word[-1] != short.tail[-1]


# --- Classes -------------------------------------------------------------------------------------


def test_classes_of_games_up_to_modulus_4_match_their_rows() -> None:
    """Check that the rows' words lengthen by the largest slope per row, on average.

    If there are no slopes, the words must not lengthen.
    """
    tally = Counter[str]()
    for modulus in (1, 2, 3, 4):
        for rules, proof in certified(modulus):
            result = kind(rules, proof)
            tally[result.name] += 1
            ends = rows(rules, proof.row)
            lengths = [len(next(ends).word) for _ in range(2 * proof.period + 1)]
            largest = max(result.slopes, default=0)
            assert lengths[-1] - lengths[0] == largest * 2 * proof.period, rules
            assert {1 / slope for slope in result.slopes} == {*result.slopes}, rules
            assert (result.name == "boxes") == rules.is_box_game
            assert (result.name in ("diagonal", "wedge")) <= bool(result.slopes)
            assert (result.name == "bounded") <= (not result.slopes)
            for row in (proof.row, LONG_TRANSIENT - 1, LONG_TRANSIENT):
                assert kind(rules, replace(proof, row=row)).long == (row >= LONG_TRANSIENT)
    assert tally == {"boxes": 94, "bounded": 51, "diagonal": 47, "wedge": 1}


# --- Games with the same states ------------------------------------------------------------------

ROWS = {1: 8, 2: 16, 3: 40, 4: 50}
"""For each modulus, a number of rows that distinguishes any two games with different states."""


def states(rules: BlockingNim) -> tuple[bytes, ...]:
    """Return the initial part of each of the first `ROWS[modulus]` rows.

    Each part is long enough to include a period of the row's tail.
    """
    size = ROWS[rules.modulus]
    return tuple(beginning(row, 3 * size) for row in first_rows(rules, size))


@pytest.mark.parametrize(("modulus", "class_count"), [(1, 2), (2, 4), (3, 10), (4, 44)])
def test_certificates_hold_for_games_with_the_same_states(modulus: int, class_count: int) -> None:
    games = [(code_of(rules), rules, states(rules)) for rules in antichains(modulus)]
    done = set[tuple[Certificate, int, int]]()
    for rules, proof in certified(modulus):
        mask, bits = decisive_bits(rules, proof)
        assert code_of(rules) & mask == bits
        if (proof, mask, bits) not in done:
            done.add((proof, mask, bits))
            expected = states(rules)
            for code, other, rows in games:
                assert (code & mask == bits) == (rows == expected), (rules, other)
                assert code & mask != bits or flaw(other, proof) is None
    assert len(done) == class_count
