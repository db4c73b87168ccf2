"""Engines for *Nim with a Twist*, an executable research book on Nim and its relatives."""

from nimtwist.game import (
    EndlessPlayError,
    LoopySolver,
    Notation,
    Outcome,
    Ruleset,
    Solver,
    Sum,
    Tree,
    Turns,
    mex,
)
from nimtwist.nimber import Nimber

__all__ = [
    "EndlessPlayError",
    "LoopySolver",
    "Nimber",
    "Notation",
    "Outcome",
    "Ruleset",
    "Solver",
    "Sum",
    "Tree",
    "Turns",
    "mex",
]
