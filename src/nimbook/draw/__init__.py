"""Grids, tables and trees as HTML and SVG text that a page or a widget can show.

Every drawing can be read without colour and without sight: grids are tables with headers and a
caption, pictures have a title and a description. Colours come from one stylesheet, `STYLE`, which
follows the light or dark theme of the page; a drawing brings it along, unless the notebook has
shown all `stylesheets`. What one chapter shows is drawn in that chapter's `exhibits`.
"""

from nimbook.draw._base import STYLE, Drawing, stylesheets
from nimbook.draw.cards import badge, verdict_card
from nimbook.draw.tables import agreement, compared, grid, outcome_tag, panels, table
from nimbook.draw.trees import tree

__all__ = [
    "STYLE",
    "Drawing",
    "agreement",
    "badge",
    "compared",
    "grid",
    "outcome_tag",
    "panels",
    "stylesheets",
    "table",
    "tree",
    "verdict_card",
]
