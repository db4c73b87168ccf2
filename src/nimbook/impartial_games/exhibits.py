"""Nim drawn: heaps of sticks, binary digits in columns, the table of its values."""

from __future__ import annotations

from collections import Counter

from nimbook.draw._base import MOST_ROWS, Drawing, scroll, svg, wrap
from nimbook.draw.tables import grid, outcome_tag, panels, table
from nimtwist._checks import quoted, whole
from nimtwist.game import Solver
from nimtwist.games._heaps import check_heaps
from nimtwist.games.nim import Nim, nim_sum

__all__ = ["binary_columns", "heaps", "mex_table", "nim_position"]

_MOST_STICKS = 500


def binary_columns(numbers: tuple[int, ...]) -> Drawing:
    """Return numbers in binary, one below the other, and their nim-sum under the line.

    Raises:
        ValueError: if `numbers` is not a tuple of whole numbers.
    """
    total = nim_sum(check_heaps(numbers))
    places = range(max((*numbers, 1)).bit_length() - 1, -1, -1)

    def digits(number: int) -> list[object]:
        return [number, *(number >> place & 1 for place in places)]

    named = Drawing(f"nim-sum&nbsp;{total}")
    return table(
        ["heap", *(str(1 << place) for place in places)],
        [*map(digits, numbers), [named, *digits(total)[1:]]],
        f"The nim-sum of {', '.join(map(str, numbers))} is {total}",
    )


def mex_table(size: int, step: int) -> Drawing:
    """Return the table of Nim's values for two heaps below `size`, filled as far as `step` cells.

    The cell being filled is marked, and so are the cells of its options, whose mex it is.

    Raises:
        ValueError: if `size` is not a whole number from 1 to 64, or `step` none from 1 to its
            square.
    """
    size = whole(size, "the size of a table", 1, MOST_ROWS)
    step = whole(step, "the step", 1, size * size)
    solver, (row, column) = Solver(Nim()), divmod(step - 1, size)
    values = [
        [solver.grundy((i, j)) if i * size + j < step else None for j in range(size)]
        for i in range(size)
    ]
    options = [*((i, column) for i in range(row)), *((row, j) for j in range(column))]
    marks = {option: "seen" for option in options} | {(row, column): "now"}
    seen = sorted({solver.grundy(option) for option in Nim().options((row, column))})
    sentence = f"({row}, {column}): mex {{{', '.join(map(str, seen))}}} = {values[row][column]}"
    return grid(values, sentence, marks=marks, rows_are="first heap", columns_are="second heap")


def nim_position(position: tuple[int, ...], solver: Solver[tuple[int, ...]]) -> Drawing:
    """Return a position of Nim: its sticks, its nim-sum, its outcome and the winning moves.

    Outcome and moves are the solver's, from the game itself; the nim-sum stands beside them.

    Raises:
        ValueError: if `position` is not as for `heaps`, or `solver` is not a solver of Nim.
    """
    if not isinstance(solver, Solver) or not isinstance(solver.rules, Nim):
        raise ValueError(f"a position of Nim needs a solver of Nim, not {quoted(solver)}")
    sticks = heaps(position)
    wins = [
        f"{sum(position) - sum(option)} from the heap of {heap}"
        for option in solver.winning_options(position)
        for heap in Counter(filter(None, position)) - Counter(option)
    ]
    winning = f"to win, take {' or '.join(wins)}" if wins else "no move wins"
    sentence = f"{Nim().show(position)} is {outcome_tag(solver.outcome(position))}: {winning}."
    return wrap(f"<p>{sentence}</p>{panels(sticks, binary_columns(position))}", "")


def heaps(piles: tuple[int, ...]) -> Drawing:
    """Return heaps as rows of sticks.

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers, or has more than 500 sticks.
    """
    if sum(check_heaps(piles)) > _MOST_STICKS:
        raise ValueError(f"{quoted(piles)} are too many sticks to draw: at most {_MOST_STICKS}")
    height, step = 30, 12
    sticks = "".join(
        f'<text x="0" y="{row * height + 20}">{pile}</text>'
        f'<path class="nt-stick" d="M{33 - step} {row * height + 7}{f"m{step} 0v16m0-16" * pile}"/>'
        for row, pile in enumerate(piles)
    )
    name = f"Heaps of {', '.join(map(str, piles))}" if piles else "No heaps"
    width = 36 + step * max((*piles, 1))
    return scroll(svg(width, height * max(len(piles), 1), name, "", sticks), name)
