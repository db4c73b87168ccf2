"""Sphinx extension: chapters to take along, as notebooks that can be read and run elsewhere.

JupyterLab knows nothing of theorems, citations and terms: it would show their sources. What the
button on a page downloads is therefore written anew from the page, with its numbers, when the book
is built; its code, results and widgets are those of the chapter. Its first cell says what it is and
how to install what it needs: the wheel of this version, which is published with the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin

import nbformat
import sphinx_proof.nodes as proofs
from docutils import nodes
from nbformat.v4 import new_markdown_cell
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

import nimtwist

logger = logging.getLogger(__name__)

CHAPTERS = "notebooks/"
# The projects whose wheels are published, by their folders.
WHEELS = {
    folder: f"{name}-{nimtwist.__version__}-py3-none-any.whl"
    for folder, name in ((".", "nimtwist"), ("toolkit", "nimbook"))
}

_NUMBERED = tuple(set(proofs.NODE_TYPES.values()))
_SPECIAL = re.compile(r"([\\`*_\[\]<>$|])")

Node = Any
"""A node of docutils, whose parts have no more exact types."""


def escaped(text: str) -> str:
    r"""Return text as Markdown.

    >>> escaped("a_1 * [b]")
    'a\\_1 \\* \\[b\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def indented(text: str, first: str, rest: str) -> str:
    r"""Return lines with what they begin with.

    >>> indented("a\n\nb", "- ", "  ")
    '- a\n\n  b'
    """
    head, *tail = text.split("\n")
    return "\n".join([first + head, *((rest + line).rstrip() for line in tail)])


def quoted(*blocks: str) -> str:
    r"""Return blocks as one quotation.

    >>> quoted("**Theorem 1**", "True.")
    '> **Theorem 1**\n>\n> True.'
    """
    return indented("\n\n".join(filter(None, blocks)), "> ", "> ")


