"""Mumbers drawn: what the drawings say, held against the search."""

from __future__ import annotations

import re

import pytest

from nimbook.mumbers.exhibits import (
    mumber_mex,
    mumber_moves,
    mumber_tree,
    power_circle,
    sum_grids,
)
from nimtwist.games import MuM


def text(drawing: str) -> str:
    """Return what a drawing says."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", drawing)).strip()


def test_the_tree_of_the_first_counterexample() -> None:
    said = text(mumber_tree(MuM(5), (3, 3), 2))
    assert "From (3, 3) = 2 ≠ 4 to (3, 1) = 3, (3, 2) = 1." in said
    assert "From (3, 2) = 1 to (3, 1) = 3, (2, 1) = 2, (2, 2) = 4." in said


def test_the_mex_of_a_position_names_the_gap() -> None:
    said = text(mumber_mex(MuM(5), (3, 3)))
    assert "mex {1, 3} = 2, not the product 4." in said
    assert "2, the mumber none none" in said
    assert "4, the product none none" in said


def test_the_mex_of_a_stranded_position_says_so() -> None:
    said = text(mumber_mex(MuM(5), (2, 2)))
    assert "It is stranded" in said and "the same as the product 4" in said
    assert "stranded" not in text(mumber_mex(MuM(5, "never"), (2, 2)))


def test_the_moves_on_the_grid() -> None:
    drawn = mumber_moves(5, 3, 3, 9)
    assert drawn.count("nt-now") == 1 and drawn.count("nt-seen") == 4
    # (3, 4) and (3, 8), (3, 9), (4, 8), (8, 9) twice, (8, 8) once; (3, 3) itself is marked.
    assert drawn.count("nt-wrong") == 11
    assert "stranded" in text(mumber_moves(5, 2, 2, 4))


@pytest.mark.parametrize(("modulus", "apart", "together"), [(5, 4, 3), (8, 0, 0), (24, 0, 0)])
def test_sums_beside_products(modulus: int, apart: int, together: int) -> None:
    said = text(sum_grids(modulus))
    assert f"mumbers of two games: {apart} framed" in said
    assert f"mumbers in one position: {together} framed" in said


def test_the_circle_of_powers() -> None:
    said = text(power_circle(7, 3, 2))
    assert "By size, 2 reaches 1. By exponents it is 3 to the power 2, and reaches 1, 3." in said


def test_what_a_reader_types_may_be_too_large_to_search() -> None:
    with pytest.raises(ValueError, match=r"^\(9, 9, 9, 9, 9, 9, 9, 9, 9\) is too large to search"):
        mumber_mex(MuM(10), (9,) * 9)
    assert "mex {1, 7, 9} = 3" in text(mumber_mex(MuM(10), (10**9 + 3,)))
