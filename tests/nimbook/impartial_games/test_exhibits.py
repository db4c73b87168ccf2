"""Nim drawn: the table of its values, binary digits, sticks and winning moves."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.impartial_games.exhibits import binary_columns, mex_table, nim_position
from nimbook.show import Drawing
from nimtwist import Nim, Solver
from tests.nimbook.show.test_draw import SVG, cells_of, check_drawing, marked, parsed, text_of

NIM = Solver(Nim())


@pytest.mark.parametrize(
    "draw",
    [lambda: binary_columns((9, 3)), lambda: mex_table(4, 7), lambda: nim_position((3, 2), NIM)],
)
def test_a_drawing_is_as_every_drawing_is(draw: Callable[[], Drawing]) -> None:
    check_drawing(draw)


@given(st.integers(1, 6), st.data())
def test_the_mex_table_is_exclusive_or_as_far_as_it_is_filled(
    size: int, data: st.DataObject
) -> None:
    step = data.draw(st.integers(1, size * size))
    drawing = mex_table(size, step)
    filled = [[i ^ j if i * size + j < step else "" for j in range(size)] for i in range(size)]
    assert cells_of(drawing) == [list(map(str, row)) for row in filled]
    row, column = divmod(step - 1, size)
    assert marked(drawing, "now") == {(row, column)}
    assert marked(drawing, "seen") == {(row, j) for j in range(column)} | {
        (i, column) for i in range(row)
    }
    seen = sorted({row ^ j for j in range(column)} | {i ^ column for i in range(row)})
    sentence = f"({row}, {column}): mex {{{', '.join(map(str, seen))}}} = {row ^ column}"
    assert sentence in text_of(parsed(drawing))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=4).map(tuple))
def test_binary_columns_add_up_without_carry(numbers: tuple[int, ...]) -> None:
    *rows, total = cells_of(binary_columns(numbers))
    for number, row in zip(numbers, rows, strict=True):
        assert int("".join(row), 2) == number
    for j, digit in enumerate(total):
        assert int(digit) == sum(int(row[j]) for row in rows) % 2


@given(st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple))
def test_a_position_of_nim_names_exactly_the_winning_moves(position: tuple[int, ...]) -> None:
    words = text_of(parsed(nim_position(position, NIM))[0][0])
    named = {(int(t), int(h)) for t, h in re.findall(r"(\d+) from the heap of (\d+)", words)}
    balance = 0
    for heap in position:
        balance ^= heap
    wins = {(heap - (heap ^ balance), heap) for heap in position if heap ^ balance < heap}
    assert named == wins
    shown = Nim().show(position)
    assert words.startswith(f"{shown} is {'N' if wins else 'P'}: ")
    assert ("no move wins" in words) == (not wins)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple))
def test_heaps_have_as_many_sticks_as_they_say_and_all_are_in_the_picture(
    position: tuple[int, ...],
) -> None:
    picture = next(parsed(nim_position(position, NIM)).iter(f"{SVG}svg"))
    assert [text_of(label) for label in picture.iter(f"{SVG}text")] == list(map(str, position))
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    lines = [path.attrib["d"] for path in picture.iter(f"{SVG}path")]
    tops = set()
    for line, heap in zip(lines, position, strict=True):
        start = re.match(r"M(\d+) (\d+)", line)
        assert start and line == start[0] + "m12 0v16m0-16" * heap
        x, y = int(start[1]), int(start[2])
        tops.add(y)
        # A stick is a stroke of 6 with round ends.
        assert x + 12 * heap + 3 <= width and y + 16 + 3 <= height
    assert len(tops) == len(position)
