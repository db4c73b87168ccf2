"""Heaps as sticks, and numbers as binary digits in columns."""

from __future__ import annotations

from collections.abc import Sequence

from nimbook.show._base import Drawing, scroll, svg
from nimbook.show.grids import table
from nimtwist.games.nim import nim_sum

__all__ = ["binary_columns", "sticks"]


def binary_columns(numbers: Sequence[int]) -> Drawing:
    """Return numbers in binary, one below the other, and their nim-sum in the last line.

    >>> "nim-sum of 9, 3 is 10" in binary_columns((9, 3))
    True
    """
    total = nim_sum(numbers)
    places = range(max(*numbers, 1).bit_length() - 1, -1, -1)

    def digits(number: int) -> list[int]:
        return [number >> place & 1 for place in places]

    return table(
        ["heap", *(str(1 << place) for place in places)],
        [
            *([number, *digits(number)] for number in numbers),
            [Drawing(f"nim-sum&nbsp;{total}"), *digits(total)],
        ],
        f"The nim-sum of {', '.join(map(str, numbers))} is {total}",
    )


def sticks(heaps: Sequence[int]) -> Drawing:
    """Return heaps as rows of sticks.

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
