"""Figures are well-formed, described, and reproducible."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from nimbook.show import heat_map

SVG = "{http://www.w3.org/2000/svg}"


def test_a_figure_has_a_title_a_description_and_no_date() -> None:
    picture = heat_map({"": [[0, 1], [1, 0]]}, "Nim-sums", "Squares in squares.", label="sum")
    text = picture._repr_svg_()
    assert text == picture._repr_svg_()
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == "Nim-sums"
    assert root.findtext(f"{SVG}desc") == "Squares in squares."
    assert not re.search(r"\b20\d\d-\d\d-\d\d", text)


def test_truth_values_are_dots_and_numbers_are_shades(images: list[Any]) -> None:
    maps: dict[str, list[list[bool | int]]] = {"dots": [[True, False]], "shades": [[3, 1]]}
    picture = heat_map(maps, "Two maps", "Dots and shades.", start=1)
    picture._repr_svg_()
    assert images == [[[True, False]], [[3, 1]]]
    dots, shades = (axes.images[0].get_cmap()([0, 1]) for axes in picture.axes)
    assert dots[0][3] == 0 and dots[1][3] == 1 and shades[0][3] == 1
