"""Chapters as notebooks that run outside the book.

JupyterLab would show theorems, citations and glossary terms as MyST source. The build therefore
regenerates the text of each downloadable notebook from the finished page, where everything is
numbered, and keeps the code, outputs and widgets of the chapter. An extra first cell says where the
notebook comes from and how to install the packages. Their wheels are published with the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin

import nbformat
import sphinx_proof.nodes as proofs
from docutils import nodes
from nbformat.v4 import new_markdown_cell, new_output
from sphinx.application import Sphinx
from sphinx.util import logging

import nimtwist
from ext.chapters import FOLDER
from ext.figures import plain, read_notebook
from ext.previews import theorem_name
from ext.trees import Site
from nimbook.show import stylesheets

logger = logging.getLogger(__name__)

# File names of the published wheels, by project folder.
WHEELS = {
    folder: f"{name}-{nimtwist.__version__}-py3-none-any.whl"
    for folder, name in ((".", "nimtwist"), ("toolkit", "nimbook"))
}

_NUMBERED = tuple(set(proofs.NODE_TYPES.values()))
_SPECIAL = re.compile(r"([\\`*_\[\]<>$|])")

Node = Any
"""A docutils node, whose children have no precise types."""


def escaped(text: str) -> str:
    r"""Escape all characters that have a special meaning in Markdown.

    >>> escaped("a_1 * [b]")
    'a\\_1 \\* \\[b\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def indented(text: str, first: str, rest: str) -> str:
    r"""Add the prefix `first` to the first line of `text`, and `rest` to all other lines.

    >>> indented("a\n\nb", "- ", "  ")
    '- a\n\n  b'
    """
    head, *tail = text.split("\n")
    return "\n".join([first + head, *((rest + line).rstrip() for line in tail)])


def quoted(*blocks: str) -> str:
    r"""Join Markdown blocks into a single block quote.

    >>> quoted("**Theorem 1**", "True.")
    '> **Theorem 1**\n>\n> True.'
    """
    return indented("\n\n".join(filter(None, blocks)), "> ", "> ")


