"""Drawings of nim arithmetic: well-formed, and right about what they show."""

from __future__ import annotations

import re
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.nimber_arithmetic.exhibits import (
    conway_set,
    digit_matrices,
    nim_table,
    nimber_facts,
    product_mex,
    product_steps,
    product_worked,
    read_nimber,
)
from nimtwist import mex
from nimtwist.nimber import inv, mul, products_by_mex
from tests.nimbook.show.test_draw import SVG, cells_of, parsed, text_of


def caption_of(drawing: str) -> str:
    caption = parsed(drawing).find(".//caption")
    assert caption is not None
    return text_of(caption)


def test_a_table_has_the_sums_or_the_products() -> None:
    assert cells_of(nim_table("sum", 8)) == [[str(i ^ j) for j in range(8)] for i in range(8)]
    products = [[str(mul(i, j)) for j in range(8)] for i in range(8)]
    assert cells_of(nim_table("product", 8)) == products
    assert caption_of(nim_table("product", 8)) == "The nim-products below 8: row ⊗ column"


def squares_of(path: str, side: int) -> set[tuple[int, int]]:
    """Return row and column of the squares that a path draws."""
    corners = re.findall(r"M(\d+) (\d+)h", path)
    return {(int(y) // side, int(x) // side) for x, y in corners}


@pytest.mark.parametrize(("operation", "size"), [("sum", 16), ("product", 16), ("product", 5)])
def test_the_matrices_show_the_digits_1_of_the_table(operation: str, size: int) -> None:
    pictures = list(parsed(digit_matrices(operation, size)).iter(f"{SVG}svg"))
    values = {
        (i, j): mul(i, j) if operation == "product" else i ^ j
        for i, j in product(range(size), repeat=2)
    }
    places = range(max(values.values()).bit_length())
    assert len(pictures) == len(places)
    for place, picture in zip(reversed(places), pictures, strict=True):
        ones = {cell for cell, value in values.items() if value >> place & 1}
        squares, _frame = picture.iter(f"{SVG}path")
        assert squares_of(squares.attrib["d"], max(3, 128 // size)) == ones
        assert picture.attrib["role"] == "img"
        title = picture.findtext(f"{SVG}title")
        assert title == f"The digits of {1 << place} in the nim-{operation}s below {size}"
        assert picture.findtext(f"{SVG}desc") == f"{len(ones)} of {size * size} digits are 1"


@pytest.mark.parametrize("step", [1, 2, 9, 16, 22, 64])
def test_the_table_by_mex_is_filled_as_far_as_it_says(step: int) -> None:
    drawing = product_mex(8, step)
    cells = [cell for row in cells_of(drawing) for cell in row]
    rows = products_by_mex(8, 8)
    assert cells == [str(v) if k < step else "" for k, v in enumerate(chain(*rows))]
    a, b = divmod(step - 1, 8)
    caption = caption_of(drawing)
    excluded = [int(n) for n in re.findall(r"\d+", caption.split("{")[1].split("}")[0])]
    assert caption.startswith(f"{a} ⊗ {b} is the mex of ")
    assert caption.endswith(f": {mex(excluded)}")
    assert set(excluded) == {
        rows[x][b] ^ rows[a][y] ^ rows[x][y] for x, y in product(range(a), range(b))
    }
    marked = [cell.attrib.get("class") for cell in parsed(drawing).iter("td")][1:]
    looked_at = {c for x in range(a) for y in range(b) for c in ((x, y), (x, b), (a, y))}
    assert [kind == "nt-now" for kind in marked] == [k == step - 1 for k in range(64)]
    assert {divmod(k, 8) for k, kind in enumerate(marked) if kind == "nt-seen"} == looked_at


def equations(drawing: str) -> list[tuple[str, str, str]]:
    return re.findall(r"(\d+) ⊗ (\d+) = (\d+)", " ".join(parsed(drawing).itertext()))


@given(st.integers(0, 2**20), st.integers(0, 2**20))
def test_every_product_that_a_split_states_is_right(a: int, b: int) -> None:
    drawing = product_steps(a, b)
    stated = [tuple(map(int, equation)) for equation in equations(drawing)]
    assert (a, b, mul(a, b)) in stated
    assert all(mul(x, y) == z for x, y, z in stated)


@pytest.mark.parametrize(("a", "b"), [*product((2, 5, 14, 15), (3, 8, 13))])
def test_a_small_split_is_drawn_down_to_factors_0_and_1(a: int, b: int) -> None:
    drawing = product_steps(a, b)
    [picture] = parsed(drawing).iter(f"{SVG}svg")
    labels = [text.text or "" for text in picture.iter(f"{SVG}text")]
    assert f"{a} ⊗ {b} = {mul(a, b)}" in labels
    for label in labels:
        x, y, z = map(int, re.findall(r"\d+", label))
        assert mul(x, y) == z
    last = cells_of(drawing)[-1]
    assert last[-1] == str(mul(a, b))
    # The two parts of the last line are the product.
    high, low = re.findall(r"= (\d+) ⊕ (\d+)$", last[0])[0]
    assert int(high) ^ int(low) == mul(a, b)


def test_a_large_split_has_no_tree_and_a_trivial_one_no_table() -> None:
    assert "<svg" not in product_steps(16, 16)
    assert "nothing to split" in product_steps(1, 77)
    assert "<table" not in product_steps(0, 77)


def test_numbers_as_typed_have_their_sum_and_product() -> None:
    text = text_of(parsed(product_worked("*14", " 8 ")))
    assert "14 ⊕ 8 = 6, and 14 ⊗ 8 = 10." in text
    assert "By powers of two: 14 ⊗ 8 = 13 ⊕ 11 ⊕ 12 = 10." in text
    huge = text_of(parsed(product_worked("2^128", "2^128")))
    assert f"{2**128} ⊗ {2**128} = {3 * 2**127}." in huge
    assert "By powers" not in huge
    assert "By powers" not in product_worked("0", "3")


@pytest.mark.parametrize("a", [1, 2, 8, 15, 20])
def test_conways_set_is_listed_with_a_reason_for_each_element(a: int) -> None:
    drawing = conway_set(a)
    listed = sorted(int(element) for element, *_ in rows_of(drawing))
    assert caption_of(drawing) == (
        f"The inverse of {a} is the mex of {{{', '.join(map(str, listed))}}}: {inv(a)}"
    )
    assert mex(listed) == inv(a)
    for element, smaller, known, because in rows_of(drawing)[1:]:
        x, y = int(smaller), int(known)
        assert because == f"(1 ⊕ {x ^ a} ⊗ {y}) ⊘ {x}"
        assert mul(int(element), x) == 1 ^ mul(x ^ a, y)


def rows_of(drawing: str) -> list[list[str]]:
    return [
        [text_of(cell) for cell in row]
        for body in parsed(drawing).iter("tbody")
        for row in body.iter("tr")
    ]


def test_the_facts_of_a_number() -> None:
    facts = dict(rows_of(nimber_facts("8")))
    assert facts == {
        "binary digits": "1000",
        "smallest field": "the numbers below 16, GF(2^4)",
        "degree": "4",
        "square": "13",
        "square root": "14",
        "inverse": "10",
        "order": "5",
        "trace": "1",
        "x² ⊕ x = 8": "16 and 17",
    }
    zero = dict(rows_of(nimber_facts("0")))
    assert (zero["inverse"], zero["order"], zero["x² ⊕ x = 0"]) == ("none", "none", "0 and 1")
    assert dict(rows_of(nimber_facts("2^99")))["binary digits"] == "100 digits, 1 of them 1"


@pytest.mark.parametrize(
    ("text", "number"), [("14", 14), (" *7 ", 7), ("2^0", 1), ("2^255", 2**255)]
)
def test_numbers_are_read(text: str, number: int) -> None:
    assert read_nimber(text) == number


@pytest.mark.parametrize("text", ["fourteen", "", "-1", "1.5", "2^256", "9" * 79])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        nimber_facts(text)
    assert str(refused.value) == f"{text!r} is not a number below 2^256, as in 14, *14 or 2^64"
