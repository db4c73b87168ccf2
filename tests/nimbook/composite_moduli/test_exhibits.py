"""Composite moduli drawn: what a reader sees, and what a screen reader says."""

from __future__ import annotations

import re
from math import gcd

import pytest

from nimbook.claims.mum_composite import ANALOGY, PRINTED, RECONSTRUCTED
from nimbook.composite_moduli.exhibits import (
    analogy_table,
    factor_games,
    residue_rectangle,
)
from nimtwist.games import MuM
from tests.experiments import cells, said


def numbers(drawing: str, kind: str) -> dict[int, tuple[int, int]]:
    """Return the numbers in the texts of a class, each with its place."""
    texts = re.findall(rf'<text class="{kind}" x="(\d+)" y="(\d+)"[^>]*>(\d+)<', drawing)
    return {int(number): (int(x), int(y)) for x, y, number in texts}


@pytest.mark.parametrize(("modulus", "high", "wide"), [(6, 2, 3), (12, 4, 3), (15, 3, 5)])
def test_a_number_stands_where_its_residues_say(modulus: int, high: int, wide: int) -> None:
    drawing = residue_rectangle(modulus)
    places = numbers(drawing, "nt-number")
    units = [number for number in range(1, modulus) if gcd(number, modulus) == 1]
    assert sorted(places) == units and drawing.count('<circle class="nt-node"') == len(units)
    left, top = places[1][0] - 46, places[1][1] - 46
    for number, (x, y) in places.items():
        assert ((x - left) // 46, (y - top) // 46) == (number % wide, number % high)
    assert f"Coprime to {modulus} are {', '.join(map(str, units))}." in drawing
    assert 'role="img"' in drawing


@pytest.mark.parametrize(("heap", "missed"), [(7, 4), (8, 3), (16, 0), (19, 0)])
def test_a_heap_reaches_rings_and_misses_dashed_ones(heap: int, missed: int) -> None:
    drawing = residue_rectangle(15, heap)
    assert sorted(numbers(drawing, "nt-number")) == [h for (h,) in sorted(MuM(15).options((heap,)))]
    assert list(numbers(drawing, "nt-on-stone")) == [heap]
    assert drawing.count('<circle class="nt-dead"') == missed
    assert ("Not reached" in drawing) == (missed > 0)


def test_a_position_stands_beside_its_factor_games() -> None:
    drawing = factor_games(12, (7, 11))
    assert said(drawing).startswith("(11, 7) modulo 12 is N: the state vector (1, 2) is not (1, 1)")
    assert cells(drawing) == [
        ["heap", "mod 4", "mod 3"],
        ["11", "3", "2"],
        ["7", "3", "1"],
        ["product", "1", "2"],
        ["game", "outcome", "stranded", "value"],
        ["modulo 4", "P", "no", "0"],
        ["modulo 3", "N", "no", "1"],
        ["their sum", "N", "–", "1"],
        ["modulo 12", "N", "no", "1"],
    ]


def test_a_lost_position_a_prime_power_and_a_game_too_large_to_search() -> None:
    assert "is P: the state vector (1, 1) is (1, 1)." in said(factor_games(15, (2, 8)))
    assert "their sum" not in factor_games(8, (3, 5))
    far = said(factor_games(15, (17, 19, 10**9 + 6)))
    assert "is N by its product" in far and "value" not in far


def test_more_heaps_than_can_be_drawn_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^the number of heaps to draw .* from 0 to 64, not 65$"):
        factor_games(15, (1,) * 65)
    assert "(a number of 332193 bits)" in said(factor_games(3, (10**100_000,)))


def test_the_analogy_has_a_verdict_on_each_row() -> None:
    drawing = analogy_table(5)
    assert [row[0] for row in cells(drawing)[1:]] == [*ANALOGY]
    assert drawing.count("✗ refuted") == 3
    assert "What the table says of Nim holds in each row" in drawing
    assert analogy_table(8).count("✗ refuted") == 0


def test_what_is_reconstructed_begins_as_printed() -> None:
    for feature, *printed in PRINTED["table-5.2"][1:]:
        for ours, theirs in zip(RECONSTRUCTED[feature], printed, strict=True):
            assert ours.startswith(re.split(r"[,)]| \(", theirs)[0])
