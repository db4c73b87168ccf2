"""Moore's Nim played: how large a game is, is known without its options."""

from __future__ import annotations

from itertools import product

import pytest

from nimbook.match import guide
from nimbook.play import Play
from nimtwist.games import Moore


def test_options_are_counted_without_a_list_of_them() -> None:
    for k, position in product((1, 2, 3, 5), product(range(4), repeat=3)):
        count = len(Moore(k).options(position))
        assert guide(Moore(k)).count_options(position) >= count
        if len(set(position) - {0}) == len([heap for heap in position if heap]) == 1:
            assert guide(Moore(k)).count_options(position) == count


def test_the_engine_plays_it() -> None:
    game = Play(Moore(2), (2, 2, 1, 1))
    game.move((2, 2, 1, 0))
    assert game.position == (1, 1, 1)


def test_too_large_a_game_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="too many"):
        Play(Moore(3), (10**6,) * 3)
