"""The head of each page: what browsers, search engines, other sites and reference managers read.

The description of a chapter is the text of its card on the landing page; other pages use their own
description or their first paragraph. All pages link to the licence of the text. The landing page
and the chapters have a citation, and a description in the vocabulary of schema.org. The build also
draws the picture that other sites show next to a link to the book, and writes `robots.txt` and, if
the book has an address, `sitemap.xml`.
"""

from __future__ import annotations

import re
from html import escape
from io import BytesIO
from pathlib import Path
from textwrap import shorten
from typing import Any
from urllib.parse import urljoin

from markupsafe import Markup
from matplotlib import style
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ext.chapters import chapter_numbers
from ext.citation import Citation, name_of, year_of
from ext.trees import Page, Site, element, fragment, render, to_script
from nimbook.show.palette import palette
from nimtwist import nimber

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
"""The licence of the text."""

FONTS = (
    "source-serif-4-latin-400-normal",
    "source-serif-4-latin-700-normal",
    "fraunces-latin-600-normal",
)
"""The fonts that every page needs to show its first lines."""

IMAGE_METADATA = {"Software": ""}
"""Image metadata without the version of matplotlib, for reproducible builds."""

_SHARED = "_static/share.png"
# The colours of matches on a table, from burnt wood through red heads to cream.
_COLOURS = LinearSegmentedColormap.from_list(
    "matches", ["#2a1608", "#7a2a12", palette()["head"], "#e2872f", "#f3c267", "#fdf3dc"]
)
_CARD = re.compile(
    r"^:::\{grid-item-card\}.*?\n:link: \.\./(\S+)\n:link-type: doc\n(.*?)\n:::", re.M | re.S
)


def cards(landing: str) -> dict[str, str]:
    r"""Return the text of each card on the landing page, keyed by the page it links to.

    >>> cards(":::{grid-item-card} A\n:link: ../notebooks/a\n:link-type: doc\nWords.\n:::")
    {'notebooks/a': 'Words.'}
    """
    return {page: " ".join(text.split()) for page, text in _CARD.findall(landing)}


def description(site: Site, page: Page) -> str:
    """Return the description of a page."""
    if own := page.metas("description"):
        return str(own[0].get("content"))
    env, home = site.app.env, site.app.config.root_doc
    if text := cards(Path(env.doc2path(home)).read_text("utf8")).get(page.name):
        return text
    first = next(page.article.iter("p"), None)
    text = env.titles[page.name].astext() if first is None else first.text_content()
    return shorten(text, 200, placeholder=" …")


def preview_tags(title: str, text: str, image: str, address: str, home: bool) -> str:
    """Return the tags that other sites read when a page is shared.

    Args:
        title: the title of the page.
        text: its description.
        image: the address of the picture.
        address: the address of the page, or "" if it is not known.
        home: whether it is the landing page.
    """
    properties = {
        "og:type": "website" if home else "article",
        "og:title": title,
        "og:description": text,
        "og:image": image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "Nine matches in three rows, and a map of nim-products",
        "og:url": address,
    }
    tags = [
        f'<meta property="{name}" content="{escape(value)}">'
        for name, value in properties.items()
        if value
    ]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


def citation_tags(citation: Citation, year: str, title: str, book: str, address: str) -> str:
    """Return the tags that Google Scholar and reference managers read.

    Args:
        citation: the contents of the citation file.
        year: the year of the publication.
        title: the title of the page.
        book: the title of the book if the page is a chapter, otherwise "".
        address: the address of the page, or "" if it is not known.
    """
    date = str(citation.get("date-released", year)).replace("-", "/")
    tags = [
        ("title", title),
        *(("author", name_of(author, inverted=True)) for author in citation["authors"]),
        ("publication_date", date),
        ("inbook_title", book),
        ("language", "en"),
        ("doi", citation.get("doi", "")),
        ("public_url", address),
    ]
    return "\n".join(
        f'<meta name="citation_{name}" content="{escape(text)}">' for name, text in tags if text
    )


def json_ld(
    citation: Citation, year: str, title: str, text: str, address: str, number: int | None
) -> str:
    """Return a script element that describes the book or a chapter in the terms of schema.org.

    Args:
        citation: the contents of the citation file.
        year: the year of the publication.
        title: the title of the page.
        text: the description of the page.
        address: the address of the page, or "" if it is not known.
        number: the number of the chapter, or None for the book.
    """
    authors = [
        {"@type": "Organization" if "name" in author else "Person", "name": name_of(author)}
        | ({"@id": author["orcid"]} if "orcid" in author else {})
        for author in citation["authors"]
    ]
    book = {"@type": "Book", "name": citation["title"], "url": citation.get("url")}
    data = {
        "@context": "https://schema.org",
        "@type": ["Book" if number is None else "Chapter", "LearningResource"],
        "name": title,
        "description": text,
        "author": authors,
        "datePublished": str(citation.get("date-released", "")),
        "version": citation["version"],
        "inLanguage": "en",
        "license": LICENCE,
        "isAccessibleForFree": True,
        "keywords": citation["keywords"],
        "url": address,
    }
    if number is not None:
        data |= {"position": number, "isPartOf": {name: v for name, v in book.items() if v}}
    elif "doi" in citation:
        data["identifier"] = f"https://doi.org/{citation['doi']}"
    known = {name: value for name, value in data.items() if value != ""}
    return f'<script type="application/ld+json">{to_script(known)}</script>'


