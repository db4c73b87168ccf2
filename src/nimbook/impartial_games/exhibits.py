"""Nim drawn: heaps of sticks, binary digits in columns, the table of its values."""

from __future__ import annotations

from collections import Counter

from nimbook.show._base import Drawing, scroll, svg, wrap
from nimbook.show.answers import Answers, Formula, answers, square
from nimbook.show.grids import cell_table, outcome_tag, panels, table
from nimtwist.game import Solver
from nimtwist.games.nim import Nim, nim_sum


def binary_columns(numbers: tuple[int, ...]) -> Drawing:
    """Return numbers in binary, one below the other, and their nim-sum under the line."""
    total = nim_sum(numbers)
    places = range(max(*numbers, 1).bit_length() - 1, -1, -1)

    def digits(number: int) -> list[object]:
        return [number >> place & 1 for place in places]

    return table(
        ["heap", *(str(1 << place) for place in places)],
        [
            *([number, *digits(number)] for number in numbers),
            [Drawing(f"nim-sum&nbsp;{total}"), *digits(total)],
        ],
        f"The nim-sum of {', '.join(map(str, numbers))} is {total}",
    )


def mex_table(size: int, step: int) -> Drawing:
    """Return the table of Nim's values for two heaps below `size`, its first `step` cells filled.

    The last of these is marked, and so are the cells of its options, whose mex it is.
    """
    solver, (row, column) = Solver(Nim()), divmod(step - 1, size)
    values = [
        [solver.grundy((i, j)) if i * size + j < step else None for j in range(size)]
        for i in range(size)
    ]
    options = [*((i, column) for i in range(row)), *((row, j) for j in range(column))]
    marks = dict.fromkeys(options, "seen") | {(row, column): "now"}
    seen = sorted({solver.grundy(option) for option in options})
    sentence = f"({row}, {column}): mex {{{', '.join(map(str, seen))}}} = {values[row][column]}"
    return cell_table(
        values,
        sentence,
        marks=marks,
        rows_are="first heap",
        columns_are="second heap",
        answers=sum_answers(size, step),
    )


def sum_answers(size: int, step: int | None = None, called: str = "") -> Answers:
    """Return what the first `step` cells of the table of Nim's values answer, or all of them."""
    cells = square(size)[:step]
    return answers(
        "mex",
        Nim(),
        {cell: Nim().canonical(cell) for cell in cells},
        Solver(Nim()).grundy,
        name="nim",
        called=called,
        formula=Formula(
            "{row} ⊕ {column} = {}", {cell: nim_sum(cell) for cell in cells}, "Bouton", "thm-bouton"
        ),
    )


def nim_position(position: tuple[int, ...], solver: Solver[tuple[int, ...]]) -> Drawing:
    """Return a position of Nim: its sticks, its nim-sum, its outcome and the winning moves.

    Outcome and moves are the solver's, from the game itself; the nim-sum stands beside them.
    """
    wins = [
        f"{sum(position) - sum(option)} from the heap of {heap}"
        for option in solver.winning_options(position)
        for heap in Counter(filter(None, position)) - Counter(option)
    ]
    winning = f"to win, take {' or '.join(wins)}" if wins else "no move wins"
    sentence = f"{Nim().show(position)} is {outcome_tag(solver.outcome(position))}: {winning}."
    return wrap(f"<p>{sentence}</p>{panels(_sticks(position), binary_columns(position))}", "")


def _sticks(heaps: tuple[int, ...]) -> Drawing:
    """Return heaps as rows of sticks."""
    height, step = 30, 12
    sticks = "".join(
        f'<text x="0" y="{row * height + 20}">{heap}</text>'
        f'<path class="nt-stick" d="M{33 - step} {row * height + 7}{f"m{step} 0v16m0-16" * heap}"/>'
        for row, heap in enumerate(heaps)
    )
    name = f"Heaps of {', '.join(map(str, heaps))}"
    return scroll(svg(36 + step * max(*heaps, 1), height * len(heaps), name, "", sticks), name)
