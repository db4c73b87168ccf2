"""The boards on which games are played, gathered from the chapters: importing it registers them."""

from nimbook.finite_fields import boards as polymum
from nimbook.gallery import boards as gallery
from nimbook.impartial_games import boards as nim
from nimbook.muller_twist import boards as blocking
from nimbook.multiplying_heaps import boards as mum
from nimbook.playing_with_stones import boards as stones

__all__ = [
    "blocking",
    "gallery",
    "mum",
    "nim",
    "polymum",
    "stones",
]
