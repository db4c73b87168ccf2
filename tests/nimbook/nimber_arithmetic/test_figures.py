"""Maps and tables of nimbers: what the arithmetic has, cell by cell."""

from __future__ import annotations

from typing import Any

from nimbook.nimber_arithmetic.figures import (
    nim_product_map,
    nimber_table,
    power_products,
    published_sequences,
)
from nimtwist.nimber import mul


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
