"""The rulesets: one file a game, its rules and beside them what the sources claim about it."""

from nimtwist.games.blocking import BlockingNim
from nimtwist.games.nim import Nim

__all__ = ["BlockingNim", "Nim"]
