"""Impartial games, solved by brute force, and the theory of Nim and its relatives beside it."""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from nimtwist.game import (
    EndlessPlayError,
    LoopySolver,
    MultiMove,
    Notation,
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
from nimtwist.games import (
    BlockingNim,
    Cram,
    Hackenbush,
    Kayles,
    Moore,
    MuM,
    Nim,
    Northcott,
    Octal,
    PolyMuM,
    PowerMuM,
    Stones,
    TurningCorners,
)
from nimtwist.games.nim import nim_sum
from nimtwist.nimber import Nimber

__all__ = [
    "BlockingNim",
    "Cram",
    "EndlessPlayError",
    "Hackenbush",
    "Kayles",
    "LoopySolver",
    "Moore",
    "MuM",
    "MultiMove",
    "Nim",
    "Nimber",
    "Northcott",
    "Notation",
    "Octal",
    "Outcome",
    "PolyMuM",
    "PowerMuM",
    "Rank",
    "Ruleset",
    "Solver",
    "Stones",
    "Sum",
    "SumSolver",
    "Tree",
    "TurningCorners",
    "__version__",
    "canonical",
    "grundy_value",
    "mex",
    "misere_outcome",
    "nim_sum",
    "normal_outcome",
]

try:
    __version__ = _version("nimtwist")
except _PackageNotFoundError:  # run from its source files, as in the book's pages
    __version__ = "unknown"
