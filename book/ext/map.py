"""Sphinx extension: maps of the chapters and of the claims.

````{chapter-map}```` draws a box for each chapter, with lines that run down to the chapters that
build on it, and lists the main theorems of each chapter. A chapter builds on an earlier one if its
claims in `_build/ledger.json` rest on claims of the earlier chapter, or if its text refers to a
theorem or definition there.

````{claims-map}```` draws all claims, with a horizontal band for each chapter. A claim is placed to
the right of all claims that it rests on, so lines run from left to right. Each claim links to its
entry in the ledger.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ext.ledger import Chapter, Details, Summary, anchor, chapters, read_claims
from ext.pages import link_to
from nimbook.ledger import anchor as element_id

MAIN_THEOREMS = {
    "impartial_games": ("thm-sprague-grundy", "thm-bouton"),
    "muller_twist": ("thm-1", "thm-2", "box-theorem"),
    "nimber_arithmetic": ("thm-product-laws", "thm-fermat", "thm-quadratic"),
    "playing_with_stones": ("thm-stones", "thm-tartan"),
    "gallery": ("thm-northcott", "thm-colon", "thm-fusion"),
    "multiplying_heaps": ("prop-mum-win", "thm-mum-product"),
    "composite_moduli": ("thm-crt", "thm-any-modulus", "thm-factor-games"),
    "finite_fields": ("thm-polymum", "prop-largest-heap"),
    "mumbers": ("thm-mum-repaired", "thm-mum-powers", "thm-seams"),
    "beyond_infinity": ("thm-omega", "thm-lenstra", "thm-closure"),
    "more_than_two_players": ("thm-podium-partition", "thm-li", "thm-moore-li"),
    "open_problem": ("thm-two-heaps", "thm-modulo-5", "thm-never-bounded"),
}
"""Labels of the theorems that the map of the chapters lists, by chapter."""

# The number of boxes that fit side by side on a phone.
_COLUMNS = 4

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


# --- The map of the chapters ----------------------------------------------------------------------

Needs = dict[str, set[str]]


def foundations(claims: Sequence[Entry], book: Mapping[str, Chapter]) -> Needs:
    """Return all earlier chapters on which each chapter builds, directly or indirectly.

    Args:
        claims: the entries of the ledger.
        book: the chapters by name, in order.
    """
    chapter_of = {claim["id"]: claim["chapter"] for claim in claims}
    home = {label: name for name, chapter in book.items() for label in chapter.headings}
    uses: defaultdict[str, set[str]] = defaultdict(set)
    for claim in claims:
        uses[claim["chapter"]].update(chapter_of[other] for other in claim["rests_on"])
    below: Needs = {}
    for name, chapter in book.items():
        uses[name].update(home[label] for label in chapter.cited if label in home)
        earlier = uses[name] & below.keys()
        below[name] = earlier.union(*(below[other] for other in earlier))
    return below


def reduced(below: Needs) -> list[tuple[str, str]]:
    """Return the lines of the map, without those that other lines imply.

    >>> reduced({"one": set(), "two": {"one"}, "three": {"one", "two"}})
    [('one', 'two'), ('two', 'three')]
    """
    return [
        (lower, upper)
        for upper, names in below.items()
        for lower in sorted(names.difference(*(below[name] for name in names)))
    ]


def arrange(below: Needs) -> dict[str, tuple[int, int]]:
    """Return the row and the column of each chapter, with short lines and few crossings.

    A chapter is below those that it builds on.

    >>> arrange({"one": set(), "two": {"one"}, "three": {"one"}, "four": {"two", "one"}})
    {'one': (0, 0), 'two': (1, 0), 'three': (1, 1), 'four': (2, 0)}
    """
    rows: list[list[str]] = []
    row_of: dict[str, int] = {}
    # Where too many chapters could share a row, those on which others build come first.
    weight = Counter(name for names in below.values() for name in names)
    while len(row_of) < len(below):
        ready = [name for name in below if name not in row_of and below[name] <= row_of.keys()]
        rows.append(sorted(ready, key=lambda name: -weight[name])[:_COLUMNS])
        row_of |= dict.fromkeys(rows[-1], len(rows) - 1)
    column = {name: i for row in rows for i, name in enumerate(row)}
    lines = reduced(below)

    def cost(column: Mapping[str, int]) -> float:
        """Return the length of all lines plus a penalty for each crossing or shared gap."""
        places = {name: (row_of[name], column[name]) for name in column}
        stretches: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        for a, b in lines:
            for (x, y), (other, _) in pairwise(_points(places[a], places[b])):
                stretches[int(y)].append((x, other))
        crossings = sum(
            (a - c) * (b - d) < 0 or b == d == int(b)
            for row in stretches.values()
            for (a, b), (c, d) in combinations(row, 2)
        )
        return 2 * crossings + sum(abs(a - b) for row in stretches.values() for a, b in row)

    for _ in rows:
        for row in rows:
            places = permutations(range(_COLUMNS), len(row))
            column = min(
                (column | dict(zip(row, place, strict=True)) for place in places), key=cost
            )
    first = [column[name] for name in below if row_of[name] == 0]
    if first[0] > first[-1]:  # then the mirror image begins with the first chapter
        column = {name: _COLUMNS - 1 - place for name, place in column.items()}
    return {name: (row_of[name], column[name]) for name in below}


def draw_chapters(below: Needs, book: Mapping[str, Chapter], up: str) -> str:
    """Return the map of the chapters as HTML; `up` leads to the root of the site."""
    places = arrange(below)
    height = 1 + max(row for row, _ in places.values())
    lines = "".join(f'<path d="{_route(places[a], places[b])}"/>' for a, b in reduced(below))
    boxes = "".join(
        f'<li style="grid-area: {places[name][0] + 1} / {places[name][1] + 1}">'
        f'<a href="{up}{chapter.page}.html"><b>{number}</b> '
        f"{name.replace('_', ' ').capitalize()}</a></li>"
        for number, (name, chapter) in enumerate(book.items(), 1)
    )
    return (
        '<nav class="nt nt-chapter-map" aria-label="Map of the chapters">'
        f'<svg aria-hidden="true" viewBox="0 0 {_COLUMNS} {height}" preserveAspectRatio="none">'
        f"{lines}</svg><ol>{boxes}</ol></nav>"
    )


def _points(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[float, float]]:
    """Return the corners of a line down the map: one per row, in a gap if the row has other boxes.

    >>> _points((0, 0), (2, 1))
    [(0.5, 0.5), (1.0, 1.5), (1.5, 2.5)]
    """
    (row, column), (last, end_column) = start, end
    gap = round((column + end_column + 1) / 2)  # the one closest to the straight line
    between = [(float(gap), y + 0.5) for y in range(row + 1, last)]
    return [(column + 0.5, row + 0.5), *between, (end_column + 0.5, last + 0.5)]


def _route(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return the path of a line down the map; in a gap it runs straight down past the boxes."""
    first, *between, last = _points(start, end)
    ends = [(x, y + side) for x, y in between for side in (-0.3, 0.3)]
    curves = (
        f"C{a} {(b + d) / 2:g} {c} {(b + d) / 2:g} {c} {d}"
        for (a, b), (c, d) in pairwise([first, *ends, last])
    )
    return f"M{first[0]} {first[1]}{''.join(curves)}"


