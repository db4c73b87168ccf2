"""Links and roles for all pages, the assets of pages, and changes to documents.

A directive can request a script and a stylesheet: `nodes.raw(…, assets="door")` loads `door.js` and
`door.css` on the page that contains the node. `_config.yml` lists the stylesheets and scripts that
all pages load. No scripts are kept in a folder named `_static`, because Jupyter Book would load all
of them on every page.

``{cell}`nim:5,3` `` is a button that highlights the cell in row 5 and column 3 of the grid named
"nim" on the same page. ``{cell}`equal heaps <nim:3,3>` `` is a similar button with custom text.
``{lab}`Play <05_gallery#lab-kayles>` `` links to a lab in a chapter.
````{start} 12_open_problem```` shows a few lines of Python, with a link that copies them into the
last cell of the chapter `12_open_problem`, where readers can run them.

Sentences next to a lab or an explorer that say what to tap have the class `on-screen`, so that they
are not printed. Proofs, code and notes on sources are `details` elements, so they open without
scripts. The switch in a page's header (`book/_templates/story.html`, `book/site/reader/story.ts`)
opens or closes all of them. A note on a source is an admonition with the class `nt-source`. Code
stays unfolded in cells tagged `try-it`, which invite readers to edit it. Cells tagged `hide-input`
are folded by MyST-NB, whatever the switch says.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import ReferenceRole, SphinxDirective
from sphinx_proof.nodes import proof_node

from ext.chapters import title_of
from nimbook import CHAPTERS

# Sentences that say what to do on the screen
_INSTRUCTION = re.compile(
    r"(Tap|Press|Click|Choose|Select|Slide|Drag|Point\s+to|Move\s+the\s+slider|Enter|Step)\b"
    r"|.*\b(tap|click|press|slider)\b",
    re.DOTALL,
)
_END_OF_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z“])")
_TUPLE = re.compile(r"\(\d+(?:, \d+)+\)")
_PROOF = "Proof. "

MAX_LENGTH = 8_000
"""Maximum number of characters in a link with code; see `book/site/live/README.md`."""


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


def fold_parts(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Fold the proofs, the code and the notes on sources of a chapter."""
    if app.builder.format != "html" or page.partition("_")[2] not in CHAPTERS:
        return
    for proof in [*doctree.findall(proof_node)]:
        # The line that opens the proof says "Proof" already.
        text = next(iter(proof.findall(nodes.Text)))
        text.parent.replace(text, nodes.Text(text.removeprefix(_PROOF)))
        _fold(proof, "proof", "Proof")
    for note in [*doctree.findall(nodes.admonition)]:
        if "nt-source" in note["classes"]:
            title = note.pop(0)
            _fold(note, "source", title.astext())
    for code in [*doctree.findall(nodes.container)]:
        cell = code.parent  # not a cell if MyST-NB folds the code
        is_shown = cell.get("nb_element") == "cell_code" and "tag_try-it" not in cell["classes"]
        if is_shown and code.get("nb_element") == "cell_code_source":
            _fold(code, "code", "Code")
    for listing in [*doctree.findall(nodes.literal_block)]:
        if "source" in listing:  # included from a file
            _fold(listing, "code", "Code")


def _fold(node: nodes.Element, kind: str, line: str) -> None:
    start = f'<details class="nt-fold nt-fold-{kind}"><summary>{escape(line)}</summary>'
    parent = node.parent
    parent.insert(parent.index(node), nodes.raw("", start, format="html"))
    parent.insert(parent.index(node) + 1, nodes.raw("", "</details>", format="html"))


def outdate_pages(app: Sphinx, env: BuildEnvironment, *_: object) -> set[str]:
    """Return all pages if the extension has changed since the last build, and otherwise the first.

    Sphinx copies the stylesheets and scripts only if it writes at least one page.
    """
    built = Path(app.outdir, "objects.inv")
    code, book = Path(__file__).parent.glob("*.py"), Path(__file__).parents[1]
    newest = max(path.stat().st_mtime for path in (*code, *book.glob("_templates/parts/*")))
    is_new = not built.exists() or newest >= built.stat().st_mtime
    return set(env.found_docs) if is_new else {app.config.root_doc}


class CellRole(ReferenceRole):
    """A role for an inline button that highlights a cell of a grid; see `grids.ts`."""

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


def cell_for_readers(chapter: Path) -> str:
    """Return the id of the cell that readers of a chapter can edit."""
    cells = nbformat.read(chapter, as_version=4).cells
    [cell] = (cell for cell in cells if "try-it" in cell.metadata.get("tags", []))
    return str(cell.id)


class StartDirective(SphinxDirective):
    """A directive for a few lines of Python, with a link that lets readers run them."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the code, and a link that opens it in the last cell of a chapter."""
        page = f"notebooks/{self.arguments[0]}"
        path = Path(self.env.srcdir, f"{page}.ipynb")
        if not path.exists():
            raise self.error(f"no such chapter: {self.arguments[0]!r}")
        self.env.note_dependency(str(path))
        code = "\n".join(self.content)
        fragment = f"cell-{cell_for_readers(path)}?code={quote(code, safe='')}"
        if len(fragment) > MAX_LENGTH:
            raise self.error(
                f"a link must have at most {MAX_LENGTH:,} characters, not {len(fragment):,}"
            )
        root = "../" * self.env.docname.count("/")
        link = nodes.reference(
            "", f"Run this in {title_of(path)}", refuri=f"{root}{page}.html#{fragment}"
        )
        block = nodes.literal_block(code, code, language="python", classes=["nt-start"])
        return [block, nodes.paragraph("", "", link)]


class LabRole(ReferenceRole):
    """A role for a link to a lab in a chapter; the link may also set the state of the lab."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; the tests check that its target exists."""
        chapter, _, lab = self.target.partition("#")
        root = "../" * self.env.docname.count("/")
        address = f"{root}notebooks/{chapter}.html#{lab}"
        return [nodes.reference("", self.title, refuri=address)], []
