"""Shared building blocks of the labs."""

from __future__ import annotations

import os
from functools import cache
from html import escape
from typing import Any

import ipywidgets as ipw

from nimbook.show import ON_A_PAGE, all_stylesheets, stylesheets_present
from nimbook.show.static import static_html

__all__ = ["Experiment", "error_html", "menu_label", "style_widgets"]


class Experiment(ipw.VBox):  # type: ignore[misc]
    """A box of widgets that viewers without widgets, such as GitHub, display as static HTML.

    >>> html = Experiment([ipw.HTML("<b>P</b>")])._repr_mimebundle_()["text/html"]
    >>> "<b>P</b>" in html
    True
    """

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        bundle = super()._repr_mimebundle_(**arguments)
        return bundle if ON_A_PAGE in os.environ else {**bundle, "text/html": static_html(self)}


def style_widgets() -> list[ipw.HTML]:
    """Return a one-item list: an invisible widget that holds the stylesheets for all labs.

    If the page already has the stylesheets, return an empty list.
    """
    return [] if stylesheets_present() else [_style()]


@cache
def _style() -> ipw.HTML:
    return ipw.HTML(f"<style>{all_stylesheets()}</style>", layout=ipw.Layout(display="none"))


def error_html(message: str) -> str:
    """Return HTML that screen readers announce as an error, or "" if there is no message.

    >>> error_html("-1 < 0")
    '<div class="nt nt-error" role="alert">-1 &lt; 0</div>'
    """
    return f'<div class="nt nt-error" role="alert">{escape(message)}</div>' if message else ""


def menu_label(value: object) -> str:
    """Return the menu label for a value. The label of a restriction lists its residues.

    >>> menu_label(frozenset({3, 1})), menu_label(frozenset()), menu_label((1, 2))
    ('1, 3', 'none', '(1, 2)')
    """
    if isinstance(value, frozenset) and all(isinstance(residue, int) for residue in value):
        return ", ".join(map(str, sorted(value))) or "none"
    return str(value)
