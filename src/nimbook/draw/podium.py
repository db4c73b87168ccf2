"""A podium with players on it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nimbook.draw._base import Drawing, listed, plain_text, scroll, svg
from nimbook.match import place_name
from nimtwist._checks import quoted

__all__ = ["podium_picture"]


def podium_picture(names: Sequence[str]) -> Drawing:
    """Return a podium with players on it; `names` begins with the first place.

    Raises:
        ValueError: if `names` is not a sequence of text, or empty.
    """
    places = [plain_text(name, "a name") for name in listed(names, "the names on a podium")]
    if not places:
        raise ValueError(f"a podium needs at least one name, not {quoted(names)}")
    wide = 30 + 9 * max(map(len, places))
    # The second stands to the left of the first.
    order = [1, 0, *range(2, len(places))] if len(places) > 1 else [0]
    parts = []
    for x, place in enumerate(order):
        high = max(22, 76 - 18 * place)
        left, top = 2 + x * wide, 104 - high
        parts.append(
            f'<rect class="nt-node" x="{left}" y="{top}" width="{wide}" height="{high}"/>'
            f'<text x="{left + wide / 2:g}" y="{top - 6}" text-anchor="middle">'
            f"{escape(places[place])}</text>"
            f'<text x="{left + wide / 2:g}" y="{top + 17}" text-anchor="middle">'
            f"{place_name(place + 1)}</text>"
        )
    said = ", ".join(f"{place_name(place)} {name}" for place, name in enumerate(places, 1))
    title = f"The podium: {said}"
    return scroll(svg(4 + wide * len(places), 106, title, "", "".join(parts)), title)
