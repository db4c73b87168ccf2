"""What rests on staircases, their search and their checker."""

from __future__ import annotations

from nimtwist.atlas import counting, counting_search
from nimtwist.atlas.staircase import counts

SOURCE = "atlas"

MUTATIONS = [
    (counting_search._fitted, "a.turns != b.turns", "a.turns == b.turns", "counting"),
    (counting._check_loops, "done % len(entered)", "0", "counting"),
    (counts, "more_rows == (", "more_rows != (", "counting"),
]
