"""Stones drawn: what a reader sees, and what a screen reader says."""

from __future__ import annotations

import re
from itertools import product

import pytest

from nimbook.playing_with_stones.claims import GENERATORS, THEORY, WORKED
from nimbook.playing_with_stones.exhibits import (
    field_circle,
    printed_sums,
    stone_board,
    stone_move,
    stone_options,
    stones_position,
    value_board,
)
from nimtwist.games import Stones
from nimtwist.nimber import add, mul
from tests.experiments import said


def numbers(drawing: str, kind: str = "nt-number") -> list[int]:
    """Return the numbers in the texts of a class."""
    return [int(text) for text in re.findall(rf'<text class="{kind}"[^>]*>(\d+)<', drawing)]


def title(drawing: str) -> str:
    [found] = re.findall("<title>(.*?)</title>", drawing)
    return str(found)


def test_a_board_has_a_disc_for_each_stone_and_numbers_at_its_axes() -> None:
    drawing = stone_board(WORKED, 15)
    places = re.findall(r'<circle class="nt-stone" cx="(\d+)" cy="(\d+)"', drawing)
    assert len(set(places)) == len(places) == 5
    # From left to right, and higher stones further up.
    assert [int(x) for x, _ in places] == sorted(int(x) for x, _ in places)
    heights = {y: int(place) for (_, y), (_, place) in zip(sorted(WORKED), places, strict=True)}
    assert sorted(heights, key=heights.__getitem__) == [8, 7, 4, 3]
    assert numbers(drawing, "nt-small") == [*range(16), *range(16)]
    assert title(drawing) == f"Stones at {Stones().show(WORKED)}"
    assert 'role="img"' in drawing and "nt-dead" in drawing


def test_an_empty_board_can_be_drawn() -> None:
    assert title(stone_board(frozenset())) == "An empty board"
    assert "<circle" not in stone_board(frozenset(), 4)


@pytest.mark.parametrize(
    ("stone", "corner", "sentence", "description"),
    [
        (
            (10, 3),
            (1, 2),
            "(10, 3) with the corner (1, 2): 2 come, 2 go.",
            "stones come at (1, 2), (10, 2); stones go at (1, 3), (10, 3)",
        ),
        (
            (14, 8),
            (11, 5),
            "(14, 8) with the corner (11, 5): 3 come, 1 goes.",
            "stones come at (11, 5), (11, 8), (14, 5); stones go at (14, 8)",
        ),
        (
            (14, 8),
            (0, 0),
            "(14, 8) with the corner (0, 0): none come, 1 goes.",
            "stones go at (14, 8)",
        ),
        (
            (4, 7),
            (2, 0),
            "(4, 7) with the corner (2, 0): 1 comes, 1 goes.",
            "stones come at (2, 7); stones go at (4, 7)",
        ),
    ],
)
def test_a_move_is_drawn_before_and_after(
    stone: tuple[int, int], corner: tuple[int, int], sentence: str, description: str
) -> None:
    drawing = stone_move(WORKED, stone, corner)
    assert said(drawing).startswith(sentence)
    assert f"<desc>The move changes a rectangle: {description}.</desc>" in drawing
    after = Stones().after(WORKED, stone, corner)
    titles = re.findall("<title>(.*?)</title>", drawing)
    assert titles == [f"Stones at {Stones().show(p)}" for p in (WORKED, after)]
    signs = re.findall(r'<text class="nt-(?:come|gone)"[^>]*>(.)<', drawing)
    assert signs == ["+"] * len(after - WORKED) + ["−"] * len(WORKED - after)


def test_the_values_on_a_board_are_products() -> None:
    drawing = value_board(5, 3)
    assert numbers(drawing) == [mul(x, y) for x, y in product(range(1, 6), range(1, 4))]


def test_the_options_of_a_stone_stand_at_their_corners() -> None:
    x, y = 5, 4
    drawing = stone_options(x, y)
    # Changing a corner (x', y') changes the value by (x + x')(y + y').
    corners = product(range(x), range(y))
    left = [add(mul(x, y), mul(x ^ far, y ^ low)) for far, low in corners]
    assert numbers(drawing) == left
    assert numbers(drawing, "nt-on-stone") == [mul(x, y)]
    inside = ", ".join(map(str, sorted(set(left))))
    assert said(drawing).startswith(f"The stone at (5, 4): mex {{{inside}}} = {mul(x, y)}.")


def test_a_position_is_shown_with_its_products_and_its_winning_moves() -> None:
    text = said(stones_position(WORKED))
    assert text.startswith(f"{Stones().show(WORKED)} is N, of value 8: to win, take a rectangle of")
    assert "(14, 8)14 ⊗ 810" in text and "together⊕8" in text
    assert all(str(corner) in text for _, corner in THEORY.winning_moves(WORKED))
    assert "and more" not in text
    assert said(stones_position(WORKED | {(14, 14)})).count("is P, of value 0: no move wins.") == 1


def test_many_winning_moves_and_far_stones_are_not_all_drawn() -> None:
    drawing = stones_position(frozenset({(200, 210), (1, 1)}))
    assert "; and more." in drawing and "<svg" not in drawing


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_circle_has_fifteen_powers_eight_couples_and_0(generator: int) -> None:
    drawing = field_circle(generator)
    labels = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d+)<', drawing)
    place = {(x, y): int(n) for x, y, n in labels}
    assert sorted(place.values()) == list(range(16))
    chords = re.findall(r'class="nt-chord" x1="(.*?)" y1="(.*?)" x2="(.*?)" y2="(.*?)"', drawing)
    couples = [{place[a, b], place[c, d]} for a, b, c, d in chords]
    assert couples == [{n, n + 1} for n in range(0, 16, 2)]
    assert title(drawing).startswith(f"The powers of {generator} on a circle: 1, {generator}, ")


def test_the_printed_formula_is_right_in_15_cells() -> None:
    drawing = printed_sums(16)
    assert "right in 15 of 225" in said(drawing)
    assert drawing.count('class="nt-now"') == 15
