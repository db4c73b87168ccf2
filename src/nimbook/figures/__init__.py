"""Matplotlib figures and pandas tables, in the style that all chapters share.

Only this package and the modules `figures` of the chapters need these libraries. A chapter's
function returns a `Picture`, which is a matplotlib `Figure`, or a `DataFrame`; a notebook shows the
one as it is, the other by `shown` or `compared`. Importing this package sets matplotlib's style.
"""

from nimbook.figures.pictures import MARK, Picture, colour, flag_map, pair_map
from nimbook.figures.tables import Table, compared, in_columns, shown

__all__ = [
    "MARK",
    "Picture",
    "Table",
    "colour",
    "compared",
    "flag_map",
    "in_columns",
    "pair_map",
    "shown",
]