class Chapter:
    """A page of the book as Markdown and code cells.

    Args:
        app: the application that builds the book.
        page: the name of the page.
        doctree: the page, with all references resolved.
    """

    def __init__(self, app: Sphinx, page: str, doctree: nodes.document) -> None:
        self.env, self.page = app.env, page
        self.base: str = app.config.html_baseurl
        self.path = Path(app.env.doc2path(page))
        self.notebook = nbformat.read(self.path, as_version=4)
        self.works: dict[str, str] = {}
        self.cells: list[Any] = []
        self._text: list[str] = []
        self._section(doctree, 0)
        if self.works:
            listed = sorted(self.works.values())
            self._text += ["## References", "\n".join(f"- {work}" for work in listed)]
        self._flush()

    def _flush(self) -> None:
        """End a cell of text."""
        if self._text:
            text = "\n\n".join(self._text)
            self.cells.append(new_markdown_cell(text, id=f"text-{len(self.cells)}"))
            self._text = []

    def _section(self, node: Node, depth: int) -> None:
        for child in node.children:
            if isinstance(child, nodes.section):
                self._flush()
                self._section(child, depth + 1)
            elif isinstance(child, nodes.title):
                self._text.append(f"{'#' * depth} {self.inline(child)}")
            elif child.get("nb_element") == "cell_code":
                self._flush()
                self.cells.append(self.notebook.cells[child["cell_index"]])
            elif isinstance(child, nodes.container) and child.get("nb_element"):
                self._section(child, depth)
            elif text := self.block(child):
                self._text.append(text)

    # --- Blocks -----------------------------------------------------------------------------------

    def blocks(self, node: Node) -> str:
        """Return all that is in a node, block by block."""
        return "\n\n".join(filter(None, map(self.block, node.children)))

    def block(self, node: Node) -> str:
        """Return a block, empty for what a notebook has no use for."""
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        if isinstance(node, proofs.proof_node):
            return self.blocks(node.children[0]).replace("Proof.", "*Proof.*", 1)
        if isinstance(node, _NUMBERED):
            return self._theorem(node)
        for kind, told in _BLOCKS.items():
            if isinstance(node, kind):
                return str(told(self, node))
        if isinstance(node, nodes.Inline | nodes.TextElement):
            return self.inline_of(node)
        logger.warning("a notebook to take along cannot tell of %r", type(node).__name__)
        return ""

    def _theorem(self, node: Node) -> str:
        title, *content = node.children
        numbers = self.env.toc_fignumbers.get(self.page, {}).get(node["countertype"], {})
        number = ".".join(map(str, numbers.get(node["ids"][0], ())))
        name = f"{node['realtype'].title()} {number}".strip()
        body = (self.blocks(part) for part in content)
        return quoted(f"**{name}**{self.inline(title)}", *body)

    def _formula(self, node: Node) -> str:
        source: str = node.astext().strip()
        if number := node.get("number"):
            label = f"\\tag{{{number}}}" if node.get("label") else ""
            source += label
        if source.startswith(r"\begin{") and node.get("nowrap"):
            return source
        return f"$$\n{source}\n$$"

    def _list(self, node: Node) -> str:
        ordered = isinstance(node, nodes.enumerated_list)
        marks = (f"{i}. " if ordered else "- " for i in range(node.get("start", 1), 10**6))
        items = zip(marks, node.children, strict=False)
        return "\n".join(indented(self.blocks(item), mark, " " * len(mark)) for mark, item in items)

    def _definitions(self, node: Node) -> str:
        told = []
        for item in node.children:
            terms = ", ".join(self.inline(t) for t in item.children if isinstance(t, nodes.term))
            meant = [self.blocks(d) for d in item.children if isinstance(d, nodes.definition)]
            told.append(indented("\n\n".join([f"**{terms}**", *meant]), "- ", "  "))
        return "\n".join(told)

    def _table(self, node: Node) -> str:
        rows = [
            [self.blocks(entry).replace("\n\n", " ").replace("\n", " ") for entry in row.children]
            for row in node.findall(nodes.row)
        ]
        head, *body = rows
        lines = [head, ["---"] * len(head), *body]
        caption = next(iter(node.findall(nodes.title)), None)
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"*{self.inline(caption)}*\n\n{table}" if caption is not None else table

    def _admonition(self, node: Node) -> str:
        title = next((t for t in node.children if isinstance(t, nodes.title)), None)
        name = self.inline(title) if title is not None else type(node).__name__.title()
        rest = (self.block(child) for child in node.children if child is not title)
        return quoted(f"**{name}**", *rest)

    def _picture(self, node: Node) -> str:
        return f"*(A picture: {escaped(node.get('alt', 'without a description'))})*"

    # --- In a line --------------------------------------------------------------------------------

    def inline(self, node: Node) -> str:
        """Return what is in a node, as part of a line."""
        return re.sub(r"\s*\n\s*", " ", "".join(map(self.inline_of, node.children)))

    def inline_of(self, node: Node) -> str:
        """Return a node, as part of a line."""
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        if isinstance(node, nodes.math):
            return f"${node.astext()}$"
        if isinstance(node, nodes.literal):
            # One that is a link's name has no ticks within, and needs them.
            return f"`{node.astext()}`"
        if isinstance(node, nodes.raw):
            return escaped(re.sub("<[^>]*>", "", node.astext()))
        if isinstance(node, nodes.image):
            return self._picture(node)
        if isinstance(node, nodes.reference):
            return self._link(node)
        around = {nodes.emphasis: "*", nodes.strong: "**"}.get(type(node), "")
        said = f"{around}{self.inline(node)}{around}"
        if "bibtex-citation" in node.get("classes", ()):
            return said.replace(r"\[", "(").replace(r"\]", ")")
        return said

    def _link(self, node: Node) -> str:
        said = self.inline(node)
        if (work := node.get("reftitle")) and "bibliography" in node.get("refuri", ""):
            self.works[node["refuri"]] = escaped(work)
            return said
        if any("std-term" in inner.get("classes", ()) for inner in node.findall(nodes.inline)):
            return said
        address = node.get("refuri") or f"#{node.get('refid', '')}"
        if not re.match("https?:", address):
            if not self.base:
                return said
            address = urljoin(urljoin(self.base, f"{self.page}.html"), address)
        return f"[{said}]({address})"


def _nothing(_: Chapter, __: Node) -> str:
    return ""


_BLOCKS: dict[type, Any] = {
    nodes.paragraph: Chapter.inline,
    nodes.math_block: Chapter._formula,
    nodes.literal_block: lambda _, node: f"```{node.get('language', '')}\n{node.astext()}\n```",
    nodes.bullet_list: Chapter._list,
    nodes.enumerated_list: Chapter._list,
    nodes.definition_list: Chapter._definitions,
    nodes.table: Chapter._table,
    nodes.image: Chapter._picture,
    nodes.target: _nothing,
    nodes.comment: _nothing,
    nodes.Invisible: _nothing,
    nodes.raw: Chapter.inline_of,
    nodes.block_quote: lambda self, node: quoted(self.blocks(node)),
    nodes.rubric: lambda self, node: f"**{self.inline(node)}**",
    nodes.transition: lambda _, __: "---",
    nodes.Admonition: Chapter._admonition,
    nodes.section: Chapter.blocks,
    nodes.container: Chapter.blocks,
    nodes.compound: Chapter.blocks,
    nodes.figure: Chapter.blocks,
    nodes.caption: Chapter.inline,
    nodes.legend: Chapter.blocks,
    nodes.topic: Chapter.blocks,
}


