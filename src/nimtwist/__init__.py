"""Impartial games, solved by brute force, and the theory of Nim and its relatives beside it."""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from nimtwist import game, games
from nimtwist.game import *  # noqa: F403 - a name is exported once, where it is at home
from nimtwist.games import *  # noqa: F403
from nimtwist.games.nim import nim_sum
from nimtwist.nimber import Nimber

__all__ = ["Nimber", "__version__", "nim_sum"]
__all__ += game.__all__
__all__ += games.__all__

try:
    __version__ = _version("nimtwist")
except _PackageNotFoundError:  # run from its source files, as in the book's pages
    __version__ = "unknown"
