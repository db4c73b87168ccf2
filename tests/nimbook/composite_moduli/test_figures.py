"""MuM beside its factor games: maps, bars and tables are those of a search."""

from __future__ import annotations

from itertools import product
from math import gcd
from typing import Any

import pytest

from nimbook.claims.mum_composite import ANALOGY, PRINTED, SENSES, analogy, sense
from nimbook.composite_moduli import figures
from nimbook.residues import prime_powers
from nimtwist import Solver, Sum
from nimtwist.games import MuM


@pytest.mark.parametrize("modulus", [12, 15])
def test_maps_are_those_of_the_games(modulus: int, images: list[Any]) -> None:
    figures.factor_maps(modulus, 13)
    powers = prime_powers(modulus)
    games = [Solver(MuM(n)) for n in (*powers, modulus)]
    beside = Solver(Sum((MuM(powers[0]), MuM(powers[1]))))
    for a, b in product(range(1, 14), repeat=2):
        pair = (min(a, b), max(a, b))
        shades = [found[a - 1, b - 1] for found in images]
        if gcd(a * b, modulus) > 1:
            assert shades == [0] * 4
            continue
        assert shades[:3] == [int(game.outcome(pair) == "P") for game in games]
        both = beside.outcome((pair, pair)) == "P"
        assert shades[3] == (0 if not both else 1 if games[2].outcome(pair) == "P" else 2)


def test_maps_are_of_two_prime_powers_only() -> None:
    with pytest.raises(ValueError, match=r"^30 is made of 3 prime powers; these maps are for two$"):
        figures.factor_maps(30, 9)


def test_bars_are_as_high_as_there_is_agreement() -> None:
    rows: Any = figures.agreement_chart(range(2, 16), 1, 12).axes
    assert len(rows) == len(figures._SHORT)
    for name, axes in zip(figures._SHORT, rows, strict=True):
        heights = [bar.get_height() for bar in axes.patches]
        for modulus, height in zip((6, 10, 12, 14, 15), heights, strict=True):
            found = sense(name, [modulus], 1, 12)
            assert height == pytest.approx((found.cases - found.failures) / found.cases)
    assert [text.get_text() for text in rows[-1].get_xticklabels()] == ["6", "10", "12", "14", "15"]
    colours = [bar.get_facecolor() for bar in rows[0].patches]
    assert colours[0] == colours[1] == colours[3] != colours[2] == colours[4]


@pytest.mark.parametrize("modulus", [6, 10, 14, 18, 22])
def test_beside_a_game_modulo_2_the_sum_has_the_right_outcome(modulus: int) -> None:
    for name in ("one", "moves"):
        assert sense(name, [modulus], 2, 12).failures == 0


def test_the_tables_have_their_rows() -> None:
    printed: Any
    printed, computed = figures.table_a2()
    assert printed.equals(computed) and printed.shape == (20, 9)
    for row, (name, cells) in zip(PRINTED["table-A.2"], printed.iterrows(), strict=True):
        heaps = row[:9:3]
        assert name == ",".join(map(str, heaps))
        assert [*cells] == [c for i, c in enumerate(row) if i not in (0, 3, 6)]
    readings: Any = figures.table_a2_readings()
    assert readings.loc["never"].item() == "(13, 13, 16): L, not W"


def test_a_table_of_senses_has_one_row_for_each() -> None:
    table: Any = figures.sense_table([6, 12], 1, 12)
    assert [*table.index] == [statement for statement, _ in SENSES.values()]
    assert (table["fail"] == 0).sum() == len(SENSES) - 4
    assert ((table["fail"] == 0) == (table["the smallest that fails"] == "")).all()


def test_failures_of_the_analogy_are_counted() -> None:
    table: Any = figures.analogy_failures((5, 8))
    assert [*table.index] == [*ANALOGY]
    assert (table[8] == 0).all() and (table[5] > 0).sum() == 3
    assert table.loc["Operation", 5] == analogy("Operation", 5, 2, 4).failures
    assert (figures.analogy_failures((5,), outcomes=True)[5] == 0).all()


@pytest.mark.full
def test_pictures_are_the_same_at_every_run_and_light() -> None:
    def made() -> list[str]:
        pictures = (figures.factor_maps(15, 30), figures.agreement_chart((6, 12, 15), 1, 9))
        return [picture._repr_svg_() for picture in pictures]

    first = made()
    assert first == made() and max(map(len, first)) < 60_000
