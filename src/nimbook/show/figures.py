"""Matplotlib figures, displayed as SVG in the colours of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any
from zlib import crc32

import matplotlib
import matplotlib.style
from cycler import cycler
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from nimbook.show.palette import GREYS, colour

__all__ = ["MARK", "Picture", "heat_map"]

matplotlib.style.use(str(files("nimbook.show") / "book.mplstyle"))
_LABELS = ("axes.label", "axes.title", "xtick.label", "ytick.label")
_LINES = ("axes.edge", "xtick.", "ytick.")
_COLOURS: dict[Any, Any] = {
    **{f"{part}color": colour("text") for part in _LABELS},
    **{f"{part}color": colour("line") for part in _LINES},
    "text.color": colour("text"),
    "grid.color": colour("faint"),
    "axes.prop_cycle": cycler(
        color=[colour(name) for name in ("p", "n-line", "holds", "open", "refuted", "line")]
    ),
}
matplotlib.rcParams.update(_COLOURS)

MARK = colour("dot")
"""The colour of the dots of a heat map."""

MAX_WIDTH = 5.2
"""The maximum width of a figure in inches; in wider ones, the letters would be small on a phone."""


class Picture(Figure):
    """A Matplotlib figure in the style of the book, with a text alternative.

    `title` is the caption, and `description` describes the figure for readers who cannot see it.
    `size` is in inches. Figures wider than `MAX_WIDTH` are reduced, unless they have no layout.

    >>> picture = Picture("Halves", "A line that rises slowly.", (4, 3))
    >>> picture.subplots().plot([0, 0.5, 1])
    [<matplotlib.lines.Line2D object at ...>]
    >>> picture
    <Picture: Halves>
    """

    def __init__(
        self, title: str, description: str, size: tuple[float, float] = (5.2, 3.2), **more: Any
    ) -> None:
        scale = 1 if more.get("layout") == "none" else min(1, MAX_WIDTH / size[0])
        super().__init__(figsize=(scale * size[0], scale * size[1]), **more)
        self.title, self.description = title, " ".join(description.split())

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def _repr_svg_(self) -> str:
        text = io.StringIO()
        self.savefig(text, format="svg", metadata={"Date": None, "Title": self.title})
        # A second layout pass would change the last digits of the coordinates.
        self.set_layout_engine("none")
        desc = f"</title>\n <desc>{escape(self.description)}</desc>"
        svg = re.sub(r" <metadata>.*?</metadata>\n", "", text.getvalue(), flags=re.S)
        # Matplotlib names clip paths by hashing coordinates, whose last bits vary by processor.
        clips = re.findall(r'<clipPath id="(\w+)"', svg)
        for number, clip in enumerate(dict.fromkeys(clips)):
            svg = svg.replace(clip, f"clip-{crc32(self.title.encode()):x}-{number}")
        return name_colours(_minify(svg.replace("</title>", desc, 1)))


def name_colours(svg: str) -> str:
    """Replace the colours of an SVG file by CSS variables, which the root element defines.

    The build removes these definitions, so that the figure has the colours of the page. Until then,
    the figure has a background, because the theme of the viewer is unknown.

    >>> name_colours(f'<svg><path style="stroke: {colour("p")}"/></svg>')
    '<svg style="background: #...; --nt-p: #..."><path style="stroke: var(--nt-p)"/></svg>'
    """
    names, used = {colour(name): f"--nt-{name}" for name in GREYS}, set[str]()

    def variable(match: re.Match[str]) -> str:
        if match[0] not in names:
            return match[0]
        used.add(match[0])
        return f"var({names[match[0]]})"

    svg = re.sub(r"#[0-9a-f]{6}\b", variable, svg)
    definitions = "".join(f"; {name}: {shade}" for shade, name in names.items() if shade in used)
    return svg.replace("<svg", f'<svg style="background: {colour("back")}{definitions}"', 1)


def _minify(svg: str) -> str:
    r"""Minify an SVG file by collapsing white space and rounding numbers to 1/100 of a point.

    >>> _minify('<path d="M 0.123456 1 \nL 2 3 "/>\n  <text x="1" transform="rotate(-0 1 2)"/>')
    '<path d="M 0.12 1 L 2 3"/>\n<text x="1"/>'
    """

    def minify_tag(match: re.Match[str]) -> str:
        tag = re.sub(r"\s+", " ", match[0]).replace(' "', '"').replace(";base64, ", ";base64,")
        tag = re.sub(r' transform="rotate\(-0 [^"]*"', "", tag)
        return re.sub(r"\b\d+\.\d{3,}\b", lambda digits: f"{round(float(digits[0]), 2):g}", tag)

    return re.sub(r"\n\s+", "\n", re.sub(r"<\w[^>]*>", minify_tag, svg))


def heat_map(
    maps: Mapping[str, Sequence[Sequence[Any]]],
    title: str,
    description: str,
    coordinate: str = "heap",
    start: int = 0,
    label: str = "",
) -> Picture:
    """Return side-by-side heat maps of functions of two coordinates; each pixel shows a value.

    `True` is drawn as a dot and `False` is left empty; numbers are drawn as shades.

    Args:
        maps: the rows of each map, keyed by its title; a single map may have the title "".
        title: the caption of the figure.
        description: a text alternative for readers who cannot see the figure.
        coordinate: the name of each coordinate, for the axis labels.
        start: the number of the first row and of the first column.
        label: the label of the colour bar; without it, there is no colour bar.

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
        axes.set(title=name, xlabel=f"second {coordinate}", ylabel=f"first {coordinate}")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 3, 5, 6, 10]))
    return picture
