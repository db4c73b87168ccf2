"""Tests that drawings are well-formed, accessible, properly escaped and correct."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.show import Drawing, data_table, panels, picture, table, tree, verdict_card
from nimbook.show.grids import cell_table
from nimtwist import Nim, Solver, Tree
from tests.lib.chapters import from_chapter
from tests.lib.strategies import SinglePath, dags
from tests.lib.verdicts import checked, with_the_ledger
from tests.lib.widgets import SVG, parsed

pytestmark = with_the_ledger

NASTY = '<script>alert("1 & 2")</script>'


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


# One claim for each verdict; some of the texts contain < or >.
CARDS = (
    "podium.def-2.3",
    "twist.lemma-2",
    "mum.sec-5",
    "twist.open",
    "nimber.closure",
    "atlas.single",
)


GROUPED = pd.MultiIndex.from_product([[NASTY], ["x", "y"]])
"""Names of two columns below a common one."""


def card(id_: str) -> Drawing:
    return verdict_card(checked(id_).verdict)


DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "grid": lambda: cell_table([["P", NASTY, "P"], "NPN"], NASTY, 2, {(0, 1): "now"}, NASTY, NASTY),
    "empty grid": lambda: cell_table([], "nothing"),
    "table": lambda: table(["x", NASTY], [[NASTY, Drawing("<b>6</b>")], [NASTY, NASTY]], NASTY),
    "data": lambda: data_table(pd.DataFrame([[1, NASTY]], columns=GROUPED), NASTY, "data"),
    "empty table": lambda: table(["x", "y"], [], "nothing"),
    "tree": lambda: tree(Tree(1, [Tree(2), Tree(3)]), lambda _: NASTY, lambda _: "P", NASTY),
    "one node": lambda: tree(Tree(1), lambda _: ""),
    "outline": lambda: from_chapter("03", "outline")(
        Tree(1, [Tree(2), Tree(3)]), lambda _: NASTY, NASTY
    ),
    "panels": lambda: panels(cell_table(["P"], "a"), tree(Tree(1), str)),
    **{id_: partial(card, id_) for id_ in CARDS},
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_drawings_are_well_formed_named_and_escaped(draw: Callable[[], Drawing]) -> None:
    root = parsed(draw())
    assert not [*root.iter("script")]
    for svg in root.iter(f"{SVG}svg"):
        title = svg.find(f"{SVG}title")
        assert svg.get("role") == "img" and title is not None and text_of(title)
    for element in root.iter("table"):
        caption = element.find("caption")
        assert caption is not None and text_of(caption)
        assert all(head.get("scope") == "col" for head in element.findall("thead/tr/th"))
        for row in element.findall("tbody/tr"):
            assert row[0].tag == "th" and row[0].get("scope") == "row"
            assert {cell.tag for cell in row[1:]} <= {"td"}
    # Scrollable regions need an accessible name.
    for region in root.iter("div"):
        if "nt-scroll" in region.get("class", "").split():
            assert region.get("role") == "group"
            assert region.get("aria-label")


def nodes_of(drawing: str) -> dict[float, list[tuple[float, float, str]]]:
    """Return the nodes of a drawn tree by level, in order, each as a tuple (left, right, text)."""
    picture = next(parsed(drawing).iter(f"{SVG}svg"))
    levels: dict[float, list[tuple[float, float, str]]] = {}
    boxes, texts = picture.findall(f"{SVG}rect"), picture.findall(f"{SVG}text")
    for box, text in zip(boxes, texts, strict=True):
        left, width = float(box.attrib["x"]), float(box.attrib["width"])
        assert float(text.attrib["x"]) == pytest.approx(left + width / 2)
        # At a font size of 14 pixels, letters are at most 8 pixels wide on average.
        assert 8 * len(text_of(text)) <= width
        assert left >= 0 and left + width <= float(picture.attrib["width"])
        top = float(box.attrib["y"])
        assert top + float(box.attrib["height"]) <= float(picture.attrib["height"])
        levels.setdefault(top, []).append((left, left + width, text_of(text)))
    return {top: sorted(levels[top]) for top in sorted(levels)}


@given(dags(6), st.booleans())
def test_tree_nodes_are_drawn_once_and_do_not_overlap(graph: Any, wide: bool) -> None:
    start = graph.positions[-1]
    root = Tree.of(graph, start, 3)
    solver = Solver(graph)

    def label(node: Tree[int]) -> str:
        # Give nodes with more children longer labels, so that some nodes are wider than the row of
        # their children.
        return f"{node.position}" + "x" * (7 * len(node.children) if wide else 0)

    levels = nodes_of(tree(root, label, solver.outcome))
    level = [root]
    for nodes in levels.values():
        assert sorted(text for *_, text in nodes) == sorted(
            f"{label(node)} {solver.outcome(node.position)}" for node in level
        )
        assert all(a[1] < b[0] for a, b in pairwise(nodes))
        level = [child for node in level for child in node.children]
    assert not level


def test_cards_report_controls_that_were_not_refuted() -> None:
    verdict = checked("twist.lemma-1").verdict
    verdict = replace(verdict, refuted=(False,) * len(verdict.refuted))
    card = parsed(verdict_card(verdict))
    assert "NOT refuted" in text_of(card)
    summary = text_of(next(card.iter("summary")))
    assert "checked in" not in summary
    assert "broken check: the checker did not refute" in summary


def test_subclasses_inherit_the_picture_of_their_game() -> None:
    class Twisted(Nim):
        pass

    assert picture(Twisted(), (1, 2)) == picture(Nim(), (1, 2))
    assert picture(SinglePath(), 3) is None
