"""A game is drawn by the function of its class, by its own method, or not at all."""

from __future__ import annotations

from nimbook.play import Play
from nimbook.show import picture
from nimtwist.games import Nim
from tests.experiments import shown


class Rook:
    """A rook on a row of squares goes as far left as it likes."""

    def options(self, place: int) -> range:
        """Return the places to the left."""
        return range(place)


class DrawnRook(Rook):
    """The same, with a picture."""

    def picture(self, place: int) -> str:
        """Return a drawing."""
        return f"<svg><title>a rook on {place}</title></svg>"


def test_a_game_without_a_picture_has_none() -> None:
    assert picture(Rook(), 3) is None


def test_a_subclass_is_drawn_as_its_game() -> None:
    class Twisted(Nim):
        pass

    assert picture(Twisted(), (1, 2)) == picture(Nim(), (1, 2))


def test_the_board_of_a_drawn_game_shows_the_position_that_is_on_the_table() -> None:
    game = Play(DrawnRook(), 3)
    assert any("a rook on 3" in html for html in shown(game.widget))
    game.move(1)
    seen = game.match.seen
    assert any(f"a rook on {seen}" in html for html in shown(game.widget))
    assert not any("a rook on 3" in html for html in shown(game.widget))
    assert not any("<svg>" in html for html in shown(Play(Rook(), 3).widget))
