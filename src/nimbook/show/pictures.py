"""Pictures of positions, drawn by a single generic function for all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from nimbook.show._base import Drawing, scroll, svg, wrap
from nimbook.show.hackenbush import hackenbush_picture
from nimtwist.games import Cram, Hackenbush, Northcott, Stones
from nimtwist.games.cram import Cell, CramPosition
from nimtwist.games.heaps import HeapGame
from nimtwist.games.northcott import Rows
from nimtwist.games.stones import Move, Stone, StonesPosition
from nimtwist.protocol import feature

__all__ = ["cram_board", "domino_name", "northcott_board", "picture", "sticks", "stone_board"]

Domino = tuple[Cell, Cell]


@singledispatch
def picture(rules: object, position: Any) -> Drawing | None:
    """Return a picture of a position, or `None` if the game cannot be drawn.

    To draw a game of your own, give it a `picture(position)` method that returns SVG, or register a
    function with `picture.register`.

    >>> from nimtwist import Kayles
    >>> "Heaps of 7, 4" in picture(Kayles(), (4, 7))
    True
    >>> class Rook:
    ...     def options(self, place):
    ...         return range(place)
    ...     def picture(self, place):
    ...         return f"<svg><title>a rook on {place}</title></svg>"
    >>> picture(Rook(), 3)
    <Drawing of 37 characters>
    """
    draw = feature(rules, "picture")
    return None if draw is None else Drawing(draw(position))


@picture.register
def _(rules: HeapGame, position: Any) -> Drawing | None:
    return sticks(rules.canonical(position)[::-1]) if position else None


@picture.register
def _(rules: Cram, position: Any) -> Drawing:
    rows, columns = (1 + max((cell[i] for cell in position), default=0) for i in (0, 1))
    return cram_board(position, rows, columns)


@picture.register
def _(rules: Hackenbush, position: Any) -> Drawing:
    return hackenbush_picture(position)


@picture.register
def _(rules: Stones, position: Any) -> Drawing:
    return stone_board(position)


# --- Heaps --------------------------------------------------------------------------------------


def sticks(heaps: Sequence[int]) -> Drawing:
    """Draw heaps, each as a row of sticks.

    >>> "Heaps of 5, 3" in sticks((5, 3))
    True
    """
    height, step = 30, 12
    rows = "".join(
        f'<text x="0" y="{row * height + 20}">{heap}</text>'
        f'<path class="nt-stick" d="M{33 - step} {row * height + 7}{f"m{step} 0v16m0-16" * heap}"/>'
        for row, heap in enumerate(heaps)
    )
    name = f"Heaps of {', '.join(map(str, heaps))}"
    return scroll(svg(36 + step * max(*heaps, 1), height * len(heaps), name, "", rows), name)


# --- Cram ---------------------------------------------------------------------------------------

_CELL = 30


def cram_board(
    position: CramPosition, rows: int, columns: int, dominoes: Sequence[Domino] = ()
) -> Drawing:
    """Draw a Cram board, with dominoes numbered in the order in which they were placed.

    The first player's dominoes are filled, and the second player's are outlined. Cells that are
    neither free nor covered by a domino are blocked.
    """
    board = Cram.rectangle(rows, columns)
    width, height = columns * _CELL, rows * _CELL
    blocked = "".join(
        f"M{column * _CELL + 1} {row * _CELL + 1}h{_CELL}v{_CELL}h-{_CELL}z"
        for row, column in sorted(board.difference(position, *dominoes))
    )
    lines = "".join(f"M{column * _CELL + 1} 1v{height}" for column in range(columns + 1))
    lines += "".join(f"M1 {row * _CELL + 1}h{width}" for row in range(rows + 1))
    inner = (
        f'<rect class="nt-free" x="1" y="1" width="{width}" height="{height}"/>'
        f'<path class="nt-blocked" d="{blocked}"/><path class="nt-edge" d="{lines}"/>'
    )
    for number, domino in enumerate(dominoes, 1):
        (top, left), (bottom, right) = sorted(domino)
        player = "first" if number % 2 else "second"
        x, y = left * _CELL + 4, top * _CELL + 4
        wide, high = (right - left + 1) * _CELL - 6, (bottom - top + 1) * _CELL - 6
        inner += (
            f'<rect class="nt-domino nt-{player}" x="{x}" y="{y}" width="{wide}" '
            f'height="{high}" rx="6"/><text class="nt-{player}" x="{x + wide / 2:g}" '
            f'y="{y + high / 2 + 5:g}" text-anchor="middle">{number}</text>'
        )
    title = f"A {rows} × {columns} board with {len(position)} free cells"
    sentences = [
        f"{number} covers {domino_name(domino)}." for number, domino in enumerate(dominoes, 1)
    ]
    if not sentences and position != board:
        cells = f"The rows are {Cram().show(position)}, with dots for free cells."
        sentences = [cells if position else "No cell is free."]
    return scroll(svg(width + 2, height + 2, title, " ".join(sentences), inner), title)


def domino_name(domino: Iterable[Cell]) -> str:
    """Describe the cells that a domino covers, with rows and columns numbered from 1."""
    (top, left), (bottom, right) = sorted(domino)
    if top == bottom:
        return f"row {top + 1}, columns {left + 1} and {right + 1}"
    return f"rows {top + 1} and {bottom + 1}, column {left + 1}"


# --- Northcott's game ----------------------------------------------------------------------------


@picture.register
def northcott_board(rules: Northcott, position: Rows) -> Drawing:
    """Draw the board, with the squares numbered from 0 and the size of each gap next to its row.

    The tokens of the player to move are on the left and point to the right.
    """
    side, width = 32, 32 * rules.width
    lines = f"h{width}v{side}h-{width}z" + f"m{side} 0v{side}m0-{side}" * (rules.width - 1)
    parts = [
        f'<text x="{(square + 0.5) * side:g}" y="16" text-anchor="middle">{square}</text>'
        for square in range(rules.width)
    ]
    for row, (left, right) in enumerate(position):
        top = 24 + row * (side + 6)
        middle = top + side // 2
        parts.append(f'<path class="nt-edge" d="M0 {top}{lines}"/>')
        for square, kind, sign in ((left, "P", "▸"), (right, "N", "◂")):
            x = (square + 0.5) * side
            parts.append(
                f'<circle class="nt-node nt-{kind}" cx="{x:g}" cy="{middle}" r="12"/>'
                f'<text class="nt-{kind}" x="{x:g}" y="{middle + 5}" '
                f'text-anchor="middle">{sign}</text>'
            )
        parts.append(f'<text x="{width + 10}" y="{middle + 5}">gap {right - left - 1}</text>')
    title = f"Northcott's game: {rules.show(position)}"
    description = " ".join(
        f"Row {i}: tokens on {left} and {right}, gap {right - left - 1}."
        for i, (left, right) in enumerate(position, 1)
    )
    inner = f'<g transform="translate(1 0)">{"".join(parts)}</g>'
    return scroll(
        svg(width + 64, 26 + len(position) * (side + 6), title, description, inner), title
    )


# --- Stones -------------------------------------------------------------------------------------

_STEP, _LEFT, _TOP = 28, 34, 16


def stone_board(
    position: StonesPosition, side: int | None = None, rectangle: Move | None = None
) -> Drawing:
    """Draw stones on a board, with (1, 1) at the bottom left and the dead axes as dashed lines.

    `side` is the largest coordinate; by default, it is taken from the position. If `rectangle` is
    given, it is a move, represented by a stone and the far corner, and is drawn on top: + marks
    stones that appear, and − marks stones that are removed. Dead stones on the axes are not marked.
    """
    side = side or max((place for stone in position for place in stone), default=1)
    low, right = _TOP + side * _STEP, _LEFT + side * _STEP

    def place(spot: Stone) -> tuple[int, int]:
        return _LEFT + spot[0] * _STEP, low - spot[1] * _STEP

    def discs(spots: StonesPosition, kind: str) -> list[str]:
        circle = f'<circle class="{kind}" cx="{{}}" cy="{{}}" r="11"/>'
        return [circle.format(*place(spot)) for spot in sorted(spots)]

    def signs(spots: StonesPosition, kind: str, sign: str) -> list[str]:
        text = f'<text class="{kind}" x="{{}}" y="{{}}" dy="5" text-anchor="middle">{sign}</text>'
        return [text.format(*place(spot)) for spot in sorted(spots)]

    places = range(1, side + 1)
    lines = "".join(f"M{_LEFT + x * _STEP} {_TOP}V{low - _STEP}" for x in places)
    lines += "".join(f"M{_LEFT + _STEP} {low - y * _STEP}H{right}" for y in places)
    parts = [
        f'<path class="nt-line" d="{lines}"/>',
        f'<path class="nt-dead" d="M{_LEFT} {_TOP}V{low}H{right}"/>',
        *(
            f'<text class="nt-small" x="{_LEFT + x * _STEP}" y="{low + 22}" '
            f'text-anchor="middle">{x}</text>'
            for x in range(side + 1)
        ),
        *(
            f'<text class="nt-small" x="{_LEFT - 14}" y="{low - y * _STEP}" dy="4" '
            f'text-anchor="end">{y}</text>'
            for y in range(side + 1)
        ),
    ]
    title = f"Stones at {Stones().show(position)}" if position else "An empty board"
    description, stones = "", discs(position, "nt-stone")
    if rectangle:
        (x, top), (far, bottom) = map(place, rectangle)
        parts.append(f'<path class="nt-rectangle" d="M{far} {bottom}H{x}V{top}H{far}Z"/>')
        after = Stones().after(position, *rectangle)
        added, removed = after - position, position - after
        labels = {"stones appear at": added, "stones are removed at": removed}
        changes = [f"{words} {Stones().show(spots)}" for words, spots in labels.items() if spots]
        description = f"The move changes a rectangle: {'; '.join(changes)}."
        stones += discs(added, "nt-comes") + signs(added, "nt-come", "+")
        stones += signs(removed, "nt-gone", "−")
    drawn = svg(right + 18, low + 28, title, description, "".join(parts + stones))
    return wrap(drawn, "nt-board")  # this class lets the drawing shrink to fit
