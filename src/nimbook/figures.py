"""Matplotlib figures and pandas tables, in the style that all chapters share.

Only this module and the `figures` of the chapters need these libraries. A figure has the same bytes
at every run.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import matplotlib
import pandas as pd
from matplotlib.figure import Figure

from nimtwist._checks import quoted, whole

__all__ = ["BLUE", "Picture", "headed", "pair_map"]

# The blue of P in `style.css`, dark enough for a white page and light enough for a grey one.
BLUE = "#1d5fa5"


class Picture:
    """A matplotlib figure that a notebook shows as SVG, the same text at every run.

    Raises:
        ValueError: if `figure` is not a figure, or `title` is not text.
    """

    def __init__(self, figure: Figure, title: str) -> None:
        if not isinstance(figure, Figure):
            raise ValueError(f"a picture is made from a matplotlib Figure, not {quoted(figure)}")
        if not isinstance(title, str):
            raise ValueError(f"the title of a picture must be text, not {quoted(title)}")
        self.title = title
        text = io.StringIO()
        # Without a salt the ids in the file are random, and without a date of None it has today's.
        # It is drawn only once: a layout that is worked out again differs in the last digits.
        with matplotlib.rc_context({"svg.hashsalt": "nimtwist", "svg.fonttype": "none"}):
            figure.savefig(text, format="svg", metadata={"Date": None, "Title": title})
        self._svg = text.getvalue()

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def _repr_svg_(self) -> str:
        return self._svg


def pair_map(size: int, value: Callable[[int, int], int], name: str, of: str) -> Picture:
    """Return a map of `value` for all pairs of numbers below `size`, in shades."""
    size = whole(size, "the size of a map", 1, 256)
    figure = Figure(figsize=(4.6, 4.2), layout="constrained")
    axes = figure.add_subplot()
    values = [[value(i, j) for j in range(size)] for i in range(size)]
    image = axes.imshow(values, cmap="cividis", interpolation="nearest")
    axes.set(xlabel=f"second {of}", ylabel=f"first {of}")
    figure.colorbar(image, label=name)
    return Picture(figure, f"{name.capitalize()}s of all pairs below {size}")


def headed(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Put the index's name in the corner; pandas would give it a row that is otherwise empty."""
    return table.rename_axis(columns=name)
