"""Maps and tables of nimbers: what the arithmetic has, cell by cell."""

from __future__ import annotations

from itertools import count, product
from math import gcd
from typing import Any

import numpy as np
import pytest

from nimbook.nimber_arithmetic.figures import (
    digit_columns,
    nim_product_map,
    nimber_table,
    orders,
    ordinary_pairs,
    power_products,
    products_from_afar,
    published_sequences,
    squares,
)
from nimbook.show import colour
from nimtwist import arrays
from nimtwist.nimber import mul, products_by_mex


def test_the_map_shows_the_products(images: list[Any]) -> None:
    nim_product_map(5)
    assert images == [[[mul(i, j) for j in range(5)] for i in range(5)]]


def test_the_table_of_nimbers_obeys_the_definitions() -> None:
    table = nimber_table(40)
    assert table.index.tolist() == list(range(1, 40))
    for n, row in enumerate(table.to_dict("records"), start=1):
        assert row["square"] == mul(n, n)
        assert mul(row["square root"], row["square root"]) == n
        assert mul(row["inverse"], n) == 1
        assert all(mul(x, x) ^ x == n for x in map(int, row["x² ⊕ x = n"].split(", ")))
    assert [table.at[8, name] for name in ("order", "degree", "trace")] == [5, 4, 1]


def test_the_products_of_powers_are_in_their_row_and_column() -> None:
    table = power_products(6)
    assert table.shape == (6, 6)
    assert table.to_numpy().tolist() == [[mul(1 << i, 1 << j) for j in range(6)] for i in range(6)]
    assert [*table.index] == [*table.columns] == [1, 2, 4, 8, 16, 32]


def test_all_displayed_terms_of_the_sequences_are_as_computed() -> None:
    table = published_sequences()
    assert table["terms displayed"].sum() == 582
    assert (table["terms displayed"] == table["as computed here"]).all()


def test_from_afar_there_are_four_shades_of_products(images: list[Any]) -> None:
    picture = nim_product_map(128)
    [rows] = images
    assert rows == [[mul(a, b) // 32 * 32 for b in range(128)] for a in range(128)]
    assert [label.get_text() for label in picture.axes[1].get_yticklabels()][:2] == ["0", "32"]


def test_the_ordinary_pairs_are_those_of_the_definitions(images: list[Any]) -> None:
    picture = ordinary_pairs(16)
    sums, products = images
    rows = products_by_mex(16, 16)
    assert products == [[rows[a][b] == a * b for b in range(16)] for a in range(16)]
    # No digit is carried exactly if no two digits 1 meet.
    assert sums == [[a & b == 0 for b in range(16)] for a in range(16)]
    assert f"for {3**4} pairs" in picture.description


def test_products_from_afar_are_means_of_squares_and_marks(images: list[Any]) -> None:
    picture = products_from_afar(64, 4)
    means, below = images
    for i, j in product(range(16), range(16)):
        square = [mul(a, b) for a in range(4 * i, 4 * i + 4) for b in range(4 * j, 4 * j + 4)]
        assert means[i][j] == sum(square) // 16 // 32  # in eight shades; products are below 256
        assert below[i][j] == (max(square) < 64)
    assert "all 4,096 pairs of numbers below 64" in picture.title


def test_in_squares_of_16_all_products_are_below_4096_or_none() -> None:
    """And for each first factor from 16 on they are so for 256 second ones."""
    numbers = np.arange(4096, dtype=np.uint16)
    below = arrays.mul(numbers[:, None], numbers) < 4096
    squares = below.reshape(256, 16, 256, 16)
    assert (squares.all((1, 3)) == squares.any((1, 3))).all()
    assert below[:16].all() and (below[16:].sum(1) == 256).all() and below.diagonal().all()


def test_squares_are_dots_and_stay_in_their_field() -> None:
    axes: Any = squares(16).axes[0]
    dots, *frames = axes.lines
    rows = products_by_mex(16, 16)
    assert dots.get_ydata().tolist() == [rows[n][n] for n in range(16)]
    assert [max(frame.get_xdata()) + 0.5 for frame in frames] == [2, 4, 16]
    for frame in frames:
        field = int(max(frame.get_xdata()) + 0.5)
        assert {*dots.get_ydata()[:field]} == {*range(field)}


@pytest.mark.parametrize("digits", [2, 4, 8])
def test_orders_are_the_lengths_of_cycles(digits: int) -> None:
    def cycle(n: int) -> int:
        power = n
        for length in count(1):
            if power == 1:
                return length
            power = mul(power, n)
        raise AssertionError

    axes: Any = orders(digits).axes[0]
    levels = [int(label.get_text()) for label in axes.get_yticklabels()]
    drawn = {
        round(segment[0][0]): levels[row]
        for row, lines in enumerate(axes.collections)
        for segment in lines.get_segments()
    }
    assert drawn == {n: cycle(n) for n in range(1, 1 << digits)}
    counts = {int(text.get_text()) for text in axes.texts[:-1]}
    units = (1 << digits) - 1
    totients = [sum(gcd(k, d) == 1 for k in range(1, d + 1)) for d in levels]
    assert counts == {*totients} and [d for d in levels if units % d] == []
    assert all(lines.get_color().tolist()[0][:3] == rgb("p") for lines in axes.collections)


def rgb(name: str) -> list[float]:
    return [int(colour(name)[k : k + 2], 16) / 255 for k in (1, 3, 5)]


def test_orders_are_drawn_of_whole_fields() -> None:
    with pytest.raises(ValueError) as caught:
        orders(3)
    assert str(caught.value) == "the orders of numbers of 2, 4 or 8 digits are drawn, not of 3"


def test_digits_of_products_are_columns_of_the_walsh_matrix() -> None:
    table = digit_columns(16)
    assert table.columns.tolist() == [f"digit of {1 << k}" for k in range(4)]
    for k, name in enumerate(table):
        for j, column in enumerate(table[name]):
            ones = [bool(mul(i, j) >> k & 1) for i in range(16)]
            assert ones == [(i & column).bit_count() % 2 == 1 for i in range(16)]


@pytest.mark.full
def test_figures_are_the_same_bytes_again_and_light() -> None:
    def made() -> list[str]:
        pictures = [nim_product_map(256), ordinary_pairs(64), squares(256), orders(8)]
        pictures.append(products_from_afar(4096, 16))
        return [picture._repr_svg_() for picture in pictures]

    first = made()
    assert first == made()
    assert max(map(len, first)) < 60_000
