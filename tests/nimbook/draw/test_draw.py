"""Drawings: well-formed, accessible, escaped, and right about what they show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.draw import (
    STYLE,
    Drawing,
    agreement,
    badge,
    beside,
    compared,
    grid,
    outcome_tag,
    panels,
    table,
    tree,
    verdict_card,
)
from nimbook.impartial_games.exhibits import binary_columns, heaps, mex_table, nim_position
from nimbook.ledger import Case, Claims, Control, Ledger, Repair, Source, Verdict, unless
from nimbook.muller_twist.claims import FIGURE_1, ONE_BLOCKING, PRINTED, sensible
from nimbook.muller_twist.exhibits import family_grids, in_place, read_family
from nimtwist import Solver, Tree
from nimtwist.game import Outcome
from nimtwist.games import BlockingNim, Nim
from nimtwist.games.blocking import Boxes
from tests.strategies import dags

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("1 & 2")</script>'
NIM = Solver(Nim())


def parsed(drawing: str) -> Element:
    """Return the drawing as a tree of elements; it must be well-formed."""
    return ElementTree.fromstring(f"<div>{drawing.replace('&nbsp;', ' ')}</div>")


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def cells_of(drawing: str) -> list[list[str]]:
    """Return the text of the cells of the first table, row by row, headers left out."""
    rows = next(parsed(drawing).iter("table")).iter("tr")
    return [[text_of(cell) for cell in row.findall("td")] for row in rows][1:]


def marked(drawing: str, mark: str) -> set[tuple[int, int]]:
    """Return the cells (row, column) of the first table that have a class."""
    return {
        (i, j)
        for i, row in enumerate([*next(parsed(drawing).iter("table")).iter("tr")][1:])
        for j, cell in enumerate(row.findall("td"))
        if f"nt-{mark}" in cell.get("class", "").split()
    }


# --- Toy claims ----------------------------------------------------------------------------------


def below(numbers: int, limit: int = 100) -> Iterator[Case]:
    for number in range(numbers):
        yield unless(number < limit, f"{number} is not below {limit} & more")


def toy(**entry: Any) -> Verdict:
    defaults: dict[str, Any] = {
        "because": "so they were made <here>",
        "range_": "numbers below {numbers} <all>".format_map,
        "quick": {"numbers": 12},
        "control": Control("all are below 5", {"limit": 5}),
    }
    claims = Claims()
    about = (Source("toy", "A toy"), "below", "claim", "Numbers are small.")
    claims.of(*about, **{**defaults, **entry})(below)
    return Ledger(claims).check("toy.below")


EIGHT = {"numbers": 12, "limit": 8}
FEWER = Repair("Numbers up to 7 are below 8.", {"numbers": 8}, "numbers up to 7")
VERDICTS = {
    "holds": toy(),
    "conditional": toy(quick=EIGHT, repair=FEWER),
    "refuted": toy(quick=EIGHT, repair=Repair("All are below 20.", {"limit": 20})),
    "open": toy(open=True, reading="settled: up to 12"),
    "cited": toy(cited=True, reading="finite: up to 12"),
}

# --- Every drawing -------------------------------------------------------------------------------

DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "grid": lambda: grid(["PNP", "NPN"], NASTY, 2, {(0, 1): "now"}, NASTY, NASTY),
    "empty grid": lambda: grid([], "nothing"),
    "compared": lambda: compared(["PN", "NP"], ["PN", "PP"], NASTY),
    "table": lambda: table(["x", NASTY], [[NASTY, Drawing("<b>6</b>")], [NASTY, NASTY]], NASTY),
    "empty table": lambda: table(["x", "y"], [], "nothing"),
    "binary": lambda: binary_columns((9, 3)),
    "no binary": lambda: binary_columns(()),
    "mex": lambda: mex_table(4, 7),
    "Nim": lambda: nim_position((3, 2), NIM),
    "heaps": lambda: heaps((4, 0, 1)),
    "no heaps": lambda: heaps(()),
    "tree": lambda: tree(Tree(1, [Tree(2), Tree(3)]), lambda _: NASTY, lambda _: "P", NASTY),
    "one node": lambda: tree(Tree(1), lambda _: ""),
    "family": lambda: family_grids(3, "2, 3; 1, 3", 6),
    "panels": lambda: panels(grid(["P"], "a"), heaps((2,))),
    **{name: partial(verdict_card, verdict) for name, verdict in VERDICTS.items()},
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_every_drawing_is_well_formed_named_escaped_and_the_same_each_time(
    draw: Callable[[], Drawing],
) -> None:
    drawing = draw()
    assert isinstance(drawing, Drawing)
    assert drawing == draw()
    root = parsed(drawing)
    assert not [*root.iter("script")]
    for picture in root.iter(f"{SVG}svg"):
        title = picture.find(f"{SVG}title")
        assert picture.get("role") == "img" and title is not None and text_of(title)
    for found in root.iter("table"):
        caption = found.find("caption")
        assert caption is not None and text_of(caption)
        assert all(head.get("scope") == "col" for head in found.findall("thead/tr/th"))
        for row in found.findall("tbody/tr"):
            assert row[0].tag == "th" and row[0].get("scope") == "row"
            assert {cell.tag for cell in row[1:]} <= {"td"}
    # What can scroll sideways can be reached by keyboard, and has a name.
    for region in root.iter("div"):
        if "nt-scroll" in region.get("class", "").split():
            assert region.get("role") == "group"
            assert region.get("aria-label")


def test_what_is_shown_is_shown_as_it_is() -> None:
    found = next(parsed(DRAWINGS["table"]()).iter("table"))
    assert [text_of(cell) for cell in found.iter("td")] == ["6", NASTY]
    assert [text_of(head) for head in found.iter("th")] == ["x", NASTY, NASTY, NASTY]
    assert text_of(next(found.iter("caption"))) == NASTY
    picture = parsed(DRAWINGS["tree"]())
    assert {text_of(node) for node in picture.iter(f"{SVG}text")} == {f"{NASTY} P"}
    assert text_of(next(picture.iter(f"{SVG}title"))) == NASTY


def test_a_notebook_shows_a_drawing_with_the_stylesheet() -> None:
    drawing = grid(["P"], "one")
    assert drawing._repr_html_() == f"<style>{STYLE}</style>{drawing}"
    assert repr(drawing) == f"<Drawing of {len(drawing)} characters>"
    assert "/*" not in STYLE and "<" not in STYLE and "\n" not in STYLE


# --- Grids and tables ----------------------------------------------------------------------------


def test_cells_are_printed_letters_first_and_have_their_colour_second() -> None:
    drawing = grid(["PN", "NP"], "two piles")
    assert cells_of(drawing) == [["P", "N"], ["N", "P"]]
    assert marked(drawing, "P") == {(0, 0), (1, 1)}
    assert marked(drawing, "N") == {(0, 1), (1, 0)}
    assert outcome_tag("N") == '<b class="nt-tag nt-N">N</b>'


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 10))
def test_boxes_are_groups_of_rows_and_columns(height: int, width: int, box: int) -> None:
    found = next(parsed(grid(["N" * width] * height, "boxes", box)).iter("table"))
    assert "nt-boxed" in found.get("class", "")
    spans = [int(group.get("span", "0")) for group in found.findall("colgroup")]
    assert spans[0] == 1  # the headers of the rows
    lengths = [len(body.findall("tr")) for body in found.findall("tbody")]
    for sizes, whole in ((spans[1:], width), (lengths, height)):
        assert sum(sizes) == whole
        assert all(size == box for size in sizes[:-1]) and 1 <= sizes[-1] <= box
    heads = [text_of(head) for head in found.findall("thead/tr/th")]
    assert heads == [str(j) for j in range(width)]
    assert [text_of(row[0]) for row in found.findall("tbody/tr")] == [str(i) for i in range(height)]


def test_without_a_box_there_are_no_lines() -> None:
    found = next(parsed(grid(["NN", "NN", "NN"], "plain")).iter("table"))
    assert found.get("class") == "nt-grid"
    assert len(found.findall("tbody")) == 1
    assert [group.get("span") for group in found.findall("colgroup")] == ["1", "2"]


def test_marks_are_where_they_were_asked_for() -> None:
    marks = {(0, 1): "now", (1, 0): "seen", (1, 1): "wrong"}
    drawing = grid(["PN", "NP"], "marks", marks=marks)
    assert {cell: mark for mark in marks.values() for cell in marked(drawing, mark)} == marks
    assert marked(drawing, "N") == {(0, 1), (1, 0)}


def test_rows_of_anything_and_empty_cells() -> None:
    assert cells_of(grid([[1, None], ["<", 0]], "any")) == [["1", ""], ["<", "0"]]


def test_printed_values_have_the_computed_ones_beside_them() -> None:
    drawn = beside(["x", "y", "<"], [[1, 2, 3], [1, 4, 5]], [[1, 2, 3], [1, 4, 6]], "tried")
    assert text_of(next(parsed(drawn).iter("caption"))) == "tried: 3 of 4 values as printed"
    heads = [text_of(head) for head in parsed(drawn).iter("th")]
    assert heads == ["x", "y", "ours", "<", "ours", "1", "1"]
    assert cells_of(drawn) == [["2", "2", "3", "3"], ["4", "4", "5", "6"]]
    [wrong] = [*parsed(drawn).iter("span")]
    assert (wrong.get("class"), wrong.text) == ("nt-error", "6")
    with pytest.raises(ValueError, match="are about different things"):
        beside(["x", "y"], [[1, 2]], [[2, 2]], "tried")
    with pytest.raises(ValueError, match="do not fit the header"):
        beside(["x", "y"], [[1, 2]], [[1, 2], [3, 4]], "tried")


def test_a_grid_may_have_other_labels_than_numbers() -> None:
    drawn = parsed(grid(["PN", "NP"], "two heaps", labels=["<1>", 3]))
    assert [text_of(head) for head in drawn.iter("th")] == ["<1>", "3", "<1>", "3"]
    with pytest.raises(ValueError, match=r"^\[1\] are too few labels for a grid: it needs 2$"):
        grid(["PN", "NP"], "two heaps", labels=[1])


def test_a_grid_says_what_its_rows_and_columns_are() -> None:
    region = parsed(grid(["P"], "one", rows_are="first heap", columns_are="second heap"))[0]
    assert region.get("aria-label") == "one; rows: first heap, columns: second heap"


def test_agreement_counts_cells_and_compared_frames_those_that_differ() -> None:
    rows, printed = ["PNP", "NPN"], ["PNN", "NPP"]
    assert agreement(rows, rows) == "6 of 6 cells as printed"
    assert agreement(rows, printed) == "4 of 6 cells as printed"
    drawing = compared(rows, printed, "a figure")
    assert cells_of(drawing) == [[*row] for row in rows]
    assert marked(drawing, "wrong") == {(0, 2), (1, 2)}
    assert "a figure: 4 of 6 cells as printed" in text_of(parsed(drawing))
    assert marked(compared(rows, rows, "a figure"), "wrong") == set()


def test_outcomes_in_a_table_have_their_colour() -> None:
    assert marked(table(["x", "y", "z"], [["P", "N", 1], [2, "NP", "P"]], "t"), "P") == {(1, 1)}


# --- Nim -----------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.data())
def test_the_mex_table_is_exclusive_or_as_far_as_it_is_filled(
    size: int, data: st.DataObject
) -> None:
    step = data.draw(st.integers(1, size * size))
    drawing = mex_table(size, step)
    filled = [[i ^ j if i * size + j < step else "" for j in range(size)] for i in range(size)]
    assert cells_of(drawing) == [list(map(str, row)) for row in filled]
    row, column = divmod(step - 1, size)
    assert marked(drawing, "now") == {(row, column)}
    assert marked(drawing, "seen") == {(row, j) for j in range(column)} | {
        (i, column) for i in range(row)
    }
    seen = sorted({row ^ j for j in range(column)} | {i ^ column for i in range(row)})
    sentence = f"({row}, {column}): mex {{{', '.join(map(str, seen))}}} = {row ^ column}"
    assert sentence in text_of(parsed(drawing))


@given(st.lists(st.integers(0, 40), max_size=4).map(tuple))
def test_binary_columns_add_up_without_carry(numbers: tuple[int, ...]) -> None:
    *rows, total = cells_of(binary_columns(numbers))
    for number, row in zip(numbers, rows, strict=True):
        assert int("".join(row), 2) == number
    for j, digit in enumerate(total):
        assert int(digit) == sum(int(row[j]) for row in rows) % 2


@given(st.lists(st.integers(0, 6), max_size=3).map(tuple))
def test_a_position_of_nim_names_exactly_the_winning_moves(position: tuple[int, ...]) -> None:
    words = text_of(parsed(nim_position(position, NIM))[0][0])
    named = {(int(t), int(h)) for t, h in re.findall(r"(\d+) from the heap of (\d+)", words)}
    balance = 0
    for heap in position:
        balance ^= heap
    wins = {(heap - (heap ^ balance), heap) for heap in position if heap ^ balance < heap}
    assert named == wins
    shown = Nim().show(position)
    assert words.startswith(f"{shown} is {'N' if wins else 'P'}: ")
    assert ("no move wins" in words) == (not wins)


@given(st.lists(st.integers(0, 9), max_size=4).map(tuple))
def test_heaps_have_as_many_sticks_as_they_say_and_all_are_in_the_picture(
    piles: tuple[int, ...],
) -> None:
    picture = next(parsed(heaps(piles)).iter(f"{SVG}svg"))
    assert [text_of(label) for label in picture.iter(f"{SVG}text")] == list(map(str, piles))
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    lines = [path.attrib["d"] for path in picture.iter(f"{SVG}path")]
    tops = set()
    for line, pile in zip(lines, piles, strict=True):
        start = re.match(r"M(\d+) (\d+)", line)
        assert start and line == start[0] + "m12 0v16m0-16" * pile
        x, y = int(start[1]), int(start[2])
        tops.add(y)
        # A stick is a stroke of 6 with round ends.
        assert x + 12 * pile + 3 <= width and y + 16 + 3 <= height
    assert len(tops) == len(piles)


# --- Trees ---------------------------------------------------------------------------------------


def nodes_of(drawing: str) -> dict[float, list[tuple[float, float, str]]]:
    """Return the nodes of a drawn tree, (left, right, text) from left to right, by level."""
    picture = next(parsed(drawing).iter(f"{SVG}svg"))
    levels: dict[float, list[tuple[float, float, str]]] = {}
    boxes, texts = picture.findall(f"{SVG}rect"), picture.findall(f"{SVG}text")
    for box, text in zip(boxes, texts, strict=True):
        left, width = float(box.attrib["x"]), float(box.attrib["width"])
        assert float(text.attrib["x"]) == pytest.approx(left + width / 2)
        # A letter of 14 pixels is 8 wide on average, or less.
        assert 8 * len(text_of(text)) <= width
        assert left >= 0 and left + width <= float(picture.attrib["width"])
        top = float(box.attrib["y"])
        assert top + float(box.attrib["height"]) <= float(picture.attrib["height"])
        levels.setdefault(top, []).append((left, left + width, text_of(text)))
    return {top: sorted(levels[top]) for top in sorted(levels)}


@given(dags(6), st.booleans())
def test_every_node_is_drawn_once_and_none_lies_on_another(graph: Any, wide: bool) -> None:
    start = graph.positions[-1]
    root = Tree.of(graph, start, 3)
    solver = Solver(graph)

    def label(node: Tree[int]) -> str:
        # Labels as long as the number of children, so that parents are wider than children too.
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


def test_edges_lead_from_a_node_to_its_children_and_the_description_says_so() -> None:
    root = Tree("a", [Tree("b", [Tree("c")]), Tree("d")])
    picture = next(parsed(tree(root, lambda node: node.position)).iter(f"{SVG}svg"))
    assert len([*picture.iter(f"{SVG}path")]) == 3
    [description] = picture.iter(f"{SVG}desc")
    assert text_of(description) == "From a to b, d. From b to c."


def test_the_nodes_of_a_tree_have_letters_and_colours() -> None:
    drawing = tree(Tree((1,), [Tree((0,))]), lambda node: Nim().show(node.position), NIM.outcome)
    assert [text for nodes in nodes_of(drawing).values() for *_, text in nodes] == ["(1) N", "() P"]
    boxes = [box.get("class") for box in parsed(drawing).iter(f"{SVG}rect")]
    assert sorted(filter(None, boxes)) == ["nt-node nt-N", "nt-node nt-P"]


def test_a_tree_too_large_to_draw_is_refused() -> None:
    deep = Tree(0)
    for number in range(1, 65):
        deep = Tree(number, [deep])
    for root in (deep, Tree(0, [Tree(i) for i in range(2000)])):
        with pytest.raises(ValueError) as caught:
            tree(root, str)
        assert str(caught.value) == (
            f"the tree of {root.position} is too large to draw: at most 64 levels and 2000 nodes"
        )
    tree(deep.children[0], lambda node: str(node.position))


# --- Figure 1 ------------------------------------------------------------------------------------


def shape(root: Tree[Any], label: Callable[[Tree[Any]], str]) -> list[Any]:
    return [label(root), *(shape(child, label) for child in root.children)]


def test_figure_1_above_is_as_printed_but_that_the_root_names_its_restriction() -> None:
    moves = dict(ONE_BLOCKING.options(FIGURE_1))
    root = Tree(FIGURE_1, [Tree(option) for option in moves.items()])
    label = in_place(root, (4, 2, 1), unnamed=True)
    assert shape(root, label) == ["(4, 2, 1) not 1", ["(2, 2, 1)?"], ["(1, 2, 1)?"], ["(4, 1)?"]]
    printed = PRINTED["fig-1"]["moves"]
    assert [f"{name}?" for [name] in printed[1:]] == [label(child) for child in root.children]
    levels = nodes_of(tree(root, label))
    assert [[text for *_, text in nodes] for nodes in levels.values()] == [
        ["(4, 2, 1) not 1"],
        ["(2, 2, 1)?", "(1, 2, 1)?", "(4, 1)?"],
    ]


def test_figure_1_below_is_as_printed_but_for_daggers() -> None:
    game = Solver(ONE_BLOCKING)
    root = game.strategy(FIGURE_1, keep=lambda position: sensible(ONE_BLOCKING, position))
    label = in_place(root, (4, 2, 1))
    assert shape(root, lambda node: label(node).removesuffix(" †")) == PRINTED["fig-1"]["win"]
    ends = [text for nodes in nodes_of(tree(root, label)).values() for *_, text in nodes]
    assert [text for text in ends if "†" in text] == ["(1) not 1 †", "(1, 1) not 1 †"]


def test_labels_keep_piles_in_their_places() -> None:
    # The pile of 3 in the middle becomes 1, then the first goes.
    root = Tree(
        ((2, 3, 5), frozenset({1})),
        [Tree(((1, 2, 5), frozenset({2})), [Tree(((1, 5), frozenset({3})))])],
    )
    assert shape(root, in_place(root, (2, 3, 5))) == [
        "(2, 3, 5) not 1",
        ["(2, 1, 5) not 2", ["(1, 5) not 3 †"]],
    ]


# --- Families ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "family", "size"),
    [(3, "2, 3; 1, 3", 7), (4, "1, 3; 2, 4", 6), (4, "2, 3; 1, 3", 8), (3, "1; 1, 2, 3", 5)],
)
def test_the_wrong_cells_of_a_family_are_those_that_the_solver_says(
    modulus: int, family: str, size: int
) -> None:
    rules = BlockingNim(modulus, read_family(family))
    solver = Solver(rules)
    boxes = Boxes(rules, rules.smallest_unavoidable)
    drawing = family_grids(modulus, family, size)
    grids = re.findall(r"<table.*?</table>", drawing)
    count = 0
    for forbidden, drawn in zip(rules.family, grids, strict=True):
        found: dict[tuple[int, int], Outcome] = {
            (i, j): solver.outcome((tuple(sorted((i, j))), forbidden))
            for i, j in product(range(size), repeat=2)
        }
        assert cells_of(drawn) == [[found[i, j] for j in range(size)] for i in range(size)]
        wrong = {cell for cell in found if found[cell] != boxes.outcome((cell, forbidden))}
        assert marked(drawn, "wrong") == wrong
        assert ("nt-boxed" in drawn) == (modulus not in map(len, rules.family))
        count += len(wrong)
    sentence = text_of(parsed(drawing)[0][0])
    assert sentence.endswith(f" {count or 'no'} cell{'s are' if count > 1 else ' is'} wrong.")


def test_what_a_family_says_when_everything_or_nothing_may_be_forbidden() -> None:
    assert (
        "<p>Some restriction forbids every number. With one box for everything, no cell is wrong."
        in family_grids(2, "1, 2", 3)
    )
    assert "nothing forbidden" in family_grids(2, "; 1", 3)


# --- Verdicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VERDICTS)
def test_a_card_says_what_the_verdict_has(name: str) -> None:
    verdict = VERDICTS[name]
    assert verdict.verdict == name
    drawing = verdict_card(verdict)
    card = parsed(drawing)
    assert text_of(next(card.iter("code"))) == "toy.below"
    assert badge(name) in drawing
    terms = [text_of(term) for term in card.iter("dt")]
    details = [text_of(detail) for detail in card.iter("dd")]
    assert [*zip(terms, details, strict=True)] == verdict.facts
    words = " ".join(details)
    assert verdict.printed.range in words and f"{verdict.printed.cases:,} cases" in words
    assert details[0] == verdict.claim.because
    assert "found wrong: “all are below 5”" in words
    assert (verdict.printed.counterexample or "") in words
    if verdict.reading != "as printed":
        assert verdict.reading in words
    if verdict.repaired:
        assert verdict.repaired.statement in words and verdict.repaired.range in words


def test_a_card_does_not_hide_a_control_that_was_not_refuted() -> None:
    verdict = replace(VERDICTS["holds"], refuted=(False,))
    assert "NOT found wrong" in verdict_card(verdict)


def test_every_verdict_has_a_sign_besides_its_colour() -> None:
    names = ("holds", "refuted", "conditional", "cited", "open")
    signs = {text_of(parsed(badge(name))).removesuffix(name).strip() for name in names}
    assert len(signs) == 5 and "" not in signs


# --- Colours -------------------------------------------------------------------------------------


def colours(rule: str) -> dict[str, str]:
    """Return the colour variables that a rule of the stylesheet sets."""
    [body] = re.findall(rf"(?:^|}})\s*{re.escape(rule)}[^{{]*{{([^}}]*)}}", STYLE)
    return dict(re.findall(r"--nt-([\w-]+):\s*(#\w+)", body))


LIGHT = colours(":root")
DARK = LIGHT | colours('html[data-theme="dark"]')


def linear(colour: str) -> list[float]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def contrast(a: list[float], b: list[float]) -> float:
    """Return the contrast ratio of WCAG 2."""
    weights = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(sum(w * c for w, c in zip(weights, x, strict=True)) for x in (a, b))
    return (light + 0.05) / (dark + 0.05)


# Viénot, Brettel and Mollon 1999, on linear RGB.
SIGHTS = {
    "full": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deuteranopia": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
    "none": [[0.2126, 0.7152, 0.0722]] * 3,
}


def seen(colour: str, sight: list[list[float]]) -> list[float]:
    return [
        min(1, max(0, sum(m * c for m, c in zip(row, linear(colour), strict=True))))
        for row in sight
    ]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "paper"),
    [
        *(("on-p", "p"), ("on-n", "n"), ("on-mark", "mark"), ("text", "seen")),
        *((ink, "back") for ink in ("text", "muted", "holds", "refuted", "conditional", "open")),
    ],
)
def test_letters_stand_out_from_what_they_are_on(
    theme: dict[str, str], ink: str, paper: str
) -> None:
    assert contrast(linear(theme[ink]), linear(theme[paper])) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
def test_p_and_n_are_told_apart_by_everyone(
    theme: dict[str, str], sight: list[list[float]]
) -> None:
    """By lightness alone, as WCAG asks of graphics; so is the frame of a wrong cell."""
    p, n = seen(theme["p"], sight), seen(theme["n"], sight)
    assert contrast(p, n) >= 3
    back, frame = seen(theme["back"], sight), seen(theme["refuted"], sight)
    assert contrast(frame, back) >= 3
