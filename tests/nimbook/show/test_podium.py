"""A podium and who stands on it, and a table and who sits at it."""

from __future__ import annotations

from nimbook.show.podium import podium_picture, table_picture
from tests.experiments import said
from tests.nimbook.show.test_draw import SVG, parsed


def test_a_podium_names_everybody_from_the_first_place_on() -> None:
    picture = parsed(podium_picture(["Bob", "you", "<i>"]))
    assert picture.findtext(f".//{SVG}title") == "The podium: 1st Bob, 2nd you, 3rd <i>"
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts == ["you", "2nd", "Bob", "1st", "<i>", "3rd"]
    heights = [float(block.attrib["height"]) for block in picture.iter(f"{SVG}rect")]
    assert heights[1] > heights[0] > heights[2]
    assert said(podium_picture(["Bob"])) == "The podium: 1st BobBob1st"


def test_players_sit_around_a_table_clockwise() -> None:
    picture = parsed(table_picture(["you", "Bob", "Charlie", "<i>"], 2))
    assert picture.findtext(f".//{SVG}title") == (
        "The order of play: you, Bob, Charlie, <i>. The next to move: Charlie"
    )
    names = [text for text in picture.iter(f"{SVG}text") if text.text != "↻"]
    assert [text.text for text in names] == ["you", "Bob", "▸ Charlie", "<i>"]
    places = [(float(text.attrib["x"]), float(text.attrib["y"])) for text in names]
    (front, low), (left, _), (_, high), (right, _) = places
    assert left < front < right and high < low
    assert [text.attrib["class"] for text in names].count("nt-seat nt-now") == 1
