"""Figures are the same bytes at every run, and show what they are of."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure

from nimbook.finite_fields.figures import stranded_map
from nimbook.show import STYLE, Picture, colour, flag_map, pair_map

SVG = "{http://www.w3.org/2000/svg}"
DRAW = """
import hashlib
from nimbook.show import pair_map
from nimbook.finite_fields.figures import stranded_map
for picture in (pair_map(8, int.__xor__, "nim-sum", "heap", "Squares."), stranded_map(11)):
    print(hashlib.sha256(picture._repr_svg_().encode()).hexdigest())
"""


@cache
def pictures() -> list[Picture]:
    return [pair_map(8, int.__xor__, "nim-sum", "heap", "Squares."), stranded_map(11)]


@pytest.mark.full
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


@pytest.mark.parametrize("number", range(2))
def test_a_figure_is_svg_with_a_title_and_without_a_date(number: int) -> None:
    picture = pictures()[number]
    text = picture._repr_svg_()
    assert text == picture._repr_svg_()
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == picture.title
    assert root.findtext(f"{SVG}desc") == picture.description
    assert not [element for element in root.iter() if element.tag.endswith("}date")]
    assert not re.search(r"\b20\d\d-\d\d-\d\d", text)
    # Words are words, that can be searched and read aloud, not outlines of letters.
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert "first heap" in words or "first factor" in words


def test_a_map_has_the_value_of_each_pair_and_says_so(images: list[Any]) -> None:
    picture = pair_map(3, lambda i, j: 10 * i + j, "number", "digit", "Shades.")
    assert images == [[[0, 1, 2], [10, 11, 12], [20, 21, 22]]]
    assert repr(picture) == "<Picture: Numbers of all pairs below 3>"


def test_a_picture_is_a_figure_that_can_be_changed_after_it_was_shown() -> None:
    picture = Picture("A line", "It rises.")
    picture.subplots().plot([0, 1])
    before = picture._repr_svg_()
    assert isinstance(picture, Figure) and picture._repr_svg_() == before
    picture.axes[0].set_title("later")
    assert ">later</text>" in picture._repr_svg_() and ">later</text>" not in before


def test_colours_are_those_of_the_pages() -> None:
    """Each line of a figure has a colour that a dark page replaces; see book_figures."""
    picture = Picture("Lines", "They rise.")
    axes = picture.subplots()
    for slope in range(6):
        axes.plot([0, slope])
    axes.grid()
    text = picture._repr_svg_()
    light = STYLE[: STYLE.index("}")]
    known = set(re.findall(r"#[0-9a-f]{6}", light))
    assert len(set(re.findall(r"#[0-9a-f]{6}", text))) > 7
    assert set(re.findall(r"#[0-9a-f]{6}", text)) <= known
    assert colour("p") in known


def test_a_map_of_marks_is_clear_where_there_is_none(images: list[Any]) -> None:
    marks = [[True, False], [False, True]]
    picture = flag_map({"left": marks, "right": marks}, "Two", "Diagonals.", start=1)
    assert images == [marks, marks]
    assert [axes.get_title() for axes in picture.axes] == ["left", "right"]
    image: Any = picture.axes[0].images[0]
    assert image.to_rgba(image.get_array())[..., 3].tolist() == [[1, 0], [0, 1]]
    assert image.get_extent() == [0.5, 2.5, 2.5, 0.5]


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: pair_map(1025, max, "larger", "number", "Shades."),
            "the size of a map must be a whole number, from 1 to 1024, not 1025",
        ),
        (
            lambda: Picture("title", " "),
            "the description of a picture must be text, not ' '",
        ),
        (
            lambda: Picture(None, "A line."),  # type: ignore[arg-type]
            "the title of a picture must be text, not None",
        ),
        (
            lambda: colour("mauve"),
            "the pages have no colour 'mauve'; see show/style.css",
        ),
    ],
)
def test_bad_input_is_refused_in_these_words(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == sentence
