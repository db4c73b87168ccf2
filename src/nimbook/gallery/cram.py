"""Cram drawn: boards with their dominoes, games against symmetric replies, any board's regions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from nimbook.claims.gallery import symmetric_reply
from nimbook.match import oracle
from nimbook.show._base import MOST_ROWS, Drawing, scroll, svg, wrap
from nimbook.show.grids import outcome_tag, panels, table
from nimtwist.games.cram import (
    Cell,
    Cram,
    CramPosition,
    CramSolver,
    free_regions,
)

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
    about = [f"{number} covers {_named(domino)}." for number, domino in enumerate(dominoes, 1)]
    if not about and position != board:
        shown = f"The rows are {Cram().show(position)}, a dot for a free cell."
        about = [shown if position else "No cell is free."]
    return scroll(svg(width + 2, height + 2, title, " ".join(about), inner), title)


def _named(domino: Iterable[Cell]) -> str:
    (top, left), (bottom, right) = sorted(domino)
    if top == bottom:
        return f"row {top + 1}, columns {left + 1} and {right + 1}"
    return f"rows {top + 1} and {bottom + 1}, column {left + 1}"


def _played(position: CramPosition, option: CramPosition) -> Domino:
    one, other = sorted(position - option)
    return one, other


# --- Games against symmetric replies -------------------------------------------------------------

_PLACES: Mapping[str, Callable[[int], int]] = {
    "at the top": lambda options: 0,
    "in the middle": lambda options: options // 2,
    "at the bottom": lambda options: options - 1,
}


def _symmetric_dominoes(board: str, other_plays: str) -> list[Domino]:
    rows, columns = map(int, board.split("×"))
    position, dominoes = Cram.rectangle(rows, columns), list[Domino]()
    answers = rows % 2 != columns % 2
    while options := Cram().options(position):
        if answers:
            option = symmetric_reply(position, rows, columns)
        else:
            option = options[_PLACES[other_plays](len(options))]
        dominoes.append(_played(position, option))
        position, answers = option, not answers
    return dominoes


def symmetric_steps(board: str, other_plays: str) -> range:
    """Return the steps of the game that `symmetric_game` draws, from 0 on."""
    return range(len(_symmetric_dominoes(board, other_plays)) + 1)


def symmetric_game(board: str, other_plays: str, step: int) -> Drawing:
    """Return a board, as in "4 × 6", after some steps of a game against symmetric replies.

    On a board with two even sides the second player replies, otherwise the first player, who
    begins in the middle. The other player plays "at the top", "in the middle" or "at the bottom".
    """
    dominoes = _symmetric_dominoes(board, other_plays)
    rows, columns = map(int, board.split("×"))
    placed = dominoes[:step]
    position = Cram.rectangle(rows, columns).difference(*placed)
    answers = rows % 2 != columns % 2
    if not placed:
        said = "The first player begins in the middle." if answers else "The first player begins."
    elif step % 2 == answers:
        to = f"answers {step - 1}" if step > 1 else "in the middle"
        said = f"{step} {to}: turned upside down, the board looks the same."
    else:
        turned = [(rows - 1 - row, columns - 1 - column) for row, column in placed[-1]]
        said = (
            f"{step} covers {_named(placed[-1])}. The cells opposite, {_named(turned)}, are free."
        )
    if step == len(dominoes):
        said += " There is no move left: the player who answers has made the last one."
    return wrap(f"{cram_board(position, rows, columns, placed)}<p>{said}</p>", "")


# --- Boards of two rows --------------------------------------------------------------------------


def two_row_moves(columns: int) -> list[str]:
    """Return the moves on a board of 2 × `columns` by name, those in the lower row left out.

    >>> two_row_moves(2)
    ['column 1', 'columns 1 and 2', 'column 2']
    """
    names = [(f"column {c}", f"columns {c} and {c + 1}") for c in range(1, columns + 1)]
    return [name for pair in names for name in pair][:-1]


def two_rows(columns: int, move: str) -> Drawing:
    """Return a board of 2 × `columns` after a move, with what it is worth.

    An upright domino leaves two boards of two rows. One that lies in the upper row is answered by
    one below it, which leaves two such boards, too. (nimber.cram)
    """
    left, lies = divmod(two_row_moves(columns).index(move), 2)
    right = columns - left - 1 - lies
    solver, board = CramSolver(), Cram.rectangle(2, columns)

    def worth(sides: int) -> int:
        return solver.grundy(Cram.rectangle(2, sides)) if sides else 0

    placed = [((0, left), (lies ^ 1, left + lies))]
    value = solver.grundy(board.difference(*placed))
    split = f"2 × {left} and 2 × {right}, worth {worth(left)} ⊕ {worth(right)}"
    if lies:
        placed.append(((1, left), (1, left + 1)))
        answered = solver.grundy(board.difference(*placed))
        said = (
            f"1 leaves the value {value}. The answer 2, below it, leaves {split} = {answered}: "
            f"so 1 cannot leave the value {answered}."
        )
    else:
        said = f"1 leaves {split} = {value}."
    said += f" The empty board of 2 × {columns} has the value {worth(columns)}."
    picture = cram_board(board.difference(*placed), 2, columns, placed)
    return wrap(f"{picture}<p>{said}</p>", "")


# --- Any board ------------------------------------------------------------------------------------


def cram_analysis(board: str) -> Drawing:
    """Return a board as a reader types it, with its regions, their values, and the winning moves.

    Raises:
        ValueError: if `board` is not as for `Cram.read`, has more than 64 rows or columns, or takes
            too long to solve.
    """
    position = Cram().read(board)
    rows, columns = (1 + max((cell[i] for cell in position), default=0) for i in (0, 1))
    if max(rows, columns) > MOST_ROWS:
        raise ValueError(
            f"a board of {rows} × {columns} is too large to draw: at most {MOST_ROWS} × {MOST_ROWS}"
        )
    picture = cram_board(position, rows, columns)
    solver = oracle(Cram(), position)
    assert isinstance(solver, CramSolver)
    regions = free_regions(position)
    apart = [[_text_of(region), len(region), solver.grundy(region)] for region in regions]
    moves = [_named(_played(position, option)) for option in solver.winning_options(position)]
    wins = f"to win, cover {'; or '.join(moves[:3])}" if moves else "no move wins"
    more = f"; or {len(moves) - 3} more" if len(moves) > 3 else ""
    said = (
        f"This is {outcome_tag(solver.outcome(position))}, with the value "
        f"{solver.grundy(position)}: {wins}{more}."
    )
    values = table(["region", "cells", "value"], apart, "Its regions, whose nim-sum is the value")
    return wrap(f"<p>{said}</p>{panels(picture, *([values] if apart else []))}", "")


def _text_of(region: CramPosition) -> str:
    top, left = (min(cell[i] for cell in region) for i in (0, 1))
    return Cram().show(frozenset((row - top, column - left) for row, column in region))


def cram_game(rows: int, columns: int) -> tuple[Cram, CramPosition]:
    """Return Cram and the empty board with these numbers of rows and columns, to be played.

    >>> rules, position = cram_game(2, 3)
    >>> rules.show(position)
    '.../...'
    """
    return Cram(), Cram.rectangle(rows, columns)


def cram_sides(position: CramPosition) -> dict[str, int]:
    """Return the numbers of rows and columns of an empty board.

    Raises:
        ValueError: if the board is not an empty rectangle.

    >>> cram_sides(Cram.rectangle(2, 3))
    {'rows': 2, 'columns': 3}
    """
    rows, columns = (1 + max((cell[axis] for cell in position), default=0) for axis in (0, 1))
    if position != Cram.rectangle(rows, columns):
        raise ValueError(f"{Cram().show(position)} is not an empty board")
    return {"rows": rows, "columns": columns}
