"""Plates show the pairs that a search finds, and tables count what the atlas has."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from nimbook.claims.atlas_counting import COUNTING
from nimbook.open_problem.figures import (
    atlas,
    borders,
    census_table,
    contact_sheet,
    densities,
    periods,
    plate,
    records,
    residues,
    river,
    unexplained,
)
from nimtwist import BlockingNim
from nimtwist.atlas import table
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.families import antichains, read_family, show_family
from nimtwist.atlas.search import find
from tests.nimbook.open_problem.brute import GAMES, is_good, reached

WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")
MOST_BYTES = 120_000
SIZE = 12


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The atlas of the moduli 1 to 3, with patterns as 8 x 8 boards, through a file."""
    path = tmp_path_factory.mktemp("atlas") / "small.parquet"
    lines = []
    for modulus in (1, 2, 3):
        games = {rules: pattern(rules) for rules in antichains(modulus)}
        for rules, good in games.items():
            many = sum(other == good for other in games.values())
            found = None if show_family(rules) == "2" else find(rules)
            name = f"{int(good, 2):016x}"
            lines.append(table.line(rules, name, many, good.count("1"), 8, found))
    table.write(path, table.Atlas((1, 2, 3), 8, 400, None, lines))
    return atlas(path)


def pattern(rules: BlockingNim) -> str:
    return "".join(str(int(is_good(rules, x, y))) for x in range(8) for y in range(8))


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_residues_are_those_that_a_search_finds(rules: BlockingNim) -> None:
    found = residues(rules, SIZE)
    for x in range(SIZE):
        for y in range(SIZE):
            there = {r + 1 for r in range(rules.modulus) if found[x, y] >> r & 1}
            assert there == reached(rules, x, y), (x, y)


@pytest.mark.parametrize("rules", GAMES[2:4], ids=str)
def test_a_plate_and_a_river_have_gold_where_pairs_are_good(
    rules: BlockingNim, images: list[Any]
) -> None:
    plate(rules, SIZE)
    river(rules, SIZE, 4, 2)
    whole, first, second = images
    warm = whole[..., 0] > whole[..., 2]
    assert warm.tolist() == [[is_good(rules, x, y) for y in range(SIZE)] for x in range(SIZE)]
    banks = np.hstack([first, second])
    assert banks.shape == (9, SIZE, 4)
    for x in range(SIZE):
        for more in range(-4, 5):
            red, _, blue, _ = banks[more + 4, x]
            assert (red > blue) == (x + more >= 0 and is_good(rules, x, x + more))


def test_borders_are_where_the_rows_change() -> None:
    """Left of a border a block is repeated that is not repeated right of it, in row after row."""
    found = find(WEDGE)
    assert found
    lines = borders(found)
    assert {slope for _, slope in lines} == {0, Fraction(1, 2), 2}
    for t in range(3):
        pieces = [
            (p.block, p.times + p.growth * t) if not isinstance(p, bytes) else (p, 1)
            for p in found.word
        ]
        ends = [0]
        for block, times in pieces:
            ends.append(ends[-1] + len(block) * times)
        assert {column + slope * found.period * t for column, slope in lines} <= {*ends}


def test_a_plate_names_its_game_and_each_slope_once() -> None:
    found = find(WEDGE)
    assert found
    shown = plate(WEDGE, 150, found)._repr_svg_()
    words = re.findall(r">([^<>]*)</text>", shown)
    assert [word for word in words if word.startswith("slope")] == ["slope 1/2", "slope 2"]
    assert "Modulo 4: 1,3; 1,2,4; 2,3,4" in words
    assert f"Wedge: from row {found.row} on, a period of {found.period}." in words
    assert {"first heap", "second heap", "good pairs"} <= {*words}
    assert "in words" in plate(WEDGE, 9, None, "in words")._repr_svg_()


@pytest.mark.full
def test_plates_are_light_and_the_same_at_every_run(small: pd.DataFrame) -> None:
    def made() -> list[str]:
        chaos = read_family(5, "1,4; 1,5; 2,4; 2,5; 3,4; 3,5; 4,5")
        games = [(rules, "a word") for rules in antichains(2)]
        pictures = [
            *(plate(chaos, 300), river(chaos, 400, 30, 2), contact_sheet(games, "modulo 2")),
            *(periods(small), densities(small)),
        ]
        return [picture._repr_svg_() for picture in pictures]

    first = made()
    assert first == made()
    assert max(map(len, first)) < MOST_BYTES
    assert first[2].count("<image") == 5


def test_the_census_counts_what_is_there(small: pd.DataFrame) -> None:
    census = census_table(small)
    assert [*map(int, census.columns)] == [1, 2, 3]
    for modulus in (1, 2, 3):
        games = [*antichains(modulus)]
        patterns = {pattern(rules): rules for rules in reversed(games)}
        counts = census[modulus]
        assert counts["games"] == len(games) and counts["patterns on 64 × 64"] == len(patterns)
        unknown = sum(show_family(rules) == "2" for rules in games)
        assert counts["with a certificate"] == len(games) - unknown
        assert counts["boxes"] == sum(rules.is_box_game for rules in games)
        kinds = ["boxes", "bounded", "diagonal", "wedge", "counting", "unexplained"]
        assert sum(counts[kind] for kind in kinds) == len(games)


def test_what_counts_is_not_called_unexplained() -> None:
    table = atlas()
    left = unexplained(table)
    census = census_table(table)[5]
    counting = {family for kind_ in COUNTING for family in kind_}
    assert {*table[table["class"] == "counting"]["antichain"]} == counting
    assert not counting & {*left.index} and left["games"].sum() == census["unexplained"]
    assert census["counting"] == len(counting)


def test_records_are_the_largest(small: pd.DataFrame) -> None:
    best = records(small)
    for modulus in (1, 2, 3):
        known = [
            (rules, found)
            for rules in antichains(modulus)
            if show_family(rules) != "2" and (found := find(rules))
        ]
        line = best.loc[modulus]
        for name, size in (
            ("longest period", "period"),
            ("latest first row", "row"),
        ):
            most = max(getattr(found, size) for _, found in known)
            first = next(rules for rules, found in known if getattr(found, size) == most)
            assert line[name] == most
            assert line[f"{name}: the game"] == show_family(first)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: plate(WEDGE, 0), "the size of a plate must be a whole number, from 1 to 4000"),
        (lambda: plate("game", 9), "not 'game'"),  # type: ignore[arg-type]
        (lambda: plate(WEDGE, 9, None, 3), "a caption must be text, not 3"),  # type: ignore[arg-type]
        (lambda: river(WEDGE, 9, 9), "the number of rows must be a whole number, from 10 to"),
        (lambda: contact_sheet([], "none"), "a contact sheet shows at least one game"),
        (lambda: borders("word"), "borders are those of a Certificate, not of 'word'"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_quoted(call: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        call()


def test_a_row_of_a_certificate_is_where_its_line_begins() -> None:
    """A certificate of which nothing grows has no line."""
    flat = Certificate.read('{"row":3,"period":4,"word":["01"],"tail":"0000"}')
    assert {slope for _, slope in borders(flat)} == {0}
    assert "slope" not in plate(WEDGE, 20, flat)._repr_svg_()
