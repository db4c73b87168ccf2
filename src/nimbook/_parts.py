"""Shared building blocks of the labs."""

from __future__ import annotations

from functools import cache
from html import escape

import ipywidgets as ipw

from nimbook.show import all_stylesheets, stylesheets_present

__all__ = ["error_html", "menu_label", "style_widgets"]


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
