"""Matplotlib figures that a notebook shows as SVG, in the colours of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import matplotlib.style
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from nimbook.show._base import STYLE

__all__ = ["MARK", "Picture", "colour", "heat_map"]

matplotlib.style.use(str(files("nimbook.show") / "book.mplstyle"))

# A dot of a map is a pixel, which cannot follow the theme; this is seen on white and on black.
MARK = "#3f83cf"


def colour(name: str) -> str:
    """Return a colour of the pages' stylesheet, as on a light page, by its name there.

    Where a figure uses it for lines, areas or words, it follows the theme of the page.

    >>> colour("p")
    '#1d5fa5'
    """
    found: str = re.findall(rf"--nt-{name}: (#\w+)", STYLE)[0]
    return found


class Picture(Figure):
    """A matplotlib figure in the book's style, which says in words what it shows.

    `title` is its caption; `description` says what one sees, to those who do not. Its size is in
    inches; on a page it is never wider than its column.

    >>> picture = Picture("Halves", "A line that rises slowly.", (4, 3))
    >>> picture.subplots().plot([0, 0.5, 1])
    [<matplotlib.lines.Line2D object at ...>]
    >>> picture
    <Picture: Halves>
    """

    def __init__(
        self, title: str, description: str, size: tuple[float, float] = (6.4, 3.8), **more: Any
    ) -> None:
        super().__init__(figsize=size, **more)
        self.title, self.description = title, " ".join(description.split())

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def _repr_svg_(self) -> str:
        text = io.StringIO()
        self.savefig(text, format="svg", metadata={"Date": None, "Title": self.title})
        # Laid out again, it would differ in the last digits.
        self.set_layout_engine("none")
        told = f"</title>\n <desc>{escape(self.description)}</desc>"
        svg = re.sub(r" <metadata>.*?</metadata>\n", "", text.getvalue(), flags=re.S)
        return _small(svg.replace("</title>", told, 1))


def _small(svg: str) -> str:
    r"""Return an SVG file without what nobody sees: line by line, to a hundredth of a point.

    >>> _small('<path d="M 0.123456 1 \nL 2 3 "/>\n  <text x="1" transform="rotate(-0 1 2)"/>')
    '<path d="M 0.12 1 L 2 3"/>\n<text x="1"/>'
    """

    def tag(found: re.Match[str]) -> str:
        one = re.sub(r"\s+", " ", found[0]).replace(' "', '"').replace(";base64, ", ";base64,")
        one = re.sub(r' transform="rotate\(-0 [^"]*"', "", one)
        return re.sub(r"\b\d+\.\d{3,}\b", lambda digits: f"{round(float(digits[0]), 2):g}", one)

    return re.sub(r"\n\s+", "\n", re.sub(r"<\w[^>]*>", tag, svg))


def heat_map(
    maps: Mapping[str, Sequence[Sequence[Any]]],
    title: str,
    description: str,
    of: str = "heap",
    start: int = 0,
    label: str = "",
) -> Picture:
    """Return maps of two coordinates side by side, one pixel for each pair.

    Pairs of truth values are dots or empty; numbers are shades.

    Args:
        maps: the rows of each map by its title; one map needs no title, "".
        title: the caption of the picture.
        description: what one sees, for readers who do not.
        of: the name of a coordinate, for the axes.
        start: the number of the first row and column.
        label: the name of the shades; with it, there is a colour bar.

    >>> heat_map({"": [[i ^ j for j in range(8)] for i in range(8)]}, "Nim-sums", "Squares.")
    <Picture: Nim-sums>
    """
    size = (5.6, 4.7) if label else (4.2, 4.2) if len(maps) == 1 else (3.4 * len(maps), 3.7)
    picture = Picture(title, description, size)
    places = picture.subplots(1, len(maps), squeeze=False)[0]
    for axes, (name, rows) in zip(places, maps.items(), strict=True):
        ends = (start - 0.5, start + len(rows[0]) - 0.5, start + len(rows) - 0.5, start - 0.5)
        if all(isinstance(cell, bool) for row in rows for cell in row):
            dots = ListedColormap(["none", MARK])
            axes.imshow(rows, cmap=dots, vmin=0, vmax=1, extent=ends)
            axes.spines[:].set_visible(True)
        else:
            image = axes.imshow(rows, extent=ends)
            if label:
                picture.colorbar(image, label=label)
        axes.set(title=name, xlabel=f"second {of}", ylabel=f"first {of}")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 3, 5, 6, 10]))
    return picture
