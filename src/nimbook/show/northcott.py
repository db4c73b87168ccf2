"""Boards of Northcott's game."""

from __future__ import annotations

from nimbook.show._base import Drawing, scroll, svg
from nimtwist.games.northcott import Northcott, Rows

__all__ = ["northcott_board"]

_SIDE = 32


def northcott_board(rules: Northcott, position: Rows) -> Drawing:
    """Return the board: squares in rows, numbered from 0, and the gap beside each row.

    The tokens of the player to move, on the left, are discs that point to the right.
    """
    numbers = "".join(
        f'<text x="{(square + 0.5) * _SIDE:g}" y="16" text-anchor="middle">{square}</text>'
        for square in range(rules.width)
    )
    rows = "".join(
        _row(rules.width, 24 + row * (_SIDE + 6), *tokens) for row, tokens in enumerate(position)
    )
    title = f"Northcott's game: {rules.show(position)}"
    about = [
        f"Row {i}: tokens on {left} and {right}, gap {right - left - 1}."
        for i, (left, right) in enumerate(position, 1)
    ]
    width, height = rules.width * _SIDE + 64, 26 + len(position) * (_SIDE + 6)
    inner = f'<g transform="translate(1 0)">{numbers}{rows}</g>'
    return scroll(svg(width, height, title, " ".join(about), inner), title)


def _row(width: int, top: float, left: int, right: int) -> str:
    lines = f"h{width * _SIDE}v{_SIDE}h-{width * _SIDE}z" + f"m{_SIDE} 0v{_SIDE}m0-{_SIDE}" * (
        width - 1
    )
    middle = top + _SIDE / 2
    tokens = "".join(
        f'<circle class="nt-node nt-{kind}" cx="{x:g}" cy="{middle:g}" r="12"/>'
        f'<text class="nt-{kind}" x="{x:g}" y="{middle + 5:g}" text-anchor="middle">{sign}</text>'
        for x, kind, sign in (((left + 0.5) * _SIDE, "P", "▸"), ((right + 0.5) * _SIDE, "N", "◂"))
    )
    gap = f'<text x="{width * _SIDE + 10}" y="{middle + 5:g}">gap {right - left - 1}</text>'
    return f'<path class="nt-edge" d="M0 {top:g}{lines}"/>{tokens}{gap}'
