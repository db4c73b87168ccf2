"""Sphinx extension: descriptions and preview images for shared links, and chapter pictures.

The description of a chapter comes from its card on the landing page; other pages use their own
description or their first paragraph. The preview image of a chapter shows its number and title next
to a pattern that the build computes with the engine. A small part of this pattern is the picture on
the chapter's card and next to its title.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from textwrap import shorten, wrap
from typing import Any
from urllib.parse import urljoin

import numpy as np
from docutils import nodes
from matplotlib import style
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.image import imsave
from matplotlib.lines import Line2D
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from nimbook import CHAPTERS
from nimbook.aes import s_box
from nimbook.exercises import exercises_of
from nimbook.show.palette import palette
from nimtwist import BlockingNim, Kayles, MuM, SumSolver, nim_sum, nimber, podium
from nimtwist.atlas.families import read_family
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.pair_grid import PairGrid
from nimtwist.ordinal import Ordinal

SHARED = "_static/share.png"
DARK, LIGHT, GREY = "#14181e", "white", "#d5d9df"
# The colours of matches on a table, from burnt wood through red heads to cream.
_COLOURS = LinearSegmentedColormap.from_list(
    "matches", ["#2a1608", "#7a2a12", palette()["head"], "#e2872f", "#f3c267", "#fdf3dc"]
)
IMAGE_METADATA = {"Software": ""}
"""Image metadata without the version of matplotlib, for reproducible builds."""

EMBLEM = 64
"""Width and height of a chapter's picture on the page, in pixels."""
_EMBLEM_CELLS = 32

_CARD = re.compile(
    r"^:::\{grid-item-card\}.*?\n:link: \.\./(\S+)\n:link-type: doc\n(.*?)\n:::", re.M | re.S
)

WEDGE = "1,3; 1,2,4; 2,3,4"
"""A family of restrictions modulo 4."""

Pattern = Sequence[Sequence[int]]


def cards(landing: str) -> dict[str, str]:
    r"""Return the text of each card on the landing page, keyed by the page it links to.

    >>> cards(":::{grid-item-card} A\n:link: ../notebooks/a\n:link-type: doc\nWords.\n:::")
    {'notebooks/a': 'Words.'}
    """
    return {page: " ".join(text.split()) for page, text in _CARD.findall(landing)}


# --- Images ---------------------------------------------------------------------------------------


def _square(size: int, value: Callable[[int, int], int]) -> Callable[[], Pattern]:
    return lambda: [[value(i, j) for j in range(size)] for i in range(size)]


def _good(rules: BlockingNim, size: int) -> Pattern:
    """Return, for each pair of heaps, the number of restrictions under which it is a P-position."""
    grid = PairGrid(rules, size)
    boards = [[*grid.rows(restriction)] for restriction in rules.restrictions]
    sizes = range(size)
    return [[sum(board[i][j] == "P" for board in boards) for j in sizes] for i in sizes]


def _kayles() -> Pattern:
    solver = SumSolver(Kayles())
    values = [solver.grundy((pins,)) for pins in range(49)]
    return [[nim_sum((i, j)) for j in values] for i in values]


def _mumbers() -> Pattern:
    rules = MuM(11)
    table, heaps = MuMTable(rules, 2, 70), [heap for heap in range(1, 71) if heap % 11]
    return [[table.mumber(tuple(sorted((i, j)))) for j in heaps] for i in heaps]


def _beyond_infinity() -> Pattern:
    """Return the nim-products of the ordinals ω²·c + ω·b + a with a, b and c below 4.

    These 64 ordinals form a field, so the products can be given by their places in the list.
    """
    omega, digits = Ordinal.parse("w"), [Ordinal(digit) for digit in range(4)]
    field = [omega * omega * c + omega * b + a for c in digits for b in digits for a in digits]
    places = {ordinal: i for i, ordinal in enumerate(field)}
    return [[places[x * y] for y in field] for x in field]


