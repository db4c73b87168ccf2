"""Tests that Hackenbush drawings show every edge with its letter, without overlaps."""

from __future__ import annotations

import re
from itertools import combinations, combinations_with_replacement, permutations
from math import dist

from hypothesis import given

from nimbook import samples
from nimbook.play import Play
from nimbook.show.hackenbush import MIN_TAP_DISTANCE, edge_letters, hackenbush_picture
from nimtwist.games import Hackenbush
from nimtwist.games.hackenbush import Picture
from tests.lib.positions import pictures
from tests.lib.widgets import SVG, parsed

RULES = Hackenbush()


@given(pictures(10))
def test_edges_have_lines_and_letters_and_nodes_do_not_overlap(picture: Picture) -> None:
    drawing = parsed(hackenbush_picture(picture))
    [_, *lines] = drawing.iter(f"{SVG}path")
    assert len(lines) == len({line.attrib["d"] for line in lines}) == len(picture.edges)
    nodes = {node for edge in picture.edges for node in edge} - {0}
    circles = [*drawing.iter(f"{SVG}circle")]
    places = [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in circles]
    assert len(places) == len(nodes)
    assert all(dist(a, b) > 30 for a, b in combinations(places, 2))
    labels = [t for t in drawing.iter(f"{SVG}text") if (t.text or "").isalpha()]
    assert [label.text for label in labels] == list(edge_letters(picture))
    # Check that everything is inside the frame.
    [svg] = drawing.iter(f"{SVG}svg")
    [group] = drawing.iter(f"{SVG}g")
    numbers = re.findall(r"-?[\d.]+(?:e-?\d+)?", group.attrib["transform"])
    right, down = map(float, numbers)
    spots = [(float(t.attrib["x"]), float(t.attrib["y"]) - 5) for t in labels]
    for x, y in places + spots:
        assert 8 <= x + right <= float(svg.attrib["width"]) - 8
        assert 8 <= y + down <= float(svg.attrib["height"]) - 8


@given(pictures(10))
def test_boards_are_large_enough_to_tap_each_edge(picture: Picture) -> None:
    board = Play(RULES, picture).board
    box = board._box()
    scale = float(box.layout.min_width.removesuffix("px")) / board.plan.width
    places = [
        (float(b.layout.left[:-1]) * board.plan.width, float(b.layout.top[:-1]) * board.plan.height)
        for b in board.parts.values()
    ]
    is_crowded = board.plan.min_tap_distance < MIN_TAP_DISTANCE / 4
    for a, b in combinations(places, 2):
        assert scale * dist(a, b) / 100 >= 43.9 or is_crowded


@given(pictures(8))
def test_remaining_edges_keep_their_letters_and_positions(picture: Picture) -> None:
    before = [line.attrib["d"] for line in parsed(hackenbush_picture(picture)).iter(f"{SVG}path")]
    for option in RULES.options(picture):
        drawing = hackenbush_picture(option, picture)
        lines = [*parsed(drawing).iter(f"{SVG}path")][1:]
        assert [line.attrib["d"] for line in lines] == before[1:]
        letters = edge_letters(option, picture)
        texts = [text.text or "" for text in parsed(drawing).iter(f"{SVG}text")]
        assert [text for text in texts if text.isalpha()] == list(letters)
        assert [picture.edges[ord(letter) - ord("a")] for letter in letters] == list(option.edges)
        solid = [line for line in lines if "stroke-dasharray" not in line.attrib]
        assert len(solid) == len(option.edges)


def test_the_list_of_small_pictures_is_complete() -> None:
    """Compare the pictures with all small connected graphs up to isomorphism."""
    nodes = range(4)

    def canonical(picture: Picture) -> tuple[tuple[int, int], ...]:
        names = [(0, *rest) for rest in permutations(nodes[1:])]
        return min(Picture([(n[a], n[b]) for a, b in picture.edges]).edges for n in names)

    for size in range(4):
        expected = set()
        for edges in combinations_with_replacement(combinations_with_replacement(nodes, 2), size):
            try:
                expected.add(canonical(Picture(edges)))
            except ValueError as error:
                assert "is not connected to the ground" in str(error)
        listed = [
            canonical(picture) for picture in samples.pictures(size) if len(picture.edges) == size
        ]
        assert sorted(expected) == sorted(listed)
