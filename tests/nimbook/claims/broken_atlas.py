"""Mutations of the code that computes rows and that finds and checks proofs for two heaps.

Each mutation is listed with the claims that detect it.
"""

from __future__ import annotations

from nimtwist.atlas import _steps, counting, counting_search
from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.equivalence import occurring_bits
from nimtwist.atlas.families import maximal
from nimtwist.atlas.rows import Reader
from nimtwist.atlas.search import grown
from nimtwist.atlas.staircase import counts
from nimtwist.games import BlockingNim

SOURCE = "atlas"

MUTATIONS = [
    (maximal, "c < other", "len(c) < len(other)", "reduction"),
    (BlockingNim.options, "% self.modulus", "% (self.modulus + 1)", "lines reduction"),
    (Reader.next, "word + tail, after", "word, after", "certificates two-heaps"),
    (Reader.next, "self.read(row.word, state)", "self.read(row.word, 1)", "census two-heaps"),
    (grown, "later.row - first.row", "1", "certificates two-heaps different"),
    (occurring_bits, "state | letter", "state & letter", "different"),
    (_steps._read_row, "if after == state:", "if True:", "two-heaps modulo-5 counting"),
    (PairSteps.__init__, "not reached & numbers", "reached <= numbers", "modulo-5 counting"),
    (counting_search._fitted, "a.turns != b.turns", "a.turns == b.turns", "counting"),
    (counting._check_loops, "done % len(entered)", "0", "counting"),
    (counts, "more_rows == (", "more_rows != (", "counting"),
]
