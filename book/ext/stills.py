"""Sphinx extension: static snapshots of the widgets.

Each page contains snapshots of its widgets. A snapshot shows the initial state of a widget as plain
HTML. The snapshot has the same size as the live widget, so nothing shifts when the widget replaces
it. Readers see the snapshot in print and when scripts are disabled.
"""

from __future__ import annotations

import json
import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from nimbook.show.static import saved_html

_STATE = re.compile(
    r'<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>', re.DOTALL
)
_VIEW = re.compile(
    r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>', re.DOTALL
)


def place_snapshots(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Insert a snapshot before each widget of a page."""
    body = context.get("body", "")
    match = _STATE.search(body)
    if not match:
        return
    models = json.loads(match[1])["state"]

    def add_snapshot(view: re.Match[str]) -> str:
        snapshot = saved_html(models, json.loads(view[1])["model_id"])
        return f'<div class="widget-still">{snapshot}</div>{view[0]}'

    context["body"] = _VIEW.sub(add_snapshot, body)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    # Run after book_postprocess, which moves the widget state into the body.
    app.connect("html-page-context", place_snapshots, priority=504)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
