"""Tests of the steps that change the heads and the links of finished pages, on tiny pages."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from ext import head, previews
from ext.trees import Page, Site, fragment

from tests.lib.pages import ROOT
from tests.lib.steps import site

CHAPTER = "notebooks/02_muller_twist"
INTRO = f"# A\n\n:::{{grid-item-card}} B\n:link: ../{CHAPTER}\n:link-type: doc\nWords.\n:::"
HTML = (
    '<head><meta name="viewport" content="a"><meta name="viewport" content="b">'
    '<link rel="canonical" href="https://a.org/b.html"><title>T — T</title><script></script></head>'
    "<body><article><p>First\n words.</p><p>More.</p></article>"
)


def metas(page: Page) -> dict[str, str]:
    return {
        str(meta.get("name") or meta.get("property")): str(meta.get("content"))
        for meta in page.head.iter("meta")
    }


@pytest.fixture
def book(tmp_path: Path) -> Site:
    """A landing page, a chapter, another page, and one without a source."""
    names = ("book/intro", CHAPTER, "book/other")
    folder = site(tmp_path, pages=dict.fromkeys((*names, "search"), HTML))
    (tmp_path / "intro.md").write_text(INTRO, "utf8")
    titles = {name: SimpleNamespace(astext=lambda name=name: f"Title of {name}") for name in names}
    env: Any = SimpleNamespace(
        found_docs={*names}, titles=titles, doc2path=lambda name: tmp_path / f"{Path(name).name}.md"
    )
    config: Any = folder.app.config
    config.html_title, config.root_doc, config.copyright = "The book", "book/intro", "2026"
    config.html_favicon = "reader/favicon.svg"
    folder.app.env, folder.app.srcdir = env, ROOT  # type: ignore[assignment]
    return folder


def test_heads_have_one_viewport_title_and_address(book: Site) -> None:
    head.tidy_heads(book)
    for name, page in book.pages.items():
        assert [meta.get("content") for meta in page.metas("viewport")] == ["a"]
        assert page.head.findtext("title") == "T"
        assert len(page.head.findall("link")) == (name != "search"), name


def test_heads_describe_pages_and_cite_chapters(book: Site) -> None:
    head.describe_pages(book)
    found = {name: metas(page) for name, page in book.pages.items()}
    assert found[CHAPTER]["description"] == found[CHAPTER]["og:description"] == "Words."
    assert found["book/other"]["description"] == "First words."
    assert found["book/other"]["og:image"] == "../_static/share.png"
    assert found["book/other"]["og:url"] == "https://a.org/b.html"
    assert found["book/other"]["og:title"] == "Title of book/other – The book"
    assert "og:title" not in found["search"]
    for name, page in book.pages.items():
        data = [json.loads(script.text) for script in page.scripts("application/ld+json")]
        kinds = {"book/intro": ["Book"], CHAPTER: ["Chapter"]}.get(name, [])
        assert [each["@type"][0] for each in data] == kinds
        assert ("citation_title" in found[name]) == bool(kinds)
        assert [link.get("rel") for link in page.head.findall("link")].count("license") == 1


@pytest.mark.parametrize("base", ["", "https://a.org/b/"])
def test_front_door_leads_to_the_landing_page(book: Site, base: str) -> None:
    book.app.config.html_baseurl = base
    head.add_front_door(book)
    page = book.pages["index"]
    [refresh] = [meta for meta in page.head.iter("meta") if meta.get("http-equiv") == "Refresh"]
    assert refresh.get("content") == "0; url=book/intro.html"
    address = f"{base}book/intro.html" if base else None
    assert metas(page).get("og:url") == address
    assert page.head.xpath("string(link[@rel='canonical']/@href)") == (address or "")
    assert page.head.xpath("string(link[@rel='icon']/@href)") == "_static/favicon.svg"


def test_links_to_previews_are_marked(book: Site) -> None:
    kinds = {(CHAPTER, "thm"): "theorem", ("book/other", "term-é"): "term"}
    urls = [f"../{CHAPTER}.html#thm", f"../{CHAPTER}.html#x", "#term-%C3%A9", "https://a.org/#thm"]
    page = book.pages["book/other"]
    html = "".join(f'<a href="{url}"></a>' for url in urls)
    page.article[:] = fragment(html)
    with patch.object(previews, "targets", return_value=kinds):
        previews.mark_links(book)
    marks = [link.get("data-preview") for link in page.article]
    assert marks == ["theorem", None, "term", None]
