"""Static snapshots of the widgets.

Each page contains snapshots of its widgets. A snapshot shows the initial state of a widget as plain
HTML. The snapshot has the same size as the live widget, so nothing shifts when the widget replaces
it. Readers see the snapshot in print and when scripts are disabled.
"""

from __future__ import annotations

import json

from docutils import nodes
from sphinx.application import Sphinx

from ext.trees import STATE, VIEW, Site, fragment, insert_before
from nimbook.show.static import saved_html

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
    for page in site.pages.values():
        for state in page.scripts(STATE):
            models = json.loads(state.text)["state"]
            for view in page.scripts(VIEW):
                snapshot = saved_html(models, json.loads(view.text)["model_id"])
                insert_before(view, fragment(f'<div class="widget-still">{snapshot}</div>'))
