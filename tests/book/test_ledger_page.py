"""The page of the ledger, its files, and the map of what rests on what."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from book_map import HEIGHT as BOX
from book_map import WIDTH, layout
from bs4 import Tag
from playwright.sync_api import Browser, Locator, Page, expect

from nimbook import CHAPTERS
from nimbook.ledger import anchor
from tests.book.conftest import ROOT
from tests.book.test_pages import HEIGHT, PHONE, WIDE, parsed, visit

pytestmark = pytest.mark.xdist_group("book/ledger")

LEDGER, MAP = "book/ledger", "book/map"
SCREENS = 8

Entry = dict[str, Any]


@cache
def claims() -> dict[str, Entry]:
    text = (ROOT / "_build/ledger.json").read_text("utf8")
    return {entry["id"]: entry for entry in json.loads(text)}


def facts(entry: Tag) -> dict[str, str]:
    """Return the last description of each term."""
    terms, told = ([" ".join(e.text.split()) for e in entry.select(tag)] for tag in ("dt", "dd"))
    return dict(zip(terms, told, strict=True))


# --- What is written -----------------------------------------------------------------------------


def test_each_claim_is_an_entry_that_says_all_of_it_and_is_closed(book: Path) -> None:
    page = parsed(book / f"{LEDGER}.html")
    shown = page.select("details.nt-claim")
    assert [entry["id"] for entry in shown] == [anchor("claim", id_) for id_ in claims()]
    for entry, (id_, claim) in zip(shown, claims().items(), strict=True):
        assert not entry.has_attr("open")
        for name in ("source", "verdict", "chapter"):
            assert entry[f"data-{name}"] == claim[name]
        line = " ".join(str(entry.select("summary")[0].text).split())
        assert line.startswith(f"{claim['sign']} {claim['verdict']} {id_} ")
        assert claim["headline"] in entry.text and claim["verdict"] in entry.text
        told = facts(entry)
        assert dict(claim["facts"]).keys() <= told.keys()
        assert re.sub(r"\W", "", told["because"]) == re.sub(r"\W", "", claim["because"])


# --- The map -------------------------------------------------------------------------------------


def test_on_the_map_a_claim_stands_to_the_right_of_what_it_rests_on() -> None:
    drawn = layout([*claims().values()], list(CHAPTERS))
    assert drawn.places.keys() == claims().keys()
    for id_, claim in claims().items():
        x, y = drawn.places[id_]
        assert 0 <= x <= drawn.width - WIDTH and 0 <= y <= drawn.height - BOX
        assert all(drawn.places[other].x + WIDTH < x for other in claim["rests_on"])
        tops = [top for top in drawn.bands.values() if top <= y]
        assert len(tops) == CHAPTERS.index(claim["chapter"]) + 1
    boxes = sorted((y, x) for x, y in drawn.places.values())
    assert len(set(boxes)) == len(boxes)
    assert all(
        a[0] + BOX <= b[0] or a[1] + WIDTH <= b[1]
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
    )


# --- What readers do -----------------------------------------------------------------------------


def shown(page: Page) -> list[str]:
    """Return the claims that are to be seen."""
    ids = page.locator("details.nt-claim code:first-of-type").evaluate_all(
        """codes => codes.filter((code) => code.closest("summary") && code.checkVisibility())
          .map((code) => code.textContent)"""
    )
    return [str(id_) for id_ in ids]


def ids_of(**chosen: str) -> list[str]:
    return [
        id_
        for id_, claim in claims().items()
        if all(claim[name] == value for name, value in chosen.items())
    ]


def test_the_ledger_is_short_and_answers(browser: Browser, site: str) -> None:
    with visit(browser, f"{site}/{LEDGER}.html", width=PHONE) as view:
        page, form = view.page, view.page.locator(".nt-filter")
        said = form.locator("output")
        assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * HEIGHT
        assert shown(page) == list(claims())

        # By source, verdict and chapter, one after the other; then back.
        form.get_by_label("verdict").select_option("refuted")
        refuted = ids_of(verdict="refuted")
        assert shown(page) == refuted
        expect(said).to_have_text(f"{len(refuted)} of {len(claims())} claims")
        form.get_by_label("source").select_option("mum")
        assert shown(page) == ids_of(verdict="refuted", source="mum")
        form.get_by_label("chapter").select_option("mumbers")
        found = ids_of(verdict="refuted", source="mum", chapter="mumbers")
        assert found and shown(page) == found
        # A source of which nothing is left has no heading either.
        assert page.locator(".nt-source:visible").count() == 1

        # A link into what is hidden opens it, and all is there again.
        page.evaluate("location.hash = '#claim-twist-thm-2'")
        opened = page.locator("#claim-twist-thm-2")
        expect(opened).to_have_attribute("open", "")
        expect(opened).to_be_in_viewport()
        assert shown(page) == list(claims())
        expect(form.get_by_label("verdict")).to_have_value("")

        # So it does once more when it was closed by hand; and so do the errata. A key finds the
        # entry even while the page still scrolls to it.
        opened.locator("summary").press("Enter")
        expect(opened).not_to_have_attribute("open", "")
        page.evaluate("document.querySelector('#claim-twist-cor-1 a[href$=thm-2]').click()")
        expect(opened).to_have_attribute("open", "")
        page.evaluate("location.hash = '#errata-mum'")
        expect(page.locator("#errata-mum details")).to_have_attribute("open", "")

        # Words are looked for in all that is said, whatever their order and case.
        form.get_by_label("words").fill("MOORE li")
        assert "podium.moore" in shown(page) and "twist.thm-2" not in shown(page)
        form.get_by_label("words").fill("nim xyzzy")
        expect(said).to_have_text(f"0 of {len(claims())} claims")

        # A number of the totals chooses what it counts.
        count = page.locator(".nt-totals a[data-source=nimber][data-verdict=conditional]")
        counted = int(count.inner_text())
        count.click()
        assert shown(page) == ids_of(source="nimber", verdict="conditional")
        assert len(shown(page)) == counted
        expect(form).to_be_in_viewport()


def lit(boxes: Locator) -> set[str]:
    found = boxes.evaluate_all(
        """boxes => boxes.filter((box) => getComputedStyle(box).opacity === "1")
          .map((box) => box.dataset.claim)"""
    )
    return {str(id_) for id_ in found}


def reach(id_: str) -> set[str]:
    """Return a claim, all that it rests on, and all that rests on it."""

    def below(one: str) -> set[str]:
        return {one}.union(*(below(other) for other in claims()[one]["rests_on"]))

    return below(id_) | {other for other in claims() if id_ in below(other)}


@pytest.mark.full
def test_the_map_shows_what_hangs_together_and_leads_to_the_ledger(
    browser: Browser, site: str
) -> None:
    with visit(browser, f"{site}/{MAP}.html#{anchor('map', 'podium.lemma-2.4')}") as view:
        page, boxes = view.page, view.page.locator("svg.nt-map-of-claims a")
        assert lit(boxes) == reach("podium.lemma-2.4")
        page.locator("#map-nimber-field").hover()
        assert lit(boxes) == reach("nimber.field") != set(claims())
        page.locator("#map-twist-fig-1").focus()
        assert lit(boxes) == {"twist.fig-1"}
        # At a desk all of it is to be seen, and names stay in their boxes.
        frame = page.locator("div.nt-claims-map")
        assert frame.evaluate("box => box.scrollWidth <= box.clientWidth")
        wide = boxes.evaluate_all(
            """boxes => boxes.filter((box) => {
              const [frame, text] = ["rect", "text"].map((tag) => box.querySelector(tag).getBBox());
              return text.x + text.width > frame.x + frame.width;
            }).map((box) => box.dataset.claim)"""
        )
        assert wide == []
        page.locator("#map-twist-thm-2").click()
        page.wait_for_url("**/ledger.html#claim-twist-thm-2")
        expect(page.locator("#claim-twist-thm-2")).to_have_attribute("open", "")
        # On a phone it scrolls inside itself.
        page.set_viewport_size({"width": PHONE, "height": HEIGHT})
        page.go_back()
        assert frame.evaluate("box => box.scrollWidth > box.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        page.set_viewport_size({"width": WIDE, "height": HEIGHT})
