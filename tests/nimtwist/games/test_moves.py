"""Moves in words, and why others are illegal: of each game a few, written out."""

from __future__ import annotations

from typing import Any

import pytest

from nimtwist import Kayles, Nim, Octal, Sum
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Cram, Hackenbush, Moore, MuM, Northcott, PolyMuM, Stones
from tests.strategies import Path

BLOCKING = BlockingNim.exactly(4, 2)
BUSH = Hackenbush().read("0-1, 1-2")


@pytest.mark.parametrize(
    ("rules", "position", "option", "words"),
    [
        (Nim(), (4, 2), (3, 2), "take 1 from the heap of 4"),
        (Moore(2), (4, 2), (3,), "take 1 from the heap of 4 and 2 from the heap of 2"),
        (
            Moore(3),
            (9, 4, 2),
            (5, 1, 1),
            "take 4 from the heap of 9, 3 from the heap of 4 and 1 from the heap of 2",
        ),
        (Kayles(), (7, 1), (4, 2, 1), "take 1 from the heap of 7, leaving 4 and 2"),
        (Kayles(), (3,), (2,), "take 1 from the heap of 3"),
        (Kayles(), (2,), (), "take 2 from the heap of 2"),
        (Octal("4.0"), (3,), (2, 1), "split the heap of 3 into 2 and 1"),
        (Octal("4.0"), (3, 0), (0, 2, 1), "split the heap of 3 into 2 and 1"),
        (
            BLOCKING,
            ((2, 5), frozenset({1, 3})),
            ((2, 3), frozenset({1, 2})),
            "take 2 from the heap of 5 and forbid 1 and 2",
        ),
        (MuM(5), (7, 8), (7, 6), "take 2 from the heap of 8"),
        (MuM(5), (2, 2), (1,), "consolidate into 4 and take 3 from the heap of 4"),
        (MuM(5, "own-turn"), (2, 2), (4,), "consolidate into 4"),
        (MuM(5, compulsory=False), (2, 2), (1, 2), "take 1 from the heap of 2"),
        (MuM(5, "own-turn", compulsory=False), (2, 2), (4,), "consolidate into 4"),
        (PolyMuM(0b1011), (2, 5), (2, 4), "make the heap x² + 1 into x²"),
        (PolyMuM(0b1011), (2, 2), (3,), "consolidate into x² and make the heap x² into x + 1"),
        (PolyMuM(0b1011, "own-turn", when="always"), (2, 5), (1,), "consolidate into 1"),
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
            frozenset({(1, 0), (1, 1)}),
            "lay a domino on row 1, columns 1 and 2",
        ),
        (
            Cram(),
            Cram.rectangle(2, 2),
            frozenset({(0, 0), (1, 0)}),
            "lay a domino on rows 1 and 2, column 2",
        ),
        (Hackenbush(), BUSH, Hackenbush().read("0-1"), "cut the edge 1-2"),
        (Northcott(5), ((1, 3),), ((1, 4),), "retreat 1 square in row 1"),
        (Northcott(5), ((1, 3),), ((1, 2),), "advance 1 square in row 1"),
        (Northcott(5), ((2, 3), (0, 4)), ((1, 2), (0, 1)), "advance 3 squares in row 2"),
        (
            Sum((Kayles(), Nim())),
            ((5,), (2, 1)),
            ((5,), (1, 1)),
            "take 1 from the heap of 2 in game 2",
        ),
        (Path(), 9, 7, "take 2 from the heap of 9"),
    ],
    ids=repr,
)
def test_a_move_is_told_in_words(rules: Any, position: Any, option: Any, words: str) -> None:
    assert describe_move(rules, position, option) == words


@pytest.mark.parametrize(
    ("rules", "position", "option", "sentence"),
    [
        (
            Moore(2),
            (4, 2, 2),
            (3, 1, 1),
            "a move takes from at most 2 heaps, but (4, 2, 2) to (3, 1, 1) does not",
        ),
        (Octal("0.07"), (4,), (3,), "no move of 0.07 turns (4) into (3)"),
        (
            BLOCKING,
            BLOCKING.read("4, 2, 1 not 1, 2"),
            BLOCKING.read("3, 2, 1 not 1, 2"),
            "taking 1 is forbidden: the number taken must not be 1 or 2 modulo 4",
        ),
        (
            Stones(),
            frozenset({(2, 2)}),
            frozenset({(2, 3)}),
            "the top right of the changes, (2, 3), is not a stone of (2, 2)",
        ),
        (
            Cram(),
            Cram().read("..../...."),
            Cram().read("#..#/...."),
            "a domino covers two neighbouring cells, but these two are not neighbours",
        ),
        (
            Hackenbush(),
            BUSH,
            Hackenbush().read("0-3"),
            "a move adds no edge, but 0-3 occurs more often in (0-3) than in (0-1, 1-2)",
        ),
        (
            Northcott(5),
            ((0, 3),),
            ((0, 3),),
            "a move leaves the other player's tokens where they are, but this one moves the one on "
            "3",
        ),
    ],
    ids=repr,
)
def test_an_illegal_move_is_refused_with_the_reason(
    rules: Any, position: Any, option: Any, sentence: str
) -> None:
    assert rules.why_illegal(position, option) == sentence
    with pytest.raises(ValueError, match=r"is not an option of .*: ") as refused:
        rules.describe_move(position, option)
    assert str(refused.value).endswith(sentence)
