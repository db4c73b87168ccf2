"""MuM from afar: maps and shares are those of the game, and tables those that are printed."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from nimbook.claims.mum import READINGS
from nimbook.multiplying_heaps import figures
from nimbook.show import Picture
from nimtwist import MuM, Solver


def units(modulus: int, most: int) -> list[int]:
    return [heap for heap in range(1, most + 1) if MuM(modulus)._is_heap(heap)]


def stranded_pairs(modulus: int, most: int) -> tuple[int, int]:
    """Return how many pairs of heaps up to `most` are stranded, and how many pairs there are."""
    pairs = [*product(units(modulus, most), repeat=2)]
    return sum(MuM(modulus).is_stranded(pair) for pair in pairs), len(pairs)


def test_maps_have_a_shade_for_each_outcome_and_for_what_is_stranded(images: list[Any]) -> None:
    figures.outcome_maps([7, 11])
    for modulus, found in zip((7, 11), images, strict=True):
        rules, solver = MuM(modulus), Solver(MuM(modulus))
        for a, b in product(range(1, modulus), repeat=2):
            pair = (min(a, b), max(a, b))
            shade = 2 if solver.outcome(pair) == "P" else int(rules.is_stranded(pair))
            assert found[a - 1, b - 1] == shade


def test_shares_by_modulus_are_counted() -> None:
    lines: Any = figures.stranded_by_modulus(31).axes[0].lines
    every, primes = ({*zip(*line.get_data(), strict=True)} for line in lines[1:])
    for modulus in range(3, 32):
        wrong, pairs = stranded_pairs(modulus, modulus - 1)
        assert (modulus, wrong / pairs) in every
    assert [n for n, _ in sorted(primes)] == [3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
    assert primes < every


@pytest.mark.parametrize("modulus", [5, 12, 13])
def test_shares_by_bound_are_counted(modulus: int) -> None:
    line: Any = figures.stranded_by_bound([modulus]).axes[0].lines[1]
    for most in range(1, 3 * modulus + 1):
        wrong, pairs = stranded_pairs(modulus, most)
        bound, share = (data[most - 1] for data in line.get_data())
        assert bound == pytest.approx(most / modulus) and share == pytest.approx(wrong / pairs)


def test_large_primes_come_near_the_limit() -> None:
    for prime, near in ((101, 0.06), (997, 0.02)):
        found = figures._shares_by_bound(prime, 3 * prime)
        bounds = np.arange(1, 3 * prime + 1) / prime
        limit = np.array([figures.expected_share(bound) for bound in bounds])
        assert np.abs(found - limit)[bounds > 0.2].max() < near


def test_the_limit_is_smooth_where_the_bound_is_the_modulus() -> None:
    step = 1e-6
    before, at, after = (figures.expected_share(t) for t in (1 - step, 1, 1 + step))
    assert (at - before) / step == pytest.approx((after - at) / step, abs=1e-5)


@pytest.mark.full
def test_pictures_are_the_same_at_every_run_and_light() -> None:
    def made() -> list[Picture]:
        return [
            figures.outcome_maps([31]),
            figures.stranded_by_modulus(300),
            figures.stranded_by_bound([11, 101]),
        ]

    first = [picture._repr_svg_() for picture in made()]
    assert first == [picture._repr_svg_() for picture in made()]
    assert max(map(len, first)) < 60_000


def test_readings_are_counted_by_search() -> None:
    table: Any = figures.readings_table((5, 7), 2, 6)
    for modulus in (5, 7):
        heaps = units(modulus, 6)
        positions = [(), *((heap,) for heap in heaps)]
        positions += [(a, b) for a in heaps for b in heaps if a <= b]
        assert table.loc["of all positions", modulus] == len(positions)
        for name, reading in READINGS.items():
            solver = Solver(MuM(modulus, **reading))
            wrong = [
                position
                for position in positions
                if (solver.outcome(position) == "P") != (MuM(modulus).product(position) == 1)
            ]
            assert table.loc[name, modulus] == len(wrong)


def test_where_a_turn_and_no_consolidation_differ() -> None:
    table: Any = figures.apart_table((5, 7, 8))
    for modulus in (5, 7, 8):
        turn, never = (Solver(MuM(modulus, when)) for when in ("own-turn", "never"))
        apart = [
            [
                position
                for position in combinations_with_replacement(units(modulus, modulus), count)
                if turn.outcome(position) != never.outcome(position)
            ]
            for count in (2, 3)
        ]
        assert table.loc[modulus].to_list()[:2] == [len(found) for found in apart]
    assert table["the smallest"].to_list() == ["(2, 2, 2)", "(2, 3)", "none"]


def test_printed_tables_have_their_rows_and_agree() -> None:
    for (printed, computed), shape in (
        (figures.example_44(), (1, 7)),
        (figures.table_a1(), (20, 4)),
    ):
        assert printed.equals(computed) and printed.shape == shape
    table: Any = figures.table_a1()[0]
    assert table.index[0] == "5, 10, …, 60" and table.index[-1] == "6,6,6"
    assert table.loc["4,6,6"].to_list() == [144, 4, 3, 3]
    readings = figures.table_a1_readings()["other values than printed"]
    assert readings["on the same turn"] == "none" != readings["never"]
