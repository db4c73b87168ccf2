"""Static snapshots of the widgets.

Each page contains snapshots of its widgets. A snapshot shows the initial state of a widget as plain
HTML. The snapshot has the same size as the live widget, so nothing shifts when the widget replaces
it. Readers see the snapshot in print and when scripts are disabled.
"""

from __future__ import annotations

import json

from ext.trees import STATE, VIEW, Site, fragment, insert_before
from nimbook.show.static import saved_html


def place_snapshots(site: Site) -> None:
    """Insert a snapshot before each widget of all pages."""
    for page in site.pages.values():
        for state in page.scripts(STATE):
            models = json.loads(state.text)["state"]
            for view in page.scripts(VIEW):
                snapshot = saved_html(models, json.loads(view.text)["model_id"])
                insert_before(view, fragment(f'<div class="widget-still">{snapshot}</div>'))