class ChapterMapDirective(SphinxDirective):
    """A directive that shows the map of the chapters, and lists their main theorems."""

    def run(self) -> list[nodes.Node]:
        """Return the map, then a list with the same contents in words."""
        self.book = chapters(Path(self.env.srcdir))
        for chapter in self.book.values():
            self.env.note_dependency(f"{chapter.page}.ipynb")
        below = foundations(read_claims(self), self.book)
        drawing = draw_chapters(below, self.book, "../" * self.env.docname.count("/"))
        entries = (self.entry(name, below[name]) for name in self.book)
        return [
            nodes.raw("", drawing, format="html", assets="ledger"),
            nodes.bullet_list("", *entries, classes=["nt-chapter-list"]),
        ]

    def entry(self, name: str, below: set[str]) -> nodes.list_item:
        """Return the list item for a chapter: what it builds on, and its main theorems."""
        chapter, here = self.book[name], self.env.docname
        title = nodes.strong(
            "", "", link_to(here, f"/{chapter.page}", "doc", words=nodes.inline("", chapter.title))
        )
        numbers = [str(i) for i, other in enumerate(self.book, 1) if other in below]
        text = f"Needs: chapter{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
        theorems = nodes.bullet_list()
        for label in MAIN_THEOREMS[name]:
            heading = self.parse_inline(chapter.headings[label])[0]
            link = link_to(here, label, domain="prf")
            theorems += nodes.list_item(
                "", nodes.paragraph("", "", link, nodes.Text(" "), *heading)
            )
        needs = nodes.paragraph("", text if numbers else "Needs: no theorems of other chapters")
        return nodes.list_item("", nodes.paragraph("", "", title), needs, theorems)


# --- Directives -----------------------------------------------------------------------------------


class MapDirective(SphinxDirective):
    """A directive that shows its content and the map of the claims, folded to one line."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the map, folded to one line, inside a scrollable box."""
        claims = read_claims(self)
        titles = {name: chapter.title for name, chapter in chapters(Path(self.env.srcdir)).items()}
        svg = draw(claims, titles)
        box = (
            '<div class="nt nt-scroll nt-claims-map" role="group" '
            f'aria-label="Map of the claims">{svg}</div>'
        )
        map_ = nodes.raw("", box, format="html", assets="ledger")
        content = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, content)
        summary = Summary("", f"All {len(claims)} claims")
        return [Details("", summary, *content.children, map_, classes=["nt", "nt-map-fold"])]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.add_directive("chapter-map", ChapterMapDirective)
    app.add_directive("claims-map", MapDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
