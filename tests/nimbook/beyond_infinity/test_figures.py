"""Infinite nimbers from afar: what is drawn and listed, held against nim arithmetic."""

from __future__ import annotations

from math import gcd
from typing import Any

import pytest

from nimbook.beyond_infinity.figures import (
    degree_table,
    excesses,
    factor_pairs,
    field_picture,
    generator_table,
    order_table,
    product_map,
)
from nimbook.claims.transfinite import odd_primes
from nimtwist import nimber
from nimtwist.algebra import polynomial_text
from nimtwist.ordinal import Ordinal, excess, kappa


def test_the_map_has_the_products_of_gf_64(images: list[Any]) -> None:
    product_map()
    [rows] = images
    for i, j, found in ((2, 3, 1), (4, 4, 16), (4, 16, 2), (16, 16, 8), (4, 5, 20)):
        assert rows[i][j] == rows[j][i] == found
    # A field: no number comes twice in a row but the first.
    assert all(sorted(row) == [*range(64)] for row in rows[1:])
    assert rows[0] == [0] * 64


def test_the_degrees_of_generators() -> None:
    picture = field_picture(43)
    axes: Any = picture.axes[0]
    curve, *kinds = axes.lines
    drawn = {p: d for kind in kinds for p, d in zip(*kind.get_data(), strict=True)}
    # The degree of a generator is counted by squaring it until it comes again.
    assert drawn == {p: kappa(p).degree() for p in odd_primes(43)}
    assert [len(kind.get_xdata()) for kind in kinds] == [
        sum(excess(p) == value for p in odd_primes(43)) for value in (0, 1, 4)
    ]
    assert list(curve.get_ydata()) == [p * (p - 1) for p in odd_primes(43)]
    assert "The highest is 5,060, at 23." in picture.description


def test_pairs_have_the_sum_and_the_product() -> None:
    table: Any = factor_pairs(7)
    for c in table.index:
        for d in table.columns:
            a, b = map(int, table.loc[c, d].split(", "))
            assert (a ^ b, nimber.mul(a, b)) == (c, d)


def test_the_orders_in_a_cyclic_group_of_63() -> None:
    table: Any = order_table()
    for order in table.index:
        assert 63 % order == 0
        assert table.loc[order].iloc[0] == sum(gcd(n, order) == 1 for n in range(1, order + 1))
        least = Ordinal.parse(table.loc[order].iloc[1])
        assert least**order == 1 and all(least**n != 1 for n in range(1, order))
    assert table.iloc[:, 0].sum() == 63


def test_a_nimber_of_each_degree() -> None:
    table: Any = degree_table(11)
    for degree, (written, polynomial) in table.iterrows():
        x = Ordinal.parse(written.replace(" ", ""))
        assert x.degree() == degree and polynomial_text(x.minimal_polynomial()) == polynomial
    short: Any = degree_table(11, 2)
    assert short.loc[11].iloc[0].startswith("ω^(ω^3·10+ω·4)·13 + ω^(ω^3·10+ω·3)·9 + … (")
    terms = len(Ordinal.parse(table.loc[11].iloc[0].replace(" ", ""))._raw)
    assert short.loc[11].iloc[0].endswith(f" + … ({terms} terms)")
    assert short.loc[3].tolist() == table.loc[3].tolist()


def test_the_generators_and_their_powers() -> None:
    table: Any = generator_table(13)
    for p, (generator, degree, power, _) in table.iterrows():
        x = Ordinal.parse(generator)
        assert str(x**p) == power and x.degree() == degree


@pytest.mark.parametrize("largest", [19, 43])
def test_the_excesses_are_as_printed(largest: int) -> None:
    printed, found = excesses(largest)
    assert printed.equals(found)
    assert found.loc["excess", 19] == 4
