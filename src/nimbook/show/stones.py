"""Boards of stones: their axes, a move, and the values of the spots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from nimbook.show._base import Drawing, svg, wrap
from nimbook.show.answers import Answers, Cell, Formula
from nimbook.show.grids import cell_table
from nimtwist.game import Ruleset, mex
from nimtwist.games.nim import nim_sum
from nimtwist.games.stones import Move, Stone, Stones, StonesPosition
from nimtwist.nimber import mul
from nimtwist.solver import Solver
from nimtwist.sums import SumSolver

_STEP = 28


def stone_board(
    position: StonesPosition, side: int | None = None, rectangle: Move | None = None
) -> Drawing:
    """Return stones on a board with its dead axes, which are dashed; (1, 1) is at the bottom left.

    `side` is the largest coordinate, by default that of the position. `rectangle`, a stone and
    its far corner, is drawn over it: + where a stone comes, − where one goes, and nothing on an
    axis.
    """
    side = side or max((place for stone in position for place in stone), default=1)
    title, description = f"Stones at {Stones().show(position)}", ""
    under, over = "", ""
    if rectangle:
        after = Stones().after(position, *rectangle)
        come, gone = after - position, position - after
        said = {"stones come at": come, "stones go at": gone}
        changes = [f"{words} {Stones().show(spots)}" for words, spots in said.items() if spots]
        description = f"The move changes a rectangle: {'; '.join(changes)}."
        under = _outline(rectangle, side)
        over = "".join(_disc(spot, side, "nt-comes") for spot in sorted(come)) + "".join(
            _text(spot, side, f"nt-{kind}", sign)
            for spots, kind, sign in ((come, "come", "+"), (gone, "gone", "−"))
            for spot in sorted(spots)
        )
    stones = "".join(_disc(stone, side, "nt-stone") for stone in sorted(position))
    if not position:
        title = "An empty board"
    return _board(side, side, under + stones + over, title, description)


def value_board(width: int, height: int, rules: Ruleset[StonesPosition] | None = None) -> Drawing:
    """Return the Grundy value of one stone on each spot of a board, by mex from the rules.

    The axes, where stones are dead, are row 0 and column 0. Other `rules` than those of `Stones`
    take some of its moves; they are searched.

    Raises:
        ValueError: if values are not as the moves to far corners say.
    """
    spots, game = [*product(range(width + 1), range(height + 1))], rules or Stones()
    solver = Solver(rules) if rules else SumSolver(game)
    values = {(x, y): solver.grundy(frozenset({(x, y)})) if x * y else 0 for x, y in spots}
    corners = {spot: _corners(game, values, *spot) for spot in spots}
    told = Answers(
        "stone",
        moves={_cell(spot, height): [_cell(to, height) for to in corners[spot]] for spot in spots}
        if rules
        else {},
        called="A stone at ({column}, {row})",
        name="stones",
        formula=None
        if rules
        else Formula("{column} ⊗ {row} = {}", mul, "The theorem", "thm-stones"),
        gives={_cell((x, y), height): mul(x, y) for x, y in spots},
    )
    return cell_table(
        [[values[x, height - i] for x in range(width + 1)] for i in range(height + 1)],
        f"The value of one stone on each spot of a board of {width} by {height}",
        rows_are="y, from above",
        columns_are="x",
        answers=told,
        points=True,
    )


def _cell(spot: Stone, height: int) -> Cell:
    """Return the row from above, and the column, of a spot on a board."""
    return height - spot[1], spot[0]


def _left(values: Mapping[Stone, int], stone: Stone, corner: Stone) -> int:
    """Return what a move to a far corner leaves of one stone, on the axes nothing."""
    (x, y), (far, low) = stone, corner
    return nim_sum(values.get(spot, 0) for spot in ((far, low), (far, y), (x, low)))


def _corners(
    rules: Ruleset[StonesPosition], values: Mapping[Stone, int], x: int, y: int
) -> list[Stone]:
    """Return the far corners to which the rules let a stone at (x, y) move.

    Raises:
        ValueError: if it moves otherwise, or is not worth what the corners say.
    """
    spot, stone = (x, y), frozenset({(x, y)})
    far = {Stones().after(stone, spot, corner): corner for corner in product(range(x), range(y))}
    options = rules.options(stone) if x * y else []
    found = [far[option] for option in options if option in far]
    if len(found) < len(options) or values[spot] != mex(_left(values, spot, to) for to in found):
        raise ValueError(f"the moves of a stone at {spot} are not those to far corners")
    return found


# --- The board -----------------------------------------------------------------------------------


def _spot(spot: Stone, height: int) -> tuple[int, int]:
    return 34 + spot[0] * _STEP, 16 + (height - spot[1]) * _STEP


def _disc(spot: Stone, height: int, kind: str) -> str:
    x, y = _spot(spot, height)
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="11"/>'


def _text(spot: Stone, height: int, kind: str, text: object) -> str:
    x, y = _spot(spot, height)
    return f'<text class="{kind}" x="{x}" y="{y}" dy="5" text-anchor="middle">{text}</text>'


def _board(width: int, height: int, inner: str, title: str, description: str) -> Drawing:
    """Return an empty board with numbers at its axes, and what lies on it."""
    (left, low), (right, top) = _spot((0, 0), height), _spot((width, height), height)
    lines = "".join(f"M{left + x * _STEP} {top}V{low - _STEP}" for x in range(1, width + 1))
    lines += "".join(f"M{left + _STEP} {low - y * _STEP}H{right}" for y in range(1, height + 1))
    board = (
        f'<path class="nt-line" d="{lines}"/>'
        f'<path class="nt-dead" d="M{left} {top}V{low}H{right}"/>'
    )
    numbers = "".join(
        f'<text class="nt-small" x="{left + x * _STEP}" y="{low + 22}" text-anchor="middle">'
        f"{x}</text>"
        for x in range(width + 1)
    ) + "".join(
        f'<text class="nt-small" x="{left - 14}" y="{low - y * _STEP}" dy="4" text-anchor="end">'
        f"{y}</text>"
        for y in range(height + 1)
    )
    picture = svg(right + 18, low + 28, title, description, board + numbers + inner)
    return wrap(picture, "nt-board")  # it becomes smaller where there is no room


def _outline(rectangle: Move, height: int) -> str:
    (right, top), (left, low) = (_spot(corner, height) for corner in rectangle)
    return f'<path class="nt-rectangle" d="M{left} {low}H{right}V{top}H{left}Z"/>'
