"""Sphinx extension: where to begin with an open problem.

````{start} 12_open_problem```` shows a few lines of Python with a link that takes them, as text,
into the last cell of that chapter, where they run in the page, and
``{lab}`Play <05_gallery#lab-kayles>` `` leads to a lab.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import nbformat
from book_exercises import title_of
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import ReferenceRole, SphinxDirective
from sphinx.util.typing import ExtensionMetadata

MOST = 8_000
"""The most characters that a link with code may have, as `book/live/README.md` says."""


def cell_for_readers(chapter: Path) -> str:
    """Return the id of the cell that a chapter has for its readers to change."""
    cells = nbformat.read(chapter, as_version=4).cells
    [cell] = (cell for cell in cells if "try-it" in cell.metadata.get("tags", []))
    return str(cell.id)


class StartDirective(SphinxDirective):
    """A few lines of Python, and a link to run them."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the lines, and a link into the last cell of a chapter."""
        page = f"notebooks/{self.arguments[0]}"
        path = Path(self.env.srcdir, f"{page}.ipynb")
        if not path.exists():
            raise self.error(f"there is no chapter {self.arguments[0]!r}")
        self.env.note_dependency(str(path))
        code = "\n".join(self.content)
        fragment = f"cell-{cell_for_readers(path)}?code={quote(code, safe='')}"
        if len(fragment) > MOST:
            raise self.error(f"a link has at most {MOST} characters, not {len(fragment)}")
        root = "../" * self.env.docname.count("/")
        link = nodes.reference(
            "", f"Run this in {title_of(path)}", refuri=f"{root}{page}.html#{fragment}"
        )
        block = nodes.literal_block(code, code, language="python", classes=["nt-start"])
        return [block, nodes.paragraph("", "", link)]


class LabRole(ReferenceRole):
    """A link to a lab of a chapter, as it is when one has entered something."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; whether it leads somewhere, a test of all links sees."""
        chapter, _, lab = self.target.partition("#")
        root = "../" * self.env.docname.count("/")
        address = f"{root}notebooks/{chapter}.html#{lab}"
        return [nodes.reference("", self.title, refuri=address)], []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_role("lab", LabRole())
    app.add_directive("start", StartDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
