"""What Hackenbush may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.games import Hackenbush
from nimtwist.games.hackenbush import Picture, Principles, fuse, pieces
from tests.bad_input import Call, Sentence

GAME = Hackenbush()
PLACE = Picture([(0, 1), (1, 2), (1, 2)])

CALLS: dict[str, Call] = {
    "Hackenbush": (Hackenbush, ()),
    "Hackenbush.options": (GAME.options, (PLACE,)),
    "Hackenbush.show": (GAME.show, (PLACE,)),
    "Hackenbush.read": (GAME.read, ("0-1, 1-2",)),
    "Hackenbush.canonical": (GAME.canonical, (PLACE,)),
    "Hackenbush.components": (GAME.components, (PLACE,)),
    "Hackenbush.describe_move": (GAME.describe_move, (PLACE, PLACE.cut(0))),
    "Hackenbush.why_illegal": (GAME.why_illegal, (PLACE, PLACE)),
    "Picture": (Picture, ([(0, 1)],)),
    "Picture.stalks": (Picture.stalks, ([2, 1],)),
    "Picture.cut": (PLACE.cut, (1,)),
    "fuse": (fuse, (PLACE,)),
    "Principles": (Principles, (GAME,)),
    "Principles.grundy": (GAME.closed_form.grundy, (PLACE,)),
    "pieces": (pieces, (PLACE,)),
}

TAKES_LONG = {"Picture.stalks"}

SENTENCES: list[Sentence] = [
    (
        lambda: GAME.options(((0, 1),)),  # type: ignore[arg-type]
        "a position is a Picture, not ((0, 1),)",
    ),
    (
        lambda: Picture(3),  # type: ignore[arg-type]
        "edges must be a collection of pairs of nodes, not 3",
    ),
    (
        lambda: Picture([0, 1]),  # type: ignore[list-item]
        "edges must be a collection of pairs of nodes, not [0, 1]",
    ),
    (
        lambda: Picture([(0, 1, 2)]),
        "an edge is a pair of nodes, not (0, 1, 2)",
    ),
    (
        lambda: Picture([(0, -1)]),
        "a node must be a whole number, at least 0, not -1",
    ),
    (
        lambda: Picture([(0, 1), (3, 2)]),
        "the edge 2-3 is not connected to the ground, which is 0",
    ),
    (
        lambda: Picture.stalks([1, -2]),
        "the height of a stalk must be a whole number, from 0 to 100000, not -2",
    ),
    (
        lambda: Picture.stalks(2),  # type: ignore[arg-type]
        "heights must be whole numbers, not 2",
    ),
    (
        lambda: PLACE.cut(3),
        "the index of an edge must be a whole number, from 0 to 2, not 3",
    ),
    (
        lambda: GAME.read("0-1, 1-x"),
        "'1-x' is not an edge: an edge is written as its two nodes, numbers from 0 to 999, where "
        "0 is the ground, as in 0-1",
    ),
    (
        lambda: GAME.read("0-1," * 27),
        f"{'0-1,' * 27!r} has 27 edges, more than 26",
    ),
    (
        lambda: fuse([(0, 1)]),  # type: ignore[arg-type]
        "a position is a Picture, not [(0, 1)]",
    ),
]
