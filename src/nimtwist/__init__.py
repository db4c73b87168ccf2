"""Impartial games: brute-force solvers, and the theory of Nim and its relatives.

An argument that is out of range or is not a position of the game raises a `ValueError` that quotes
the argument and states the rule. An argument of the wrong type may raise a `TypeError` instead.
"""

from nimtwist import game, games, loopy, rules, sequences, solver, sums, tables
from nimtwist import solve as _solve
from nimtwist.game import *  # noqa: F403 - each module lists its public names
from nimtwist.games import *  # noqa: F403
from nimtwist.games.nim import nim_sum
from nimtwist.loopy import *  # noqa: F403
from nimtwist.nimber import Nimber
from nimtwist.rules import *  # noqa: F403
from nimtwist.sequences import *  # noqa: F403
from nimtwist.solve import *  # noqa: F403
from nimtwist.solver import *  # noqa: F403
from nimtwist.sums import *  # noqa: F403
from nimtwist.tables import *  # noqa: F403

__version__ = "0.2.0"

__all__ = ["Nimber", "__version__", "nim_sum"]
for _module in (game, games, loopy, rules, sequences, _solve, solver, sums, tables):
    __all__ += _module.__all__
