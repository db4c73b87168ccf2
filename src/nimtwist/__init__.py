"""Impartial games, solved by brute force, and the theory of Nim and its relatives beside it."""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from nimtwist import games
from nimtwist.game import (
    ClosedForm,
    ClosedValue,
    EndlessPlayError,
    LoopySolver,
    MultiMove,
    Notation,
    Oracle,
    Outcome,
    Rank,
    Ruleset,
    Solver,
    Sum,
    SumSolver,
    Tree,
    canonical,
    grundy_value,
    mex,
    misere_outcome,
    normal_outcome,
)
from nimtwist.games import *  # noqa: F403 - games are named once, where they are
from nimtwist.games.nim import nim_sum
from nimtwist.nimber import Nimber

__all__ = [
    "ClosedForm",
    "ClosedValue",
    "EndlessPlayError",
    "LoopySolver",
    "MultiMove",
    "Nimber",
    "Notation",
    "Oracle",
    "Outcome",
    "Rank",
    "Ruleset",
    "Solver",
    "Sum",
    "SumSolver",
    "Tree",
    "__version__",
    "canonical",
    "grundy_value",
    "mex",
    "misere_outcome",
    "nim_sum",
    "normal_outcome",
]
__all__ += games.__all__

try:
    __version__ = _version("nimtwist")
except _PackageNotFoundError:  # run from its source files, as in the book's pages
    __version__ = "unknown"
