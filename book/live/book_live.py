"""Sphinx extension for live mode: embed the cells in each page and write the service worker.

A cell tagged `live` in its notebook runs when Python starts in the page. Readers can edit every
cell whose source is shown, as well as the check in a verdict card; a cell tagged `try-it` opens in
an editor. Cells may use names that are bound in hidden cells, so the definitions in hidden cells
are embedded as well.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from chapter import bindings
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from nimbook.claims import LEDGER
from nimbook.rerun import check_code

# Matches a cell that shows a verdict card. Readers can edit and run the check in the card.
CARD = re.compile(r'verdict_card\(check\("([\w.-]+)"\)\)')
_CONTENTS = Path("book/_assets/live.json")
_SERVICE_WORKER = Path("book/live/service_worker.js")
# Files that are written after the list of published files. They are excluded from the list even if
# an earlier build has left them behind, so that every build writes the same list.
_ADDED_LATER = {"SHA256SUMS", "service_worker.js"}


def chapter_cells(path: Path) -> list[dict[str, Any]]:
    """Return the cells to embed in the page of a notebook, as `CellData` objects (`cell.ts`)."""
    if path.suffix != ".ipynb":
        return []
    cells = []
    for cell in nbformat.read(path, as_version=4).cells:
        tags = set(cell.metadata.get("tags", []))
        if cell.cell_type != "code" or "remove-cell" in tags:
            continue
        card = CARD.fullmatch(cell.source)
        flags = {"live": "live" in tags, "editable": "try-it" in tags, "check": bool(card)}
        flags["shown"] = bool(card) or "remove-input" not in tags
        if card:
            source = check_code(LEDGER[card[1]])
        else:
            source = cell.source if flags["live"] or flags["shown"] else bindings(cell.source)
        if source:
            cells.append({"id": cell.id, "source": source, **flags})
    return cells


def name_cells(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Give ids to the elements of runnable cells, so that the page's script can find them."""
    path = Path(app.env.doc2path(page))
    cells = {cell["id"] for cell in chapter_cells(path) if cell["live"] or cell["shown"]}
    if not cells:
        return
    ids = [cell.id for cell in nbformat.read(path, as_version=4).cells]
    for node in doctree.findall(nodes.container):
        if node.get("nb_element") == "cell_code" and ids[node["cell_index"]] in cells:
            node["ids"].append(f"live-{ids[node['cell_index']]}")


def write_cells(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Embed the runnable cells and the location of the live-mode files in a page."""
    if doctree is None:
        return
    cells = chapter_cells(Path(app.env.doc2path(page)))
    if not any(cell["live"] or cell["shown"] for cell in cells):
        return
    contents = json.loads(Path(app.srcdir, _CONTENTS).read_text("utf8"))
    contents["folder"] = context["pathto"]("", resource=True) + contents["folder"]
    # Omit the sources of checks, which the verdict cards already contain.
    cells = [{**cell, "source": ""} if cell["check"] else cell for cell in cells]
    contents |= {"page": page, "cells": cells}
    data = json.dumps(contents).replace("<", "\\u003c")
    context["body"] += f'<script type="application/json" id="live-page">{data}</script>'


def forget_earlier_builds(app: Sphinx) -> None:
    """Remove the static files that earlier builds copied; Sphinx copies them again.

    Otherwise Sphinx would find the old copies, and the links to these files would differ from the
    links that a first build writes into the pages.
    """
    shutil.rmtree(Path(app.outdir, "_static"), ignore_errors=True)


def write_service_worker(app: Sphinx, error: Exception | None) -> None:
    """Write the service worker, including the list of the files that it may cache."""
    if error or app.builder.name != "html":
        return
    root = Path(app.outdir)
    files = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    published = sorted(quote(path.as_posix()) for path in files if _is_published(path))
    contents = json.loads(Path(app.srcdir, _CONTENTS).read_text("utf8"))
    constants = {"FILES": published, "LIVE": contents["folder"]}
    lines = [f"const {name} = {json.dumps(value)};" for name, value in constants.items()]
    code = Path(app.srcdir, _SERVICE_WORKER).read_text("utf8")
    (root / "service_worker.js").write_text("\n".join([*lines, code]), "utf8")


def _is_published(path: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.parts)
    return not hidden and path.name not in _ADDED_LATER and path.suffix != ".pdf"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.add_js_file("forget.js", loading_method="defer")
    app.connect("builder-inited", forget_earlier_builds, priority=0)
    app.connect("doctree-resolved", name_cells)
    app.connect("html-page-context", write_cells)
    app.connect("build-finished", write_service_worker, priority=999)  # after all files are written
    return {"parallel_read_safe": True, "parallel_write_safe": True}
