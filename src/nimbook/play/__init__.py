"""Labs in which one plays against the engine: any ruleset, on a board of its own or on buttons.

The game being played is a `nimbook.match.Match`, which knows nothing of widgets. Boards of games
are in `nimbook.play.boards`.
"""

from nimbook.match import PERFECT, Match
from nimbook.play import boards
from nimbook.play._play import Board, Play, board_for
from nimbook.play._written import WrittenPlay
from nimbook.play.boards.mum import heaps_typed, read_start

__all__ = [
    "PERFECT",
    "Board",
    "Match",
    "Play",
    "WrittenPlay",
    "board_for",
    "boards",
    "heaps_typed",
    "read_start",
]
