"""What every drawing is made of: text that a notebook shows as a picture, and the stylesheet."""

from __future__ import annotations

import os
import re
from functools import cache
from html import escape
from importlib.resources import files

__all__ = [
    "STYLE",
    "Drawing",
    "are_linked",
    "scroll",
    "sheets",
    "stylesheet",
    "stylesheets",
    "svg",
    "wrap",
]


def stylesheet(package: str, name: str) -> str:
    """Return a stylesheet of a package in one line, without its comments."""
    text = (files(package) / name).read_text("utf-8")
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.S)).strip()


STYLE = stylesheet("nimbook.show", "style.css")
"""The stylesheet of all drawings."""


@cache
def sheets() -> str:
    """Return all that a notebook needs: the stylesheets of drawings, boards and exercises."""
    others = (
        stylesheet("nimbook", name) for name in ("play/boards.css", "exercises/exercises.css")
    )
    return " ".join((STYLE, *others))


# Set by a page that runs Python, which has the stylesheets anyway.
ON_A_PAGE = "NIMBOOK_STYLED"


class _Sheets:
    """What a notebook shows once, so that nothing else has to bring the stylesheets along."""

    shown = False

    def __repr__(self) -> str:
        return "<stylesheets>"

    def _repr_html_(self) -> str:
        _Sheets.shown = True
        return f"<style>{sheets()}</style>"


def stylesheets() -> _Sheets | None:
    """Return what gives a notebook the stylesheets of all drawings and experiments, if shown.

    In the last line of the first cell it makes a notebook small: whatever is shown after it comes
    without them. A notebook without it looks the same.

    >>> stylesheets()
    <stylesheets>
    """
    return None if ON_A_PAGE in os.environ else _Sheets()


def are_linked() -> bool:
    """Whether what is shown finds the stylesheets where it is."""
    return _Sheets.shown or ON_A_PAGE in os.environ


class Drawing(str):
    """HTML text that a notebook shows as a picture, with its stylesheet if that is not there.

    >>> Drawing("<b>mex</b>")
    <Drawing of 10 characters>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Drawing of {len(self)} characters>"

    def _repr_html_(self) -> str:
        return str(self) if are_linked() else f"<style>{STYLE}</style>{self}"


def wrap(inner: str, kind: str) -> Drawing:
    return Drawing(f'<div class="nt {kind}">{inner}</div>')


# What scrolls if it does not fit must have a name; the page makes it reachable by keyboard.
def scroll(inner: str, name: str) -> Drawing:
    return Drawing(
        f'<div class="nt nt-scroll" role="group" aria-label="{escape(name)}">{inner}</div>'
    )


def svg(width: float, height: float, title: str, description: str, inner: str) -> str:
    about = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg role="img" xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" style="--nt-width: {width:g}px">'
        f"<title>{escape(title)}</title>{about}{inner}</svg>"
    )