def _canonical(page: Page) -> list[Any]:
    return [link for link in page.head.iter("link") if link.get("rel") == "canonical"]


def describe_pages(site: Site) -> None:
    """Add the descriptions, the previews, the citations and the licence to the heads of pages."""
    book, home, citation = site.app.config.html_title, site.app.config.root_doc, site.citation
    year = year_of(citation, site.app.config.copyright)
    for page in site.documents():
        text, title = description(site, page), site.app.env.titles[page.name].astext()
        address = next((str(link.get("href")) for link in _canonical(page)), "")
        image = urljoin(site.base, _SHARED) if site.base else page.root + _SHARED
        is_home = page.name == home
        tags = preview_tags(book if is_home else f"{title} – {book}", text, image, address, is_home)
        if not page.metas("description"):
            page.add_to_head(element("meta", name="description", content=text))
        page.add_to_head(*fragment(tags))
        number = chapter_numbers().get(page.name)
        if is_home or number:
            title, part_of = (citation["title"], "") if is_home else (title, citation["title"])
            page.add_to_head(*fragment(citation_tags(citation, year, title, part_of, address)))
            page.add_to_head(*fragment(json_ld(citation, year, title, text, address, number)))
    for page in site.pages.values():
        page.add_to_head(element("link", rel="license", href=LICENCE))


def tidy_heads(site: Site) -> None:
    """Remove what the theme and Sphinx add twice, and the addresses of pages without a source.

    The latter are the pages for searches and errors, which search engines need not know.
    """
    documents = {page.name for page in site.documents()}
    for page in site.pages.values():
        title = next(page.head.iter("title"))
        name, _, book = title.text.rpartition(" — ")
        if name == book:
            title.text = book
        twice = page.metas("viewport")[1:]
        for extra in twice if page.name in documents else [*twice, *_canonical(page)]:
            extra.drop_tree()


def preload_fonts(site: Site) -> None:
    """Add links to the fonts, which `colours.js` turns into requests to load them early."""
    for page in site.pages.values():
        for name in FONTS:
            url = f"{page.root}_static/vendor/fonts/{name}.woff2"
            link = element("link", href=url, as_="font", type="font/woff2", crossorigin="")
            page.add_to_head(link)


def add_front_door(site: Site) -> None:
    """Add the root page of the site, which redirects to the first page of the book."""
    home = site.pages[site.app.config.root_doc]
    first, title = f"{home.name}.html", site.app.config.html_title
    text, address = description(site, home), urljoin(site.base, first) if site.base else ""
    image = urljoin(site.base, _SHARED)
    html = render(
        "front.html",
        title=title,
        text=text,
        preview=Markup(preview_tags(title, text, image, address, home=True)),
        address=address,
        licence=LICENCE,
        icon=Path(site.app.config.html_favicon).name,
        first=first,
    )
    site.add("index", html)


# --- Files ----------------------------------------------------------------------------------------


# Reset the matplotlib style, because the figures in the chapters use another one.
@style.context("default")
def draw_preview(site: Site) -> None:
    """Draw the picture of the book that other sites show: matches, and a map of nim-products."""
    figure = Figure(figsize=(12, 6.3), dpi=100, facecolor="#14181e")
    axes = figure.add_axes((0.475, 0, 0.525, 1))
    products = [[nimber.mul(i, j) for j in range(64)] for i in range(64)]
    axes.imshow(products, cmap=_COLOURS, interpolation="nearest")
    axes.set_axis_off()
    book = site.app.config.html_title
    figure.text(0.05, 0.74, book, color="white", size=36, weight="bold")
    figure.text(0.05, 0.63, "A book that plays back.", color="#d5d9df", size=21)
    for row, sticks in enumerate((1, 3, 5)):
        for x, y in ((0.07 + 0.032 * i, 0.44 - 0.15 * row) for i in range(sticks)):
            figure.add_artist(Line2D([x, x], [y - 0.1, y], color="#e8c78f", linewidth=7))
            figure.add_artist(Line2D([x, x], [y, y + 0.01], color="#d8402b", linewidth=11))
    (site.folder / _SHARED).write_bytes(to_png(figure))


def to_png(figure: Figure) -> bytes:
    """Return an image as PNG data, with the same bytes in every build."""
    file = BytesIO()
    figure.savefig(file, metadata=IMAGE_METADATA)
    return file.getvalue()


def sitemap(base: str, pages: list[str]) -> str:
    """Return a sitemap of the given pages.

    >>> print(sitemap("https://a.org/", ["b"]))
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://a.org/b.html</loc></url>
    </urlset>
    <BLANKLINE>
    """
    lines = [f"<url><loc>{escape(urljoin(base, f'{page}.html'))}</loc></url>" for page in pages]
    start = '<?xml version="1.0" encoding="UTF-8"?>'
    urls = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return "\n".join([start, urls, *lines, "</urlset>", ""])


def write_sitemap(site: Site) -> None:
    """Write `robots.txt` and, if the address of the book is known, `sitemap.xml`."""
    path = site.folder / "sitemap.xml"
    path.unlink(missing_ok=True)
    robots = "User-agent: *\nAllow: /\n"
    if site.base:
        path.write_text(sitemap(site.base, sorted(page.name for page in site.documents())), "utf8")
        robots += f"Sitemap: {urljoin(site.base, path.name)}\n"
    (site.folder / "robots.txt").write_text(robots, "utf8")