def install(base: str) -> str:
    """Return the command that installs what chapters need; without an address, from files.

    >>> install("https://example.org/")
    'pip install https://example.org/_static/nimtwist-...-any.whl https://example.org/...'
    """
    places = (
        urljoin(base, f"_static/{wheel}") if base else f"./{wheel}" for wheel in WHEELS.values()
    )
    return f"pip install {' '.join(places)}"


def opening(title: str, base: str, page: str) -> str:
    """Return the first cell: what the notebook is, and how to install what it needs.

    >>> opening("Nim", "https://example.org/", "notebooks/01_nim")[:60]
    '> **Nim** is a chapter of *Nim with a Twist*, an executable '
    """
    what = (
        f"**{title}** is a chapter of *Nim with a Twist*, an executable research book (version "
        f"{nimtwist.__version__}), as a notebook."
    )
    if base:
        what += f" On the site it can be read, and run, at <{urljoin(base, page)}.html>."
        where = "It needs Python 3.11 or newer, and what this command installs:"
    else:
        where = (
            "It needs Python 3.11 or newer. Save the two packages, which are on the page *About "
            "this book*, beside this notebook, and run there:"
        )
    return quoted(
        what,
        where,
        f"```sh\n{install(base)}\n```",
        "In a clone of the book's repository, `pip install . ./toolkit` does the same. Then "
        "choose *Run All Cells* from the menu *Run*: the experiments wake up.",
    )


def tell(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Turn a chapter into a notebook, to be written when Sphinx has copied the sources."""
    if app.builder.format != "html" or not page.startswith(CHAPTERS):
        return
    chapter = Chapter(app, page, doctree)
    notebook = chapter.notebook
    title = app.env.titles[page].astext()
    first = new_markdown_cell(opening(title, chapter.base, page), id="take-along")
    notebook.cells = [first, *chapter.cells]
    _told(app)[page] = nbformat.writes(notebook, version=4)


def _told(app: Sphinx) -> dict[str, str]:
    """Return the notebooks that are yet to be written."""
    told: dict[str, str] = app.__dict__.setdefault("book_downloads", {})
    return told


def write(app: Sphinx, error: Exception | None) -> None:
    """Put the notebooks in the places to which the button on each page leads, and the package."""
    if error or app.builder.format != "html":
        return
    for page, text in _told(app).items():
        Path(app.outdir, "_sources", f"{page}.ipynb").write_text(f"{text}\n", "utf8")
    for folder, wheel in WHEELS.items():
        build_wheel(Path(app.srcdir), folder, Path(app.outdir, "_static", wheel))


def parts(root: Path) -> Iterator[Path]:
    """Yield the files of which the packages are made."""
    names = ("pyproject.toml", "toolkit/pyproject.toml", "README.md", "LICENSE")
    yield from (root / name for name in names)
    for path in (root / "src").rglob("*"):
        junk = "__pycache__" in path.parts or any(p.endswith(".egg-info") for p in path.parts)
        if path.is_file() and not junk:
            yield path


def build_wheel(root: Path, project: str, wheel: Path) -> None:
    """Build the wheel of a project, unless it is there and no file of it has changed."""
    files = [*parts(root)]
    if wheel.exists() and max(f.stat().st_mtime for f in files) < wheel.stat().st_mtime:
        return
    with TemporaryDirectory() as folder:
        for file in files:
            copy = Path(folder, file.relative_to(root))
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        script = f"from setuptools.build_meta import build_wheel; build_wheel({folder!r})"
        # What is in it has no date of today: the same sources give the same bytes.
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1600000000"}
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(folder, project),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"the package could not be built:\n{done.stderr}")
        wheel.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(folder, wheel.name), wheel)


def know_the_address(app: Sphinx, config: Config) -> None:
    """Take from the environment where the book is published, as an address that ends in a slash."""
    if address := os.environ.get("BOOK_URL"):
        config.html_baseurl = f"{address.rstrip('/')}/"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.connect("config-inited", know_the_address)
    # Before extensions at 500 prepare the page for a browser, but with all references resolved.
    app.connect("doctree-resolved", tell, priority=400)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
