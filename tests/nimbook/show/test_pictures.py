"""Tests that the right picture is chosen for a position."""

from __future__ import annotations

from nimbook.show import picture
from nimtwist.games import Nim
from tests.lib.strategies import SinglePath


def test_subclasses_inherit_the_picture_of_their_game() -> None:
    class Twisted(Nim):
        pass

    assert picture(Twisted(), (1, 2)) == picture(Nim(), (1, 2))
    assert picture(SinglePath(), 3) is None
