"""The ledger page, and links to its claims.

The results of checking the claims are in `_build/ledger.json`. ````{ledger} totals```` counts the
claims, ````{ledger} errata```` lists those that are false as printed, and ````{ledger} claims````
shows all of them as collapsible entries, which the page's script can filter, and
````{ledger} proofs```` is a table of those that have formal proofs.
``{claim}`twist.thm-1` `` links to a claim; Sphinx warns if there is no such claim. Claim ids on the
verdict cards in the chapters become links as well. The build writes `ledger.csv` and `ledger.json`
next to the page.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import nbformat
from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective, SphinxRole

from ext.chapters import page_of
from ext.citation import CITATION, bibtex, read_citation, source_entry
from ext.citation import SOURCES as BIBLIOGRAPHY
from ext.pages import link_to
from ext.proofs import statement_html, statement_of, theorem_link
from ext.trees import Site, element, fragment, insert_before, render, to_script
from nimbook import CHAPTERS
from nimbook import ledger as nimbook_ledger
from nimbook.ledger import IN_LEAN, MACHINE_CHECKED, SIGNS
from nimbook.sources import SOURCES
from nimtwist.checks import short_repr

LEDGER = Path("_build/ledger.json")
PAGE = "book/ledger"

Entry = dict[str, Any]


FULL = "book/full_ledger.json"
"""Results of the last full check, written by `make full-ledger`."""


def anchor(claim: str) -> str:
    """Return the id of the element that shows a claim.

    >>> anchor("twist.thm-1")
    'claim-twist-thm-1'
    """
    return nimbook_ledger.anchor("claim", claim)


def note_ledger(env: BuildEnvironment) -> None:
    """Make the current page depend on the ledger, which `make` updates when any code changes."""
    env.note_dependency(str(Path(env.srcdir, LEDGER)))


def describe_result(entry: Entry) -> str:
    """Describe the result of the last full check of a claim.

    >>> describe_result({"cases": 1234, "proofs": 1, "failures": 0})
    '1,234 cases, including 1 proof; none fails'
    """
    proofs = f", including {entry['proofs']:,} proof{'s' if entry['proofs'] > 1 else ''}"
    failures = entry["failures"]
    return (
        f"{entry['cases']:,} case{'s' if entry['cases'] > 1 else ''}"
        f"{proofs if entry['proofs'] else ''}; "
        + (f"{failures:,} of them fail{'s' if failures == 1 else ''}" if failures else "none fails")
    )


def claims_in(path: Path) -> list[Entry]:
    """Return the entries of a ledger file.

    Raises:
        ValueError: if the file is missing or truncated, or is not a ledger.
    """
    if not path.exists():
        raise ValueError(f"{short_repr(str(path))} is missing: build the book with `make book`")
    try:
        entries = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        entries = None
    if not isinstance(entries, list) or not all(
        isinstance(entry, dict) and entry.keys() >= {"id", "statement", "verdict"}
        for entry in entries
    ):
        raise ValueError(
            f"{short_repr(str(path))} is not a ledger file or is truncated: remove it, and "
            "build the book with `make book`"
        )
    return entries


# --- Claims in the chapters ----------------------------------------------------------------------


class Chapter(NamedTuple):
    """A chapter of the book: its page, its numbered title, and parts of its contents."""

    page: str
    title: str
    headings: dict[str, str]
    """Titles of the theorems, definitions and so on, by label; they may be empty."""
    cited: frozenset[str]
    """Labels of the theorems, definitions and so on to which the text refers."""
    theorems: dict[str, str]
    """Labels of the theorems, definitions and so on that cite a claim, by claim id."""
    cards: frozenset[str]
    """Ids of the verdict cards on the page."""


_BLOCK = re.compile(
    r"^(:{3,})\{prf:\w+\}([^\n]*)\n:label: (\S+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL
)
_REFERENCE = re.compile(r"\{prf:ref\}`(?:[^`<]*<)?([\w-]+)>?`")


@cache
def chapters(root: Path) -> dict[str, Chapter]:
    """Return the chapters by name, in book order."""
    result = {}
    for number, name in enumerate(CHAPTERS, 1):
        page = page_of(number, name)
        cells = nbformat.read(root / f"{page}.ipynb", as_version=4).cells
        text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        title = re.findall(r"^# (.+)$", text, re.MULTILINE)[0]
        theorems: dict[str, str] = {}
        headings: dict[str, str] = {}
        for _, heading, label, body in _BLOCK.findall(text):
            headings[label] = heading.strip()
            for claim in re.findall(r"\{claim\}`([\w.-]+)`", body):
                theorems.setdefault(claim, label)
        outputs = json.dumps([cell.get("outputs", []) for cell in cells])
        cards = frozenset(re.findall(r'<details id=\\"(card-[\w-]+)\\"', outputs))
        cited = frozenset(_REFERENCE.findall(text))
        result[name] = Chapter(page, f"{number}. {title}", headings, cited, theorems, cards)
    return result


# --- Collapsible elements ------------------------------------------------------------------------


class Details(nodes.General, nodes.Element):
    """A collapsible element; its first child is a `Summary`."""


class Summary(nodes.General, nodes.TextElement):
    """The visible part of a collapsed `Details` element."""


def html_tag(
    name: str,
) -> tuple[Callable[[Any, nodes.Element], None], Callable[[Any, nodes.Element], None]]:
    """Return the functions that write the tags of an element."""

    def enter(translator: Any, node: nodes.Element) -> None:
        opened = {"open": "open"} if node.get("open") else {}
        translator.body.append(translator.starttag(node, name, **opened, **node.get("data", {})))

    def leave(translator: Any, node: nodes.Element) -> None:
        translator.body.append(f"</{name}>")

    return enter, leave


# --- The page ------------------------------------------------------------------------------------


class ClaimsDirective(SphinxDirective):
    """A directive for one of several parts of a page, which show all claims or chapters."""

    required_arguments = 1
    parts: ClassVar[Mapping[str, str]]
    """The method that yields each part, by the argument of the directive."""

    def run(self) -> list[nodes.Node]:
        """Return the part that the directive's argument names."""
        note_ledger(self.env)
        try:
            self.claims = claims_in(Path(self.env.srcdir, LEDGER))
        except ValueError as error:
            raise self.error(str(error)) from None
        self.chapters = chapters(Path(self.env.srcdir))
        for chapter in self.chapters.values():
            self.env.note_dependency(f"{chapter.page}.ipynb")
        [part] = self.arguments
        if part not in self.parts:
            raise self.error(f"no such part: {part!r}; expected one of {', '.join(self.parts)}")
        return [*getattr(self, self.parts[part])()]


