"""Tests for the citation, the version, preview cards, open problems and the API reference."""

from __future__ import annotations

import ast
import json
import re
import struct
import subprocess
import tomllib
from datetime import date
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, get_args
from urllib.parse import unquote, urljoin

import pikepdf
import pytest
import yaml
from ext.citation import bibtex, engine_bibtex, missing, read_citation
from ext.head import cards, citation_tags, json_ld
from ext.pages import cell_for_readers
from lxml.html import HtmlElement
from pybtex.database import parse_string as parse_bibtex

import nimtwist
from tests.lib.pages import PAGES, ROOT, parse_page, parsed_pages_group
from tools import pdf, release

pytestmark = parsed_pages_group

CITATION = read_citation(ROOT)


def test_all_files_have_the_same_metadata() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf8")
    [latest, *_] = re.findall(r"^## (\S+) \((.*)\)$", changes, re.M)
    assert latest == (nimtwist.__version__, str(CITATION.get("date-released", "unreleased")))
    assert CITATION["version"] == nimtwist.__version__
    metadata = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    engine, toolkit = ((ROOT / path).read_text("utf8") for path in release.PROJECTS)
    assert f'"nimtwist[atlas]=={nimtwist.__version__}"' in toolkit
    for text in (engine, toolkit):
        assert text == release.fill_in(text, metadata)
    extras = tomllib.loads(engine)["project"]["optional-dependencies"].keys()
    guides = "".join(path.read_text("utf8") for path in ROOT.glob("*.md"))
    assert {*re.findall(r"pip install '[^']*\[(.*?)\]", guides)} <= extras


def test_release_is_refused_until_nothing_is_missing() -> None:
    metadata: dict[str, Any] = {"version": "1.0", "authors": [{"name": "The authors of Nim"}]}
    problems = "\n".join(release.problems(metadata, "## 1.0 (unreleased)", "v1.1"))
    for part in ("`authors`", "`url`", "`repository-code`", "`date-released`", "(date)", "v1.1"):
        assert part in problems
    metadata["authors"] = [{"given-names": "A", "family-names": "B"}]
    metadata |= dict.fromkeys(("url", "repository-code"), "https://a.org")
    metadata["date-released"] = "2026-12-01"
    assert not [*release.problems(metadata, "## 1.0 (2026-12-01)\n## 0.9", "v1.0")]


