"""Labs in which one plays against the engine: any ruleset, on a board of its own or on buttons.

The game being played is a `nimbook.match.Match`, which knows no widget. A game that is played in a
way of its own has a board in the folder of its chapter, in `boards.py`.
"""

from nimbook.match import PERFECT, Match
from nimbook.play._play import Board, Play, board

__all__ = ["PERFECT", "Board", "Match", "Play", "board"]
