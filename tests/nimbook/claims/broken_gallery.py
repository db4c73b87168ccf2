"""Mutations of Cram, Northcott's game, Hackenbush and Kayles, each with claims that detect it."""

from __future__ import annotations

from nimtwist.games import Cram, Hackenbush, Northcott, hackenbush
from nimtwist.games.cram import CramSolver
from nimtwist.games.octal import Octal, _splits

SOURCE = "nimber"

MUTATIONS = [
    # Mutations of Cram and its solver
    (Cram.options, "(row + 1, column)", "(row + 2, column)", "cram"),
    (CramSolver._split, "mask ^= part", "mask = 0", "cram"),
    # Mutations of Northcott's game
    (Northcott.options, "if square != left", "if square or left", "northcott"),
    (Northcott.options, ", right)\n", ", right - 1)\n", "northcott"),
    # Mutations of Hackenbush
    (Hackenbush.options, "range(len(", "range(1, len(", "hackenbush"),
    (hackenbush._standing, "edge[0] in reached", "edge[0] == 0", "hackenbush"),
    # Mutations of Kayles
    (_splits, "max_part)) + 1)", "max_part)))", "kayles"),
    (Octal.grundy_values, "values[1 : half + 1]", "values[1:half]", "kayles"),
]
