"""Every grid of P and N, or of values that are a mex, answers; what does not is no such grid."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest

NOTEBOOKS = sorted(Path(__file__).parents[3].glob("notebooks/*.ipynb"))

# Grids, boards and pictures of cells that do not answer, by their captions or titles, and why.
SILENT = {
    r"\(n ⊗ 1/m\) ⊗ \(m ⊕ 1\) is n ⊕ m in the marked cells": "a formula's values, not a game's",
    r"products modulo \d+$": "products of numbers; the mumbers beside them answer",
    r"The S-box by winning moves": "bytes: the third heap that wins beside two of 1",
    r"The (byte of AES of each nimber|nimber of each byte of AES)": "a table of a bijection",
    r"modulo x⁸ .* entries as in AES$": "an S-box again, with another polynomial",
    r"All positions of Nim below": "positions in a graph, with every move drawn",
    r"The heaps that are P, for sets of numbers": "pixels; a row is worked out in the text",
    r"(The )?[Nn]im-(sums|products) of all ([\d,]+ )?pairs (of numbers )?below \d+": (
        "pixels; the same table below 16 answers"
    ),
    r"Where the nim operations are the ordinary ones": "pixels; the tables below 16 answer",
    r"P-positions: take 1 modulo \d; take [12] modulo": "pixels; the same grids to 6 answer",
    r"P-positions beside a third heap of \d+": "pixels; the cell to try draws such a grid",
    r"The remainders that fit, for boxes of \d": "heaps by their remainders, not positions",
    r"What one stone is worth, with coordinates below 64": "pixels; the board of 15 by 15 answers",
    r"Tartans of 32 by 32 coins": "pixels; many coins of two games, not positions of one",
    r"P-positions, and the stranded positions between them": "pixels; the grids to 20 answer",
    r"P-positions modulo 15, and in its factor games": "pixels; they compare four games",
    r"(Δ|Ranks) of two heaps beside": "pixels; the same grids to 7 answer",
    r"Stranded pairs of heaps modulo x⁸": "pixels; the same grids of smaller fields answer",
    r"Modulo \d: [\d,; ]+(, along the diagonal)?$": "pixels, from afar; the lab draws any family",
    r"The \d+ patterns modulo \d": "pixels, from afar; the atlas says of each what is known",
    r"The numbers from \d+ to \d+ by their residues": "the places of heaps, not their values",
    r"A heap of \d+ modulo \d+, and what a move makes of it": "the places of heaps, not values",
    r"Mumbers of \d+ × \d+ pairs of heaps": "pixels; the same grids to 19 and to 9 answer",
    r"The seams: where the modulus more": "pixels: what changes, not what is",
    r"Mumbers modulo \d+ of two large heaps far apart": "by remainders, of heaps of any size",
    r"Nim-products of the 64 numbers": "pixels; tables of infinite numbers are in the text",
}


def drawings(notebook: Path) -> Iterator[str]:
    """Yield all HTML and pictures of a notebook, and of each state of its widgets."""
    text = json.loads(notebook.read_text("utf8"))
    for cell in text["cells"]:
        for output in cell.get("outputs", []):
            for kind in ("text/html", "image/svg+xml"):
                yield "".join(output.get("data", {}).get(kind, ""))
    for state in text["metadata"].get("widgets", {}).values():
        for widget in state["state"].values():
            if isinstance(value := widget["state"].get("value"), str):
                yield value


def texts(pattern: str, html: str) -> list[str]:
    return [unescape(re.sub("<[^>]*>", "", text)) for text in re.findall(pattern, html, re.S)]


def is_value(text: str) -> bool:
    return re.fullmatch(r"[PNS]?|\d+", text) is not None


def is_grid(table: str) -> bool:
    """Whether rows and columns are numbered, and outcomes or numbers stand in the cells."""
    if "nt-grid" in table.partition(">")[0]:
        return True
    rows = [texts("<t[dh].*?</t[dh]>", row) for row in re.findall("<tr.*?</tr>", table, re.S)]
    if len(rows) < 3 or len(rows[0]) < 3:
        return False
    heads = [*rows[0][1:], *(row[0] for row in rows[1:])]
    return all(head.isdecimal() for head in heads) and all(
        is_value(cell) for row in rows[1:] for cell in row[1:]
    )


def is_grid_drawn(picture: str) -> bool:
    """Whether outcomes or numbers stand in rows and columns, or cells are pixels."""
    rows = defaultdict(set)
    for x, y in re.findall(
        r'<text[^>]*? x="([\d.-]+)" y="([\d.-]+)"[^>]*>(?:[PN]|\d+)<(?!tspan)', picture
    ):
        rows[y].add(x)
    return "<image" in picture or any(len(a & b) > 2 for a, b in combinations(rows.values(), 2))


@cache
def silent(notebook: Path) -> frozenset[str]:
    """Return the names of the grids of a notebook that do not answer, and of those in SVG."""
    found = set()
    for drawing in drawings(notebook):
        for table in re.findall("<table.*?</table>", drawing, re.S):
            if is_grid(table) and "data-answers=" not in table.partition(">")[0]:
                found.update(
                    texts("<caption.*?</caption>", table)
                    or [" ".join(texts("<t[dh]>.*?</t[dh]>", table))]
                )
        for picture in re.findall("<svg.*?</svg>", drawing, re.S):
            if is_grid_drawn(picture):
                found.update(texts("<title.*?</title>", picture)[:1] or [picture[:200]])
    return frozenset(found)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_grid_of_a_chapter_answers(notebook: Path) -> None:
    unknown = {name for name in silent(notebook) if not any(re.match(why, name) for why in SILENT)}
    assert not unknown


def test_what_need_not_answer_is_there() -> None:
    names = [name for notebook in NOTEBOOKS for name in silent(notebook)]
    assert [why for why in SILENT if not any(re.match(why, name) for name in names)] == []


def test_grids_are_told_from_other_tables_and_pictures() -> None:
    row = "<tr><th>{0}</th><td>0</td><td>{0}</td></tr>"
    head = "<tr><th></th><th>1</th><th>2</th></tr>"
    plain = f"<table>{head}{row.format(1)}{row.format(2)}</table>"
    assert is_grid(plain) and is_grid(plain.replace("<td>0", "<td>N"))
    assert not is_grid(plain.replace("<th>1</th><th>2", "<th>move</th><th>value"))
    assert not is_grid(plain.replace("<td>0", "<td>ω"))
    texts_ = [f'<text x="{x}" y="{y}" dy="5">{x}</text>' for x in (1, 2, 3) for y in (1, 2)]
    assert is_grid_drawn("".join(texts_)) and not is_grid_drawn("".join(texts_[1:]))
