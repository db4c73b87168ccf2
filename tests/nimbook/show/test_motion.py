"""Tests that animations and pictures of certificates show what a search finds."""

from __future__ import annotations

import base64
import re
from functools import cache
from io import BytesIO
from itertools import combinations_with_replacement, product
from math import gcd, prod
from typing import NamedTuple

import matplotlib.image
import pytest
from bs4 import BeautifulSoup

from nimbook.show.certificates import board, residues
from nimbook.show.motion import pairing_off, product_walk, rectangle_move, repeating_rows
from nimtwist import BlockingNim, MuM, Nim, Solver, nim_sum
from nimtwist.atlas.certificate import Certificate, letters
from nimtwist.atlas.families import read_family, show_family
from nimtwist.atlas.rows import rows
from nimtwist.atlas.search import find
from nimtwist.games import Stones
from nimtwist.games.blocking import BlockingPosition
from tests.lib.chapters import from_chapter


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


@pytest.mark.parametrize("modulus", [5, 12])
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


@pytest.mark.parametrize(("modulus", "family"), [(3, "1,3; 2,3"), (4, "1,2,4; 1,3,4")])
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


WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")
GAMES = [BlockingNim(3, [[2]]), WEDGE, BlockingNim(5, [[1, 5], [3, 4]]), BlockingNim(2, [[]])]
SIZE = 13
solver = cache(Solver[BlockingPosition])


def is_good(rules: BlockingNim, x: int, y: int) -> bool:
    """Return whether (x, y) is a P-position under at least one restriction."""
    return any(
        solver(rules).outcome(rules.canonical(((x, y), forbidden))) == "P"
        for forbidden in rules.family
    )


def good_residues(rules: BlockingNim, x: int, y: int) -> set[int]:
    """Return the residues of all moves from (x, y) to good pairs.

    The residue of a move is that of the number of sticks taken.
    """
    moves = [(x - rest, rest, y) for rest in range(x)] + [(y - rest, x, rest) for rest in range(y)]
    return {(taken - 1) % rules.modulus + 1 for taken, a, b in moves if is_good(rules, a, b)}


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_boards_show_good_pairs_in_blue_and_know_all_moves_to_them(rules: BlockingNim) -> None:
    drawn, rows = board(rules, SIZE), residues(rules, SIZE)
    data = re.search(r"base64,([^\"]*)", drawn)
    assert data
    pixels = matplotlib.image.imread(BytesIO(base64.b64decode(data[1])))
    assert pixels.shape[:2] == (SIZE, SIZE)
    for x, y in product(range(SIZE), repeat=2):
        assert (pixels[x][y][0] < pixels[x][y][2]) == is_good(rules, x, y), (x, y)
        moves = {r + 1 for r in range(rules.modulus) if rows[x][y] >> r & 1}
        assert moves == good_residues(rules, x, y), (x, y)
    count = sum(is_good(rules, x, y) for x, y in product(range(SIZE), repeat=2))
    assert f"{count} of {SIZE**2} pairs are good" in drawn


@pytest.mark.parametrize("rules", [game for game in GAMES if game.modulus < 5], ids=str)
def test_explanations_of_pairs_agree_with_a_search(rules: BlockingNim) -> None:
    family, one_pair = show_family(rules), from_chapter("12", "one_pair")
    for x, y in [(0, 0), (1, 0), (3, 5), (9, 4), (8, 8), (11, 12)]:
        html = one_pair(rules.modulus, family, str(x), f" {y}")
        assert ("is good" in html) == is_good(rules, x, y)
        moves = sorted(good_residues(rules, x, y))
        by = f"by taking {', '.join(map(str, moves))} modulo {rules.modulus}."
        assert (by if moves else "by no move.") in html
        items = re.findall(r"<li>(.*?): <b [^>]*>([PN])</b>(.*?)</li>", html)
        assert len(items) == len(rules.family)
        for forbidden, (_, outcome, sentence) in zip(rules.family, items, strict=True):
            position = rules.canonical(((x, y), forbidden))
            assert outcome == solver(rules).outcome(position)
            move = re.search(r"take (\d+) from the (first|second) heap, and say “(.*)”", sentence)
            assert bool(move) == (outcome == "N")
            if move:
                taken = int(move[1])
                heaps = (x - taken, y) if move[2] == "first" else (x, y - taken)
                named = [int(r) for r in re.findall(r"\d+", move[3])]
                after = rules.canonical((heaps, frozenset(named)))
                assert after in rules.options(position)
                assert solver(rules).outcome(after) == "P"
