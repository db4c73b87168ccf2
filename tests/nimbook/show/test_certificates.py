"""Tests that compare boards, descriptions of certificates and the atlas labs with a search."""

from __future__ import annotations

import base64
import re
from io import BytesIO

import matplotlib.image
import pytest

from nimbook.show.certificates import board, residues
from nimtwist import BlockingNim
from nimtwist.atlas.families import read_family, show_family
from tests.lib.brute import GAMES, good_residues, is_good, solver
from tests.lib.chapters import from_chapter

WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")
SIZE = 13


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_residues_of_moves_to_good_pairs_agree_with_a_search(rules: BlockingNim) -> None:
    rows = residues(rules, SIZE)
    for x in range(SIZE):
        for y in range(SIZE):
            moves = {r + 1 for r in range(rules.modulus) if rows[x][y] >> r & 1}
            assert moves == good_residues(rules, x, y), (x, y)


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_boards_show_good_pairs_in_blue(rules: BlockingNim) -> None:
    drawn = board(rules, SIZE)
    data = re.search(r"base64,([^\"]*)", drawn)
    assert data
    pixels = matplotlib.image.imread(BytesIO(base64.b64decode(data[1])))
    assert pixels.shape[:2] == (SIZE, SIZE)
    blue = {(x, y) for x in range(SIZE) for y in range(SIZE) if pixels[x][y][0] < pixels[x][y][2]}
    assert blue == {(x, y) for x in range(SIZE) for y in range(SIZE) if is_good(rules, x, y)}
    assert f"{len(blue)} of {SIZE**2} pairs are good" in drawn


@pytest.mark.parametrize("rules", [WEDGE, BlockingNim(3, [[2]]), BlockingNim(2, [[]])], ids=str)
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
