"""The map of the book, as two lists.

````{map} chapters```` lists the chapters with their main theorems and the chapters that they need.
A chapter needs an earlier one if its claims in `_build/ledger.json` rest on claims of the earlier
chapter, or if its text refers to a theorem or definition there. ````{map} claims```` lists the
claims by chapter, each with the claims that it rests on and links to the ledger.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from docutils import nodes

from ext.ledger import Chapter, ClaimsDirective, Entry, anchor
from ext.pages import link_to
from nimbook.ledger import anchor as element_id

MAIN_THEOREMS = {
    "impartial_games": ("thm-sprague-grundy", "thm-bouton"),
    "muller_twist": ("thm-1", "thm-2", "box-theorem"),
    "nimber_arithmetic": ("thm-product-laws", "thm-fermat", "thm-quadratic"),
    "playing_with_stones": ("thm-stones", "thm-tartan"),
    "gallery": ("thm-northcott", "thm-colon", "thm-fusion"),
    "multiplying_heaps": ("prop-mum-win", "thm-mum-product"),
    "composite_moduli": ("thm-crt", "thm-any-modulus", "thm-factor-games"),
    "finite_fields": ("thm-polymum", "prop-largest-heap"),
    "mumbers": ("thm-mum-repaired", "thm-mum-powers", "thm-seams"),
    "beyond_infinity": ("thm-omega", "thm-lenstra", "thm-closure"),
    "more_than_two_players": ("thm-podium-partition", "thm-li", "thm-moore-li"),
    "open_problem": ("thm-two-heaps", "thm-modulo-5", "thm-never-bounded"),
}
"""Labels of the theorems that the list of the chapters shows, by chapter."""


def foundations(claims: Sequence[Entry], book: Mapping[str, Chapter]) -> dict[str, set[str]]:
    """Return all earlier chapters that each chapter needs, directly or indirectly.

    Args:
        claims: the entries of the ledger.
        book: the chapters by name, in order.
    """
    chapter_of = {claim["id"]: claim["chapter"] for claim in claims}
    home = {label: name for name, chapter in book.items() for label in chapter.headings}
    uses: defaultdict[str, set[str]] = defaultdict(set)
    for claim in claims:
        uses[claim["chapter"]].update(chapter_of[other] for other in claim["rests_on"])
    below: dict[str, set[str]] = {}
    for name, chapter in book.items():
        uses[name].update(home[label] for label in chapter.cited if label in home)
        earlier = uses[name] & below.keys()
        below[name] = earlier.union(*(below[other] for other in earlier))
    return below


class MapDirective(ClaimsDirective):
    """A directive that lists the chapters or the claims, with what they rest on."""

    parts: ClassVar[Mapping[str, str]] = {"chapters": "list_chapters", "claims": "list_claims"}

    def list_chapters(self) -> Iterator[nodes.Node]:
        """Yield the list of the chapters: their main theorems, and what they need."""
        below = foundations(self.claims, self.chapters)
        entries = (self.chapter(name, below[name]) for name in self.chapters)
        yield nodes.bullet_list("", *entries, classes=["nt-chapter-list"])
        yield nodes.raw("", "", format="html", assets="ledger")

    def chapter(self, name: str, below: set[str]) -> nodes.Node:
        """Return the entry of a chapter."""
        numbers = [str(i) for i, other in enumerate(self.chapters, 1) if other in below]
        text = f"Needs: chapter{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
        theorems = nodes.bullet_list()
        for label in MAIN_THEOREMS[name]:
            heading = self.parse_inline(self.chapters[name].headings[label])[0]
            link = link_to(self.env.docname, label, domain="prf")
            theorems += nodes.list_item(
                "", nodes.paragraph("", "", link, nodes.Text(" "), *heading)
            )
        needs = nodes.paragraph("", text if numbers else "Needs: no theorems of other chapters")
        title = nodes.strong("", "", self.link(name))
        return nodes.list_item("", nodes.paragraph("", "", title), needs, theorems)

    def link(self, name: str) -> nodes.Node:
        """Return a link to a chapter, with its number and title."""
        chapter = self.chapters[name]
        words = nodes.inline("", chapter.title)
        return link_to(self.env.docname, f"/{chapter.page}", "doc", words=words)

    def list_claims(self) -> Iterator[nodes.Node]:
        """Yield the claims of each chapter below its title."""
        for name in self.chapters:
            entries = (self.claim(claim) for claim in self.claims if claim["chapter"] == name)
            yield nodes.section(
                "",
                nodes.title("", "", self.link(name)),
                nodes.bullet_list("", *entries, classes=["nt"]),
                ids=[nodes.make_id(f"claims-{name}")],
            )

    def claim(self, claim: Entry) -> nodes.Node:
        """Return the entry of a claim, which links to the ledger."""
        verdict = claim["verdict"]
        text = nodes.paragraph(
            "",
            "",
            nodes.inline("", claim["sign"], classes=["nt-verdict-sign", f"nt-{verdict}"]),
            nodes.inline("", f" {verdict} ", classes=["nt-verdict-word"]),
            self.entry(claim["id"]),
            nodes.Text(f": {claim['headline']}"),
        )
        for i, other in enumerate(claim["rests_on"]):
            text += [nodes.Text(", " if i else ". Rests on "), self.entry(other)]
        return nodes.list_item("", text, ids=[element_id("map", claim["id"])])

    def entry(self, claim: str) -> nodes.Node:
        """Return a link to the entry of a claim in the ledger."""
        return link_to(self.env.docname, anchor(claim), words=nodes.literal("", claim))
