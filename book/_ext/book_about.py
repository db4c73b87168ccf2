"""Sphinx extension: the version of the book, and how to cite the book and install its packages.

````{cite-book}```` shows a BibTeX entry generated from `CITATION.cff`. ````{take-package}```` shows
links to the packages that the chapters need, and the command that installs these packages. The
footer of every page shows the version of the book.
"""

from __future__ import annotations

from datetime import date
from html import escape
from pathlib import Path
from typing import Any

import yaml
from book_downloads import WHEELS, install
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import nimtwist

CITATION = "CITATION.cff"
ABOUT = "book/about"


def bibtex(citation: dict[str, Any], address: str = "") -> str:
    """Return a BibTeX entry generated from the metadata in a citation file.

    >>> print(bibtex({"title": "Nim: a book", "authors": [{"name": "The authors"}],
    ...     "version": "1.0", "date-released": "2026-11-21"}))
    @misc{nim2026,
      author = {{The authors}},
      title  = {{Nim: a book}},
      year   = {2026},
      note   = {Version 1.0},
    }
    """
    year = date.fromisoformat(str(citation["date-released"])).year
    names = (f"{{{author['name']}}}" for author in citation["authors"])
    fields = {
        "author": " and ".join(names),
        "title": f"{{{citation['title']}}}",
        "year": year,
        "note": f"Version {citation['version']}",
    }
    if address:
        fields["url"] = address
    key = "".join(filter(str.isalpha, citation["title"].split()[0])).lower()
    lines = (f"  {name:<6} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{key}{year},\n{''.join(lines)}}}"


class CiteBook(SphinxDirective):
    """A directive that shows a BibTeX entry for the book."""

    def run(self) -> list[nodes.Node]:
        """Return the entry as a code block."""
        path = Path(self.env.srcdir, CITATION)
        self.env.note_dependency(str(path))
        entry = bibtex(yaml.safe_load(path.read_text("utf8")), self.config.html_baseurl)
        return [nodes.literal_block(entry, entry, language="bibtex")]


class TakePackage(SphinxDirective):
    """A directive that shows links to this version's packages and the command to install them."""

    def run(self) -> list[nodes.Node]:
        """Return links to the packages, followed by the command that installs them."""
        root = "../" * self.env.docname.count("/")
        links = nodes.paragraph("", "The packages: ")
        for number, wheel in enumerate(WHEELS.values()):
            links += nodes.Text(", " * (number > 0))
            links += nodes.reference("", wheel, refuri=f"{root}_static/{wheel}")
        command = install(self.config.html_baseurl)
        return [links, nodes.literal_block(command, command, language="sh")]


def add_version(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Add the version and a link to the page *About this book* to the footer of a page."""
    address = context["pathto"](ABOUT)
    context["theme_extra_footer"] = (
        f'<p class="nt-version">Version {escape(nimtwist.__version__)}. '
        f'<a href="{address}">About this book</a>: citation, installation and privacy.</p>'
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.add_directive("cite-book", CiteBook)
    app.add_directive("take-package", TakePackage)
    app.connect("html-page-context", add_version)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
