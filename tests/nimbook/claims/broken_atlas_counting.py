"""What rests on the edge of what is settled, and on staircases and their checker."""

from __future__ import annotations

from nimtwist.atlas import _steps, counting, counting_search
from nimtwist.atlas.search import shape
from nimtwist.atlas.staircase import counts
from tests.mutations import Mutation

SOURCE = "atlas"

MUTATIONS: list[tuple[Mutation, str]] = [
    (Mutation(shape, "times >= _COPIES", "times > len(word)"), "counting"),
    # The search.
    (Mutation(counting_search.edges, "left.append(after)", "left.append(state)"), "counting"),
    (Mutation(counting_search.edges, "rest.word[done:]", "rest.word"), "counting"),
    (Mutation(counting_search._fitted, "a.turns != b.turns", "a.turns == b.turns"), "counting"),
    (Mutation(counting_search._through, "c - a", "a - c"), "counting"),
    # The checker.
    (Mutation(_steps._tidy, "before, _minus(often, (-1, 0, 0))", "before, often"), "counting"),
    (Mutation(_steps._same, "if behind:", "if not behind:"), "counting"),
    (Mutation(_steps._at_least, "grows >= 0", "grows > 0"), "counting"),
    (Mutation(_steps._moved, "b * stage", "b"), "counting"),
    (Mutation(counting._check_settled, "left != entered", "left == entered"), "counting"),
    (Mutation(counting._check_loops, "done % len(entered)", "0"), "counting"),
    (Mutation(counting._check_loops, "y + z * b", "y"), "counting"),
    # What it means to count.
    (Mutation(counts, "more_rows == (", "more_rows != ("), "counting"),
]
