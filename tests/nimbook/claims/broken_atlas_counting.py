"""What rests on the edge of what is settled, and on staircases and their checker."""

from __future__ import annotations

from nimtwist.atlas import _steps, counting, counting_search
from nimtwist.atlas.search import shape
from nimtwist.atlas.staircase import counts

SOURCE = "atlas"

MUTATIONS = [
    (shape, "times >= _COPIES", "times > len(word)", "counting"),
    # The search.
    (counting_search.edges, "left.append(after)", "left.append(state)", "counting"),
    (counting_search.edges, "rest.word[done:]", "rest.word", "counting"),
    (counting_search._fitted, "a.turns != b.turns", "a.turns == b.turns", "counting"),
    (counting_search._through, "c - a", "a - c", "counting"),
    # The checker.
    (_steps._tidy, "before, _minus(often, (-1, 0, 0))", "before, often", "counting"),
    (_steps._same, "if behind:", "if not behind:", "counting"),
    (_steps._at_least, "grows >= 0", "grows > 0", "counting"),
    (_steps._moved, "b * stage", "b", "counting"),
    (counting._check_settled, "left != entered", "left == entered", "counting"),
    (counting._check_loops, "done % len(entered)", "0", "counting"),
    (counting._check_loops, "y + z * b", "y", "counting"),
    # What it means to count.
    (counts, "more_rows == (", "more_rows != (", "counting"),
]
