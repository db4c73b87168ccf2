"""Infinite nimbers drawn: what the drawings say, held against nim arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.beyond_infinity.calculator import calculate
from nimbook.beyond_infinity.exhibits import (
    conjugate_table,
    field_tower,
    first_rootless,
    ordinal_facts,
    ordinal_line,
    ordinal_table,
)
from nimtwist import nimber
from nimtwist.algebra import _tower
from nimtwist.ordinal import Ordinal, kappa
from tests import experiments
from tests.nimbook.show.test_draw import SVG, parsed


def spoken(drawing: str) -> str:
    """Return a drawing with each number as it is read aloud."""
    return re.sub(r'<span role="math" aria-label="([^"]*)">.*?</span>', r"\1", drawing)


def text(drawing: str) -> str:
    """Return what a drawing says, each number as it is read aloud."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", spoken(drawing))).strip()


def cells(drawing: str) -> list[list[str]]:
    """Return the rows of a table, headers too."""
    return [[" ".join(cell.split()) for cell in row] for row in experiments.cells(spoken(drawing))]


def read(cell: str) -> Ordinal:
    return Ordinal.parse(cell.replace(" ", ""))


NUMBERS = ["0", "1", "5", "w", "w+3", "w*2", "w^2+w", "w^w", "w^(w+2)*3+1", "w^(w^2*4+w)", "w^12"]


@settings(max_examples=20)
@given(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=4))
def test_a_table_of_products(numbers: list[str]) -> None:
    head, *rows = cells(ordinal_table("nim-product", ", ".join(numbers)))
    ordinals = [Ordinal.parse(number) for number in numbers]
    assert [read(cell) for cell in head[1:]] == ordinals
    for a, row in zip(ordinals, rows, strict=True):
        assert [read(cell) for cell in row] == [a, *(a * b for b in ordinals)]


def test_set_theory_beside_nim_arithmetic() -> None:
    assert [
        cells(ordinal_table(operation, "2, w"))[1][2]
        for operation in ("nim-product", "ordinary product", "nim-sum", "ordinary sum")
    ] == ["ω·2", "ω", "ω + 2", "ω"]


def test_exponents_are_raised_as_often_as_they_are_nested() -> None:
    drawing = ordinal_table("nim-sum", "w^(w^12*3+1)*4, w^w^2")
    assert (
        "ω<sup>ω</sup><sup><sup>12</sup></sup><sup>·3+1</sup>·4</span>" in drawing
        and "ω<sup>ω</sup><sup><sup>2</sup></sup></span>" in drawing
    )


@pytest.mark.parametrize("field", [2, 4, 16])
def test_the_first_polynomial_without_a_root_is_the_square(field: int) -> None:
    _, *rows = cells(first_rootless(str(field)))
    assert [row[2] == "none" for row in rows] == [False] * (len(rows) - 1) + [True]
    assert int(rows[-1][0]) == nimber.mul(field, field)


def test_among_finite_numbers_it_is_a_cubic() -> None:
    assert cells(first_rootless("finite"))[1:] == [
        ["0", "t³", "0"],
        ["1", "t³ ⊕ 1", "1, 2, 3"],
        ["2", "t³ ⊕ 2", "none"],
    ]


def test_conjugates_are_squares_in_a_circle() -> None:
    drawing = conjugate_table("w+1")
    assert "The roots of x⁶ + x⁴ + x³ + x + 1: x = ω+1" in text(drawing)
    found = [read(row[1]) for row in cells(drawing)[1:]]
    assert len(found) == 6
    assert all(a * a == b for a, b in pairwise([*found, found[0]]))


def test_the_facts_of_a_number() -> None:
    facts = {row[0]: row[1] for row in cells(ordinal_facts("w + 1/w"))[1:]}
    x = read(facts["value x"])
    assert x * read(facts["inverse"]) == 1
    assert read(facts["square"]) == x * x
    assert read(facts["square root"]) ** 2 == x
    assert facts["understood as"] == "ω ⊕ 1 ⊘ ω"
    assert facts["minimal polynomial"] == "x³ + x + 1"
    assert [read(y) for y in facts["conjugates"].split(",")] == x.conjugates()
    assert {read(y) ** 3 for y in facts["cube roots"].split(",")} == {x}
    assert {read(y) ** 2 + read(y) for y in facts["solutions of y² ⊕ y = x"].split(",")} == {x}
    assert {row[0]: row[1] for row in cells(ordinal_facts("w + w"))}["inverse"] == "none"


def test_of_long_numbers_the_first_terms_are_shown_and_how_many_there_are() -> None:
    facts = {row[0]: row[1] for row in cells(ordinal_facts("1 / (w^(w^3) + w + 1)"))[1:]}
    assert facts["value x"].endswith("+ … (157 terms)")
    assert facts["inverse"] == "ω^(ω^3) + ω + 1"
    assert "conjugates" not in facts
    facts = {row[0]: row[1] for row in cells(ordinal_facts("w^w"))[1:]}
    *first, more = facts["conjugates"].split(", ")
    assert [read(y) for y in first] == read("w^w").conjugates()[:12]
    assert more == "… (20 in all)"


def test_each_field_of_the_tower_is_inside_the_next() -> None:
    drawing = field_tower()
    boxes = [
        [float(box.attrib[name]) for name in ("x", "y", "width", "height")]
        for box in parsed(drawing).iter(f"{SVG}rect")
    ]
    assert len(boxes) == 9
    for (x, y, width, height), (u, v, wide, high) in pairwise(boxes):
        assert x < u and y < v and u + wide < x + width and v + high < y + height
    for p in (3, 5, 7, 11):
        assert f"new: {kappa(p)}, …; its nim-power {p} is {kappa(p) ** p};" in drawing


def test_on_the_line_are_first_roots() -> None:
    said = text(ordinal_line())
    for p, number, value in ((3, "ω", "2"), (5, "ω^ω", "4"), (7, "ω^(ω^2)", "ω+1")):
        assert Ordinal.parse(number) ** p == Ordinal.parse(value)
        assert f"{number} is the first root of x{'⁰¹²³⁴⁵⁶⁷'[p]} = {value}." in said
    assert kappa(9) ** 3 == kappa(3)


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (
            lambda: ordinal_table("nim-sum", "1" + ", 1" * 16),
            f"a table has at most 16 numbers, not those of {'1' + ', 1' * 16!r}",
        ),
        (
            lambda: conjugate_table("w^(w^3)"),
            "'w^(w^3)' has 220 conjugates; a table has at most 64",
        ),
    ],
)
def test_what_a_reader_types_may_be_too_much_to_draw(
    draw: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(ValueError) as caught:
        draw()
    assert str(caught.value) == sentence


def test_no_product_of_two_long_sums_is_worked_out_for_the_facts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A number of a thousand terms comes from a link of thirty letters; its square is a sum."""
    expression = "(w^(w^3)+w^(w^2)+w^w+w+1)**127"
    terms, _ = calculate(expression)
    assert len(terms.terms) > 1000
    times, work = _tower.mul, [0]

    def counted(x: _tower.Element, y: _tower.Element) -> _tower.Element:
        work[0] = max(work[0], len(x) * len(y))
        return times(x, y)

    monkeypatch.setattr(_tower, "mul", counted)
    ordinal_facts(expression)
    assert work[0] < 100_000