@pytest.mark.parametrize("released", [None, date(1987, 6, 5)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_citation_has_all_authors_the_year_and_addresses(
    monkeypatch: pytest.MonkeyPatch, count: int, released: date | None
) -> None:
    names = [("Jean", "Le Rond"), ("C. L.", "Bouton"), ("Émilie", "du Châtelet")][:count]
    year = "1987" if released else "2031"
    citation = CITATION | {
        "authors": [
            {"given-names": given, "family-names": family, "orcid": f"https://o.org/{family}"}
            for given, family in names
        ],
        "url": "https://a.org/b/",
        "repository-code": "https://a.org/",
        "doi": "10.1/2",
        **({"date-released": released} if released else {}),
    }
    for entry in (bibtex(citation, "2031", "claim 1", key="1"), engine_bibtex(citation, "2031")):
        [(key, parsed)] = parse_bibtex(entry, "bibtex").entries.items()
        assert year in key and parsed.fields["year"] == year
        assert [str(person) for person in parsed.persons["author"]] == [
            f"{family}, {given}" for given, family in names
        ]
    tags = citation_tags(citation, "2031", "Nim", "The book", "https://a.org/b/c.html")
    content = re.findall('<meta name="citation_(.*?)" content="(.*?)">', tags)
    assert content == [
        ("title", "Nim"),
        *(("author", f"{family}, {given}") for given, family in names),
        ("publication_date", "1987/06/05" if released else year),
        ("inbook_title", "The book"),
        ("language", "en"),
        ("doi", "10.1/2"),
        ("public_url", "https://a.org/b/c.html"),
    ]
    full = [f"{given} {family}" for given, family in names]
    script = json_ld(citation, "2031", "a </script>", "", "https://a.org/b/c.html", 1)
    [data] = re.findall('^<script type="application/ld.json">(.*?)</script>$', script)
    described = json.loads(data)
    assert described["name"] == "a </script>" and "</" not in data
    assert described["url"] == "https://a.org/b/c.html"
    assert described["isPartOf"]["url"] == citation["url"]
    assert described["author"] == [
        {"@type": "Person", "name": name, "@id": author["orcid"]}
        for name, author in zip(full, citation["authors"], strict=True)
    ]
    assert described.get("datePublished", "")[:4] == (year if released else "")
    assert re.findall(r'name = "(.*?)"', release.fill_in(release._MARK, citation)) == full
    monkeypatch.setattr(pdf, "read_citation", lambda _: citation)
    assert escape(" and ".join(full)) in pdf.join_pages([], "")
    with pikepdf.new() as document:
        document.docinfo["/Creator"] = "A browser"
        pdf.set_metadata(document, citation)
        info = {name: str(value) for name, value in document.docinfo.items()}
    assert info["/Author"] == " and ".join(full) and "/Creator" not in info
    assert info["/ModDate"].startswith("D:19870605000000") == bool(released)


def test_text_files_are_the_same_in_every_clone() -> None:
    """`core.autocrlf` of a reader's Git must not change the ends of lines."""
    git = ["git", "-c", "core.autocrlf=true", "ls-files", "--eol"]
    files = subprocess.run(git, cwd=ROOT, capture_output=True, encoding="utf8", check=True).stdout
    for line in files.splitlines():
        assert re.match(r"i/(lf|none) .* eol=lf|i/-text .*attr/-text", line), line


def test_bibtex_entry_matches_citation_file(book: Path) -> None:
    page = parse_page(book / "book/about.html")
    shown = page.cssselect(".highlight-bibtex pre")[0].text_content()
    assert shown.strip() == bibtex(CITATION, "2026")
    for name in ("title", "version"):
        assert str(CITATION[name]) in shown
    text = page.get_element_by_id("how-to-cite-it").text_content()
    assert all(each in text for each in missing(CITATION).values())


def meta_tags(page: HtmlElement) -> dict[str, str]:
    tags = page.cssselect("meta[content]:is([property], [name])")
    return {tag.get("property") or tag.get("name"): tag.get("content") for tag in tags}


def test_every_page_has_a_preview_card(book: Path) -> None:
    """Check the description and the picture that other sites show next to a link."""
    base = CITATION.get("url", "")
    for page in PAGES:
        card = meta_tags(parse_page(book / f"{page}.html"))
        assert card["og:description"] == card["description"]
        url = urljoin(f"{base}{page}.html", card["og:image"])
        content = (book / url.removeprefix(base)).read_bytes()
        assert len(content) < 60_000
        size = struct.unpack(">II", content[16:24])
        assert size == (int(card["og:image:width"]), int(card["og:image:height"]))
        assert card["og:image:alt"] and card["og:title"]
    notebooks = {page for page in PAGES if page.startswith("notebooks/")}
    assert notebooks <= cards((ROOT / "book/intro.md").read_text("utf8")).keys()


def start_blocks() -> list[tuple[str, str]]:
    text = (ROOT / "book/open_problems.md").read_text("utf8")
    return re.findall(r"^```\{start\} (\w+)\n(.*?)\n```$", text, re.M | re.S)


@pytest.mark.parametrize("start", start_blocks(), ids=[name for name, _ in start_blocks()])
def test_starter_code_runs_and_is_in_its_link(start: tuple[str, str], book: Path) -> None:
    chapter, code = start
    exec(compile(ast.parse(code), "<start>", "exec"), {})
    cell = cell_for_readers(ROOT / f"notebooks/{chapter}.ipynb")
    links = parse_page(book / "book/open_problems.html").cssselect(
        f'a[href*="{chapter}.html#cell-{cell}"]'
    )
    assert code in [unquote(link.get("href").partition("?code=")[2]) for link in links]


def test_reference_lists_every_public_name(book: Path) -> None:
    shown = {
        entry.get("id")
        for page in ("api", "api_numbers", "api_atlas", "api_toolkit")
        for entry in parse_page(book / f"book/{page}.html").cssselect("dt[id]")
    }
    sources = "".join(path.read_text("utf8") for path in (ROOT / "book").glob("api*.md"))
    modules = re.findall(r"^\.\. automodule:: (\S+)$", sources, re.M)
    names = [
        f"{name}.{public}"
        for name in modules
        for public in import_module(name).__all__
        if callable(getattr(import_module(name), public))  # type aliases are not callable
        and not get_args(getattr(import_module(name), public))
    ]
    assert len(names) > 100
    assert [name for name in names if name not in shown] == []
    index = parse_page(book / "book/api_index.html").cssselect(
        "table.autosummary td:first-child a[href]"
    )
    listed = [link.get("href").partition("#")[2] for link in index]
    kinds = (".class", ".data", ".exception", ".function")
    described = [
        entry.get("id")
        for page in ("api", "api_numbers", "api_atlas", "api_toolkit")
        for kind in kinds
        for entry in parse_page(book / f"book/{page}.html").cssselect(f"dl.py{kind} > dt[id]")
    ]
    assert sorted(listed) == sorted(described)
    short_names = {name.rpartition(".")[2] for name in shown}
    assert set(nimtwist.__all__) - {"__version__", "Outcome"} <= short_names
