"""Show results: grids, tables, trees and cards as HTML, figures by Matplotlib, frames by pandas.

Every drawing can be read without colour and without sight: grids and tables have headers and a
caption, pictures have a title and a description. HTML drawings take their colours from one
stylesheet, `STYLE`, which follows the light or dark theme of the page.

Matplotlib and pandas are imported when a name that needs them is used first: in the page, where
they are missing, everything else works.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from nimbook.show._base import STYLE, Drawing, stylesheets
from nimbook.show.cards import badge, verdict_card
from nimbook.show.grids import Formula, agreement, cell_table, grid, outcome_tag, panels, table
from nimbook.show.trees import tree

if TYPE_CHECKING:
    from nimbook.show.figures import MARK, Picture, colour, heat_map
    from nimbook.show.frames import Table, compared, shown
    from nimbook.show.pictures import picture

_LAZY = {
    **dict.fromkeys(("MARK", "Picture", "colour", "heat_map"), "nimbook.show.figures"),
    **dict.fromkeys(("Table", "compared", "shown"), "nimbook.show.frames"),
    "picture": "nimbook.show.pictures",
}

__all__ = [
    "MARK",
    "STYLE",
    "Drawing",
    "Formula",
    "Picture",
    "Table",
    "agreement",
    "badge",
    "cell_table",
    "colour",
    "compared",
    "grid",
    "heat_map",
    "outcome_tag",
    "panels",
    "picture",
    "shown",
    "stylesheets",
    "table",
    "tree",
    "verdict_card",
]


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)
