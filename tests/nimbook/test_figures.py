"""Figures are the same bytes at every run, and the census counts right."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import chain, combinations
from xml.etree import ElementTree

import pandas as pd
import pytest
from matplotlib.figure import Figure

from nimbook.figures import Picture
from nimbook.finite_fields.figures import stranded_map
from nimbook.impartial_games.figures import nim_sum_map
from nimbook.muller_twist.figures import family_census, outcome_maps
from nimbook.nimber_arithmetic.figures import (
    nim_product_map,
    nimber_table,
    power_products,
    published_sequences,
)
from nimtwist.nimber import mul

SVG = "{http://www.w3.org/2000/svg}"
DRAW = """
import hashlib
from nimbook.finite_fields.figures import stranded_map
from nimbook.impartial_games.figures import nim_sum_map
from nimbook.muller_twist.figures import outcome_maps
from nimbook.nimber_arithmetic.figures import nim_product_map
maps = outcome_maps({"a": ["PN", "NP"], "b & c": ["NNP"]})
for picture in (nim_sum_map(8), nim_product_map(8), maps, stranded_map(11)):
    print(hashlib.sha256(picture._repr_svg_().encode()).hexdigest())
"""


@cache
def pictures() -> list[Picture]:
    maps = outcome_maps({"a": ["PN", "NP"], "b & c": ["NNP"]})
    return [nim_sum_map(8), nim_product_map(8), maps, stranded_map(11)]


def test_figures_are_the_same_bytes_in_every_process() -> None:
    """In another one, where the hashes of text are others, too."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    there = subprocess.run(
        [sys.executable, "-c", DRAW],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.split()
    assert there == [hashlib.sha256(p._repr_svg_().encode()).hexdigest() for p in pictures()]


@pytest.mark.parametrize("number", range(4))
def test_a_figure_is_svg_with_a_title_and_without_a_date(number: int) -> None:
    picture = pictures()[number]
    text = picture._repr_svg_()
    assert text == picture._repr_svg_()
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == picture.title
    assert not [element for element in root.iter() if element.tag.endswith("}date")]
    assert not re.search(r"\b20\d\d-\d\d-\d\d", text)
    # Words are words, that can be searched and read aloud, not outlines of letters.
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert {"first heap", "first factor", "first pile"} & set(words)


def test_the_title_names_every_grid() -> None:
    assert outcome_maps({"one": ["P"], "two": ["N"]}).title == "P-positions: one; two"
    assert repr(nim_sum_map(2)) == "<Picture: Nim-sums of all pairs below 2>"


# --- The census ----------------------------------------------------------------------------------


def first_allowed(modulus: int, restriction: tuple[int, ...]) -> int:
    """Return the least number of sticks allowed; the modulus + 1 if there is none."""
    return min(set(range(1, modulus + 2)) - set(restriction))


def forbids_a_run(modulus: int, restriction: tuple[int, ...], length: int) -> bool:
    """Return whether all of some `length` numbers in a row are forbidden."""
    return any(
        all((start + i) % modulus in {r % modulus for r in restriction} for i in range(length))
        for start in range(modulus)
    )


def kind(modulus: int, family: tuple[tuple[int, ...], ...]) -> str:
    """Return what settles a family, said in other words than in the package."""
    residues = tuple(range(1, modulus + 1))
    if residues in family:
        return "can forbid everything"
    largest = max(len(restriction) for restriction in family)
    if residues[:largest] in family:
        return "Observation 1"
    box = max(first_allowed(modulus, restriction) for restriction in family)
    if any(forbids_a_run(modulus, restriction, box) for restriction in family):
        return "open"
    return "box theorem besides"


def subsets(things: list[tuple[int, ...]]) -> chain[tuple[tuple[int, ...], ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(1, len(things) + 1))


def test_the_census_is_that_of_a_direct_count() -> None:
    census = family_census(3)
    assert census.index.tolist() == [1, 2, 3]
    assert census.columns.name == "modulus"
    for modulus in census.index:
        restrictions = [
            restriction
            for size in range(modulus + 1)
            for restriction in combinations(range(1, modulus + 1), size)
        ]
        kinds = [kind(modulus, family) for family in subsets(restrictions)]
        assert len(kinds) == 2 ** (2**modulus) - 1
        row = census.loc[modulus].to_dict()
        assert row.pop("families") == len(kinds)
        assert row == {name: kinds.count(name) for name in row}
        assert sum(row.values()) == len(kinds)


def test_a_smaller_census_is_the_beginning_of_a_larger_one() -> None:
    pd.testing.assert_frame_equal(family_census(1), family_census(2).head(1))


# --- Nim arithmetic ------------------------------------------------------------------------------


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


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: outcome_maps({}),
            "outcome_maps needs at least one grid by its title, not {}",
        ),
        (
            lambda: outcome_maps(["PN"]),  # type: ignore[arg-type]
            "outcome_maps needs at least one grid by its title, not ['PN']",
        ),
        (
            lambda: outcome_maps({"a": ["PN", "P"]}),
            "grid 'a' must be rows of P and N of one length, not ['PN', 'P']",
        ),
        (
            lambda: outcome_maps({"a": ["PX"]}),
            "grid 'a' must be rows of P and N of one length, not ['PX']",
        ),
        (
            lambda: outcome_maps({"a": []}),
            "grid 'a' must be rows of P and N of one length, not []",
        ),
        (
            lambda: outcome_maps({3: ["P"]}),  # type: ignore[dict-item]
            "the title of a grid must be text, not 3",
        ),
        (
            lambda: nim_sum_map(257),
            "the size of a map must be a whole number, from 1 to 256, not 257",
        ),
        (
            lambda: family_census(5),
            "the largest modulus must be a whole number, from 1 to 4, not 5",
        ),
        (
            lambda: Picture("figure", "title"),  # type: ignore[arg-type]
            "a picture is of a matplotlib Figure, not of 'figure'",
        ),
        (
            lambda: Picture(Figure(), None),  # type: ignore[arg-type]
            "the title of a picture must be text, not None",
        ),
    ],
)
def test_bad_input_is_refused_in_these_words(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == sentence
