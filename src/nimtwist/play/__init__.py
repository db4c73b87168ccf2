"""Labs in which one plays against the engine: any ruleset, on a board of its own or on buttons.

The game being played is a `match`, which knows no widget; the lab that shows it is in `_play`. Each
game that is played in a way of its own has a module for its guide and its board.
"""

from nimtwist.play import (  # noqa: F401 - each makes its guide and board known
    blocking,
    cram,
    hackenbush,
    moore,
    mum,
    nim,
    northcott,
    polymum,
    stones,
)
from nimtwist.play._play import Board, Play, board
from nimtwist.play.match import PERFECT, Match

__all__ = ["PERFECT", "Board", "Match", "Play", "board"]
