"""A game is drawn by the function of its class, by its own method, or not at all."""

from __future__ import annotations

from nimbook.show import picture
from nimtwist.games import Nim
from tests.strategies import Path


def test_a_subclass_is_drawn_as_its_game() -> None:
    class Twisted(Nim):
        pass

    assert picture(Twisted(), (1, 2)) == picture(Nim(), (1, 2))
    assert picture(Path(), 3) is None
