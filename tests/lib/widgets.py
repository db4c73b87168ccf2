"""Helpers for inspecting widgets as a reader sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import ipywidgets as ipw


def descendants(widget: ipw.Widget) -> Iterator[ipw.Widget]:
    """Yield a widget and all of its descendants."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from descendants(child)


def visible(widget: ipw.Widget) -> Iterator[ipw.Widget]:
    """Yield a widget and its visible descendants. A `Stack` shows only its selected child."""
    yield widget
    children = getattr(widget, "children", ())
    if isinstance(widget, ipw.Stack):
        children = [children[widget.selected_index]]
    for child in children:
        yield from visible(child)


def visible_html(widget: ipw.Widget) -> list[str]:
    """Return the values of the visible HTML widgets in a widget, leaving out the stylesheet."""
    return [
        part.value
        for part in visible(widget)
        if isinstance(part, ipw.HTML) and part.layout.display != "none"
    ]


def control(widget: ipw.Widget, name: str) -> ipw.Widget:
    """Return the only visible control whose description is `name`."""
    [control] = [w for w in visible(widget) if getattr(w, "description", "") == name]
    return control


def text_content(html: str) -> str:
    """Return the text content of an HTML string."""
    return unescape(re.sub("<[^>]*>", "", html))


SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: str) -> Element:
    """Parse a drawing, which must be well-formed XML."""
    return ElementTree.fromstring(f"<div>{drawing.replace('&nbsp;', ' ')}</div>")
