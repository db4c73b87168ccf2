"""Static snapshots of the widgets.

Each page contains snapshots of its widgets. A snapshot shows the initial state of a widget as plain
HTML, which the notebook contains for viewers without widgets. The snapshot has the same size as the
live widget, so nothing shifts when the widget replaces it. Readers see the snapshot in print and
when scripts are disabled.
"""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx.application import Sphinx

from ext.figures import add_colours
from ext.trees import VIEW, Site, fragment, insert_before

HTML = "text/html"


def drop_fallbacks(app: Sphinx, doctree: nodes.document) -> None:
    """Remove the static form that the output of a cell has besides a widget.

    Viewers without widgets show it. Here, its captions would count as figures and tables.
    """
    for bundle in [*doctree.findall(nodes.container)]:
        if bundle.get("nb_element") != "mime_bundle":
            continue
        elements = (form for form in bundle.children if isinstance(form, nodes.Element))
        forms = {form["mime_type"]: form for form in elements}
        if VIEW in forms and HTML in forms:
            bundle.remove(forms[HTML])


def place_snapshots(site: Site) -> None:
    """Insert a snapshot before each widget of all pages."""
    for page in site.documents():
        if views := page.scripts(VIEW):
            snapshots = _snapshots(Path(site.app.env.doc2path(page.name)))
            for view in views:
                snapshot = snapshots[json.loads(view.text)["model_id"]]
                insert_before(view, fragment(f'<div class="widget-still">{snapshot}</div>'))


def _snapshots(path: Path) -> dict[str, str]:
    """Return the static form of each widget in the outputs of a notebook, by the widget's id."""
    cells = nbformat.read(path, as_version=4).cells
    forms = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    return {each[VIEW]["model_id"]: add_colours(each[HTML]) for each in forms if VIEW in each}
