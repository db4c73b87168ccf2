"""Starting points for open problems.

````{start} 12_open_problem```` shows a few lines of Python, with a link that copies them into the
last cell of the chapter `12_open_problem`, where readers can run them.
``{lab}`Play <05_gallery#lab-kayles>` `` links to a lab in a chapter.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import nbformat
from docutils import nodes
from sphinx.util.docutils import ReferenceRole, SphinxDirective

from ext.chapters import title_of

MAX_LENGTH = 8_000
"""Maximum number of characters in a link with code; see `book/site/live/README.md`."""


def cell_for_readers(chapter: Path) -> str:
    """Return the id of the cell that readers of a chapter can edit."""
    cells = nbformat.read(chapter, as_version=4).cells
    [cell] = (cell for cell in cells if "try-it" in cell.metadata.get("tags", []))
    return str(cell.id)


class StartDirective(SphinxDirective):
    """A directive for a few lines of Python, with a link that lets readers run them."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the code, and a link that opens it in the last cell of a chapter."""
        page = f"notebooks/{self.arguments[0]}"
        path = Path(self.env.srcdir, f"{page}.ipynb")
        if not path.exists():
            raise self.error(f"no such chapter: {self.arguments[0]!r}")
        self.env.note_dependency(str(path))
        code = "\n".join(self.content)
        fragment = f"cell-{cell_for_readers(path)}?code={quote(code, safe='')}"
        if len(fragment) > MAX_LENGTH:
            raise self.error(
                f"a link must have at most {MAX_LENGTH:,} characters, not {len(fragment):,}"
            )
        root = "../" * self.env.docname.count("/")
        link = nodes.reference(
            "", f"Run this in {title_of(path)}", refuri=f"{root}{page}.html#{fragment}"
        )
        block = nodes.literal_block(code, code, language="python", classes=["nt-start"])
        return [block, nodes.paragraph("", "", link)]


class LabRole(ReferenceRole):
    """A role for a link to a lab in a chapter; the link may also set the state of the lab."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; the tests check that its target exists."""
        chapter, _, lab = self.target.partition("#")
        root = "../" * self.env.docname.count("/")
        address = f"{root}notebooks/{chapter}.html#{lab}"
        return [nodes.reference("", self.title, refuri=address)], []