PATTERNS: dict[str, Callable[[], Pattern]] = {
    "impartial_games": _square(32, lambda i, j: nim_sum((i, j))),
    "muller_twist": lambda: _good(BlockingNim.exactly(4, 2), 15),
    "nimber_arithmetic": _square(64, nimber.mul),
    "playing_with_stones": _square(16, nimber.mul),
    "gallery": _kayles,
    "multiplying_heaps": _square(33, lambda i, j: i * j % 11),
    "composite_moduli": _square(30, lambda i, j: i * j % 15),
    "finite_fields": lambda: [list(s_box()[row : row + 16]) for row in range(0, 256, 16)],
    "mumbers": _mumbers,
    "beyond_infinity": _beyond_infinity,
    "more_than_two_players": _square(27, lambda i, j: podium.rank((i, j, 6, 13), 3)),
    "open_problem": lambda: _good(read_family(4, WEDGE), 160),
}
"""Patterns by chapter."""


def _poster(title: str, above: str) -> Figure:
    """Return a dark image with `title` on its left side, below the smaller text `above`."""
    figure = Figure(figsize=(12, 6.3), dpi=100, facecolor=DARK)
    lines = wrap(title, 15)
    figure.text(0.05, 0.80, above, color=GREY, size=21)
    for i, line in enumerate(lines):
        figure.text(0.05, 0.66 - 0.11 * i, line, color=LIGHT, size=36, weight="bold")
    return figure


def _add_pattern(figure: Figure, pattern: Pattern) -> None:
    axes = figure.add_axes((0.475, 0, 0.525, 1))
    axes.imshow(pattern, cmap=_COLOURS, interpolation="nearest")
    axes.set_axis_off()


def _to_png(figure: Figure) -> bytes:
    """Return an image as PNG data, with the same bytes in every build."""
    file = BytesIO()
    figure.savefig(file, metadata=IMAGE_METADATA)
    return file.getvalue()


# Reset the matplotlib style, because the figures in the chapters use another one.
@style.context("default")
def chapter_poster(number: int, chapter: str, title: str, book: str) -> bytes:
    """Return the preview image for a chapter, as PNG data."""
    figure = _poster(title, f"{book} · {number}")
    _add_pattern(figure, PATTERNS[chapter]())
    return _to_png(figure)


@style.context("default")
def book_poster(book: str, heaps: Sequence[int]) -> bytes:
    """Return the book's preview image as PNG data. It shows `heaps` as rows of matches."""
    figure = Figure(figsize=(12, 6.3), dpi=100, facecolor=DARK)
    _add_pattern(figure, PATTERNS["nimber_arithmetic"]())
    figure.text(0.05, 0.74, book, color=LIGHT, size=36, weight="bold")
    figure.text(0.05, 0.63, "A book that plays back.", color=GREY, size=21)
    heads = [(0.07 + 0.032 * i, 0.44 - 0.15 * row) for row, n in enumerate(heaps) for i in range(n)]
    for x, y in heads:
        figure.add_artist(Line2D([x, x], [y - 0.1, y], color="#e8c78f", linewidth=7))
        figure.add_artist(Line2D([x, x], [y, y + 0.01], color="#d8402b", linewidth=11))
    return _to_png(figure)


def draw_emblem(file: Path, pattern: Pattern) -> None:
    """Draw the top left corner of a pattern, each cell as a square of several pixels."""
    corner = np.array([row[:_EMBLEM_CELLS] for row in pattern[:_EMBLEM_CELLS]])
    scale = 2 * EMBLEM // len(corner)
    pixels = corner.repeat(scale, axis=0).repeat(scale, axis=1)
    imsave(file, pixels, cmap=_COLOURS, metadata=IMAGE_METADATA)


def _pages() -> dict[str, tuple[int, str]]:
    """Return the number and name of each chapter, by page name."""
    return {f"notebooks/{i:02}_{name}": (i, name) for i, name in enumerate(CHAPTERS, 1)}


def chapter_numbers() -> dict[str, int]:
    """Return the number of each chapter, by page name."""
    return {page: number for page, (number, _) in _pages().items()}


def _emblem(chapter: str) -> str:
    return f"_static/chapter-{chapter}.png"


def _picture(page: str) -> str:
    return f"_static/share-{_pages()[page][1]}.png" if page in _pages() else SHARED


