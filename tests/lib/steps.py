"""A small site for the tests of the steps over finished pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

from ext.trees import Page, Site, parse, to_html


def site(
    folder: Path = Path(),
    base: str = "",
    pages: Mapping[str, str] = MappingProxyType({}),
    **more: str,
) -> Site:
    """Return a site with the given pages, none of which has a source.

    Args:
        folder: the folder of the site, of the sources and of Sphinx's caches.
        base: the address of the book.
        pages: the HTML of each page, by name.
        more: further pages, for names that are identifiers.
    """
    app: Any = SimpleNamespace(
        outdir=folder,
        srcdir=folder,
        doctreedir=folder,
        config=SimpleNamespace(html_baseurl=base, root_doc="intro"),
        env=SimpleNamespace(found_docs=set()),
    )
    return Site(app, {name: Page(name, parse(html)) for name, html in {**pages, **more}.items()})


def body(page: Page) -> str:
    """Return the contents of the body of a page."""
    return to_html(page.tree).partition("<body>")[2].rpartition("</body>")[0]
