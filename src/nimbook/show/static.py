"""Static HTML of widgets, for readers whose page shows no widgets, or not yet.

The HTML has the classes that Jupyter gives to the widgets, so the same stylesheets apply to both.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import ipywidgets as ipw

__all__ = ["html_pieces", "static_html"]

# The CSS classes that Jupyter gives to the HTML element of a widget, by the kind of widget.
_BOXES = {
    "Box": "widget-container widget-box",
    "HBox": "widget-container widget-box widget-hbox",
    "VBox": "widget-container widget-box widget-vbox",
    "GridBox": "widget-container widget-gridbox",
    "Stack": "widget-container widget-box widget-stack",
}
_CLASSES = {
    **_BOXES,
    "Label": "widget-inline-hbox widget-label",
    "HTML": "widget-inline-hbox widget-html",
    "Textarea": "widget-inline-hbox widget-textarea",
    "Button": "jupyter-button widget-button",
    "ToggleButton": "jupyter-button widget-button",
    "ToggleButtons": "widget-toggle-buttons",
}
# Kinds of widgets that do not have the class `jupyter-widgets`, which would add a margin.
_WITHOUT_MARGIN = ("ToggleButtons", "SelectionSlider")
# The parts of a layout with which boards place their pieces.
_SIZES = ("left", "top", "bottom", "width", "height", "min_width")
_STYLES = {name: name.replace("_", "-") for name in ("flex_flow", "grid_template_columns", *_SIZES)}
# Suppress animations: a script decides which changes to animate.
_STILL = dict.fromkeys(("nt-turn", "nt-return"), "nt-still")


def static_html(widget: ipw.DOMWidget) -> str:
    """Return the HTML of a widget in its current state. Nothing in it responds to the reader.

    Boxes, text, buttons and pictures look as in a notebook. Only the labels of other controls, such
    as sliders and menus, are shown.

    >>> static_html(ipw.VBox([ipw.Button(description="Undo"), ipw.IntSlider(description="size")]))
    ... # doctest: +ELLIPSIS
    '<div class="lm-Widget jupyter-widgets widget-container ... disabled>Undo</button>...</div>'
    """
    return "".join(html_pieces(widget, is_static=True))


def html_pieces(widget: Any, is_static: bool = False) -> Iterator[str]:
    """Yield the HTML of a widget in pieces; each piece belongs to only one widget.

    A static widget gets the class `lm-Widget`, as in a page that draws widgets, and all its
    controls are disabled.

    >>> [*html_pieces(ipw.Box([ipw.Label("3 < 4")]))]  # doctest: +ELLIPSIS
    ['<div ...>', '<div class="jupyter-widgets widget-inline-hbox ...">3 &lt; 4</div>', '</div>']
    """
    kind = widget._model_name.removesuffix("Model")
    layout = widget.layout
    if layout.display == "none":
        return
    own = [_STILL.get(name, name) for name in widget._dom_classes]
    classes = ["lm-Widget"] if is_static else []
    classes += [] if kind in _WITHOUT_MARGIN else ["jupyter-widgets"]
    styles = [
        f"{css}: {value}" for name, css in _STYLES.items() if (value := getattr(layout, name))
    ]
    attributes = {
        "class": " ".join([*classes, _CLASSES.get(kind, "widget-inline-hbox"), *own]),
        "style": "; ".join(styles),
        "title": widget.tooltip,
        "tabindex": {True: "0", False: "-1"}.get(widget.tabbable),
    }
    tag = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)
    if kind in ("Button", "ToggleButton"):
        yield _button(widget.description, tag, is_static or widget.disabled)
    elif kind == "Label":
        yield f"<div{tag}>{escape(widget.value)}</div>"
    elif kind in _BOXES:
        yield f"<div{tag}>"
        shown = widget.children
        if kind == "Stack":
            index = widget.selected_index
            shown = [] if index is None else [shown[index]]
        for child in shown:
            yield from html_pieces(child, is_static)
        yield "</div>"
    else:
        label = f'<label class="widget-label">{escape(widget.description)}</label>'
        yield f"<div{tag}>{label * bool(widget.description)}{_content(kind, widget)}</div>"


def _content(kind: str, widget: Any) -> str:
    """Return the HTML of what stands after the label of a control, or "" if it is left out."""
    if kind == "HTML":
        return f'<div class="widget-html-content">{widget.value}</div>'
    if kind == "Textarea":
        return f'<textarea rows="{widget.rows}" disabled>{escape(widget.value)}</textarea>'
    if kind == "ToggleButtons":
        classes = ' class="widget-toggle-button jupyter-button"'
        buttons = (_button(text, classes, True) for text in widget._options_labels)
        return f"<div>{''.join(buttons)}</div>"
    return ""


def _button(text: str, tag: str, disabled: bool) -> str:
    return f'<button{tag} type="button"{" disabled" * bool(disabled)}>{escape(text)}</button>'
