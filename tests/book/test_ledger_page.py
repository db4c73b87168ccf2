"""Tests of the ledger page and the map of chapters and claims."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ext.citation import bibtex, read_citation
from ext.proofs import statements
from lxml.html import HtmlElement
from playwright.sync_api import Browser, Page, expect

from nimbook import CHAPTERS
from nimbook.ledger import anchor
from tests.lib.pages import HEIGHT, PHONE, ROOT, parse_page, visit

pytestmark = pytest.mark.xdist_group("book/ledger")

LEDGER, MAP = "book/ledger", "book/map"
MAX_SCREENS = 8

Entry = dict[str, Any]


@cache
def claims() -> dict[str, Entry]:
    text = (ROOT / "_build/ledger.json").read_text("utf8")
    return {entry["id"]: entry for entry in json.loads(text)}


def facts(entry: HtmlElement) -> dict[str, str]:
    """Map each term in an entry to its description (the last one, if the term is repeated)."""
    terms, descriptions = (
        [" ".join(each.text_content().split()) for each in entry.iter(tag)] for tag in ("dt", "dd")
    )
    return dict(zip(terms, descriptions, strict=True))


# --- Content -------------------------------------------------------------------------------------


def test_each_claim_has_a_complete_collapsed_entry(book: Path) -> None:
    page = parse_page(book / f"{LEDGER}.html")
    entries = page.cssselect("details.nt-claim")
    assert [entry.get("id") for entry in entries] == [anchor("claim", id_) for id_ in claims()]
    for entry, (id_, claim) in zip(entries, claims().items(), strict=True):
        assert "open" not in entry.attrib
        for name in ("source", "verdict", "chapter"):
            assert entry.get(f"data-{name}") == claim[name]
        line = " ".join(entry.find("summary").text_content().split())
        assert line.startswith(f"{claim['sign']} {claim['verdict']} {id_} ")
        text = entry.text_content()
        assert claim["headline"] in text and claim["verdict"] in text
        details = facts(entry)
        assert dict(claim["facts"]).keys() <= details.keys()
        assert re.sub(r"\W", "", details["because"]) == re.sub(r"\W", "", claim["because"])


def test_cards_and_entries_show_formal_statements_and_link_to_the_proofs(book: Path) -> None:
    page = cache(lambda name: parse_page(book / f"{name}.html"))
    number = {chapter: i for i, chapter in enumerate(CHAPTERS, 1)}
    for id_, claim in claims().items():
        chapter = f"notebooks/{number[claim['chapter']]:02}_{claim['chapter']}"
        for theorem in claim["formal"]:
            file, name = theorem.split(".")
            statement = statements(ROOT / f"proofs/{file}.v")[name].split()
            target = f"formal_{file.lower()}", anchor("proof", theorem)
            proof = page(f"book/{target[0]}").get_element_by_id(target[1]).text_content()
            assert statement[-1] in proof and f" {name} " in proof
            for place, kind in (LEDGER, "claim"), (chapter, "card"):
                card = page(place).get_element_by_id(anchor(kind, id_))
                shown = [code.text_content().split() for code in card.cssselect("dd .highlight")]
                assert shown.count(statement) == 1
                links = [link.get("href").rpartition("/")[2] for link in card.cssselect("dd a")]
                assert f"{target[0]}.html#{target[1]}" in links


# --- The map -------------------------------------------------------------------------------------


def closure(arrows: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the transitive closure of a relation."""
    while more := {(a, d) for a, b in arrows for c, d in arrows if b == c} - arrows:
        arrows = arrows | more
    return arrows


def test_map_lists_what_chapters_and_claims_rest_on(book: Path) -> None:
    page = parse_page(book / f"{MAP}.html")
    number = {chapter: i for i, chapter in enumerate(CHAPTERS, 1)}
    uses = {
        (number[claim["chapter"]], number[claims()[other]["chapter"]])
        for claim in claims().values()
        for other in claim["rests_on"]
    }
    for i, chapter in enumerate(CHAPTERS, 1):
        for link in parse_page(book / f"notebooks/{i:02}_{chapter}.html").cssselect(
            ".bd-article a[data-preview=theorem]"
        ):
            uses |= {(i, int(n)) for n in re.findall(r"^(\d\d)_", link.get("href"))}
    needs = closure({(a, b) for a, b in uses if a > b})
    entries = page.cssselect(".nt-chapter-list > li")
    assert len(entries) == len(CHAPTERS)
    for i, entry in enumerate(entries, 1):
        listed = {int(n) for n in re.findall(r"\d+", entry.findall("p")[1].text_content())}
        assert listed == {b for a, b in needs if a == i}
        theorems = entry.findall("ul//a")
        assert 2 <= len(theorems) <= 3
        assert all(f"notebooks/{i:02}_" in link.get("href") for link in theorems)

    items = page.cssselect("li[id^=map-]")
    assert len(items) == len(claims())
    for id_, claim in claims().items():
        item = page.get_element_by_id(anchor("map", id_))
        assert " ".join(item.text_content().split()).startswith(
            f"{claim['sign']} {claim['verdict']} {id_}:"
        )
        linked = [link.get("href") for link in item.iter("a")]
        assert linked == [
            f"ledger.html#{anchor('claim', other)}" for other in [id_, *claim["rests_on"]]
        ]
        section = next(item.iterancestors("section"))
        heading = section.cssselect("h3 a")[0].get("href")
        assert f"{number[claim['chapter']]:02}_" in heading


