"""Stones drawn: what a reader sees, and what a screen reader says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from itertools import product
from typing import Any

import pytest

from nimbook.claims.stones import GENERATORS, THEORY, WORKED
from nimbook.playing_with_stones.exhibits import (
    field_circle,
    printed_sums,
    stone_board,
    stone_move,
    stone_options,
    stones_position,
    value_board,
)
from nimtwist import Solver
from nimtwist.games import Stones
from nimtwist.games.nim import nim_sum
from nimtwist.games.stones import Stone
from nimtwist.nimber import add, mul
from tests.experiments import said


def numbers(drawing: str, kind: str) -> list[int]:
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


def board(drawing: str) -> tuple[dict[tuple[int, int], str], dict[str, Any]]:
    """Return what stands on each spot (x, y) of a board of values, and what its cells answer."""
    rows = re.findall("<tr><th[^>]*>(.*?)</th>(.*?)</tr>", drawing)
    written = {
        (x, int(y)): text
        for y, row in rows
        for x, text in enumerate(re.findall("<td[^>]*>(.*?)</td>", row))
    }
    assert [int(y) for y, _ in rows] == [*reversed(range(len(rows)))]
    found = re.search("data-answers='(.*?)'", drawing)
    assert found
    return written, json.loads(unescape(found[1]))


def test_the_values_on_a_board_are_products() -> None:
    written, told = board(value_board(5, 3))
    spots = product(range(6), range(4))
    assert written == {(x, y): str(mul(x, y)) for x, y in spots}
    # The page goes through all far corners; that these are the moves is tried below.
    assert told["how"] == "stone" and "moves" not in told


def test_what_a_move_leaves_is_what_the_three_corners_are_worth() -> None:
    """The rule by which the page says what a board of values answers, against the search."""
    written, _ = board(value_board(3, 3))
    solver = Solver(Stones())
    for x, y in product(range(1, 4), repeat=2):
        stone = frozenset({(x, y)})
        for a, b in product(range(x), range(y)):
            left = [int(written[spot]) for spot in ((a, b), (a, y), (x, b))]
            assert nim_sum(left) == solver.grundy(Stones().after(stone, (x, y), (a, b)))


@dataclass(frozen=True)
class Some:
    """Stones whose moves have far corners of one kind only."""

    corner: Callable[[int, int], bool]

    def options(self, stones: frozenset[Stone], /) -> list[frozenset[Stone]]:
        """Return the options: `corner` is asked how far the corner is to the left, and below."""
        return [
            Stones().after(stones, (x, y), (a, b))
            for x, y in stones
            for a, b in product(range(x), range(y))
            if self.corner(x - a, y - b)
        ]


@pytest.mark.parametrize(
    "corner",
    [lambda i, j: i == j, lambda i, j: i == 2 * j, lambda i, j: i % 2 == 1, lambda i, j: False],
)
def test_a_board_of_other_rules_has_their_corners(corner: Callable[[int, int], bool]) -> None:
    rules = Some(corner)
    written, told = board(value_board(4, 3, rules))
    solver = Solver(rules)
    for x, y in product(range(1, 5), range(1, 4)):
        assert written[x, y] == str(solver.grundy(frozenset({(x, y)})))
        far = {(a, b) for a, b in product(range(x), range(y)) if corner(x - a, y - b)}
        corners = {(to % 5, 3 - to // 5) for to in told["moves"].get(str((3 - y) * 5 + x), [])}
        assert corners == far


def test_moves_without_far_corners_are_refused() -> None:
    class Away:
        def options(self, stones: frozenset[Stone], /) -> list[frozenset[Stone]]:
            return [frozenset({(2, 1)})] if stones == {(1, 2)} else []

    with pytest.raises(ValueError, match=r"the moves of a stone at \(1, 2\) are not those to far"):
        value_board(2, 2, Away())


def test_the_options_of_a_stone_stand_at_their_corners() -> None:
    x, y = 5, 4
    drawing = stone_options(x, y)
    written, told = board(drawing)
    # Changing a corner (x', y') changes the value by (x + x')(y + y').
    corners = [*product(range(x), range(y))]
    left = {(a, b): add(mul(x, y), mul(x ^ a, y ^ b)) for a, b in corners}
    assert {spot: text for spot, text in written.items() if text} == {
        **{corner: str(value) for corner, value in left.items()},
        (x, y): str(mul(x, y)),
    }
    assert told["stone"] == [0, x]
    kinds, which = told["worth"]
    worth = [kinds["0123456789abcdefghijklmnopqrstuvwxyz".index(digit)] for digit in which]
    assert worth == [str(mul(a, b)) for b in range(y, -1, -1) for a in range(x + 1)]
    inside = ", ".join(map(str, sorted(set(left.values()))))
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
