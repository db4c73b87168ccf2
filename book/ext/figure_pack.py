"""Sphinx extension: all figures of the book in one archive, for slides and papers.

`figures.zip` contains each figure as SVG and as PNG, a list of all figures, and the licence. The
licence is also part of each SVG file, here and on the pages.
"""

from __future__ import annotations

import csv
import json
import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape
from importlib.resources import files
from io import StringIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import nimtwist
from ext.citation import Citation, name_of, read_citation, year_of
from ext.downloads import CHAPTERS as FOLDER
from ext.head import LICENCE
from ext.postprocess import run_node

ARCHIVE = "figures.zip"
COLUMNS = ("number", "caption", "page", "svg", "png", "png_width")
SCALE = 2
"""Pixels of a PNG per CSS pixel of the figure on its page."""

_FIGURE = re.compile(
    r'<figcaption[^>]*>(?:<span class="nt-number">(.*?)</span>)?([^<]*(?:<(?!a\b)[^<]*)*)'
    r'<a class="nt-download" download href="[^"]*/(_images/[^"]+)"'
)
_WIDTH = re.compile(r'<svg[^>]* width="([\d.]+)pt"')
_METADATA = re.compile(r"<metadata>.*?</metadata>\n", re.DOTALL)
_FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_START = (1980, 1, 1, 0, 0, 0)  # the time of all files in the archive, so that it is reproducible


@dataclass(frozen=True)
class Figure:
    """A figure: its number, if any, its caption, the title of its page, and its file."""

    number: str
    caption: str
    page: str
    file: str

    @property
    def name(self) -> str:
        """The name of the figure in the archive, such as "02-heaps-of-three"."""
        return re.sub(r"^(\d\d)_[a-z_]+", r"\1", Path(self.file).stem)


def figures(html: str, page: str) -> Iterator[Figure]:
    """Yield the figures of a page.

    >>> caption = '<figcaption><span class="nt-number">Figure 1.2</span> Heaps &lt; 5 '
    >>> [*figures(f'{caption}<a class="nt-download" download href="../_images/a.svg">', "Nim")]
    [Figure(number='Figure 1.2', caption='Heaps < 5', page='Nim', file='_images/a.svg')]
    """
    for number, caption, file in _FIGURE.findall(html):
        text = unescape(re.sub("<[^>]*>", "", caption)).strip()
        yield Figure(number, text, page, file)


def credited(svg: str, figure: Figure, citation: Citation) -> str:
    """Return an SVG file with the title, authors, source and licence of the figure as metadata."""
    source = f"{citation['title']}, version {nimtwist.__version__}, {figure.page}"
    if figure.number:
        source += f", {figure.number}"
    fields = {"title": figure.caption, "creator": _authors(citation), "source": source}
    work = "".join(f"<dc:{name}>{escape(text)}</dc:{name}>" for name, text in fields.items())
    metadata = (
        '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<cc:Work rdf:about="">{work}<cc:license rdf:resource="{LICENCE}"/></cc:Work>'
        "</rdf:RDF></metadata>\n"
    )
    return _METADATA.sub("", svg).replace("</desc>\n", f"</desc>\n{metadata}", 1)


def _authors(citation: Citation) -> str:
    return ", ".join(map(name_of, citation["authors"]))


def licence(citation: Citation, year: str) -> str:
    """Return the licence of the figures, and how to credit them."""
    title, authors = citation["title"], _authors(citation)
    where = f", {citation['url']}" if "url" in citation else ""
    return (
        f"Figures of “{title}”, version {nimtwist.__version__}\n"
        f"© {year} {authors}\n"
        f"Licence: Creative Commons Attribution 4.0 International (CC BY 4.0), {LICENCE}\n\n"
        "You may use, change and share the figures if you give credit and say what you changed.\n"
        f"Suggested credit, with the number of the figure:\n"
        f"{authors}, {title}, version {nimtwist.__version__}, Figure X.Y{where} (CC BY 4.0).\n"
    )


def draw(svgs: Sequence[str]) -> list[tuple[bytes, int]]:
    """Return each SVG file as a PNG image on white, with its width in pixels."""
    folder = files("matplotlib") / "mpl-data/fonts/ttf"
    drawings = []
    for svg in svgs:
        [width] = _WIDTH.findall(svg)
        # The renderer does not know the value "pixelated", which keeps the cells of maps sharp.
        sharp = re.sub('image-rendering:[^"]*', "image-rendering:optimizeSpeed", svg)
        drawings.append((sharp, round(SCALE * float(width) / 0.75)))
    request = {"fonts": [str(folder / font) for font in _FONTS], "drawings": drawings}
    images = json.loads(run_node("draw.js", request))
    return [(b64decode(image), width) for image, (_, width) in zip(images, drawings, strict=True)]


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the archive, and add the licence to the figures' files."""
    if error or app.builder.name != "html":
        return
    root = Path(app.outdir)
    citation = read_citation(Path(app.srcdir))
    found: dict[str, Figure] = {}
    for page in sorted(app.env.found_docs, key=lambda page: (not page.startswith(FOLDER), page)):
        html = (root / f"{page}.html").read_text("utf8")
        for figure in figures(html, app.env.titles[page].astext()):
            found.setdefault(figure.file, figure)
    svgs = []
    for file, figure in found.items():
        svg = credited((root / file).read_text("utf8"), figure, citation)
        (root / file).write_text(svg, "utf8")
        svgs.append(svg)
    rows, contents = StringIO(), dict[str, bytes]()
    table = csv.writer(rows, lineterminator="\n")
    table.writerow(COLUMNS)
    for figure, svg, (png, width) in zip(found.values(), svgs, draw(svgs), strict=True):
        names = f"{figure.name}.svg", f"{figure.name}.png"
        table.writerow((figure.number, figure.caption, figure.page, *names, width))
        contents |= zip(names, (svg.encode(), png), strict=True)
    contents["index.csv"] = rows.getvalue().encode()
    contents["LICENSE.txt"] = licence(citation, year_of(citation, app.config.copyright)).encode()
    with ZipFile(root / ARCHIVE, "w") as archive:
        for name, body in sorted(contents.items()):
            kind = ZIP_STORED if name.endswith(".png") else ZIP_DEFLATED
            archive.writestr(ZipInfo(f"figures/{name}", _START), body, kind)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("build-finished", write, priority=450)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
