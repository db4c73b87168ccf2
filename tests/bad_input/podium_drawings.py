"""What the drawings of the podium rule may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import drawing
from nimtwist.games import Nim
from tests.bad_input import Call, Sentence

PILES = (3, 2, 2)

CALLS: dict[str, Call] = {
    "delta_table": (drawing.delta_table, (PILES, 3)),
    "place_name": (drawing.place_name, (3,)),
    "podium_picture": (drawing.podium_picture, (["Bob", "Alice"],)),
    "podium_table": (drawing.podium_table, (3,)),
    "podium_tree": (drawing.podium_tree, (Nim(), (2, 1), 3)),
    "rank_grid": (drawing.rank_grid, (3, (2,), 3)),
    "reduction_analysis": (drawing.reduction_analysis, (PILES, 3)),
    "reduction_step": (drawing.reduction_step, (PILES, 3, 1)),
    "reduction_tables": (drawing.reduction_tables, (PILES, 3, "leftmost")),
    "shortfall_table": (drawing.shortfall_table, ([(3, 3, 3)],)),
}

TAKES_LONG = {"podium_tree"}

SENTENCES: list[Sentence] = [
    (
        lambda: drawing.podium_table(7),
        "the number of players must be a whole number, from 2 to 6, not 7",
    ),
    (
        lambda: drawing.podium_picture([]),
        "on a podium there is somebody, not []",
    ),
    (
        lambda: drawing.podium_tree(Nim(), (8, 8), 3),
        "the tree of (8, 8) is too large to draw: at most 64 levels and 2000 nodes",
    ),
    (
        lambda: drawing.rank_grid(3, (65,), 5),
        "(65,) are too many sticks for a grid: at most 64",
    ),
    (
        lambda: drawing.rank_grid(3, (1,), 65),
        "the largest heap of a grid must be a whole number, from 1 to 64, not 65",
    ),
    (
        lambda: drawing.delta_table((2**64,), 3),
        "(18446744073709551616,) is too large for a table: at most 64 heaps of 64 binary digits",
    ),
    (
        lambda: drawing.reduction_step(PILES, 3, 5),
        "the step of (3, 2, 2) must be a whole number, from 0 to 1, not 5",
    ),
    (
        lambda: drawing.shortfall_table([(3, 4)]),  # type: ignore[list-item]
        "a case is players, heaps and the largest heap, not (3, 4)",
    ),
    (
        lambda: drawing.shortfall_table([(3, 4, 16)]),
        "the largest heap must be a whole number, from 1 to 15, not 16",
    ),
    (
        lambda: drawing.reduction_analysis((64, 1), 3),
        "(64, 1) is too much to look through here: at most 8 heaps, up to 63",
    ),
]
