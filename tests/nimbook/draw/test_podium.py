"""A podium: who stands on it, and how high."""

from __future__ import annotations

from nimbook.draw.podium import podium_picture
from tests.experiments import said
from tests.nimbook.draw.test_draw import SVG, parsed


def test_a_podium_names_everybody_from_the_first_place_on() -> None:
    picture = parsed(podium_picture(["Bob", "you", "<i>"]))
    assert picture.findtext(f".//{SVG}title") == "The podium: 1st Bob, 2nd you, 3rd <i>"
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts == ["you", "2nd", "Bob", "1st", "<i>", "3rd"]
    heights = [float(block.attrib["height"]) for block in picture.iter(f"{SVG}rect")]
    assert heights[1] > heights[0] > heights[2]
    assert said(podium_picture(["Bob"])) == "The podium: 1st BobBob1st"
