"""Heaps as sticks or tallies, and numbers as binary digits in columns."""

from __future__ import annotations

from collections.abc import Sequence

from nimbook.show._base import Drawing, scroll, svg
from nimbook.show.grids import table
from nimtwist.games.nim import nim_sum

__all__ = ["binary_columns", "sticks", "tallies"]


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


def tallies(heaps: Sequence[int], modulus: int) -> Drawing:
    """Return heaps as tallies: the modulus as often as it fits, struck out, then the remainder.

    >>> "8 leaves 3; 7 leaves 2" in tallies((7, 8), 5)
    True
    """
    ordered, step, height = sorted(heaps, reverse=True), 9, 32
    left = 12 + 9 * max(len(str(heap)) for heap in ordered)
    rows, right = [], left
    for row, heap in enumerate(ordered):
        turns, rest = divmod(heap, modulus)
        parts, x = [], left
        for _ in range(turns):
            strokes = f"M{x - step} 7" + f"m{step} 0v18m0-18" * modulus
            parts.append(
                f'<path class="nt-edge" d="{strokes}M{x - 5} 16h{(modulus - 1) * step + 10}"/>'
            )
            x += modulus * step + 8
        parts.append(f'<path class="nt-stick" d="M{x - 12} 9{"m12 0v14m0-14" * rest}"/>')
        x += 12 * rest + 4
        parts.append(f'<text x="{x}" y="21">≡ {rest}</text>')
        text = f'<text x="{left - 12}" y="21" text-anchor="end">{heap}</text>'
        rows.append(f'<g transform="translate(0 {row * height})">{text}{"".join(parts)}</g>')
        right = max(right, x + 22 + 9 * len(str(rest)))
    title = f"Heaps of {', '.join(map(str, ordered))} modulo {modulus}"
    about = "; ".join(f"{heap} leaves {heap % modulus}" for heap in ordered)
    return scroll(svg(right, height * len(ordered), title, about, "".join(rows)), title)