class LedgerDirective(ClaimsDirective):
    """A directive that shows the totals, the errata, or all claims with their results."""

    parts: ClassVar[Mapping[str, str]] = {
        "totals": "totals",
        "errata": "errata",
        "claims": "all",
        "proofs": "formal_proofs",
    }

    def totals(self) -> Iterator[nodes.Node]:
        """Yield a table that counts the claims by source and verdict, then the download links."""
        # Claims that the book adds to a source get a separate row.
        rows = defaultdict[tuple[str, str], Counter[str]](Counter)
        for source, claims in self.by_source():
            external = any(not claim["own"] for claim in claims)
            for claim in claims:
                added = ": added by this book" if claim["own"] and external else ""
                rows[source, f"{claim['source_title']}{added}"][claim["verdict"]] += 1
        sums = Counter(claim["verdict"] for claim in self.claims)
        verdicts = [verdict for verdict in SIGNS if verdict in sums]
        html = render("ledger_totals.html", rows=rows, sums=sums, verdicts=verdicts, signs=SIGNS)
        yield nodes.raw("", html, format="html", assets="ledger")

    def formal_proofs(self) -> Iterator[nodes.Node]:
        """Yield a table of the claims that have formal proofs, and of their theorems."""
        here, rows = self.env.docname, nodes.tbody()
        for claim in self.claims:
            if claim["formal"]:
                words = nodes.literal("", claim["id"])
                link = link_to(here, anchor(claim["id"]), words=words)
                theorems = (theorem_link(here, theorem) for theorem in claim["formal"])
                rows += _row([link], [*_separated(theorems)])
        head = nodes.thead("", _row([nodes.Text("Claim")], [nodes.Text("Theorems")]))
        columns = [nodes.colspec("", colwidth=width) for width in (35, 65)]
        yield nodes.table("", nodes.tgroup("", *columns, head, rows, cols=2))

    def errata(self) -> Iterator[nodes.Node]:
        """Yield a section for each source that has errata."""
        for source, claims in self.by_source():
            wrong = [claim for claim in claims if claim["failures"]]
            if not wrong:
                continue
            title = claims[0]["source_title"]
            are = "is" if len(wrong) == 1 else "are"
            count = f"{len(wrong)} of {len(claims)} statements {are} false as printed"
            items = nodes.bullet_list("", *map(self.erratum, wrong))
            details = Details("", Summary("", count), items, classes=["nt", "nt-errata"])
            yield nodes.section("", nodes.title("", title), details, ids=[f"errata-{source}"])

    def erratum(self, claim: Entry) -> nodes.Node:
        """Return a list item: the claim as printed, its first failure, and the corrected claim."""
        facts = dict(claim["facts"])
        lines = [
            ("As printed", claim["statement"]),
            *(
                (term.capitalize(), facts[term])
                for term in ("first failure", "true if")
                if term in facts
            ),
            ("True instead", claim["repaired"]["statement"]),
        ]
        return nodes.list_item(
            "",
            nodes.paragraph("", "", self.link(claim["id"]), nodes.Text(f" {claim['kind']}")),
            *(
                nodes.paragraph("", "", nodes.strong("", f"{term}: "), *self.inline(text))
                for term, text in lines
            ),
        )

    def all(self) -> Iterator[nodes.Node]:
        """Yield the filter form, a section for each source, and the citations."""
        full = Path(self.env.srcdir, FULL)
        self.env.note_dependency(str(full))
        self.full = {claim["id"]: claim for claim in claims_in(full)}
        self.used_by = defaultdict[str, list[str]](list)
        for claim in self.claims:
            for other in claim["rests_on"]:
                self.used_by[other].append(claim["id"])
        yield nodes.raw("", self.form(), format="html")
        for source, claims in self.by_source():
            yield nodes.section(
                "",
                nodes.title("", claims[0]["source_title"]),
                *map(self.claim, claims),
                ids=[f"source-{source}"],
                classes=["nt-source"],
            )
        yield nodes.raw("", self.citations(), format="html")

    def citations(self) -> str:
        """Return the BibTeX entries of the sources and of a claim, which the script fills in."""
        root = Path(self.env.srcdir)
        for path in (CITATION, BIBLIOGRAPHY):
            self.env.note_dependency(str(root / path))
        entries = {
            source.name: source_entry(root, source.reference)
            for source in SOURCES
            if source.reference
        }
        page, copyright_year = f"{PAGE}.html#{{anchor}}", self.config.copyright
        claim = bibtex(read_citation(root), copyright_year, "claim {id}", page, key="{id}")
        data = to_script({"claim": claim, "sources": entries})
        return f'<script type="application/json" id="citations">{data}</script>'

    def form(self) -> str:
        """Return the filter form; the stylesheet hides it if scripts are disabled."""
        sources = [(source, claims[0]["source_title"]) for source, claims in self.by_source()]
        verdicts = [(verdict, f"{sign} {verdict}") for verdict, sign in SIGNS.items()]
        titles = [(name, chapter.title) for name, chapter in self.chapters.items()]
        choices = {"source": sources, "verdict": verdicts, "chapter": titles}
        return render("ledger_form.html", choices=choices, count=len(self.claims))

    def claim(self, claim: Entry) -> nodes.Node:
        """Return the entry for a claim: its verdict, its statement and the details of its check."""
        id_ = anchor(claim["id"])
        labels = self.env.get_domain("std")
        labels.note_hyperlink_target(id_, self.env.docname, id_, claim["id"])  # type: ignore[attr-defined]
        verdict = claim["verdict"]
        summary = Summary(
            "",
            "",
            nodes.inline("", claim["sign"], classes=["nt-verdict-sign", f"nt-{verdict}"]),
            nodes.inline("", f" {verdict} ", classes=["nt-verdict-word"]),
            nodes.literal("", claim["id"]),
            nodes.Text(" "),
            nodes.inline("", "", *self.inline(claim["statement"]), classes=["nt-statement"]),
        )
        badge = nodes.inline("", verdict, classes=["nt-badge", f"nt-{verdict}"])
        facts = nodes.definition_list()
        for term, description in claim["facts"]:
            if term == MACHINE_CHECKED:
                facts += self.formal(claim)
            elif term == IN_LEAN:
                facts += self.lean(claim)
            else:
                facts += self.fact(term, self.inline(description))
        if any(term == "in full" for term, _ in claim["facts"]):
            facts += self.fact(
                "found in full", self.inline(describe_result(self.full[claim["id"]]))
            )
        for term, ids in (
            ("rests on", claim["rests_on"]),
            ("used by", self.used_by[claim["id"]]),
        ):
            if ids:
                facts += self.fact(term, [*_separated(map(self.link, ids))])
        return Details(
            "",
            summary,
            nodes.paragraph("", "", badge, nodes.Text(f" {claim['headline']}")),
            nodes.paragraph("", "", *self.places(claim)),
            facts,
            ids=[id_],
            classes=["nt", "nt-card", "nt-claim"],
            data={f"data-{name}": claim[name] for name in ("source", "verdict", "chapter")}
            | ({"data-own": ""} if claim["own"] else {}),
        )

    def fact(self, term: str, description: Iterable[nodes.Node]) -> nodes.Node:
        """Return a term and its description, as an item of a definition list."""
        definition = nodes.definition("", nodes.paragraph("", "", *description))
        return nodes.definition_list_item("", nodes.term("", term), definition)

    def formal(self, claim: Entry) -> nodes.Node:
        """Return the formal theorems of a claim: links and statements."""
        links = (theorem_link(self.env.docname, name) for name in claim["formal"])
        definition = nodes.definition(
            "",
            nodes.paragraph("", "", *_separated(links)),
            *(statement_of(self, name) for name in claim["formal"]),
        )
        return nodes.definition_list_item("", nodes.term("", MACHINE_CHECKED), definition)

    def lean(self, claim: Entry) -> nodes.Node:
        """Return a link to a theorem in Lean, and how it differs from the claim."""
        lean = claim["lean"]
        link = nodes.reference("", "", nodes.literal("", lean["name"]), refuri=lean["url"])
        return self.fact(IN_LEAN, [link, *self.inline(f": {lean['difference']}")])

    def places(self, claim: Entry) -> Iterator[nodes.Node]:
        """Yield a claim's kind, and links to its theorem, its chapter and its entry on the map."""
        id_, own = claim["id"], self.chapters[claim["chapter"]]
        yield nodes.Text(claim["kind"].capitalize())
        for chapter in (own, *self.chapters.values()):
            if label := chapter.theorems.get(id_):
                yield nodes.Text(" · here ")
                yield link_to(self.env.docname, label, domain="prf")
                break
        yield nodes.Text(" · in ")
        card, up = nimbook_ledger.anchor("card", id_), "../" * self.env.docname.count("/")
        if card in own.cards:
            uri = f"{up}{own.page}.html#{card}"
            yield nodes.reference("", own.title, refuri=uri, internal=True)
        else:
            yield link_to(self.env.docname, f"/{own.page}", "doc")
        yield nodes.Text(" · ")
        map_uri = f"map.html#{nimbook_ledger.anchor('map', id_)}"
        yield nodes.reference("", "on the map", refuri=map_uri, internal=True)
        yield nodes.Text(" · ")
        yield nodes.reference("", "permanent link", refid=anchor(id_), internal=True)

    def link(self, claim: str) -> nodes.Node:
        """Return a link to a claim on this page."""
        return nodes.reference("", "", nodes.literal("", claim), refid=anchor(claim), internal=True)

    def by_source(self) -> list[tuple[str, list[Entry]]]:
        """Return the claims grouped by source."""
        grouped = groupby(self.claims, lambda claim: str(claim["source"]))
        return [(source, list(group)) for source, group in grouped]

    def inline(self, text: str) -> list[nodes.Node]:
        """Parse inline markup, such as formulas."""
        parsed, messages = self.parse_inline(text)
        return [*parsed, *messages]


