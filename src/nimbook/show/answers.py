"""What a grid says of a cell that is chosen: where its moves lead, and which of them decide it.

A grid carries this in one attribute, from which the page makes marks and a sentence when a reader
taps, points at or goes to a cell (`book/_theme/grids.js`). Nothing in it is typed: the moves are
those of the rules, what they are worth is found by a solver.
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

# What a layer writes for each cell; the page has the same ones.
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Formula:
    """A formula that a cell of a grid quotes when a reader selects it.

    Args:
        text: how it is written. `{row}` and `{column}` stand for the labels of the cell, `{row/3}`
            and `{row%3}` for quotient and remainder, and `{}` for the value of the formula.
        value: the value for the labels of a row and a column.
        law: the name of the theorem.
        label: the label of the theorem in the book, to which the name is linked.
    """

    text: str
    value: Callable[[Any, Any], object]
    law: str
    label: str


@dataclass(frozen=True)
class Answers:
    """What each cell of a grid answers.

    Args:
        how: how a cell follows from its moves: as P or N, "outcome"; as the least number that they
            are not worth, "mex"; as one more than their least rank, where P is 0, "rank"; as
            nim-products follow from smaller ones, "product", which needs no moves; or as stones
            follow from those that a move to a far corner puts in their place, "stone".
        moves: the cells to which the moves from a cell lead; the far corners of a stone, which are
            all those to the left and below if there is no `moves`.
        worth: what a cell is worth as an option, where that is not what is written in it. Words
            that are to be said with it follow after a space.
        beyond: the options of a cell that are not in the grid: what they are worth, and their name.
        name: the name by which the text points at a cell of this grid.
        called: what a cell is called; `{row}` and `{column}` stand for what row and column are.
        formula: a formula that says the same.
        gives: the value of the formula in each cell.
        number: the number of players, of ranks; or the modulus, of mumbers.
        stone: the stone whose moves a board shows, if only one lies there: what its options are
            worth is written at their far corners, and `worth` is what a stone in a cell is worth.
    """

    how: How
    _: KW_ONLY
    moves: Mapping[Cell, Collection[Cell]] = field(default_factory=dict)
    worth: Mapping[Cell, object] = field(default_factory=dict)
    beyond: Mapping[Cell, Sequence[tuple[object, str]]] = field(default_factory=dict)
    name: str = ""
    called: str = ""
    formula: Formula | None = None
    gives: Mapping[Cell, object] = field(default_factory=dict)
    number: int = 0
    stone: Cell | None = None

    def attributes(self, rows: Sequence[Sequence[object]]) -> str:
        """Return the attributes of the table that has these rows."""
        written = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
        cells, width = list(written), len(rows[0]) if rows else 0
        steps, others = _steps(cells, self.moves) if self.moves else ([], {})
        moves = {
            i * width + j: [k * width + m for k, m in sorted(targets)]
            for (i, j), targets in others.items()
        }
        beyond = {
            cell: "\n".join(f"{worth} {name}" for worth, name in options)
            for cell, options in self.beyond.items()
        }

        def layer(values: Mapping[Cell, object]) -> Sequence[object] | None:
            """Return a layer, if it says other than what is written."""
            differs = any(str(value) != str(written[cell]) for cell, value in values.items())
            return _layer(cells, values) if differs else None

        told = {
            "how": self.how,
            "number": self.number or None,
            "called": self.called or None,
            "stone": self.stone,
            "steps": steps or None,
            "moves": moves if moves or (self.how == "stone" and self.moves) else None,
            "worth": layer(self.worth),
            "beyond": _layer(cells, beyond) if any(beyond.values()) else None,
            "formula": self.formula and self.formula.text,
            "law": self.formula and [self.formula.law, self.formula.label],
            "gives": layer(self.gives) if self.formula else None,
        }
        told = {name: value for name, value in told.items() if value is not None}
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        name = f' data-grid="{escape(self.name)}"' if self.name else ""
        return f"{name} data-answers='{escape(text, quote=False).replace(chr(39), '&#39;')}'"


def answers(
    how: How,
    rules: Ruleset[Position],
    positions: Mapping[Cell, Position],
    worth: Callable[[Position], object],
    name_of: Callable[[Position], str] = str,
    **others: Any,
) -> Answers:
    """Return what the cells of a grid answer, if each stands for a position of a game.

    A move leads to the cell of its option in the same row or column, or else wherever it is. If the
    option is nowhere, or is not worth what the cell is, `name_of` names it. Positions are in
    canonical form, or equal to one that is.

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
            found = places.get(option, [])
            beside = [place for place in found if place[0] == cell[0] or place[1] == cell[1]]
            moves[cell].update(beside or found)
            if not found:
                told, _, words = str(worth(option)).partition(" ")
                beyond[cell].append(
                    (told, name_of(option) + (f", with “{words}”" if words else ""))
                )
        beyond[cell] = _telling(how, beyond[cell])
    worths = {cell: worth(position) for cell, position in positions.items()}
    return Answers(how, moves=moves, worth=worths, beyond=beyond, **others)


def _telling(how: How, options: list[tuple[object, str]]) -> list[tuple[object, str]]:
    """Return which of the options outside a grid must be named: those that may decide, or one."""
    if how == "outcome":
        return [option for option in options if option[0] == "P"] or options[:1]
    if how == "rank":
        return sorted(options, key=lambda option: str(option[0]).replace("P", "0"))[:1]
    return options


def _steps(
    cells: Sequence[Cell], moves: Mapping[Cell, Collection[Cell]]
) -> tuple[list[int], dict[Cell, Collection[Cell]]]:
    """Return how far most moves lead, up and to the left, and the moves of all other cells."""
    inside = set(cells)
    made: Counter[int] = Counter()
    for (i, j), targets in moves.items():
        made.update(i - k + j - m for k, m in targets if (k == i) != (m == j))
    possible: Counter[int] = Counter()
    for i, j in moves:
        possible.update([*range(1, i + 1), *range(1, j + 1)])
    steps = sorted(step for step, count in made.items() if 2 * count > possible[step] > 0)

    def by_steps(cell: Cell) -> set[Cell]:
        i, j = cell
        return {*((i - step, j) for step in steps), *((i, j - step) for step in steps)} & inside

    others = {cell: to for cell, to in moves.items() if by_steps(cell) != set(to)}
    return steps, others


def _layer(cells: Sequence[Cell], values: Mapping[Cell, object]) -> Sequence[object]:
    """Return the different values, and for each cell which it is, as one text if they are few."""
    texts = [str(values.get(cell, "")) for cell in cells]
    kinds = list(dict.fromkeys(texts))
    if len(kinds) > len(_DIGITS):
        return texts
    return [kinds, "".join(_DIGITS[kinds.index(text)] for text in texts)]
