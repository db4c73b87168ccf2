"""The parts that experiments are made of."""

from __future__ import annotations

from functools import cache
from html import escape

import ipywidgets as ipw

from nimbook.show._base import are_linked, sheets

__all__ = ["sentence", "style", "words"]


def style() -> list[ipw.HTML]:
    """Return the stylesheets as an invisible widget that all share, unless they are there."""
    return [] if are_linked() else [_style()]


@cache
def _style() -> ipw.HTML:
    return ipw.HTML(f"<style>{sheets()}</style>", layout=ipw.Layout(display="none"))


def sentence(wrong: str) -> str:
    """Return an error message as HTML that a screen reader announces; empty if there is none.

    >>> sentence("-1 < 0")
    '<div class="nt nt-error" role="alert">-1 &lt; 0</div>'
    """
    return f'<div class="nt nt-error" role="alert">{escape(wrong)}</div>' if wrong else ""


def words(value: object) -> str:
    """Return a value as a menu names it, restrictions by their residues.

    >>> words(frozenset({3, 1})), words(frozenset()), words((1, 2))
    ('1, 3', 'none', '(1, 2)')
    """
    if isinstance(value, frozenset) and all(isinstance(residue, int) for residue in value):
        return ", ".join(map(str, sorted(value))) or "none"
    return str(value)