def _row(*cells: list[nodes.Node]) -> nodes.Node:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def _separated(links: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield the links, separated by commas."""
    for i, link in enumerate(links):
        if i:
            yield nodes.Text(", ")
        yield link


class ClaimRole(SphinxRole):
    """A role for a link to a claim on the ledger page."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a link to the claim. If there is no such claim, Sphinx issues a warning later."""
        label, words = anchor(self.text), nodes.literal("", self.text)
        link = link_to(self.env.docname, label, words=words)
        self.set_source_info(link)
        return [link], []


# --- Files ---------------------------------------------------------------------------------------


def link_cards(site: Site) -> None:
    """Turn the ids of claims and the names of proofs on verdict cards into links.

    The statements of formal theorems are inserted, too. The notebooks contain neither, because in
    Jupyter the links would lead nowhere, and the files of proofs may be missing.
    """
    labels = site.app.env.get_domain("std").anonlabels  # type: ignore[attr-defined]
    for page in site.documents():
        for code in [*page.article.iter("code")]:
            for kind in ("data-claim", "data-proof"):
                if label := code.attrib.pop(kind, None):
                    target, name = f"{page.root}{labels[label][0]}.html#{label}", code.text
                    link = element("a", href=target, class_="reference internal")
                    statement = statement_html(site.source, name) if kind == "data-proof" else ""
                    insert_before(code, [link, *fragment(statement)])
                    code.getprevious().tail, code.tail = code.tail, None
                    link.append(code)


def write_ledger(site: Site) -> None:
    """Write the ledger as downloadable files."""
    # Import this module late: it sets a matplotlib style, which would affect pictures on other
    # pages.
    from nimbook.show.ledger import ledger_table

    claims = claims_in(site.source / LEDGER)
    for claim in claims:
        del claim["seconds"]  # timings vary, but builds must be reproducible
    text = json.dumps(claims, ensure_ascii=False, indent=1)
    target = site.folder / PAGE
    target.with_suffix(".json").write_text(text + "\n", "utf8")
    ledger_table(claims).to_csv(target.with_suffix(".csv"), lineterminator="\n")
