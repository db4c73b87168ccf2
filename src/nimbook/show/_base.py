"""Building blocks for all drawings: HTML that notebooks display, and stylesheets."""

from __future__ import annotations

import os
from functools import cache
from html import escape
from importlib.resources import files

from nimbook.show.palette import in_greys, stylesheet

__all__ = [
    "STYLE",
    "Drawing",
    "all_stylesheets",
    "captioned",
    "scroll",
    "stylesheets",
    "stylesheets_present",
    "svg",
    "wrap",
]


STYLE = " ".join(stylesheet("nimbook.show", name) for name in ("palette.css", "style.css"))
"""The stylesheet of all drawings."""


@cache
def all_stylesheets() -> str:
    """Return the stylesheets for drawings, grids, boards and exercises as a single string."""
    others = ("show/grids.css", "play/boards.css", "exercises/exercises.css")
    return " ".join((STYLE, *(stylesheet("nimbook", name) for name in others)))


# The environment variable set by pages that run Python, which load the stylesheets themselves.
ON_A_PAGE = "NIMBOOK_STYLED"


class _Session:
    """A notebook output with all stylesheets and the script that makes drawings interactive.

    It is plain HTML rather than a widget, because JupyterLab, Notebook, VS Code and exported HTML
    files all run such a script, without any extension or connection to the kernel.
    """

    displayed = False

    def __repr__(self) -> str:
        return "<stylesheets>"

    def _repr_html_(self) -> str:
        _Session.displayed = True
        style = f'<style class="nt-session">{all_stylesheets()}</style>'
        script = (files("nimbook.show") / "jupyter.js").read_text("utf-8")
        return f"{style}<script>{script.strip()}</script>"


def stylesheets() -> _Session | None:
    """Return an object that, when displayed, styles a notebook and makes its grids interactive.

    If the first cell ends with a call to this function, the notebook stays small, because later
    outputs omit the stylesheets. Without such a call, the notebook looks the same, but its grids do
    not answer clicks, and all frames of its animations are visible.

    >>> stylesheets()
    <stylesheets>
    """
    return None if ON_A_PAGE in os.environ or in_greys() else _Session()


def stylesheets_present() -> bool:
    """Return whether the stylesheets are already present, so that outputs need not embed them."""
    return _Session.displayed or ON_A_PAGE in os.environ or in_greys()


class Drawing(str):
    """HTML that a notebook displays. It embeds the stylesheet unless the page already has it.

    >>> Drawing("<b>mex</b>")
    <Drawing of 10 characters>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Drawing of {len(self)} characters>"

    def _repr_html_(self) -> str:
        return str(self) if stylesheets_present() else f"<style>{STYLE}</style>{self}"


def wrap(inner: str, kind: str) -> Drawing:
    return Drawing(f'<div class="nt {kind}">{inner}</div>')


# Scrollable regions need an accessible name; the page makes them focusable.
def scroll(inner: str, name: str) -> Drawing:
    return Drawing(
        f'<div class="nt nt-scroll" role="group" aria-label="{escape(name)}">{inner}</div>'
    )


def captioned(drawing: str, caption: str) -> Drawing:
    """Return a drawing as a figure with a visible caption, which the book numbers."""
    return Drawing(
        f'<figure class="nt nt-drawing">{scroll(drawing, caption)}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def svg(width: float, height: float, title: str, description: str, inner: str) -> str:
    desc = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg role="img" xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" style="--nt-width: {width:g}px">'
        f"<title>{escape(title)}</title>{desc}{inner}</svg>"
    )
