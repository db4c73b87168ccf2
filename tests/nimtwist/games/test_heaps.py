"""What all games of heaps share, at the edges of what it takes."""

from __future__ import annotations

import pytest

from nimtwist.games._heaps import MOST_OPTIONS, check_count, describe_taking, read_heaps


def test_so_many_options_are_listed_and_no_more() -> None:
    check_count(MOST_OPTIONS, (1,))
    with pytest.raises(ValueError, match=r"\(1,\) has up to 1000001 options, too many to list"):
        check_count(MOST_OPTIONS + 1, (1,))


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
