"""Tests that the frames of animations show what the engine computes."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, product
from math import gcd, prod
from typing import NamedTuple

import pytest
from bs4 import BeautifulSoup

from nimbook.show.motion import pairing_off, product_walk, rectangle_move, repeating_rows
from nimtwist import MuM, Nim, Solver, nim_sum
from nimtwist.atlas.certificate import Certificate, letters
from nimtwist.atlas.families import read_family
from nimtwist.atlas.rows import rows
from nimtwist.atlas.search import find
from nimtwist.games import Stones


class Part(NamedTuple):
    """A visible part of a frame: its text, the number of its matches, and its place."""

    text: str
    matches: int
    x: float
    y: float


def frames(html: str) -> list[tuple[str, list[Part]]]:
    """Return the caption and the visible parts of each frame of an animation."""
    result = []
    for item in BeautifulSoup(html, "html.parser").select("li"):
        parts = []
        for group in item.select(".nt-part:not(.nt-off)"):
            x, y = map(float, re.findall(r"(-?[\d.]+)px", str(group["style"])))
            parts.append(Part(group.get_text(), str(group).count("9v20"), x, y))
        [caption] = item.select("p")
        result.append((caption.get_text(), parts))
    return result


@pytest.mark.parametrize("heaps", [(5, 6, 3), (6, 4, 1), (7,), (3, 3), (1, 2, 4, 8), (7, 7, 7)])
def test_blocks_that_remain_add_up_to_the_nim_sum(heaps: tuple[int, ...]) -> None:
    (_, whole), (_, apart), *pairs, (caption, left) = frames(pairing_off(heaps))
    assert sum(part.matches for part in whole) == sum(heaps)
    assert {part.y for part in whole} == {part.y for part in apart}
    assert sum(part.matches for part in left) == nim_sum(heaps)
    assert len(pairs) == (len(apart) - len(left)) / 2
    outcome = Solver(Nim()).outcome(Nim().canonical(heaps))
    assert caption.endswith(f"{Nim().show(heaps)} is {outcome}.")


def test_rectangle_moves_leave_the_stones_and_the_value_of_the_rules() -> None:
    solver = Solver(Stones())
    position = frozenset({(2, 2), (3, 1), (3, 3)})
    moves = 0
    for stone in position:
        for corner in product(range(1, stone[0]), range(1, stone[1])):
            after = Stones().after(position, stone, corner)
            drawn = frames(rectangle_move(position, stone, corner))
            first, (caption, last) = drawn[0][1], drawn[-1]
            assert len(first) == len(position)
            [xs, ys] = ({part[i] for part in first} for i in (2, 3))
            assert (len(xs), len(ys)) == (2, 3)
            values = sorted(solver.grundy(frozenset({spot})) for spot in after)
            assert sorted(int(part.text) for part in last) == values
            assert len({part[2:] for part in last}) == len(after)
            assert caption.endswith(f"= {solver.grundy(after)}.")
            moves += 1
    assert moves == 5


@pytest.mark.parametrize("modulus", [5, 7, 12])
def test_walks_end_at_the_product_and_a_winning_move_leads_back_to_1(modulus: int) -> None:
    rules, solver = MuM(modulus), Solver(MuM(modulus))
    units = [n for n in range(1, 12) if gcd(n, modulus) == 1]
    walks = 0
    for heaps in combinations_with_replacement(units, 2):
        drawn = frames(product_walk(rules, heaps))
        home, end = drawn[0][1][-1], drawn[2][1][-1]
        residue = prod(heaps) % modulus
        assert (home == end) == (residue == 1) == (solver.outcome(heaps) == "P")
        assert f"is {solver.outcome(heaps)}." in drawn[2][0]
        if len(drawn) > 3:
            assert drawn[-1][1][-1] == home
            [old, new] = map(int, re.findall(r"\d+", drawn[3][0])[:2])
            left = [*heaps]
            left[left.index(old)] = new
            assert rules.canonical(tuple(left)) in solver.winning_options(heaps)
            walks += 1
    assert walks > 5


@pytest.mark.parametrize(
    ("modulus", "family"), [(3, "1,3; 2,3"), (4, "2,4; 3,4"), (4, "1,2,4; 1,3,4")]
)
def test_rows_repeat_as_their_certificate_says(modulus: int, family: str) -> None:
    rules = read_family(modulus, family)
    certificate = find(rules)
    assert isinstance(certificate, Certificate)
    drawn = frames(repeating_rows(rules, 8))
    caption, last = drawn[-1]
    later, earlier = map(int, re.search(r"Row (\d+) is row (\d+) again", caption).groups())  # type: ignore[union-attr]
    assert later - earlier == certificate.period
    assert earlier <= certificate.row
    shown = "".join(part.text for part in last)
    computed = [row for row, _ in zip(rows(rules), range(later + 1))]
    expected = [letters(bytes(row[y] for y in range(8))) for row in computed]
    assert shown == "".join([*expected, expected[earlier]])
