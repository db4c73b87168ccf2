"""Mutations of the rules and closed forms of blocking Nim, each with the claims that detect it."""

from __future__ import annotations

from nimtwist.games import BlockingNim
from nimtwist.games.blocking import Boxes
from nimtwist.games.nim import nim_sum
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.restrictions import smallest_allowed
from tests.nimbook.claims.broken_nim import VALUES

SOURCE = "twist"

# Claims that fail if the rules (RULES), bit-parallel grids (GRIDS) or boxes (BOXES) are wrong
RULES = "odd-even fig-1 thm-1 fig-2 equiv thm-2 note-2 cor-1 sec-3.2 fig-3 fig-4"
GRIDS = "obs-1 obs-2 open"
BOXES = "thm-1r thm-2 sec-3.2 obs-1 open"

MUTATIONS = [
    # Mutations of the rules of blocking Nim
    (
        BlockingNim.options,
        "(taken - 1) % self.modulus",
        "taken % self.modulus",
        f"{RULES} ex-421 lemma-2",
    ),
    (BlockingNim.options, "not in forbidden", "not in ()", f"{RULES} ex-421 lemma-2"),
    # Mutations of the bit-parallel grid
    (PairGrid._sweep, "(row << 1 |", "(row |", "obs-1 open"),
    (PairGrid._sweep, "| column >> top", "", GRIDS),
    # Mutations of the closed forms
    (
        nim_sum,
        "reduce(xor,",
        "reduce(max,",
        f"lemma-1 ex-nimsum odd-even thm-1 ex-421 thm-2 sec-3.2 {GRIDS} {VALUES}",
    ),
    (smallest_allowed, "modulus), 1", "modulus), 2", BOXES),
    (Boxes.outcome, "heap % size < smallest", "heap % size <= smallest", BOXES),
]
