"""Sphinx extension: mends what other extensions put on a page, and lets text point at grids.

What a directive writes may bring a script and its styles: `nodes.raw(…, brings="door")` gives its
page `door.js` and `door.css`.

``{cell}`nim:5,3` `` is a place in the text that shows the cell of row 5 and column 3 in the grid
called nim on the same page, and ``{cell}`equal heaps <nim:3,3>` `` does so in words.

The stylesheets and scripts of the pages are listed in `_config.yml`. They are not in a folder
called `_static`, since Jupyter Book loads every script it finds under that on every page.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import ReferenceRole
from sphinx.util.typing import ExtensionMetadata


def link_to(
    page: str, target: str, kind: str = "ref", domain: str = "std", words: nodes.Node | None = None
) -> addnodes.pending_xref:
    """Return a link that Sphinx resolves or warns about.

    Args:
        page: the page with the link.
        target: a label, or the name of a page after a slash.
        kind: `"ref"` to a label, `"doc"` to a page.
        domain: `"prf"` for a theorem's label.
        words: what the link says; without them, the title of what it leads to.
    """
    return addnodes.pending_xref(
        "",
        words or nodes.inline("", target),
        refdomain=domain,
        reftype=kind,
        reftarget=target,
        refexplicit=words is not None,
        refwarn=True,
        refdoc=page,
    )


def bring_files(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give a page the scripts and styles that what stands on it brings."""
    drawn = doctree.findall(nodes.raw) if doctree else ()
    for name in sorted({node["brings"] for node in drawn if "brings" in node}):
        app.add_css_file(f"{name}.css")
        app.add_js_file(f"{name}.js", loading_method="defer")


def mend_theorems(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Remove the ids that sphinx-proof gives to every proof and to the text of every theorem."""
    for node in doctree.findall(nodes.Element):
        if node.get("ids") in (["proof"], ["proof-content"]):
            node["ids"] = []


def mend_citations(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Remove roles: docutils calls the citations a list without items, and each by an old word."""
    if "body" in context:
        body = context["body"].replace(' role="list" class="citation-list"', "")
        context["body"] = body.replace(' role="doc-biblioentry"', "")


def name_the_book_once(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Drop the book's title after the title of a page that has the same one."""
    if context.get("title") == context["docstitle"]:
        context["docstitle"] = ""


def drop_script_buttons(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Remove the theme's print button: browsers have one, and its inline script may not run."""
    for group in context["header_buttons"]:
        if group["type"] == "group":
            group["buttons"] = [b for b in group["buttons"] if b["type"] != "javascript"]


def keep_a_place(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Keep the place of the bar that a script puts below the title of a page that can run live.

    What has the bar's words has its size; they are taken from there.
    """
    found = re.search(
        r'id="live-page">.*?"megabytes": ([\d.]+)', context.get("body", ""), re.DOTALL
    )
    if found:
        words = f"Wakes the labs: Python runs in this page, {found[1]} MB to load."
        bar = f'<button class="live-button" disabled>Run live</button><span>{words}</span>'
        place = f'</h1><div class="live-like" aria-hidden="true">{bar}</div>'
        context["body"] = context["body"].replace("</h1>", place, 1)


def outdate_pages(app: Sphinx, env: BuildEnvironment, *_: object) -> set[str]:
    """Have all pages written when a file that they load or are made by has changed.

    They name the version of what they load.

    One page is always written: otherwise Sphinx copies no stylesheet or script.
    """
    places = [*app.config.html_static_path, "book/_ext", "book/live"]
    paths = [Path(app.srcdir, path) for path in places]
    files = [
        file
        for path in paths
        for file in (path, *path.rglob("*"))
        if file.is_file() and file.suffix != ".pyc"
    ]
    built = Path(app.outdir, "objects.inv")
    if built.exists() and max(map(_changed, files)) < _changed(built):
        return {app.config.root_doc}
    return set(env.found_docs)


def _changed(path: Path) -> float:
    return path.stat().st_mtime


class CellRole(ReferenceRole):
    """Text that points at a cell of a grid; see `grids.js`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a button, which does nothing else."""
        found = re.fullmatch(r"([\w-]+):(\w+),(\w+)", self.target)
        if not found:
            wrong = f"a cell is written as in nim:5,3, not {self.text!r}"
            return [], [self.inliner.reporter.error(wrong, line=self.lineno)]
        name, row, column = found.groups()
        title = self.title if self.has_explicit_title else f"({row}, {column})"
        button = (
            f'<button type="button" class="nt-pointer" data-grid="{name}" '
            f'data-cell="{row},{column}">{escape(title)}</button>'
        )
        return [nodes.raw("", button, format="html")], []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_role("cell", CellRole())
    app.connect("html-page-context", bring_files)
    app.connect("html-page-context", mend_citations)
    app.connect("html-page-context", name_the_book_once)
    app.connect("html-page-context", keep_a_place, priority=501)  # what runs live is written at 500
    app.connect("html-page-context", drop_script_buttons, priority=502)  # the theme's own is 501
    app.connect("doctree-resolved", mend_theorems)
    app.connect("env-get-outdated", outdate_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
