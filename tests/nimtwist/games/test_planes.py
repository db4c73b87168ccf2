"""Boxes of cells, filled plane by plane, against the recursion cell by cell."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from nimtwist import mex
from nimtwist.games._planes import Box


@st.composite
def boxes(draw: st.DrawFn) -> tuple[tuple[int, ...], int, dict[tuple[int, ...], int], bool]:
    """Sizes, a reach, and what some cells lead to besides."""
    places = draw(st.integers(1, 4))
    sizes = tuple(draw(st.integers(1, 9 - 2 * places if places > 2 else 9)) for _ in range(places))
    cells = st.sampled_from(list(product(*map(range, sizes))))
    also = draw(st.dictionaries(cells, st.integers(0, 255), max_size=12))
    return sizes, draw(st.integers(1, 6)), also, draw(st.booleans())


@given(boxes())
def test_every_cell_has_the_mex_of_what_its_moves_lead_to(
    box: tuple[tuple[int, ...], int, dict[tuple[int, ...], int], bool],
) -> None:
    sizes, reach, also, only = box
    found = Box(sizes, reach, also, only)
    found.fill()
    values: dict[tuple[int, ...], int] = {}
    for cell in product(*map(range, sizes)):  # every move leads to an earlier cell
        left = [
            values[(*cell[:i], number - taken, *cell[i + 1 :])]
            for i, number in enumerate(cell)
            for taken in range(1, min(reach, number) + 1)
        ]
        if cell in also:
            besides = [value for value in range(8) if also[cell] >> value & 1]
            left = besides if only else left + besides
        values[cell] = mex(left)
        assert found[cell] == values[cell], cell
    for numbers in product(*map(range, sizes[:-1])):
        row = [values[(*numbers, last)] for last in range(sizes[-1])]
        assert list(found.row(numbers)) == row


def test_if_moves_take_less_than_a_power_of_two_values_are_nim_sums() -> None:
    found = Box((6, 5, 4, 7), 3, {}, only=True)
    found.fill()
    for a, b, c, d in product(range(6), range(5), range(4), range(7)):
        assert found[a, b, c, d] == a % 4 ^ b % 4 ^ c % 4 ^ d % 4


def test_values_that_fill_no_byte() -> None:
    found = Box((3, 3), 1, {(0, 1): (1 << 300) - 1}, only=True)
    found.fill()
    assert [list(found.row((i,))) for i in range(3)] == [[0, 300, 0], [1, 0, 1], [0, 1, 0]]
    found = Box((2, 2), 1, {(0, 1): (1 << 300) - 1, (1, 0): 0}, only=True)
    found.fill()
    assert [list(found.row((i,))) for i in range(2)] == [[0, 300], [0, 1]]


def test_progress_is_told_when_4096_more_cells_are_done() -> None:
    told: list[int] = []
    Box((64, 64), 2, {}, only=True).fill(told.append)
    assert told == [64 * 64]
    sizes = (30, 30, 30)
    planes = Counter(map(sum, product(*map(range, sizes))))
    done = list(accumulate(planes[plane] for plane in range(sum(sizes) - 2)))
    told.clear()
    Box(sizes, 2, {}, only=True).fill(told.append)
    for before, count in pairwise([0, *told]):
        assert count == next(cells for cells in done if cells - before >= 4096)
    assert done[-1] - told[-1] < 4096
