"""Mumbers from afar: what is drawn and listed, held against the search."""

from __future__ import annotations

from math import gcd
from typing import Any

from nimbook.mumbers.figures import (
    diagonal_table,
    failure_shares,
    failure_table,
    far_table,
    mumber_maps,
    proof_table,
    seam_maps,
    seam_table,
)
from nimtwist.games import MuM
from nimtwist.games.mum import MumberSolver


def test_where_the_theorem_fails() -> None:
    table: Any = failure_table([5, 8, 11])
    assert table.loc[5].tolist() == [7, 36, "19%", 9, 120, "8%", "(3, 3): 2, not 4"]
    assert table.loc[8].tolist() == [0, 36, "0%", 0, 120, "0%", "–"]
    assert table.loc[11].iloc[-1] == "(5, 3): 2, not 4"


def test_the_shares_are_those_of_a_direct_count() -> None:
    picture = failure_shares([4, 5, 7, 8])
    axes: Any = picture.axes[0]
    three, two, rings = (line.get_ydata() for line in axes.lines)
    for modulus, share in zip((4, 5, 7, 8), two, strict=True):
        solver = MumberSolver(MuM(modulus), modulus)
        heaps = [n for n in range(1, 2 * modulus + 1) if gcd(n, modulus) == 1]
        pairs = [(a, b) for b in heaps for a in heaps if a <= b]
        failed = sum(solver.mumber((a, b)) != a * b % modulus for a, b in pairs)
        assert share == failed / len(pairs)
    assert [share > 0 for share in three] == [False, True, True, False]
    assert list(rings) == [0, 0]
    assert "at 0 for 4, 8, where there is a ring" in picture.description


def test_the_steps_of_the_proof() -> None:
    table: Any = proof_table(5, 9)
    assert table.loc["so the mumber is P"].iloc[:2].tolist() == [7, 36]
    assert (table["fails at"] == 0).sum() == 3


def test_the_map_has_the_mumbers(images: list[Any]) -> None:
    picture = mumber_maps((5, 11), 30)
    for modulus, rows in zip((5, 11), images, strict=True):
        solver = MumberSolver(MuM(modulus), modulus)
        heaps = [n for n in range(1, 99) if gcd(n, modulus) == 1][:30]
        assert rows == [[solver.mumber(tuple(sorted((a, b)))) for b in heaps] for a in heaps]
    assert "6 modulo 5, 16 modulo 11" in picture.description


def test_a_dot_is_where_the_modulus_more_changes_the_mumber(images: list[Any]) -> None:
    seam_maps((5, 11), 40)
    five, eleven = images
    assert not any(map(any, five))
    solver = MumberSolver(MuM(11), 11)
    for a in range(1, 41):
        for b in range(a, 41):
            if a % 11 and b % 11:
                found = {
                    solver.mumber((a, b)),
                    solver.mumber((a, b + 11)),
                    solver.mumber((a + 11, b + 11)),
                }
                assert eleven[a - 1][b - 1] == eleven[b - 1][a - 1] == (len(found) > 1), (a, b)
            else:
                assert not eleven[a - 1][b - 1]


def test_the_same_picture_is_drawn_again() -> None:
    assert seam_maps((11,), 60)._repr_svg_() == seam_maps((11,), 60)._repr_svg_()


def test_large_heaps_by_their_difference() -> None:
    table: Any = diagonal_table(11, 4)
    solver = MumberSolver(MuM(11), 11)
    for left in (1, 5, 9):
        # Beyond 37, so that any larger heaps are alike.
        heap = 44 + left
        found = [solver.mumber((heap, heap + more)) for more in (0, 11, 22, 33)]
        assert table.loc[left].tolist() == found
    assert table.loc[5].tolist() == [2, 14, 10, 10]


def test_far_heaps_by_what_they_leave() -> None:
    table: Any = far_table(11)
    solver = MumberSolver(MuM(11), 11)
    for low, high in ((2, 5), (5, 2), (5, 3), (3, 5)):
        assert table.loc[low, high] == solver.mumber((44 + low, 66 + high))
    assert sum(table.loc[i, j] != table.loc[j, i] for i in table.index for j in range(1, i)) == 19


def test_what_the_certificates_say() -> None:
    table: Any = seam_table((5, 11, 14))
    assert table.loc[11].tolist() == [11, 12, 37, 903, 16, "no", 19]
    assert table.loc[5].tolist() == [5, 0, 1, 16, 6, "yes", 0]
    assert table.loc[14].tolist()[-2:] == ["no", 0]
