"""The guides to games, gathered from the chapters: importing it makes them known."""

from nimbook.finite_fields import guides as finite_fields
from nimbook.gallery import guides as gallery
from nimbook.impartial_games import guides as impartial_games
from nimbook.more_than_two_players import guides as more_than_two_players
from nimbook.muller_twist import guides as muller_twist
from nimbook.multiplying_heaps import guides as multiplying_heaps
from nimbook.playing_with_stones import guides as playing_with_stones

__all__ = [
    "finite_fields",
    "gallery",
    "impartial_games",
    "more_than_two_players",
    "muller_twist",
    "multiplying_heaps",
    "playing_with_stones",
]
