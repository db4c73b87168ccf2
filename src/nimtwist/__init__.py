"""Engines for *Nim with a Twist*, an executable research book on Nim and its relatives."""

from nimtwist.game import EndlessPlayError, Notation, Outcome, Ruleset, Solver, Sum, Tree, mex

__all__ = ["EndlessPlayError", "Notation", "Outcome", "Ruleset", "Solver", "Sum", "Tree", "mex"]
