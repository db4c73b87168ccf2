"""Sphinx extension: the theorems of all chapters on one page, and links that can show their target.

````{theorems}```` lists what the chapters state, with the statements, by chapter. A link to one of
these, to a claim, a term of the glossary or a reference gets an attribute `data-preview`, which
says what it leads to; `book/places/preview.ts` then shows the text. It finds that of a theorem on
the page with this list, which is lighter than a chapter, and under the same id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote

from book_exercises import chapter_title, page_of
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimbook import CHAPTERS

THEOREMS = "book/theorems"

_LINK = re.compile(r'<a\b(?=[^>]*\shref="([^"#:]*)#([^"]+)")')


class theorems_of(nodes.General, nodes.Element):
    """The place of the theorems of a chapter, whose `page` may be read later."""


class TheoremsDirective(SphinxDirective):
    """Shows the theorems and definitions of the book, by chapter."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each chapter."""
        return [self.chapter(*numbered) for numbered in enumerate(CHAPTERS, 1)]

    def chapter(self, number: int, chapter: str) -> nodes.Node:
        """Return the section of a chapter, still empty."""
        place = theorems_of("", page=page_of(number, chapter))
        title = chapter_title(self, number, chapter)
        return nodes.section("", title, place, ids=[nodes.make_id(f"theorems-{chapter}")])


class FillTheorems(SphinxPostTransform):
    """Puts the theorems of a chapter into their place."""

    default_priority = 5  # before references are resolved

    def run(self, **_: Any) -> None:
        """Called by Sphinx."""
        for place in list(self.document.findall(theorems_of)):
            chapter = self.env.get_doctree(place["page"])
            copies = [self.copy(theorem, place["page"]) for theorem in theorems(chapter)]
            place.replace_self(copies)

    def copy(self, theorem: nodes.Element, page: str) -> nodes.Node:
        """Return a theorem of another page, whose title is a link to it."""
        here, id_ = self.env.docname, theorem["ids"][0]
        uri = f"{self.app.builder.get_relative_uri(here, page)}#{id_}"
        name = nodes.reference("", named(self.env, theorem, page), refuri=uri, internal=True)
        title, content = theorem.deepcopy().children
        assert isinstance(title, nodes.Element) and isinstance(content, nodes.Element)
        for element in content.findall(nodes.Element):
            element["ids"] = []
            if "refdoc" in element:
                element["refdoc"] = here
        head = nodes.paragraph("", "", name, *title.children, classes=["admonition-title"])
        return nodes.admonition("", head, content, ids=[id_], classes=theorem["classes"])


def theorems(document: nodes.document) -> Iterator[nodes.Element]:
    """Yield the theorems of a page, definitions and alike, as sphinx-proof makes them."""
    return (node for node in document.findall(nodes.Element) if "realtype" in node)


def named(env: BuildEnvironment, theorem: nodes.Element, page: str) -> str:
    """Return the kind of a theorem and its number, as in "Theorem 4.1"."""
    numbers = env.toc_fignumbers[page][theorem["countertype"]]
    number = ".".join(map(str, numbers[theorem["ids"][0]]))
    return f"{theorem['realtype'].title()} {number}"


def update_list(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Have the list written again, since some chapter may have changed."""
    return [THEOREMS]


def targets(env: BuildEnvironment) -> dict[tuple[str, str], str]:
    """Return what a link to a page and an id on it leads to, if that can be shown."""
    standard, citing = env.get_domain("std"), env.get_domain("cite")
    stated: dict[str, Any] = getattr(env, "proof_list", {})
    return {
        **{(one["docname"], one["ids"][0]): "theorem" for one in stated.values()},
        **{at: "term" for (kind, _), at in standard.data["objects"].items() if kind == "term"},
        **{
            (page, id_): "claim"
            for page, id_ in standard.data["anonlabels"].values()
            if id_.startswith("claim-")
        },
        **{
            (one.bibliography_key.docname, one.citation_id): "reference"
            for one in citing.citations  # type: ignore[attr-defined]
        },
    }


def mark_links(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Say of each link what it leads to, if that can be shown."""
    known = targets(app.env)

    def marked(link: re.Match[str]) -> str:
        path, id_ = map(unquote, link.groups())
        target = normpath(join(dirname(page), path)).removesuffix(".html") if path else page
        kind = known.get((target, id_))
        return f'{link[0]} data-preview="{kind}"' if kind else link[0]

    if "body" in context:
        context["body"] = _LINK.sub(marked, context["body"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_node(theorems_of)
    app.add_directive("theorems", TheoremsDirective)
    app.add_post_transform(FillTheorems)
    app.add_css_file("places.css")
    app.add_js_file("preview.js", loading_method="defer")
    app.connect("env-get-updated", update_list)
    app.connect("html-page-context", mark_links, priority=900)  # when all links are there
    return {"parallel_read_safe": True, "parallel_write_safe": True}