class Chapter:
    """A page of the book, converted to Markdown and code cells.

    Args:
        app: the Sphinx application.
        page: name of the page.
        doctree: document tree of the page, in which all references have been resolved.
    """

    def __init__(self, app: Sphinx, page: str, doctree: nodes.document) -> None:
        self.env, self.page = app.env, page
        self.base: str = app.config.html_baseurl
        self.path = Path(app.env.doc2path(page))
        self.notebook = read_notebook(self.path.read_text("utf8"))
        self._add_stylesheets()
        self.works: dict[str, str] = {}
        self.cells: list[Any] = []
        self._text: list[str] = []
        self._section(doctree, 0)
        if self.works:
            works = sorted(self.works.values())
            self._text += ["## References", "\n".join(f"- {work}" for work in works)]
        self._flush()

    def _add_stylesheets(self) -> None:
        """Add the output of `stylesheets()`, which committed notebooks lack."""
        sheets = stylesheets()
        assert sheets is not None
        for cell in self.notebook.cells:
            if cell.cell_type == "code" and cell.source.endswith("stylesheets()"):
                cell.outputs = [new_output("display_data", {"text/html": sheets._repr_html_()})]

    def _flush(self) -> None:
        """Turn the collected text into a Markdown cell."""
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
        """Return the children of a node as Markdown blocks."""
        return "\n\n".join(filter(None, map(self.block, node.children)))

    def block(self, node: Node) -> str:
        """Return a block as Markdown, or an empty string if it does not belong in a notebook."""
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        if isinstance(node, proofs.proof_node):
            return self.blocks(node.children[0]).replace("Proof.", "*Proof.*", 1)
        if isinstance(node, _NUMBERED):
            return self._theorem(node)
        for kind, to_text in _BLOCKS.items():
            if isinstance(node, kind):
                return str(to_text(self, node))
        if isinstance(node, nodes.Inline | nodes.TextElement):
            return self.inline_of(node)
        logger.warning(
            "cannot convert %r to Markdown for a downloadable notebook", type(node).__name__
        )
        return ""

    def _theorem(self, node: Node) -> str:
        title, *content = node.children
        name = theorem_name(self.env, node, self.page)
        body = (self.blocks(part) for part in content)
        return quoted(f"**{name}**{self.inline(title)}", *body)

    def _formula(self, node: Node) -> str:
        source: str = node.astext().strip()
        if node.get("number") and node.get("label"):
            source += f"\\tag{{{node['number']}}}"
        if source.startswith(r"\begin{") and node.get("nowrap"):
            return source
        return f"$$\n{source}\n$$"

    def _list(self, node: Node) -> str:
        ordered = isinstance(node, nodes.enumerated_list)
        marks = (f"{i}. " if ordered else "- " for i in range(node.get("start", 1), 10**6))
        items = zip(marks, node.children, strict=False)
        return "\n".join(indented(self.blocks(item), mark, " " * len(mark)) for mark, item in items)

    def _definitions(self, node: Node) -> str:
        lines = []
        for item in node.children:
            terms = ", ".join(self.inline(t) for t in item.children if isinstance(t, nodes.term))
            meanings = [self.blocks(d) for d in item.children if isinstance(d, nodes.definition)]
            lines.append(indented("\n\n".join([f"**{terms}**", *meanings]), "- ", "  "))
        return "\n".join(lines)

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

    def _raw(self, node: Node) -> str:
        """Return the text of a raw block, or a remark if it needs a script of its page."""
        if "assets" not in node:
            return self.inline_of(node)
        where = "this chapter's page in the book"
        if self.base:
            where = f"[{where}]({urljoin(self.base, self.page)}.html)"
        return f"*(An interactive part is here on {where}.)*"

    def _picture(self, node: Node) -> str:
        return f"*(Picture: {escaped(node.get('alt', 'without a description'))})*"

    # --- Inline elements --------------------------------------------------------------------------

    def inline(self, node: Node) -> str:
        """Return the children of a node as inline Markdown."""
        return re.sub(r"\s*\n\s*", " ", "".join(map(self.inline_of, node.children)))

    def inline_of(self, node: Node) -> str:
        """Return an inline node as Markdown."""
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        if isinstance(node, nodes.math):
            return f"${node.astext()}$"
        if isinstance(node, nodes.literal):
            # Add the backticks even if the code is the text of a link.
            return f"`{node.astext()}`"
        if isinstance(node, nodes.raw):
            return escaped(re.sub("<[^>]*>", "", node.astext()))
        if isinstance(node, nodes.image):
            return self._picture(node)
        if isinstance(node, nodes.reference):
            return self._link(node)
        mark = {nodes.emphasis: "*", nodes.strong: "**"}.get(type(node), "")
        text = f"{mark}{self.inline(node)}{mark}"
        if "bibtex-citation" in node.get("classes", ()):
            return text.replace(r"\[", "(").replace(r"\]", ")")
        return text

    def _link(self, node: Node) -> str:
        text = self.inline(node)
        if (work := node.get("reftitle")) and "bibliography" in node.get("refuri", ""):
            self.works[node["refuri"]] = escaped(work)
            return text
        if any("std-term" in inner.get("classes", ()) for inner in node.findall(nodes.inline)):
            return text
        if any("std-numref" in inner.get("classes", ()) for inner in node.findall(nodes.inline)):
            # Figures and tables have no numbers in a notebook, so add the caption.
            labels = self.env.get_domain("std").data["labels"].values()
            [caption] = [c for page, id_, c in labels if (page, id_) == (self.page, node["refid"])]
            text += f" (“{escaped(re.split('[:;]', plain(caption))[0])}”)"
        address = node.get("refuri") or f"#{node.get('refid', '')}"
        if not re.match("https?:", address):
            if not self.base:
                return text
            address = urljoin(urljoin(self.base, f"{self.page}.html"), address)
        return f"[{text}]({address})"


