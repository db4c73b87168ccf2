"""Tests that compare exact infinite rows with a grid of outcomes and with each other."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist.atlas.families import antichains
from nimtwist.atlas.rows import Row, rows, shortest
from nimtwist.games.pair_grid import PairGrid


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
