"""Tests that seam certificates agree with larger tables and that the checker rejects wrong ones."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

import pytest

from nimbook.claims.seams import SETTLED, certificate, count_asymmetric_pairs
from nimbook.seams import find_seams
from nimbook.seams_checker import flaw
from nimtwist.games import MuM
from nimtwist.games.mum_tables import MuMTable

QUICK = [(11, 2, 150), (26, 2, 100), (5, 3, 30)]
LARGE = {2: 250, 3: 110, 4: 44}
FULL = [(n, heaps, LARGE[heaps]) for heaps, moduli in SETTLED.items() for n in moduli]


@pytest.mark.parametrize(
    ("modulus", "heaps", "largest"),
    [*QUICK, *(pytest.param(*each, marks=pytest.mark.full) for each in FULL)],
)
def test_certificates_agree_with_larger_tables(modulus: int, heaps: int, largest: int) -> None:
    seams, table = certificate(modulus, heaps), MuMTable(MuM(modulus), heaps, largest)
    for position in table.positions():
        if len(position) == heaps:
            assert seams.mumber(position) == table.mumber(position, of_units=True)


@pytest.mark.parametrize("modulus", [5, 10, 11])
def test_remainders_determine_mumbers_as_certified(modulus: int) -> None:
    table = MuMTable(MuM(modulus), 2, 6 * modulus)
    pairs = [position for position in table.positions() if len(position) == 2]
    reduced = [tuple(sorted(heap % modulus for heap in position)) for position in pairs]
    agree = [*map(table.mumber, pairs)] == [*map(table.mumber, reduced)]
    assert agree == find_seams(modulus, 2).depends_only_on_remainders()
    assert agree == (count_asymmetric_pairs(find_seams(modulus, 2).far_mumbers()) == 0)


def test_checker_notices_any_changed_mumber() -> None:
    """The checker must find a flaw if any one mumber is replaced with the next unit."""
    seams = find_seams(7, 2)
    for heaps, mumber in seams.mumbers.items():
        other = next(n for n in range(mumber + 1, mumber + 9) if gcd(n, 7) == 1)
        assert flaw(replace(seams, mumbers={**seams.mumbers, heaps: other})) is not None, heaps


def test_wrong_certificates_are_rejected() -> None:
    seams = find_seams(11, 2)
    assert flaw(seams) is None
    assert flaw(replace(seams, starts=(36, 12))) == "(47, 53) has the mumber 14, not 13"
    assert flaw(replace(seams, mumbers={})) == "(1, 1) has the mumber 1, not None"
    # A certificate with these mumbers claims that the mumber of a pair is its product modulo 11.
    products = {heaps: heaps[0] * heaps[1] % 11 for heaps in seams.mumbers}
    for wrong in (
        replace(seams, starts=(37, 11)),
        replace(seams, starts=(0, 12)),
        replace(seams, starts=(37, -1)),
        replace(seams, modulus=13),
        replace(seams, mumbers=products),
    ):
        assert flaw(wrong) is not None
