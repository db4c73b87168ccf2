"""Sphinx extension: each experiment stands in its page as it begins, before any script has come.

Then it takes the place of this still, which has its size; and a page without scripts, or on paper,
has something to show.
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
# The classes by which the stylesheet of the widgets knows them.
_BOXES = {"BoxModel": "", "HBoxModel": " widget-hbox", "VBoxModel": " widget-vbox"}


def still(models: Mapping[str, Any], name: str) -> str:
    """Return a widget as it begins, as HTML.

    >>> models = {
    ...     "a": {"model_name": "HTMLModel", "state": {"value": "<b>P</b>"}},
    ...     "b": {"model_name": "StackModel", "state": {"children": ["IPY_MODEL_a"]}},
    ... }
    >>> models["b"]["state"]["selected_index"] = 0
    >>> still(models, "b").count("<b>P</b>")
    1
    """
    kind, state = models[name]["model_name"], models[name]["state"]
    layout = models.get(_name(state.get("layout", "")), {"state": {}})["state"]
    if layout.get("display") == "none":
        return ""
    more = "".join(f" {word}" for word in state.get("_dom_classes", []))
    description = escape(state.get("description", ""))
    label = f'<label class="widget-label">{description}</label>' if description else ""

    def made(classes: str, inside: str, known: str = " jupyter-widgets") -> str:
        return f'<div class="lm-Widget{known} {classes}{more}">{inside}</div>'

    if kind == "HTMLModel":
        value = f'<div class="widget-html-content">{state.get("value", "")}</div>'
        return made("widget-inline-hbox widget-html", label + value)
    if kind == "LabelModel":
        return made("widget-inline-hbox widget-label", escape(state.get("value", "")))
    if kind in _BOXES:
        parts = [still(models, _name(child)) for child in state.get("children", [])]
        return made(f"widget-container widget-box{_BOXES[kind]}", "".join(parts))
    if kind == "StackModel":
        chosen = state.get("selected_index")
        part = "" if chosen is None else still(models, _name(state["children"][chosen]))
        return made("widget-container widget-box widget-stack", part)
    if kind == "ToggleButtonsModel":
        words = "".join(_button(text, "widget-toggle-button") for text in state["_options_labels"])
        return made("widget-toggle-buttons", f"{label}<div>{words}</div>", "")
    if kind in ("ButtonModel", "ToggleButtonModel"):
        return _button(
            state.get("description", ""), f"lm-Widget jupyter-widgets widget-button{more}"
        )
    # A control, of which the stylesheet knows how high it is. Sliders along words have no margin.
    known = "" if kind == "SelectionSliderModel" else " jupyter-widgets"
    return made("widget-inline-hbox", label, known)


def _button(text: str, classes: str) -> str:
    return f'<button class="{classes} jupyter-button" disabled>{escape(text)}</button>'


def _name(reference: str) -> str:
    return reference.removeprefix("IPY_MODEL_")


def place_stills(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Put a still before each experiment of a page."""
    body = context.get("body", "")
    written = _STATE.search(body)
    if not written:
        return
    models = json.loads(written[1])["state"]

    def before(view: re.Match[str]) -> str:
        shown = still(models, json.loads(view[1])["model_id"])
        return f'<div class="widget-still">{shown}</div>{view[0]}'

    context["body"] = _VIEW.sub(before, body)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.connect("html-page-context", place_stills, priority=504)  # the state is placed at 503
    return {"parallel_read_safe": True, "parallel_write_safe": True}
