"""The rulesets: one module per game, with its rules and its theory."""

from nimtwist.games.blocking import BlockingNim
from nimtwist.games.coins import CoinTurning
from nimtwist.games.cram import Cram
from nimtwist.games.graphs import ArcKayles, DigraphGame, Geography, NodeKayles, read_edges
from nimtwist.games.hackenbush import Hackenbush
from nimtwist.games.moore import Moore
from nimtwist.games.mum import MuM, PowerMuM
from nimtwist.games.nim import Nim
from nimtwist.games.northcott import Northcott
from nimtwist.games.octal import Kayles, Octal, Subtraction, TakeAndBreak
from nimtwist.games.ordinal_stones import OrdinalStones
from nimtwist.games.polymum import PolyMuM
from nimtwist.games.stones import Stones, TurningCorners
from nimtwist.games.vectors import Vectors

__all__ = [
    "ArcKayles",
    "BlockingNim",
    "CoinTurning",
    "Cram",
    "DigraphGame",
    "Geography",
    "Hackenbush",
    "Kayles",
    "Moore",
    "MuM",
    "Nim",
    "NodeKayles",
    "Northcott",
    "Octal",
    "OrdinalStones",
    "PolyMuM",
    "PowerMuM",
    "Stones",
    "Subtraction",
    "TakeAndBreak",
    "TurningCorners",
    "Vectors",
    "read_edges",
]
