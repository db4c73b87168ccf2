"""Sphinx extension: a dependency map of the claims.

````{claims-map}```` draws the map from `_build/ledger.json`, with a horizontal band for each
chapter. A claim is placed to the right of all claims that it rests on, so lines run from left to
right. Each claim links to its entry in the ledger.
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

from nimbook.ledger import anchor as element_id

WIDTH, HEIGHT, GAP, ROW = 116, 44, 22, 50
"""Width and height of a box, gap between columns, and distance from row to row."""

# Number of characters that fit into a box without being squeezed.
_MAX_LENGTH = 13

BAND = 30
"""Extra height of a band, for its title and some white space."""

MARGIN = 6

Entry = dict[str, Any]


class Place(NamedTuple):
    """The coordinates of the top left corner of a claim's box."""

    x: int
    y: int


class Layout(NamedTuple):
    """The positions of the claims and of the chapter bands, and the size of the map."""

    places: dict[str, Place]
    bands: dict[str, int]
    width: int
    height: int


def layout(claims: Sequence[Entry], order: Sequence[str]) -> Layout:
    """Return the layout of the map, with the chapters from top to bottom in the given order.

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
    """Return the map as SVG; `titles` gives the title of each chapter, from top to bottom."""
    plan = layout(claims, list(titles))
    bands = "".join(
        f'<rect class="nt-band" x="0" y="{y}" width="{plan.width}" '
        f'height="{next_ - y - MARGIN // 2}" rx="6"/>'
        f'<text class="nt-chapter" x="{MARGIN}" y="{y + 19}">{escape(titles[chapter])}</text>'
        for (chapter, y), next_ in zip(
            plan.bands.items(), [*plan.bands.values(), plan.height][1:], strict=True
        )
    )
    return (
        f'<svg class="nt-map-of-claims" role="group" aria-label="Dependencies of the claims" '
        f'width="{plan.width}" height="{plan.height}" '
        f'viewBox="0 0 {plan.width} {plan.height}">{bands}'
        f'<g class="nt-rests" aria-hidden="true">{"".join(_lines(claims, plan.places))}</g>'
        f"{''.join(_box(claim, plan.places[claim['id']]) for claim in claims)}</svg>"
    )


def _lines(claims: Sequence[Entry], places: dict[str, Place]) -> Iterator[str]:
    """Yield a line for each dependency, from a claim to the claim that rests on it."""
    for claim in claims:
        end = places[claim["id"]]
        for other in claim["rests_on"]:
            start = places[other]
            x, y, middle = start.x + WIDTH, start.y + HEIGHT // 2, end.y + HEIGHT // 2
            bend = max(GAP, (end.x - x) // 2)
            yield (
                f'<path data-from="{other}" data-to="{claim["id"]}" '
                f'd="M{x} {y}C{x + bend} {y} {end.x - bend} {middle} {end.x} {middle}"/>'
            )


def _box(claim: Entry, place: Place) -> str:
    """Return a claim's box, which links to its entry in the ledger."""
    _, _, name = claim["id"].partition(".")
    title = f"{claim['id']}, {claim['verdict']}: {claim['headline']}"
    # Squeeze long names so that they fit into their boxes.
    fit = f' textLength="{WIDTH - 10}" lengthAdjust="spacingAndGlyphs"' * (len(name) > _MAX_LENGTH)
    return (
        f'<a href="ledger.html#{anchor(claim["id"])}" id="{element_id("map", claim["id"])}" '
        f'data-claim="{claim["id"]}" class="nt-{claim["verdict"]}" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>"
        f'<rect x="{place.x}" y="{place.y}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
        f'<text x="{place.x + 5}" y="{place.y + HEIGHT // 2 + 5}"{fit}>'
        f'<tspan class="nt-verdict-sign">{claim["sign"]}</tspan> {escape(name)}</text></a>'
    )


class MapDirective(SphinxDirective):
    """A directive that shows the map of the claims."""

    def run(self) -> list[nodes.Node]:
        """Return the map, inside a scrollable box."""
        titles = {name: chapter.title for name, chapter in chapters(Path(self.env.srcdir)).items()}
        svg = draw(read_claims(self), titles)
        box = (
            '<div class="nt nt-scroll nt-claims-map" role="group" '
            f'aria-label="Map of the claims">{svg}</div>'
        )
        return [nodes.raw("", box, format="html", assets="ledger")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.add_directive("claims-map", MapDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
