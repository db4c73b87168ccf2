"""Sphinx extension: a map of which claims rest on which.

````{claims-map}```` draws it from `_build/ledger.json`. Each chapter is a band. A claim stands to
the right of all that it rests on, so that lines lead from left to right; its name leads to its
entry in the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from book_ledger import anchor, chapters, read_claims
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimbook.ledger import anchor as named

WIDTH, HEIGHT, GAP, ROW = 116, 22, 22, 28
"""The size of a box, what is between two columns of them, and from one row to the next."""

# So many letters of a name fit into a box.
_FITS = 15

BAND = 30
"""What a band is higher than its rows: its title, and some air."""

MARGIN = 6

Entry = dict[str, Any]


class Place(NamedTuple):
    """Where a claim stands: the corner of its box."""

    x: int
    y: int


class Layout(NamedTuple):
    """Where everything stands: claims by id, the titles of bands by chapter, and the size."""

    places: dict[str, Place]
    bands: dict[str, int]
    width: int
    height: int


def layout(claims: Sequence[Entry], order: Sequence[str]) -> Layout:
    """Return where the claims stand: `order` are the chapters from top to bottom.

    >>> a, b, c = ({"id": i, "chapter": "one", "rests_on": on} for i, on in
    ...     [("a", []), ("b", ["a"]), ("c", ["a"])])
    >>> places = layout([a, b, c], ["one"]).places
    >>> places["a"].x < places["b"].x == places["c"].x, places["b"].y < places["c"].y
    (True, True)
    """
    rests_on = {claim["id"]: claim["rests_on"] for claim in claims}

    @cache
    def depth(id_: str) -> int:
        return 1 + max(map(depth, rests_on[id_]), default=-1)

    places, bands, y = {}, {}, 0
    for chapter in order:
        rows: Counter[int] = Counter()
        bands[chapter] = y
        for claim in claims:
            if claim["chapter"] == chapter:
                column = depth(claim["id"])
                x = MARGIN + column * (WIDTH + GAP)
                places[claim["id"]] = Place(x, y + BAND + rows[column] * ROW)
                rows[column] += 1
        y += BAND + max(rows.values(), default=0) * ROW + MARGIN
    width = max(place.x for place in places.values()) + WIDTH + MARGIN
    return Layout(places, bands, width, y)


def draw(claims: Sequence[Entry], titles: dict[str, str]) -> str:
    """Return the map as SVG; `titles` are those of the chapters, in their order."""
    drawn = layout(claims, list(titles))
    bands = "".join(
        f'<rect class="nt-band" x="0" y="{y}" width="{drawn.width}" '
        f'height="{next_ - y - MARGIN // 2}" rx="6"/>'
        f'<text class="nt-chapter" x="{MARGIN}" y="{y + 19}">{escape(titles[chapter])}</text>'
        for (chapter, y), next_ in zip(
            drawn.bands.items(), [*drawn.bands.values(), drawn.height][1:], strict=True
        )
    )
    return (
        f'<svg class="nt-map-of-claims" role="group" aria-label="Which claims rest on which" '
        f'width="{drawn.width}" height="{drawn.height}" '
        f'viewBox="0 0 {drawn.width} {drawn.height}">{bands}'
        f'<g class="nt-rests" aria-hidden="true">{"".join(_lines(claims, drawn.places))}</g>'
        f"{''.join(_box(claim, drawn.places[claim['id']]) for claim in claims)}</svg>"
    )


def _lines(claims: Sequence[Entry], places: dict[str, Place]) -> Iterator[str]:
    """Yield a line from each claim to those that rest on it."""
    for claim in claims:
        to = places[claim["id"]]
        for other in claim["rests_on"]:
            start = places[other]
            x, y, middle = start.x + WIDTH, start.y + HEIGHT // 2, to.y + HEIGHT // 2
            bend = max(GAP, (to.x - x) // 2)
            yield (
                f'<path data-from="{other}" data-to="{claim["id"]}" '
                f'd="M{x} {y}C{x + bend} {y} {to.x - bend} {middle} {to.x} {middle}"/>'
            )


def _box(claim: Entry, place: Place) -> str:
    """Return a claim in its box, a link to its entry in the ledger."""
    _, _, name = claim["id"].partition(".")
    about = f"{claim['id']}, {claim['verdict']}: {claim['headline']}"
    # A name that is too long for its box is set more tightly.
    fitted = f' textLength="{WIDTH - 10}" lengthAdjust="spacingAndGlyphs"' * (len(name) > _FITS)
    return (
        f'<a href="ledger.html#{anchor(claim["id"])}" id="{named("map", claim["id"])}" '
        f'data-claim="{claim["id"]}" class="nt-{claim["verdict"]}" aria-label="{escape(about)}">'
        f"<title>{escape(about)}</title>"
        f'<rect x="{place.x}" y="{place.y}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
        f'<text x="{place.x + 5}" y="{place.y + 15}"{fitted}>'
        f'<tspan class="nt-verdict-sign">{claim["sign"]}</tspan> {escape(name)}</text></a>'
    )


class MapDirective(SphinxDirective):
    """Shows the map."""

    def run(self) -> list[nodes.Node]:
        """Return it in a box of its own, which scrolls where it does not fit."""
        titles = {name: chapter.title for name, chapter in chapters(Path(self.env.srcdir)).items()}
        drawn = draw(read_claims(self), titles)
        box = (
            '<div class="nt nt-scroll nt-claims-map" role="group" '
            f'aria-label="The map of the claims">{drawn}</div>'
        )
        return [nodes.raw("", box, format="html", brings="ledger")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_directive("claims-map", MapDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
