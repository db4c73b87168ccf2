"""Explanations of grid cells: where moves from a cell lead, and which of them decide its value.

A grid stores this data in an HTML attribute. When a reader taps a cell, points at it or moves the
focus to it, the page marks the options and displays a sentence (`book/site/reader/grids.ts`).
Nothing is entered by hand: moves come from the rules, and values from a solver.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from html import escape
from typing import Any, Literal, TypeVar

from nimtwist.game import Ruleset

__all__ = ["Answers", "Cell", "Formula", "answers"]

Cell = tuple[int, int]
How = Literal["outcome", "mex", "rank", "product", "stone"]
Position = TypeVar("Position")

# The digits that encode the values of a layer, as in `book/site/reader/explain.ts`.
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Formula:
    """A formula quoted in the explanation of a grid cell.

    Args:
        text: a template. `{row}` and `{column}` stand for the labels of the cell, `{row/3}` and
            `{row%3}` for a quotient and a remainder, and `{}` for the value of the formula.
        value: a function that computes the value from the labels of a row and a column.
        law: the name of the theorem.
        label: the label of the theorem in the book, used as the target of a link.
    """

    text: str
    value: Callable[[Any, Any], object]
    law: str
    label: str


@dataclass(frozen=True)
class Answers:
    """Explanations of the cells of a grid.

    Args:
        how: the rule that determines the value of a cell from its options. "outcome": P or N;
            "mex": the least excluded value; "rank": one more than the least rank, where P counts as
            0; "product": the recursion for nim-products, which needs no moves; "stone": the mex,
            where the value of each option is the nim-sum of the stones that replace the stone.
        moves: the options of each cell, as cells. For "stone", these are the far corners; if
            `moves` is empty, all cells that are both to the left of the stone and below it are far
            corners.
        option_values: the value of each cell when a move leads to it, if that differs from the text
            of the cell. The value may be followed by a space and some words, which are quoted in
            the explanation.
        outside_options: the options of each cell that lie outside the grid, as pairs (value, name).
        name: the name by which the text refers to cells of this grid.
        label: a template for the name of a cell, with the labels `{row}` and `{column}`.
        formula: a formula for the values.
        formula_values: the value of the formula for each cell.
        number: the number of players, for ranks; or the modulus, for mumbers.
        stone: the only stone on a board that shows the stone's moves. The value of each option is
            written at its far corner, and `option_values` gives the value of a stone on each cell.
    """

    how: How
    _: KW_ONLY
    moves: Mapping[Cell, Collection[Cell]] = field(default_factory=dict)
    option_values: Mapping[Cell, object] = field(default_factory=dict)
    outside_options: Mapping[Cell, Sequence[tuple[object, str]]] = field(default_factory=dict)
    name: str = ""
    label: str = ""
    formula: Formula | None = None
    formula_values: Mapping[Cell, object] = field(default_factory=dict)
    number: int = 0
    stone: Cell | None = None

    def attributes(self, rows: Sequence[Sequence[object]]) -> str:
        """Return the HTML attributes for a table that has the given rows."""
        written = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
        cells, width = list(written), len(rows[0]) if rows else 0
        steps, others = _steps(cells, self.moves) if self.moves else ([], {})
        moves = {
            i * width + j: [k * width + m for k, m in sorted(targets)]
            for (i, j), targets in others.items()
        }
        beyond = {
            cell: "\n".join(f"{worth} {name}" for worth, name in options)
            for cell, options in self.outside_options.items()
        }

        def layer(values: Mapping[Cell, object]) -> Sequence[object] | None:
            """Encode the values as a layer; return `None` if they equal the text of the cells."""
            differs = any(str(value) != str(written[cell]) for cell, value in values.items())
            return _layer(cells, values) if differs else None

        data = {
            "how": self.how,
            "number": self.number or None,
            "called": self.label or None,
            "stone": self.stone,
            "steps": steps or None,
            "moves": moves if moves or (self.how == "stone" and self.moves) else None,
            "worth": layer(self.option_values),
            "beyond": _layer(cells, beyond) if any(beyond.values()) else None,
            "formula": self.formula and self.formula.text,
            "law": self.formula and [self.formula.law, self.formula.label],
            "gives": layer(self.formula_values) if self.formula else None,
        }
        data = {name: value for name, value in data.items() if value is not None}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        name = f' data-grid="{escape(self.name)}"' if self.name else ""
        return f"{name} data-answers='{escape(text, quote=False).replace(chr(39), '&#39;')}'"


def answers(
    how: How,
    rules: Ruleset[Position],
    positions: Mapping[Cell, Position],
    option_value: Callable[[Position], object],
    name_of: Callable[[Position], str] = str,
    **others: Any,
) -> Answers:
    """Return the explanations of a grid whose cells are positions of a game.

    If an option occurs in several cells, only those in the same row or column as the explained cell
    are marked; if none of them is in that row or column, all are marked. `name_of` returns the name
    of an option outside the grid. All positions must be in canonical form.

    >>> from nimtwist import Nim, Solver
    >>> pairs = {(i, j): tuple(sorted(filter(None, (i, j)))) for i in (0, 1) for j in (0, 1)}
    >>> sorted(answers("mex", Nim(), pairs, Solver(Nim()).grundy).moves[1, 1])
    [(0, 1), (1, 0)]
    """
    places: dict[Position, list[Cell]] = {}
    for cell, position in positions.items():
        places.setdefault(position, []).append(cell)
    moves: dict[Cell, set[Cell]] = {}
    beyond: dict[Cell, list[tuple[object, str]]] = {}
    options = {position: dict.fromkeys(rules.options(position)) for position in places}
    for cell, position in positions.items():
        moves[cell], beyond[cell] = set(), []
        for option in options[position]:
            targets = places.get(option, [])
            aligned = [place for place in targets if place[0] == cell[0] or place[1] == cell[1]]
            moves[cell].update(aligned or targets)
            if not targets:
                value, _, words = str(option_value(option)).partition(" ")
                beyond[cell].append(
                    (value, name_of(option) + (f", with “{words}”" if words else ""))
                )
        beyond[cell] = _deciding(how, beyond[cell])
    values = {cell: option_value(position) for cell, position in positions.items()}
    return Answers(how, moves=moves, option_values=values, outside_options=beyond, **others)


def _deciding(how: How, options: list[tuple[object, str]]) -> list[tuple[object, str]]:
    """Return the options outside the grid that may decide the value of a cell.

    For outcomes, these are the P-positions or, if there are none, a single N-position as an
    example. For ranks, only one option with the least rank is returned. For other values, all
    options are returned.
    """
    if how == "outcome":
        return [option for option in options if option[0] == "P"] or options[:1]
    if how == "rank":
        return sorted(options, key=lambda option: str(option[0]).replace("P", "0"))[:1]
    return options


def _steps(
    cells: Sequence[Cell], moves: Mapping[Cell, Collection[Cell]]
) -> tuple[list[int], dict[Cell, Collection[Cell]]]:
    """Encode the moves compactly as step lengths that are legal from most cells.

    From most cells, the legal moves are exactly the steps of these lengths, up or to the left, that
    stay within the grid. All other cells are exceptions. Return the lengths, and a dictionary that
    maps each exception to its moves.
    """
    inside = set(cells)
    actual: Counter[int] = Counter()
    for (i, j), targets in moves.items():
        actual.update(i - k + j - m for k, m in targets if (k == i) != (m == j))
    possible: Counter[int] = Counter()
    for i, j in moves:
        possible.update([*range(1, i + 1), *range(1, j + 1)])
    steps = sorted(step for step, count in actual.items() if 2 * count > possible[step] > 0)

    def by_steps(cell: Cell) -> set[Cell]:
        i, j = cell
        return {*((i - step, j) for step in steps), *((i, j - step) for step in steps)} & inside

    others = {cell: to for cell, to in moves.items() if by_steps(cell) != set(to)}
    return steps, others


def _layer(cells: Sequence[Cell], values: Mapping[Cell, object]) -> Sequence[object]:
    """Encode the values as a list of distinct values and a string with one digit for each cell.

    Each digit is an index into the list. If there are more distinct values than digits, return
    instead a list with the value of every cell.
    """
    texts = [str(values.get(cell, "")) for cell in cells]
    kinds = list(dict.fromkeys(texts))
    if len(kinds) > len(_DIGITS):
        return texts
    return [kinds, "".join(_DIGITS[kinds.index(text)] for text in texts)]
