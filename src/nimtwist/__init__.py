"""Engines for *Nim with a Twist*, an executable research book on Nim and its relatives."""

from nimtwist import nimber
from nimtwist.game import EndlessPlayError, Notation, Outcome, Ruleset, Solver, Sum, Tree, mex
from nimtwist.nimber import Nimber

__all__ = [
    "EndlessPlayError",
    "Nimber",
    "Notation",
    "Outcome",
    "Ruleset",
    "Solver",
    "Sum",
    "Tree",
    "mex",
    "nimber",
]
