"""Sphinx extension: what search engines and reference managers read in the head of each page.

All pages link to the licence of the text. The landing page and the chapters have a citation, and a
description in the vocabulary of schema.org. The build also writes `robots.txt` and, if the book has
an address, `sitemap.xml`.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from ext.citation import Citation, name_of, read_citation, year_of
from ext.share import chapter_numbers, description

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
"""The licence of the text."""

_VIEWPORT = re.compile(r'\s*<meta name="viewport"[^>]*>')


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
        {"@type": "Organization", "name": author["name"]}
        if "name" in author
        else {"@type": "Person", "name": name_of(author), "@id": author.get("orcid")}
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
        **(
            {"identifier": f"https://doi.org/{citation['doi']}" if "doi" in citation else ""}
            if number is None
            else {"position": number, "isPartOf": book}
        ),
    }
    body = json.dumps(_without_blanks(data), ensure_ascii=False).replace("<", r"\u003c")
    return f'<script type="application/ld+json">{body}</script>'


def _without_blanks(value: Any) -> Any:
    """Drop the unknown properties of an object."""
    if isinstance(value, list):
        return [_without_blanks(item) for item in value]
    if isinstance(value, dict):
        known = {name: item for name, item in value.items() if item not in (None, "")}
        return {name: _without_blanks(item) for name, item in known.items()}
    return value


def add_tags(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the tags to the head of a page."""
    tags = [f'<link rel="license" href="{LICENCE}">']
    number = chapter_numbers().get(page)
    home = page == app.config.root_doc
    if doctree is not None and (home or number):
        citation = read_citation(Path(app.srcdir))
        year = year_of(citation, app.config.copyright)
        title = citation["title"] if home else app.env.titles[page].astext()
        address = context.get("pageurl") or ""
        book = "" if home else citation["title"]
        text = description(app, page, doctree)
        tags += [
            citation_tags(citation, year, title, book, address),
            json_ld(citation, year, title, text, address, number),
        ]
    if doctree is None:
        context["pageurl"] = ""  # search engines need not know the pages for searches and errors
    context["metatags"] = "\n".join([context.get("metatags", ""), *tags])


def keep_one_viewport(app: Sphinx, error: Exception | None) -> None:
    """Remove all but the first viewport tag of each page, as Sphinx and the theme each add one."""
    if error or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text("utf8")
        start, *rest = _VIEWPORT.split(text)
        if len(rest) > 1:
            first = _VIEWPORT.findall(text)[0]
            path.write_text(start + first + "".join(rest), "utf8")


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


def write(app: Sphinx, error: Exception | None) -> None:
    """Write `robots.txt` and, if the address of the book is known, `sitemap.xml`."""
    if error or app.builder.format != "html":
        return
    base = app.config.html_baseurl
    path = Path(app.outdir, "sitemap.xml")
    path.unlink(missing_ok=True)
    robots = "User-agent: *\nAllow: /\n"
    if base:
        path.write_text(sitemap(base, sorted(app.env.found_docs)), "utf8")
        robots += f"Sitemap: {urljoin(base, path.name)}\n"
    Path(app.outdir, "robots.txt").write_text(robots, "utf8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    # Other extensions add their tags with the default priority of 500.
    app.connect("html-page-context", add_tags, priority=600)
    app.connect("build-finished", keep_one_viewport, priority=400)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