def draw(app: Sphinx, error: Exception | None) -> None:
    """Draw all images, and write them to the output folder."""
    if error or app.builder.format != "html":
        return
    book = app.config.html_title
    Path(app.outdir, SHARED).write_bytes(book_poster(book, (1, 3, 5)))
    for page, (number, chapter) in _pages().items():
        body = chapter_poster(number, chapter, app.env.titles[page].astext(), book)
        Path(app.outdir, _picture(page)).write_bytes(body)
        draw_emblem(Path(app.outdir, _emblem(chapter)), PATTERNS[chapter]())


# --- Pictures of the chapters ---------------------------------------------------------------------

_CARD_BODY = re.compile(
    r'(<div class="sd-card-body [^>]*>)(?=(?:(?!"sd-card-body).)*?href="[./]*(notebooks/\w+)\.)',
    re.S,
)


def add_emblems(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Add a chapter's picture to its title, and to its card on the landing page.

    The script of the landing page writes the reader's progress below the picture on a card.
    """

    def image(chapter: str, loading: str) -> str:
        source = context["pathto"](_emblem(chapter), resource=True)
        return (
            f'<img class="nt-emblem dark-light" src="{source}" alt="" '
            f'width="{EMBLEM}" height="{EMBLEM}"{loading}>'
        )

    def on_card(match: re.Match[str]) -> str:
        if match[2] not in _pages():
            return match[0]
        chapter = _pages()[match[2]][1]
        marks = (
            f'<span class="door-marks" data-chapter="{chapter}" '
            f'data-exercises="{len(exercises_of(chapter))}"></span>'
        )
        return f'{match[1]}<div class="door-emblem">{image(chapter, " loading=lazy")}{marks}</div>'

    if page in _pages():
        title = "<h1>" + image(_pages()[page][1], "")
        context["body"] = context["body"].replace("<h1>", title, 1)
    elif page == app.config.root_doc:
        context["body"] = _CARD_BODY.sub(on_card, context["body"])


# --- Descriptions ---------------------------------------------------------------------------------


def description(app: Sphinx, page: str, doctree: nodes.document) -> str:
    """Return the description of a page.

    If the page does not have a description of its own, use the text of its card on the landing
    page. If it does not have a card either, use its first paragraph, shortened if necessary.
    """
    for node in doctree.findall(nodes.meta):
        if node.get("name") == "description":
            return str(node["content"])
    landing = Path(app.env.doc2path(app.config.root_doc)).read_text("utf8")
    if text := cards(landing).get(page):
        return text
    first = next(iter(doctree.findall(nodes.paragraph)), None)
    text = first.astext() if first is not None else app.env.titles[page].astext()
    return shorten(text, 200, placeholder=" …")


def meta(app: Sphinx, page: str, text: str, root: str, address: str) -> str:
    """Return the meta tags that other sites read when a page is shared.

    Args:
        app: the Sphinx application.
        page: name of the page.
        text: description of the page.
        root: path from the page to the root folder.
        address: canonical address of the page, or "" if the book has no address.
    """
    base = app.config.html_baseurl
    image = _picture(page)
    home = page == app.config.root_doc
    title = app.config.html_title
    number, _ = _pages().get(page, (0, ""))
    properties = {
        "og:type": "website" if home else "article",
        "og:title": title if home else f"{app.env.titles[page].astext()} – {title}",
        "og:description": text,
        "og:image": urljoin(base, image) if base else root + image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": (
            f"Chapter {number} of {title}, with a pattern computed in the chapter"
            if number
            else "Nine matches in three rows, and a map of nim-products"
        ),
    }
    if address:
        properties["og:url"] = address
    tags = [
        f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()
    ]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


def add_meta(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the description and the sharing tags to the head of a page."""
    if doctree is None:
        return
    text = description(app, page, doctree)
    tags = context.get("metatags", "")
    if 'name="description"' not in tags:
        tags += f'<meta name="description" content="{escape(text)}">\n'
    root, address = context["pathto"]("", resource=True), context.get("pageurl") or ""
    context["metatags"] = tags + meta(app, page, text, root, address)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("html-page-context", add_meta)
    app.connect("html-page-context", add_emblems)
    app.connect("build-finished", draw)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
