"""A list of the theorems in all chapters, and link previews.

````{theorems}```` lists the theorems and definitions of the book with their statements, by chapter.
Each link to a theorem, claim, glossary term or reference gets a `data-preview` attribute, which
gives the kind of the link's target. `book/site/reader/preview.ts` shows the text of the target in a
preview. It takes the text of a theorem from the list of theorems, because this page is smaller than
the theorem's chapter and uses the same ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from ext.chapters import page_of
from ext.exercises import chapter_title
from ext.trees import Site
from nimbook import CHAPTERS

THEOREMS = "book/theorems"


class theorem_list(nodes.General, nodes.Element):
    """A placeholder for a chapter's theorems, since Sphinx may not have read the chapter yet."""


class TheoremsDirective(SphinxDirective):
    """A directive that lists the theorems and definitions of the book, by chapter."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each chapter."""
        return [self.chapter(*numbered) for numbered in enumerate(CHAPTERS, 1)]

    def chapter(self, number: int, chapter: str) -> nodes.Node:
        """Return the section for a chapter, with a placeholder for its theorems."""
        placeholder = theorem_list("", page=page_of(number, chapter))
        title = chapter_title(self, number, chapter)
        return nodes.section("", title, placeholder, ids=[nodes.make_id(f"theorems-{chapter}")])


class FillTheorems(SphinxPostTransform):
    """A transform that replaces the placeholders with theorems."""

    default_priority = 5  # run before references are resolved

    def run(self, **_: Any) -> None:
        """Replace all placeholders in the document."""
        for placeholder in list(self.document.findall(theorem_list)):
            chapter = self.env.get_doctree(placeholder["page"])
            copies = [self.copy(theorem, placeholder["page"]) for theorem in theorems(chapter)]
            placeholder.replace_self(copies)

    def copy(self, theorem: nodes.Element, page: str) -> nodes.Node:
        """Copy a theorem from another page; the title of the copy links to the original."""
        here, id_ = self.env.docname, theorem["ids"][0]
        uri = f"{self.app.builder.get_relative_uri(here, page)}#{id_}"
        name = nodes.reference("", theorem_name(self.env, theorem, page), refuri=uri, internal=True)
        title, content = theorem.deepcopy().children
        assert isinstance(title, nodes.Element) and isinstance(content, nodes.Element)
        for element in content.findall(nodes.Element):
            element["ids"] = []
            if "refdoc" in element:
                element["refdoc"] = here
        head = nodes.paragraph("", "", name, *title.children, classes=["admonition-title"])
        return nodes.admonition("", head, content, ids=[id_], classes=theorem["classes"])


def theorems(document: nodes.document) -> Iterator[nodes.Element]:
    """Yield the theorems, definitions and similar nodes that sphinx-proof created on a page."""
    return (node for node in document.findall(nodes.Element) if "realtype" in node)


def theorem_name(env: BuildEnvironment, theorem: nodes.Element, page: str) -> str:
    """Return the kind and number of a theorem, for example "Theorem 4.1"."""
    numbers = env.toc_fignumbers[page][theorem["countertype"]]
    number = ".".join(map(str, numbers[theorem["ids"][0]]))
    return f"{theorem['realtype'].title()} {number}"


def update_list(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the page that lists the theorems, so that every build rewrites it."""
    return [THEOREMS]


def targets(env: BuildEnvironment) -> dict[tuple[str, str], str]:
    """Return the kind (such as "term") of each link target that has a preview, by page and id."""
    standard, citing = env.get_domain("std"), env.get_domain("cite")
    statements: dict[str, Any] = getattr(env, "proof_list", {})
    return {
        **{(entry["docname"], entry["ids"][0]): "theorem" for entry in statements.values()},
        **{
            place: "term" for (kind, _), place in standard.data["objects"].items() if kind == "term"
        },
        **{
            (page, id_): "claim"
            for page, id_ in standard.data["anonlabels"].values()
            if id_.startswith("claim-")
        },
        **{
            (citation.bibliography_key.docname, citation.citation_id): "reference"
            for citation in citing.citations  # type: ignore[attr-defined]
        },
    }


def mark_links(site: Site) -> None:
    """Add a `data-preview` attribute to each link whose target has a preview."""
    kinds = targets(site.app.env)
    for page in site.pages.values():
        for link in page.tree.iterfind(".//article//a[@href]"):
            path, _, id_ = unquote(link.get("href")).partition("#")
            target = normpath(join(dirname(page.name), path)).removesuffix(".html")
            if kind := kinds.get((target if path else page.name, id_)):
                link.set("data-preview", kind)
