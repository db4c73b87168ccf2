"""Drawings of players around a table and on a podium."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from nimbook.show._base import Drawing, scroll, svg

__all__ = ["place_name", "podium_picture", "table_picture"]


def place_name(place: int) -> str:
    """Return a place on the podium as an ordinal, such as "1st" or "2nd".

    >>> [place_name(place) for place in (1, 2, 3, 11, 22)]
    ['1st', '2nd', '3rd', '11th', '22nd']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def podium_picture(names: Sequence[str]) -> Drawing:
    """Draw players on a podium, given their names from first place to last."""
    wide = 30 + 9 * max(map(len, names))
    # List the places from left to right: second place stands to the left of first place.
    order = [1, 0, *range(2, len(names))] if len(names) > 1 else [0]
    parts = []
    for x, place in enumerate(order):
        high = max(22, 76 - 18 * place)
        left, top = 2 + x * wide, 104 - high
        parts.append(
            f'<rect class="nt-node" x="{left}" y="{top}" width="{wide}" height="{high}"/>'
            f'<text x="{left + wide / 2:g}" y="{top - 6}" text-anchor="middle">'
            f"{escape(names[place])}</text>"
            f'<text x="{left + wide / 2:g}" y="{top + 17}" text-anchor="middle">'
            f"{place_name(place + 1)}</text>"
        )
    places = ", ".join(f"{place_name(place)} {name}" for place, name in enumerate(names, 1))
    title = f"The podium: {places}"
    return scroll(svg(4 + wide * len(names), 106, title, "", "".join(parts)), title)


def table_picture(names: Sequence[str], turn: int) -> Drawing:
    """Draw players around a table, clockwise in the order of play; the first sits at the front.

    `turn` is the index of the player to move.
    """
    wide = 26 + 9 * max(map(len, names))
    far, (middle, high) = 74 + wide / 2, (80 + wide, 84)
    parts = [
        f'<ellipse class="nt-table" cx="{middle:g}" cy="{high}" rx="{far - 8:g}" ry="50"/>',
        f'<text class="nt-round" x="{middle:g}" y="{high + 8}" text-anchor="middle">↻</text>',
    ]
    for seat, name in enumerate(names):
        angle = math.pi / 2 + 2 * math.pi * seat / len(names)
        x, y = middle + far * math.cos(angle), high + 62 * math.sin(angle)
        kind, text = ("nt-seat nt-now", f"▸ {name}") if seat == turn else ("nt-seat", name)
        parts.append(
            f'<rect class="{kind}" x="{x - wide / 2:.1f}" y="{y - 15:.1f}" width="{wide}" '
            f'height="30" rx="15"/><text class="{kind}" x="{x:.1f}" y="{y + 5:.1f}" '
            f'text-anchor="middle">{escape(text)}</text>'
        )
    title = f"The order of play: {', '.join(names)}. The next to move: {names[turn]}"
    return scroll(svg(2 * middle, 168, title, "", "".join(parts)), title)
