"""Labs in which one plays against the engine: any ruleset, on a board of its own or on buttons.

The boards of games are in the chapters that show them, and registered in `nimbook.boards`.
"""

from nimbook.play._play import Play, board

__all__ = ["Play", "board"]
