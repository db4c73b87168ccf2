"""Live mode: embed the cells in each page, and reserve space for its bar.

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

import nbformat
from chapter import bindings
from docutils import nodes
from sphinx.application import Sphinx

from ext.trees import Site, element, to_script
from nimbook.claims import LEDGER
from nimbook.rerun import check_code

# Matches a cell that shows a verdict card. Readers can edit and run the check in the card.
CARD = re.compile(r'verdict_card\(check\("([\w.-]+)"\)\)')
_CONTENTS = Path("book/_assets/live.json")


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
    """Give ids to the elements of runnable cells, and reserve space for the bar of live mode."""
    path = Path(app.env.doc2path(page))
    runnable = {cell["id"] for cell in chapter_cells(path) if cell["live"] or cell["shown"]}
    if not runnable:
        return
    ids = [cell.id for cell in nbformat.read(path, as_version=4).cells]
    cells = [c for c in doctree.findall(nodes.container) if c.get("nb_element") == "cell_code"]
    for cell in cells:
        if ids[cell["cell_index"]] in runnable:
            cell["ids"].append(f"live-{ids[cell['cell_index']]}")
    chapter = next(doctree.findall(nodes.section))
    # The bar comes after the chapter's opening game if there is one, and otherwise after the title.
    openings = (cell for cell in cells if cell.parent is chapter and _has_board(cell))
    above = next(openings, chapter[0])
    text = f"wakes the labs ({_contents(app)['megabytes']} MB, once)"
    bar = f'<button class="live-button" disabled>Run live</button><span>{text}</span>'
    placeholder = f'<div class="live-placeholder" aria-hidden="true">{bar}</div>'
    chapter.insert(chapter.index(above) + 1, nodes.raw("", placeholder, format="html"))


def _has_board(cell: nodes.Element) -> bool:
    """Return whether a cell shows a board that can be played without Python."""
    return any("nt-written" in output.astext() for output in cell.findall(nodes.raw))


def _contents(app: Sphinx) -> dict[str, Any]:
    """Return the manifest of the live-mode folder, written by `tools.live`."""
    contents: dict[str, Any] = json.loads(Path(app.srcdir, _CONTENTS).read_text("utf8"))
    return contents


def embed_cells(site: Site) -> None:
    """Embed the runnable cells and the location of the live-mode files in the pages."""
    for page in site.documents():
        cells = chapter_cells(Path(site.app.env.doc2path(page.name)))
        if not any(cell["live"] or cell["shown"] for cell in cells):
            continue
        contents = _contents(site.app)
        contents["folder"] = page.root + contents["folder"]
        # Omit the sources of checks, which the verdict cards already contain.
        cells = [{**cell, "source": ""} if cell["check"] else cell for cell in cells]
        data = to_script({**contents, "page": page.name, "cells": cells})
        page.article.append(element("script", data, type="application/json", id="live-page"))


def forget_earlier_builds(app: Sphinx) -> None:
    """Remove the static files of earlier builds, and their files beside the folders.

    Every build writes these files again, except those that it no longer has, such as an outdated
    PDF. Sphinx would find the old copies of static files, and the links to these files would differ
    from the links that a first build writes into the pages.
    """
    shutil.rmtree(Path(app.outdir, "_static"), ignore_errors=True)
    for path in Path(app.outdir).glob("*"):
        # Sphinx and `outdate_pages` compare these files with the sources.
        if path.is_file() and path.name not in (".buildinfo", "objects.inv"):
            path.unlink()
