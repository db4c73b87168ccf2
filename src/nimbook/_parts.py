"""Shared building blocks of the labs."""

from __future__ import annotations

from functools import cache
from html import escape

import ipywidgets as ipw

from nimbook.show._base import are_linked, sheets

__all__ = ["sentence", "style", "words"]


def style() -> list[ipw.HTML]:
    """Return an invisible, shared widget with the stylesheets, unless the page links to them."""
    return [] if are_linked() else [_style()]


@cache
def _style() -> ipw.HTML:
    return ipw.HTML(f"<style>{sheets()}</style>", layout=ipw.Layout(display="none"))


def sentence(message: str) -> str:
    """Return an error message as HTML that screen readers announce; empty if there is no message.

    >>> sentence("-1 < 0")
    '<div class="nt nt-error" role="alert">-1 &lt; 0</div>'
    """
    return f'<div class="nt nt-error" role="alert">{escape(message)}</div>' if message else ""


def words(value: object) -> str:
    """Return the label of a value in a menu; a restriction is shown by its residues.

    >>> words(frozenset({3, 1})), words(frozenset()), words((1, 2))
    ('1, 3', 'none', '(1, 2)')
    """
    if isinstance(value, frozenset) and all(isinstance(residue, int) for residue in value):
        return ", ".join(map(str, sorted(value))) or "none"
    return str(value)
