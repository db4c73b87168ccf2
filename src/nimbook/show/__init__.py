"""Display of results: HTML grids, tables, trees and cards, Matplotlib figures, pandas tables.

No drawing relies on colour alone, and none requires sight: grids and tables have headers and a
caption, and pictures have a title and a description for screen readers. HTML drawings share a
stylesheet, `STYLE`, which follows the light or dark theme of the page.

Matplotlib and pandas are imported lazily, because pages that run Python in the browser lack them.
Everything else in this package works on those pages.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from nimbook.show._base import (
    ON_A_PAGE,
    STYLE,
    Drawing,
    all_stylesheets,
    captioned,
    scroll,
    stylesheets,
    stylesheets_present,
    svg,
    wrap,
)
from nimbook.show.cards import badge, verdict_card
from nimbook.show.grids import Formula, agreement, cell_table, grid, outcome_tag, panels, table
from nimbook.show.palette import colour, shades, stylesheet
from nimbook.show.trees import tree

if TYPE_CHECKING:
    from nimbook.show.figures import MARK, Picture, heat_map
    from nimbook.show.frames import Table, comparison_table, data_table
    from nimbook.show.pictures import picture

_LAZY = {
    **dict.fromkeys(("MARK", "Picture", "heat_map"), "nimbook.show.figures"),
    **dict.fromkeys(("Table", "comparison_table", "data_table"), "nimbook.show.frames"),
    "picture": "nimbook.show.pictures",
}

__all__ = [
    "MARK",
    "ON_A_PAGE",
    "STYLE",
    "Drawing",
    "Formula",
    "Picture",
    "Table",
    "agreement",
    "all_stylesheets",
    "badge",
    "captioned",
    "cell_table",
    "colour",
    "comparison_table",
    "data_table",
    "grid",
    "heat_map",
    "outcome_tag",
    "panels",
    "picture",
    "scroll",
    "shades",
    "stylesheet",
    "stylesheets",
    "stylesheets_present",
    "svg",
    "table",
    "tree",
    "verdict_card",
    "wrap",
]


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)
