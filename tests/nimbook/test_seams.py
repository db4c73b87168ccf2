"""Certificates of seams: what they say, held against the search; and a checker that finds flaws."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from math import gcd

import pytest

from nimbook.claims.seams import (
    BY_REMAINDERS,
    SETTLED,
    certificate,
    differing,
    last_change,
)
from nimbook.seams import Seams, find, gaps, stacked
from nimbook.seams_checker import flaw
from nimtwist.games import MuM
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.mumber import MumberSolver


def test_gaps_and_heaps_are_the_same_thing() -> None:
    for heaps in ((1, 1), (3, 8, 8), (2, 7, 13, 14)):
        assert stacked(gaps(heaps)) == heaps
    assert gaps((4, 4, 9)) == (4, 0, 5)


def test_modulo_11_the_certificate_is_a_proof() -> None:
    seams = find(11, 2)
    assert (seams.starts, seams.turns, len(seams.mumbers)) == ((37, 12), 1, 903)
    assert flaw(seams) is None
    assert max(seams.mumbers.values()) == 16


def test_what_it_says_is_what_the_table_has_far_beyond_it() -> None:
    """On a table three times as large as the one that it was found in."""
    seams, table = find(11, 2), MuMTable(MuM(11), 2, 400)
    for heaps in product(
        (n for n in range(1, 400, 7) if n % 11), (n for n in range(400) if n % 11)
    ):
        position = tuple(sorted(heaps))
        assert seams.mumber(position) == table.mumber(position, of_units=True)


def test_it_is_what_a_search_finds() -> None:
    seams, solver = find(11, 2), MumberSolver(MuM(11), 11)
    for position in ((3, 5), (27, 27), (27, 38), (27, 49), (36, 42), (47, 53), (60, 61)):
        assert seams.mumber(position) == solver.mumber(position)


def test_the_seam_on_the_diagonal_never_ends() -> None:
    """However large two heaps are, 11 more for one of them can change the mumber, modulo 11."""
    seams = find(11, 2)
    for turns in (4, 10**6, 10**60):
        heap = 11 * turns + 5
        found = [seams.mumber((heap, heap + more)) for more in (0, 11, 22, 33)]
        assert found == [2, 14, 10, 10]


def test_which_heap_is_larger_matters_modulo_11_and_not_modulo_5() -> None:
    assert differing(find(11, 2).far()) == 19
    assert differing(find(5, 2).far()) == 0
    seams = find(11, 2)
    # Remainders 5 and 2, then 2 and 5: the smaller heap first.
    assert seams.mumber((115, 1103)) != seams.mumber((112, 1105))


@pytest.mark.parametrize("gap", [0, 1])
def test_neither_start_can_be_smaller(gap: int) -> None:
    seams, table = find(11, 2), MuMTable(MuM(11), 2, 80)
    position, before, after = last_change(seams, gap)
    assert gaps(position)[gap] == seams.starts[gap] - 1
    wider = (*position[:gap], *(heap + 11 for heap in position[gap:]))
    found = [table.mumber(heaps, of_units=True) for heaps in (position, wider)]
    assert found == [before, after] and before != after


def test_every_number_of_a_certificate_is_checked() -> None:
    """Change any one mumber by one unit: the checker says so."""
    seams = find(13, 2)
    for heaps, mumber in list(seams.mumbers.items())[::15]:
        other = next(n for n in range(mumber + 1, mumber + 9) if gcd(n, 13) == 1)
        wrong = replace(seams, mumbers={**seams.mumbers, heaps: other})
        assert flaw(wrong) is not None, heaps


def test_a_wrong_certificate_is_refuted_and_says_where() -> None:
    seams = find(11, 2)
    assert flaw(replace(seams, starts=(36, 12))) == "(47, 53) has the mumber 14, not 13"
    assert flaw(replace(seams, starts=(37, 11))) is not None
    assert flaw(replace(seams, mumbers={})) == "(1, 1) has the mumber 1, not None"
    assert flaw(replace(seams, modulus=13)) is not None
    for starts in ((0, 12), (37, -1)):
        assert flaw(replace(seams, starts=starts)) == (
            "the smallest heap starts at 1, the other gaps start at 0 or more"
        )
    # One that says too much: that the mumber is the product.
    products = {heaps: heaps[0] * heaps[1] % 11 for heaps in seams.mumbers}
    assert flaw(replace(seams, mumbers=products)) == "(3, 5) has the mumber 2, not 4"
    with pytest.raises(ValueError, match=r"^a certificate of seams is a Seams, not 7$"):
        flaw(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("modulus", [5, 7, 9, 10, 16])
def test_where_remainders_tell_the_mumber_the_table_says_so(modulus: int) -> None:
    assert find(modulus, 2).by_remainders() and modulus in BY_REMAINDERS
    table = MuMTable(MuM(modulus), 2, 3 * modulus)
    for position in table.positions():
        if len(position) == 2:
            left = tuple(sorted(heap % modulus for heap in position))
            assert table.mumber(position) == table.mumber(left)


def test_three_heaps_modulo_5_of_all_sizes() -> None:
    seams, table = certificate(5, 3), MuMTable(MuM(5), 3, 40)
    assert flaw(seams) is None
    for position in table.positions():
        if len(position) == 3:
            assert seams.mumber(position) == table.mumber(position, of_units=True)
    # Remainders do not tell the mumber: chapter 9 has this example.
    assert seams.mumber((1, 3, 3)) != seams.mumber((3, 3, 6))
    assert not seams.by_remainders()


@pytest.mark.full
@pytest.mark.parametrize(
    ("heaps", "modulus"), [(heaps, n) for heaps, moduli in SETTLED.items() for n in moduli]
)
def test_every_certificate_agrees_with_a_larger_table(heaps: int, modulus: int) -> None:
    seams = certificate(modulus, heaps)
    table = MuMTable(MuM(modulus), heaps, {2: 250, 3: 110, 4: 44}[heaps])
    for position in table.positions():
        if len(position) == heaps:
            assert seams.mumber(position) == table.mumber(position, of_units=True)


def test_the_text_of_a_certificate_has_all_of_it() -> None:
    seams = find(5, 2)
    said = json.loads(seams.text())
    mumbers = {tuple(heaps): mumber for *heaps, mumber in said.pop("mumbers")}
    assert Seams(said["modulus"], tuple(said["starts"]), said["turns"], mumbers) == seams
