"""Tests for descriptions of moves, with examples from each game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from nimtwist import Kayles, Nim, Octal, Sum
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Cram, Hackenbush, Moore, MuM, Northcott, PolyMuM, Stones
from tests.lib.strategies import SinglePath

BLOCKING = BlockingNim.up_to(4, 2)
TURNING = SimpleNamespace(options=lambda pair: [(pair[1], 0)], turned=lambda pair: pair[::-1])


@pytest.mark.parametrize(
    ("rules", "position", "option", "description"),
    [
        (
            Moore(3),
            (9, 4, 2),
            (5, 1, 1),
            "take 4 from the heap of 9, 3 from the heap of 4 and 1 from the heap of 2",
        ),
        (Kayles(), (7, 1), (4, 2, 1), "take 1 from the heap of 7, leaving 4 and 2"),
        (Octal("4.0"), (3, 0), (0, 2, 1), "split the heap of 3 into 2 and 1"),
        (
            BLOCKING,
            ((2, 5), frozenset({1, 3})),
            ((2, 3), frozenset({1, 2})),
            "take 2 from the heap of 5 and forbid 1 and 2",
        ),
        (
            BLOCKING,
            ((2,), frozenset({1})),
            ((), frozenset()),
            "take 2 from the heap of 2 and forbid nothing",
        ),
        (MuM(5), (2, 2), (1,), "merge the heaps into 4 and take 3 from the heap of 4"),
        (MuM(5, "own-turn"), (2, 2), (4,), "merge the heaps into 4"),
        (MuM(5, compulsory=False), (2, 2), (1, 2), "take 1 from the heap of 2"),
        (PolyMuM(0b1011), (2, 2), (3,), "merge the heaps into x² and turn the heap x² into x + 1"),
        (Stones(), frozenset({(3, 2)}), frozenset({(1, 2)}), "slide the stone (3, 2) to (1, 2)"),
        (
            Stones(),
            frozenset({(1, 2), (3, 2)}),
            frozenset(),
            "slide the stone (3, 2) to (1, 2), where both vanish",
        ),
        (
            Stones(),
            frozenset({(2, 3)}),
            frozenset({(1, 1), (1, 3), (2, 1)}),
            "change the corners of the rectangle from (1, 1) to (2, 3)",
        ),
        (
            Cram(),
            Cram.rectangle(2, 2),
            frozenset({(0, 0), (1, 0)}),
            "lay a domino on rows 1 and 2, column 2",
        ),
        (
            Cram(),
            Cram.rectangle(2, 3),
            Cram.rectangle(2, 3) - {(1, 1), (1, 2)},
            "lay a domino on row 2, columns 2 and 3",
        ),
        (
            Hackenbush(),
            Hackenbush().read("0-1, 1-2"),
            Hackenbush().read("0-1"),
            "cut the edge 1-2",
        ),
        (Northcott(5), ((1, 3),), ((1, 4),), "retreat 1 square in row 1"),
        (Northcott(5), ((2, 3), (0, 4)), ((1, 2), (0, 1)), "advance 3 squares in row 2"),
        (
            Sum(Kayles(), Nim()),
            ((5,), (2, 1)),
            ((5,), (1, 1)),
            "take 1 from the heap of 2 in game 2",
        ),
        (SinglePath(), 9, 7, "take 2 from the heap of 9"),
        (SinglePath(), 5, 7, "leave 7"),
        (TURNING, (1, 2), (2, 0), "leave (0, 2)"),
    ],
)
def test_moves_are_described(rules: Any, position: Any, option: Any, description: str) -> None:
    assert describe_move(rules, position, option) == description
