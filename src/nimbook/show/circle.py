"""Drawings of the nonzero elements of a field on a circle, where multiplication adds angles."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nimbook.show._base import Drawing, scroll, svg

__all__ = ["circle_of_powers"]

_MIDDLE, _RADIUS = (190, 165), 118


def circle_of_powers(
    powers: Sequence[int],
    couples: Sequence[tuple[int, int]],
    title: str,
    outside: int | None = None,
    relation: str = "Paired",
) -> Drawing:
    """Draw the powers of a generator on a circle, with chords between pairs of elements.

    Args:
        powers: the elements in the order of their exponents, drawn counterclockwise from the right.
        couples: the pairs of elements that chords join.
        title: the title of the drawing.
        outside: an element that is not a power, drawn outside the circle next to the first element.
        relation: how the elements of a pair are related; the description begins with this text.
    """
    count = len(powers)

    def place(exponent: int, far: float = _RADIUS) -> tuple[str, str]:
        angle = 2 * math.pi * exponent / count
        x, y = _MIDDLE[0] + far * math.cos(angle), _MIDDLE[1] - far * math.sin(angle)
        return f"{x:.1f}", f"{y:.1f}"

    spots = {n: place(exponent) for exponent, n in enumerate(powers)}
    if outside is not None:
        spots[outside] = place(0, _RADIUS + 48)
    chords = "".join(
        f'<line class="nt-chord" x1="{spots[n][0]}" y1="{spots[n][1]}" x2="{spots[m][0]}" '
        f'y2="{spots[m][1]}"/>'
        for n, m in couples
    )
    nodes = "".join(
        f'<circle class="nt-node" cx="{x}" cy="{y}" r="13"/>'
        f'<text x="{x}" y="{y}" dy="5" text-anchor="middle">{n}</text>'
        for n, (x, y) in sorted(spots.items())
    )
    exponents = "".join(
        f'<text class="nt-small" x="{x}" y="{y}" dy="4" text-anchor="middle">{exponent}</text>'
        for exponent in range(0 if outside is None else 1, count)
        for x, y in [place(exponent, _RADIUS + 26)]
    )
    ring = f'<circle class="nt-edge" cx="{_MIDDLE[0]}" cy="{_MIDDLE[1]}" r="{_RADIUS}"/>'
    paired = ", ".join(f"{n} and {m}" for n, m in couples)
    return scroll(
        svg(380, 330, title, f"{relation} are {paired}.", ring + chords + nodes + exponents),
        title,
    )