_BLOCKS: dict[type, Any] = {
    nodes.paragraph: Chapter.inline,
    nodes.math_block: Chapter._formula,
    nodes.literal_block: lambda _, node: f"```{node.get('language', '')}\n{node.astext()}\n```",
    nodes.bullet_list: Chapter._list,
    nodes.enumerated_list: Chapter._list,
    nodes.definition_list: Chapter._definitions,
    nodes.table: Chapter._table,
    nodes.image: Chapter._picture,
    nodes.Invisible: lambda _, __: "",  # such as targets and comments
    nodes.raw: Chapter._raw,
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
    """Return the command that installs the packages from the URL `base`.

    If `base` is empty, the command installs them from local files.

    >>> install("https://example.org/")
    'pip install https://example.org/_static/nimtwist-...-any.whl https://example.org/...'
    """
    sources = (
        urljoin(base, f"_static/{wheel}") if base else f"./{wheel}" for wheel in WHEELS.values()
    )
    return f"pip install {' '.join(sources)}"


def opening(title: str, base: str, page: str) -> str:
    """Return the first cell, which introduces the notebook and says how to install the packages.

    >>> opening("Nim", "https://example.org/", "notebooks/01_nim")[:60]
    '> **Nim** is a chapter of *Nim with a Twist*, an executable '
    """
    intro = (
        f"**{title}** is a chapter of *Nim with a Twist*, an executable research book (version "
        f"{nimtwist.__version__})."
    )
    if base:
        intro += f" You can read and run it online at <{urljoin(base, page)}.html>."
        needs = "It needs Python 3.11 or newer and the packages that this command installs:"
    else:
        needs = (
            "It needs Python 3.11 or newer. Download the two packages from the page *About this "
            "book* into the folder of this notebook, and run there:"
        )
    return quoted(
        intro,
        needs,
        f"```sh\n{install(base)}\n```",
        "In a clone of the book's repository, `pip install . ./toolkit` does the same. Then "
        "choose *Run All Cells* from the *Run* menu to wake up the labs.",
    )


def convert(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Convert a chapter to a notebook, which `write` saves after Sphinx has copied the sources."""
    if app.builder.format != "html" or not page.startswith(FOLDER):
        return
    chapter = Chapter(app, page, doctree)
    notebook = chapter.notebook
    title = app.env.titles[page].astext()
    first = new_markdown_cell(opening(title, chapter.base, page), id="take-along")
    notebook.cells = [first, *chapter.cells]
    _pending(app)[page] = nbformat.writes(notebook, version=4)


def _pending(app: Sphinx) -> dict[str, str]:
    """Return the converted notebooks that have not been written yet."""
    pending: dict[str, str] = app.__dict__.setdefault("book_downloads", {})
    return pending


def write_downloads(site: Site) -> None:
    """Write the wheels, and the notebooks that the download buttons link to."""
    for page, text in _pending(site.app).items():
        Path(site.folder, "_sources", f"{page}.ipynb").write_text(f"{text}\n", "utf8")
    for folder, wheel in WHEELS.items():
        build_wheel(site.source, folder, site.folder / "_static" / wheel)


def build_wheel(root: Path, project: str, wheel: Path) -> None:
    """Build the wheel of a project from a copy of its source files."""
    with TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        for name in ("src", "toolkit"):
            shutil.copytree(root / name, Path(folder, name), ignore=ignored)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copyfile(root / name, Path(folder, name))
        script = f"from setuptools.build_meta import build_wheel; build_wheel({folder!r})"
        # A fixed timestamp makes the wheel reproducible.
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1600000000"}
        result = subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(folder, project),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise RuntimeError(f"cannot build the package:\n{result.stderr}")
        shutil.copyfile(Path(folder, wheel.name), wheel)
