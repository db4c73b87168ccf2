"""Boards of Cram."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nimbook.show._base import Drawing, scroll, svg
from nimtwist.games.cram import Cell, Cram, CramPosition

__all__ = ["cram_board", "domino_name"]

_CELL = 30
Domino = tuple[Cell, Cell]


def cram_board(
    position: CramPosition, rows: int, columns: int, dominoes: Sequence[Domino] = ()
) -> Drawing:
    """Return a board: its free cells, and numbered dominoes in the order in which they were placed.

    The first player's dominoes are filled, the second's are outlined. Cells that are neither free
    nor under a domino are blocked.
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
    title = f"A board of {rows} × {columns} with {len(position)} free cells"
    about = [f"{number} covers {domino_name(domino)}." for number, domino in enumerate(dominoes, 1)]
    if not about and position != board:
        shown = f"The rows are {Cram().show(position)}, a dot for a free cell."
        about = [shown if position else "No cell is free."]
    return scroll(svg(width + 2, height + 2, title, " ".join(about), inner), title)


def domino_name(domino: Iterable[Cell]) -> str:
    """Return the cells under a domino in words, counted from 1."""
    (top, left), (bottom, right) = sorted(domino)
    if top == bottom:
        return f"row {top + 1}, columns {left + 1} and {right + 1}"
    return f"rows {top + 1} and {bottom + 1}, column {left + 1}"
