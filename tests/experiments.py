"""What a reader sees of an experiment, for its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import ipywidgets as ipw


def all_of(widget: ipw.Widget) -> Iterator[ipw.Widget]:
    """Yield the widget and all in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_of(child)


def visible(widget: ipw.Widget) -> Iterator[ipw.Widget]:
    """Yield the widgets that a reader sees: of a stack, the one that is selected."""
    yield widget
    children = getattr(widget, "children", ())
    if isinstance(widget, ipw.Stack):
        children = [children[widget.selected_index]]
    for child in children:
        yield from visible(child)


def shown(widget: ipw.Widget) -> list[str]:
    """Return the HTML that a reader sees, but for the stylesheet."""
    return [
        part.value
        for part in visible(widget)
        if isinstance(part, ipw.HTML) and part.layout.display != "none"
    ]


def control(widget: ipw.Widget, name: str) -> ipw.Widget:
    """Return the control of this name that a reader sees; there must be just one."""
    [found] = [w for w in visible(widget) if getattr(w, "description", "") == name]
    return found


def said(html: str) -> str:
    """Return the text of HTML."""
    return unescape(re.sub("<[^>]*>", "", html))
