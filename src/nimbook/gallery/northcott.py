"""Northcott's game drawn: the board, and what Nim says of it."""

from __future__ import annotations

from nimbook.draw._base import MOST_ROWS, Drawing, scroll, svg, wrap
from nimbook.draw.tables import outcome_tag, panels
from nimtwist._checks import quoted, whole
from nimtwist.game import LoopySolver
from nimtwist.games.northcott import Northcott, Rows, gaps

__all__ = ["northcott_board", "northcott_position", "northcott_retreat"]

_SIDE = 32


def northcott_board(rules: Northcott, position: Rows) -> Drawing:
    """Return the board: squares in rows, numbered from 0, and the gap beside each row.

    The tokens of the player to move, on the left, are discs that point to the right.

    Raises:
        ValueError: if `rules` is no `Northcott`, it refuses the position, or the board has more
            than 64 rows or squares in a row.
    """
    if not isinstance(rules, Northcott):
        raise ValueError(f"the rules are a Northcott, not {quoted(rules)}")
    whole(rules.width, "the width of a board to draw", 2, MOST_ROWS)
    shown = rules.show(position)
    whole(len(position), "the number of rows to draw", 0, MOST_ROWS)
    numbers = "".join(
        f'<text x="{(square + 0.5) * _SIDE:g}" y="16" text-anchor="middle">{square}</text>'
        for square in range(rules.width)
    )
    rows = "".join(
        _row(rules.width, 24 + row * (_SIDE + 6), *tokens) for row, tokens in enumerate(position)
    )
    title = f"Northcott's game: {shown or 'no rows'}"
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
    tokens = "".join(
        f'<circle class="nt-node nt-{kind}" cx="{(square + 0.5) * _SIDE:g}" '
        f'cy="{top + _SIDE / 2:g}" r="12"/><text class="nt-{kind}" '
        f'x="{(square + 0.5) * _SIDE:g}" y="{top + _SIDE / 2 + 5:g}" text-anchor="middle">'
        f"{sign}</text>"
        for square, kind, sign in ((left, "P", "▸"), (right, "N", "◂"))
    )
    gap = (
        f'<text x="{width * _SIDE + 10}" y="{top + _SIDE / 2 + 5:g}">gap {right - left - 1}</text>'
    )
    return f'<path class="nt-edge" d="M0 {top:g}{lines}"/>{tokens}{gap}'


def northcott_position(position: Rows, solver: LoopySolver[Rows]) -> Drawing:
    """Return the board, the nim-sum of the gaps, the outcome and the fastest winning move.

    Outcome and move are the solver's, from the game itself; the nim-sum stands beside them.

    Raises:
        ValueError: if `solver` is no `LoopySolver` of Northcott's game, or as for the board.
    """
    rules = _rules(solver)
    board = northcott_board(rules, position)
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
    return wrap(f"<p>{sentence}; {end}.</p>{board}", "")


def northcott_retreat(position: Rows, row: int, squares: int, solver: LoopySolver[Rows]) -> Drawing:
    """Return three boards: a position, the other player's retreat in a row, and what follows it.

    The position is one that the player on the left has just left, and rows are counted from 1.
    The outcomes are the solver's.

    Raises:
        ValueError: if there is no such row or so long a retreat in it, or as for
            `northcott_position`.
    """
    rules = _rules(solver)
    shown = rules.show(position)
    i = whole(row, "the row of a retreat", 1) - 1
    by = whole(squares, "the squares of a retreat", 1)
    if i >= len(position) or position[i][1] + by >= rules.width:
        raise ValueError(
            f"in {quoted(shown)} no token can go back by {by} in row {row}: not with "
            f"{quoted(position)}"
        )
    left, right = position[i]

    def with_row(*tokens: int) -> Rows:
        return (*position[:i], (tokens[0], tokens[1]), *position[i + 1 :])

    retreat, answer = with_row(left, right + by), with_row(left + by, right + by)
    before, after = (
        outcome_tag(solver.outcome(rules.turned(place))) for place in (position, answer)
    )
    steps = (
        (f"You leave this, {before}.", position),
        (f"The gap of {right - left - 1} grows to {right - left - 1 + by}.", retreat),
        (f"You follow: {after} again.", answer),
    )
    return panels(*(wrap(f"<p>{said}</p>{northcott_board(rules, at)}", "") for said, at in steps))


def _rules(solver: object) -> Northcott:
    if not isinstance(solver, LoopySolver) or not isinstance(solver.rules, Northcott):
        raise ValueError(
            f"a position needs a LoopySolver of Northcott's game, not {quoted(solver)}"
        )
    return solver.rules
