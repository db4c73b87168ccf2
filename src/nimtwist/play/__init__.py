"""Labs in which one plays against the engine: any ruleset, on a board of its own or on buttons.

The lab itself is in `_play`; each game with a board of its own has a module of its own.
"""

from nimtwist.play import (  # noqa: F401 - each registers its board
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
from nimtwist.play._play import Play, board

__all__ = ["Play", "board"]
