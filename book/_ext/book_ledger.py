"""Sphinx extension: the ledger of claims as a page, and links into it.

````{ledger} twist```` shows the claims of one source and ````{ledger}```` those of all, as found in
`_build/ledger.json`; ``{claim}`twist.thm-1` `` links to a claim. An unknown claim is a warning.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.typing import ExtensionMetadata

LEDGER = Path("_build/ledger.json")


def anchor(claim: str) -> str:
    """Return the id of the element that shows a claim.

    >>> anchor("twist.thm-1")
    'claim-twist-thm-1'
    """
    return nodes.make_id(f"claim-{claim}")


def read_claims(directive: SphinxDirective) -> list[dict[str, Any]]:
    """Return what came of checking the claims, for a page that is built anew when that changes."""
    path = Path(directive.env.srcdir, LEDGER)
    if not path.exists():
        raise directive.error(f"{LEDGER} is missing: build the book with `make book`")
    directive.env.note_dependency(str(path))
    claims: list[dict[str, Any]] = json.loads(path.read_text("utf8"))
    return claims


class LedgerDirective(SphinxDirective):
    """Shows the claims of a source, or of all sources, and the results of checking them."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a list of claims for one source, or a section for each source."""
        claims = read_claims(self)
        by_source = {
            source: list(group) for source, group in groupby(claims, lambda claim: claim["source"])
        }
        if not self.arguments:
            return [self.section(source, claims) for source, claims in by_source.items()]
        (source,) = self.arguments
        if source not in by_source:
            raise self.error(
                f"there is no source {source!r}; the sources are {', '.join(by_source)}"
            )
        return [self.claim(claim) for claim in by_source[source]]

    def section(self, source: str, claims: list[dict[str, Any]]) -> nodes.Node:
        """Return a section with the claims of a source."""
        return nodes.section(
            "",
            nodes.title("", claims[0]["source_title"]),
            nodes.paragraph("", _summary(claims)),
            *map(self.claim, claims),
            ids=[nodes.make_id(f"source-{source}")],
        )

    def claim(self, claim: dict[str, Any]) -> nodes.Node:
        """Return one claim: its name and verdict, what it says, and how it was checked."""
        id_ = anchor(claim["id"])
        labels = self.env.get_domain("std")
        labels.note_hyperlink_target(id_, self.env.docname, id_, claim["id"])  # type: ignore[attr-defined]
        verdict = claim["verdict"]
        head = nodes.paragraph(
            "",
            "",
            nodes.reference("", "", nodes.literal("", claim["id"]), refid=id_, internal=True),
            nodes.Text(f" {claim['kind']} "),
            nodes.inline("", f"{claim['sign']} {verdict}", classes=["nt-badge", f"nt-{verdict}"]),
        )
        facts = nodes.definition_list()
        for term, description in claim["facts"]:
            facts += nodes.definition_list_item(
                "",
                nodes.term("", term),
                nodes.definition("", nodes.paragraph("", "", *self.inline(description))),
            )
        statement = nodes.paragraph("", "", *self.inline(claim["statement"]))
        return nodes.container(
            "", head, statement, facts, ids=[id_], classes=["nt", "nt-card", "nt-claim"]
        )

    def inline(self, text: str) -> list[nodes.Node]:
        """Parse inline markup, such as maths."""
        parsed, messages = self.parse_inline(text)
        return [*parsed, *messages]


def _summary(claims: list[dict[str, Any]]) -> str:
    """Return how many claims have which verdict.

    >>> _summary([{"verdict": "holds"}, {"verdict": "open"}, {"verdict": "holds"}])
    '3 claims: holds 2, open 1.'
    """
    counts = Counter(claim["verdict"] for claim in claims)
    verdicts = ", ".join(f"{verdict} {count}" for verdict, count in counts.most_common())
    return f"{len(claims)} claims: {verdicts}."


class ClaimRole(SphinxRole):
    """A link to a claim on the page of the ledger."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a reference to the claim's label, which Sphinx resolves or warns about."""
        link = addnodes.pending_xref(
            "",
            nodes.literal("", self.text),
            refdomain="std",
            reftype="ref",
            reftarget=anchor(self.text),
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        self.set_source_info(link)
        return [link], []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_directive("ledger", LedgerDirective)
    app.add_role("claim", ClaimRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
