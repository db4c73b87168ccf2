"""The version of the book, and how to cite the book and install its packages.

````{cite-book}```` shows BibTeX entries generated from `CITATION.cff`, and says what that file
lacks. ````{take-package}```` shows links to the packages that the chapters need, and the command
that installs these packages. The footer of every page shows the version of the book.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective

import nimtwist
from ext.citation import CITATION, bibtex, engine_bibtex, missing, name_of, read_citation
from ext.downloads import WHEELS, install
from nimtwist.checks import join_and

ABOUT = "book/about"


class CiteBook(SphinxDirective):
    """A directive that shows BibTeX entries for the book and its engine."""

    def run(self) -> list[nodes.Node]:
        """Return the entries as code blocks, followed by a list of what they lack."""
        root = Path(self.env.srcdir)
        self.env.note_dependency(str(root / CITATION))
        citation = read_citation(root)
        year = self.config.copyright
        shown: list[nodes.Node] = [
            nodes.literal_block(entry, entry, language="bibtex")
            for entry in (bibtex(citation, year), engine_bibtex(citation, year))
        ]
        if lacks := missing(citation):
            text = f"This copy of the book still lacks {join_and(lacks.values())}."
            shown.append(nodes.paragraph("", text))
        return shown


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
    released = "date-released" in read_citation(Path(app.srcdir))
    version = nimtwist.__version__ if released else f"{nimtwist.__version__} (unreleased)"
    context["theme_extra_footer"] = (
        f'<p class="nt-version">Version {escape(version)}. '
        f'<a href="{address}">About this book</a>: citation, installation and privacy.</p>'
    )


def set_metadata(app: Sphinx, config: Config) -> None:
    """Set the authors and the address of the book."""
    citation = read_citation(Path(app.srcdir))
    config.author = ", ".join(map(name_of, citation["authors"]))
    config.html_baseurl = config.book_url = citation.get("url", "")
