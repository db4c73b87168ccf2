"""What Stones may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.games import Stones
from nimtwist.games.stones import Products, TurningCorners, off_axes
from tests.bad_input import Call, Sentence

STONES = frozenset({(1, 3), (2, 2)})
THEORY = Stones().closed_form

CALLS: dict[str, Call] = {
    "Stones": (Stones, ("rectangles",)),
    "Stones.count_options": (Stones().count_options, (STONES,)),
    "Stones.options": (Stones().options, (STONES,)),
    "Stones.after": (Stones().after, (STONES, (2, 2), (1, 0))),
    "Stones.show": (Stones().show, (STONES,)),
    "Stones.read": (Stones().read, ("1, 3",)),
    "Stones.canonical": (Stones().canonical, (STONES,)),
    "Stones.components": (Stones().components, (STONES,)),
    "TurningCorners.canonical": (TurningCorners().canonical, (STONES,)),
    "TurningCorners.components": (TurningCorners().components, (STONES,)),
    "Stones.describe_move": (Stones().describe_move, (STONES, frozenset({(1, 3)}))),
    "Stones.why_illegal": (Stones().why_illegal, (STONES, frozenset({(1, 3)}))),
    "TurningCorners": (TurningCorners, ()),
    "TurningCorners.options": (TurningCorners().options, (STONES,)),
    "off_axes": (off_axes, (STONES,)),
    "Products": (Products, (Stones(),)),
    "Products.grundy": (THEORY.grundy, (STONES,)),
    "Products.winning_moves": (lambda stones: list(THEORY.winning_moves(stones)), (STONES,)),
    "Products.winning_options": (THEORY.winning_options, (STONES,)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Stones().options(frozenset({(10**9, 3)})),
        "frozenset({(1000000000, 3)}) has up to 3000000000 options, too many to list: at most "
        "1000000",
    ),
    (
        lambda: Stones("diagonal"),  # type: ignore[arg-type]
        "the moves are 'as worded' or 'rectangles', not 'diagonal'",
    ),
    (
        lambda: Stones().options({(1, 3)}),  # type: ignore[arg-type]
        "stones are a frozenset of pairs (x, y), not {(1, 3)}",
    ),
    (
        lambda: Stones().options(frozenset({(1, 2, 3)})),  # type: ignore[arg-type]
        "a spot is a pair (x, y), not (1, 2, 3)",
    ),
    (
        lambda: THEORY.grundy(frozenset({(0, 3)})),
        "a coordinate of (0, 3) must be a whole number, at least 1, not 0",
    ),
    (
        lambda: TurningCorners().options(frozenset({(1, -1)})),
        "a coordinate of (1, -1) must be a whole number, at least 0, not -1",
    ),
    (
        lambda: Stones().after(STONES, (5, 5), (1, 1)),
        "there is no stone at (5, 5), only at [(1, 3), (2, 2)]",
    ),
    (
        lambda: Stones().after(STONES, (2, 2), (2, 1)),
        "the corner opposite to the stone (2, 2) must be left of it and below it, from (0, 0) to "
        "(1, 1), not (2, 1)",
    ),
    (
        lambda: Stones().read("1, 0"),
        "'0' is not a coordinate of a stone: write two whole numbers from 1 to 1000000 for each "
        "stone, as in (1, 3), (4, 7)",
    ),
    (
        lambda: Stones().read("1, 3, 4"),
        "'1, 3, 4' has 3 numbers, but each stone needs two, as in (1, 3), (4, 7)",
    ),
    (
        lambda: Stones().read("1,3 1,3"),
        "'1,3 1,3' has two stones at (1, 3): a spot holds at most one",
    ),
    (
        lambda: Stones().options(frozenset({(True, 3)})),
        "a coordinate of (True, 3) must be a whole number, at least 1, not True",
    ),
    (
        lambda: Stones().options(frozenset({(3, True)})),
        "a coordinate of (3, True) must be a whole number, at least 1, not True",
    ),
    (
        lambda: Stones().after(frozenset({(1, 3)}), (1, 3), (1, 0)),
        "the corner opposite to the stone (1, 3) must be left of it and below it, from (0, 0) to "
        "(0, 2), not (1, 0)",
    ),
    (
        lambda: Stones().read("X 1 3"),
        "'X' is not a coordinate of a stone: write two whole numbers from 1 to 1000000 for each "
        "stone, as in (1, 3), (4, 7)",
    ),
    (
        lambda: Stones().options(frozenset({(0, 3), *((x, 1) for x in range(1, 20))})),
        "a coordinate of (0, 3) must be a whole number, at least 1, not 0",
    ),
]
