"""What the drawings of other games among many players may be given, and what they refuse."""

from __future__ import annotations

from nimtwist import drawing
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "boxed_ranks": (drawing.boxed_ranks, (3, 2, [1], 3, 3)),
    "class_table": (drawing.class_table, ([2],)),
    "moore_table": (drawing.moore_table, (2, 3)),
    "stone_ranks": (drawing.stone_ranks, ([((1, 1), (1, 2))], [3])),
}

SENTENCES: list[Sentence] = [
    (
        lambda: drawing.boxed_ranks(3, 2, [1, 2], 2, 3),
        "[1, 2] forbid every number: leave one of 1 to 2",
    ),
    (
        lambda: drawing.class_table([6]),
        "the number of players must be a whole number, from 2 to 5, not 6",
    ),
    (
        lambda: drawing.moore_table(5, 2),
        "the largest k must be a whole number, from 1 to 4, not 5",
    ),
    (
        lambda: drawing.stone_ranks([((4, 5),)], [3]),
        "((4, 5),) are too many stones to search: products of 16 in all",
    ),
    (
        lambda: drawing.stone_ranks([((1, 0),)], [3]),
        "a coordinate of (1, 0) must be a whole number, at least 1, not 0",
    ),
]
