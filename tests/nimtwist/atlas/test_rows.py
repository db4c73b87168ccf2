"""Tests that compare exact infinite rows with a grid of outcomes and with each other."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.atlas.families import antichains
from nimtwist.atlas.rows import Reader, Row, rows, shortest
from nimtwist.games import BlockingNim
from nimtwist.games.pair_grid import PairGrid
from tests.lib.strategies import blocking_games


@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 5])
def test_rows_agree_with_the_outcomes_of_pairs(modulus: int) -> None:
    games = [*antichains(modulus)]
    for rules in games if modulus < 4 else Random(12).sample(games, 15):
        first = [*islice(rows(rules), 24)]
        grid = PairGrid(rules, 24)
        for forbidden in rules.family:
            outcomes = grid.rows(forbidden)
            allowed = sum(1 << r for r in range(rules.modulus) if r + 1 not in forbidden)
            for x, y in product(range(24), repeat=2):
                reached = (first[x][y] | first[y][x]) & allowed
                assert outcomes[x][y] == ("N" if reached else "P"), rules


@given(blocking_games(6))
def test_rows_are_a_word_and_a_tail_of_n_letters(rules: BlockingNim) -> None:
    n, before = rules.modulus, Row(b"", bytes(rules.modulus))
    for x, row in enumerate(islice(rows(rules), 30)):
        assert len(row.tail) == n
        # Each row adds at most n changes to the word, and each change takes at most n letters.
        assert len(row.word) <= x * n * n
        if x:
            # Reading the previous row letter by letter produces this row.
            written, _ = Reader(rules).read(bytes(before[y] for y in range(60)), 0)
            assert written == bytes(row[y] for y in range(60))
        before = row
    assert next(rows(rules, 29)) == before


@given(st.binary(max_size=6), st.binary(min_size=1, max_size=3), st.integers(0, 3))
def test_shortest_words_do_not_change_the_row(word: bytes, tail: bytes, copies: int) -> None:
    row, short = Row(word + tail * copies, tail), shortest(word + tail * copies, tail)
    assert [row[y] for y in range(40)] == [short[y] for y in range(40)]
    assert not short.word or short.word[-1] != short.tail[-1]
