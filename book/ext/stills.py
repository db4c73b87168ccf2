"""Sphinx extension: static snapshots of the widgets.

Each page contains snapshots of its widgets. A snapshot shows the initial state of a widget as plain
HTML. The snapshot has the same size as the live widget, so nothing shifts when the widget replaces
it. Readers see the snapshot in print and when scripts are disabled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

_STATE = re.compile(
    r'<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>', re.DOTALL
)
_VIEW = re.compile(
    r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>', re.DOTALL
)
# For each kind of box, the additional class that the widget stylesheet uses, if any.
_BOXES = {
    "BoxModel": "widget-box",
    "HBoxModel": "widget-box widget-hbox",
    "VBoxModel": "widget-box widget-vbox",
    "GridBoxModel": "widget-gridbox",
}
# The parts of a layout with which boards place their pieces.
_STYLES = ("left", "top", "bottom", "width", "min_width", "height", "grid_template_columns")


def render_snapshot(models: Mapping[str, Any], name: str) -> str:
    """Return the initial state of a widget as static HTML.

    Args:
        models: the widget models of a notebook, by id.
        name: id of the widget.

    >>> models = {
    ...     "a": {"model_name": "HTMLModel", "state": {"value": "<b>P</b>"}},
    ...     "b": {"model_name": "StackModel", "state": {"children": ["IPY_MODEL_a"]}},
    ... }
    >>> models["b"]["state"]["selected_index"] = 0
    >>> render_snapshot(models, "b").count("<b>P</b>")
    1
    >>> models["c"] = {"model_name": "LayoutModel", "state": {"left": "20%", "margin": "0"}}
    >>> models["d"] = {"model_name": "GridBoxModel", "state": {"layout": "IPY_MODEL_c"}}
    >>> render_snapshot(models, "d").partition("widget-container ")[2]
    'widget-gridbox" style="left: 20%"></div>'
    """
    kind, state = models[name]["model_name"], models[name]["state"]
    layout = models.get(_name(state.get("layout", "")), {"state": {}})["state"]
    if layout.get("display") == "none":
        return ""
    own = "".join(f" {name}" for name in state.get("_dom_classes", []))
    styles = "; ".join(
        f"{name.replace('_', '-')}: {layout[name]}" for name in _STYLES if layout.get(name)
    )
    attributes = f' style="{escape(styles)}"' if styles else ""
    if state.get("tooltip"):
        attributes += f' title="{escape(state["tooltip"])}"'
    description = escape(state.get("description", ""))
    label = f'<label class="widget-label">{description}</label>' if description else ""

    def element(classes: str, content: str, base: str = " jupyter-widgets") -> str:
        return f'<div class="lm-Widget{base} {classes}{own}"{attributes}>{content}</div>'

    if kind == "HTMLModel":
        value = f'<div class="widget-html-content">{state.get("value", "")}</div>'
        return element("widget-inline-hbox widget-html", label + value)
    if kind == "LabelModel":
        return element("widget-inline-hbox widget-label", escape(state.get("value", "")))
    if kind in _BOXES:
        parts = [render_snapshot(models, _name(child)) for child in state.get("children", [])]
        return element(f"widget-container {_BOXES[kind]}", "".join(parts))
    if kind == "StackModel":
        index = state.get("selected_index")
        part = "" if index is None else render_snapshot(models, _name(state["children"][index]))
        return element("widget-container widget-box widget-stack", part)
    if kind == "ToggleButtonsModel":
        buttons = "".join(
            _button(text, "widget-toggle-button") for text in state["_options_labels"]
        )
        return element("widget-toggle-buttons", f"{label}<div>{buttons}</div>", "")
    if kind in ("ButtonModel", "ToggleButtonModel"):
        classes = f"lm-Widget jupyter-widgets widget-button{own}"
        return _button(state.get("description", ""), classes, attributes)
    if kind == "TextareaModel":
        text = f'<textarea rows="{state["rows"]}" disabled>{escape(state["value"])}</textarea>'
        return element("widget-inline-hbox widget-textarea", label + text)
    # For all other controls, show only the label; the stylesheet sets their height. Omit the class
    # `jupyter-widgets` for selection sliders, because it would give them a margin.
    base = "" if kind == "SelectionSliderModel" else " jupyter-widgets"
    return element("widget-inline-hbox", label, base)


def _button(text: str, classes: str, attributes: str = "") -> str:
    return f'<button class="{classes} jupyter-button"{attributes} disabled>{escape(text)}</button>'


def _name(reference: str) -> str:
    return reference.removeprefix("IPY_MODEL_")


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
        snapshot = render_snapshot(models, json.loads(view[1])["model_id"])
        return f'<div class="widget-still">{snapshot}</div>{view[0]}'

    context["body"] = _VIEW.sub(add_snapshot, body)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    # Run after book_postprocess, which moves the widget state into the body.
    app.connect("html-page-context", place_snapshots, priority=504)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