# --- Interaction ---------------------------------------------------------------------------------


def visible_ids(page: Page) -> list[str]:
    """Return the ids of the visible claims."""
    ids = page.locator("details.nt-claim code:first-of-type").evaluate_all(
        """codes => codes.filter((code) => code.closest("summary") && code.checkVisibility())
          .map((code) => code.textContent)"""
    )
    return [str(id_) for id_ in ids]


def ids_of(**filters: str) -> list[str]:
    return [
        id_
        for id_, claim in claims().items()
        if all(claim[name] == value for name, value in filters.items())
    ]


def test_ledger_filters_search_and_links(browser: Browser, site: str) -> None:
    with visit(browser, f"{site}/{LEDGER}.html", width=PHONE) as view:
        page, form = view.page, view.page.locator(".nt-filter")
        output = form.locator("output")
        assert page.evaluate("document.documentElement.scrollHeight") <= MAX_SCREENS * HEIGHT
        assert visible_ids(page) == list(claims())

        # Set the three filters one after another, keeping the earlier ones.
        form.get_by_label("verdict").select_option("refuted")
        refuted = ids_of(verdict="refuted")
        assert visible_ids(page) == refuted
        expect(output).to_have_text(f"{len(refuted)} of {len(claims())} claims")
        form.get_by_label("source").select_option("mum")
        assert visible_ids(page) == ids_of(verdict="refuted", source="mum")
        form.get_by_label("chapter").select_option("mumbers")
        found = ids_of(verdict="refuted", source="mum", chapter="mumbers")
        assert found and visible_ids(page) == found
        # The headings of sources without matching claims are hidden.
        assert page.locator(".nt-source:visible").count() == 1

        # The filters remain when the page is loaded again.
        page.reload()
        assert visible_ids(page) == found

        # Following a link to a hidden claim resets the filters and opens the claim.
        page.evaluate("location.hash = '#claim-twist-thm-2'")
        opened = page.locator("#claim-twist-thm-2")
        expect(opened).to_have_attribute("open", "")
        expect(opened).to_be_in_viewport()
        assert visible_ids(page) == list(claims())
        expect(form.get_by_label("verdict")).to_have_value("")

        # The claim can be cited, with its source, and without an address if the book has none.
        assert opened.get_by_role("link", name="permanent link").get_attribute("href") == (
            "#claim-twist-thm-2"
        )
        opened.get_by_text("Cite this claim").click()
        source, own = opened.locator(".nt-cite pre").inner_text().split("\n\n")
        assert source.startswith("@article{gavel2004,") and source.endswith("\n}")
        claim = "claim twist.thm-2", f"{LEDGER}.html#claim-twist-thm-2"
        assert own == bibtex(read_citation(ROOT), "2026", *claim, key="twist.thm-2").strip()

        # The same link reopens the claim after the reader has closed it. Close it with a key
        # because, unlike a click, a key press works even while the page is scrolling.
        opened.locator("summary").first.press("Enter")
        expect(opened).not_to_have_attribute("open", "")
        page.evaluate("document.querySelector('#claim-twist-cor-1 a[href$=thm-2]').click()")
        expect(opened).to_have_attribute("open", "")
        page.evaluate("location.hash = '#errata-mum'")
        expect(page.locator("#errata-mum details")).to_have_attribute("open", "")

        # The search covers all details of a claim, ignoring case and word order.
        form.get_by_label("words").fill("MOORE li")
        assert "podium.moore" in visible_ids(page) and "twist.thm-2" not in visible_ids(page)
        form.get_by_label("words").fill("nim xyzzy")
        expect(output).to_have_text(f"0 of {len(claims())} claims")

        # Clicking a number in the totals shows the claims that it counts.
        count = page.locator(".nt-totals a[data-source=nimber][data-verdict=conditional]")
        counted = int(count.inner_text())
        count.click()
        assert visible_ids(page) == ids_of(source="nimber", verdict="conditional")
        assert len(visible_ids(page)) == counted
        expect(form).to_be_in_viewport()
