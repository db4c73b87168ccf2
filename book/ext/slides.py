"""Sphinx extension: slides for a lecture, from the cells of a chapter that have the tag `slide`.

A chapter with such cells gets a page `slides/NN_name.html` with a slide for each of them, in order:
the headings and numbered statements of a text, or the output of code. The text between two slides
becomes the speaker notes of the first. `book/site/slides/slides.ts` shows the slides; they are not
kept for reading offline.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from pathlib import Path
from shutil import rmtree
from typing import Any
from urllib.parse import urljoin

import nbformat
from bs4 import BeautifulSoup, Tag
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from ext.citation import name_of, read_citation
from ext.downloads import CHAPTERS as FOLDER
from ext.head import LICENCE
from ext.policy import COLOURS
from nimtwist import __version__

SLIDES = "slides/"
TAG = "slide"

_DROPPED = ".headerlink, .nt-download, .nt-emblem, .nt-help, button"
_MARK = re.compile(r"^(?:#{1,3} |:label: (\S+))", re.MULTILINE)  # a heading or a label
_SLIDE = """<section id="{cell}" class="{kind}"><p class="where">{where}</p>{body}
<aside class="notes">{notes}</aside></section>
"""


def cells_on_slides(notebook: NotebookNode) -> dict[str, str]:
    """Return the cell of each heading, statement and output that belongs to a slide.

    Headings are named by their number in the chapter, outputs by their number among those on
    slides, and statements by their label.
    """
    cells, headings, outputs = dict[str, str](), count(), count()
    for cell in notebook.cells:
        marks = [] if cell.cell_type == "code" else _MARK.findall(cell.source)
        names = [label or f"heading-{next(headings)}" for label in marks]
        if TAG in cell.metadata.get("tags", ()):
            cells |= dict.fromkeys(names or [f"output-{next(outputs)}"], cell.id)
    return cells


def sections(article: Tag, cells: dict[str, str], page: str) -> str:
    """Return the slides of a chapter, whose article is taken apart; links lead to its page."""
    for dropped in article.select(_DROPPED):
        dropped.extract()
    for link in article.select("a[href]"):
        link["href"], link["target"] = urljoin(page, str(link["href"])), "_blank"
    slides: list[dict[str, str]] = []
    where, headings, outputs = "", count(), count()
    for block in article.select("section > :not(section)"):
        if block.find_parent(class_=("cell", "proof")):
            continue
        is_heading, name = block.name in ("h1", "h2", "h3"), str(block.get("id"))
        classes = block.get_attribute_list("class")
        if is_heading:
            name, where = f"heading-{next(headings)}", ""
        elif f"tag_{TAG}" in classes:
            name = f"output-{next(outputs)}"
        if cell := cells.get(name):
            if not slides or slides[-1]["cell"] != cell:
                slides.append({"cell": cell, "where": where, "body": "", "notes": ""})
            kind, body = _content(block, page)
            slides[-1] |= {"kind": kind, "body": slides[-1]["body"] + body}
        elif slides and "cell" not in classes:
            slides[-1]["notes"] += str(block)
        if is_heading:
            where = block.decode_contents()
    return "".join(_SLIDE.format(**slide) for slide in slides)


def _content(block: Tag, page: str) -> tuple[str, str]:
    """Return the kind of a slide that shows a block of the chapter, and its HTML."""
    if block.name in ("h1", "h2", "h3"):
        return "divider", f"<h2>{block.decode_contents()}</h2>"
    if "cell" not in block.get_attribute_list("class"):
        for content in block.select("section"):
            content.name = "div"  # a section would be a slide of its own
        return "statement", f'<div class="room"><div>{block}</div></div>'
    board = block.select_one(".nt-lab")
    if not board:
        outputs = "".join(part.decode_contents() for part in block.select(".cell_output"))
        return "show", f'<div class="room picture"><div>{outputs}</div></div>'
    names = [f"board-{board['data-name']}"] if "data-name" in board.attrs else board["class"]
    [name] = [each for each in names if each.startswith(("board-", "lab-"))]
    link = f'<a href="{page}#{name}" target="_blank">Open it in the chapter</a>'
    frame = f'<iframe title="A game or lab" data-src="{page}?embed#{name}"></iframe>'
    printed = '<div class="printed"><p class="address"></p></div>'
    return "game", f'<p>{link}</p><div class="room frame" id="{name}">{frame}</div>{printed}'


@cache
def decks(root: Path) -> list[str]:
    """Return the names of the chapters that have slides, such as "02_muller_twist"."""
    tagged = f'"{TAG}"'
    paths = sorted((root / FOLDER).glob("*.ipynb"))
    return [path.stem for path in paths if tagged in path.read_text("utf8")]


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the slides of all chapters that have some."""
    if error or app.builder.name != "html":
        return
    root, citation = Path(app.outdir), read_citation(Path(app.srcdir))
    rmtree(root / SLIDES, ignore_errors=True)
    (root / SLIDES).mkdir()
    for name in decks(Path(app.srcdir)):
        notebook = nbformat.read(Path(app.srcdir, FOLDER, f"{name}.ipynb"), as_version=4)
        html, page = (root / FOLDER / f"{name}.html").read_text("utf8"), f"../{FOLDER}{name}.html"
        article = BeautifulSoup(html, "html.parser").article
        assert article
        context = {
            "title": app.env.titles[FOLDER + name].astext(),
            "book": citation["title"].partition(":")[0],
            "authors": ", ".join(map(name_of, citation["authors"])),
            "styles": ("palette", "style", "boards", "math", "book", "grids", "slides"),
            "slides": sections(article, cells_on_slides(notebook), page),
            **{"page": page, "colours": COLOURS, "licence": LICENCE, "version": __version__},
        }
        html = app.builder.templates.render("slides.html", context)
        (root / SLIDES / f"{name}.html").write_text(html, "utf8")


def add_link(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Add a link to the slides of a chapter, if it has some, to its download menu."""
    name = page.removeprefix(FOLDER)
    for group in context["header_buttons"] if name in decks(Path(app.srcdir)) else ():
        if group["label"] == "download-buttons":
            url = context["pathto"](f"{SLIDES}{name}.html", resource=True)
            button = {"type": "link", "url": url, "text": "Slides", "icon": "fas fa-expand"}
            group["buttons"].append({**button, "tooltip": "Slides for a lecture on this chapter"})


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("html-page-context", add_link, priority=503)  # run after book_pages (502)
    # Run after book_postprocess has typeset the formulas (400), and before book_policy (500).
    app.connect("build-finished", write, priority=450)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
