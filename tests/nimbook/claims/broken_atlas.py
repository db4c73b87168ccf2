"""What rests on rows, on the search for certificates, and on their checker."""

from __future__ import annotations

from nimtwist.atlas import _steps
from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.alike import met
from nimtwist.atlas.families import maximal
from nimtwist.atlas.rows import Reader
from nimtwist.atlas.search import _grown
from nimtwist.games import BlockingNim
from tests.mutations import Mutation

SOURCE = "atlas"

MUTATIONS: list[tuple[Mutation, str]] = [
    (Mutation(maximal, "c < other", "len(c) < len(other)"), "reduction"),
    (Mutation(BlockingNim.options, "% self.modulus", "% (self.modulus + 1)"), "lines reduction"),
    (Mutation(Reader.next, "word + tail, after", "word, after"), "certificates two-heaps"),
    (
        Mutation(Reader.next, "self.read(row.word, state)", "self.read(row.word, 1)"),
        "census two-heaps",
    ),
    (Mutation(_grown, "later.row - first.row", "1"), "certificates two-heaps different"),
    (Mutation(met, "state | letter", "state & letter"), "different"),
    (Mutation(_steps._read, "if after == state:", "if True:"), "two-heaps modulo-5 counting"),
    (
        Mutation(PairSteps.__init__, "not reached & numbers", "reached <= numbers"),
        "modulo-5 counting",
    ),
]
