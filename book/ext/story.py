"""Fold proofs, code and notes on the sources of a chapter to one line each.

Folded parts are `details` elements, so they open without scripts. The switch in a page's header
(`book/_templates/story.html`, `book/site/reader/story.ts`) opens or closes all of them.

A note on a source is an admonition with the class `nt-source`. Code stays unfolded in cells tagged
`try-it`, which invite readers to edit it. Cells tagged `hide-input` are folded by MyST-NB, whatever
the switch says.
"""

from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_proof.nodes import proof_node

from nimbook import CHAPTERS

_PROOF = "Proof. "


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
