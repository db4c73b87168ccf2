"""The formal proofs as pages.

````{rocq} Nim```` shows the file `proofs/Nim.v`: its comments for readers become text and headings,
and each theorem gets an id, to which `theorem_link` links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from sphinx.util.docutils import SphinxDirective

from ext.pages import link_to
from nimbook.ledger import anchor

PROOFS = "proofs"

_COMMAND = re.compile(
    r"^ *(?:(?P<open>Section) \w+\.|(?P<close>End) \w+\."
    r"|(?P<assume>(?:Context|Hypothes[ie]s|Variables?)\b.*?\.)\s"
    r"|(?P<statement>(?:Theorem|Lemma)\s+(?P<name>\w+).*?\.)\s+Proof\b)",
    re.MULTILINE | re.DOTALL,
)
_NAMED = re.compile(r"^ *(?:Theorem|Lemma)\s+(\w+)")
_COMMENT = re.compile(r"^( *)\(\*\* (.*?)\s*\*\)$\n?", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"\[([^][]*(?:\[[^][]*\][^][]*)*)\]")


def statements(path: Path) -> dict[str, str]:
    """Map the names of the theorems and lemmas in a file of proofs to their statements.

    In a section, a statement begins with the variables and hypotheses of the section.

    >>> statements(Path("proofs/Nim.v"))["bouton"]
    'Theorem bouton (heaps : position nim) : P_position heaps <-> nim_sum heaps = 0.'
    >>> print(statements(Path("proofs/Game.v"))["recur_eq"])
    Context {A : Type} (rule : list A -> A) {g : game}.
    Lemma recur_eq x : recur x = rule (map recur (options x)).
    """
    found = {}
    sections: list[list[str]] = []
    for command in _COMMAND.finditer(path.read_text("utf8")):
        if command["open"]:
            sections.append([])
        elif command["close"]:
            sections.pop()
        elif command["assume"]:
            sections[-1].append(command["assume"])
        else:
            assumed = [text for section in sections for text in section]
            lines = "\n".join([*assumed, command["statement"]])
            found[command["name"]] = lines.replace("\n" + "  " * len(sections), "\n")
    return found


def theorem_anchor(theorem: str) -> str:
    """Return the id of a theorem on the page of its file.

    >>> theorem_anchor("Blocking.theorem_2")
    'proof-blocking-theorem-2'
    """
    return anchor("proof", theorem)


def theorem_link(page: str, theorem: str) -> nodes.Node:
    """Return a link to a theorem, such as `Nim.bouton`; Sphinx warns if no page shows it."""
    return link_to(page, theorem_anchor(theorem), words=nodes.literal("", theorem))


def statement_of(directive: SphinxDirective, theorem: str) -> nodes.Node:
    """Return the statement of a theorem as a block of code."""
    file, name = theorem.split(".")
    path = Path(directive.env.srcdir, PROOFS, f"{file}.v")
    directive.env.note_dependency(str(path))
    try:
        statement = statements(path)[name]
    except (OSError, KeyError):
        raise directive.error(f"there is no theorem {name} in {PROOFS}/{file}.v") from None
    return nodes.literal_block(statement, statement, language="coq")


@cache
def statement_html(root: Path, theorem: str) -> str:
    """Return the statement of a theorem as highlighted HTML."""
    file, name = theorem.split(".")
    html: str = highlight(
        statements(root / PROOFS / f"{file}.v")[name], get_lexer_by_name("coq"), HtmlFormatter()
    )
    return html


class RocqDirective(SphinxDirective):
    """A directive that shows a file of proofs."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the sections of the file. The title of the file is left to the page."""
        [name] = self.arguments
        path = Path(self.env.srcdir, PROOFS, f"{name}.v")
        self.env.note_dependency(str(path))
        section = page = nodes.Element()
        for kind, text in _parts(path.read_text("utf8")):
            if kind == "heading":
                section = nodes.section("", nodes.title("", "", *self.inline(text)))
                section["ids"] = [anchor(name, text)]
                page += section
            elif kind == "text":
                section += nodes.paragraph("", "", *self.inline(text))
            else:
                section += self.block(name, text)
        return page.children

    def block(self, file: str, text: str) -> nodes.Node:
        """Return a block of code, with an id if it begins with a theorem."""
        block = nodes.literal_block(text, text, language="coq")
        if named := _NAMED.match(text):
            id_ = theorem_anchor(f"{file}.{named[1]}")
            block["ids"] = [id_]
            labels = self.env.get_domain("std")
            labels.note_hyperlink_target(id_, self.env.docname, id_, named[1])  # type: ignore[attr-defined]
        return block

    def inline(self, text: str) -> list[nodes.Node]:
        """Turn [code] into literals."""
        parts = _CODE.split(text)
        return [
            nodes.literal("", part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts)
        ]


def _parts(source: str) -> Iterator[tuple[str, str]]:
    r"""Yield the parts of a file: headings, paragraphs, and blocks of code.

    >>> list(_parts("(** * Title\n\n    Text. *)\n\nFrom X.\n\nLemma a : b.\nQed.\n"))
    [('text', 'Text.'), ('code', 'From X.'), ('code', 'Lemma a : b.\nQed.')]
    """
    position = 0
    for match in _COMMENT.finditer(source):
        yield from _blocks(source[position : match.start()])
        position = match.end()
        for paragraph in re.split(r"\n\s*\n", match[2]):
            words = " ".join(paragraph.split())
            if words.startswith("** "):
                yield "heading", words[3:]
            elif not words.startswith("* "):
                yield "text", words
    yield from _blocks(source[position:])


def _blocks(code: str) -> Iterator[tuple[str, str]]:
    """Yield pieces of code; each theorem is a piece of its own."""
    for block in re.split(r"\n(?= *(?:Theorem|Lemma)\s)|(?<=\bQed\.\n)(?=\n)", code):
        if block.strip():
            yield "code", block.strip("\n")
