"""Page assets, fixes for other extensions, and pointers to grid cells.

A directive can request a script and a stylesheet: `nodes.raw(…, assets="door")` loads `door.js` and
`door.css` on the page that contains the node.

``{cell}`nim:5,3` `` is a button that highlights the cell in row 5 and column 3 of the grid named
"nim" on the same page. ``{cell}`equal heaps <nim:3,3>` `` is a similar button with custom text.

Sentences next to a lab or an explorer that say what to tap have the class `on-screen`, so that they
are not printed.

`_config.yml` lists the stylesheets and scripts that all pages load. No scripts are kept in a folder
named `_static`, because Jupyter Book would load all of them on every page.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import ReferenceRole

# Sentences that say what to do on the screen
_INSTRUCTION = re.compile(
    r"(Tap|Press|Click|Choose|Select|Slide|Drag|Point\s+to|Move\s+the\s+slider|Enter|Step)\b"
    r"|.*\b(tap|click|press|slider)\b",
    re.DOTALL,
)
_END_OF_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z“])")
_TUPLE = re.compile(r"\(\d+(?:, \d+)+\)")


def link_to(
    page: str, target: str, kind: str = "ref", domain: str = "std", words: nodes.Node | None = None
) -> addnodes.pending_xref:
    """Return a link that Sphinx resolves later, with a warning if the target does not exist.

    Args:
        page: the page that contains the link.
        target: a label, or a slash followed by the name of a page.
        kind: `"ref"` for a label, `"doc"` for a page.
        domain: `"std"`, or `"prf"` for the label of a theorem.
        words: the text of the link. The default is the title of the target.
    """
    return addnodes.pending_xref(
        "",
        words or nodes.inline("", target),
        refdomain=domain,
        reftype=kind,
        reftarget=target,
        refexplicit=words is not None,
        refwarn=True,
        refdoc=page,
    )


def add_assets(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the scripts and stylesheets required by the elements on a page."""
    raw = doctree.findall(nodes.raw) if doctree else ()
    for name in sorted({node["assets"] for node in raw if "assets" in node}):
        app.add_css_file(f"{name}.css")
        app.add_js_file(f"{name}.js", loading_method="defer")


def fix_theorem_ids(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Remove the duplicate ids that sphinx-proof gives to proofs and theorem contents."""
    for node in doctree.findall(nodes.Element):
        if node.get("ids") in (["proof"], ["proof-content"]):
            node["ids"] = []


def keep_tuples_together(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put non-breaking spaces into tuples such as (3, 5), outside code and headings."""
    for text in [*doctree.findall(nodes.Text)]:
        if isinstance(text.parent, (nodes.paragraph, nodes.emphasis, nodes.strong)):
            joined = _TUPLE.sub(lambda match: match[0].replace(" ", "\u00a0"), text)
            if joined != text:
                text.parent.replace(text, nodes.Text(joined))


def mark_instructions(app: Sphinx, document: nodes.document, page: str) -> None:
    """Mark the sentences next to cells that say what to do on the screen."""
    for paragraph in [*document.findall(nodes.paragraph)]:
        siblings = paragraph.parent.children
        index = siblings.index(paragraph)
        neighbours = siblings[max(index - 1, 0) : index + 2]
        if not any(
            isinstance(node, nodes.raw)
            or (isinstance(node, nodes.Element) and node.get("nb_element") == "cell_code")
            for node in neighbours
        ):
            continue
        sentences: list[list[nodes.Node]] = [[]]
        for child in paragraph.children:
            texts = _END_OF_SENTENCE.split(child) if isinstance(child, nodes.Text) else [child]
            for number, text in enumerate(texts):
                if number:
                    sentences[-1].append(nodes.Text(" "))
                    sentences.append([])
                sentences[-1].append(nodes.Text(text) if isinstance(text, str) else text)
        paragraph.clear()
        marks = [_is_instruction(sentence) for sentence in sentences]
        if all(marks):
            paragraph["classes"].append("on-screen")
        for sentence, marked in zip(sentences, marks, strict=True):
            inline = nodes.inline("", "", *sentence, classes=["on-screen"])
            paragraph += [inline] if marked else sentence


def _is_instruction(sentence: list[nodes.Node]) -> bool:
    return bool(_INSTRUCTION.match("".join(node.astext() for node in sentence)))


def outdate_pages(app: Sphinx, env: BuildEnvironment, *_: object) -> set[str]:
    """Return all pages if an asset or an extension has changed, and otherwise just the first.

    All pages contain the version numbers of the assets, so every page becomes outdated when one of
    the assets changes. The first page is always rebuilt, because Sphinx copies the stylesheets and
    scripts only if it writes at least one page.
    """
    folders = [*app.config.html_static_path, "book/ext", "book/site"]
    paths = [Path(app.srcdir, path) for path in folders]
    files = [
        file
        for path in paths
        for file in (path, *path.rglob("*"))
        if file.is_file() and file.suffix != ".pyc"
    ]
    built = Path(app.outdir, "objects.inv")
    if built.exists() and max(map(_mtime, files)) < _mtime(built):
        return {app.config.root_doc}
    return set(env.found_docs)


def _mtime(path: Path) -> float:
    return path.stat().st_mtime


class CellRole(ReferenceRole):
    """A role for an inline button that highlights a cell of a grid; see `grids.js`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a button that highlights the cell, or an error if the target is invalid."""
        match = re.fullmatch(r"([\w-]+):(\w+),(\w+)", self.target)
        if not match:
            message = f"expected a cell such as nim:5,3, got {self.text!r}"
            return [], [self.inliner.reporter.error(message, line=self.lineno)]
        name, row, column = match.groups()
        title = self.title if self.has_explicit_title else f"({row}, {column})"
        button = (
            f'<button type="button" class="nt-pointer" data-grid="{name}" '
            f'data-cell="{row},{column}">{escape(title)}</button>'
        )
        return [nodes.raw("", button, format="html")], []
