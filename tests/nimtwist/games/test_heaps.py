"""What all games of heaps share, at the edges of what it takes."""

from __future__ import annotations

from typing import Any

import pytest

from nimtwist import (
    BlockingNim,
    Hackenbush,
    Kayles,
    Moore,
    Northcott,
    Stones,
    TurningCorners,
)
from nimtwist._checks import quoted
from nimtwist.games._heaps import MOST_OPTIONS, check_count, describe_taking, read_heaps
from nimtwist.games.hackenbush import Picture


def test_so_many_options_are_listed_and_no_more() -> None:
    check_count(MOST_OPTIONS, (1,), 10)
    with pytest.raises(ValueError, match=r"\(1,\) has up to 1000001 options, too many to list"):
        check_count(MOST_OPTIONS + 1, (1,), 1)


@pytest.mark.parametrize(
    ("rules", "position", "options", "parts"),
    [
        (Moore(2), (1,) * 400, 80_200, 400),
        (Kayles(), (90_000,) * 74, 135_006, 75),
        (BlockingNim.up_to(1, 1), (tuple(range(1, 301)), frozenset()), 90_300, 300),
        (Northcott(10), ((0, 9),) * 1100, 9_900, 1100),
        (Stones(), frozenset((x, 9) for x in range(1, 151)), 101_925, 150),
        (TurningCorners(), frozenset((x, 9) for x in range(1, 151)), 101_925, 150),
        (Hackenbush(), Picture.stalks([1] * 4000), 4_000, 4000),
    ],
)
def test_fewer_options_are_too_many_if_each_is_long(
    rules: Any, position: object, options: int, parts: int
) -> None:
    with pytest.raises(ValueError) as caught:
        rules.options(position)
    assert str(caught.value) == (
        f"{quoted(position)} has up to {options} options of {parts} parts, too many to list: "
        "at most 10000000 parts in all"
    )


@pytest.mark.parametrize(
    ("text", "heaps"), [("", ()), ("(,)", ()), (" , ", ()), ("(4, 2,)", (4, 2)), (",4\t2 ", (4, 2))]
)
def test_commas_and_spaces_need_no_numbers_between_them(text: str, heaps: tuple[int, ...]) -> None:
    assert read_heaps(text) == heaps


@pytest.mark.parametrize(
    ("text", "word"), [("X", "X"), ("X4", "X4"), ("4, X, X", "X"), ("((", "(")]
)
def test_what_is_no_number_is_named(text: str, word: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_heaps(text)
    assert str(caught.value).startswith(f"'{word}' is not a heap: heaps are whole numbers")


def test_a_move_takes_from_one_heap_unless_it_is_said() -> None:
    with pytest.raises(ValueError, match="a move takes from one heap only"):
        describe_taking((2, 2), (1, 1))
