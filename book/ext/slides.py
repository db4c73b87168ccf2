"""Slides for a lecture, from the cells of a chapter that have the tag `slide`.

A chapter with such cells gets a page `slides/NN_name.html` with a slide for each of them, in order:
the headings and numbered statements of a text, or the output of code. The text between two slides
becomes the speaker notes of the first. `book/site/slides/slides.ts` shows the slides; they are not
kept for reading offline.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from html import escape
from itertools import count
from urllib.parse import urljoin

import lxml.html
import nbformat
from lxml.html import HtmlElement
from nbformat import NotebookNode

from ext.chapters import FOLDER
from ext.citation import name_of
from ext.head import LICENCE
from ext.policy import COLOURS
from ext.trees import Site, fragment
from nimtwist import __version__

SLIDES = "slides/"
TAG = "slide"

_DROPPED = ("headerlink", "live-placeholder", "nt-download", "nt-help")
_MARK = re.compile(r"^(?:#{1,3} |:label: (\S+))", re.MULTILINE)  # a heading or a label
_SLIDE = """<section id="{cell}" class="{kind}"><p class="where">{where}</p>{body}
<aside class="notes">{notes}</aside></section>
"""
_HEADINGS = ("h1", "h2", "h3")
_LINK = """<li><a href="{url}" target="_blank" class="btn btn-sm dropdown-item"
title="Slides for a lecture on this chapter" data-bs-placement="left" data-bs-toggle="tooltip">
<span class="btn__icon-container"><i class="fas fa-expand"></i></span>
<span class="btn__text-container">Slides</span></a></li>"""


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


def sections(article: HtmlElement, cells: dict[str, str], page: str) -> str:
    """Return the slides of a chapter, whose article is taken apart; links lead to its page."""
    buttons = [*article.iter("button")]
    for dropped in [*buttons, *(each for name in _DROPPED for each in article.find_class(name))]:
        dropped.drop_tree()
    for link in article.iterfind(".//a[@href]"):
        # `urljoin` cannot go up from a relative address.
        address = re.sub("^/", "../", urljoin(page.removeprefix(".."), link.get("href")))
        link.attrib.update({"href": address, "target": "_blank"})
    for element in article.iterfind(".//*[@tabindex]"):
        del element.attrib["tabindex"]
    for proof in article.find_class("proof"):
        for content in [*proof.iter("section")]:
            content.tag = "div"  # a section would be a slide of its own
    slides: list[dict[str, str]] = []
    where, headings, outputs = "", count(), count()
    for block in [*article.iterfind(".//section/*")]:
        above = {name for each in block.iterancestors() for name in each.classes}
        if block.tag == "section" or "cell" in above:
            continue
        is_heading, name = block.tag in _HEADINGS, str(block.get("id"))
        if is_heading:
            name, where = f"heading-{next(headings)}", ""
        elif f"tag_{TAG}" in block.classes:
            name = f"output-{next(outputs)}"
        if cell := cells.get(name):
            if not slides or slides[-1]["cell"] != cell:
                slides.append({"cell": cell, "where": where, "body": "", "notes": ""})
            kind, body = _content(block, page)
            slides[-1] |= {"kind": kind, "body": slides[-1]["body"] + body}
        elif slides and "cell" not in block.classes:
            slides[-1]["notes"] += _html(block)
        if is_heading:
            where = _inside([block])
    return "".join(_SLIDE.format(**slide) for slide in slides)


def _html(element: HtmlElement) -> str:
    return str(lxml.html.tostring(element, encoding="unicode", with_tail=False))


def _inside(elements: Iterable[HtmlElement]) -> str:
    """Return the HTML inside elements."""
    return "".join(
        part
        for each in elements
        for part in (escape(each.text or ""), *(_html(c) + escape(c.tail or "") for c in each))
    )


def _content(block: HtmlElement, page: str) -> tuple[str, str]:
    """Return the kind of a slide that shows a block of the chapter, and its HTML."""
    if block.tag in _HEADINGS:
        return "divider", f"<h2>{_inside([block])}</h2>"
    if "cell" not in block.classes:
        return "statement", f'<div class="room"><div>{_html(block)}</div></div>'
    board = next(iter(block.find_class("nt-lab")), None)
    if board is None:
        outputs = _inside(block.find_class("cell_output"))
        return "show", f'<div class="room picture"><div>{outputs}</div></div>'
    names = [f"board-{board.get('data-name')}"] if "data-name" in board.attrib else board.classes
    [name] = [each for each in names if each.startswith(("board-", "lab-"))]
    link = f'<a href="{page}#{name}" target="_blank">Open it in the chapter</a>'
    frame = f'<iframe title="A game or lab" data-src="{page}?embed#{name}"></iframe>'
    printed = '<div class="printed"><p class="address"></p></div>'
    return "game", f'<p>{link}</p><div class="room frame" id="{name}">{frame}</div>{printed}'


def add_slides(site: Site) -> None:
    """Add the slides of all chapters that have some, and a link to them in the download menu."""
    book, citation = site.citation["title"].partition(":")[0], site.citation
    for path in sorted((site.source / FOLDER).glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        cells = cells_on_slides(notebook)
        if not cells:
            continue
        name, page = FOLDER + path.stem, f"../{FOLDER}{path.stem}.html"
        context = {
            "title": site.app.env.titles[name].astext(),
            "book": book,
            "authors": ", ".join(map(name_of, citation["authors"])),
            "styles": ("palette", "style", "boards", "math", "book", "grids", "slides"),
            "slides": sections(deepcopy(site.pages[name].article), cells, page),
            **{"page": page, "colours": COLOURS, "licence": LICENCE, "version": __version__},
        }
        html = site.app.builder.templates.render("slides.html", context)
        site.add(SLIDES + path.stem, html)
        [menu] = site.pages[name].tree.find_class("dropdown-download-buttons")
        menu.find("ul").extend(fragment(_LINK.format(url=f"../{SLIDES}{path.stem}.html")))
