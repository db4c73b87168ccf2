"""Fields from afar: what is drawn and counted is what the game, or a search, has."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations_with_replacement
from typing import Any

import pytest

from nimbook.claims.mum_fields import PRINTED, count_stranded, fields
from nimbook.finite_fields import aes, figures
from nimbook.show import compared
from nimtwist import Solver, nimber
from nimtwist.games import PolyMuM


@pytest.mark.parametrize("polynomial", [0b111, 0b1101, 0b11111])
def test_the_map_of_stranded_pairs_is_that_of_the_game(polynomial: int, images: list[Any]) -> None:
    figures.stranded_map(polynomial)
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    assert images == [[[rules.is_stranded((a, b)) for b in heaps] for a in heaps]]


def test_there_are_as_many_irreducible_polynomials_as_gauss_says() -> None:
    counts = [len(figures.irreducible(degree)) for degree in range(1, 9)]
    assert counts == [2, 1, 2, 3, 6, 9, 18, 30]


@pytest.mark.parametrize(("polynomial", "heaps"), [(0b1101, 2), (0b11001, 2), (0b1011, 3)])
def test_shares_by_arrays_are_those_of_a_search(polynomial: int, heaps: int) -> None:
    """A position is stranded if it is won, and every option is that of the one heap it becomes."""
    rules = PolyMuM(polynomial)
    solver, plain = Solver(rules), PolyMuM(polynomial, "never")
    won = stranded = 0
    for position in combinations_with_replacement(range(1, 1 << rules.degree), heaps):
        if solver.outcome(position) == "N":
            won += 1
            stranded += all(solver.outcome(option) == "N" for option in plain.options(position))
    assert figures.stranded_share(polynomial, heaps) == pytest.approx(Fraction(stranded, won))


def test_a_dot_for_each_polynomial_and_lines_at_a_quarter_and_an_eighth() -> None:
    shares = figures.stranded_shares({2: 8, 3: 4})
    degrees = [*shares[shares["heaps"] == 2]["degree"]]
    assert [degrees.count(degree) for degree in range(2, 9)] == [1, 2, 3, 6, 9, 18, 30]
    picture = figures.stranded_picture(shares)
    axes: Any = picture.axes[0]
    dots = [line for line in axes.lines if line.get_marker() == "."]
    assert sum(len(line.get_xdata()) for line in dots) == len(shares) == 69 + 6
    assert sorted(y for line in dots for y in line.get_ydata()) == sorted(shares["share"])
    [ring] = (line for line in axes.lines if line.get_marker() == "o")
    assert ring.get_ydata()[0] == figures.stranded_share(aes.FIELD.polynomial, 2)
    levels = [lines.get_segments()[0][0][1] for lines in axes.collections]
    assert levels == [1 / 4, 1 / 8]
    assert "with 2 heaps the 30 polynomials of degree 8 have 22.0% to 27.7%" in picture.description


def test_counts_of_stranded_positions() -> None:
    table = figures.stranded_counts(4)
    assert [name.replace("\xa0", " ") for name in table.index[:3]] == [
        "x² + x + 1",
        "x³ + x + 1",
        "x³ + x² + 1",
    ]
    assert len(table) == 6
    assert table.iloc[1].tolist() == [24, 6, "25.0%", 72, 12, "16.7%"]
    assert table.iloc[-1].tolist() == [112, 30, "26.8%", 634, 93, "14.7%"]


def test_counts_by_arrays_are_those_of_the_claim() -> None:
    """Which are made one position after the other."""
    table = figures.stranded_counts(4)
    polynomials = chain.from_iterable(map(fields, range(2, 5)))
    for (_, row), polynomial in zip(table.iterrows(), polynomials, strict=True):
        rules = PolyMuM(polynomial)
        for words, heaps in {"two heaps": 2, "three heaps": 3}.items():
            stranded, won = count_stranded(rules, heaps)
            assert (row[words, "winning"], row[words, "stranded"]) == (won, stranded)


def test_counts_of_synonyms() -> None:
    assert figures.synonym_counts(0b1011, 32).T.to_dict("list") == {
        "less than 8": [62, 42, 40, 16],
        "less than 11": [62, 51, 50, 18],
        "any amount": [62, 55, 58, 25],
    }


def test_the_table_of_the_source_is_computed_as_it_is_printed() -> None:
    table = compared(*figures.printed_field(0b1011), "Table 6", "table-6")
    assert "14 of 14 values as printed" in table
    assert [*table.frame.index[:4]] == ["x⁰ = 1", "x¹", "x²", "x³ = x + 1"]
    printed, computed = figures.printed_field(0b1101)
    assert int((printed == computed).to_numpy().sum()) == 6


def test_the_rounds_are_as_printed_and_a_wrong_box_is_seen() -> None:
    printed, computed = figures.cipher_rounds("C.1", aes.s_box())
    assert printed.equals(computed)
    assert printed["bytes"].tolist()[-1].replace(" ", "") == PRINTED["C.1"]["ciphertext"]
    assert printed.index.tolist() == [*map(str, range(1, 11)), "end"]
    wrong = bytearray(aes.s_box())
    wrong[0x63] ^= 1  # byte 63 is looked up in the first round
    printed, computed = figures.cipher_rounds("C.1", wrong)
    assert not printed.equals(computed)


def test_each_dot_is_a_number_and_its_inverse() -> None:
    fields = {
        "AES": [aes.inverse(byte) for byte in range(256)],
        "nimbers": [0, *map(nimber.inv, range(1, 256))],
    }
    for axes, name in zip(figures.inverses(fields).axes, fields, strict=True):
        dots: Any = axes.lines[0]
        pairs = [*zip(map(int, dots.get_xdata()), map(int, dots.get_ydata()), strict=True)]
        times = aes.FIELD.mul if name == "AES" else nimber.mul
        assert len(pairs) == 255 and {times(*pair) for pair in pairs} == {1}


def test_differences_are_counted_over_all_bytes() -> None:
    """The inversion is as even as can be; what keeps differences has one answer for each."""
    table = figures.differences(
        {"S-box": aes.s_box(), "affine": [aes.affine(byte) for byte in range(256)]}
    )
    for name in table:
        assert table[name].sum() == 255 * 256
        assert (table[name] * table.index).sum() == 255 * 256
    assert table["S-box"].to_dict() == {
        0: 32895,
        2: 32130,
        4: 255,
        256: 0,
    }
    assert table["affine"][256] == 255
