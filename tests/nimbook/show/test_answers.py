"""Tests for the explanations of grid cells.

The explanations are parsed the way the page parses them, and compared with a search.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from math import gcd
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from nimbook.show import cell_table as grid
from nimbook.show.answers import Answers, Cell, Formula, How, answers
from nimtwist import Solver
from tests.lib.strategies import Graph, dags

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Grid:
    """The explanations in the `data-answers` attribute of a table, decoded for each cell."""

    def __init__(self, table: str, data: dict[str, Any]) -> None:
        _, *rows = re.findall("<tr>(.*?)</tr>", table)
        cells = [re.findall("<td.*?>(.*?)</td>", row) for row in rows]
        self.data, self.width = data, len(cells[0])
        self.how, self.number = data["how"], data.get("number", 0)
        self.text = {(i, j): cell for i, row in enumerate(cells) for j, cell in enumerate(row)}
        self.values, beyond = self._layer("worth") or self.text, self._layer("beyond")
        self.beyond = {cell: beyond.get(cell, "").splitlines() for cell in self.text}
        self.moves = {cell: self._moves_from(*cell) for cell in self.text}

    def _layer(self, name: str) -> dict[Cell, str]:
        texts = self.data.get(name, [])
        match texts:
            case [[*kinds], str(which)]:
                texts = [kinds[DIGITS.index(digit)] for digit in which]
        return dict(zip(self.text, texts, strict=True)) if texts else {}

    def _moves_from(self, i: int, j: int) -> set[Cell]:
        others = self.data.get("moves", {})
        if (number := str(i * self.width + j)) in others:
            return {divmod(to, self.width) for to in others[number]}
        ways = [way for n in self.data.get("steps", []) for way in ((i - n, j), (i, j - n))]
        return {(a, b) for a, b in ways if a >= 0 and b >= 0}

    def options(self, cell: Cell) -> list[str]:
        """Return the values of a cell's options, without any text that follows a value."""
        inside = [self.values[move] for move in self.moves[cell]]
        return [value.split()[0] for value in inside + self.beyond[cell]]


def tables(drawing: str) -> Iterator[Grid]:
    """Parse a drawing's HTML, and yield the grids in it."""
    for table in re.findall("<table.*?</table>", drawing, re.S):
        if match := re.search("data-answers='(.*?)'", table):
            yield Grid(table, json.loads(unescape(match[1])))


def contradictions(drawn: Grid, number: int = 0) -> list[Cell]:
    """Return the cells whose value does not follow from the values stated for their options.

    Some grids show products or differences in their cells. In these grids, the values to be
    explained are stored in a separate layer.
    """
    stated = {
        cell: text if text in ("", "P", "N") else drawn.values[cell]
        for cell, text in drawn.text.items()
    }
    return [
        cell
        for cell, text in stated.items()
        if text and text.split()[0] != value(drawn.how, drawn.options(cell), number)
    ]


def value(how: str, options: list[str], number: int = 0) -> str:
    if how == "outcome":
        return "N" if "P" in options else "P"
    numbers = {int(option.replace("P", "0")) for option in options}
    if how == "rank":
        rank = (min(numbers, default=number - 1) + 1) % number
        return str(rank or "P")
    unit = (n for n in range(1 if number else 0, 1000) if n not in numbers)
    return str(next(n for n in unit if gcd(n, number or 1) == 1))


SIZE = 4


def values_by(how: How, rules: Graph) -> Callable[[int], object]:
    solver = Solver(rules)
    if how == "outcome":
        return solver.outcome
    return solver.grundy if how == "mex" else lambda position: solver.rank(position, 3) or "P"


@given(
    dags(SIZE**2 + 4),
    st.lists(st.integers(0, 99), min_size=SIZE**2, max_size=SIZE**2),
    st.sampled_from(["outcome", "mex", "rank"]),
)
def test_grids_agree_with_a_search(rules: Graph, places: list[int], how: How) -> None:
    """In the random grids, some positions of the game are missing, and others are repeated."""
    count = len(rules.positions)
    positions = {divmod(n, SIZE): place % count for n, place in enumerate(places)}
    value_of = values_by(how, rules)
    rows = [[value_of(positions[i, j]) for j in range(SIZE)] for i in range(SIZE)]
    [drawn] = tables(grid(rows, "a game", answers=answers(how, rules, positions, value_of)))
    for cell, position in positions.items():
        options = rules.options(position)
        reached = {positions[move] for move in drawn.moves[cell]}
        assert reached == set(options) & set(positions.values())
        outside = {line.split()[1]: line.split()[0] for line in drawn.beyond[cell]}
        values = {str(option): str(value_of(option)) for option in options}
        assert outside.items() <= values.items()
        assert reached.isdisjoint(map(int, outside))
        assert drawn.values[cell] == str(value_of(position))
    assert not contradictions(drawn, 3 * (how == "rank"))


NOTEBOOKS = sorted(Path(__file__).parents[3].glob("notebooks/*.ipynb"))


def drawings(notebook: Path) -> Iterator[str]:
    """Yield a notebook's HTML outputs and the string values of its widgets."""
    content = json.loads(notebook.read_text("utf8"))
    for cell in content["cells"]:
        for output in cell.get("outputs", []):
            yield "".join(output.get("data", {}).get("text/html", ""))
    for state in content["metadata"].get("widgets", {}).values():
        for widget in state["state"].values():
            if isinstance(value := widget["state"].get("value"), str):
                yield value


def test_grids_of_all_chapters_follow_from_their_moves() -> None:
    count = 0
    for notebook in NOTEBOOKS:
        for drawn in (drawn for html in drawings(notebook) for drawn in tables(html)):
            if drawn.how in ("outcome", "mex", "rank"):
                count += 1
                assert not contradictions(drawn, drawn.number), notebook
    assert count > 300


def test_layers_with_more_values_than_digits_are_lists() -> None:
    gives = {(i, j): 10 * i + j for i in range(9) for j in range(9)}
    formula = Formula("{}", int.__add__, "a law", "thm")
    explained = Answers("product", formula=formula, formula_values=gives)
    [drawn] = tables(grid([[0] * 9] * 9, "many", answers=explained))
    assert drawn._layer("gives") == {cell: str(given) for cell, given in gives.items()}


def test_text_is_escaped() -> None:
    [drawn] = tables(
        grid(
            ["PN"],
            "odd",
            answers=Answers(
                "outcome", outside_options={(0, 1): [("P", "<b>'\"&")]}, moves={(0, 1): []}
            ),
        )
    )
    assert drawn.beyond[0, 1] == ["P <b>'\"&"]
