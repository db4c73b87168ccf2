"""Northcott's game drawn: the board, and what Nim says about it."""

from __future__ import annotations

from nimbook.show._base import Drawing, scroll, svg, wrap
from nimbook.show.grids import outcome_tag, panels
from nimtwist.game import LoopySolver
from nimtwist.games.northcott import Northcott, Rows, gaps

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


def northcott_position(position: Rows, solver: LoopySolver[Rows]) -> Drawing:
    """Return the board, its gaps, its outcome and the fastest winning move, by the solver."""
    rules = _rules(solver)
    outcome, moves = solver.outcome(position), solver.remoteness(position)
    heaps = ", ".join(map(str, gaps(position)))
    end = f"played well it lasts {moves} {'move' if moves == 1 else 'moves'}"
    best = [
        f"to win, move from {old} to {new} in row {row}"
        for option in solver.winning_options(position)[:1]
        for row, ((old, _), (new, _)) in enumerate(
            zip(position, rules.turned(option), strict=True), 1
        )
        if old != new
    ]
    sentence = f"The gaps {heaps}: {outcome_tag(outcome)}; {best[0] if best else 'no move wins'}"
    return wrap(f"<p>{sentence}; {end}.</p>{northcott_board(rules, position)}", "")


def northcott_retreat(position: Rows, row: int, squares: int, solver: LoopySolver[Rows]) -> Drawing:
    """Return three boards: a position, the other player's retreat in a row, and the answer.

    The position is one that the player on the left has just left, and rows are counted from 1.
    The outcomes are the solver's.
    """
    rules, (left, right) = _rules(solver), position[row - 1]
    gap = right - left - 1

    def with_row(left: int, right: int) -> Rows:
        return (*position[: row - 1], (left, right), *position[row:])

    retreat, answer = with_row(left, right + squares), with_row(left + squares, right + squares)
    before, after = (outcome_tag(solver.outcome(rules.turned(at))) for at in (position, answer))
    steps = {
        f"You leave this, {before}.": position,
        f"The gap of {gap} grows to {gap + squares}.": retreat,
        f"You follow: {after} again.": answer,
    }
    return panels(
        *(wrap(f"<p>{said}</p>{northcott_board(rules, at)}", "") for said, at in steps.items())
    )


def _rules(solver: LoopySolver[Rows]) -> Northcott:
    assert isinstance(solver.rules, Northcott)
    return solver.rules
