"""The search index of the book.

Each chapter, section, theorem, definition, figure, table, claim, glossary term, reference and
function of the engine has its own entry, while Sphinx's own search finds only whole pages. The
index is written to `_static/places.js`, which only `search.html` loads.
`book/site/reader/search.ts` searches it. A page is also found by the keywords in its metadata
(`html_meta`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ext.figures import plain
from ext.ledger import LEDGER, anchor, claims_in
from ext.previews import THEOREMS, theorem_name, theorems
from ext.trees import Site, run_node

_PLACES = "_static/places.js"
_FORMULA = re.compile("\x02(.*?)\x03", re.DOTALL)

# Nodes that contain no prose or have entries of their own.
_SKIPPED: tuple[type[nodes.Node], ...] = (
    *(nodes.section, nodes.raw, nodes.literal_block, nodes.doctest_block, nodes.image),
    *(nodes.comment, nodes.system_message, nodes.citation),
    *(addnodes.desc, addnodes.glossary, addnodes.index, addnodes.toctree),
)

Entry = dict[str, str]


def entries(env: BuildEnvironment, document: nodes.document, page: str) -> Iterator[Entry]:
    """Yield the index entries for a page. See `prose` for how formulas are delimited."""
    where = chapter = _heading(env, page, "", env.titles[page].astext())

    def entry(kind: str, id_: str, title: str, text: str = "", **more: str) -> Entry:
        there = page_address(page, id_)
        return {"kind": kind, "title": title, "text": text, "where": where, "to": there, **more}

    for section in document.findall(nodes.section):
        if not isinstance(section.next_node(), nodes.title):
            continue  # this is the content of a theorem, not a real section
        text = " ".join(prose(part) for part in section[1:])
        if section.parent is document:
            yield entry("chapter", "", chapter, text, words=_keywords(document))
        else:
            id_ = section["ids"][0]
            yield entry("section", id_, _heading(env, page, id_, prose(section[0])), text)
    for theorem in theorems(document):
        title, content = theorem.children
        id_ = theorem["ids"][0]
        yield entry(
            theorem["realtype"],
            id_,
            prose(title).strip().removeprefix("(").removesuffix(")"),
            " ".join(prose(part) for part in content.children),
            label=theorem_name(env, theorem, page),
            words=id_.replace("-", " "),
        )
    numbers = env.toc_fignumbers.get(page, {})
    for target, id_, caption in env.get_domain("std").data["labels"].values():
        kind = id_.partition("-")[0]
        if target == page and id_ in numbers.get(kind, {}):
            number = ".".join(map(str, numbers[kind][id_]))
            yield entry(kind, id_, plain(caption), label=f"{kind.title()} {number}")
    for item in document.findall(nodes.definition_list_item):
        for term in item.findall(nodes.term):
            if term["ids"] and term["ids"][0].startswith("term-"):
                meaning = prose(item[-1]).partition(" →")[0]
                yield entry("term", term["ids"][0], prose(term), meaning)
    for described in document.findall(addnodes.desc):
        for signature in described.findall(addnodes.desc_signature):
            if signature.parent is described and signature["ids"]:
                yield entry(
                    described["objtype"],
                    signature["ids"][0],
                    signature["fullname"],
                    prose(described[-1]),
                    where=signature["module"],
                )
    for citation in document.findall(nodes.citation):
        source = " ".join(prose(part) for part in citation[1:])
        yield entry("reference", citation["ids"][0], source)


def claims(path: Path) -> Iterator[Entry]:
    """Yield the index entries for the claims in the ledger."""
    for claim in claims_in(path):
        yield {
            "kind": "claim",
            "label": claim["id"],
            "title": f"{claim['kind']}, {claim['verdict']}",
            "text": claim["statement"],
            "where": claim["source_title"],
            "to": page_address("book/ledger", anchor(claim["id"])),
        }


def prose(node: nodes.Node) -> str:
    r"""Return the text of a node on one line, with each formula between \x02 and \x03.

    >>> prose(nodes.paragraph("", "", nodes.Text("For "), nodes.math("", "n^2"), nodes.Text(" …")))
    'For \x02n^2\x03 …'
    >>> prose(nodes.container("", nodes.paragraph("", "one"), nodes.paragraph("", "two")))
    'one two'
    """
    if isinstance(node, (nodes.math, nodes.math_block)):
        return f"\x02{node.astext()}\x03"
    if isinstance(node, nodes.Text):
        return re.sub(r"\s+", " ", node.astext())
    if isinstance(node, nodes.raw) and isinstance(node.parent, nodes.TextElement):
        return unescape(re.sub("<[^>]*>", "", node.astext()))
    if isinstance(node, _SKIPPED) or _has_own_entry(node):
        return ""
    separator = "" if isinstance(node, nodes.TextElement) else " "
    return separator.join(filter(None, map(prose, node.children)))


def _has_own_entry(node: nodes.Node) -> bool:
    """Return whether a node is a notebook cell, a theorem, a claim in the ledger or its erratum."""
    return isinstance(node, nodes.Element) and (
        "nb_element" in node
        or "realtype" in node
        or "nt-errata" in node["classes"]
        or any(id_.startswith("claim-") for id_ in node["ids"])
    )


def _keywords(document: nodes.document) -> str:
    """Return the keywords in the metadata of a page."""
    metadata = document.findall(nodes.meta)
    return " ".join(meta["content"] for meta in metadata if meta.get("name") == "keywords")


def _heading(env: BuildEnvironment, page: str, id_: str, title: str) -> str:
    """Return the title of a section, with its number if it has one."""
    number = env.toc_secnumbers.get(page, {}).get(f"#{id_}" if id_ else "", ())
    return f"{'.'.join(map(str, number))}. {title}" if number else title


def page_address(page: str, id_: str) -> str:
    """Return the address of an element on a page, relative to the search page.

    >>> page_address("book/glossary", "term-mex")
    'book/glossary.html#term-mex'
    """
    return f"{page}.html" + (f"#{id_}" if id_ else "")


def save_entries(app: Sphinx, document: nodes.document, page: str) -> None:
    """Save the index entries for a page, for reuse by builds that do not write this page again."""
    if page != THEOREMS:
        path = _entries_path(app, page)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([*entries(app.env, document, page)]), "utf8")


def _entries_path(app: Sphinx, page: str) -> Path:
    return Path(app.doctreedir, f"{page}.places.json")


def write_index(site: Site) -> None:
    """Write the search index, with all formulas converted to plain text."""
    pages = site.app.env.collect_relations()  # in the order of the book
    paths = [_entries_path(site.app, page) for page in pages if page != THEOREMS]
    index = [entry for path in paths for entry in json.loads(path.read_text("utf8"))]
    index += claims(site.source / LEDGER)
    formulas = sorted(
        {tex for entry in index for text in entry.values() for tex in _FORMULA.findall(text)}
    )
    texts = dict(zip(formulas, run_node("formulas.mjs", formulas), strict=True))
    for entry in index:
        for name, text in entry.items():
            plain = _FORMULA.sub(lambda formula: texts[formula[1]], text)
            entry[name] = re.sub(r"\s+", " ", plain).strip()
    packed = json.dumps(pack(index), ensure_ascii=False, separators=(",", ":"))
    script = f"const PLACES = {packed};\n"
    (site.folder / _PLACES).write_text(script, "utf8")


def pack(index: Sequence[Entry]) -> dict[str, list[Any]]:
    """Return the entries by page, in a form that takes less space than dictionaries.

    Each page has its title, followed by the fields of each entry. Empty fields at the end are left
    out, and so is the place of an entry if it is the title of the page. The id of a function is
    replaced by a dot, since it is its module and its name.

    >>> pack([{"kind": "term", "title": "mex", "text": "…", "where": "Glossary",
    ...     "to": "book/glossary.html#term-mex"}])
    {'book/glossary.html': ['Glossary', ['term', 'term-mex', 'mex', '…']]}
    """
    pages: dict[str, list[Any]] = {}
    for entry in index:
        page, _, id_ = entry["to"].partition("#")
        packed = pages.setdefault(page, [entry["where"]])
        where = "" if entry["where"] == packed[0] else entry["where"]
        id_ = "." if id_ == f"{where}.{entry['title']}" else id_
        row = [entry["kind"], id_, entry["title"], entry["text"]]
        row += [entry.get("label", ""), entry.get("words", ""), where]
        while not row[-1]:
            row.pop()
        packed.append(row)
    return pages


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the search page, which the theme's search fields open."""
    yield "search", {}, "search.html"
